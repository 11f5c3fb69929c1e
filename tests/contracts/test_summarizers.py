"""What every summarizer promises, whatever its method."""

from __future__ import annotations

import json
import math
import os
import pickle
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reprank
from reprank.api import Summarizer
from reprank.errors import InputError
from reprank.selection import KeywordMethod
from reprank.systems import KEYWORD_SYSTEMS, SYSTEMS, make

WORDS = ["river", "bridge", "barge", "pier", "ferry", "struck", "the", "of", "and", "a", "to", "in", "on"]
REFERENCE = (
    "The barge Marigold broke loose and struck the central pier of the bridge. County engineers closed the bridge "
    "after finding a fracture in the pier, and repairs will take between four and six months. An emergency ferry "
    "service is to start on Thursday."
)


def summarizer(name: str) -> Summarizer:
    """Make a system; the oracle needs something to aim at."""
    system = make(name)
    return system.given([REFERENCE]) if name == "oracle" else system


# These sample or anneal: seconds for what others do in milliseconds.
SLOW = {"reprank-paper-absorb", "sparse"}
NAMES = [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in SYSTEMS]


@pytest.fixture(params=NAMES)
def system(request: pytest.FixtureRequest) -> Summarizer:
    return summarizer(request.param)


@pytest.fixture
def short(articles: list[str]) -> list[str]:
    """A cluster small enough for the slowest system."""
    return articles[:3]


@pytest.mark.parametrize(
    "length",
    [{"words": 80}, {"sentences": 3}, {"ratio": 0.15}, {"characters": 400}, {"bytes": 400}, {"words": 11}],
    ids=str,
)
def test_the_summary_never_exceeds_its_length(system: Summarizer, short: list[str], length: dict[str, float]) -> None:
    summary = system.summarize(short, keywords=0, **length)
    text = str(summary)
    sizes = {
        "words": len(text.split()),
        "sentences": len(summary.sentences),
        "ratio": len(text.split()) / len(" ".join(short).split()),
        "characters": len(text),
        "bytes": len(text.encode()),
    }
    ((unit, limit),) = length.items()
    assert sizes[unit] <= limit
    assert summary.budget.used <= summary.budget.limit
    assert summary.sentences


def test_every_sentence_stands_where_it_says(system: Summarizer, short: list[str]) -> None:
    summary = system.summarize(short, words=100, keywords=5, ranking=True)
    for sentence in [*summary.sentences, *summary.ranking]:
        assert short[sentence.document][sentence.start : sentence.end] == sentence.text
    for keyword in summary.keywords:
        places = [short[place.document][place.start : place.end] for place in keyword.occurrences]
        assert keyword.text in places


def test_sentences_come_in_reading_order_with_ranks_from_one(system: Summarizer, short: list[str]) -> None:
    sentences = system.summarize(short, words=100).sentences
    assert list(sentences) == sorted(sentences, key=lambda sentence: (sentence.document, sentence.start))
    assert sorted(sentence.rank for sentence in sentences) == list(range(1, len(sentences) + 1))


def test_the_ranking_has_every_sentence_once_and_begins_with_the_chosen(system: Summarizer, short: list[str]) -> None:
    summary = system.summarize(short, words=60, ranking=True)
    ranking = summary.ranking
    assert len({(sentence.document, sentence.start) for sentence in ranking}) == len(ranking) > 20
    assert {s.text for s in ranking[: len(summary.sentences)]} == {s.text for s in summary.sentences}


def test_the_same_input_gives_the_same_bytes(system: Summarizer, short: list[str]) -> None:
    assert system.summarize(short, words=90).to_json() == system.summarize(short, words=90).to_json()


def test_a_bare_text_and_a_list_of_one_are_the_same(system: Summarizer, short: list[str]) -> None:
    assert system.summarize(short[0], words=60).to_json() == system.summarize([short[0]], words=60).to_json()


