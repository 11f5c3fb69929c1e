"""A line of a page, as the readers of pages pass it on."""

from __future__ import annotations

from dataclasses import dataclass

HYPHEN = "\x02"  # a hyphen at the end of a line, where a word may have been divided
CELL = "\x1f"  # between two parts of a line with a wide gap between them; white space to everything else


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page; lengths in points, ``base`` from the bottom of the page.

    ``gaps`` are the wide gaps, each as end of the left part, start of the right part, and ``base`` of the right part.
    """

    text: str
    page: int
    left: float
    right: float
    base: float
    size: float
    height: float = 800.0
    bold: bool = False
    italic: bool = False
    mono: bool = False
    marked: bool = False
    gaps: tuple[tuple[float, float, float], ...] = ()
