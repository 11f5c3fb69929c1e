from __future__ import annotations

import inspect
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import reprank
from reprank import InputError, Summary, keywords_many, summarize_many
from reprank.api import System
from reprank.baselines.lead import Lead
from reprank.schema import KeywordOptions, SummaryOptions
from reprank.selection import Selection, Task
from tests.batch.texts import document

TEXTS = [document(number) for number in range(20)]


@pytest.mark.parametrize("workers", [None, 0, 2])
def test_each_text_has_the_summary_it_has_alone(workers: int | None) -> None:
    found = list(summarize_many(TEXTS, sentences=2, keywords=3, workers=workers))
    assert found == [reprank.summarize(text, sentences=2, keywords=3) for text in TEXTS]
    assert [summary.documents[0].text for summary in found] == TEXTS


@pytest.mark.parametrize("workers", [None, 2])
def test_each_text_has_the_keywords_it_has_alone(workers: int | None) -> None:
    assert list(keywords_many(TEXTS, top=3, workers=workers)) == [reprank.keywords(text, top=3) for text in TEXTS]


def test_an_item_may_be_documents_that_share_a_summary() -> None:
    clusters = [TEXTS[:3], [reprank.Document(TEXTS[4])], TEXTS[5]]
    found = list(summarize_many(clusters, words=20, workers=1))
    assert found == [reprank.summarize(cluster, words=20) for cluster in clusters]


def test_options_and_another_system_hold_for_every_text() -> None:
    options = {"words": 20, "query": "the tram line", "seen": iter([TEXTS[0]]), "keywords": 0}
    found = list(summarize_many(TEXTS[:4], system=System(Lead()), **options))  # type: ignore[call-overload]
    lead = System(Lead())
    wanted = [lead.summarize(text, words=20, query="the tram line", seen=TEXTS[0], keywords=0) for text in TEXTS[:4]]
    assert found == wanted
    assert not found[0]


def test_nothing_is_read_before_it_is_asked_for() -> None:
    read = 0

    def texts() -> Iterator[str]:
        nonlocal read
        while True:
            read += 1
            yield TEXTS[read % len(TEXTS)]

    summaries = summarize_many(texts(), sentences=1)
    assert read == 0
    next(summaries)
    assert read == 1
    ahead = summarize_many(texts(), sentences=1, workers=1)
    next(ahead)
    assert read < 100
    ahead.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("workers", [None, 1])
def test_an_error_is_raised_in_its_place_or_returned_there(workers: int | None) -> None:
    texts = [TEXTS[0], float("nan"), TEXTS[1]]
    results = summarize_many(texts, sentences=1, workers=workers)  # type: ignore[list-item]
    assert isinstance(next(results), Summary)
    with pytest.raises(InputError, match="a document must be text; got float"):
        next(results)
    returned = list(summarize_many(texts, sentences=1, workers=workers, errors="return"))  # type: ignore[list-item]
    assert [type(result) for result in returned] == [Summary, InputError, Summary]


@dataclass(frozen=True)
class Fatal:
    """A method that ends its process when a text says so, and fails when another says so."""

    name: str = "fatal"

    def select(self, task: Task) -> Selection:
        first = task.units.texts[0]
        if first.startswith("Kill"):
            os.kill(os.getpid(), signal.SIGKILL)
        if first.startswith("Fail"):
            raise KeyError("a mistake")
        return Lead().select(task)


def test_a_text_that_kills_its_worker_is_an_error_and_the_others_are_done() -> None:
    texts = [TEXTS[0], "Kill this process now. It is time.", "Fail at this one. It is wrong.", TEXTS[1]]
    first, killed, failed, last = summarize_many(texts, system=System(Fatal()), sentences=1, workers=1, errors="return")
    assert isinstance(killed, reprank.RepRankError)
    assert "WorkerLost: its worker process died twice" in str(killed)
    assert isinstance(failed, KeyError)
    assert isinstance(first, Summary)
    assert isinstance(last, Summary)


def test_progress_counts_the_texts() -> None:
    for workers in (0, 1):
        counted: list[int] = []
        list(summarize_many(TEXTS[:3], sentences=1, workers=workers, progress=counted.append))
        assert counted == [1, 2, 3]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: summarize_many("One text."), "got one text: put it in a list"),
        (lambda: summarize_many({"a": "One text."}), "got dict"),  # type: ignore[call-overload]
        (lambda: summarize_many(7), "got int"),  # type: ignore[call-overload]
        (lambda: summarize_many([], words=0), "words must be a whole number of at least 1"),
        (lambda: summarize_many([], workers=-1), "workers must be a whole number of at least 0; got -1"),
        (lambda: summarize_many([], workers=1.5), "got 1.5"),  # type: ignore[call-overload]
        (lambda: summarize_many([], errors="ignore"), "errors must be 'raise' or 'return'"),  # type: ignore[call-overload]
        (lambda: keywords_many([], top=-1), "top must be a whole number of at least 0; got -1"),
    ],
)
def test_a_wrong_argument_is_an_error_of_the_call(call: Callable[[], object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        call()


def test_the_options_are_those_of_the_calls_for_one_text() -> None:
    for options, function in ((SummaryOptions, reprank.summarize), (KeywordOptions, reprank.keywords)):
        assert list(options.__annotations__) == list(inspect.signature(function).parameters)[1:]


def test_an_interrupt_ends_the_work_and_the_workers(tmp_path: Path) -> None:
    script = tmp_path / "interrupted.py"
    script.write_text(
        "import multiprocessing, os, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored if the tests run in the background\n"
        "import reprank\n"
        "def texts():\n"
        "    while True:\n"
        "        yield 'The river rose. The bridge was closed. ' * 20\n"
        "if __name__ == '__main__':\n"
        "    try:\n"
        "        for number, summary in enumerate(reprank.summarize_many(texts(), words=5, workers=2)):\n"
        "            if number == 5:\n"
        "                os.killpg(0, signal.SIGINT)\n"
        "    except KeyboardInterrupt:\n"
        "        print('interrupted,', len(multiprocessing.active_children()), 'workers left')\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, start_new_session=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("interrupted, 0 workers left\n", "")
