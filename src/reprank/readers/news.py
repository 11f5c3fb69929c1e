"""Plain text of release notes to Document: each entry with the version that it belongs to; places are lines."""

from __future__ import annotations

import re

from reprank.patterns import lazy_pattern
from reprank.readers.draft import Draft, clean
from reprank.readers.limits import Meter
from reprank.text.blocks import recognised
from reprank.text.change_kinds import MIN_RELEASES
from reprank.text.documents import SELECTABLE_KINDS, Block, Document
from reprank.text.tokens import STOPPED

DATE = lazy_pattern(r"(?:19|20)\d\d[-.]\d\d[-.]\d\d")
RELEASED = lazy_pattern(
    rf"\bversions? \d|\brelease \d|\b(?:changes|new) (?:in|from|between|with|since)\b[^\n]{{0,40}}\d|{DATE.pattern}",
    re.IGNORECASE,
)
VERSION = lazy_pattern(r"(?<![\w.])\d{1,4}(?:\.\d{1,4}){0,3}(?:[a-z]{1,5}\d{0,2})?(?![\w.])")
MAX_LINE_CHARACTERS = 100


def read_news(text: str, meter: Meter) -> Document | None:
    """Read release notes: several lines name a release, each with its entries below it; None if a text is none."""
    if len(RELEASED.findall(text)) < MIN_RELEASES:
        return None
    blocks = recognised(Document(text)).blocks
    versions = [_version(text, block) for block in blocks]
    if sum(map(bool, versions)) < MIN_RELEASES:
        return None
    draft = Draft()
    line, counted = 1, 0
    for block, version in zip(blocks, versions, strict=True):
        meter.check_time()
        line, counted = line + text.count("\n", counted, block.start), block.start
        content, place = text[block.start : block.end], [(0, f"line {line}")]
        if DATE.match(content):  # an entry that begins with the day of another release
            draft.open_release("", level=1)
        if version:
            draft.add("heading", clean(_line(text, block)), place, level=1)
            draft.open_release(version, level=1)
        elif block.kind == "code":
            draft.add("code", content, place)
        elif block.kind != "furniture":
            draft.add(block.kind, clean(content), place, level=2)
    return draft.document(meter.name)


def _version(text: str, block: Block) -> str:
    """Return the version that a block names, if it is one line about a release, with all that stands in the line.

    Of several it is the last one, of "3.24.38, 21-05-2023" the one with points.
    """
    if block.kind not in (*SELECTABLE_KINDS, "heading") or "\n" in text[block.start : block.end]:
        return ""
    line = _line(text, block)
    stopped = STOPPED.search(line.removesuffix(":")) is not None
    is_sentence = stopped and not DATE.match(line)  # a release may have a motto
    if len(line) > MAX_LINE_CHARACTERS or is_sentence or not RELEASED.search(line):
        return ""
    found = VERSION.findall(DATE.sub("", line))
    return max(reversed(found), key=lambda version: "." in version) if found else ""


def _line(text: str, block: Block) -> str:
    """Return a block on one line with what stands before it, such as a number that looks like that of an item."""
    return text[text.rfind("\n", 0, block.start) + 1 : block.end]
