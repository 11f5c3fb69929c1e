"""DOCX and ODT to Document: paragraphs with their styles, notes after the paragraph that they belong to."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element

from reprank.readers.archive import Archive, descendants, topmost
from reprank.readers.draft import Draft, clean, is_prose_cell
from reprank.readers.limits import Meter
from reprank.text.documents import Document

HEADING_STYLE = re.compile(
    r"(?:heading|überschrift|titre|título|titolo|kop|rubrik|nagłówek|заголовок|标题|見出し)[ _]?\d?", re.IGNORECASE
)
TITLE_STYLE = re.compile(r"(?:sub)?title|author|date", re.IGNORECASE)
CAPTION_STYLE = re.compile(r".*caption|beschriftung|légende|illustration|drawing|figure|table", re.IGNORECASE)
CODE_STYLE = re.compile(r".*(?:source ?code|preformatted|html pre|verbatim|listing|code block).*", re.IGNORECASE)
FURNITURE_STYLE = re.compile(
    r"(?:toc|contents|index|verzeichnis)[ _]?(?:heading)?[ _]?\d*|header|footer|table of .*", re.IGNORECASE
)
REFERENCE_STYLE = re.compile(r"bibliography.*|.*references", re.IGNORECASE)
NOTE_STYLE = re.compile(r"(?:footnote|endnote)(?: text)?(?: block text)?", re.IGNORECASE)

MAX_STYLE_DEPTH = 10  # styles that are based on each other, in case they go in a circle


def kind_of_style(name: str) -> str | None:
    """Return the kind of block that a paragraph style stands for, or None for a body style.

    >>> kind_of_style("heading 2"), kind_of_style("Source Code"), kind_of_style("Body Text")
    ('heading', 'code', None)
    """
    patterns = {
        "furniture": FURNITURE_STYLE, "heading": HEADING_STYLE, "caption": CAPTION_STYLE, "code": CODE_STYLE,
        "reference": REFERENCE_STYLE, "footnote": NOTE_STYLE,
    }  # fmt: skip
    if TITLE_STYLE.fullmatch(name):
        return "title"
    return next((kind for kind, pattern in patterns.items() if pattern.fullmatch(name)), None)


def kind_of_styles(names: Iterable[str]) -> str | None:
    """Return the kind of the first style that stands for one: a style's own name comes before what it is based on."""
    return next((kind for name in names if (kind := kind_of_style(name))), None)


def style_names(identifier: str, styles: dict[str, tuple[str, str]]) -> list[str]:
    """Return the shown names of a style and of those that it is based on, nearest first."""
    names = [] if identifier in styles else [identifier.replace("_20_", " ")]
    while identifier in styles and len(names) < MAX_STYLE_DEPTH:
        shown, identifier = styles[identifier]
        names.append(shown.replace("_20_", " "))
    return names


def core_title(archive: Archive, part: str) -> str | None:
    """Return the title among the properties of a document, if it has one."""
    if part not in archive.names:
        return None
    return next((clean(node.text) for node in archive.xml(part).iter("title") if node.text and node.text.strip()), None)


# DOCX -----------------------------------------------------------------------------------------------------------------


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
    SKIPPED = frozenset({"Fallback", "del", "moveFrom", "instrText", "delText", "pPr", "rPr", "txbxContent"})

    def __init__(self, archive: Archive) -> None:
        self.meter = archive.meter
        self.draft = Draft(sections=True)
        self.styles = _docx_styles(archive)
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
        paragraphs = [[_docx_paragraph(found, self.SKIPPED) for found in cell.iter("p")] for cell in cells]
        if any(is_prose_cell(text) for texts in paragraphs for text in texts):
            for cell in cells:
                self.add_all(cell)
        else:
            self.draft.add_row(clean(" ".join(texts)) for texts in paragraphs)

    def add_paragraph(self, paragraph: Element) -> None:
        """Add one paragraph, then the boxes and notes that are anchored in it."""
        nodes = list(descendants(paragraph, skipped=self.SKIPPED - {"pPr", "rPr"}))
        raw = _docx_paragraph(paragraph, self.SKIPPED)
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
                    self.draft.add("footnote", clean(_docx_paragraph(note, self.SKIPPED)))

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


def _docx_styles(archive: Archive) -> dict[str, tuple[list[str], bool, bool]]:
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


def _docx_paragraph(paragraph: Element, skipped: frozenset[str]) -> str:
    return "".join(_docx_text(node) for node in descendants(paragraph, skipped=skipped))


def _docx_text(node: Element) -> str:
    if node.tag == "t":
        return node.text or ""
    return {"tab": " ", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}.get(node.tag, "")


# ODT ------------------------------------------------------------------------------------------------------------------

ODF_SKIPPED = frozenset(
    {"note", "annotation", "annotation-end", "tracked-changes", "forms", "sequence-decls", "text-box", "ruby-text"}
)


def read_odt(raw: bytes, meter: Meter) -> Document:
    """Read an OpenDocument text or presentation."""
    archive = Archive(raw, meter)
    reader = _Odf(archive)
    body = reader.content.find("body")
    if body is not None:
        reader.add_all(body)
    reader.draft.title = core_title(archive, "meta.xml") or reader.draft.title
    return reader.draft.document(meter.name)


class _Odf:
    CONTAINERS = frozenset(
        {
            "text",
            "section",
            "presentation",
            "page",
            "frame",
            "text-box",
            "list-header",
            "notes",
            "custom-shape",
            "g",
            "body",
        }
    )

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
            elif child.tag in self.CONTAINERS and child.get("class") not in (
                "page-number",
                "date-time",
                "footer",
                "header",
            ):
                self.add_all(child, kind=kind)

    def add_row(self, row: Element) -> None:
        """Add a row of a table: cell by cell if one of them holds prose, else as one block."""
        cells = row.findall("table-cell")
        paragraphs = [[clean(odf_text(found)) for found in cell.iter("p")] for cell in cells]
        if any(is_prose_cell(text) for texts in paragraphs for text in texts):
            for cell in cells:
                self.add_all(cell)
        else:
            self.draft.add_row(clean(" ".join(texts)) for texts in paragraphs)

    def add_paragraph(self, paragraph: Element, kind: str | None) -> None:
        """Add one paragraph, then the frames and notes that are anchored in it."""
        style = kind_of_styles(style_names(paragraph.get("style-name", ""), self.styles))
        found = "heading" if paragraph.tag == "h" else style
        raw = odf_text(paragraph)
        if found == "title" and kind is None:
            self.draft.add_title(clean(raw))
        elif found == "code":
            self.draft.add("code", raw)
        else:
            self.draft.add(kind or (None if found == "title" else found) or "prose", clean(raw))
        for box in topmost(paragraph, "text-box", skipped=frozenset({"note", "annotation"})):
            self.add_all(box)
        for note in paragraph.iter("note-body"):
            self.draft.add("footnote", clean(" ".join(odf_text(part) for part in note)))


def odf_text(node: Element) -> str:
    """Return the text of an OpenDocument paragraph, with its spaces, tabs and line breaks."""
    parts = [node.text or ""]
    for child in node:
        if child.tag == "s":
            parts.append(" " * min(int(child.get("c", "1") or 1), 80))
        elif child.tag in ("tab", "line-break"):
            parts.append("\n" if child.tag == "line-break" else " ")
        elif child.tag not in ODF_SKIPPED:
            parts.append(odf_text(child))
        parts.append(child.tail or "")
    return "".join(parts)
