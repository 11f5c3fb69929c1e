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
from reprank.units import Booleans, Units


@dataclass(frozen=True, eq=False)
class Stems:
    """Every word of the running text as a stem, and whether it is a stop word."""

    names: tuple[str, ...]
    stem: Integers
    stop: Booleans

    @classmethod
    def of(cls, units: Units) -> Stems:
        """Stem each distinct word once."""
        of_form, words = units.normal
        index: dict[str, int] = {}
        stem_of_word = [index.setdefault(stem, len(index)) for stem in units.language.stem(words)]
        stop = np.array([word in units.language.stopwords for word in words], dtype=np.bool_)
        word = of_form[units.form]
        return cls(tuple(index), np.array(stem_of_word, np.intp)[word], stop[word])


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

    def name(self, term: int) -> str:
        """Write a term for people."""
        first = self.stems.names[self.first[term]]
        return first if term < self.unigrams else f"{first} {self.stems.names[self.second[term]]}"

    def matching(self, stems: Sequence[str]) -> Booleans:
        """Tell which single stems are among the given ones."""
        wanted = set(stems)
        found = np.zeros(self.counts.shape[1], dtype=np.bool_)
        found[: self.unigrams] = [self.stems.names[stem] in wanted for stem in self.first[: self.unigrams]]
        return found


def read_terms(units: Units, *, recurring: int = 2) -> Terms:
    """Count stems and pairs of neighbouring stems in every sentence.

    Pairs of two stop words are left out, and pairs that stand in fewer than ``recurring`` sentences: they tie nothing
    together.
    """
    stems = Stems.of(units)
    sentence = units.sentence_of_word
    content = ~stems.stop
    first, column = np.unique(stems.stem[content], return_inverse=True)

    inside = np.flatnonzero(sentence[1:] == sentence[:-1])
    inside = inside[~(stems.stop[inside] & stems.stop[inside + 1])]
    width = max(len(stems.names), 1)
    pair = stems.stem[inside] * width + stems.stem[inside + 1]
    pairs, pair_column = _recurring(pair, sentence[inside], recurring)

    kept = pair_column >= 0
    counts = Edges.of(
        np.concatenate([sentence[content], sentence[inside][kept]]),
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
