from __future__ import annotations

import contextlib
import gzip
import io
import itertools
import multiprocessing
import os
import random
import socket
import sys
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import reprank
from reprank.readers.apart import FileToRead, ReadFile, read_apart
from reprank.readers.archive import parse_xml
from tests.readers.gold import FILES
from tests.readers.test_office import docx, paragraph


@pytest.mark.parametrize(
    ("limits", "name", "message"),
    [
        (reprank.FileLimits(max_bytes=100), "notice.txt", r"has 4\d\d bytes, more than the limit of 100"),
        (reprank.FileLimits(max_pages=2), "paper.pdf", "has 4 pages, more than the limit of 2"),
        (reprank.FileLimits(max_pages=2), "slides.pptx", "has 4 slides, more than the limit of 2"),
        (reprank.FileLimits(max_pages=2), "report.epub", "chapters, more than the limit of 2"),
        (reprank.FileLimits(max_unpacked_bytes=200), "notice.txt.gz", "unpacks to more than the limit of 200 bytes"),
        (reprank.FileLimits(max_unpacked_bytes=200), "report.docx", "unpacks to more than the limit of 200 bytes"),
        (reprank.FileLimits(max_seconds=1e-9), "report.odt", "took longer to read than the limit of 1e-09 seconds"),
        (reprank.FileLimits(max_seconds=1e-9), "paper.pdf", "took longer to read than the limit"),
    ],
)
def test_each_limit_is_named_where_it_is_met(limits: reprank.FileLimits, name: str, message: str) -> None:
    with pytest.raises(reprank.InputError, match=message):
        reprank.read(FILES / name, limits=limits)


def test_a_limit_must_be_above_zero() -> None:
    with pytest.raises(reprank.InputError, match="max_pages must be above 0; got 0"):
        reprank.FileLimits(max_pages=0)


def test_a_zip_bomb_is_refused_before_it_fills_the_memory() -> None:
    bomb = docx(paragraph(" " * 30_000_000))
    assert len(bomb) < 100_000
    with pytest.raises(reprank.InputError, match="it may be a zip bomb"):
        reprank.read(bomb, name="x.docx", limits=reprank.FileLimits(max_unpacked_bytes=1_000_000))


def test_a_gzip_bomb_is_refused() -> None:
    bomb = gzip.compress(bytes(20_000_000))
    with pytest.raises(reprank.InputError, match="unpacks to more than the limit"):
        reprank.read(bomb, name="x.gz", limits=reprank.FileLimits(max_unpacked_bytes=1_000_000))


def test_an_xml_bomb_is_refused() -> None:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9))
    bomb = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "x">{entities}]><x>&e8;</x>'
    with pytest.raises(reprank.InputError, match="declares XML entities"):
        parse_xml(bomb.encode(), "x.xml")
    with pytest.raises(reprank.InputError, match="declares XML entities"):
        parse_xml(bomb.replace('"1.0"', '"1.0" encoding="utf-16"').encode("utf-16"), "x.xml")
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("word/document.xml", bomb)
    with pytest.raises(reprank.InputError, match="declares XML entities"):
        reprank.read(raw.getvalue(), name="x.docx")


def test_an_external_entity_is_refused() -> None:
    with pytest.raises(reprank.InputError, match="declares XML entities"):
        parse_xml(b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', "x.xml")


def test_absurd_depth_is_refused() -> None:
    with pytest.raises(reprank.InputError, match="elements inside each other"):
        parse_xml(b"<a>" * 100_000, "x.xml")
    deep = b"<html><body>" + b"<div>" * 50_000 + b"The text is at the bottom of it all."
    mail = b"From: a@x.org\nSubject: deep\nContent-Type: text/html\nMIME-Version: 1.0\n\n" + deep
    assert reprank.read(mail).text == "The text is at the bottom of it all."


@pytest.mark.parametrize("path", sorted(FILES.iterdir()), ids=lambda path: path.name)
def test_a_damaged_file_is_read_or_refused_in_our_words(path: Path) -> None:
    raw, chance = path.read_bytes(), random.Random(path.name)
    for _ in range(8):
        damaged = bytearray(raw)
        at = chance.randrange(len(raw))
        del damaged[at : at + chance.randrange(1, 300)]
        for _ in range(chance.choice([0, 1, 30])):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        with contextlib.suppress(reprank.InputError), warnings.catch_warnings():
            warnings.simplefilter("ignore", reprank.ReadingWarning)
            reprank.read(bytes(damaged), name=path.name)


def test_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a reader opened a socket")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    for path in sorted(FILES.iterdir()):
        if path.stem not in ("scan", "encrypted", "cp1252"):
            assert reprank.read(path).text


@pytest.mark.parametrize(
    ("module", "name"), [("pypdfium2", "paper.pdf"), ("trafilatura", "page.html"), ("striprtf.striprtf", "report.rtf")]
)
def test_a_missing_package_is_named_by_its_extra(monkeypatch: pytest.MonkeyPatch, module: str, name: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(reprank.MissingExtra, match=r"pip install 'reprank\[files\]'"):
        reprank.read(FILES / name)


def test_paths_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(reprank.InputError, match="no such file"):
        reprank.read(tmp_path / "nowhere.pdf")
    with pytest.raises(reprank.InputError, match="is a folder"):
        reprank.read(tmp_path)
    with pytest.raises(reprank.InputError, match="read takes a path or bytes; got int"):
        reprank.read(3)  # type: ignore[arg-type]


def _endless() -> ReadFile:
    """A reader that never returns from a call in C, as a parser may."""
    return lambda file: ([], sum(itertools.repeat(0)))  # type: ignore[return-value]


def _crashing() -> ReadFile:
    return lambda file: os._exit(3)


def _careful() -> ReadFile:
    def read(file: FileToRead) -> tuple[reprank.Document, list[str]]:
        raise reprank.InputError(f"{file.name} is a scan")

    return read


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "message"),
    [
        (_endless, r"x\.pdf took longer to read than the limit of 0\.5 seconds"),
        (_crashing, r"x\.pdf cannot be read .*died"),
        (_careful, r"x\.pdf is a scan"),
    ],
)
def test_a_reader_in_a_process_of_its_own_may_hang_crash_or_complain(
    start: Callable[[], ReadFile], message: str
) -> None:
    before = set(multiprocessing.active_children())
    limits = reprank.FileLimits(max_seconds=0.5, own_process=True)
    with pytest.raises(reprank.InputError, match=message):
        read_apart(FileToRead(b"%PDF", "x.pdf", None, limits), start)
    assert set(multiprocessing.active_children()) <= before


@pytest.mark.slow
def test_a_file_is_the_same_document_read_in_another_process() -> None:
    apart = reprank.FileLimits(own_process=True)
    assert reprank.read(FILES / "paper.pdf", limits=apart) == reprank.read(FILES / "paper.pdf")
    text = (FILES / "cp1252.txt").read_bytes()
    with pytest.warns(reprank.ReadingWarning) as here:
        expected = reprank.read(text)
    with pytest.warns(reprank.ReadingWarning) as there:
        assert reprank.read(text, limits=apart) == expected
    assert [str(it.message) for it in there] == [str(it.message) for it in here]
    with pytest.raises(reprank.InputError, match="scan"):
        reprank.read(FILES / "scan.pdf", limits=apart)
