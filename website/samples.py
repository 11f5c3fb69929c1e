"""Sample texts to the files that the pages work on: a folder of PDFs, a book, reviews, a meeting, tables.

All texts were written for this project. Those in docs/samples are copied; PDF, EPUB and tables are made from them.
"""

from __future__ import annotations

import csv
import json
import shutil
import textwrap
import zipfile
from pathlib import Path

from benchmarks.report import DOCS

import reprank

SAMPLES = DOCS / "samples"
LINE_COLUMNS = 78
PAGE_LINES = 12


def write_samples(folder: Path) -> None:
    """Write the folder in which the commands of the pages are run."""
    shutil.copytree(SAMPLES / "reviews", folder / "reviews")
    shutil.copytree(SAMPLES / "sluice", folder / "sluice")
    shutil.copytree(SAMPLES / "languages", folder / "languages")
    shutil.copyfile(SAMPLES / "meeting.vtt", folder / "meeting.vtt")
    _write_articles(folder)
    (folder / "reports").mkdir()
    for path in sorted((SAMPLES / "reports").glob("*.txt")):
        (folder / "reports" / f"{path.stem}.pdf").write_bytes(pdf(path.read_text(encoding="utf-8")))
    _write_epub(folder / "mill.epub", sorted((SAMPLES / "book").glob("*.md")))
    _write_clusters(folder / "clusters.jsonl")


def _write_clusters(path: Path) -> None:
    """Write the articles, the reports and the reviews as clusters with a reference each, for evaluation."""
    references: dict[str, str] = json.loads((SAMPLES / "references.json").read_text(encoding="utf-8"))
    documents = {"articles": [document.text for document in reprank.example_documents()]}
    for name in ("reports", "reviews"):
        documents[name] = [text.read_text(encoding="utf-8") for text in sorted((SAMPLES / name).glob("*.txt"))]
    rows = [
        {"id": name, "documents": documents[name], "references": [reference]} for name, reference in references.items()
    ]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def _write_articles(folder: Path) -> None:
    """Write the five articles of the package as text files, as JSON lines and as CSV."""
    (folder / "articles").mkdir()
    documents = reprank.example_documents()
    names = ["gazette", "wire", "islander", "courier", "thursday"]
    for name, document in zip(names, documents, strict=True):
        (folder / "articles" / f"{name}.txt").write_text(document.text, encoding="utf-8")
    rows = [{"id": name, "text": document.text} for name, document in zip(names, documents, strict=True)]
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (folder / "articles.jsonl").write_text(lines, encoding="utf-8")
    with (folder / "articles.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["ticket", "body"])
        writer.writerows([row["id"], " ".join(row["text"].partition("\n")[2].split())] for row in rows)


def _write_epub(path: Path, chapters: list[Path]) -> None:
    """Write a small book, one file for each chapter."""
    names = [f"{chapter.stem}.xhtml" for chapter in chapters]
    items = "".join(
        f'<item id="c{n}" href="{name}" media-type="application/xhtml+xml"/>' for n, name in enumerate(names)
    )
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(names)))
    container = (
        '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    package = (
        '<package version="3.0" xmlns="http://www.idpf.org/2007/opf" unique-identifier="id"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The mill</dc:title><dc:language>en</dc:language>'
        '<dc:identifier id="id">mill</dc:identifier></metadata>'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", container)
        archive.writestr("book.opf", package)
        for chapter, name in zip(chapters, names, strict=True):
            archive.writestr(name, _chapter(chapter.read_text(encoding="utf-8")))


def _chapter(text: str) -> str:
    title, *paragraphs = text.strip().split("\n\n")
    heading = title.removeprefix("# ")
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{heading}</title></head><body><h1>{heading}</h1>{body}</body></html>'


def pdf(text: str) -> bytes:
    r"""Return a report as a PDF: a running head, lines of text, and a page number on every page.

    >>> pdf("A title\n\nA sentence.")[:8]
    b'%PDF-1.4'
    """
    title, *paragraphs = text.strip().split("\n\n")
    lines = [(16.0, title), (11.0, "")]
    for paragraph in paragraphs:
        lines += [(11.0, line) for line in textwrap.wrap(paragraph, LINE_COLUMNS)] + [(11.0, "")]
    pages = [lines[start : start + PAGE_LINES] for start in range(0, len(lines), PAGE_LINES)]
    streams = [_page(title, number, page) for number, page in enumerate(pages, start=1)]
    return _pdf_file(streams)


def _page(title: str, number: int, lines: list[tuple[float, str]]) -> bytes:
    shown = [(9.0, 72, 800, title), (9.0, 290, 40, str(number))]
    shown += [(size, 72, 760 - 16 * line, text) for line, (size, text) in enumerate(lines) if text]
    operators = (f"BT /F1 {size} Tf {x} {y} Td ({_escaped(text)}) Tj ET" for size, x, y, text in shown)
    return "\n".join(operators).encode("latin-1")


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _pdf_file(streams: list[bytes]) -> bytes:
    """Return a PDF with one page for each stream: catalogue, pages, font, then page and content in turn."""
    kids = " ".join(f"{4 + 2 * page} 0 R" for page in range(len(streams)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(streams)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, stream in enumerate(streams):
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents "
            + f"{5 + 2 * number} 0 R >>".encode()
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n".encode() + stream + b"\nendstream")
    out, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    return out + f"{head}trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n".encode()
