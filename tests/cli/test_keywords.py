from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from reprank.cli import main
from reprank.systems import KEYWORD_SYSTEMS

TEXT = (
    "The river rose all night. By dawn the river had closed the stone bridge. The ferry could not cross the river "
    "either. "
    "Farmers moved their cattle from the meadows, and the mayor asked the army for boats.\n"
)


@pytest.fixture
def report(tmp_path: Path) -> str:
    path = tmp_path / "report.txt"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["keywords", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_scores_and_counts_stand_before_the_phrases_when_asked_for(
    report: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, plain, _ = run(capsys, report)
    _, scored, _ = run(capsys, report, "--scores")
    rows = [line.split("\t") for line in scored.splitlines()]
    assert [phrase for _, _, phrase in rows] == plain.splitlines()
    assert float(rows[0][0]) == 1.0
    assert {phrase: int(count) for _, count, phrase in rows}["river"] == 3


def test_csv_and_markdown_are_tables_of_the_same_keywords(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, plain, _ = run(capsys, report, "--top", "4")
    _, table, _ = run(capsys, report, "--top", "4", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [row["keyword"] for row in rows] == plain.splitlines()
    _, markdown, _ = run(capsys, report, "--top", "4", "--format", "markdown")
    assert [line.split("|")[1].strip() for line in markdown.splitlines()[2:]] == plain.splitlines()


def test_every_keyword_system_can_be_named(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in KEYWORD_SYSTEMS:
        code, out, _ = run(capsys, report, "--system", name, "--top", "2")
        assert code == 0
        assert len(out.splitlines()) == 2


def test_an_unknown_system_lists_the_known_ones(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, report, "--system", "keybert")
    assert (code, out) == (2, "")
    assert all(name in err for name in KEYWORD_SYSTEMS)


def test_options_hold_lists_of_phrases_separated_by_commas(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, report, "--exclude", "rivers, boats")
    assert not {"river", "boats"} & set(out.splitlines())
    _, out, _ = run(capsys, report, "--candidates", "cattle,stone bridge,zeppelin")
    assert set(out.splitlines()) == {"cattle", "stone bridge"}
    _, out, _ = run(capsys, report, "--top", "1", "--include", "meadow")
    assert out == "meadows\n"
    _, out, _ = run(capsys, report, "--min-words", "2")
    assert out == "stone bridge\n"


def test_keywords_beside_seen_files_are_about_what_is_new(
    report: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "old.txt"
    old.write_text(
        "The river rose on Monday. The river closed the stone bridge and stopped the ferry.", encoding="utf-8"
    )
    _, out, _ = run(capsys, report, "--top", "3", "--seen", str(old))
    assert not {"river", "stone bridge", "ferry"} & set(out.splitlines())


def test_standard_input_and_files_are_read_together(
    report: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"A zeppelin crossed the river."), encoding="utf-8"))
    _, out, _ = run(capsys, report, "-", "--format", "json", "--include", "zeppelin")
    places = {keyword["text"]: keyword["occurrences"] for keyword in json.loads(out)}
    assert {place["document"] for place in places["river"]} == {0, 1}
    assert [place["document"] for place in places["zeppelin"]] == [1]


def test_an_option_that_is_given_twice_counts_twice(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, once, _ = run(capsys, report, "--exclude", "river,ferry")
    _, twice, _ = run(capsys, report, "--exclude", "river", "--exclude", "ferry")
    assert once == twice
    assert "river" not in twice
