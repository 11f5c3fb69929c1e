"""Lines of a page to reading order, where a file writes two or more columns row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from typing import NamedTuple

from reprank.readers.lines import CELL, Line

MIN_ROWS = 6  # parts of lines on each side of a border, and changes from one side to the other
MIN_SHARE = 0.4  # of the parts of lines of a page: so many change sides
MIN_WORDS = 3.5  # words on each side of a border, on average: fewer are the cells of a table
MAX_PLACES = 100  # among which the border is looked for
TOLERANCE_POINTS = 3.0
GRID_POINTS = 3.0  # within which two gaps begin or end at one place
MIN_LOOSE_ROWS = 10  # of a page that has wide gaps everywhere …
MAX_ALIGNED = 0.15  # … and of these, the share that begin or end where one of the next line does


class Part(NamedTuple):
    """A part of a line without a wide gap."""

    left: float
    right: float
    words: int


def without_loose_gaps(page: Sequence[Line]) -> list[Line]:
    """Return the lines of a page, without wide gaps if most lines have some and hardly any of them make a column.

    Text recognition sets words as far apart as they are in the picture of a page, in type that is too small.
    """
    gaps = [line.gaps for line in page]
    edges = [{round(edge / GRID_POINTS) for gap in own for edge in gap[:2]} for own in gaps]
    rows = sum(map(bool, gaps))
    aligned = sum(len(one & other) for one, other in pairwise(edges))
    if rows < MIN_LOOSE_ROWS or rows < len(page) / 2 or aligned > MAX_ALIGNED * sum(map(len, edges)):
        return list(page)
    words = [word for line in page for word in line.text.split()]
    if 2 * sum(map(str.islower, words)) < len(words):  # names and figures, as in a printed list
        return list(page)
    return [replace(line, text=line.text.replace(CELL, " "), gaps=()) for line in page]


def in_reading_order(page: Sequence[Line]) -> list[Line]:
    """Return the lines of a page column by column; most files have this order already and are left as they are."""
    border = _border(page)
    if border is None:
        return list(page)
    ordered: list[Line] = []
    columns: tuple[list[Line], list[Line]] = ([], [])
    rows = sorted((part for line in page for part in _split(line, border)), key=lambda line: -line.base)
    for line in rows:
        if line.right <= border + TOLERANCE_POINTS:
            columns[0].append(line)
        elif line.left >= border - TOLERANCE_POINTS:
            columns[1].append(line)
        else:  # a line across both columns ends what stands above it
            ordered += [*in_reading_order(columns[0]), *in_reading_order(columns[1]), line]
            columns = ([], [])
    return [*ordered, *in_reading_order(columns[0]), *in_reading_order(columns[1])]


def _border(page: Sequence[Line]) -> float | None:
    """Return where two columns part that the file writes row by row, so that most parts of a line change sides."""
    parts = [part for line in page for part in _parts(line)]
    if len(parts) < 2 * MIN_ROWS:
        return None
    between = ((min(one.right, other.right), max(one.left, other.left)) for one, other in pairwise(parts))
    places = [(left + right) / 2 for left, right in between if left < right]
    return max(
        (place for place in places[:: 1 + len(places) // MAX_PLACES] if _changes(parts, place)),
        key=lambda place: _changes(parts, place),
        default=None,
    )


def _changes(parts: Sequence[Part], border: float) -> int:
    """Return how often a file changes from one side of a border to the other; 0 if these are not two columns."""
    sides = [
        0 if part.right <= border + TOLERANCE_POINTS else 1 if part.left >= border - TOLERANCE_POINTS else 2
        for part in parts
    ]
    changes = sum({one, other} == {0, 1} for one, other in pairwise(sides))
    if changes < max(MIN_ROWS, MIN_SHARE * len(parts)):
        return 0
    for side in (0, 1):
        words = [part.words for part, own in zip(parts, sides, strict=True) if own == side]
        if len(words) < MIN_ROWS or sum(words) < MIN_WORDS * len(words):
            return 0
    return changes


def _parts(line: Line) -> Iterator[Part]:
    """Yield the parts of a line between its wide gaps."""
    left = line.left
    for text, (end, start, _) in zip_longest(line.text.split(CELL), line.gaps, fillvalue=(line.right, 0.0, 0.0)):
        yield Part(left, end, len(str(text).split()))
        left = start


def _split(line: Line, border: float) -> list[Line]:
    """Cut a line at the gap that holds the border, if it has one there."""
    parts = line.text.split(CELL)
    for number, (end, start, base) in enumerate(line.gaps, start=1):
        if end <= border <= start:
            left, right = CELL.join(parts[:number]), CELL.join(parts[number:])
            return [
                replace(line, text=left.strip(), right=end, gaps=line.gaps[: number - 1]),
                replace(line, text=right.strip(), left=start, base=base, gaps=line.gaps[number:], marked=False),
            ]
    return [line]
