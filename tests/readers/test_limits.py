from __future__ import annotations

import contextlib
import gzip
import io
import itertools
import multiprocessing
import os
import random
import socket
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import reprank
from reprank.readers.apart import FileToRead, ReadFile, read_apart
from reprank.readers.archive import parse_xml
from reprank.readers.collect import collect
from tests.readers.gold import FILES
from tests.readers.test_office import docx, paragraph
from tests.readers.tiny_pdf import FIRST_FORM, form_pdf


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


def test_absurdly_many_elements_are_refused_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reprank.readers.archive.MAX_ELEMENTS", 1_000)
    with pytest.raises(reprank.InputError, match=r"has more than 1,000 elements: it may be a zip bomb"):
        reprank.read(docx("<w:p/>" * 1_000), name="x.docx")


def test_a_tree_that_takes_long_to_parse_is_ended() -> None:
    limits = reprank.FileLimits(max_seconds=0.05)
    with pytest.raises(reprank.InputError, match="took longer to read than the limit"):
        reprank.read(docx("<w:p/>" * 1_000_000), name="x.docx", limits=limits)


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


@pytest.mark.parametrize("declared", ["ut\x01\x00", "idna", "punycode", "unicode_escape", "undefined", "zip", "rot13"])
def test_an_encoding_that_no_text_has_is_not_followed(declared: str) -> None:
    """Codecs for names of hosts fail in a way of their own, or take a time that grows with the square of the length."""
    words = "The library on the hill is closed for the winter – until March."
    head = f'From: a@x.org\nSubject: closing\nMIME-Version: 1.0\nContent-Type: text/html; charset="{declared}"\n\n'
    assert reprank.read(f"{head}<p>{words}</p>".encode()).text == words
    page = f"<html><meta charset='{declared}'><body><p>{words}</p></body></html>"
    assert reprank.read(page.encode(), name="x.html").text == words
    with pytest.raises(reprank.InputError, match="unknown encoding"):
        reprank.read(words.encode(), name="x.txt", encoding=declared)


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


MAIL = b"From: a@x.org\nSubject: x\nMIME-Version: 1.0\n"
MULTIPART = MAIL + b"Content-Type: multipart/mixed; boundary=b\n\n"


@pytest.mark.parametrize(
    ("mail", "message"),
    [
        (MULTIPART + b"--b\nContent-Type: text/plain\n\nx\n" * 3_000, "has more than 2,000 parts"),
        (MAIL + b"Subject: " + b"=?utf-8?q?=41?= " * 20_000 + b"\n\nx", "has a field of 320,0"),
        (MAIL + b"Content-Type: text/plain" + b";\n a=b" * 20_000 + b"\n\nx", "has a field of 120,0"),
        (MAIL + b"Content-Type: message/rfc822\n\n" * 5_000, "endlessly nested parts"),
    ],
)
def test_a_mail_that_is_all_structure_is_refused(mail: bytes, message: str) -> None:
    with pytest.raises(reprank.InputError, match=message):
        reprank.read(mail, name="x.eml")


def test_white_space_without_end_is_read_once() -> None:
    """A pattern that begins with white space would be tried at every character of it: a megabyte would take hours."""
    assert (
        reprank.read(b"{\\rtf1 The river rose." + b"\\par\\tab " * 200_000 + b"}", name="x.rtf").text
        == "The river rose."
    )


@pytest.mark.parametrize("opening", ["<!--", "<!-", "<a ", "<a b='", "</", "<?", "<![CDATA[", "<!d"])
def test_what_a_page_never_closes_is_read_once(opening: str) -> None:
    """html.parser of Python 3.11 looks for the end again and again: a megabyte would take hours."""
    page = f"<html><body><p>The river rose.</p>{opening * 50_000}"
    assert "The river rose." in reprank.read(MAIL + b"Content-Type: text/html\n\n" + page.encode(), name="x.eml").text


def test_a_page_of_very_many_tags_is_read_whole_and_within_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    head = b'<html><head><meta property="og:title" content="Rivers"></head><body>'
    page = head + b"<p>The river rose all night.</p>" * 20_000
    monkeypatch.setattr("reprank.readers.web_articles.MAX_ARTICLE_TAGS", 10_000)
    with pytest.warns(reprank.ReadingWarning, match="too many tags to look for its main text"):
        document = reprank.read(page, name="x.html")
    assert len(document.blocks) == 20_000
    with pytest.raises(reprank.InputError, match="took longer to read"):
        reprank.read(page, name="x.html", limits=reprank.FileLimits(max_seconds=1e-9))


TEXT = b"BT /F1 11 Tf 70 700 Td (The river rose all night, and the bridge was closed.) Tj ET"
FORM = "/Subtype /Form"


def _drawing(number: int, *, form: str = FORM, name: str = "X") -> str:
    return f"{form} /Resources << /XObject << /{name} {FIRST_FORM + number} 0 R >> /Font << /F1 3 0 R >> >>"


