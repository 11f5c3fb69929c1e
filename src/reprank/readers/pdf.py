"""PDF to Document: PDFium gives characters with their positions, ``layout`` makes running text of them."""

from __future__ import annotations

import ctypes
import re
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby, pairwise
from math import isfinite
from statistics import median
from typing import Any, NamedTuple

from reprank.errors import InputError, MissingExtra
from reprank.patterns import lazy_pattern
from reprank.readers.draft import Draft, useful_title
from reprank.readers.forms import check_forms, check_streams
from reprank.readers.layout import write_pages
from reprank.readers.limits import Meter
from reprank.readers.lines import CELL, HYPHEN, Line
from reprank.text.documents import Document
from reprank.wording import counted

LOCK = threading.Lock()  # PDFium must not run in two threads at once
PASSWORD_ERROR, SECURITY_ERROR = 4, 5  # FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY
BROKEN_HYPHENS = (0x02, 0xFFFE)  # how PDFium marks a hyphen at the end of a line
FORMULA_LETTERS = frozenset(map(chr, range(0x1D400, 0x1D800)))  # italic, bold and the like: U+1D445 is R
HIGH_HALVES, LOW_HALVES = range(0xD800, 0xDC00), range(0xDC00, 0xE000)  # of UTF-16
CONTROLS = frozenset(range(1, 32)) - {2, 9, 10, 13}  # codes that no text has, and PDFium gives no meaning
# The order of glyphs in most TrueType fonts: ASCII, then the letters of Mac Roman without its blank.
GLYPHS = [*range(0x20, 0x7F), *range(0x80, 0xCA), *range(0xCB, 0x100)]
GLYPH_ORDER = {glyph: ord(bytes([code]).decode("mac_roman")) for glyph, code in enumerate(GLYPHS, start=3)}
BLANK_GLYPH, UNKNOWN = 3, 0xFFFD
MIN_SMALL_LETTERS, MIN_BLANKS = 0.4, 0.04  # of the characters of a text
# Dashes and quotation marks of Western fonts, whose codes mean nothing in Unicode.
WESTERN_CONTROLS = {code: ord(bytes([code]).decode("cp1252")) for code in (*range(0x91, 0x98), 0x85)}
MIN_CHARACTERS = 25  # a page of fewer holds no text, or only a page number
FONT_SAMPLES = 4
MAX_FONT_NAME_BYTES = 128
BOLD = lazy_pattern(r"bold|black|heavy|demi|[+-]b$|cmbx|SFBX", re.IGNORECASE)
ITALIC = lazy_pattern(r"ital|obli|cmti|cmsl|SFTI", re.IGNORECASE)
MONO = lazy_pattern(r"mono|courier|consol|typewriter|menlo|cmtt|SFTT|inconsolata", re.IGNORECASE)
MAX_MARK_SIZE = 0.8  # of the size of its line: a smaller raised number is the mark of a note
MIN_JUMP, MIN_DROP = 2.0, 0.25  # ems to the left and up or down, from the last character of a row to the next one
WIDE_GAP = 1.3  # ems between two characters, from which on they stand in two cells
MARK = lazy_pattern(r"[\d*†‡§¶,\s]{1,4}")
MARKS = frozenset(map(ord, "0123456789*†‡§¶"))
UNITS = lazy_pattern(r"(?:^|[\d\s·/])(?:[kcmd]?m|s|ft|in|x|n|r|R)$")
UNMAPPED = lazy_pattern("[\ufffd\ue000-\uf8ff\x00]")
MAX_UNMAPPED = 0.3  # share of characters without a meaning, above which a text cannot be read


def read_pdf(raw: bytes, meter: Meter) -> Document:
    """Read the running text of a PDF, with pages as places."""
    if not meter.limits.own_process:  # a process of its own is ended in time
        check_streams(raw, meter)
        check_forms(raw, meter)
    with LOCK, _opened(raw, meter) as pdf:
        meter.check_pages(len(pdf))
        pages = []
        for number in range(len(pdf)):
            meter.check_time()
            pages.append(_lines(pdf, number, meter))
        title = useful_title(pdf.get_metadata_dict().get("Title", ""))
    _check_text(pages, meter)
    draft = Draft()
    found = write_pages(pages, draft)
    draft.title = title or found
    return draft.document(meter.name)


@contextmanager
def _opened(raw: bytes, meter: Meter) -> Iterator[Any]:
    try:
        import pypdfium2
    except ImportError as error:
        raise MissingExtra("reading PDF", "files", error) from None
    try:
        pdf = pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        if code in (PASSWORD_ERROR, SECURITY_ERROR):
            raise InputError(f"{meter.name} is an encrypted PDF: save it without a password first") from None
        raise InputError(f"{meter.name} is a damaged PDF ({error}): save or download it again") from None
    try:
        yield pdf
    finally:
        pdf.close()


