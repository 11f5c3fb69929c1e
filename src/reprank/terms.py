"""Units to terms: the lexical identity part of the vector space.

A term is a stem outside the stop list, or a pair of neighbouring stems. Every name and every unknown word has its own
dimension here, and a language without vectors needs no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from reprank.edges import Edges, Integers, distinct
from reprank.units import Booleans, Stems, Units


@dataclass(frozen=True, eq=False)
class Terms:
    """How often each term stands in each sentence.

    The first ``unigrams`` terms are single stems, the others up to ``topical`` pairs of them. Behind these stand
    function words, if they were asked for: ``function_unigrams`` stop words, then pairs of stop words.
    """

    counts: Edges
    unigrams: int
    topical: int
    function_unigrams: int
    stems: Stems
    first: Integers
    second: Integers

    @cached_property
    def sentence_frequency(self) -> Integers:
        """Number of sentences that each term stands in."""
        return np.bincount(self.counts.target, minlength=self.counts.shape[1])

    @cached_property
    def topical_counts(self) -> Edges:
        """The counts without function words."""
        return self.counts.onto(np.arange(self.counts.shape[1]) < self.topical)

    def document_frequency(self, document: Integers) -> Integers:
        """Count the documents that each term stands in."""
        width = self.counts.shape[1]
        pairs = distinct(document[self.counts.source] * width + self.counts.target)
        return np.bincount(pairs % max(width, 1), minlength=width)

    def matching(self, stems: Sequence[str]) -> Booleans:
        """Tell which single stems are among the given ones."""
        found = np.zeros(self.counts.shape[1], dtype=np.bool_)
        if stems:
            wanted = set(stems)
            found[: self.unigrams] = [self.stems.names[stem] in wanted for stem in self.first[: self.unigrams]]
        return found


def read_terms(
    units: Units, *, among: Booleans | None = None, recurring: int = 2, function_words: bool = False
) -> Terms:
    """Count stems and pairs of neighbouring stems in every sentence, or in those ``among`` which they matter.

    Left out are pairs that stand in fewer than ``recurring`` sentences, which tie nothing together, and, unless
    ``function_words`` asks for them, stop words and pairs of two stop words.
    """
    stems, sentence = units.stems, units.sentence_of_word
    width = max(len(stems.names), 1)
    inside = np.ones(len(sentence), dtype=np.bool_) if among is None else among[sentence]
    empty = stems.stop[1:] & stems.stop[:-1]
    single = np.flatnonzero(inside & (function_words | ~stems.stop))
    paired = np.flatnonzero(inside[1:] & (sentence[1:] == sentence[:-1]) & (function_words | ~empty))
    # One code for each term, in the order of columns: stems, pairs, stop words, pairs of stop words.
    code = np.concatenate(
        [
            2 * stems.stop[single] * width**2 + stems.stem[single],
            (2 * empty[paired] + 1) * width**2 + stems.stem[paired] * width + stems.stem[paired + 1],
        ]
    )
    codes, column = np.unique(code, return_inverse=True)
    places, times = np.unique(
        np.concatenate([sentence[single], sentence[paired]]) * len(codes) + column, return_counts=True
    )
    source, target = np.divmod(places, max(len(codes), 1))
    counts = Edges(source, target, times.astype(np.float64), (len(units), len(codes)))
    kind, stem = np.divmod(codes, width**2)
    is_pair = kind % 2 == 1
    kept = ~is_pair | (np.bincount(counts.target, minlength=len(codes)) >= recurring)
    kind, stem, is_pair = kind[kept], stem[kept], is_pair[kept]
    sizes = np.bincount(kind, minlength=4).tolist()
    return Terms(
        counts.onto(kept),
        unigrams=sizes[0],
        topical=sizes[0] + sizes[1],
        function_unigrams=sizes[2],
        stems=stems,
        first=np.where(is_pair, stem // width, stem),
        second=np.where(is_pair, stem % width, -1),
    )
