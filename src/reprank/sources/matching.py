"""Ranking to matches: how likely two sentences of different documents tell the same.

The log-odds are a linear function of what two sentences have in common: the cosine of their stems, that of their stems
and pairs of stems, the rarity of the common stems that are no names, and the common numbers. The more sentences there
are, the more of them are about the same things without telling the same, so their number lowers the odds. The weights
were fitted to pairs that editors had marked (``benchmarks.sources.support``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, distinct, wide
from reprank.coverage.ranking import TermRanking
from reprank.graph.edges import Edges
from reprank.sources.numerals import NUMBER_WORDS
from reprank.text.units import Units
from reprank.values import value_class

MIN_SENTENCES = 20  # the weight of their number was fitted to longer texts
MAX_COMMON_NUMBERS = 3  # more of them are a table
CAPITALISED_NOUNS = frozenset({"de", "lb"})  # languages in which a capital does not mean a name


@dataclass(frozen=True)
class MatchWeights:
    """Weights of what two sentences have in common, and the least log-odds at which a match is shown."""

    stems: float = 7.4
    terms: float = 3.43
    rarity: float = 0.96
    numbers: float = 0.9
    sentences: float = -1.46
    constant: float = -0.67
    shown: float = 0.0  # eight in ten of the pairs above it are marked by editors


@value_class
class Matches:
    """Sentences as stems, terms and numbers, ready to be compared one with all others."""

    units: Units
    stems: Edges  # rows of length one
    terms: Edges  # stems and pairs of stems, rows of length one
    plain: Edges  # stems that are no names
    rarity: Floats  # of each stem that is no name
    numbers: Edges
    weights: MatchWeights

    @classmethod
    def of(cls, ranking: TermRanking, weights: MatchWeights | None = None) -> Matches:
        """Take the terms of all sentences from their ranking."""
        units, terms, graph = ranking.units, ranking.terms, ranking.graph
        single = np.arange(graph.unit.shape[1]) < terms.unigrams
        plain = single.copy()
        plain[: terms.unigrams] = ~names_of(units)[terms.first[: terms.unigrams]]
        known = graph.unit.onto(plain)
        return cls(
            units,
            stems=_unit(graph.unit.onto(single)),
            terms=graph.unit,
            plain=known.with_weight(np.ones(len(known))),
            rarity=ranking.weights[plain],
            numbers=_numbers(units),
            weights=weights or MatchWeights(),
        )

    def log_odds(self, sentence: int) -> Floats:
        """Return for every sentence the log-odds that it tells the same as the given one.

        They are −∞ where nothing is in common, and for sentences of the same document.
        """
        common, weights = self.common(sentence), self.weights
        odds = weights.stems * common[0] + weights.terms * common[1]
        odds += weights.rarity * common[2] + weights.numbers * common[3]
        odds += weights.sentences * np.log(max(len(self.units), MIN_SENTENCES)) + weights.constant
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


def names_of(units: Units) -> Booleans:
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
    places = distinct(wide(units.sentence_of_word[where]) * width + found[where])
    return Edges(places // width, places % width, np.ones(len(places)), (len(units), width))
