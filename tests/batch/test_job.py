from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import reprank
from reprank.batch import Job, Limits, Local, Progress, Report, RowFormat, RowSettings, run
from reprank.batch.rows import Row
from reprank.batch.worker import RowPool, chunks
from reprank.budget import Sentences, Words
from reprank.errors import DataError, InputError, MissingExtra
from reprank.worker_pool import WINDOW_CHUNKS
from tests.batch.texts import document, read_results, write_rows

SHORT = Job(RowSettings(budget=Sentences(2), keywords=3))
TWO = Local(workers=2)
pytestmark = pytest.mark.slow


def test_every_row_comes_out_as_the_summarizer_alone_would_have_it(tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "in.jsonl", 40)
    report = run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", job=SHORT, engine=TWO)
    assert report == Report(rows=40, failed=0)
    alone = [json.loads(reprank.summarize(str(row["text"]), sentences=2, keywords=3).to_json()) for row in rows]
    wanted = [{"id": row["id"], "summary": one.pop("text"), **one} for row, one in zip(rows, alone, strict=True)]
    assert read_results(tmp_path / "out.jsonl") == wanted
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl", "out.jsonl.journal"]


def test_as_they_are_done_the_same_rows_come_in_another_order(tmp_path: Path, trap: str) -> None:
    mark = tmp_path / "last"  # the first row is done only after the last one
    texts = [f"wait {mark}", *map(document, range(46)), f"touch {mark}"]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    by_order = {}
    for order in ("input", "done"):
        mark.unlink(missing_ok=True)
        job = Job(RowSettings(trap, budget=Sentences(1)), order=order)  # type: ignore[arg-type]
        run(tmp_path / "in.jsonl", tmp_path / f"{order}.jsonl", job=job, engine=TWO)
        by_order[order] = read_results(tmp_path / f"{order}.jsonl")
    assert [row["id"] for row in by_order["input"]] == list(range(1, 49))
    assert by_order["done"] != by_order["input"]
    assert sorted(by_order["done"], key=lambda row: int(str(row["id"]))) == by_order["input"]


def test_bad_rows_become_error_rows_in_their_places(tmp_path: Path, trap: str) -> None:
    texts = ["bug", document(1), "kill", "sleep 9", "deaf", "devour", document(2)]
    lines = [json.dumps({"id": text[:6], "text": text}) for text in texts]
    (tmp_path / "in.jsonl").write_text("\n".join([lines[0], "not JSON", *lines[1:]]) + "\n")
    job = Job(RowSettings(trap, budget=Sentences(1)), Limits(seconds=0.7, megabytes=1000))
    report = run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", job=job, engine=Local(workers=1))
    results = read_results(tmp_path / "out.jsonl")
    kinds = [row["error"]["type"] if "error" in row else "" for row in results]  # type: ignore[index]
    assert kinds == ["KeyError", "DataError", "", "WorkerLost", "OutOfTime", "OutOfTime", "OutOfMemory", ""]
    assert report == Report(rows=8, failed=6)


def test_a_row_whose_worker_was_killed_by_chance_is_tried_again(tmp_path: Path, trap: str) -> None:
    texts = [document(1), f"first kill {tmp_path / 'mark'}", document(2)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    report = run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", job=Job(RowSettings(trap)), engine=Local(workers=1))
    assert report == Report(rows=3, failed=0)
    assert (tmp_path / "mark").exists()


def test_results_waiting_for_a_slow_row_stay_bounded(trap: str) -> None:
    drawn = 0

    def rows() -> object:
        nonlocal drawn
        for number in range(100_000):
            drawn = number
            yield number, Row(number, (f"sleep {0 if number else 2}",))

    with RowPool(RowSettings(trap, keywords=0), Limits(), workers=2) as pool:
        results = pool.results(chunks(rows(), max_rows=1))  # type: ignore[arg-type]
        assert next(done for done in results if done.numbers).numbers == [0]
    assert drawn <= 2 * WINDOW_CHUNKS + 2


def test_a_chunk_holds_no_more_text_than_it_may() -> None:
    rows = ((number, Row(number, ("x" * 200_000,))) for number in range(5))
    assert [len(chunk) for chunk in chunks(rows)] == [2, 2, 1]


def test_workers_can_be_given_chunks_again_and_again() -> None:
    with RowPool(RowSettings(budget=Sentences(1)), Limits(), workers=1) as pool:
        for number in range(3):
            results = pool.results(iter([[(number, Row(number, (document(number),)))]]))
            assert [done.numbers for done in results if done.numbers] == [[number]]


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (RowSettings(budget=Words(0)), "budget.limit must be a whole number of at least 1"),
        (RowSettings(system="nobody"), "unknown system 'nobody'"),
        (RowSettings(keywords=-1), "keywords must be"),
        (RowSettings(language="xx-unknown"), "xx-unknown"),
    ],
)
def test_settings_that_suit_no_row_stop_before_the_first(tmp_path: Path, settings: RowSettings, says: str) -> None:
    write_rows(tmp_path / "in.jsonl", 1)
    with pytest.raises(InputError, match=says):
        run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", job=Job(settings))
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_limits_and_workers_must_be_possible() -> None:
    with pytest.raises(InputError, match="seconds of the limits must be above 0"):
        Limits(seconds=0)
    with pytest.raises(InputError, match="workers must be at least 1"):
        Local(0)


