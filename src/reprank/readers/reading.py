"""A file to a Document: what it is, and which reader reads it."""

from __future__ import annotations

import os
import stat
import warnings
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from io import BytesIO
from pathlib import Path
from select import select
from typing import IO

from reprank.errors import DataError, InputError, MissingFileError
from reprank.files import COMPRESSIONS, decompressed
from reprank.readers.apart import FileToRead, ReadFile, read_apart
from reprank.readers.encodings import decode
from reprank.readers.kinds import kind_of_bytes, kind_of_mail, kind_of_text, suffix
from reprank.readers.limits import FileLimits, Meter
from reprank.text.documents import ADDRESS, Document, Place, not_fetched

# Each reader is imported when a file of its kind is met: text needs no XML, mail or PDF modules.
READERS = {
    "pdf": ("pdf", "read_pdf"),
    "docx": ("docx", "read_docx"),
    "odt": ("odf", "read_odf"),
    "pptx": ("slides", "read_pptx"),
    "epub": ("epub", "read_epub"),
    "rtf": ("rtf", "read_rtf"),
    "eml": ("mail", "read_mail"),
    "mhtml": ("mail", "read_saved_page"),
}
UNNAMED = "the input"
TITLE_CHARACTERS = 2000  # with which a man page begins: its title and the first heading
READ_BYTES = 1 << 20  # of a file at a time
WAIT_SECONDS = 0.5  # for the writer of a pipe, between two looks at the clock


class ReadingWarning(UserWarning):
    """Something about a file that its reader had to guess or leave out."""


def read(
    source: str | os.PathLike[str] | bytes,
    *,
    name: str | None = None,
    encoding: str | None = None,
    limits: FileLimits | None = None,
) -> Document:
    r"""Read one file of any supported kind: a Document with title, blocks and places.

    Supported are PDF, HTML, MHTML, DOCX, ODT, ODP, PPTX, EPUB, RTF, EML, Markdown, AsciiDoc, reStructuredText, sources
    of man pages, SRT, VTT and plain text, also compressed by gzip. The type is detected from the content, then from the
    name. Nothing is fetched or executed.

    Args:
        source: the path of a file, or the bytes of one.
        name: a readable name, used as ``Document.id`` and in messages; the name of the file if not given.
        encoding: the encoding of text files and pages; by mark, declaration, UTF-8 or a guess if not given.
        limits: what the file may cost at most; see ``FileLimits``.

    Returns:
        A ``Document`` whose offsets count the characters of the extracted text.

    Raises:
        InputError: if the file cannot be read; the message names it and says what to do.
        MissingExtra: if its kind needs the extra ``files``.

    >>> read(b"# Results\n\nThe river rose all night.\n", name="notes.md").blocks
    (Block(start=0, end=7, kind='heading'), Block(start=9, end=34, kind='prose'))
    """
    document, notes = read_with_notes(source, name=name, encoding=encoding, limits=limits)
    for note in notes:
        warnings.warn(note, ReadingWarning, stacklevel=2)
    return document


def read_with_notes(
    source: str | os.PathLike[str] | bytes,
    *,
    name: str | None = None,
    encoding: str | None = None,
    limits: FileLimits | None = None,
) -> tuple[Document, list[str]]:
    """Read one file; return also what its reader had to guess or leave out."""
    limits = limits or FileLimits()
    for option, given in (("name", name), ("encoding", encoding)):
        if not isinstance(given, str | None):
            raise InputError(f"{option} must be text; got {type(given).__name__}")
    if isinstance(source, bytes | bytearray | memoryview):
        file = FileToRead(bytes(source), name or UNNAMED, encoding, limits)
    elif isinstance(source, str | os.PathLike):
        if isinstance(source, str) and ADDRESS.fullmatch(source) and not os.path.exists(source):  # noqa: PTH110 (Path.exists raises an error for a very long name)
            raise InputError(not_fetched(source))
        file = FileToRead(os.fspath(source), name or Path(source).name, encoding, limits)
    else:
        raise InputError(f"read takes a path or bytes; got {type(source).__name__}")
    document, notes = read_apart(file, _start) if limits.own_process else read_file(file)
    if file.name == UNNAMED:
        document = replace(document, id=None)
    return document, notes


def _start() -> ReadFile:
    return read_file


def read_file(file: FileToRead) -> tuple[Document, list[str]]:
    """Read one file in this process."""
    meter = Meter(file.name, file.limits)
    if isinstance(file.source, bytes):
        meter.check_size(len(file.source))
        raw = file.source
    else:
        raw = _bytes_of(Path(file.source), meter)
    try:
        return _read(raw, meter, file.encoding, packed=True), meter.notes
    except RecursionError:
        raise InputError(f"{meter.name} has endlessly nested parts: it is refused") from None


