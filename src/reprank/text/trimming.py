"""Sentences to trimmed sentences: the dateline before a report is no part of its first sentence.

The offset of the sentence moves inward, so that its text stays an exact stretch of the source.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

# "LIMA, Peru (AP) — ", "Port Alder, 12 May -- ", "(Harbour Gazette) "
DATELINE = re.compile(
    r"(?P<place>(?:(?:[A-Z][\w.'’-]*+|\d{1,2}),?+ ){0,7}+)(?P<source>\([^()]{2,60}+\) ?)?+(?:--|[—–-])\s+(?=\S)"
    r"|\([^()]{2,60}+\)\s*(?=[\"“\w])"
)
DASHES = ("—", "–", "--", " - ")
MAX_SENTENCES = 3  # a headline and a byline may stand before the dateline
MIN_TRIMMED_CHARACTERS = 20  # that must be left of a sentence

Span = tuple[int, int]


def trim(text: str, spans: Sequence[Span]) -> list[Span]:
    r"""Move the beginnings of the first sentences of a document behind a dateline.

    >>> text = "LIMA, Peru (AP) — The river rose by two metres. It fell."
    >>> [text[start:end] for start, end in trim(text, [(0, 47), (48, 56)])]
    ['The river rose by two metres.', 'It fell.']
    """
    return [*(_behind_dateline(text, *span) for span in spans[:MAX_SENTENCES]), *spans[MAX_SENTENCES:]]


def _behind_dateline(text: str, start: int, end: int) -> Span:
    found = DATELINE.match(text, start, end)
    if found is None or end - found.end() < MIN_TRIMMED_CHARACTERS:
        return start, end
    place, rest = found["place"], text[found.end() : end]
    if place and not place.isupper() and not found["source"] and any(dash in rest for dash in DASHES):
        return start, end  # "Port Alder — a town of fishermen — was flooded": no dateline, but a part of the sentence
    return found.end(), end