def _levels(levels: int, times: int, *, form: str = FORM) -> list[tuple[str, bytes]]:
    """Forms of which each draws the next one so many times; the last one shows text."""
    drawing = [(_drawing(number + 1, form=form), b"/X Do " * times) for number in range(levels)]
    return [*drawing, (_drawing(0), TEXT)]


def test_a_form_that_is_drawn_by_another_is_read() -> None:
    assert reprank.read(form_pdf(_levels(3, 1)), name="x.pdf").text.count("The river rose") == 1


@pytest.mark.parametrize(
    "pdf",
    [
        form_pdf(_levels(10, 10)),
        form_pdf(_levels(10, 10, form="/Subtype /#46orm")),
        form_pdf([(_drawing(1), b"/X Do"), (_drawing(0), b"/X Do")]),  # in a circle
        form_pdf(  # in a circle, by a dictionary that is packed with other objects
            [(f"{FORM} /Resources 90 0 R", b"/X Do"), ("/Type /ObjStm /N 1 /First 5", b"90 0 << /X 6 0 R >>")]
        ),
        form_pdf(_levels(2_000, 1)),
        form_pdf([(_drawing(0), TEXT * 10_000)], contents=b"/X0 Do " * 100_000),
        form_pdf([(_drawing(0), TEXT * 10_000)], contents=b"/X0 % a remark\nDo " * 100_000),
        form_pdf([], contents=bytes(101_000_000)),
    ],
    ids=["levels", "another spelling", "circle", "packed circle", "depth", "many drawings", "remarks", "unpacked size"],
)
def test_a_pdf_that_would_keep_its_reader_busy_is_refused(pdf: bytes) -> None:
    assert len(pdf) < 500_000
    with pytest.raises(reprank.InputError, match="draw more than 100,000,000 bytes"):
        reprank.read(pdf, name="x.pdf")


@pytest.mark.slow
def test_a_pdf_that_keeps_its_reader_busy_is_ended_in_a_process_of_its_own() -> None:
    limits = reprank.FileLimits(max_seconds=2.0, own_process=True)
    with pytest.raises(reprank.InputError, match="took longer to read than the limit of 2 seconds"):
        reprank.read(form_pdf(_levels(8, 10)), name="x.pdf", limits=limits)


@pytest.mark.skipif(sys.platform == "win32", reason="needs devices and pipes of Unix")
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/urandom"])
def test_a_device_is_refused_and_not_read_for_ever(device: str) -> None:
    with pytest.raises(reprank.InputError, match=f"{device} is a device, not a file"):
        reprank.read(device)


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes of Unix")
def test_a_pipe_is_read_to_its_end_and_within_the_limits(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert reprank.read(pipe).text == ""  # nobody writes to it, and nobody waits
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # lets the writer open the pipe before it is read
    program = "import sys; sys.stdout.write('rain ' * 600_000)"
    target = os.open(pipe, os.O_WRONLY)
    with subprocess.Popen([sys.executable, "-c", program], stdout=target) as writer:
        os.close(target)
        assert len(reprank.read(pipe, name="x.txt").text) == 3_000_000
        assert writer.wait() == 0
    os.close(reader)
    with pipe.open("rb+", buffering=0) as both:  # a pipe that never ends
        both.write(b"rain " * 1_000)
        with pytest.raises(reprank.InputError, match="more than the limit of 2,000"):
            reprank.read(pipe, limits=reprank.FileLimits(max_bytes=2_000))
        with pytest.raises(reprank.InputError, match="took longer to read"):
            reprank.read(pipe, limits=reprank.FileLimits(max_seconds=0.2))


@pytest.mark.skipif(sys.platform == "win32", reason="needs links of Unix")
def test_links_in_a_circle_and_names_that_cannot_be_are_named(tmp_path: Path) -> None:
    loop = tmp_path / "loop.txt"
    loop.symlink_to(loop)
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "up").symlink_to(tmp_path)
    (tmp_path / "inner" / "notes\n2.txt").write_text("The river rose.", encoding="utf-8")
    with pytest.raises(reprank.InputError, match="symbolic links"):
        reprank.read(loop)
    with pytest.raises(reprank.InputError, match="is not a file name"):
        reprank.read("a\0b.txt")
    with pytest.raises(reprank.InputError, match="name too long"):
        reprank.read("x" * 5_000)
    found = collect([str(tmp_path), "a\0b.txt", "x" * 5_000])
    assert [document.id for document in found.documents] == ["notes\n2.txt"]
    assert len(found.problems) == 3


def test_xml_in_an_encoding_that_does_not_exist_is_refused() -> None:
    with pytest.raises(reprank.InputError, match="unknown encoding"):
        parse_xml(b'<?xml version="1.0" encoding="UT-8"?><a/>', "notes.docx (document.xml)")


def test_an_import_that_fails_says_its_own_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = ModuleType("trafilatura")
    monkeypatch.setitem(sys.modules, "trafilatura", broken)  # it lacks the function that is imported
    with pytest.raises(reprank.MissingExtra, match="cannot be imported: cannot import name 'bare_extraction'"):
        reprank.read(b"<html><head><meta property='og:title' content='Mills'></head><p>A page.</p></html>")