def _bytes_of(path: Path, meter: Meter) -> bytes:
    try:
        with open(path, "rb", buffering=0, opener=_without_waiting) as file:
            status = os.fstat(file.fileno())
            if not (stat.S_ISREG(status.st_mode) or stat.S_ISFIFO(status.st_mode)):
                raise InputError(f"{path} is a device, not a file: name a file, or - for standard input")
            meter.check_size(status.st_size)
            return _content(file, meter)
    except FileNotFoundError:
        raise MissingFileError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder: name the files in it") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except InputError:
        raise
    except ValueError as error:  # a zero byte in the name
        raise InputError(f"{str(path)!r} is not a file name: {error}") from None


def _without_waiting(path: str, flags: int) -> int:
    """Open a file, and a pipe too that nobody writes to, which would make us wait for ever."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _content(file: IO[bytes], meter: Meter) -> bytes:
    """Read a file or a pipe, whose length nobody knows, within the limits."""
    pieces, size = [], 0
    while True:
        piece = file.read(READ_BYTES)
        if piece is None:  # a pipe whose writer is slower than we are
            meter.check_time()
            select([file], [], [], WAIT_SECONDS)
        elif piece:
            size += len(piece)
            meter.check_size(size)
            pieces.append(piece)
        else:
            return b"".join(pieces)


def _read(raw: bytes, meter: Meter, encoding: str | None, *, packed: bool) -> Document:
    kind = kind_of_bytes(raw, meter.name)
    if kind in COMPRESSIONS:
        if not packed:
            raise InputError(f"{meter.name} is compressed twice: unpack it first")
        return _read(_unpacked(raw, kind, meter), meter, encoding, packed=False)
    kind = kind or (None if encoding else kind_of_mail(raw))
    if kind is None and suffix(meter.name) in (".eml", ".mht", ".mhtml"):
        kind = "eml" if suffix(meter.name) == ".eml" else "mhtml"
    if kind is not None:
        return _reader(kind)(raw, meter)
    return _read_text(raw, meter, encoding)


def _reader(kind: str) -> Callable[[bytes, Meter], Document]:
    module, function = READERS[kind]
    found: Callable[[bytes, Meter], Document] = getattr(import_module(f"reprank.readers.{module}"), function)
    return found


def _read_text(raw: bytes, meter: Meter, encoding: str | None) -> Document:
    notes: list[str] = []
    text = decode(raw, meter.name, encoding, notes)
    kind = kind_of_text(text, meter.name)
    if kind == "html":
        from reprank.readers.html_blocks import decode_html
        from reprank.readers.web_pages import read_page

        return read_page(decode_html(raw, meter.name, encoding, meter.notes), meter)
    meter.notes += notes
    if kind == "markdown":
        from reprank.readers.markdown import read_markdown

        return read_markdown(text, meter)
    if kind == "rst":
        from reprank.readers.rst import read_rst

        return read_rst(text, meter)
    if kind == "asciidoc":
        from reprank.readers.asciidoc import read_asciidoc

        return read_asciidoc(text, meter)
    if kind == "roff":
        from reprank.readers.roff import read_roff

        return read_roff(text, meter)
    if kind == "subtitles":
        from reprank.readers.subtitles import read_subtitles

        return read_subtitles(text, meter)
    from reprank.text.man_pages import is_man_page

    if is_man_page(text[:TITLE_CHARACTERS].splitlines()):
        from reprank.readers.man_pages import read_man_page

        return read_man_page(text, meter)
    from reprank.readers.news import read_news

    return read_news(text, meter) or Document(text, id=meter.name, places=_form_feeds(text))


def _form_feeds(text: str) -> tuple[Place, ...]:
    """Return the pages of a text that marks them, as converters from PDF do."""
    if "\f" not in text:
        return ()
    starts = [0, *(at + 1 for at, character in enumerate(text) if character == "\f")]
    return tuple(Place(start, f"page {number}") for number, start in enumerate(starts, start=1))


def _unpacked(raw: bytes, compression: str, meter: Meter) -> bytes:
    try:
        with decompressed(BytesIO(raw), f"{meter.name}{compression}") as file:
            content = file.read(meter.room + 1)
    except DataError as error:
        raise InputError(f"{meter.name} is a damaged {compression} file ({error}): save or download it again") from None
    meter.add_unpacked(len(content))
    return content
