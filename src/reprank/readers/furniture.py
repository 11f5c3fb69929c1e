"""Lines of pages to the lines of the text: running heads, running feet, page numbers and contents dropped."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from reprank.patterns import lazy_pattern
from reprank.readers.draft import clean
from reprank.readers.lines import Line

LEADERS = lazy_pattern(r"(?:(?:\.\s?){4,}|(?:\s\.){2,}|…{2,})\s*(?:\d{1,4}|[ivxlc]{1,6})\s*$")  # of a table of contents
PAGE_NUMBER = lazy_pattern(
    r"\W*(?:(?:page|seite|p\.)\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:of|von|/)\s*\d{1,4})?\W*", re.IGNORECASE
)
EDGE_LINES = 3  # lines at the top and at the bottom of a page among which heads and feet are looked for
MAX_HEAD_CHARACTERS = 100
MAX_ENTRY_LINES = 3  # of a table of contents
MAX_HEAD_SIZE = 1.15  # of the usual size of type on the page
MIN_RECURRING = 0.3  # share of the pages on which a head recurs; heads of left and right pages alternate


def without_furniture(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """Drop running heads, running feet and page numbers.

    A line at the edge of a page is furniture if it is a page number, if its text without digits recurs at edges of
    other pages, or if it stands apart from the text at a height where most pages have such a line.
    """
    edges = [_edges(page) for page in pages]
    forms = Counter(form for edge in edges for form in {_form(line) for line in edge})
    apart = [_apart(page) for page in pages]
    heights = Counter(height for lines in apart for height in {round(line.base / 4) for line in lines})
    recurring = max(2, MIN_RECURRING * len(pages))
    often = max(3, 0.6 * len(pages))
    kept = []
    for page, edge, outside in zip(pages, edges, apart, strict=True):
        dropped = {id(line) for line in edge if forms[_form(line)] >= recurring}
        dropped |= {id(line) for line in outside if heights[round(line.base / 4)] >= often or _is_numbered(line)}
        dropped |= {id(line) for line in _contents(page)}
        kept.append([line for line in page if id(line) not in dropped])
    return kept


def _contents(page: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines of a table of contents: those with leaders, and the few between them, which begin entries."""
    last = len(page)
    for number, line in enumerate(page):
        if LEADERS.search(line.text[-MAX_HEAD_CHARACTERS:]):
            if number - last <= MAX_ENTRY_LINES:
                yield from page[last + 1 : number]
            yield line
            last = number


def _edges(page: Sequence[Line]) -> list[Line]:
    order = sorted(page, key=lambda line: -line.base)
    return order if len(order) <= 2 * EDGE_LINES else order[:EDGE_LINES] + order[-EDGE_LINES:]


def _form(line: Line) -> str:
    """Return what running heads of two pages have in common: their text without numbers, and top or bottom."""
    return re.sub(r"\d+|\b[ivxlc]+\b", "#", clean(line.text).lower()) + f"@{line.base > line.height / 2}"


def _is_numbered(line: Line) -> bool:
    """Tell whether a line is a page number or holds the number of its page between blanks, dashes or bars."""
    numbers = re.findall(r"(?<![\w.,])\d{1,4}(?![\w,])", line.text)
    return PAGE_NUMBER.fullmatch(line.text) is not None or (str(line.page + 1) in numbers and not line.bold)


def _apart(page: Sequence[Line]) -> list[Line]:
    """Return the one or two rows above or below all others of a page, with a clear distance from them."""
    heights = sorted({round(line.base) for line in page}, reverse=True)
    gaps = [a - b for a, b in pairwise(heights)]
    usual = median(gaps) if len(gaps) > 4 else 1.2 * max((line.size for line in page), default=0)
    largest = MAX_HEAD_SIZE * median(line.size for line in page) if page else 0  # larger ones are titles, as on slides
    rows: set[int] = set()
    for order, steps in ((heights, gaps), (heights[::-1], gaps[::-1])):
        for count in (1, 2):
            if len(steps) > count and steps[count - 1] > 1.6 * usual:
                rows.update(order[:count])
    found = [line for line in page if round(line.base) in rows]
    return [line for line in found if len(line.text) < MAX_HEAD_CHARACTERS and line.size <= largest]
