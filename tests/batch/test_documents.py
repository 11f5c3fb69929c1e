"""Documents as rows: folders, names and lists of names."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import reprank
from reprank.batch import Job, Local, Progress, Report, RowFormat, RowSettings, run
from reprank.batch.partition import run as run_partitions
from reprank.budget import Sentences
from reprank.cli import main
from reprank.errors import DataError, InputError
from tests.batch.texts import document, read_results

pytestmark = pytest.mark.slow
FILES = Path(__file__).parents[1] / "readers" / "files"
SHORT = Job(RowSettings(budget=Sentences(1), keywords=2))
ONE = Local(1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three documents, one of them broken, and files that are none."""
    made = tmp_path / "reports"
    (made / "old").mkdir(parents=True)
    (made / "b.txt").write_text(document(1), encoding="utf-8")
    shutil.copy(FILES / "report.docx", made / "old" / "a.docx")
    (made / "old" / "broken.pdf").write_bytes(b"%PDF-1.7 and nothing else")
    (made / ".hidden.txt").write_text("Nothing.")
    (made / "program.exe").write_bytes(b"MZ")
    return made


def test_every_document_of_a_folder_is_a_row_under_its_path(folder: Path) -> None:
    target = folder.parent / "out.jsonl"
    assert run(folder, target, job=SHORT, engine=ONE) == Report(3, 1)
    plain, office, broken = read_results(target)
    assert [plain["id"], office["id"], broken["id"]] == ["b.txt", "old/a.docx", "old/broken.pdf"]
    assert plain["summary"] == str(reprank.summarize(document(1), sentences=1))
    assert office["summary"] == str(reprank.summarize(reprank.read(FILES / "report.docx"), sentences=1))
    assert broken["error"]["type"] == "DataError"  # type: ignore[index]
    assert "broken.pdf" in broken["error"]["message"]  # type: ignore[index]


def test_a_sentence_says_which_page_it_is_from(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "two.txt").write_text("The river rose all night.\f\nThe river closed the bridge by dawn.")
    job = Job(RowSettings(budget=Sentences(2)))
    for name in ("out.jsonl", "out.parquet"):
        run(tmp_path / "pages", tmp_path / name, job=job, engine=ONE)
    places = ["two.txt, page 1", "two.txt, page 2"]
    (row,) = read_results(tmp_path / "out.jsonl")
    assert [sentence["place"] for sentence in row["sentences"]] == places  # type: ignore[attr-defined]
    (table,) = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert [sentence["place"] for sentence in table["sentences"]] == places


def test_names_on_the_command_line_and_in_a_list_are_rows_too(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    options = ["--sentences", "1", "--keywords", "2", "--workers", "1"]
    assert main(["batch", "b.txt", "old/a.docx", "named.jsonl", *options]) == 0
    Path("names.lst").write_text("b.txt\n\nold/a.docx\nabsent.pdf\n")
    assert main(["batch", "names.lst", "listed.jsonl", "--format", "paths", *options]) == 3
    assert main(["batch", "b.txt", "one.jsonl", *options]) == 0
    assert "reprank: 3 rows, 1 failed" in capsys.readouterr().err
    named, listed, one = (read_results(Path(f"{name}.jsonl")) for name in ("named", "listed", "one"))
    assert [row["id"] for row in listed] == ["b.txt", "old/a.docx", "absent.pdf"]
    assert listed[:2] == named
    assert one == named[:1]
    assert "no such file" in listed[2]["error"]["message"]  # type: ignore[index]


def test_a_list_may_come_from_standard_input(folder: Path) -> None:
    command = [sys.executable, "-m", "reprank", "batch", "-", "-", "--format", "paths", "--workers", "1"]
    done = subprocess.run(command, input=f"{folder / 'b.txt'}\n", capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["id"] == str(folder / "b.txt")


class Enough(Exception):
    pass


def stop_after_one(now: Progress) -> None:
    if now.rows:
        raise Enough


def test_an_interrupted_folder_is_resumed_and_a_changed_one_is_not(folder: Path) -> None:
    for number in range(40):
        (folder / f"more-{number:02d}.txt").write_text(document(number), encoding="utf-8")
    run(folder, folder.parent / "whole.jsonl", job=SHORT, engine=ONE)
    target = folder / "out.jsonl"  # in the folder itself, where it is not taken for a document
    with pytest.raises(Enough):
        run(folder, target, job=SHORT, engine=ONE, progress=stop_after_one)
    assert run(folder, target, job=SHORT, engine=ONE, resume=True) == Report(43, 1)
    assert target.read_bytes() == (folder.parent / "whole.jsonl").read_bytes()
    assert run(folder, target, job=SHORT, engine=ONE, resume=True).done_before
    os.utime(folder / "b.txt", (1, 1))
    with pytest.raises(DataError, match="was made with another input"):
        run(folder, target, job=SHORT, engine=ONE, resume=True)


def test_a_document_that_vanishes_is_an_error_in_its_place(folder: Path) -> None:
    for number in range(40):
        (folder / f"more-{number:02d}.txt").write_text(document(number) * 300, encoding="utf-8")

    def remove_last(now: Progress) -> None:
        (folder / "more-39.txt").unlink(missing_ok=True)

    target = folder.parent / "out.jsonl"
    assert run(folder, target, job=SHORT, engine=ONE, progress=remove_last) == Report(43, 2)
    missing = next(row for row in read_results(target) if row["id"] == "more-39.txt")
    assert "no such file" in missing["error"]["message"]  # type: ignore[index]


def test_the_encoding_holds_for_the_documents(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "a.txt").write_bytes("Żółw śpi. Żółw je.".encode("cp1250"))
    run(tmp_path / "old", tmp_path / "out.jsonl", job=Job(rows=RowFormat(encoding="cp1250")), engine=ONE)
    assert "Żółw śpi." in str(read_results(tmp_path / "out.jsonl")[0]["summary"])


def test_what_cannot_be_documents_is_refused(folder: Path) -> None:
    target = folder.parent / "out.jsonl"
    with pytest.raises(InputError, match=r"rows.jsonl is a file of rows: name it alone"):
        run([folder / "b.txt", "rows.jsonl"], target, job=SHORT, engine=ONE)
    with pytest.raises(InputError, match="needs a file of rows, not documents"):
        run_partitions(folder, target, partition=2, job=SHORT, engine=ONE)
    (folder.parent / "empty").mkdir()
    with pytest.raises(DataError, match="no files of a known kind"):
        run(folder.parent / "empty", target, job=SHORT, engine=ONE)
    with pytest.raises(InputError, match="is both input and output"):
        run([folder / "b.txt", target.with_suffix(".csv.txt")], folder / "b.txt", job=Job(rows=RowFormat("csv")))
