"""Selection to reading order: the order of the story where dates tell it, else the best document first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reprank.arrays import Booleans, Integers
from reprank.text.units import Units

OPENING_SENTENCES = 2  # of a document, which say what it is about
DATED_CHARACTERS = 300  # at the beginning of a document in which its date is looked for
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
ENGLISH_DATE = re.compile(r"\b(?:(\d{1,2}) )?([A-Z][a-z]{2,8})\.? (?:(\d{1,2}), )?(\d{4})\b")
ISO_DATE = re.compile(r"\b(\d{4})[-/](\d\d)[-/](\d\d)\b")


def reading_order(units: Units, selected: Sequence[int], standing_alone: Booleans) -> list[int]:
    """Order selected sentences, given best first, for reading.

    Sentences of one document stay together, in its order. Documents come by date if each of them begins with one. Else
    the first document is that of the best sentence among the documents whose part of the summary opens best: with one
    of their first sentences that can stand alone, or with another sentence that can. The others follow in the order
    given.
    """
    if not selected:
        return []
    documents = {int(units.document[i]) for i in selected}
    dates = {document: _date(units.documents[document].text[:DATED_CHARACTERS]) for document in documents}
    if all(dates.values()):
        place = {document: (dates[document], document) for document in documents}
        return sorted(selected, key=lambda i: (place[int(units.document[i])], i))
    opening = {document: min(i for i in selected if units.document[i] == document) for document in documents}
    ranked = [int(units.document[i]) for i in selected]
    best = max(ranked, key=lambda document: _opens(units, opening[document], standing_alone))
    return sorted(selected, key=lambda i: (int(units.document[i]) != best, i))


def opinion_order(selected: Sequence[int], opinions: Integers) -> list[int]:
    """Order sentences of reviews: first what most reviews say, praise or complaint, then the other side in one block.

    >>> import numpy as np
    >>> opinion_order([4, 0, 2], np.array([1, 1, -1, 0, 1]))
    [0, 4, 2]
    """
    other_side = -1 if opinions.sum() >= 0 else 1
    return sorted(selected, key=lambda i: (opinions[i] == other_side, i))


def _opens(units: Units, sentence: int, standing_alone: Booleans) -> int:
    """Rate how well a sentence opens a summary: 2, 1 or 0."""
    if not standing_alone[sentence]:
        return 0
    return 2 if units.position[sentence] <= OPENING_SENTENCES else 1


def _date(text: str) -> tuple[int, int, int] | None:
    if iso := ISO_DATE.search(text):
        year, month, day = map(int, iso.groups())
        return year, month, day
    for day, name, other, year in ENGLISH_DATE.findall(text):
        if name[:3].lower() in MONTHS and (day or other):
            return int(year), MONTHS.index(name[:3].lower()) + 1, int(day or other)
    return None
