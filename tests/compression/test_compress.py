from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import reprank
from reprank import Document, Tokens
from reprank.budget import Budget, Bytes, Characters, Words
from reprank.compression import Compressed
from reprank.errors import BudgetError, InputError

SENTENCES = [
    "The pump in the cellar failed at noon.",
    "Its seal was worn!",
    "A new seal costs 9.50 crowns, said Ida Brandt.",
    "Who pays for it?",
    "Die Brücke bleibt geschlossen.",
    "桥关闭了。",
    "No full stop here",
    "## A heading",
    "`run --fast` starts it.",
]
BLOCKS = ["```\nmake all\nmake test\n```", "| a | b |\n|---|---|\n| 1 | 2 |", "def f(x):\n    return x + 1"]
PIECE = st.sampled_from([*SENTENCES, *BLOCKS])
CHUNK = st.one_of(
    st.lists(st.tuples(PIECE, st.sampled_from([" ", "\n", "\n\n", "  "])), max_size=8).map(
        lambda parts: "".join(text + gap for text, gap in parts)
    ),
    st.text(max_size=60),
)
CHUNKS = st.lists(CHUNK, max_size=4)
QUERY = st.sampled_from([None, "What does a new seal cost?", "Ida Brandt", "zebra quantum", "9.50", "桥"])
MARKER = st.sampled_from([None, "[…]", "..."])
COUNTERS: list[Callable[[int], Budget]] = [Words, Characters, Bytes, Tokens]


def visible(text: str) -> int:
    return sum(not character.isspace() for character in text)


@given(CHUNKS, QUERY, st.sampled_from(COUNTERS), st.integers(1, 120), MARKER)
def test_the_length_holds_over_all_chunks(chunks, query, counter, limit, marker) -> None:
    budget = counter(limit)
    made = reprank.compress(chunks, query, budget=budget, marker=marker)
    assert sum(budget.cost(chunk.text) for chunk in made.chunks) <= limit
    assert made.budget is not None
    assert made.budget.used <= limit


@given(CHUNKS, QUERY, st.integers(1, 60), MARKER)
def test_no_chunk_becomes_longer_and_none_is_lost_or_moved(chunks, query, limit, marker) -> None:
    documents = [Document(text, id=str(number)) for number, text in enumerate(chunks)]
    made = reprank.compress(documents, query, words=limit, marker=marker)
    assert [chunk.id for chunk in made.chunks] == [document.id for document in documents]
    for chunk, text in zip(made.chunks, chunks, strict=True):
        assert len(chunk.text) <= len(text)
        assert len(chunk.text.encode("utf-8", "surrogatepass")) <= len(text.encode("utf-8", "surrogatepass"))


@given(CHUNKS, QUERY, st.integers(1, 60))
def test_kept_and_dropped_cover_every_visible_character_once(chunks, query, limit) -> None:
    made = reprank.compress(chunks, query, words=limit)
    for chunk, text in zip(made.chunks, chunks, strict=True):
        spans = sorted([*chunk.kept, *chunk.dropped])
        assert all(one[1] <= other[0] for one, other in pairwise(spans))
        assert sum(visible(text[start:end]) for start, end in spans) == visible(text)
        assert all(text[start:end].strip() for start, end in chunk.dropped)


@given(CHUNKS, QUERY, st.integers(1, 60))
def test_the_text_is_the_kept_spans_in_order_and_nothing_else(chunks, query, limit) -> None:
    made = reprank.compress(chunks, query, words=limit)
    for chunk, text in zip(made.chunks, chunks, strict=True):
        at = 0
        for start, end in chunk.kept:
            at = chunk.text.index(text[start:end], at) + end - start
        assert visible(chunk.text) == sum(visible(text[start:end]) for start, end in chunk.kept)


@given(CHUNKS, QUERY)
def test_if_everything_fits_everything_comes_back_byte_for_byte(chunks, query) -> None:
    made = reprank.compress(chunks, query, words=10_000, marker="[…]")
    assert [chunk.text for chunk in made.chunks] == chunks
    assert not any(chunk.dropped for chunk in made.chunks)


