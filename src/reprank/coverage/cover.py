"""Ranking to what sentences add to those selected: mass of terms that is not covered, and needs that are met."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.coverage.duplicates import NearDuplicates
from reprank.coverage.ranking import TermRanking
from reprank.graph.edges import Edges
from reprank.roles.reading import Roles
from reprank.selection import KeywordRequest, Task
from reprank.summary import Keyword
from reprank.values import value_class

CERTAIN = 0.5  # probability from which a need counts where it is all or nothing
MAX_CHAIN = 3  # sentences that are followed from one need to the next
MAX_KEPT_KEYWORDS = 8  # different requests


class UncoveredMass:
    """The mass that terms still hold while sentences are selected one after another.

    When a sentence is selected, each of its terms loses the share ``absorption`` of its mass. Only sentences that share
    a term with it change, so a step costs little more than the number of edges around the sentence.

    >>> terms = Edges.of([0, 0, 1, 1, 2], [0, 1, 1, 2, 3], [1, 1, 1, 1, 1], shape=(3, 4))
    >>> uncovered = UncoveredMass(terms, np.array([0.4, 0.3, 0.2, 0.1]), absorption=1.0)
    >>> uncovered.select(0)
    >>> uncovered.mass, uncovered.gain
    (array([0. , 0. , 0.2, 0.1]), array([0. , 0.2, 0.1]))
    """

    def __init__(self, terms: Edges, mass: Floats, *, absorption: float) -> None:
        self.terms, self.absorption = terms, absorption
        self.mass, self.gain = mass.copy(), terms.backward(mass)

    def select(self, sentence: int) -> None:
        """Let the terms of a sentence lose their share."""
        terms = self.terms.row(sentence)[0]
        before = self.mass[terms]
        lost = self.absorption * before
        self.mass[terms] = before - lost
        self.gain -= self.terms.gather(terms, lost)
        np.maximum(self.gain, 0.0, out=self.gain)


class CoverValues:
    """Values of a summary: worth · uncovered mass · novelty, where novelty falls with what was told already."""

    def __init__(
        self,
        uncovered: UncoveredMass,
        worth: Floats,
        *,
        by_length: Floats,
        novelty: Callable[[int], Floats] | None = None,
    ) -> None:
        self.uncovered, self.worth, self.by_length = uncovered, worth, by_length  # length is one factor of the worth
        self.novelty = np.ones(len(worth))
        self._novelty_after = novelty
        self._factor = worth  # times the novelty

    def now(self) -> Floats:
        """Return the present value of every sentence."""
        values: Floats = self._factor * self.uncovered.gain
        return values

    def of(self, sentence: int) -> float:
        """Return the present value of one sentence."""
        return self._factor.item(sentence) * self.uncovered.gain.item(sentence)

    def of_each(self, sentences: Integers) -> Floats:
        """Return the present value of several sentences."""
        values: Floats = self._factor[sentences] * self.uncovered.gain[sentences]
        return values

    def is_required(self, sentence: int) -> bool:
        """No sentence is required."""
        return False

    def select(self, sentence: int) -> bool:
        """Cover the terms of a sentence; values only shrink."""
        self.uncovered.select(sentence)
        if self._novelty_after is not None:
            np.minimum(self.novelty, self._novelty_after(sentence), out=self.novelty)
            self._factor = self.worth * self.novelty
        return False


@value_class
class Dependencies:
    """The probability that a sentence is understood alone, and that it needs a certain other one.

    What is missing to 1 is the probability that it needs something that no sentence of the text tells.

    >>> dependencies = Dependencies(np.array([1.0, 0.2]), Edges.of([1], [0], [0.7], shape=(2, 2)))
    >>> unmet = dependencies.unmet()
    >>> dependencies.tell(unmet, np.array([0])), unmet.round(2)
    (array([1]), array([0. , 0.1]))
    """

    alone: Floats
    antecedents: Edges  # from a sentence to the one that it needs

    @classmethod
    def of(cls, roles: Roles) -> Dependencies:
        """Take the needs of all sentences."""
        needs, count = roles.needs, len(roles.alone)
        return cls(roles.alone, Edges(needs.sentence, needs.needed, needs.probability, (count, count)))

    def pointing(self, points_back: Booleans) -> Dependencies:
        """Return the needs of sentences that point back, which probably need something; the others need nothing."""
        return Dependencies(np.where(points_back, np.minimum(self.alone, 1 - CERTAIN), 1.0), self.antecedents)

    def unmet(self) -> Floats:
        """Return the probability that a sentence needs something, before anything is told."""
        return 1 - self.alone

    def tell(self, unmet: Floats, told: Integers) -> Integers:
        """Lower the probabilities of unmet needs where these sentences are told; return whose were lowered."""
        if len(told) == 1:
            helped, met = self.antecedents.column(told.item(0))
            unmet[helped] = np.maximum(unmet[helped] - met, 0.0)
            return helped
        met = self.antecedents.gather(told, np.ones(len(told)))
        np.maximum(unmet - met, 0.0, out=unmet)
        return met.nonzero()[0]

    def chain(self, sentence: int) -> list[int]:
        """Return what a sentence probably needs, and what that needs, the nearest first."""
        chain: list[int] = []
        while len(chain) < MAX_CHAIN and self.alone[sentence] < CERTAIN:
            antecedents, probability = self.antecedents.row(sentence)
            if not len(antecedents):
                break
            sentence = int(antecedents[np.argmax(probability)])
            chain.append(sentence)
        return chain

    def probability(self, dependent: int, antecedent: int) -> float:
        """Return the probability that one sentence needs the other."""
        antecedents, probability = self.antecedents.row(dependent)
        return float(probability[antecedents == antecedent].sum())


@value_class
class Prepared:
    """What summaries of every length, pin and ban have in common: the ranking, and all that is read from it once."""

    ranking: TermRanking
    roles: Roles
    dependencies: Dependencies
    duplicates: NearDuplicates
    incidence: Edges  # which terms each sentence contains, function words included
    mass: Floats  # of each term, less what the reader knows
    original_mass: Floats
    allowed: Booleans  # eligible sentences that do not repeat what the reader knows
    reviews: bool  # the documents are reviews of one thing
    _kept: dict[tuple[KeywordRequest, bytes], tuple[Keyword, ...]] = field(default_factory=dict)

    def keywords(self, task: Task, among: Booleans) -> tuple[Keyword, ...]:
        """Rank the phrases of some sentences as the task asks; the words of its query count more."""
        request = task.keywords
        if task.query:
            request = replace(request, seeds=(*request.seeds, *task.query))
        if not request.top and not request.include:
            return ()
        from reprank.phrases.keywords import rank_phrases

        key = request, among.tobytes()
        if key not in self._kept:
            if len(self._kept) >= MAX_KEPT_KEYWORDS:
                self._kept.clear()
            self._kept[key] = rank_phrases(task.units, among, request, centrality=self.ranking.centrality())
        return self._kept[key]
