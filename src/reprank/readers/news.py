"""Plain text of release notes to Document: each entry with the version that it belongs to; places are lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reprank.patterns import lazy_pattern
from reprank.readers.draft import Draft, clean
from reprank.readers.limits import Meter
from reprank.text.blocks import plain_blocks, recognised
from reprank.text.change_kinds import MIN_RELEASES
from reprank.text.documents import SELECTABLE_KINDS, Block, Document
from reprank.text.languages import language
from reprank.text.markup import display
from reprank.text.tokens import STOPPED

DATE = lazy_pattern(r"(?:19|20)\d\d[-./]\d\d[-./]\d\d")
RELEASED = lazy_pattern(
    rf"\bversions? \d|\brelease \d|\b(?:(?:changes|new) (?:in|from|between|with)|release notes for)\b[^\n]{{0,40}}\d|"
    rf"{DATE.pattern}",
    re.IGNORECASE,
)
DAY = lazy_pattern(r"\s*Released\b.*|[^\n]{0,20}\b(?:19|20)\d\d\W*")  # a line below a version: "October 10, 2023"
# Not the parts of a time, such as 16:34:26.
VERSION = lazy_pattern(r"(?<![\w.])(?<!\d:)v?(\d{1,4}(?:\.\d{1,4}){0,3}(?:[a-z]{1,5}\d{0,2})?)(?!\w|\.\w|:\d)")
WORD = lazy_pattern(r"\w+")
MAX_LINE_CHARACTERS = 100
MAX_WORDS_BEFORE = 2  # between a day and a version


def read_news(text: str, meter: Meter) -> Document | None:
    """Read release notes: several lines name a release, each with its entries below it; None if a text is none."""
    if len(RELEASED.findall(text)) < MIN_RELEASES:
        return None
    english = language("en")
    blocks = recognised(Document(text), english).blocks or tuple(plain_blocks(text, english))
    versions = [_version(text, block) for block in blocks]
    if len(set(versions) - {""}) < MIN_RELEASES:
        return None
    draft = Draft()
    line, counted = 1, 0
    for number, (block, version) in enumerate(zip(blocks, versions, strict=True)):
        meter.check_time()
        line, counted = line + text.count("\n", counted, block.start), block.start
        content, place = text[block.start : block.end], [(0, f"line {line}")]
        content = content if block.kind == "code" else display(content)
        if DATE.match(content):  # an entry that begins with the day of another release
            draft.open_release("", level=1)
        if version:
            draft.add("heading", clean(_line(text, block)), place, level=1)
            draft.open_release(version, level=1)
        elif block.kind == "code":
            draft.add("code", content, place)
        elif _heads_items(text, blocks[number : number + 2]):
            draft.add("heading", clean(content), place, level=2)
        elif block.kind != "furniture":
            draft.add(block.kind, clean(content), place, level=2)
    return draft.document(meter.name)


def _version(text: str, block: Block) -> str:
    """Return the version that a block names, if it is one line about a release, with all that stands in the line.

    Of several it is the last one, of "3.24.38, 21-05-2023" the one with points.
    """
    line, _, below = text[text.rfind("\n", 0, block.start) + 1 : block.end].partition("\n")
    if block.kind not in (*SELECTABLE_KINDS, "heading") or (below and not DAY.fullmatch(below)):
        return ""
    stopped = STOPPED.search(line.removesuffix(":")) is not None
    is_sentence = stopped and not DATE.match(line)  # a release may have a motto
    if len(line) > MAX_LINE_CHARACTERS or is_sentence or not RELEASED.search(line):
        return ""
    without_day = DATE.sub("", line)
    found = VERSION.findall(without_day)
    if not RELEASED.search(without_day):  # nothing but a day says that it is a release: the version is near it
        found = [
            mark[1]
            for mark in VERSION.finditer(without_day)
            if "." in mark[1] and len(WORD.findall(without_day[: mark.start()])) <= MAX_WORDS_BEFORE
        ]
    return max(reversed(found), key=lambda version: "." in version) if found else ""


def _heads_items(text: str, blocks: Sequence[Block]) -> bool:
    """Tell whether the first of two blocks is an item without a full stop, and the second an item below it."""
    if [block.kind for block in blocks] != ["list", "list"]:
        return False
    one, following = blocks
    is_title = "\n" not in text[one.start : one.end] and not STOPPED.search(text, one.start, one.end)
    return is_title and _column(text, one.start) < _column(text, following.start)


def _column(text: str, place: int) -> int:
    """Return the column of a place in its line."""
    return len(text[text.rfind("\n", 0, place) + 1 : place].expandtabs(8))


def _line(text: str, block: Block) -> str:
    """Return a block on one line with what stands before it, such as a number that looks like that of an item."""
    return text[text.rfind("\n", 0, block.start) + 1 : block.end]
