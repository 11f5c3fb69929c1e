from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from reprank.batch import Progress
from reprank.cli import main
from reprank.cli.batch import ProgressLine

TEXT = "The river rose all night. By dawn it had closed the bridge. The ferry could not cross the river either."


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps({"id": i, "text": TEXT}) + "\n" for i in range(3)) + "oops\n", encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    code = main(["batch", *map(str, arguments)])
    captured = capsys.readouterr()
    assert captured.out == ""
    return code, captured.err


def test_as_many_rows_come_out_as_go_in(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = rows.with_name("out.jsonl")
    assert run(capsys, rows, out, "--words", 12, "--workers", 1) == (0, "reprank: 4 rows, 1 failed\n")
    results = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in results] == [0, 1, 2, 4]
    assert all(row["budget"]["used"] <= 12 for row in results[:3])
    assert run(capsys, rows, out, "--words", 12, "--resume") == (0, "reprank: nothing left to do\n")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--words", "0"], "words must be a whole number of at least 1; got 0"),
        (["--system", "nobody"], "unknown system 'nobody'"),
        (["--workers", "0"], "workers must be at least 1; got 0"),
        (["--time-limit", "-1"], "seconds of the limits must be above 0"),
        (["--address", "auto"], "--address is for --engine ray"),
        (["--partition", "0"], "partition must be at least 1 document"),
        (["--partition", "2"], "row 4: not JSON"),
    ],
)
def test_a_bad_setting_is_one_line_and_no_result(
    rows: Path, capsys: pytest.CaptureFixture[str], options: list[str], says: str
) -> None:
    code, err = run(capsys, rows, rows.with_name("out.jsonl"), *options)
    assert code == 1
    assert says in err
    assert err.count("\n") == 1
    assert list(rows.parent.iterdir()) == [rows]


def test_a_missing_file_and_an_unknown_format_are_one_line(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, err = run(capsys, rows.with_name("absent.jsonl"), rows.with_name("out.jsonl"))
    assert (code, err.endswith("absent.jsonl: no such file\n")) == (1, True)
    code, err = run(capsys, rows, rows.with_name("out.txt"))
    assert code == 1
    assert "end it in .jsonl, .csv or .parquet" in err


def test_results_are_not_overwritten(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = rows.with_name("out.jsonl")
    out.write_text("precious")
    code, err = run(capsys, rows, out)
    assert (code, out.read_text()) == (1, "precious")
    assert "go on with --resume, or remove it" in err


def test_one_cluster_becomes_one_row(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows.write_text("".join(json.dumps({"text": TEXT}) + "\n" for _ in range(3)), encoding="utf-8")
    out = rows.with_name("out.jsonl")
    code, err = run(capsys, rows, out, "--sentences", 1, "--partition", 2, "--workers", 1)
    assert code == 0
    (row,) = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert row["text"] in TEXT
    assert "approximate: 2 partitions" in err


def test_progress_in_a_log_is_rows_rate_and_time_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter([0.0, 10.0, 110.0])
    monkeypatch.setattr("reprank.cli.batch.time.monotonic", lambda: next(clock))
    line = ProgressLine()
    line(Progress(rows=1000, failed=0, share=0.1))
    line(Progress(rows=3000, failed=7, share=0.3))
    # 2,000 rows and a fifth of the file in 100 seconds: seven tenths take 350 seconds more.
    assert capsys.readouterr().err == "reprank: 3,000 rows, 7 failed, 20 a second, 6 min left\n"


def test_on_a_terminal_the_progress_line_is_wiped_at_the_end(rows: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "reprank", "batch", str(rows), str(rows.with_name("out.jsonl"))]
    with subprocess.Popen([*command, "--workers", "1"], stderr=theirs) as process:
        process.wait()
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert shown.endswith("\r\x1b[Kreprank: 4 rows, 1 failed\r\n")
