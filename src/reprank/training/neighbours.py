"""Numbers to neighbours: how often two words stand close to each other in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from reprank.training.cache import Numbers, Tokenised

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

REACH = 5  # words to either side that count as context
BLOCK = 1 << 20  # words counted at a time


def neighbour_counts(
    text: Tokenised, numbers: Numbers, words: int, *, wanted: NDArray[np.bool_] | None = None
) -> csr_matrix:
    """Count the words within reach of each word, (words, words); symmetric unless only some rows are ``wanted``.

    ``numbers[w]`` is the row of word ``w`` of the corpus, or -1; words without a row keep their place.
    """
    from scipy.sparse import coo_matrix, csr_matrix

    counts = csr_matrix((words, words), dtype=np.float32)
    for begin in range(0, len(text.words), BLOCK):
        end = min(begin + BLOCK + REACH, len(text.words))
        row = numbers[text.words[begin:end]]
        sentence = np.searchsorted(text.sentences, np.arange(begin, end), side="right")
        left, right = [], []
        for distance in range(1, REACH + 1):
            # A pair belongs to the block in which its first word stands, so the overlap is counted once.
            first = np.arange(min(BLOCK, len(row) - distance))
            second = first + distance
            near = (sentence[first] == sentence[second]) & (row[first] >= 0) & (row[second] >= 0)
            left.append(row[first[near]])
            right.append(row[second[near]])
        one, other = np.concatenate(left), np.concatenate(right)
        one, other = np.concatenate([one, other]), np.concatenate([other, one])
        if wanted is not None:
            one, other = one[wanted[one]], other[wanted[one]]
        counts += coo_matrix((np.ones(len(one), dtype=np.float32), (one, other)), shape=(words, words)).tocsr()
    return counts
