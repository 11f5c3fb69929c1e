"""What goes wrong around a batch: disks, inputs, other runs, pipes. Nothing is lost, doubled or half written."""

from __future__ import annotations

import errno
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reprank.batch import Job, Local, Progress, Report, RowSettings, run
from reprank.batch.journal import FinishedRows, Journal
from reprank.budget import Sentences
from reprank.errors import DataError, OutputError
from tests.batch.texts import document, read_results, write_rows

SHORT = Job(RowSettings(budget=Sentences(2), keywords=3))
pytestmark = pytest.mark.slow


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "reprank", "batch", *map(str, arguments), "--sentences", "2", "--workers", "1"]


def limit_file_size(size: int) -> Callable[[], None]:
    """Return what a child process calls so that no file of its own can become larger: a disk that is full."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.jsonl.gz"])
def test_after_a_full_disk_a_batch_goes_on_as_if_nothing_had_happened(tmp_path: Path, name: str) -> None:
    write_rows(tmp_path / "in.jsonl", 60)
    whole = subprocess.run(command(tmp_path / "in.jsonl", tmp_path / f"whole-{name}"), capture_output=True)
    assert whole.returncode == 0
    full = subprocess.run(
        command(tmp_path / "in.jsonl", tmp_path / name),
        preexec_fn=limit_file_size(30_000),
        capture_output=True,
        text=True,
    )
    said = f"reprank: cannot write {tmp_path / name}.part: {os.strerror(errno.EFBIG)}; "
    assert (full.returncode, full.stderr) == (1, f"{said}free some space, then continue with --resume\n")
    assert not (tmp_path / name).exists()
    assert subprocess.run(command(tmp_path / "in.jsonl", tmp_path / name, "--resume")).returncode == 0
    assert (tmp_path / name).read_bytes() == (tmp_path / f"whole-{name}").read_bytes()


def test_a_disk_that_is_full_at_the_last_step_leaves_the_part_for_another_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_rows(tmp_path / "in.jsonl", 3)

    def no_space(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setitem(__import__("reprank.batch.writers").batch.writers.WRITERS, ".csv", no_space)
        with pytest.raises(OutputError, match="No space left on device; free some space"):
            run(tmp_path / "in.jsonl", tmp_path / "out.csv", job=SHORT, engine=Local(1))
    assert not (tmp_path / "out.csv").exists()
    assert run(tmp_path / "in.jsonl", tmp_path / "out.csv", job=SHORT, engine=Local(1), resume=True) == Report(3, 0)


@pytest.mark.parametrize("change", ["truncated", "extended"])
def test_an_input_that_changes_while_it_is_read_is_an_error(tmp_path: Path, change: str) -> None:
    source = tmp_path / "in.jsonl"
    rows = write_rows(source, 400)

    def disturb(now: Progress) -> None:
        if now.rows and source.stat().st_size and len(rows) == 400:
            rows.pop()
            if change == "truncated":
                os.truncate(source, 2000)
            else:
                with source.open("a") as stream:
                    stream.write('{"text": "One more."}\n')

    with pytest.raises(DataError, match="was changed while it was read: remove the results, and begin again"):
        run(source, tmp_path / "out.jsonl", job=SHORT, engine=Local(1), progress=disturb)
    assert not (tmp_path / "out.jsonl").exists()


class CutBefore:
    """An engine before whose first look somebody cuts the input."""

    def results(self, source: Any, *arguments: Any, **options: Any) -> Any:
        os.truncate(source, 2000)
        return Local(1).results(source, *arguments, **options)


def test_an_input_that_changes_before_the_engine_opens_it_is_an_error(tmp_path: Path) -> None:
    write_rows(tmp_path / "in.jsonl", 40)
    with pytest.raises(DataError, match="was changed while it was read: remove the results, and begin again"):
        run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", job=SHORT, engine=CutBefore())
    assert not (tmp_path / "out.jsonl").exists()


def test_an_input_that_is_removed_while_it_is_open_is_read_to_its_end(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    write_rows(source, 400)
    report = run(
        source,
        tmp_path / "out.jsonl",
        job=SHORT,
        engine=Local(1),
        progress=lambda now: source.unlink(missing_ok=True),
    )
    assert report == Report(400, 0)
    assert len(read_results(tmp_path / "out.jsonl")) == 400


@pytest.mark.parametrize("what", ["absent", "a folder without files", "not allowed"])
def test_an_input_that_cannot_be_read_is_one_line_and_leaves_nothing(
    tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "in.jsonl"
    if what == "a folder without files":
        source.mkdir()
    if what == "not allowed":
        source.write_text("{}\n")
        _refuse_to_open(source, monkeypatch)
    with pytest.raises(DataError, match=r"no such file|no files of a known kind|cannot read .*Permission denied"):
        run(source, tmp_path / "out.jsonl", job=SHORT, engine=Local(1))
    assert [path.name for path in tmp_path.iterdir() if path != source] == []


def _refuse_to_open(refused: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do what the system does for users without the right; tests may run as root, who has every right."""
    open_path = Path.open

    def open_others(path: Path, *arguments: Any, **options: Any) -> Any:
        if path == refused:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return open_path(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", open_others)


def test_while_results_are_being_finished_a_second_run_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = str(tmp_path / "out.csv")
    refused = []

    def second_run(path: Path, *_: object) -> None:
        with pytest.raises(DataError, match="is in use: another run is writing these results"):
            Journal.start(target, {}, resume=True)
        refused.append(True)
        path.write_text("done")

    monkeypatch.setitem(__import__("reprank.batch.writers").batch.writers.WRITERS, ".csv", second_run)
    journal = Journal.start(target, {}, resume=False)
    journal.append(FinishedRows([0], [b"{}\n"], 0))
    journal.finish()
    assert refused == [True]


def test_two_runs_that_begin_at_the_same_time_make_one_result(tmp_path: Path) -> None:
    write_rows(tmp_path / "in.jsonl", 200)
    arguments = command(tmp_path / "in.jsonl", tmp_path / "out.jsonl")
    both = [subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    ended = sorted((process.communicate()[1], process.returncode) for process in both)
    assert sorted(code for _, code in ended) == [0, 1]
    assert any("is in use" in said or "exists: continue with --resume" in said for said, _ in ended)
    assert [row["id"] for row in read_results(tmp_path / "out.jsonl")] == [f"row-{i}" for i in range(200)]


def test_a_reader_that_stops_reading_ends_the_batch_without_a_word(tmp_path: Path) -> None:
    write_rows(tmp_path / "in.jsonl", 3000)
    with subprocess.Popen(
        command(tmp_path / "in.jsonl", "-"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["id"] == "row-0"
        process.stdout.close()
        assert (process.wait(60), process.stderr.read()) == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_a_standard_output_that_is_full_is_one_line(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    write_rows(tmp_path / "in.jsonl", 20)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command(tmp_path / "in.jsonl", "-"), stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (1, "reprank: output: No space left on device\n")


def test_a_row_larger_than_its_memory_is_an_error_and_its_neighbours_are_not(tmp_path: Path) -> None:
    rows = [document(1), " ".join(document(number) for number in range(40_000)), document(2)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in rows))
    arguments = command(tmp_path / "in.jsonl", tmp_path / "out.jsonl", "--memory-limit", "150")
    assert subprocess.run(arguments, stderr=subprocess.DEVNULL).returncode == 3
    results = read_results(tmp_path / "out.jsonl")
    assert [("error" in row) for row in results] == [False, True, False]
    assert results[1]["error"]["type"] in ("OutOfMemory", "MemoryError", "WorkerLost")  # type: ignore[index]
