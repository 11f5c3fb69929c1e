"""Markdown to Document: the text of the file unchanged, its markup outside the blocks."""

from __future__ import annotations

import re

from reprank.readers.limits import Meter
from reprank.text.blocks import markdown_blocks
from reprank.text.documents import Block, Document, Place

FRONT_MATTER_TITLE = re.compile(r"^title:(.*)$", re.MULTILINE)
EMPHASIS = re.compile(r"[*_`]|\[([^\[\]]*)\]\([^()]*\)")


def read_markdown(text: str, meter: Meter) -> Document:
    """Read Markdown so that offsets are those of the file; headings are places."""
    blocks, title, places = [], None, []
    front = _front_matter_end(text)
    if front:
        named = FRONT_MATTER_TITLE.search(text, 0, front)
        title = (_unquoted(named.group(1).strip()) if named else "") or None
        blocks.append(Block(0, front, "furniture"))
    for block in markdown_blocks(text, front):
        meter.check_time()
        if block.kind == "heading":
            heading = EMPHASIS.sub(lambda match: match.group(1) or "", text[block.start : block.end])
            title = title or heading
            places.append(Place(block.start, f"section “{heading}”"))
        blocks.append(block)
    return Document(text, title, meter.name, tuple(blocks), tuple(places))


def _unquoted(value: str) -> str:
    """Return a value of the settings without the quotation marks around it."""
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value


def _front_matter_end(text: str) -> int:
    """Return where the settings between lines of dashes at the start of a file end, or 0."""
    match = re.match(r"\ufeff?---[ \t]*\r?\n.*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)", text, re.DOTALL)
    return match.end() if match else 0