def _check_text(pages: list[list[Line]], meter: Meter) -> None:
    """Say where there is no text to read: a scan, or fonts whose characters have no meaning."""
    sizes = [sum(len(line.text) for line in page) for page in pages]
    empty = sum(size < MIN_CHARACTERS for size in sizes)
    if pages and empty == len(pages) and sum(sizes) < MIN_CHARACTERS * len(pages):
        if sum(sizes) == 0 or len(pages) > 1:
            raise InputError(
                f"{meter.name} is a scan: {counted(len(pages), 'pages')} of pictures and no text; "
                "run text recognition (OCR) first"
            )
    elif empty > len(pages) // 2:
        meter.notes.append(f"{meter.name}: {empty} of {len(pages)} pages have no text and may be scans (they need OCR)")
    unmapped = sum(len(UNMAPPED.findall(line.text)) for page in pages for line in page)
    if unmapped > MAX_UNMAPPED * max(sum(sizes), 1):
        raise InputError(f"{meter.name} has fonts that do not say which letters they show: run text recognition (OCR)")


def _lines(pdf: Any, number: int, meter: Meter) -> list[Line]:
    """Return the lines of one page in the order of the file, which is the reading order of nearly all writers."""
    from pypdfium2 import PdfiumError

    try:
        page = pdf[number]
        text = page.get_textpage()
    except PdfiumError:
        meter.notes.append(f"{meter.name}: page {number + 1} is damaged and was left out")
        return []
    try:
        height = page.get_height()
        rows = (row for span in _line_spans(text) for row in _rows(span, _glyphs(text, span)))
        return [line for span, glyphs in rows if (line := _line(text, span, glyphs, number, height)) is not None]
    finally:
        text.close()
        page.close()


def _codes(text: Any) -> list[int]:
    """Return the code of every character of a page; all at once where characters and codes agree in number.

    PDFium gives a character beyond the first 65,536, such as a letter of formulas, as two halves.
    The second one becomes 0.
    """
    import pypdfium2.raw as pdfium

    count = text.count_chars()
    whole = text.get_text_range(0, count) if count else ""
    if len(whole) == count:
        codes = list(map(ord, whole))
    else:
        codes = [pdfium.FPDFText_GetUnicode(text.raw, index) for index in range(count)]
        for index, (high, low) in enumerate(pairwise([*codes, 0])):
            if high in HIGH_HALVES:
                codes[index] = _whole(high, low) if low in LOW_HALVES else 0
            elif high in LOW_HALVES:
                codes[index] = 0
    return codes if CONTROLS.isdisjoint(codes) else _readable(text, codes)


def _readable(text: Any, codes: list[int]) -> list[int]:
    """Return the codes of a page with letters in place of the numbers of glyphs, if its fonts tell nothing else.

    Most such fonts have their glyphs in the order of TrueType: 3 is a blank, 4 an exclamation mark, 36 an A.
    """
    import pypdfium2.raw as pdfium

    unknown = [at for at in range(len(codes)) if pdfium.FPDFText_HasUnicodeMapError(text.raw, at) == 1]
    glyphs = [codes[at] for at in unknown]
    if 2 * len(glyphs) > len(codes) and not _is_text(glyphs):
        letters = [GLYPH_ORDER.get(glyph, UNKNOWN) for glyph in glyphs]
        is_text = glyphs.count(BLANK_GLYPH) > MIN_BLANKS * len(glyphs) and _is_text(letters)
        for at, letter in zip(unknown, letters, strict=True):
            codes[at] = letter if is_text else UNKNOWN
    return [ord(" ") if code in CONTROLS else code for code in codes]


def _is_text(codes: Sequence[int]) -> bool:
    return sum(chr(code).islower() for code in codes) > MIN_SMALL_LETTERS * len(codes)


def _whole(high: int, low: int) -> int:
    """Return the code of a character from its two halves, of a letter of formulas that of the plain letter."""
    character = chr(0x10000 + (high - HIGH_HALVES.start) * 0x400 + low - LOW_HALVES.start)
    return ord(unicodedata.normalize("NFKC", character)) if character in FORMULA_LETTERS else ord(character)


def _line_spans(text: Any) -> Iterator[list[tuple[int, int]]]:
    """Yield each line as index and code of its characters."""
    line: list[tuple[int, int]] = []
    for index, code in enumerate(_codes(text)):
        if code in WESTERN_CONTROLS:
            code = WESTERN_CONTROLS[code]
        if code in (10, 13):
            if line:
                yield line
            line = []
        elif code in BROKEN_HYPHENS:
            line.append((index, code))
            yield line
            line = []
        elif code:
            line.append((index, code))
    if line:
        yield line


def _rows(span: list[tuple[int, int]], glyphs: list[Glyph]) -> Iterator[tuple[list[tuple[int, int]], list[Glyph]]]:
    """Cut what PDFium takes for one line where it jumps back to the left, to a row below or above it."""
    start = 0
    last: Glyph | None = None
    for at, glyph in enumerate(glyphs):
        if not glyph.size:
            continue
        if (
            last is not None
            and glyph.left < last.left - MIN_JUMP * last.size
            and abs(glyph.base - last.base) > MIN_DROP * last.size
        ):
            yield span[start:at], glyphs[start:at]
            start = at
        last = glyph
    yield span[start:], glyphs[start:]


