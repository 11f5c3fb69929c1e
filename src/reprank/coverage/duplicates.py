"""Ranking to near-duplicates: sentences that tell the same, and what makes one of them news.

Two sentences tell the same if the cosine of their weighted terms is large. A different number or a negation in only one
of them is a difference in fact, so that both stay.
"""

from __future__ import annotations

from dataclasses import field
from typing import NamedTuple

import numpy as np

from reprank.arrays import Floats, Integers, distinct
from reprank.caching import cached_property
from reprank.coverage.ranking import TermRanking
from reprank.coverage.settings import Duplicates
from reprank.graph.edges import Edges
from reprank.values import value_class

# Words that state a number, an order or a date: where they differ, a fact differs.
NUMBER_WORDS = frozenset(
    word
    for line in (
        "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy",
        "eighty ninety dozen hundred thousand million billion first second third fourth fifth sixth seventh eighth",
        "ninth tenth half twice double another january february march april may june july august september october",
        "november december",
    )
    for word in line.split()
)
MIN_COMMON_STEMS = 2  # of two sentences that tell the same
NEGATIONS = frozenset({"no", "not", "never", "none", "neither", "nor", "without", "cannot", "nobody", "nothing"})


@value_class
class Common:
    """What two sentences have in common."""

    share: float  # of the shorter sentence's stems, by rarity
    rarity: float  # of the common stems together
    cosine: float  # of the weighted terms
    numbers: frozenset[str]


class Facts(NamedTuple):
    """What makes a sentence news although its words are known."""

    numbers: frozenset[str]
    negates: bool


@value_class
class NearDuplicates:
    """Looks up, for one sentence at a time, the sentences that tell the same."""

    ranking: TermRanking
    settings: Duplicates
    _known_facts: dict[int, Facts] = field(default_factory=dict)

    def of(self, sentence: int) -> Integers:
        """Return the near-duplicates of a sentence, itself included.

        To a query, two sentences that are only similar may both be needed: one may answer, and the other may not.
        """
        is_asked = self.ranking.asked is not None
        least = self.settings.asked_cosine if is_asked else self.settings.cosine
        near = self.ranking.graph.similarity(sentence) > least
        near[sentence] = False
        if not np.count_nonzero(near):
            return np.array([sentence])
        stems = self._stems_of(sentence)
        for i in near.nonzero()[0].tolist():
            common = len(stems & self._stems_of(i))
            near[i] = common >= MIN_COMMON_STEMS and not self._differs(i, sentence, in_any_number=is_asked)
        near[sentence] = True
        return near.nonzero()[0]

    def novelty(self, sentence: int) -> Floats:
        """Return for each sentence a factor that falls with its similarity to this one: what was told is no news.

        A sentence of the same document goes on with the story and does not repeat it.
        """
        other = self.ranking.units.document != self.ranking.units.document[sentence]
        return np.where(other, 1 - self.settings.retold * self.ranking.graph.similarity(sentence), 1.0)

    def repeating(self, seen: Integers) -> Integers:
        """Return the sentences that repeat what was seen.

        Nearly all of their stems occur in the seen sentences, and they have no number and no negation that is missing
        there.
        """
        if not len(seen):
            return seen
        stems = np.zeros(self._stems.shape[1])
        stems[distinct(np.concatenate([self._stems.row(i)[0] for i in seen.tolist()]))] = 1.0
        inside = self._stems.backward(self.ranking.weights[: len(stems)] * stems)
        repeated = (inside >= self.settings.repeated_share * self._weight) & (self._weight > 0)
        nearest, cosine = np.full(len(inside), seen[0]), np.zeros(len(inside))
        for sentence in seen.tolist():
            similar = self.ranking.graph.similarity(sentence)
            closer = similar > cosine
            nearest[closer], cosine[closer] = sentence, similar[closer]
        numbers = frozenset[str]().union(*(self._facts(i).numbers for i in seen.tolist()))
        for i in np.flatnonzero(repeated).tolist():
            facts = self._facts(i)
            repeated[i] = facts.numbers <= numbers and facts.negates == self._facts(int(nearest[i])).negates
        repeated[seen] = True
        return np.flatnonzero(repeated)

    def common(self, one: int, other: int) -> Common:
        """Return what two sentences have in common: for measurements."""
        stems = self._stems.row(one)[0]
        shared = self._stems.gather(stems, self.ranking.weights[stems])
        numbers = self._facts(one).numbers & self._facts(other).numbers
        share = self._share(one, shared)[other]
        cosine = self.ranking.graph.similarity(one)[other]
        return Common(float(share), float(shared[other]), float(cosine), numbers)

    def _share(self, sentence: int, shared: Floats) -> Floats:
        """Return which share of the shorter sentence's stems, by rarity, is shared."""
        share: Floats = shared / np.maximum(np.minimum(self._weight, self._weight[sentence]), 1e-12)
        return share

    def _stems_of(self, sentence: int) -> set[int]:
        """Return the stems of a sentence that are no stop words."""
        unigrams = self.ranking.terms.unigrams
        return {term for term in self.ranking.terms.counts.row(sentence)[0].tolist() if term < unigrams}

    @cached_property
    def _stems(self) -> Edges:
        terms = self.ranking.terms
        return terms.counts.onto_first(terms.unigrams).unweighted()

    @cached_property
    def _weight(self) -> Floats:
        """Rarity of all stems of each sentence together."""
        return self._stems.backward(self.ranking.weights[: self.ranking.terms.unigrams])

    def _facts(self, sentence: int) -> Facts:
        if sentence not in self._known_facts:
            units = self.ranking.units
            words = [units.words[i] for i in units.word[units.offsets[sentence] : units.offsets[sentence + 1]].tolist()]
            numbers = frozenset(word for word in words if word[0].isdigit() or word in NUMBER_WORDS)
            negates = any(word in NEGATIONS or word.endswith("n't") for word in words)
            self._known_facts[sentence] = Facts(numbers, negates)
        return self._known_facts[sentence]

    def _differs(self, one: int, other: int, *, in_any_number: bool) -> bool:
        """Tell whether two sentences have no number in common, or not all of them, or a negation in only one."""
        a, b = self._facts(one), self._facts(other)
        different = a.numbers != b.numbers if in_any_number else a.numbers and b.numbers and not a.numbers & b.numbers
        return bool(different) or a.negates != b.negates
