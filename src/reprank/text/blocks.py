r"""Text to blocks: what each stretch of a text is whose form nobody knows.

Blocks are prose, headings, items of lists, code, tables, references and furniture.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from reprank.text.documents import UNREAD_KINDS, Block, Document
from reprank.text.languages import UNDETERMINED, Language
from reprank.text.lines import LINE_KINDS, OPTION, OPTION_TAG, PROSE, line_kinds
from reprank.text.markdown import is_markdown, markdown_blocks
from reprank.text.outline import outlined, references
from reprank.text.passages import ITEM_MARK, passages, stripped

MARKS_OF_MARKDOWN = ("```", "~~~", "# ", "[![")  # no Markdown that is recognised without one of these
MAX_TITLE_CHARACTERS = 60  # of a numbered section
MAX_SMALL_WORD_LETTERS = 4  # of a word of a title that may begin in lower case
NUMBERS = frozenset({"number", "section"})  # marks of items


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
    yield from _joined(text, sorted(apart + _items(text, spans), key=lambda block: block.start))


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


def _items(text: str, spans: list[tuple[int, int]]) -> list[Block]:
    """Return a block for each passage: an item behind its mark, or prose; one "1." or "A." alone may be anything."""
    marks = [ITEM_MARK.match(text, *span) for span in spans]
    letters = {mark["capital"][0] for mark in marks if mark and mark["capital"]}
    sure = {"bullet"} | ({"capital"} if letters.issuperset("ABC") else set())
    if sum(mark is not None and mark.lastgroup in NUMBERS for mark in marks) > 1:
        sure |= NUMBERS
    return [
        _item(text, mark, end) if mark and mark.lastgroup in sure and mark.end() < end else Block(start, end)
        for (start, end), mark in zip(spans, marks, strict=True)
    ]


def _item(text: str, mark: re.Match[str], end: int) -> Block:
    is_heading = mark.lastgroup != "bullet" and _is_titled(text[mark.end() : end])
    return Block(mark.end(), end, "heading" if is_heading else "list")


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
