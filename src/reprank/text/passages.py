"""Text to passages: the stretches inside which a line break is only a space.

Text arrives wrapped at 72 columns, with one paragraph to a line, or as headings, lists and tables. A line break goes
unnoticed if the line was full, or if the next line goes on in lower case; anything else ends the passage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

LINE = re.compile(r"[^\r\n\f\v\x85\u2028\u2029]+")
LIST_ITEM = re.compile(r"\s*(?:[-*•‣◦·–—▪●]\s+|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]\s+|#{1,6}\s)")
ENDED = re.compile(r"[.!?…。！？؟।॥։;:][\"'”’»)\]}]*\s*$")
CONTINUING = ",;)]"
NARROWEST, WIDEST = 20, 130  # columns between which a line may be full because it was wrapped


def passages(text: str) -> Iterator[tuple[int, int]]:
    r"""Yield start and end of each passage, in order, without surrounding white space.

    >>> text = "A HEADING\nOne sentence that goes\non here. Another.\n\n* an item\n* a second"
    >>> [text[start:end] for start, end in passages(text)]
    ['A HEADING', 'One sentence that goes\non here. Another.', '* an item', '* a second']
    """
    lines = [match.span() for match in LINE.finditer(text) if not match.group().isspace()]
    if not lines:
        return
    full = _full_width(text, lines)
    first, last = lines[0]
    for start, end in lines[1:]:
        if not _goes_on(text, (first, last), (start, end), full):
            yield stripped(text, first, last)
            first = start
        last = end
    yield stripped(text, first, last)


def _full_width(text: str, lines: list[tuple[int, int]]) -> int:
    """Return the column at which the text was wrapped, or 0 if it was not.

    Where most breaks fall inside a sentence, the lines were cut by a machine, and the longest tell where.
    """
    lengths = sorted(end - start for start, end in lines)
    width = lengths[int(0.9 * (len(lengths) - 1))]
    if not NARROWEST <= width <= WIDEST:
        return 0
    unfinished = sum(not ENDED.search(text, max(start, end - 8), end) for start, end in lines)
    return width if unfinished > len(lines) / 2 else 0


def _goes_on(text: str, passage: tuple[int, int], following: tuple[int, int], full: int) -> bool:
    """Tell whether the break between a passage and the line that follows is inside running text."""
    end, start = passage[1], following[0]
    if LIST_ITEM.match(text, *following):
        return False
    line = max(text.rfind("\n", *passage) + 1, passage[0])
    ended = ENDED.search(text, max(line, end - 8), end) is not None
    opening = text[start : start + 40].split(maxsplit=1)
    word = opening[0] if opening else ""
    if not ended and (word[:1].islower() or word[:1] in CONTINUING):
        return True
    blank = text.count("\n", end, start) > 1
    if blank or not full:
        return False
    return ended or end - line + 1 + len(word) > full


def stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span without the white space at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
