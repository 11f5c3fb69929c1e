"""Lines of a page to reading order, where a file writes two columns row by row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from reprank.readers.lines import CELL, Line

MIN_ROWS = 6  # rows with a gap at one place that make it the gap between two columns
MIN_SHARE = 0.4  # of the lines of a page that have this gap
MIN_WORDS = 3.5  # words on each side of the gap, on average: fewer are the cells of a table
MAX_PLACES = 200  # gaps among which the border is looked for
TOLERANCE_POINTS = 3.0


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
            ordered += [*columns[0], *columns[1], line]
            columns = ([], [])
    return [*ordered, *columns[0], *columns[1]]


def _border(page: Sequence[Line]) -> float | None:
    """Return where the columns part if the file writes them row by row, else None."""
    gaps = [(line, gap) for line in page for gap in line.gaps]
    enough = max(MIN_ROWS, MIN_SHARE * len(page))
    if len(gaps) >= enough:
        places = [(gap[0] + gap[1]) / 2 for _, gap in gaps[:MAX_PLACES]]
        border = max(places, key=lambda place: sum(gap[0] <= place <= gap[1] for _, gap in gaps))
        rows = [line for line, gap in gaps if gap[0] <= border <= gap[1]]
        halves = [part.text.split() for line in rows for part in _split(line, border)]
        is_prose = all(sum(map(len, side)) >= MIN_WORDS * len(side) for side in (halves[::2], halves[1::2]))
        if len(rows) >= enough and is_prose:
            return border
    return _border_of_alternating_lines(page)


def _border_of_alternating_lines(page: Sequence[Line]) -> float | None:
    """Return the middle of the text if most lines stand on the other side of it than the line before."""
    if len(page) < 2 * MIN_ROWS:
        return None
    middle = (min(line.left for line in page) + max(line.right for line in page)) / 2
    sides = [0 if line.right <= middle + TOLERANCE_POINTS else 1 if line.left >= middle else 2 for line in page]
    changes = sum({one, other} == {0, 1} for one, other in pairwise(sides))
    words = [len(line.text.split()) for line, side in zip(page, sides, strict=True) if side != 2]
    is_prose = bool(words) and sum(words) >= MIN_WORDS * len(words)
    return middle if is_prose and changes > len(page) / 2 else None


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
