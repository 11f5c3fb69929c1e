"""Lines of text at given places to a PDF, for layouts that no program at hand writes."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

FIRST_FORM = 6


def tiny_pdf(
    pages: Sequence[Sequence[tuple[float, float, float, str]]], *, meant: dict[str, str] | None = None
) -> bytes:
    """Write pages of (x, y, size, text) in Helvetica, in the order given; letters may be meant as other ones."""
    count = len(pages)
    kids = " ".join(f"{4 + 2 * page} 0 R" for page in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica {_to_unicode(count) if meant else ''}>>".encode(),
    ]
    for number, page in enumerate(pages):
        shown = (f"BT /F1 {size} Tf {x} {y} Td ({_escaped(text)}) Tj ET" for x, y, size, text in page)
        stream = "\n".join(shown).encode("latin-1")
        resources = "<< /Font << /F1 3 0 R >> >>"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources {resources} "
            f"/Contents {5 + 2 * number} 0 R >>".encode()
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n".encode() + stream + b"\nendstream")
    if meant:
        rows = "".join(f"<{ord(letter):02x}> <{other.encode('utf-16-be').hex()}>\n" for letter, other in meant.items())
        head = "begincmap\n1 begincodespacerange\n<00> <ff>\nendcodespacerange\n"
        objects.append(_stream("", f"{head}{len(meant)} beginbfchar\n{rows}endbfchar\nendcmap".encode()))
    return _numbered(objects)


def glyph_pdf(lines: Sequence[Sequence[int]]) -> bytes:
    """Write lines of glyphs, by their numbers, in a font that does not say which letters these are."""
    shown = "\n".join(
        f"BT /F1 10 Tf 60 {740 - 12 * row} Td <{''.join(f'{glyph:04x}' for glyph in line)}> Tj ET"
        for row, line in enumerate(lines)
    )
    system = "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
    return _numbered([
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Mill /Encoding /Identity-H /DescendantFonts [6 0 R] >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R "
        b"/Resources << /Font << /F1 3 0 R >> >> >>",
        _stream("", shown.encode()),
        f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Mill {system} /DW 500 >>".encode(),
    ])  # fmt: skip


def _to_unicode(pages: int) -> str:
    return f"/ToUnicode {4 + 2 * pages} 0 R "


def _numbered(objects: Sequence[bytes]) -> bytes:
    out, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    trailer = f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + (head + trailer).encode()


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def form_pdf(forms: Sequence[tuple[str, bytes]], *, contents: bytes = b"/X0 Do") -> bytes:
    """Write a page that draws forms: each is given by more of its dictionary, and by its packed content.

    The form with number i is the object ``FIRST_FORM + i``; the page knows it as /Xi.
    """
    names = " ".join(f"/X{number} {FIRST_FORM + number} 0 R" for number in range(len(forms)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources "
        + f"<< /Font << /F1 3 0 R >> /XObject << {names} >> >> >>".encode(),
        _stream("", contents),
        *(_stream(f"/Type /XObject {more} /BBox [0 0 595 842]", content) for more, content in forms),
    ]
    return _numbered(objects)


def _stream(more: str, content: bytes) -> bytes:
    packed = zlib.compress(content)
    head = f"<< {more} /Filter /FlateDecode /Length {len(packed)} >>\nstream\n"
    return head.encode() + packed + b"\nendstream"
