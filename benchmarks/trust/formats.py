"""Paragraphs to files: the same text in every format that can be read, as plain as the format allows.

The files have nothing but a title and paragraphs, so that what is measured with them is the reading of text.
"""

from __future__ import annotations

import gzip
import io
import textwrap
import zipfile
from collections.abc import Callable, Sequence
from email.message import EmailMessage

TITLE = "The river and its bridges"
WORDS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main"
OPEN = "urn:oasis:names:tc:opendocument:xmlns"
CUE_SECONDS = 4
CHAPTER_PARAGRAPHS, SLIDE_PARAGRAPHS = 100, 8
LINE_CHARACTERS, PAGE_LINES = 90, 60  # of a page of a PDF

Paragraphs = Sequence[str]


def _text(paragraphs: Paragraphs) -> bytes:
    return "\n\n".join(paragraphs).encode()


def _titled(before: str, after: str = "") -> Callable[[Paragraphs], bytes]:
    """Make a format of text with a title between these marks."""
    return lambda paragraphs: _text([f"{before}{TITLE}{after}", *paragraphs])


def _html(paragraphs: Paragraphs) -> bytes:
    body = "\n".join(f"<p>{each}</p>" for each in paragraphs)
    head = f"<!DOCTYPE html><html><head><title>{TITLE}</title></head><body><main><article><h1>{TITLE}</h1>"
    return f"{head}\n{body}\n</article></main></body></html>\n".encode()


def _roff(paragraphs: Paragraphs) -> bytes:
    return "\n".join([".TH RIVER 7", ".SH NAME", f"river - {TITLE}", *(f".PP\n{each}" for each in paragraphs)]).encode()


def _cues(paragraphs: Paragraphs, *, mark: str, numbered: bool) -> str:
    """Write every line as a cue of its own."""
    lines = [line for each in paragraphs for line in textwrap.wrap(each, 60)]

    def clock(second: int) -> str:
        return f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}{mark}000"

    return "\n\n".join(
        (f"{place + 1}\n" if numbered else "")
        + f"{clock(place * CUE_SECONDS)} --> {clock((place + 1) * CUE_SECONDS)}\n{line}"
        for place, line in enumerate(lines)
    )


def _mail(paragraphs: Paragraphs) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "ana@example.org", "ivo@example.org", TITLE
    message.set_content("\n\n".join(paragraphs))
    return message.as_bytes()


def _saved_page(paragraphs: Paragraphs) -> bytes:
    page = EmailMessage()
    page["From"], page["Subject"] = "<Saved by a browser>", TITLE
    page["Snapshot-Content-Location"] = "https://example.org/river"
    page.set_content(_html(paragraphs).decode(), subtype="html")
    page.make_related()
    return page.as_bytes()


def _rtf(paragraphs: Paragraphs) -> bytes:
    return "\n".join([r"{\rtf1\ansi", *(rf"\pard {each}\par" for each in paragraphs), "}"]).encode()


def _zip(parts: dict[str, str]) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return raw.getvalue()


def _docx(paragraphs: Paragraphs) -> bytes:
    body = "".join(f"<w:p><w:r><w:t>{each}</w:t></w:r></w:p>" for each in paragraphs)
    return _zip({"word/document.xml": f'<w:document xmlns:w="{WORDS}"><w:body>{body}</w:body></w:document>'})


def _odt(paragraphs: Paragraphs) -> bytes:
    body = "".join(f"<text:p>{each}</text:p>" for each in paragraphs)
    spaces = f'xmlns:office="{OPEN}:office:1.0" xmlns:text="{OPEN}:text:1.0"'
    inside = f"<office:body><office:text>{body}</office:text></office:body>"
    return _zip({"content.xml": f"<office:document-content {spaces}>{inside}</office:document-content>"})


def _pptx(paragraphs: Paragraphs) -> bytes:
    spaces = f'xmlns:p="{SLIDES}" xmlns:a="{DRAWING}"'
    parts = {"ppt/presentation.xml": f"<p:presentation {spaces}/>"}
    size = max(SLIDE_PARAGRAPHS, len(paragraphs) // 4000)  # a presentation has at most 5,000 slides
    for number, first in enumerate(range(0, len(paragraphs), size), start=1):
        texts = "".join(f"<a:p><a:r><a:t>{each}</a:t></a:r></a:p>" for each in paragraphs[first : first + size])
        shape = f"<p:cSld><p:spTree><p:sp><p:txBody>{texts}</p:txBody></p:sp></p:spTree></p:cSld>"
        parts[f"ppt/slides/slide{number}.xml"] = f"<p:sld {spaces}>{shape}</p:sld>"
    return _zip(parts)


def _epub(paragraphs: Paragraphs) -> bytes:
    starts = range(0, len(paragraphs), CHAPTER_PARAGRAPHS)
    items = "".join(f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in starts)
    spine = "".join(f'<itemref idref="c{n}"/>' for n in starts)
    parts = {
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
        "book.opf": f"<package><manifest>{items}</manifest><spine>{spine}</spine></package>",
    }
    for n in starts:
        body = "".join(f"<p>{each}</p>" for each in paragraphs[n : n + CHAPTER_PARAGRAPHS])
        parts[f"c{n}.xhtml"] = f"<html><body><h1>Chapter {n}</h1>{body}</body></html>"
    return _zip(parts)


def _pdf(paragraphs: Paragraphs) -> bytes:
    """Write pages of lines in Helvetica; the text must be ASCII without brackets."""
    lines = [line for each in paragraphs for line in (*textwrap.wrap(each, LINE_CHARACTERS), "")]
    starts = range(0, len(lines), PAGE_LINES)
    kids = " ".join(f"{4 + 2 * page} 0 R" for page in range(len(starts)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(starts)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for page, first in enumerate(starts):
        shown = "\n".join(
            f"BT /F1 10 Tf 50 {790 - 12 * row} Td ({line}) Tj ET"
            for row, line in enumerate(lines[first : first + PAGE_LINES])
            if line
        )
        objects += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * page} 0 R >>",
            f"<< /Length {len(shown)} >>\nstream\n{shown}\nendstream",
        ]
    out, offsets = ["%PDF-1.4\n"], []
    at = len(out[0])
    for number, content in enumerate(objects, start=1):
        offsets.append(at)
        out.append(f"{number} 0 obj\n{content}\nendobj\n")
        at += len(out[-1])
    rows = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    count = len(objects) + 1
    out.append(f"xref\n0 {count}\n0000000000 65535 f \n{rows}")
    out.append(f"trailer << /Size {count} /Root 1 0 R >>\nstartxref\n{at}\n%%EOF\n")
    return "".join(out).encode()


#: By the ending of the name of a file: what writes paragraphs in this format.
FORMATS: dict[str, Callable[[Paragraphs], bytes]] = {
    "txt": _text,
    "txt.gz": lambda paragraphs: gzip.compress(_text(paragraphs)),
    "md": _titled("# "),
    "html": _html,
    "mhtml": _saved_page,
    "rst": _titled("=" * len(TITLE) + "\n", "\n" + "=" * len(TITLE)),
    "adoc": _titled("= "),
    "7": _roff,
    "srt": lambda paragraphs: _cues(paragraphs, mark=",", numbered=True).encode(),
    "vtt": lambda paragraphs: f"WEBVTT\n\n{_cues(paragraphs, mark='.', numbered=False)}\n".encode(),
    "eml": _mail,
    "rtf": _rtf,
    "docx": _docx,
    "odt": _odt,
    "pptx": _pptx,
    "epub": _epub,
    "pdf": _pdf,
}
