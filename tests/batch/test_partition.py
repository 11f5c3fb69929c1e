from __future__ import annotations

import json
from pathlib import Path

import pytest

import reprank
from reprank.batch import Job, Local, RowSettings
from reprank.batch.partition import partition_settings, run, summarize
from reprank.budget import Characters, Ratio, Sentences, Words
from reprank.errors import DataError, InputError
from tests.batch.texts import document, write_rows

TEXTS = [document(i) for i in range(9)]


def test_where_everything_is_partition_settings_the_summary_is_the_exact_one() -> None:
    settings = RowSettings(budget=Sentences(2), keywords=0)
    few = [document(1, sentences=3), document(2, sentences=3)]
    exact = reprank.summarize(few, sentences=2, keywords=0)
    assert summarize(few, partition=1, settings=settings).sentences == exact.sentences


def test_where_one_partition_holds_everything_nothing_is_approximate(tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "in.jsonl", 3)
    exact = reprank.summarize([str(row["text"]) for row in rows], words=30)
    job = Job(RowSettings(budget=Words(30)))
    summary = run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", partition=3, job=job, engine=Local(1))
    assert (summary.sentences, summary.keywords, summary.warnings) == (exact.sentences, exact.keywords, ())


@pytest.mark.parametrize("partition", [1, 2, 4, 8])
def test_sentences_and_keywords_stand_where_they_say(partition: int) -> None:
    summary = summarize(TEXTS, partition=partition, settings=RowSettings(budget=Words(40), keywords=5))
    assert summary.sentences
    for sentence in summary.sentences:
        assert TEXTS[sentence.document][sentence.start : sentence.end] == sentence.text
    for keyword in summary.keywords:
        forms = {TEXTS[place.document][place.start : place.end].casefold() for place in keyword.occurrences}
        assert keyword.text.casefold() in forms


@pytest.mark.parametrize(
    "settings",
    [
        RowSettings(budget=Words(30)),
        RowSettings(budget=Sentences(3)),
        RowSettings(budget=Characters(200)),
        RowSettings(),
    ],
)
def test_the_length_holds_for_the_whole(settings: RowSettings) -> None:
    summary = summarize(TEXTS, partition=2, settings=settings)
    assert 0 < summary.budget.used <= summary.budget.limit


def test_the_summary_says_that_it_is_approximate() -> None:
    warning, *_ = summarize(TEXTS, partition=4).warnings
    assert warning == "approximate: 3 partitions of up to 4 documents were ranked, then their leading sentences"


def test_a_ratio_is_refused() -> None:
    with pytest.raises(InputError, match="instead of ratio"):
        partition_settings(RowSettings(budget=Ratio(0.1)))


def test_worker_processes_give_the_same_as_this_process(tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "in.jsonl", 9)
    settings = RowSettings(budget=Sentences(3), keywords=2)
    there = run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", partition=2, job=Job(settings), engine=Local(2))
    here = summarize([str(row["text"]) for row in rows], partition=2, settings=settings)
    assert there == here
    (line,) = (tmp_path / "out.jsonl").read_text().splitlines()
    assert json.loads(line)["summary"] == str(here)
    with pytest.raises(DataError, match="exists"):
        run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", partition=2)


def test_a_bad_row_is_not_left_out_in_silence(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"text": "One."}\nnot JSON\n')
    with pytest.raises(DataError, match="line 2: not JSON"):
        run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", partition=2, engine=Local(1))
