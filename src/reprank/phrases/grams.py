"""Stretches of stems to codes: equal stretches have equal codes, and none is ever written out."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from reprank.arrays import Booleans, Integers, compact

Codes = NDArray[np.uint64]

BASE = 0x9E3779B97F4A7C15
LENGTH_FACTOR = np.uint64(BASE)
INVERSE = pow(BASE, -1, 1 << 64)
ROUNDS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))  # of splitmix64 (Steele, Lea and Flood 2014)
TABLE_STEMS = 1 << 13  # tokens and stems of a text up to which tables are made once for all texts


class Grams:
    """Codes for stretches of a running text of stems.

    A code is a polynomial in 64 bits over scrambled stems: that of the stems from a to before b is Σ stemᵢ·BASE^(a−i)
    plus a multiple of the length. Sums over the whole text, taken once, give that of any stretch as a difference. Among
    a million different stretches two share a code with probability 3·10⁻⁸.

    >>> grams = Grams(np.array([7, 3, 7, 3, 5]))
    >>> codes = grams.codes(np.array([0, 2, 3]), np.array([2, 4, 5]))
    >>> bool(codes[0] == codes[1]), bool(codes[0] == codes[2])
    (True, False)
    """

    def __init__(self, stems: Integers) -> None:
        sizes = len(stems) + 1, int(stems.max(initial=0)) + 1
        few = max(sizes) <= TABLE_STEMS
        self._powers, inverses, scrambled = _tables(TABLE_STEMS, TABLE_STEMS) if few else _make_tables(*sizes)
        self._sums: Codes = np.zeros(len(stems) + 1, np.uint64)
        (scrambled[stems] * inverses[: len(stems)]).cumsum(out=self._sums[1:])

    def codes(self, first: Integers, last: Integers) -> Codes:
        """Return the code of each stretch, given where it begins and where the next stem is."""
        lengths = (last - first).astype(np.uint64)
        return (self._sums[last] - self._sums[first]) * self._powers[first] + lengths * LENGTH_FACTOR


def _make_tables(tokens: int, stems: int) -> tuple[Codes, Codes, Codes]:
    """Return powers of the base and of its inverse for each token, and the scrambled numbers of stems."""
    scrambled = np.arange(1, stems + 1, dtype=np.uint64) * np.uint64(BASE)
    for shift, factor in ROUNDS:
        scrambled = (scrambled ^ (scrambled >> np.uint64(shift))) * np.uint64(factor)
    return _powers(BASE, tokens), _powers(INVERSE, tokens), scrambled


_tables = cache(_make_tables)


def _powers(base: int, count: int) -> Codes:
    """Return 1, base, base², … in 64 bits."""
    powers = np.full(count, base, np.uint64)
    powers[:1] = 1
    return np.cumprod(powers, out=powers)


def windows(first: Integers, last: Integers, size: int) -> Integers:
    """Return the first token of each stretch of ``size`` tokens within runs from ``first`` to before ``last``.

    >>> windows(np.array([0, 10]), np.array([3, 12]), 2)
    array([ 0,  1, 10])
    """
    counts = np.maximum(last - first - (size - 1), 0)
    ends = counts.cumsum()
    total = int(ends[-1]) if len(ends) else 0
    return compact((first - (ends - counts)).repeat(counts) + np.arange(total))


def _any_twice(codes: Codes) -> bool:
    ordered = np.sort(codes)
    return bool((ordered[1:] == ordered[:-1]).any())


def recurring(
    grams: Grams,
    first: Integers,
    last: Integers,
    *,
    sizes: range,
    may_end: Booleans,
    may_begin: Booleans | None = None,
) -> tuple[Codes, Integers]:
    """Find stretches that occur at least twice within runs, and not only as a part of a longer one that does.

    Returns their codes, and for each token where the longest of them that begins there ends (0 if none does).
    ``may_begin`` and ``may_end`` tell which tokens may be the first and the last of a stretch.
    """
    reach = np.zeros(len(may_end), np.intp)
    found: list[Codes] = []
    tokens = windows(first, last, 1)
    if not _any_twice(grams.codes(tokens, tokens + 1)):  # a stretch recurs only if its stems do
        return np.zeros(0, np.uint64), reach
    for size in reversed(sizes):
        at = windows(first, last, size)
        at = at[may_end[at + size - 1]]
        if may_begin is not None:
            at = at[may_begin[at]]
        stretches = grams.codes(at, at + size)
        if not _any_twice(stretches):
            continue
        codes, inverse, counts = np.unique(stretches, return_inverse=True, return_counts=True)
        outside = np.maximum.accumulate(reach)[at] < at + size
        kept = (counts > 1) & (np.bincount(inverse, outside, len(codes)) > 0)
        found.append(codes[kept])
        here = at[kept[inverse]]
        reach[here] = np.maximum(reach[here], here + size)
    return np.concatenate([np.zeros(0, np.uint64), *found]), reach