def test_five_copies_of_a_document_repeat_nothing(system: Summarizer, short: list[str]) -> None:
    summary = system.summarize([short[1]] * 5, words=120)
    texts = [sentence.text for sentence in summary.sentences]
    assert len(set(texts)) == len(texts) > 1


def test_everything_is_returned_if_everything_fits(system: Summarizer) -> None:
    text = "The barge struck the pier. The bridge was closed at once. No ferry runs yet."
    assert str(system.summarize(text, words=100)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n\t\n ",
        "word",
        "One sentence stands here alone.",
        "The bridge is closed today. The bridge is closed today.",
        "the of and to in. it is that he was. for on are as with.",
        "... !!! ??? --- ***",
        "12 34 56. 78 90 12. 34 56 78.",
        "a " * 3000,
        "\x00\x01\x02",
        "\ud800 lone surrogate here.",
    ],
    ids=lambda text: repr(text[:20]),
)
def test_strange_text_gives_a_summary_or_a_reason(system: Summarizer, text: str) -> None:
    summary = system.summarize(text, words=10, keywords=3, ranking=True)
    assert len(str(summary).split()) <= 10
    assert summary.sentences or summary.warnings
    assert all(math.isfinite(sentence.score) for sentence in summary.ranking)


def test_a_budget_smaller_than_any_sentence_is_answered_with_a_reason(system: Summarizer, short: list[str]) -> None:
    summary = system.summarize(short, words=1)
    assert str(summary) == ""
    assert any("no sentence fits in 1 word:" in warning for warning in summary.warnings)


def test_what_was_seen_is_never_selected(system: Summarizer, short: list[str]) -> None:
    summary = system.summarize(short, words=100, seen=[short[1]], keywords=0)
    assert summary.sentences
    assert 1 not in {sentence.document for sentence in summary.sentences}


def test_nothing_new_is_said_to_be_nothing_new(system: Summarizer, short: list[str]) -> None:
    summary = system.summarize(short[0], words=100, seen=short[0])
    assert str(summary) == ""
    assert any("nothing new" in warning for warning in summary.warnings)


def test_json_has_the_agreed_fields(system: Summarizer, short: list[str]) -> None:
    fields = json.loads(system.summarize(short, words=50, keywords=3).to_json())
    assert list(fields) == ["text", "sentences", "keywords", "budget", "system", "version", "language", "warnings"]
    assert list(fields["sentences"][0]) == ["text", "document", "start", "end", "score", "rank"]
    if not fields["keywords"]:  # a system that ranks sentences only
        return
    assert list(fields["keywords"][0]) == ["text", "score", "occurrences"]
    assert list(fields["keywords"][0]["occurrences"][0]) == ["document", "start", "end"]
    assert list(fields["budget"]) == ["unit", "limit", "used"]


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["reprank", "lead", "lexrank", "textrank", "centroid"]),
    st.lists(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), max_size=6), max_size=4),
    st.integers(1, 60),
)
def test_any_cluster_of_any_shape_keeps_the_contract(name: str, cluster: list[list[list[str]]], limit: int) -> None:
    documents = [" ".join(" ".join(words).capitalize() + "." for words in document) for document in cluster]
    summary = summarizer(name).summarize(documents, words=limit, keywords=3)
    assert len(str(summary).split()) <= limit
    assert all(documents[s.document][s.start : s.end] == s.text for s in summary.sentences)
    assert summary.sentences or summary.warnings


class Letters:
    """A budget of one's own, such as the tokens of a language model."""

    limit = 300

    def cost(self, text: str) -> int:
        return sum(map(str.isalpha, text))


def test_a_budget_of_ones_own_is_kept(system: Summarizer, short: list[str]) -> None:
    summary = system.summarize(short, budget=Letters())
    assert 0 < Letters().cost(str(summary)) == summary.budget.used <= 300