def _line(text: Any, span: list[tuple[int, int]], glyphs: list[Glyph], page: int, height: float) -> Line | None:
    """Measure one line; None if it is blank or does not run from left to right, like a mark in the margin."""
    import pypdfium2.raw as pdfium

    ink = [glyph for glyph in glyphs if glyph.size]
    if not ink or not all(isfinite(place) for glyph in ink for place in glyph[1:]):  # a damaged file puts it nowhere
        return None
    first = next(index for index, code in span if not chr(code).isspace())
    if len(ink) > 2 and abs(pdfium.FPDFText_GetCharAngle(text.raw, first)) % 6.2832 > 0.1:
        return None
    fonts = [_font(text, index) for index in _samples(span)]
    edges = [glyph for glyph in ink if glyph.code not in MARKS] or ink
    size = median(glyph.size for glyph in edges)
    gaps = _mark_gaps(glyphs, size)
    base = edges[0].base if gaps else median(glyph.base for glyph in edges)
    content, marked = _without_marks(glyphs, size, base)
    return Line(
        text=content,
        page=page,
        left=min(glyph.left for glyph in ink),
        right=max(glyph.right for glyph in ink),
        base=base,
        size=round(size, 1),
        height=height,
        bold=all(BOLD.search(font) for font in fonts),
        italic=all(ITALIC.search(font) for font in fonts),
        mono=all(MONO.search(font) for font in fonts),
        marked=marked,
        gaps=gaps,
    )


class Glyph(NamedTuple):
    """A character as it is shown; one that was not measured has no size."""

    code: int
    left: float = 0.0
    right: float = 0.0
    base: float = 0.0
    size: float = 0.0


def _glyphs(text: Any, span: list[tuple[int, int]]) -> list[Glyph]:
    """Measure the first and the last character of each word and all that may be marks; the others tell no more."""
    import pypdfium2.raw as pdfium

    left, right, low, high = (ctypes.c_double() for _ in range(4))
    matrix = pdfium.FS_MATRIX()
    glyphs: list[Glyph] = []
    blank = [code in BROKEN_HYPHENS or chr(code).isspace() for _, code in span]
    for at, (index, code) in enumerate(span):
        inside = at and at + 1 < len(span) and not blank[at - 1] and not blank[at + 1] and code not in MARKS
        if blank[at] or inside:
            glyphs.append(Glyph(code))
            continue
        pdfium.FPDFText_GetCharBox(text.raw, index, left, right, low, high)
        size, base = float(pdfium.FPDFText_GetFontSize(text.raw, index)), low.value
        if pdfium.FPDFText_GetMatrix(text.raw, index, matrix):
            base = matrix.f
            size *= (matrix.c**2 + matrix.d**2) ** 0.5 or 1.0  # the size of the font, as the page scales it
        glyphs.append(Glyph(code, left.value, right.value, base, size))
    return glyphs


def _samples(span: list[tuple[int, int]]) -> list[int]:
    """Return some characters of a line; it is bold, italic or monospaced if all of them are."""
    inked = [index for index, code in span if chr(code).isalnum()] or [span[0][0]]
    return [inked[at * (len(inked) - 1) // FONT_SAMPLES] for at in range(FONT_SAMPLES + 1)]


def _font(text: Any, index: int) -> str:
    """Return the name of the font of a character, which tells its style more reliably than its flags."""
    import pypdfium2.raw as pdfium

    name = ctypes.create_string_buffer(MAX_FONT_NAME_BYTES)
    pdfium.FPDFText_GetFontInfo(text.raw, index, name, len(name), ctypes.c_int())
    return name.value.decode("utf-8", "replace")


def _without_marks(glyphs: list[Glyph], size: float, base: float) -> tuple[str, bool]:
    """Return the text without the raised marks of footnotes, and whether it begins with one."""
    raised = [0 < glyph.size < MAX_MARK_SIZE * size and glyph.base > base + 0.15 * size for glyph in glyphs]
    characters = [HYPHEN if glyph.code in BROKEN_HYPHENS else chr(glyph.code) for glyph in glyphs]
    if not any(raised):
        return "".join(characters), False
    text, marked = "", False
    for is_raised, run in groupby(range(len(glyphs)), key=raised.__getitem__):
        piece = "".join(characters[at] for at in run)
        if not is_raised or not MARK.fullmatch(piece) or UNITS.search(text[-4:]) or text[-1:].isdigit():
            text += piece
        elif not text.strip():
            marked = True
    return text, marked


def _mark_gaps(glyphs: list[Glyph], size: float) -> tuple[tuple[float, float, float], ...]:
    """Write a mark in place of the blank in each wide gap of a line; return where the gaps are."""
    gaps: list[tuple[float, float, float]] = []
    last: float | None = None
    blank: int | None = None
    for at, glyph in enumerate(glyphs):
        if not glyph.size:
            blank = at if chr(glyph.code).isspace() else blank
            continue
        if last is not None and blank is not None and glyph.left - last > WIDE_GAP * size:
            glyphs[blank] = Glyph(ord(CELL))
            gaps.append((last, glyph.left, glyph.base))
        last, blank = glyph.right, None
    return tuple(gaps)
