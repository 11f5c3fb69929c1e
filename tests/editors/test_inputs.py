"""The inputs that editors read: offsets inside the texts, real texts in the majority, our own texts unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.editors.inputs import Input, count_words, documents_of, read_inputs
from benchmarks.editors.marks import FIELDS, MARKS, check, read_marks
from benchmarks.editors.sources import OWN, Files, Package

INPUTS = read_inputs()
OURS = [given for given in INPUTS if given.documents[0].package.startswith("own:")]


def test_inputs_have_names_of_their_own() -> None:
    assert len({given.id for given in INPUTS}) == len(INPUTS) >= 175


def test_three_quarters_are_real_texts() -> None:
    assert len(OURS) <= len(INPUTS) / 4


@pytest.mark.parametrize("given", INPUTS, ids=lambda given: given.id)
def test_sentences_lie_in_their_documents_in_order(given: Input) -> None:
    before = (0, 0)
    for span in given.sentences:
        origin = given.documents[span.document]
        assert before <= (span.document, span.start)
        assert span.start < span.end <= origin.end - origin.start
        assert span.words > 0
        before = (span.document, span.end)
    assert 30 <= given.words <= min(250, 0.3 * sum(span.words for span in given.sentences))


@pytest.mark.parametrize("given", OURS, ids=lambda given: given.id)
def test_our_own_texts_are_those_that_were_marked(given: Input) -> None:
    (text,) = documents_of(given, Files(Path("nowhere")))
    assert all(count_words(text[span.start : span.end]) == span.words for span in given.sentences)


def test_every_own_text_is_an_input() -> None:
    assert {given.documents[0].package for given in OURS} == {f"own:{path.name}" for path in OWN.iterdir()}


def test_names_of_packages_are_read() -> None:
    for given in INPUTS:
        for origin in given.documents:
            assert Package.parse(origin.package).name
    with pytest.raises(ValueError, match="index:name=version"):
        Package.parse("debian:bash")


def test_development_data_are_asked_for() -> None:
    with pytest.raises(FileNotFoundError, match="--data"):
        Files(Path("nowhere")).text("data:summaries/squality.jsonl", "squality.jsonl", "row", "1")


@pytest.mark.skipif(not MARKS.exists(), reason="the marks are not there yet")
def test_all_marks_fit_their_inputs() -> None:
    inputs = {given.id: given for given in INPUTS}
    for marks in read_marks():
        written = {name: getattr(marks, name) for name in FIELDS}
        assert check(inputs[marks.id], written, marks.editor) == marks
