"""PPTX to Document: titles, texts and speaker's notes of each slide, with slides as places."""

from __future__ import annotations

import posixpath
import re
from xml.etree.ElementTree import Element

from reprank.readers.archive import Archive
from reprank.readers.draft import Draft, clean
from reprank.readers.limits import Meter
from reprank.readers.styles import core_title
from reprank.text.documents import Document

TITLES = frozenset({"title", "ctrTitle"})
FURNITURE = frozenset({"dt", "ftr", "hdr", "sldNum", "sldImg"})


def read_pptx(raw: bytes, meter: Meter) -> Document:
    """Read a presentation in the order in which it is shown."""
    archive = Archive(raw, meter)
    draft = Draft()
    slides = _slides(archive)
    meter.check_pages(len(slides), "slides")
    for number, part in enumerate(slides, start=1):
        draft.place(f"slide {number}")
        _add_shapes(archive.xml(part), draft, "list")
        for notes in _related(archive, part, "notesSlide"):
            draft.place(f"notes of slide {number}")
            _add_shapes(archive.xml(notes), draft, "prose")
    shown = next((text for kind, text in draft.parts[:1] if kind == "heading"), None)
    draft.title = core_title(archive, "docProps/core.xml") or shown
    return draft.document(meter.name)


def _slides(archive: Archive) -> list[str]:
    """Return the parts of the slides in order."""
    targets = _targets(archive, "ppt/presentation.xml")
    order = [slide.get("id", "") for slide in archive.xml("ppt/presentation.xml").iter("sldId")]
    parts = [targets[relation][0] for relation in order if relation in targets]
    named = [name for name in archive.names if re.fullmatch(r"ppt/slides/slide\d+\.xml", name)]
    return parts or sorted(named, key=lambda name: int(re.sub(r"\D", "", name)))


def _targets(archive: Archive, part: str) -> dict[str, tuple[str, str]]:
    """Return the parts that a part refers to, by relation, each with its type."""
    folder, name = posixpath.split(part)
    relations = f"{folder}/_rels/{name}.rels"
    if relations not in archive.names:
        return {}
    return {
        relation.get("Id", ""): (
            posixpath.normpath(posixpath.join(folder, relation.get("Target", ""))).lstrip("/"),
            relation.get("Type", "").rpartition("/")[2],
        )
        for relation in archive.xml(relations).iter("Relationship")
    }


def _related(archive: Archive, part: str, kind: str) -> list[str]:
    return [target for target, found in _targets(archive, part).values() if found == kind and target in archive.names]


def _add_shapes(slide: Element, draft: Draft, kind: str) -> None:
    """Add the shapes of a slide, its title first, its texts as blocks of this kind."""
    shapes = list(slide.iter("sp"))
    roles = [_role(shape) for shape in shapes]
    for shape, role in zip(shapes, roles, strict=True):
        if role in TITLES:
            draft.add("heading", clean(" ".join(_paragraphs(shape))))
    for shape, role in zip(shapes, roles, strict=True):
        if role not in TITLES and role not in FURNITURE:
            for text in _paragraphs(shape):
                draft.add(kind, text)
    for row in slide.iter("tr"):
        draft.add_row(clean(" ".join(_paragraphs(cell))) for cell in row.iter("tc"))


def _role(shape: Element) -> str | None:
    placeholder = shape.find("nvSpPr/nvPr/ph")
    return None if placeholder is None else placeholder.get("type", "body")


def _paragraphs(shape: Element) -> list[str]:
    texts = ("".join(_text(node) for node in paragraph.iter()) for paragraph in shape.iter("p"))
    return [text for text in map(clean, texts) if text]


def _text(node: Element) -> str:
    return node.text or "" if node.tag == "t" else "\n" if node.tag == "br" else ""