@pytest.mark.parametrize("name", ["out.parquet", "out.csv", "out.jsonl.gz", "out.csv.zst"])
def test_every_format_holds_the_same_texts(tmp_path: Path, name: str) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("zstandard")
    rows = write_rows(tmp_path / "in.jsonl", 20)
    run(tmp_path / "in.jsonl", tmp_path / name, job=SHORT, engine=Local(1))
    wanted = [(str(row["id"]), str(reprank.summarize(str(row["text"]), sentences=2))) for row in rows]
    assert _texts(tmp_path / name) == wanted


def _texts(path: Path) -> list[tuple[str, str]]:
    if path.suffix == ".parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        return [(row["id"], row["summary"]) for row in parquet.read_table(path).to_pylist()]
    from contextlib import closing

    from reprank.batch.sources import RowsSource

    with closing(
        RowsSource(str(path), RowFormat(text_column="summary"))
    ) as source:  # results are rows again: a summary can be summarized
        return [(str(row.id), row.documents[0]) for row in source.rows]


def test_an_empty_file_gives_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("")
    assert run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", engine=Local(1)) == Report(0, 0)
    assert (tmp_path / "out.jsonl").read_bytes() == b""


def test_progress_counts_rows_and_ends_at_the_end(tmp_path: Path) -> None:
    write_rows(tmp_path / "in.jsonl", 40)
    seen: list[Progress] = []
    run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", job=SHORT, engine=Local(1), progress=seen.append)
    assert list(dict.fromkeys(now.rows for now in seen)) == [0, 16, 32, 40]
    assert seen[-1].share == 1.0


def test_a_finished_batch_resumes_to_nothing(tmp_path: Path) -> None:
    write_rows(tmp_path / "in.jsonl", 3)
    run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", job=SHORT, engine=Local(1))
    before = (tmp_path / "out.jsonl").read_bytes()
    assert run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", job=SHORT, resume=True) == Report(3, 0, done_before=True)
    assert (tmp_path / "out.jsonl").read_bytes() == before


def command(folder: Path, *more: str) -> list[str]:
    options = ["--sentences", "2", "--workers", "2", "--system", "trap", *more]
    return [sys.executable, "-m", "reprank", "batch", str(folder / "in.jsonl"), str(folder / "out.jsonl"), *options]


def write_slow_rows(path: Path, count: int) -> None:
    texts = [f"sleep 0.01 {document(i)}" for i in range(count)]
    path.write_text("".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts)))


def wait_for(path: Path, size: int) -> None:
    end = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size > size):
        assert time.monotonic() < end, "the batch did not get going"
        time.sleep(0.02)


