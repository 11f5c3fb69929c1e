"""Blocks of a file to fewer blocks: what announces a short list is one sentence with its items."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence, Set

from reprank.patterns import lazy_pattern
from reprank.text.documents import Block, Place
from reprank.text.tokens import FINAL, PAUSING
from reprank.text.trimming import ADDRESS_MARKS, ANNOUNCING_MARKS, GOES_ON, MIN_ANNOUNCING_WORDS

MIN_ITEMS = 2
MAX_LISTED_WORDS = 60  # of an announcement and its items
MARKS = frozenset(FINAL + PAUSING + ",،、")
SENTENCE_END = lazy_pattern(r"[.!?…。！？]\s")  # inside an item


def with_lists(
    parts: Sequence[str], blocks: Sequence[Block], places: Sequence[Place]
) -> tuple[list[str], list[Block], list[Place]]:
    """Join each announcement with its items; return the texts of all blocks, the blocks and the places.

    >>> parts = ["Tide has three kinds of places:", "harbours", "open sea", "It is free."]
    >>> kinds = ["prose", "list", "list", "prose"]
    >>> blocks = [Block(i, i + len(part), kind) for i, part, kind in zip((0, 33, 43, 53), parts, kinds)]
    >>> texts, blocks, places = with_lists(parts, blocks, [Place(43, "line 3")])
    >>> texts, [block.start for block in blocks], places[0].start
    (['Tide has three kinds of places: harbours; open sea.', 'It is free.'], [0, 53], 42)
    """
    texts, joined, moved, at = list[str](), list[Block](), list[int](), 0  # where each block begins now
    for group in _groups(parts, blocks):
        pieces = [parts[i] for i in group]
        if len(pieces) > 1:
            pieces = [f"{pieces[0]} ", *(f"{item}; " for item in pieces[1:-1]), f"{pieces[-1]}."]
        start = at
        for piece in pieces:
            moved.append(at)
            at += len(piece)
        texts.append("".join(pieces))
        joined.append(Block(start, at, blocks[group[0]].kind))
        at += 2
    starts = [block.start for block in blocks]
    return texts, joined, [_moved(place, starts, moved) for place in places]


def _groups(parts: Sequence[str], blocks: Sequence[Block]) -> Iterator[range]:
    """Yield the numbers of blocks that become one: an announcement with its items, or a block alone."""
    titles = {part for part, block in zip(parts, blocks, strict=True) if block.kind == "heading"}
    first = 0
    while first < len(blocks):
        last = first + 1
        if blocks[first].kind == "prose" and parts[first].endswith(ANNOUNCING_MARKS):
            while last < len(blocks) and blocks[last].kind == "list":
                last += 1
            if not _may_join(parts[first], parts[first + 1 : last], titles):
                last = first + 1
        yield range(first, last)
        first = last


def _may_join(announcement: str, items: Sequence[str], titles: Set[str]) -> bool:
    """Tell whether items are few and short, without marks or addresses, and none is the title of a section."""
    words = [len(text.split()) for text in (announcement, *items)]
    return (
        len(items) >= MIN_ITEMS
        and words[0] >= MIN_ANNOUNCING_WORDS
        and sum(words) <= MAX_LISTED_WORDS
        and not any(item[-1] in MARKS or SENTENCE_END.search(item) or GOES_ON.search(item) for item in items)
        and not any(address in item for item in items for address in ADDRESS_MARKS)
        and titles.isdisjoint(items)
    )


def _moved(place: Place, starts: Sequence[int], moved: Sequence[int]) -> Place:
    block = bisect_right(starts, place.start) - 1
    return Place(place.start + moved[block] - starts[block], place.label) if block >= 0 else place
