"""Selection to reading order: the order of the story where dates tell it, else the best document first."""

from __future__ import annotations

from collections.abc import Sequence

from reprank.arrays import Booleans, Integers
from reprank.text.units import Units

OPENING_SENTENCES = 2  # of a document, which say what it is about


def reading_order(units: Units, selected: Sequence[int], standing_alone: Booleans) -> list[int]:
    """Order selected sentences, given best first, for reading.

    Sentences of one document stay together, in its order. Documents come by date if each of them has one. Else the
    first document is that of the best sentence among the documents whose part of the summary opens best: with one
    of their first sentences that can stand alone, or with another sentence that can. The others follow in the order
    given.
    """
    if not selected:
        return []
    documents = {int(units.document[i]) for i in selected}
    dates = {document: date for document in documents if (date := units.documents[document].date) is not None}
    if len(dates) == len(documents):
        return sorted(selected, key=lambda i: (dates[int(units.document[i])], i))
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