@given(st.lists(PIECE, min_size=2, max_size=8), QUERY, st.integers(3, 40))
def test_code_and_tables_are_whole_or_out(parts, query, limit) -> None:
    text = "\n\n".join(parts)
    made = reprank.compress(text, query, words=limit).chunks[0].text
    for block in BLOCKS:
        first_lines = {line for line in block.splitlines() if line != "```"}
        others = "\n".join(part for part in parts if part != block)
        if any(line in made and line not in others for line in first_lines):
            assert block in made


@given(CHUNKS, st.integers(1, 40))
def test_a_sentence_is_never_torn(chunks, limit) -> None:
    made = reprank.compress(chunks, "pump", words=limit)
    for chunk, text in zip(made.chunks, chunks, strict=True):
        for sentence in SENTENCES[:3]:
            assume(text.count(sentence) <= 1)
            if sentence in text and sentence not in chunk.text:
                assert sentence[:-8] not in chunk.text


@given(st.lists(PIECE, min_size=3, max_size=9), QUERY)
def test_what_must_be_kept_is_kept(parts, query) -> None:
    text = "\n\n".join([*parts, "The code is 4711."])
    made = reprank.compress([text, "Other text. It is long enough. It may go."], query, words=60, keep=["4711"])
    assert "The code is 4711." in made.chunks[0].text


def compressed(**options: object) -> Compressed:
    text = (
        "# Setup\n\nInstall it with pip. It runs on Linux. See /etc/app/main.cfg for all settings. It has 14 parts.\n\n"
        "```\nmake\n```\n\nThe café is closed. The pump failed. The town has a museum. The museum opens at nine."
    )
    return reprank.compress([text, "A second chunk stands here. It says little."], **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("preset", "survivor"),
    [("paths", "/etc/app/main.cfg"), ("numbers", "14 parts"), ("code", "```\nmake\n```"), ("headings", "# Setup")],
)
def test_presets_name_what_survives(preset: str, survivor: str) -> None:
    assert survivor in compressed(query="museum", words=14, keep=[preset]).chunks[0].text


def test_a_whole_chunk_survives_by_its_number() -> None:
    made = compressed(query="museum", words=16, keep=[1])
    assert made.chunks[1].text == "A second chunk stands here. It says little."


def test_what_must_survive_and_does_not_fit_is_an_error_with_both_lengths() -> None:
    with pytest.raises(BudgetError, match="takes 8 words, the limit is 5"):
        compressed(words=5, keep=[1])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "needs a length"),
        ({"words": 5, "tokens": 5}, "keep one"),
        ({"threshold": 0.5}, "give a query"),
        ({"query": "pump", "threshold": 2}, "from 0 to 1"),
        ({"words": 5, "keep": "numbers"}, "put it in a list"),
        ({"words": 5, "keep": ["["]}, "no regular expression"),
        ({"words": 5, "keep": [7]}, "there are 2"),
        ({"words": 5, "keep": [None]}, "NoneType"),
        ({"words": 5, "query": ["pump"]}, "query must be text; got list"),
    ],
)
def test_a_wrong_argument_is_refused_in_one_line(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        compressed(**options)
    assert "\n" not in str(caught.value)


def test_a_marker_stands_where_something_was_dropped_but_never_for_less_than_itself() -> None:
    text = "One. The pump in the cellar failed at noon on Friday. The rest of this text says nothing at all about it."
    made = reprank.compress(text, "pump cellar failed", words=11, marker="[……]").chunks[0].text
    assert made == "The pump in the cellar failed at noon on Friday. [……]"


def test_a_higher_threshold_keeps_less_and_the_best_sentence_always() -> None:
    chunks = reprank.example_documents()
    texts = [reprank.compress(chunks, "Who pays for the ferry?", threshold=t) for t in (0.1, 0.4, 0.7, 1.0)]
    sizes = [sum(len(chunk.text) for chunk in made.chunks) for made in texts]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1] > 0
    assert all("the state would pay" in str(made) for made in texts)


