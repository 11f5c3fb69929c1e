"""Units to matches: how likely two sentences of different documents tell the same.

The log-odds are a linear function of what two sentences have in common: the cosine of their stems, that of their stems
and pairs of stems, the rarity of the common stems that are no names, and the common numbers. The more sentences there
are, the more of them are about the same things without telling the same, so their number lowers the odds. The weights
were fitted to pairs that editors had marked (``benchmarks.sources.support``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, distinct
from reprank.graph.edges import Edges
from reprank.sources.numerals import NUMBER_WORDS
from reprank.terms import read_terms
from reprank.text.units import Units

PAIR_WEIGHT = 2.2  # of the rarity of a pair of stems
MAX_COMMON_NUMBERS = 3  # more of them are a table
CAPITALISED_NOUNS = frozenset({"de", "lb"})  # languages in which a capital does not mean a name


@dataclass(frozen=True)
class Weights:
    """Weights of what two sentences have in common, and the least log-odds at which a match is shown."""

    stems: float = 7.15
    terms: float = 3.71
    rarity: float = 0.92
    numbers: float = 0.91
    sentences: float = -1.37
    constant: float = -1.0
    shown: float = 0.11  # eight in ten of the pairs above it are marked by editors


@dataclass(frozen=True, eq=False)
class Matches:
    """Sentences as stems, terms and numbers, ready to be compared one with all others."""

    units: Units
    stems: Edges  # rows of length one
    terms: Edges  # stems and pairs of stems, rows of length one
    plain: Edges  # stems that are no names
    rarity: Floats  # of each stem that is no name
    numbers: Edges
    weights: Weights

    @classmethod
    def of(cls, units: Units, weights: Weights | None = None) -> Matches:
        """Read the terms of all sentences."""
        terms = read_terms(units)
        rarity = np.log(max(len(units), 1) / np.maximum(terms.sentence_frequency, 1)) + 1
        rarity[terms.unigrams :] *= PAIR_WEIGHT
        counts = terms.counts
        weighted = counts.with_weight(rarity[counts.target])
        single = np.arange(counts.shape[1]) < terms.unigrams
        plain = single.copy()
        plain[: terms.unigrams] = ~_names(units)[terms.first[: terms.unigrams]]
        known = counts.onto(plain)
        return cls(
            units,
            stems=_unit(weighted.onto(single)),
            terms=_unit(weighted),
            plain=known.with_weight(np.ones(len(known))),
            rarity=rarity[plain],
            numbers=_numbers(units),
            weights=weights or Weights(),
        )

    def log_odds(self, sentence: int) -> Floats:
        """Return for every sentence the log-odds that it tells the same as the given one.

        They are −∞ where nothing is in common, and for sentences of the same document.
        """
        common, weights = self.common(sentence), self.weights
        odds = weights.stems * common[0] + weights.terms * common[1]
        odds += weights.rarity * common[2] + weights.numbers * common[3]
        odds += weights.sentences * np.log(max(len(self.units), 1)) + weights.constant
        apart = (common[0] <= 0) | (self.units.document == self.units.document[sentence])
        return np.where(apart, -np.inf, odds)

    def common(self, sentence: int) -> tuple[Floats, Floats, Floats, Floats]:
        """Return what every sentence has in common with one: two cosines, rarity and numbers; for measurements."""
        known = self.plain.row(sentence)[0]
        numbers = self.numbers.row(sentence)[0]
        return (
            self.stems.gather(*self.stems.row(sentence)),
            self.terms.gather(*self.terms.row(sentence)),
            np.log1p(self.plain.gather(known, self.rarity[known])),
            np.minimum(self.numbers.gather(numbers, np.ones(len(numbers))), MAX_COMMON_NUMBERS),
        )


def probability(log_odds: Iterable[float] | Floats) -> Floats:
    """Turn log-odds into probabilities."""
    chance: Floats = 1 / (1 + np.exp(-np.asarray(log_odds, np.float64)))
    return chance


def _unit(weighted: Edges) -> Edges:
    norms = np.sqrt(np.bincount(weighted.source, weighted.weight**2, weighted.shape[0]))
    return weighted.with_weight(weighted.weight / norms[weighted.source])


def _names(units: Units) -> Booleans:
    """Tell which stems are mostly written with a capital where a sentence does not begin."""
    stem, count = units.stems.stem, len(units.stems.names)
    if units.language.code in CAPITALISED_NOUNS:
        return np.zeros(count, np.bool_)
    capital = np.fromiter((form[:1].isupper() for form in units.forms), np.bool_, len(units.forms))[units.form]
    inside = np.ones(len(stem), np.bool_)
    inside[units.offsets[:-1][units.lengths > 0]] = False
    upper = np.bincount(stem[inside & capital], minlength=count)
    return upper > np.bincount(stem[inside & ~capital], minlength=count)


def _numbers(units: Units) -> Edges:
    """Return which numbers each sentence has, in digits or in words."""
    in_words = NUMBER_WORDS.get(units.language.code, {})
    number_of: dict[str, int] = {}
    number = np.full(len(units.words), -1, np.intp)
    for place, word in enumerate(units.words):
        if word[:1].isdigit() or word in in_words:
            number[place] = number_of.setdefault(str(in_words.get(word, word)), len(number_of))
    found = number[units.word]
    where: Integers = np.flatnonzero(found >= 0)
    width = max(len(number_of), 1)
    places = distinct(units.sentence_of_word[where] * width + found[where])
    return Edges(places // width, places % width, np.ones(len(places)), (len(units), width))
