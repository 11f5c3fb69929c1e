"""Units to copies: documents that repeat another document word for word count once."""

from __future__ import annotations

import numpy as np

from reprank.arrays import Integers
from reprank.text.units import Units

COPIED_SHARE = 0.7  # of the words of the shorter document, in sentences that both have


def original_of(units: Units) -> Integers:
    """Return for each document the first document that it is a copy of, itself if it is none.

    An agency's report that several papers print is one source. Each sentence is compared with its first occurrence
    only, so the time is linear in the length of the text.

    >>> from reprank.pipeline import read_documents
    >>> from reprank.text.documents import Document
    >>> texts = "The river rose. It closed the bridge.", "A dog slept.", "The river rose. It closed the bridge."
    >>> original_of(read_documents([Document(text) for text in texts], "en")).tolist()
    [0, 1, 0]
    """
    count = len(units.documents)
    words = np.bincount(units.document, units.lengths, count)
    first = units.document[units.duplicate_of]
    repeated = np.flatnonzero(first != units.document)
    common = np.zeros(count)
    original = np.arange(count)
    pairs, place = np.unique(units.document[repeated] * count + first[repeated], return_inverse=True)
    shared_words = np.bincount(place, units.lengths[repeated], len(pairs))
    for pair, shared in zip(pairs.tolist(), shared_words.tolist(), strict=True):
        copy, source = divmod(pair, count)
        if shared >= COPIED_SHARE * max(min(words[copy], words[source]), 1.0) and shared > common[copy]:
            common[copy], original[copy] = shared, original[source]
    return original