# Invented words, equally many and equally long, none twice: no system has a reason to prefer one of these sentences.
EQUAL = (
    "Vorpel tamzik brondu kelshi quonda.",
    "Zimbra folket warnik pledgo huskin.",
    "Drimba solvek catniq jurmba feltox.",
    "Lopnix garvum snebil trocka mivrel.",
)
# A solver, a simulated annealing and two samplers decide otherwise: each in a way of its own, the same in every run.
NOT_GREEDY = {"icsi", "sparse", "random", "lead-latest", "reprank-paper-absorb"}


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name not in NOT_GREEDY])
def test_of_equal_scores_the_first_wins(name: str) -> None:
    system = make("oracle").given([" ".join(EQUAL)]) if name == "oracle" else make(name)
    for documents in (EQUAL, EQUAL[::-1]):
        selected = system.summarize(documents, sentences=2, language="en").sentences
        assert [(sentence.document, sentence.rank) for sentence in selected] == [(0, 1), (1, 2)]


@pytest.mark.parametrize("name", NAMES)
def test_a_system_without_a_use_for_a_query_says_so(name: str, short: list[str]) -> None:
    warnings = summarizer(name).summarize(short, words=30, keywords=0, query="When does the ferry start?").warnings
    assert (f"{name} does not use a query" in warnings) == (name not in {"reprank", "mmr"})


@pytest.mark.slow
def test_hash_seeds_and_thread_counts_change_nothing(articles: list[str], tmp_path: object) -> None:
    program = (
        "import sys, reprank\n"
        "from reprank.examples import example_documents\n"
        "documents = example_documents()\n"
        "for name in ['reprank', 'reprank-paper-absorb', 'lexrank']:\n"
        "    print(reprank.systems.make(name).summarize(documents, words=100, ranking=True).to_json())\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads},
            capture_output=True,
            check=True,
        ).stdout
        for seed, threads in [("0", "1"), ("1", "2"), ("77", "4")]
    }
    assert len(outputs) == 1


def test_the_order_of_documents_changes_no_ranking(articles: list[str]) -> None:
    forward = reprank.summarize(articles, words=120)
    backward = reprank.summarize(articles[::-1], words=120)
    assert {sentence.text for sentence in forward.sentences} == {sentence.text for sentence in backward.sentences}
    assert {keyword.text for keyword in forward.keywords} == {keyword.text for keyword in backward.keywords}


@pytest.mark.parametrize("place", ["first", "between", "last"])
def test_an_empty_document_changes_nothing(system: Summarizer, short: list[str], place: str) -> None:
    at = {"first": 0, "between": 1, "last": len(short)}[place]
    documents = [*short[:at], "", *short[at:]]
    for length in ({"words": 30}, {"ratio": 0.3}, {"ratio": 0.6}):
        expected = system.summarize(short, **length)
        summary = system.summarize(documents, **length)
        assert [(s.document - (s.document > at), s.text, s.rank) for s in summary.sentences] == [
            (s.document, s.text, s.rank) for s in expected.sentences
        ]
        assert [k.text for k in summary.keywords] == [k.text for k in expected.keywords]


@pytest.mark.parametrize("name", NAMES)
def test_the_keywords_of_a_summary_are_those_of_its_own_method(name: str, short: list[str]) -> None:
    system = SYSTEMS[name]()
    if isinstance(system.method, KeywordMethod):
        alone = system.keywords(short, top=5)
        with_summary = system.summarize(short, words=10_000, keywords=5).keywords
        assert [keyword.text for keyword in alone] == [keyword.text for keyword in with_summary]
    else:
        assert summarizer(name).summarize(short, words=50, keywords=5).keywords == ()
        with pytest.raises(InputError, match="ranks sentences only"):
            system.keywords(short)


def test_all_systems_can_be_pickled() -> None:
    for table in (SYSTEMS, KEYWORD_SYSTEMS):
        assert pickle.loads(pickle.dumps(table)).keys() == table.keys()
