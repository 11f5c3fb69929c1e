from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from reprank.cli import main

PUMP = "The pump failed at noon. Lunch was soup. A new pump costs nine crowns."
ROWS = [{"id": "a", "text": PUMP, "page": 3}, {"id": "b", "text": "Nothing to see here."}]


@pytest.fixture
def rows(tmp_path: Path) -> str:
    path = tmp_path / "chunks.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return str(path)


def test_rows_in_and_rows_out_keep_number_order_and_other_fields(rows: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compress", rows, "--query", "What does a pump cost?", "--words", "6"]) == 0
    made = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["id"] for row in made] == ["a", "b"]
    assert made[0]["text"] == "A new pump costs nine crowns."
    assert made[0]["page"] == 3
    assert PUMP[slice(*made[0]["kept"][0])] == made[0]["text"]
    assert made[1]["text"] == ""


def test_a_row_with_chunks_is_a_call_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [{"id": i, "query": query, "chunks": [PUMP]} for i, query in enumerate(["lunch soup", "pump costs"])]
    stream = io.TextIOWrapper(io.BytesIO("".join(json.dumps(line) + "\n" for line in lines).encode()))
    monkeypatch.setattr("sys.stdin", stream)
    assert main(["compress", "-", "--format", "jsonl", "--words", "6"]) == 0
    made = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["chunks"][0]["text"] for row in made] == ["Lunch was soup.", "A new pump costs nine crowns."]


def test_a_text_file_gives_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pump.txt"
    path.write_text(PUMP, encoding="utf-8")
    assert main(["compress", str(path), "--query", "pump cost", "--words", "7", "--marker", "[…]"]) == 0
    assert capsys.readouterr().out == "[…] A new pump costs nine crowns.\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [("{", "line 1: not JSON"), ("[]", 'expected an object with "text"'), ('{"id": 1}', "expected an object with")],
)
def test_a_wrong_row_is_reported_in_one_line(
    tmp_path: Path, line: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text(line, encoding="utf-8")
    assert main(["compress", str(path), "--words", "5"]) == 1
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_without_a_length_there_is_an_error(rows: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compress", rows]) == 2
    assert "needs a length" in capsys.readouterr().err
