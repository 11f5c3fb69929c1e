from __future__ import annotations

import csv
import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from reprank.cli import main
from reprank.progress import ProgressLine

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
    assert run(capsys, rows, out, "--words", 12, "--workers", 1) == (3, "reprank: 4 rows, 1 failed\n")
    results = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in results] == [0, 1, 2, 4]
    assert all(row["budget"]["used"] <= 12 for row in results[:3])
    again = run(capsys, rows, out, "--words", 12, "--resume")
    assert again == (3, "reprank: nothing left to do: 4 rows, 1 failed\n")
    code, err = run(capsys, rows, out, "--words", 9, "--resume")
    assert (code, "was made with length 12 words instead of 9 words" in err) == (1, True)


def test_the_exit_code_says_whether_rows_failed(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = rows.with_name("out.jsonl")
    assert run(capsys, rows, out, "--workers", 1, "--allow-errors")[0] == 0
    rows.write_text('{"id": 1, "body": "x"}\n{"id": 2, "body": "x"}\n')
    for options, code in ((["--allow-errors"], 0), ([], 1), (["--text-column", "body"], 0)):
        out.unlink(missing_ok=True)
        assert run(capsys, rows, out, "--workers", 1, *options)[0] == code


def pipe(content: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "reprank", "batch", "-", "-", "--workers", "1", *arguments]
    return subprocess.run(command, input=content, capture_output=True, check=False)


def test_rows_go_from_standard_input_to_standard_output(rows: Path) -> None:
    done = pipe(rows.read_bytes(), "--sentences", "1")
    assert (done.returncode, done.stderr) == (3, b"reprank: 4 rows, 1 failed\n")
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["id"] for row in results] == [0, 1, 2, 4]
    assert results[0]["summary"] in TEXT


def test_a_table_goes_from_standard_input_to_standard_output() -> None:
    content = f"key;body;year\nk;{TEXT};1999\n".encode("cp1252")
    options = ["--format", "csv", "--separator", ";", "--text-column", "body", "--id-column", "key"]
    done = pipe(content, "--sentences", "1", "--keywords", "0", *options, "--encoding", "cp1252")
    assert done.returncode == 0
    (row,) = csv.DictReader(done.stdout.decode().splitlines())
    assert (row["id"], row["year"], row["summary"] in TEXT) == ("k", "1999", True)


def test_parquet_goes_through_pipes(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.table({"id": [5], "text": [TEXT]}), tmp_path / "in.parquet")
    done = pipe((tmp_path / "in.parquet").read_bytes(), "--format", "parquet", "--sentences", "1")
    (row,) = parquet.read_table(io.BytesIO(done.stdout)).to_pylist()
    assert (row["id"], row["summary"] in TEXT) == ("5", True)


def test_standard_output_cannot_be_resumed(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, err = run(capsys, rows, "-", "--resume")
    assert (code, "cannot be resumed: name an output file" in err) == (2, True)


def test_a_query_and_seen_files_are_used(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, seen = rows.with_name("out.jsonl"), rows.with_name("seen.txt")
    seen.write_text(TEXT)
    assert run(capsys, rows, out, "--query", "ferry", "--workers", 1, "--seen", seen)[0] == 3
    first = json.loads(out.read_text().splitlines()[0])
    assert (first["summary"], first["warnings"]) == (
        "",
        ["nothing new: every sentence occurs in the documents already seen"],
    )


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--words", "0"], "words must be a whole number of at least 1"),
        (["--system", "nobody"], "unknown system 'nobody'"),
        (["--workers", "0"], "workers must be at least 1; got 0"),
        (["--time-limit", "-1"], "seconds of the limits must be above 0"),
        (["--address", "auto"], "--address needs --engine ray"),
        (["--partition", "0"], "partition must be at least 1 document"),
        (["--partition", "2"], "line 4: not JSON"),
    ],
)
def test_a_bad_setting_is_one_line_and_no_result(
    rows: Path, capsys: pytest.CaptureFixture[str], options: list[str], says: str
) -> None:
    code, err = run(capsys, rows, rows.with_name("out.jsonl"), *options)
    assert code == (1 if "JSON" in says else 2)
    assert says in err
    assert err.count("\n") == 1
    assert list(rows.parent.iterdir()) == [rows]


def test_a_missing_file_and_an_unknown_format_are_one_line(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, err = run(capsys, rows.with_name("absent.jsonl"), rows.with_name("out.jsonl"))
    assert (code, err.endswith("absent.jsonl: no such file\n")) == (1, True)
    code, err = run(capsys, rows, rows.with_name("out.txt"))
    assert code == 1
    assert "end the name in .jsonl, .csv, .tsv or .parquet" in err


def test_results_are_not_overwritten(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = rows.with_name("out.jsonl")
    out.write_text("precious")
    code, err = run(capsys, rows, out)
    assert (code, out.read_text()) == (1, "precious")
    assert "continue with --resume, or remove it" in err


def test_one_cluster_becomes_one_row(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows.write_text("".join(json.dumps({"text": TEXT}) + "\n" for _ in range(3)), encoding="utf-8")
    out = rows.with_name("out.jsonl")
    code, err = run(capsys, rows, out, "--sentences", 1, "--partition", 2, "--workers", 1)
    assert code == 0
    (row,) = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert row["summary"] in TEXT
    assert "approximate: 2 partitions" in err


def test_progress_in_a_log_is_rows_rate_and_time_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter([0.0, 10.0, 110.0])
    monkeypatch.setattr("reprank.progress.time.monotonic", lambda: next(clock))
    line = ProgressLine("rows")
    line.update(1000, share=0.1)
    line.update(3000, share=0.3, note="7 failed")
    # 2,000 rows and a fifth of the file in 100 seconds: seven tenths take 350 seconds more.
    assert capsys.readouterr().err == "reprank: 3,000 rows, 20 a second, 6 min left, 7 failed\n"


def test_on_a_terminal_the_progress_line_is_wiped_at_the_end(rows: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "reprank", "batch", str(rows), str(rows.with_name("out.jsonl"))]
    with subprocess.Popen([*command, "--workers", "1"], stderr=theirs) as process:
        process.wait()
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert shown.endswith("\r\x1b[Kreprank: 4 rows, 1 failed\r\n")
