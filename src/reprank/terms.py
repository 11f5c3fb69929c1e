"""Units to terms: the lexical identity part of the vector space.

A term is a stem outside the stop list, or a pair of neighbouring stems. Every name and every unknown word has its own
dimension here, and a language without vectors needs no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from reprank.edges import Edges, Integers
from reprank.units import Booleans, Stems, Units


@dataclass(frozen=True, eq=False)
class Terms:
    """How often each term stands in each sentence; the first ``unigrams`` terms are single stems."""

    counts: Edges
    unigrams: int
    stems: Stems
    first: Integers
    second: Integers

    @cached_property
    def sentence_frequency(self) -> Integers:
        """Number of sentences that each term stands in."""
        return np.bincount(self.counts.target, minlength=self.counts.shape[1])

    def document_frequency(self, document: Integers) -> Integers:
        """Count the documents that each term stands in."""
        width = self.counts.shape[1]
        pairs = np.unique(document[self.counts.source] * width + self.counts.target)
        return np.bincount(pairs % max(width, 1), minlength=width)

    def matching(self, stems: Sequence[str]) -> Booleans:
        """Tell which single stems are among the given ones."""
        wanted = set(stems)
        found = np.zeros(self.counts.shape[1], dtype=np.bool_)
        found[: self.unigrams] = [self.stems.names[stem] in wanted for stem in self.first[: self.unigrams]]
        return found


def read_terms(units: Units, *, among: Booleans | None = None, recurring: int = 2) -> Terms:
    """Count stems and pairs of neighbouring stems in every sentence, or in those ``among`` which they matter.

    Pairs of two stop words are left out, and pairs that stand in fewer than ``recurring`` sentences: they tie nothing
    together.
    """
    return _read(units, among, recurring, function=False)


def read_function_words(units: Units, *, among: Booleans | None = None) -> Terms:
    """Count what ``read_terms`` leaves out: stop words, and pairs of them that stand in two sentences or more."""
    return _read(units, among, 2, function=True)


def _read(units: Units, among: Booleans | None, recurring: int, *, function: bool) -> Terms:
    stems = units.stems
    sentence = units.sentence_of_word
    inside = np.ones(len(sentence), dtype=np.bool_) if among is None else among[sentence]
    single = np.flatnonzero(inside & (stems.stop == function))
    empty = stems.stop[1:] & stems.stop[:-1]
    paired = np.flatnonzero(inside[1:] & (sentence[1:] == sentence[:-1]) & (empty == function))

    first, column = np.unique(stems.stem[single], return_inverse=True)
    width = max(len(stems.names), 1)
    pairs, pair_column = _recurring(stems.stem[paired] * width + stems.stem[paired + 1], sentence[paired], recurring)
    kept = pair_column >= 0
    counts = Edges.of(
        np.concatenate([sentence[single], sentence[paired][kept]]),
        np.concatenate([column, len(first) + pair_column[kept]]),
        np.ones(len(column) + int(kept.sum())),
        shape=(len(units), len(first) + len(pairs)),
    )
    return Terms(
        counts,
        len(first),
        stems,
        np.concatenate([first, pairs // width]),
        np.concatenate([np.full(len(first), -1), pairs % width]),
    )


def _recurring(pair: Integers, sentence: Integers, least: int) -> tuple[Integers, Integers]:
    """Keep the pairs that stand in enough sentences: their codes, and for each pair its column or -1."""
    codes, column = np.unique(pair, return_inverse=True)
    order = np.lexsort((sentence, column))
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (column[order][1:] != column[order][:-1]) | (sentence[order][1:] != sentence[order][:-1])
    spread = np.bincount(column[order][new], minlength=len(codes))
    kept = spread >= least
    renumbered = np.where(kept, np.cumsum(kept) - 1, -1)
    return codes[kept], renumbered[column] if len(codes) else column
