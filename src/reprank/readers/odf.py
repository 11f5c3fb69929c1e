"""OpenDocument (ODT, ODP) to Document: paragraphs with their styles, notes after the paragraph that they belong to."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from reprank.readers.archive import Archive, topmost
from reprank.readers.draft import Draft, clean, is_prose_cell
from reprank.readers.limits import Meter
from reprank.readers.styles import core_title, kind_of_styles, style_names
from reprank.text.documents import Document

SKIPPED = frozenset(
    {"note", "annotation", "annotation-end", "tracked-changes", "forms", "sequence-decls", "text-box", "ruby-text"}
)
CONTAINERS = frozenset({
    "text", "section", "presentation", "page", "frame", "text-box", "list-header", "notes", "custom-shape", "g", "body",
})  # fmt: skip
FURNITURE_CLASSES = frozenset({"page-number", "date-time", "footer", "header"})  # of the frames on a slide
MAX_SPACES = 80  # that one element may stand for


def read_odf(raw: bytes, meter: Meter) -> Document:
    """Read an OpenDocument text or presentation."""
    archive = Archive(raw, meter)
    reader = _Odf(archive)
    body = reader.content.find("body")
    if body is not None:
        reader.add_all(body)
    reader.draft.title = core_title(archive, "meta.xml") or reader.draft.title
    return reader.draft.document(meter.name)


class _Odf:
    def __init__(self, archive: Archive) -> None:
        self.meter = archive.meter
        self.content = archive.xml("content.xml")
        self.slides = 0
        self.styles: dict[str, tuple[str, str]] = {}  # name: shown name, parent
        trees = [self.content, *([archive.xml("styles.xml")] if "styles.xml" in archive.names else [])]
        for tree in trees:
            for style in tree.iter("style"):
                name = style.get("name", "")
                self.styles[name] = style.get("display-name", name), style.get("parent-style-name", "")
        self.draft = Draft(sections=self.content.find("body/presentation") is None)

    def add_all(self, parent: Element, *, kind: str | None = None) -> None:
        """Add what stands in a body, a section, a list, a cell, a slide or a frame."""
        for child in parent:
            self.meter.check_time()
            if child.tag == "page":
                self.slides += 1
                self.meter.check_pages(self.slides, "slides")
                self.draft.place(f"slide {self.slides}")
            if child.tag in ("p", "h"):
                self.add_paragraph(child, kind)
            elif child.tag == "list":
                for item in child:
                    self.add_all(item, kind=kind or "list")
            elif child.tag == "table":
                for row in topmost(child, "table-row", skipped=frozenset({"table"})):
                    self.add_row(row)
            elif child.tag == "notes":
                self.draft.place(f"notes of slide {self.slides}")
                self.add_all(child)
            elif child.tag == "frame" and child.get("class") == "title":
                self.add_all(child, kind="heading")
            elif child.tag in CONTAINERS and child.get("class") not in FURNITURE_CLASSES:
                self.add_all(child, kind=kind)

    def add_row(self, row: Element) -> None:
        """Add a row of a table: cell by cell if one of them holds prose, else as one block."""
        cells = row.findall("table-cell")
        paragraphs = [[clean(_text(found)) for found in cell.iter("p")] for cell in cells]
        if any(is_prose_cell(text) for texts in paragraphs for text in texts):
            for cell in cells:
                self.add_all(cell)
        else:
            self.draft.add_row(clean(" ".join(texts)) for texts in paragraphs)

    def add_paragraph(self, paragraph: Element, kind: str | None) -> None:
        """Add one paragraph, then the frames and notes that are anchored in it."""
        style = kind_of_styles(style_names(paragraph.get("style-name", ""), self.styles))
        found = "heading" if paragraph.tag == "h" else style
        raw = _text(paragraph)
        if found == "title" and kind is None:
            self.draft.add_title(clean(raw))
        elif found == "code":
            self.draft.add("code", raw)
        else:
            self.draft.add(kind or (None if found == "title" else found) or "prose", clean(raw))
        for box in topmost(paragraph, "text-box", skipped=frozenset({"note", "annotation"})):
            self.add_all(box)
        for note in paragraph.iter("note-body"):
            self.draft.add("footnote", clean(" ".join(_text(part) for part in note)))


def _text(node: Element) -> str:
    """Return the text of an OpenDocument paragraph, with its spaces, tabs and line breaks."""
    parts = [node.text or ""]
    for child in node:
        if child.tag == "s":
            parts.append(" " * min(int(child.get("c", "1") or 1), MAX_SPACES))
        elif child.tag in ("tab", "line-break"):
            parts.append("\n" if child.tag == "line-break" else " ")
        elif child.tag not in SKIPPED:
            parts.append(_text(child))
        parts.append(child.tail or "")
    return "".join(parts)
