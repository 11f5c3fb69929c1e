r"""Text to blocks: what each stretch of a text is whose form nobody knows.

Blocks are prose, headings, items of lists, code, tables, references and furniture.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from reprank.patterns import lazy_pattern
from reprank.text.documents import UNREAD_KINDS, Block, Document
from reprank.text.languages import UNDETERMINED, Language
from reprank.text.lines import LINE_KINDS, OPTION, OPTION_TAG, PROSE, line_kinds
from reprank.text.markdown import is_markdown, markdown_blocks
from reprank.text.outline import outlined, references
from reprank.text.passages import BULLETS, passages, stripped

MARKS_OF_MARKDOWN = ("```", "~~~", "# ", "[![")  # no Markdown that is recognised without one of these
MAX_TITLE_CHARACTERS = 60  # of a numbered section
MAX_SMALL_WORD_LETTERS = 4  # of a word of a title that may begin in lower case
BULLET = lazy_pattern(rf"(?:[-*+–—{BULLETS}]\s+|o {{2,}})(?=\S)")
LETTERED = lazy_pattern(r"[A-Z]\.\s+(?=\S)")
ENUMERATOR = lazy_pattern(
    r"(?:\(?(?:\d{1,3}(?:\.\d{1,3}){0,3}|[a-z]|[ivx]{1,5})[.)]|\(?[A-Z]\)|\d{1,2}(?:\.\d{1,2}){1,3})\s+(?=\S)"
)


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
    if any(mark in text for mark in MARKS_OF_MARKDOWN) and is_markdown(text):
        blocks = tuple(outlined(text, list(markdown_blocks(text))))
        return (document if _are_prose(blocks) else replace(document, blocks=blocks)), None
    blocks = tuple(outlined(text, list(plain_blocks(text, language))))
    if _are_prose(blocks):
        return document, [(block.start, block.end) for block in blocks]
    return replace(document, blocks=blocks), None


def _are_prose(blocks: Sequence[Block]) -> bool:
    """Tell whether blocks are nothing but prose; what is nothing but code or furniture is read as a text, too."""
    return all(block.kind == PROSE for block in blocks) or all(block.kind in UNREAD_KINDS for block in blocks)


def plain_blocks(text: str, language: Language = UNDETERMINED) -> Iterator[Block]:
    r"""Yield the blocks of a plain text: passages of prose, items of lists, and what is no prose, in order.

    The bullet or number of an item is outside of its block.

    >>> text = "Eels\n====\nThey live long.\n\n1. They swim.\n2. They eat.\n\n    eat(fish)\n    eat(snail)\n"
    >>> [(block.kind, text[block.start : block.end]) for block in plain_blocks(text)][1:4]
    [('furniture', '===='), ('prose', 'They live long.'), ('list', 'They swim.')]
    """
    listed = references(text)
    apart = [Block(*stripped(text, *listed), "reference")] if listed else []
    for start, end, kind in line_kinds(text):
        first, last = stripped(text, start, end)
        if kind != PROSE and first < last and not (listed and listed[0] <= first < listed[1]):
            apart.append(Block(first, last, kind))
    apart.sort(key=lambda block: block.start)
    masked = _blanked(text, apart) if apart else text
    spans = [part for span in passages(masked, language) for part in _outside(text, span, apart)]
    marks = _enumerators(text, spans)
    prose = [_item(text, *span, marks) for span in spans]
    yield from _joined(text, sorted(apart + prose, key=lambda block: block.start))


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
