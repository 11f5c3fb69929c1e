"""Which sentences and documents tell the same."""

import json
import subprocess
import sys

import pytest

import reprank

SNOW = "Heavy snow closed the mountain road to Ardal on Friday. The village has bread for three days. A dog slept."
SAME = "On Friday the mountain road to Ardal was closed by heavy snow. Ploughs are on their way. Children were glad."
OTHER = "The council of Merrow wants a new library. It will cost two million euros. The mayor is pleased with it."


def test_a_sentence_is_supported_by_the_sentence_of_another_document_that_tells_the_same() -> None:
    ranked = reprank.rank([SNOW, SAME, OTHER])
    found = ranked.support((0, 0))
    assert [(it.sentence.document, it.sentence.start) for it in found] == [(1, 0)]
    assert 0.5 < found[0].similarity <= 1
    assert ranked.sources((0, 0)) == (0, 1)
    assert ranked.sources((1, 0)) == (1, 0)


def test_support_is_symmetric() -> None:
    ranked = reprank.rank(reprank.example_documents())
    pairs = {
        ((it.document, it.start), (found.sentence.document, found.sentence.start)): found.similarity
        for it in ranked.sentences
        for found in ranked.support(it)
    }
    assert pairs
    listed = {(it.document, it.start) for one in ranked.sentences for found in ranked.support(one) for it in [found[0]]}
    for (one, other), similarity in pairs.items():
        if one in listed:  # headings support nothing
            assert pairs[other, one] == pytest.approx(similarity)


def test_a_single_document_has_no_support() -> None:
    ranked = reprank.rank(SNOW + " " + SAME)
    assert all(ranked.support(sentence) == () for sentence in ranked.sentences)
    assert ranked.sources((0, 0)) == (0,)


def test_a_copy_of_a_document_counts_once() -> None:
    ranked = reprank.rank([SNOW, SAME, SNOW + " Printed by another paper.", SAME])
    assert ranked.sources((0, 0)) == (0, 1)
    assert ranked.sources((3, 0)) == (3, 0)


def test_seen_documents_support_nothing() -> None:
    ranked = reprank.rank([SNOW], seen=[SAME])
    assert ranked.support((0, 0)) == ()


def test_reviews_have_no_support() -> None:
    reviews = [
        f"I love this kettle. It is great and very quick. The {it} handle is bad." for it in ["red", "blue", "old"]
    ]
    ranked = reprank.rank(reviews * 3)
    assert all(not ranked.support(sentence) for sentence in ranked.sentences)


def test_a_summary_names_the_sources_only_where_they_are_asked_for() -> None:
    plain = reprank.summarize([SNOW, SAME, OTHER], sentences=2)
    asked = reprank.summarize([SNOW, SAME, OTHER], sentences=2, sources=True)
    assert str(plain) == str(asked)
    assert all(not it.sources and not it.citation for it in plain)
    assert all(it.sources[0] == it.document for it in asked)
    assert "sources" not in plain.to_dict()["sentences"][0]  # type: ignore[index]
    told = [it for it in asked if len(it.sources) > 1]
    assert told
    assert told[0].citation in ("[1, 2]", "[2, 1]")
    assert json.loads(asked.to_json())["sentences"][0]["sources"] == list(asked.sentences[0].sources)
    assert told[0].citation in asked.to_markdown()
    assert told[0].citation in asked.to_html()


def test_other_systems_name_the_sources_too() -> None:
    from reprank.systems import make

    summary = make("lead").summarize([SNOW, SAME, OTHER], budget=reprank.Sentences(1), sources=True)
    assert summary.sentences[0].sources == (0, 1)


def test_the_command_line_prints_the_numbers_of_the_sources(tmp_path) -> None:  # type: ignore[no-untyped-def]
    names = []
    for number, text in enumerate((SNOW, SAME, OTHER)):
        names.append(tmp_path / f"{number}.txt")
        names[-1].write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "reprank", "summarize", *map(str, names), "--sentences", "1", "--sources"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert printed.strip().endswith(("[1, 2]", "[2, 1]"))
