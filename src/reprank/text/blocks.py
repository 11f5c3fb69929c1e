r"""Text to blocks: what each stretch of a text is: prose, heading, list item, code, table, reference, furniture.

``markdown_blocks`` reads Markdown. ``recognised`` gives blocks to a text of which nobody knows the form.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter

from reprank.text.back_matter import REFERENCE_TITLES, back_matter
from reprank.text.documents import SELECTABLE_KINDS, Block, Document
from reprank.text.languages import UNDETERMINED, Language
from reprank.text.lines import OPTION, OPTION_TAG, PROSE, line_kinds
from reprank.text.passages import BULLETS, passages, stripped

FENCE = re.compile(r"(\s{0,3})(`{3,}|~{3,}|\$\$)(.*)")
HEADING = re.compile(r"\s{0,3}#{1,6}(?:\s+|$)")
ATTRIBUTES = re.compile(r"\{[^{}]{0,200}\}$")
UNDERLINE = re.compile(r"\s{0,3}(?:=+|-+)\s*")
RULE = re.compile(r"\s{0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})")
ITEM = re.compile(r"(\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)(?=\S)")
QUOTE = re.compile(r"\s{0,3}(?:>\s?)+")
TABLE_ROW = re.compile(r"\s{0,3}\|.*|.*\|\s*")
TABLE_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+(?:\|\s*)?")
FOOTNOTE = re.compile(r"\s{0,3}\[\^[^\]]+\]:\s*")
DEFINITION = re.compile(r"\s{0,3}\[[^\]]+\]:\s*\S+.*")
IMAGE = re.compile(r"\s*!\[([^\]]*)\]\([^)]*\)(?:\{[^{}]*\})?\s*")
TAG_LINE = re.compile(r"\s{0,3}</?[A-Za-z!?][^>]*>\s*")
NOTE_MARK = re.compile(r"(?<=[.!?…])(?:\[\^[^\[\]\s]+\])+")
LINE_KINDS = frozenset({"code", "table", "furniture"})
CODE_INDENT = ("    ", "\t")
EMPHASIS = re.compile("[*_`]")
# What shows that a text is Markdown: a fence and its end, or a heading or a badge, and one thing more.
FENCE_LINE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
MARKED_HEADING = re.compile(r"^#{1,6} +\S|\[!\[", re.MULTILINE)
INLINE_LINK = re.compile(r"\w\]\((?:https?:|[#./\w])")
MIN_SIGNS = 2
MAX_TITLE_CHARACTERS = 60  # of a title of references or of a numbered section
MAX_SMALL_WORD_LETTERS = 4  # of a word of a title that may begin in lower case
BULLET = re.compile(rf"(?:[-*+–—{BULLETS}]\s+|o {{2,}})(?=\S)")
LETTERED = re.compile(r"[A-Z]\.\s+(?=\S)")
ENUMERATOR = re.compile(
    r"(?:\(?(?:\d{1,3}(?:\.\d{1,3}){0,3}|[a-z]|[ivx]{1,5})[.)]|\(?[A-Z]\)|\d{1,2}(?:\.\d{1,2}){1,3})\s+(?=\S)"
)


@dataclass
class _Scan:
    """Where a block that may go on over several lines stands."""

    start: int
    end: int
    kind: str


def recognised(document: Document, language: Language = UNDETERMINED) -> Document:
    """Give blocks to a document that has none, if its text shows what its parts are; otherwise return it unchanged."""
    return recognised_passages(document, language)[0]


def recognised_passages(
    document: Document, language: Language = UNDETERMINED
) -> tuple[Document, list[tuple[int, int]] | None]:
    """Return the document as ``recognised`` does, and the passages of a plain text that is nothing but prose.

    Such a text has no blocks; its passages were found with them, and need not be looked for again.
    """
    if document.blocks:
        return document, None
    text = document.text
    if is_markdown(text):
        blocks = tuple(markdown_blocks(text))
        return (document if _are_prose(blocks) else replace(document, blocks=blocks)), None
    blocks = tuple(plain_blocks(text, language))
    if _are_prose(blocks):
        return document, [(block.start, block.end) for block in blocks]
    return replace(document, blocks=blocks), None


def _are_prose(blocks: Iterable[Block]) -> bool:
    return all(block.kind == PROSE for block in blocks)


def is_markdown(text: str) -> bool:
    r"""Tell whether a text is Markdown.

    >>> [is_markdown(text) for text in ("# One\n\nEels.\n\n# Two\n", "# 1 of us\nEels live long.", "Eels.")]
    [True, False, False]
    """
    if (("`" in text and "```" in text) or ("~" in text and "~~~" in text)) and len(
        FENCE_LINE.findall(text)
    ) >= MIN_SIGNS:
        return True
    marked = ("#" in text and "# " in text) or ("[" in text and "[![" in text)
    headings = len(MARKED_HEADING.findall(text)) if marked else 0
    return headings > 0 and headings + len(INLINE_LINK.findall(text)) >= MIN_SIGNS


def plain_blocks(text: str, language: Language = UNDETERMINED) -> Iterator[Block]:
    r"""Yield the blocks of a plain text: passages of prose, items of lists, and what is no prose, in order.

    The bullet or number of an item is outside of its block.

    >>> text = "Eels\n====\nThey live long.\n\n1. They swim.\n2. They eat.\n\n    eat(fish)\n    eat(snail)\n"
    >>> [(block.kind, text[block.start : block.end]) for block in plain_blocks(text)][1:4]
    [('furniture', '===='), ('prose', 'They live long.'), ('list', 'They swim.')]
    """
    apart = [Block(*stripped(text, *span), "reference") for span in _disjoint(back_matter(text))]
    references = tuple(apart)
    for start, end, kind in line_kinds(text):
        first, last = stripped(text, start, end)
        if kind != PROSE and first < last and not any(block.start <= first < block.end for block in references):
            apart.append(Block(first, last, kind))
    apart.sort(key=lambda block: block.start)
    masked = _blanked(text, apart) if apart else text
    spans = [part for span in passages(masked, language) for part in _outside(text, span, apart)]
    marks = _enumerators(text, spans)
    prose = [_item(text, *span, marks) for span in spans]
    yield from _joined(text, sorted(apart + prose, key=lambda block: block.start))


def _disjoint(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    at = 0
    for start, end in sorted(spans):
        if end > at:
            yield max(start, at), end
            at = end


def _outside(text: str, span: tuple[int, int], blocks: list[Block]) -> Iterator[tuple[int, int]]:
    """Yield the parts of a passage between blocks: a sentence does not go on behind them."""
    start, end = span
    for block in blocks[bisect_left(blocks, start, key=attrgetter("start")) :]:
        if block.start >= end:
            break
        first, last = stripped(text, start, block.start)
        if first < last:
            yield first, last
        start = block.end
    start, end = stripped(text, start, end)
    if start < end:
        yield start, end


def _enumerators(text: str, spans: list[tuple[int, int]]) -> list[re.Pattern[str]]:
    """Return the patterns of enumerators that the text has: one "1." or "A." alone may be anything."""
    letters = {text[start] for start, end in spans if LETTERED.match(text, start, end)}
    numbered = sum(ENUMERATOR.match(text, *span) is not None for span in spans) > 1
    return [ENUMERATOR] * numbered + [LETTERED] * letters.issuperset("ABC")


def _item(text: str, start: int, end: int, marks: list[re.Pattern[str]]) -> Block:
    if mark := BULLET.match(text, start, end):
        return Block(mark.end(), end, "list")
    for pattern in marks:
        if mark := pattern.match(text, start, end):
            return Block(mark.end(), end, "heading" if _is_titled(text[mark.end() : end]) else "list")
    return Block(start, end)


def _is_titled(item: str) -> bool:
    """Tell whether an item is the title of a section: one line whose longer words begin with capitals."""
    words = [word for word in item.split() if len(word) > MAX_SMALL_WORD_LETTERS and word[0].isalpha()]
    return len(item) <= MAX_TITLE_CHARACTERS and "\n" not in item and all(word[0].isupper() for word in words)


def _blanked(text: str, blocks: list[Block]) -> str:
    """Replace what is no prose by spaces and line breaks: offsets stay the same."""
    parts, at = [], 0
    for block in blocks:
        parts += [text[at : block.start], re.sub(r"[^\n]", " ", text[block.start : block.end])]
        at = block.end
    return "".join(parts) + text[at:]


def _joined(text: str, blocks: list[Block]) -> Iterator[Block]:
    """Join lines of code, of a table, of an option with its description: what stands together is one block."""
    current: Block | None = None
    for block in blocks:
        joins = block.kind in LINE_KINDS or (
            block.kind == OPTION and not OPTION_TAG.match(text, block.start, block.end)
        )
        joins &= current is not None and current.kind == block.kind
        if joins and current is not None and text.count("\n", current.end, block.start) == 1:
            current = Block(current.start, block.end, block.kind)
            continue
        if current is not None:
            yield current
        current = block
    if current is not None:
        yield current


def markdown_blocks(text: str, start: int = 0) -> Iterator[Block]:
    r"""Yield the blocks of Markdown from ``start`` on; markup of blocks is outside of them.

    What follows a heading such as "References" is a reference up to the next heading.

    >>> text = "# Eels\n\nEels live long.\n\n```\nls eels\n```\n- They swim."
    >>> [(block.kind, text[block.start : block.end]) for block in markdown_blocks(text)]
    [('heading', 'Eels'), ('prose', 'Eels live long.'), ('code', '```\nls eels\n```'), ('list', 'They swim.')]
    """
    in_references = False
    lines: Block | None = None  # of a kind that is found line by line
    for found in _scan(text, start):
        first, last, kind = found.start, found.end, found.kind
        while last > first and text[last - 1].isspace():
            last -= 1
        if first == last:
            continue
        if lines is not None:
            if kind == lines.kind and text.count("\n", lines.end, first) == 1:
                lines = Block(lines.start, last, kind)
                continue
            yield lines
            lines = None
        titled = kind in ("heading", PROSE) and last - first <= MAX_TITLE_CHARACTERS
        if titled and REFERENCE_TITLES.fullmatch(EMPHASIS.sub("", text[first:last])):
            kind, in_references = "heading", True
        elif kind == "heading":
            in_references = False
        elif in_references and kind in SELECTABLE_KINDS:
            kind = "reference"
        if kind in SELECTABLE_KINDS:
            yield from (Block(*span, kind) for span in _without_note_marks(text, first, last))
        elif kind in LINE_KINDS:
            lines = Block(first, last, kind)
        else:
            yield Block(first, last, kind)
    if lines is not None:
        yield lines


def _without_note_marks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut a paragraph at the marks of footnotes that stand after a full stop."""
    for mark in NOTE_MARK.finditer(text, start, end):
        yield start, mark.start()
        start = mark.end()
    if text[start:end].strip():
        yield start, end


def _scan(text: str, start: int) -> Iterator[_Scan]:
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