@pytest.mark.minutes
@pytest.mark.parametrize("order", ["input", "done"])
def test_killed_again_and_again_a_batch_ends_as_if_never_interrupted(tmp_path: Path, trap: str, order: str) -> None:
    write_slow_rows(tmp_path / "in.jsonl", 200)
    job = Job(RowSettings(trap, budget=Sentences(2)), order=order)  # type: ignore[arg-type]
    run(tmp_path / "in.jsonl", tmp_path / "whole.jsonl", job=job, engine=TWO)
    size = 0
    for _ in range(2):
        process = subprocess.Popen(command(tmp_path, "--resume", "--order", order), stderr=subprocess.DEVNULL)
        wait_for(tmp_path / "out.jsonl.part", size)
        process.send_signal(signal.SIGKILL)
        process.wait()
        size = (tmp_path / "out.jsonl.part").stat().st_size
    subprocess.run(command(tmp_path, "--resume", "--order", order), check=True, stderr=subprocess.DEVNULL)
    killed, whole = read_results(tmp_path / "out.jsonl"), read_results(tmp_path / "whole.jsonl")
    if order == "done":
        killed, whole = (sorted(results, key=lambda row: str(row["id"])) for results in (killed, whole))
    assert killed == whole
    assert len(killed) == 200


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupted_it_keeps_what_is_done_and_says_how_to_go_on(
    tmp_path: Path, trap: str, number: signal.Signals, code: int
) -> None:
    texts = [document(i) if i < 20 else "sleep 30" for i in range(40)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    # As from a terminal, the signal goes to the workers too.
    process = subprocess.Popen(command(tmp_path), stderr=subprocess.PIPE, text=True, start_new_session=True)
    wait_for(tmp_path / "out.jsonl.part", 0)
    os.killpg(process.pid, number)
    _, says = process.communicate(timeout=20)
    assert (process.returncode, says) == (
        code,
        "reprank: interrupted after 16 rows: run the same command with --resume to continue\n",
    )
    assert len((tmp_path / "out.jsonl.part").read_bytes().splitlines()) == 16


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_worker_is_deaf_to_signals_from_its_first_moment(number: signal.Signals) -> None:
    with RowPool(RowSettings(budget=Sentences(1)), Limits(), workers=2) as pool:
        for worker in pool.workers._workers:
            os.kill(worker.process.pid or 0, number)
        results = pool.results(iter([[(0, Row(0, (document(0),)))]]))
        assert [done.numbers for done in results if done.numbers] == [[0]]


def test_other_rows_under_the_same_name_are_not_mixed_in(tmp_path: Path, trap: str) -> None:
    write_slow_rows(tmp_path / "in.jsonl", 200)
    process = subprocess.Popen(command(tmp_path), stderr=subprocess.DEVNULL)
    wait_for(tmp_path / "out.jsonl.part", 0)
    process.kill()
    process.wait()
    write_rows(tmp_path / "in.jsonl", 150)
    with pytest.raises(DataError, match=r"was begun with another input: remove it"):
        run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", job=Job(RowSettings(trap, budget=Sentences(2))), resume=True)


class Missing:
    """An engine whose package is not installed."""

    def results(self, *_: object, **__: object) -> Iterator[tuple[object, float]]:
        raise MissingExtra("the engine", "ray")


def test_a_batch_that_could_not_begin_leaves_nothing_behind(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"id": 1, "text": "The river rose. The bridge was closed."}\n', encoding="utf-8")
    with pytest.raises(MissingExtra):
        run(source, target, engine=Missing())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl"]
    assert run(source, target, engine=Local(1)).rows == 1


def test_other_columns_of_a_row_are_in_its_result(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [
        {"id": "a", "text": document(1), "year": 1999, "tags": ["x", "y"], "keywords": "old", "summary": "older"},
        {"id": "b", "text": document(2), "year": 2001, "price": 1.5, "flag": True},
        {"id": "c", "body": "no text", "year": None},
    ]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for name in ("out.jsonl", "out.csv", "out.parquet"):
        assert run(tmp_path / "in.jsonl", tmp_path / name, job=SHORT, engine=Local(1)) == Report(3, 1)
    results = read_results(tmp_path / "out.jsonl")
    assert [row["year"] for row in results] == [1999, 2001, None]
    assert results[0]["tags"] == ["x", "y"]
    assert (results[0]["input_keywords"], results[0]["input_summary"]) == ("old", "older")
    assert "text" not in results[0]
    assert isinstance(results[0]["keywords"], list)
    assert results[2]["body"] == "no text"
    with (tmp_path / "out.csv").open(newline="") as stream:
        table = list(csv.DictReader(stream))
    assert [(row["year"], row["tags"], row["price"]) for row in table] == [
        ("1999", '["x", "y"]', ""),
        ("2001", "", "1.5"),
        ("", "", ""),
    ]
    columns = parquet.read_table(tmp_path / "out.parquet").to_pydict()
    assert columns["year"] == [1999, 2001, None]
    assert columns["input_summary"] == ["older", None, None]
    assert columns["summary"] == [row.get("summary") for row in results]
    assert columns["tags"] == ['["x", "y"]', None, None]
    assert (columns["price"], columns["flag"]) == ([None, 1.5, None], [None, True, None])


def test_a_query_and_what_was_seen_hold_for_every_row(tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "in.jsonl", 5)
    seen = str(rows[0]["text"])
    settings = RowSettings(budget=Sentences(1), query="the tram line", seen=(seen,))
    run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", job=Job(settings), engine=Local(1))
    wanted = [str(reprank.summarize(str(row["text"]), sentences=1, query="the tram line", seen=seen)) for row in rows]
    assert [row["summary"] for row in read_results(tmp_path / "out.jsonl")] == wanted
    assert wanted[0] == ""


def test_input_and_output_must_differ(tmp_path: Path) -> None:
    write_rows(tmp_path / "in.jsonl", 2)
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "in.jsonl")
    for resume in (False, True):
        with pytest.raises(InputError, match="is both input and output: name another output"):
            run(tmp_path / "in.jsonl", tmp_path / "link.jsonl", resume=resume)


@pytest.mark.parametrize("ending", ["part", "journal"])
def test_an_input_with_the_name_of_a_file_beside_the_output_is_refused_and_kept(tmp_path: Path, ending: str) -> None:
    name = tmp_path / f"out.jsonl.{ending}"
    write_rows(name, 2)
    (tmp_path / "other.jsonl").hardlink_to(name)
    before = name.read_bytes()
    for source in (name, tmp_path / "other.jsonl"):
        for resume in (False, True):
            with pytest.raises(InputError, match=rf"is both input and output \(.*out\.jsonl\.{ending} too\)"):
                run(source, tmp_path / "out.jsonl", job=Job(rows=RowFormat(format="jsonl")), resume=resume)
    assert name.read_bytes() == before
    assert not (tmp_path / "out.jsonl").exists()


def test_what_a_row_had_to_lose_is_said_in_every_format(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    lines = [r'{"id": "a", "text": "The river \ud83d rose.", "price": 1e999}', r'{"id": "b", "note": "\ud800"}']
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    for name in ("out.jsonl", "out.csv", "out.parquet"):
        assert run(tmp_path / "in.jsonl", tmp_path / name, job=SHORT, engine=Local(1)) == Report(2, 1)
    first, second = read_results(tmp_path / "out.jsonl")
    assert first["summary"] == "The river \ufffd rose."
    assert first["warnings"][:2] == [  # type: ignore[index]
        "a number in price is too large: it is left out",
        "the text has half a surrogate pair: it is replaced by U+FFFD",
    ]
    assert second["warnings"] == ["note has half a surrogate pair: it is replaced by U+FFFD"]
    table = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert [row["warnings"] for row in table] == [first["warnings"], second["warnings"]]
    assert "U+FFFD" in (tmp_path / "out.csv").read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text on other systems")
def test_a_document_whose_name_is_not_text_has_a_row(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.txt")).write_text(document(1))
    assert run(folder, tmp_path / "out.csv", job=SHORT, engine=Local(1)) == Report(1, 0)
    assert "caf\\udce9.txt" in (tmp_path / "out.csv").read_text()


def test_a_finished_batch_is_not_taken_for_one_of_other_settings_or_rows(tmp_path: Path) -> None:
    write_rows(tmp_path / "in.jsonl", 40)
    run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", job=SHORT, engine=Local(1))
    other = Job(RowSettings("lead", budget=Words(5), keywords=3))
    with pytest.raises(
        DataError, match="system reprank instead of lead, length 2 sentences instead of 5 words: remove"
    ):
        run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", job=other, resume=True)
    lines = (tmp_path / "in.jsonl").read_text().splitlines(keepends=True)
    lines[20] = lines[20].replace("mayor", "major").replace("school", "schoul")  # of the same length
    (tmp_path / "in.jsonl").write_text("".join(lines))
    with pytest.raises(DataError, match="was made with another input: remove it"):
        run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", job=SHORT, resume=True)
