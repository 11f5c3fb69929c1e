"""Markdown to Document: the text of the file unchanged, its markup outside the blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reprank.readers.limits import Meter
from reprank.text.back_matter import REFERENCE_TITLES
from reprank.text.documents import SELECTABLE_KINDS, Block, Document, Place

FENCE = re.compile(r"(\s{0,3})(`{3,}|~{3,}|\$\$)(.*)")
HEADING = re.compile(r"\s{0,3}#{1,6}(?:\s+|$)")
ATTRIBUTES = re.compile(r"\{[^{}]{0,200}\}$")
UNDERLINE = re.compile(r"\s{0,3}(?:=+|-+)\s*")
RULE = re.compile(r"\s{0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})")
ITEM = re.compile(r"(\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)(?=\S)")
QUOTE = re.compile(r"\s{0,3}(?:>\s?)+")
TABLE_ROW = re.compile(r"\s{0,3}\|.*|.*\|\s*")
TABLE_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*")
FOOTNOTE = re.compile(r"\s{0,3}\[\^[^\]]+\]:\s*")
DEFINITION = re.compile(r"\s{0,3}\[[^\]]+\]:\s*\S+.*")
IMAGE = re.compile(r"\s*!\[([^\]]*)\]\([^)]*\)(?:\{[^{}]*\})?\s*")
TAG_LINE = re.compile(r"\s{0,3}</?[A-Za-z!?][^>]*>\s*")
FRONT_MATTER_TITLE = re.compile(r"^title:\s*[\"']?(.*?)[\"']?\s*$", re.MULTILINE)
EMPHASIS = re.compile(r"[*_`]|\[([^\]]*)\]\([^)]*\)")
NOTE_MARK = re.compile(r"(?<=[.!?…])(?:\[\^[^\]\s]+\])+")
LINE_KINDS = frozenset({"code", "table", "furniture"})
CODE_INDENT = ("    ", "\t")


@dataclass
class _Scan:
    """Where a block that may go on over several lines stands."""

    start: int
    end: int
    kind: str


def read_markdown(text: str, meter: Meter) -> Document:
    """Read Markdown so that offsets are those of the file; headings are places."""
    blocks, title, places, in_references = [], None, [], False
    front = _front_matter_end(text)
    if front:
        named = FRONT_MATTER_TITLE.search(text, 0, front)
        title = named.group(1) if named and named.group(1) else None
        blocks.append(Block(0, front, "furniture"))
    for found in _blocks(text, front):
        meter.check_time()
        start, end, kind = found.start, found.end, found.kind
        while end > start and text[end - 1].isspace():
            end -= 1
        if start == end:
            continue
        if kind == "heading":
            heading = EMPHASIS.sub(lambda match: match.group(1) or "", text[start:end])
            title = title or heading
            places.append(Place(start, f"section “{heading}”"))
            in_references = REFERENCE_TITLES.fullmatch(heading) is not None
        elif in_references and kind in SELECTABLE_KINDS:
            kind = "reference"
        if kind in SELECTABLE_KINDS:
            blocks += [Block(first, last, kind) for first, last in _without_note_marks(text, start, end)]
            continue
        if blocks and kind in LINE_KINDS and blocks[-1].kind == kind and text[blocks[-1].end : start].count("\n") == 1:
            start = blocks.pop().start  # these are found line by line
        blocks.append(Block(start, end, kind))
    return Document(text, title, meter.name, tuple(blocks), tuple(places))


def _without_note_marks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut a paragraph at the marks of footnotes that stand after a full stop."""
    for mark in NOTE_MARK.finditer(text, start, end):
        yield start, mark.start()
        start = mark.end()
    if text[start:end].strip():
        yield start, end


def _front_matter_end(text: str) -> int:
    """Return where the settings between lines of dashes at the start of a file end, or 0."""
    match = re.match(r"\ufeff?---[ \t]*\r?\n.*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)", text, re.DOTALL)
    return match.end() if match else 0


def _blocks(text: str, start: int) -> Iterator[_Scan]:
    """Yield the blocks of the lines from ``start`` on."""
    fence: str | None = None
    in_comment = False
    current: _Scan | None = None
    for line in re.compile(r"[^\n]*\n?").finditer(text, start):
        content = line.group().rstrip("\r\n")
        first, last = line.start(), line.start() + len(content)
        if first == len(text):
            break
        if fence is not None or in_comment:
            yield _Scan(first, last, "code" if fence else "furniture")
            fence = None if fence and content.strip().startswith(fence) else fence
            in_comment = in_comment and "-->" not in content
            continue
        opening = FENCE.fullmatch(content)
        if opening is not None and not (opening.group(2) == "$$" and opening.group(3).strip().endswith("$$")):
            fence = opening.group(2)
            yield from _ended(current)
            current = None
            yield _Scan(first, last, "code")
            continue
        if content.lstrip().startswith("<!--"):
            in_comment = "-->" not in content
            yield from _ended(current)
            current = None
            yield _Scan(first, last, "furniture")
            continue
        if current is not None and current.kind == "prose" and UNDERLINE.fullmatch(content):
            current.kind = "heading"
            yield current
            current = None
            continue
        found = _line(content, first, last, current)
        if found is None:  # the line goes on with the block
            assert current is not None
            current.end = last
        else:
            yield from _ended(current)
            current = found
    yield from _ended(current)


def _ended(scan: _Scan | None) -> Iterator[_Scan]:
    if scan is not None and scan.end > scan.start:
        yield scan


def _line(content: str, first: int, last: int, current: _Scan | None) -> _Scan | None:
    """Return the block that a line begins, or None if it goes on with the current one."""
    if not content.strip():
        return _Scan(last, last, "blank")
    if match := HEADING.match(content):
        heading = ATTRIBUTES.sub("", content[match.end() :].rstrip()).rstrip()
        unmarked = heading.rstrip("#")  # "# Heading #", but not "# About C#"
        heading = unmarked.rstrip() if unmarked[-1:].isspace() or not unmarked else heading
        return _Scan(first + match.end(), first + match.end() + len(heading), "heading")
    if (
        RULE.fullmatch(content)
        or (DEFINITION.fullmatch(content) and not FOOTNOTE.match(content))
        or TAG_LINE.fullmatch(content)
    ):
        return _Scan(first, last, "furniture")
    if match := IMAGE.fullmatch(content):
        return _Scan(first + match.start(1), first + match.end(1), "caption")
    if match := FOOTNOTE.match(content):
        return _Scan(first + match.end(), last, "footnote")
    if "|" in content and (TABLE_ROW.fullmatch(content) or TABLE_RULE.fullmatch(content.strip())):
        return _Scan(first, last, "table")
    goes_on = current is not None and current.kind in ("prose", "list", "footnote")
    if not goes_on and content.startswith(CODE_INDENT) and not ITEM.match(content):
        return _Scan(first, last, "code")
    if match := ITEM.match(content):
        return _Scan(first + match.end(), last, "list")
    if goes_on:
        return None
    quote = QUOTE.match(content)
    indent = quote.end() if quote else len(content) - len(content.lstrip())
    return _Scan(first + indent, last, "prose")
