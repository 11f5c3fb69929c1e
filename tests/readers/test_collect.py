from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import reprank
from reprank.cli import main
from reprank.readers import collect
from tests.readers.gold import FILES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("notes.md", "reply.eml", "slides.pptx"):
        shutil.copy(FILES / name, tmp_path / name)
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "notes.md").write_text("The second file of this name.\n", encoding="utf-8")
    (tmp_path / ".hidden.txt").write_text("hidden", encoding="utf-8")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config.txt").write_text("hidden", encoding="utf-8")
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    return tmp_path


def test_a_folder_gives_its_files_sorted_without_hidden_and_unknown_ones(folder: Path) -> None:
    found = collect([str(folder)])
    assert [Path(document.id or "").name for document in found.documents] == [
        "notes.md",
        "reply.eml",
        "slides.pptx",
        "notes.md",
    ]
    assert found.problems == ()


def test_a_folder_says_how_many_files_of_other_kinds_are_left_out(folder: Path) -> None:
    (folder / "guide.rst").write_text("Guide\n=====\n\nThe guide is read too.\n", encoding="utf-8")
    (folder / "inner" / "tool.py").write_text("", encoding="utf-8")
    found = collect([str(folder)])
    assert "guide.rst" in [document.id for document in found.documents]
    assert found.notes == (f"{folder}: 2 files of other kinds were left out (1 .jpg, 1 .py)",)


@pytest.mark.parametrize("address", ["https://example.org/a?b=1&c=2", "www.example.org"])
def test_an_address_is_refused_with_the_command_that_works(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "summarize", address)
    assert code == 1
    assert "pages are not fetched" in err
    assert "| reprank summarize -" in err
    with pytest.raises(reprank.InputError, match="pages are not fetched"):
        reprank.summarize(address, words=10)


def test_files_of_one_name_are_told_apart_by_their_paths(folder: Path) -> None:
    ids = [document.id for document in collect([str(folder)]).documents]
    assert ids == [str(folder / "notes.md"), "reply.eml", "slides.pptx", str(folder / "inner" / "notes.md")]


def test_a_pattern_gives_the_files_that_match(folder: Path) -> None:
    assert [document.id for document in collect([str(folder / "*.eml")]).documents] == ["reply.eml"]
    assert len(collect([str(folder / "**" / "*.md")]).documents) == 2
    (problem,) = collect([str(folder / "*.odt")]).problems
    assert problem.endswith("*.odt: no file matches")


def test_a_file_that_cannot_be_read_is_named_and_the_others_go_on(folder: Path) -> None:
    found = collect([str(folder / "photo.jpg"), str(folder / "notes.md"), str(folder / "none.txt")])
    assert [document.id for document in found.documents] == ["notes.md"]
    assert [problem.partition(" is ")[0] for problem in found.problems] == [
        str(folder / "photo.jpg"),
        f"{folder / 'none.txt'}: no such file",
    ]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize("verb", ["summarize", "keywords"])
def test_the_exit_code_tells_whether_some_or_all_files_failed(
    verb: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = str(folder / "notes.md"), str(folder / "photo.jpg")
    assert run(capsys, verb, good)[0] == 0
    code, out, err = run(capsys, verb, good, bad)
    assert code == 3
    assert out
    assert bad in err
    code, out, err = run(capsys, verb, bad, bad)
    assert (code, out) == (1, "")
    assert "none of the 2 files could be read" in err


def test_a_summary_of_a_folder_names_the_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "summarize", str(folder), "--words", "60", "--format", "json")
    assert code == 0
    places = {sentence["place"].partition(",")[0] for sentence in json.loads(out)["sentences"]}
    assert places <= {str(folder / "notes.md"), "reply.eml", "slides.pptx", str(folder / "inner" / "notes.md")}


def test_standard_input_may_be_any_kind_of_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Standard:
        buffer = (FILES / "slides.pptx").open("rb")

    monkeypatch.setattr("sys.stdin", Standard)
    code, out, _ = run(capsys, "summarize", "-", "--sentences", "1", "--format", "markdown")
    Standard.buffer.close()
    assert code == 0
    assert "[standard input, slide " in out
