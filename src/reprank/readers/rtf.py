"""RTF to Document: paragraphs by striprtf, the title from the file's own properties."""

from __future__ import annotations

from collections.abc import Callable

from reprank.errors import InputError, MissingExtra
from reprank.patterns import lazy_pattern
from reprank.readers.draft import Draft, clean, useful_title
from reprank.readers.limits import Meter
from reprank.text.documents import Document
from reprank.text.tokens import STOPPED

TITLE = lazy_pattern(r"\{\\title\s+([^\s{}\\][^{}\\]*)\}")
CODE_PAGE = lazy_pattern(r"\\ansicpg(\d+)")
CELL = "|"  # how striprtf separates the cells of a table
CELL_BREAK = lazy_pattern(r"(?<!\s)\s*\n\|")  # looked for at the beginning of white space only: linear in its length
MAX_HEADING_WORDS = 12
BULLET = lazy_pattern(r"\s*(?:[•·▪◦‣–-]|\d{1,2}[.)])\s")


def read_rtf(raw: bytes, meter: Meter) -> Document:
    """Read an RTF file; the format tells nothing about headings, so short lines without a full stop count as such."""
    try:
        from striprtf.striprtf import rtf_to_text
    except ImportError as error:
        raise MissingExtra("reading RTF", "files", error) from None
    source = raw.decode("latin-1")  # RTF is ASCII with escapes
    page = CODE_PAGE.search(source)
    try:
        convert: Callable[..., str] = rtf_to_text
        text = convert(source, encoding=f"cp{page.group(1)}" if page else "cp1252", errors="replace")
    except (TypeError, ValueError, LookupError, OverflowError) as error:  # striprtf lets these through
        raise InputError(f"{meter.name} is a damaged RTF file ({error}): save it again") from None
    draft = Draft()
    title = TITLE.search(source)
    draft.title = useful_title(title.group(1)) if title else None
    text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")  # RTF writes two halves of an emoji
    for line in CELL_BREAK.sub(CELL, text).splitlines():
        meter.check_time()
        _add_line(line, draft)
    return draft.document(meter.name)


def _add_line(line: str, draft: Draft) -> None:
    text = clean(line)
    if CELL in text:
        draft.add_row(cell.strip() for cell in text.split(CELL))
    elif BULLET.match(text):
        draft.add("list", text)
    elif len(text.split()) <= MAX_HEADING_WORDS and not STOPPED.search(text):
        draft.add("heading", text)
    else:
        draft.add("prose", text)
