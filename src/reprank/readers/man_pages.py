"""A man page as it is printed to Document: its paragraphs without their line breaks; places name section and line."""

from __future__ import annotations

from reprank.readers.draft import Draft, clean
from reprank.readers.limits import Meter
from reprank.text.blocks import plain_blocks
from reprank.text.documents import Document
from reprank.text.lines import CODE, FURNITURE, HEADING
from reprank.text.man_pages import NAMES


def read_man_page(text: str, meter: Meter) -> Document:
    """Read a printed man page; its title is what the section "NAME" says."""
    draft = Draft()
    section, line, counted = "", 1, 0
    name: list[str] = []  # lines of the section "NAME"
    for block in plain_blocks(text):
        meter.check_time()
        line, counted = line + text.count("\n", counted, block.start), block.start
        content = text[block.start : block.end]
        is_indented = text[max(block.start - 1, 0) : block.start].isspace() and text[block.start - 1] != "\n"
        if block.kind == FURNITURE:
            continue
        if section.lower() in NAMES and is_indented:
            name.append(content)
            continue
        if name:
            draft.add_title(clean("\n".join(name)))
            name = []
        if block.kind == HEADING:
            section = clean(content)
            if section.lower() in NAMES:
                continue
        label = f"section “{section}”, line {line}" if section else f"line {line}"
        draft.add(block.kind, content if block.kind == CODE else clean(content), [(0, label)])
    return draft.document(meter.name)
