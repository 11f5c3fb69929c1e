"""Marks to what they do: which end a sentence or a part of it, which open and close a quotation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from reprank.patterns import lazy_pattern

Span = tuple[int, int]

FINAL = ".!?…。！？｡؟۔।॥։။။។៕።༎།"
PAUSING = ";:；：؛"
CLOSING = "\"'”’»›)]}）」』*_`"  # may stand behind the mark that ends a sentence
PLAIN_FINAL = frozenset(".!?")
#: A final mark at the end, with what closes a quotation or a bracket behind it.
ENDED = lazy_pattern(rf"[{re.escape(FINAL)}] ?[{re.escape(CLOSING)}]*\s*$")
#: The same, or a semicolon or colon: a line that ends so is no heading and does not go on in the next line.
STOPPED = lazy_pattern(rf"[{re.escape(FINAL + PAUSING)}] ?[{re.escape(CLOSING)}]*\s*$")
TAIL_CHARACTERS = 8  # of a text in which its final mark is looked for
MARK = lazy_pattern('["“”]|\n')
SPACED = '. " '
CLOSING_NEIGHBOURS = ".,;:!?)]"  # behind a mark that closes a quotation
OPENING_NEIGHBOURS = "([—–-"  # before a mark that opens one


def is_ended(text: str) -> bool:
    """Tell whether a text ends with a final mark.

    >>> [is_ended(text) for text in ("It rains.", 'He said: "Go!"', "Three things:", "Installation")]
    [True, True, False, False]
    """
    return text[-1:] in PLAIN_FINAL or ENDED.search(text, max(len(text) - TAIL_CHARACTERS, 0)) is not None


def marks(text: str) -> Iterator[tuple[int, bool]]:
    r"""Yield the place of each double quotation mark, and whether it opens a quotation.

    A straight mark opens if it stands at the front of a word, and closes if it stands behind one. Where it has spaces
    on both sides, it closes what is open. A quotation ends with its line.

    >>> [opens for _, opens in marks('"so" and " so " and\n"so')]
    [True, False, True, False, True]
    """
    inside = False
    for match in MARK.finditer(text):
        mark, at = match.group(), match.start()
        if mark == "\n":
            inside = False
            continue
        opens = _opens(text, at) if mark == '"' else mark == "“"
        inside = not inside if opens is None else opens
        yield at, inside


def _opens(text: str, at: int) -> bool | None:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    front = not before or before.isspace() or before in OPENING_NEIGHBOURS
    back = not after or after.isspace() or after in CLOSING_NEIGHBOURS
    return None if front == back else front


def close_quotations(text: str, spans: Sequence[Span]) -> list[Span]:
    """End sentences behind the mark that closes their quotation, where it has spaces on both sides.

    >>> text = 'They called it " a sad affair. " nobody came.'
    >>> close_quotations(text, [(0, 30), (31, len(text))])
    [(0, 32), (33, 45)]
    >>> close_quotations(text, [(0, len(text))])
    [(0, 32), (33, 45)]
    """
    if SPACED not in text:
        return list(spans)
    closing = {at for at, opens in marks(text) if not opens}
    moved = list(spans[:1])
    for start, end in spans[1:]:
        if start in closing and start + 2 < end and text[start + 1] == " ":
            moved[-1] = moved[-1][0], start + 1
            start += 2
        moved.append((start, end))
    return [piece for span in moved for piece in _cut(text, *span, closing)]


def _cut(text: str, start: int, end: int, closing: set[int]) -> Iterator[Span]:
    at = text.find(SPACED, start, end - 1)
    while at >= 0:
        if at + 2 in closing:
            yield start, at + 3
            start = at + 4
        at = text.find(SPACED, at + 1, end - 1)
    yield start, end


def begin_inside(text: str, starts: Sequence[int]) -> list[bool]:
    """Tell which of the sentences of a text begin inside a quotation that an earlier sentence opens.

    >>> text = 'He said: "It rains. It pours. Nobody came." She left.'
    >>> begin_inside(text, [0, 20, 30, 44])
    [False, True, True, False]
    """
    if '"' not in text and "“" not in text:
        return [False] * len(starts)
    edges = [(-1, False), *marks(text), (len(text), False)]
    inside: list[bool] = []
    position = 0
    stretches = list(pairwise(edges))
    for start in starts:
        while stretches[position][1][0] < start:
            position += 1
        (opened, opens), _ = stretches[position]
        inside.append(opens and "\n" not in text[opened:start])
    return inside
