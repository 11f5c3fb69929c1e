"""DOCX to Document: paragraphs with their styles, notes after the paragraph that they belong to."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from reprank.readers.archive import Archive, descendants, topmost
from reprank.readers.draft import Draft, clean, is_prose_cell
from reprank.readers.limits import Meter
from reprank.readers.styles import core_title, kind_of_styles, style_names
from reprank.text.documents import Document

SKIPPED = frozenset({"Fallback", "del", "moveFrom", "instrText", "delText", "pPr", "rPr", "txbxContent"})


def read_docx(raw: bytes, meter: Meter) -> Document:
    """Read a Word document: paragraphs, lists, tables and notes; deleted text and repeated fallbacks are left out."""
    archive = Archive(raw, meter)
    reader = _Docx(archive)
    body = archive.xml("word/document.xml").find("body")
    if body is not None:
        reader.add_all(body)
    reader.draft.title = core_title(archive, "docProps/core.xml") or reader.draft.title
    return reader.draft.document(meter.name)


class _Docx:
    def __init__(self, archive: Archive) -> None:
        self.meter = archive.meter
        self.draft = Draft(sections=True)
        self.styles = _styles(archive)
        self.notes: dict[tuple[str, str], Element] = {}
        for kind in ("footnote", "endnote"):
            part = f"word/{kind}s.xml"
            if part in archive.names:
                for note in archive.xml(part).iter(kind):
                    self.notes[kind, note.get("id", "")] = note

    def add_all(self, parent: Element) -> None:
        """Add the paragraphs and tables of a body, a cell or a content control."""
        for child in parent:
            if child.tag == "p":
                self.add_paragraph(child)
            elif child.tag == "tbl":
                self.meter.check_time()
                for row in topmost(child, "tr", skipped=frozenset({"tbl"})):
                    self.add_row(row)
            elif child.tag in ("sdt", "sdtContent", "ins", "moveTo", "customXml"):
                self.add_all(child)

    def add_row(self, row: Element) -> None:
        """Add a row of a table: cell by cell if one of them holds prose, else as one block."""
        cells = row.findall("tc")
        paragraphs = [[_text(found) for found in cell.iter("p")] for cell in cells]
        if any(is_prose_cell(text) for texts in paragraphs for text in texts):
            for cell in cells:
                self.add_all(cell)
        else:
            self.draft.add_row(clean(" ".join(texts)) for texts in paragraphs)

    def add_paragraph(self, paragraph: Element) -> None:
        """Add one paragraph, then the boxes and notes that are anchored in it."""
        nodes = list(descendants(paragraph, skipped=SKIPPED - {"pPr", "rPr"}))
        raw = _text(paragraph)
        kind = self.kind_of(paragraph)
        text = raw.strip("\n") if kind == "code" else clean(raw)
        if kind == "title":
            self.draft.add_title(text)
        else:
            self.draft.add(kind, text)
        for box in topmost(paragraph, "txbxContent", skipped=frozenset({"Fallback"})):
            self.add_all(box)
        for node in nodes:
            if node.tag in ("footnoteReference", "endnoteReference"):
                note = self.notes.get((node.tag.removesuffix("Reference"), node.get("id", "")))
                if note is not None:
                    self.draft.add("footnote", clean(_text(note)))

    def kind_of(self, paragraph: Element) -> str:
        """Return the kind of a paragraph by its style, its place in the outline and its numbering."""
        properties = paragraph.find("pPr")
        if properties is None:
            return "prose"
        style = properties.find("pStyle")
        names, has_outline, is_item = self.styles.get("" if style is None else style.get("val", ""), ([], False, False))
        kind = kind_of_styles(names)
        if kind is None and (has_outline or properties.find("outlineLvl") is not None):
            kind = "heading"
        if kind is None and (is_item or properties.find("numPr") is not None):
            kind = "list"
        return kind or "prose"


def _styles(archive: Archive) -> dict[str, tuple[list[str], bool, bool]]:
    """Return each paragraph style by identifier: its names and those it is based on, outline or not, list or not."""
    if "word/styles.xml" not in archive.names:
        return {}
    own: dict[str, tuple[str, str]] = {}
    outlined, items = set(), set()
    for style in archive.xml("word/styles.xml").iter("style"):
        identifier, name, base = style.get("styleId", ""), style.find("name"), style.find("basedOn")
        own[identifier] = "" if name is None else name.get("val", ""), "" if base is None else base.get("val", "")
        if any(level.get("val", "9") != "9" for level in style.iter("outlineLvl")):  # 9 is body text
            outlined.add(identifier)
        if style.find("pPr/numPr") is not None:
            items.add(identifier)
    return {name: (style_names(name, own), name in outlined, name in items) for name in own}


def _text(paragraph: Element) -> str:
    return "".join(_node_text(node) for node in descendants(paragraph, skipped=SKIPPED))


def _node_text(node: Element) -> str:
    if node.tag == "t":
        return node.text or ""
    return {"tab": " ", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}.get(node.tag, "")