def test_a_threshold_and_a_query_of_unknown_words_keep_nothing_and_say_so() -> None:
    made = compressed(query="xylophone zebras", threshold=0.5)
    assert str(made) == ""
    assert any("no word of the query" in warning for warning in made.warnings)


def test_a_tokenizer_object_counts() -> None:
    class Halves:
        def encode(self, text: str) -> list[str]:
            return [text[i : i + 2] for i in range(0, len(text), 2)]

    budget = Tokens(40, counter=Halves())
    made = compressed(query="pump", budget=budget)
    assert 0 < sum(len(Halves().encode(chunk.text)) for chunk in made.chunks) <= 40


def test_other_hash_seeds_give_the_same_bytes() -> None:
    code = (
        "import reprank\n"
        "made = reprank.compress(reprank.example_documents(), 'Who owns the barge?', tokens=150, marker='[…]')\n"
        "print(ascii(made.to_json()))"
    )
    environments = [{**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)} for seed in "05"]
    outputs = {
        subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True).stdout
        for env in environments
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 200


def test_repeated_sentences_are_kept_once() -> None:
    chunks = ["The pump failed at noon. It was old.", "The pump failed at noon. It was blue."]
    assert str(reprank.compress(chunks, "pump failed", words=12)).count("The pump failed") == 1


def report() -> reprank.Document:
    parts = [
        ("furniture", "Pump news, page 7: what the pump costs"),
        ("heading", "What does the pump cost?"),
        ("prose", "The town bought a pump. A new pump costs nine crowns. It is green."),
        ("caption", "Figure 2: the old pump."),
        ("reference", "Prior, B. What the pump costs. Journal of pumps."),
        ("prose", "The mayor likes soup. The town has a cafe and a bakery."),
    ]
    text, blocks = "", []
    for kind, part in parts:
        blocks.append(reprank.Block(len(text), len(text) + len(part), kind))
        text += f"{part}\n\n"
    return reprank.Document(text, blocks=tuple(blocks))


def left_of_the_report(**options: Any) -> str:
    return reprank.compress([report()], "What does the pump cost?", **options).chunks[0].text


def test_what_a_reader_calls_heading_furniture_or_reference_is_not_kept() -> None:
    for query in ("What does the pump cost?", None):
        for words in (6, 14, 30):
            text = reprank.compress([report()], query, words=words).chunks[0].text
            assert "Pump news" not in text
            assert "What does" not in text
            assert "Journal" not in text
    assert left_of_the_report(words=8) == "A new pump costs nine crowns."


def test_without_a_query_only_prose_is_kept_of_a_document_with_blocks() -> None:
    text = reprank.compress([report()], words=20).chunks[0].text
    assert text
    assert "Figure 2" not in text


def test_what_must_survive_survives_whatever_the_reader_calls_it() -> None:
    kept = left_of_the_report(words=30, keep=["headings", "Journal"])
    assert "What does the pump cost?" in kept
    assert "Journal of pumps." in kept
    assert left_of_the_report(words=60, keep=[0]) == report().text


def test_a_pdf_is_compressed_by_its_blocks() -> None:
    paper = reprank.read(Path(__file__).parents[1] / "readers" / "files" / "paper.pdf")
    made = reprank.compress([paper], "How are eels counted?", words=90).chunks[0]
    kind_at = {block.start: block.kind for block in paper.blocks}
    starts = sorted(kind_at)
    for start, end in made.kept:
        kinds = {kind_at[at] for at in starts if at < end and paper.text[at:end].strip() and at >= start}
        assert not kinds & {"heading", "furniture", "reference"}


def test_a_marker_may_hold_half_a_character() -> None:
    made = reprank.compress(["The pump failed at noon. Lunch was soup."], "What failed?", words=6, marker="\ud800")
    assert made.chunks[0].text == "The pump failed at noon. \ud800"


def test_a_chunk_of_white_space_costs_nothing_where_others_are_cut() -> None:
    made = reprank.compress([" \n" * 30, "The pump failed at noon. Lunch was soup."], "What failed?", bytes=30)
    assert [chunk.text for chunk in made.chunks] == ["", "The pump failed at noon."]
    assert made.budget.used == 24
