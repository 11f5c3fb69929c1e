"""Words to general frequency: how common a word is in English, from a small table mapped into memory.

The table holds words in order of their frequency in the corpus of GloVe 6B (Wikipedia and newswire; Pennington, Socher
and Manning 2014), without counts: their probability follows from the rank by Zipf's law.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from reprank.arrays import Floats
from reprank.caching import WordCache
from reprank.shipped import DATA
from reprank.tensors import read_tensors
from reprank.text.vocabulary import Vocabulary

TABLES = {"en": "english-frequency.safetensors"}

# Zipf's law with Mandelbrot's shift: p(word) = 1 / (ZIPF · (rank + SHIFT)). Words outside the table count as rare.
ZIPF, SHIFT, UNKNOWN_RANK = 11.8, 2.7, 300_000


def rarity(words: Sequence[str], code: str) -> Floats:
    """Return −log₁₀ p of each word in general language; zeros where no table ships for the language.

    >>> rarity(["the", "river", "xyzzyx"], "en").round(1)
    array([1.5, 3.8, 6.5])
    """
    if code not in TABLES:
        return np.zeros(len(words))
    return np.array(_remembered_rarity(code)(words), dtype=np.float64)


@cache
def _remembered_rarity(code: str) -> WordCache[float]:
    tensors, _ = read_tensors(DATA / TABLES[code])
    vocabulary = Vocabulary(*(tensors[name] for name in ("letters", "ends", "checksums", "order")))  # type: ignore[arg-type]

    def of(words: Sequence[str]) -> list[float]:
        rank = vocabulary.rows(words)
        found: list[float] = np.log10(ZIPF * (np.where(rank >= 0, rank, UNKNOWN_RANK) + SHIFT)).tolist()
        return found

    return WordCache(of)
