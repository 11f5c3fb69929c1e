"""Task to selection: one walk over sentences and terms, then the sentences that cover most of its mass.

The paper ranks sentences and words in one chain and lets selected items absorb the walk. This method does the same with
terms in place of averaged vectors, and with absorption at the terms: the value of a sentence is the stationary mass of
the terms that it adds, and terms that are covered lose most of their mass.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from reprank.arrays import Booleans, Floats, distinct
from reprank.coverage.duplicates import NearDuplicates
from reprank.coverage.factors import is_reviews, sentence_factors
from reprank.coverage.graph import TermGraph, rarity
from reprank.coverage.greedy import UncoveredMass, Worth, cover_greedily
from reprank.coverage.links import Links
from reprank.coverage.order import reading_order
from reprank.coverage.ranking import TermRanking
from reprank.coverage.reviews import balanced
from reprank.coverage.settings import (
    Absorption,
    Cohesion,
    Duplicates,
    Filling,
    FunctionWords,
    Length,
    Position,
    QueryPull,
    Register,
    Reviews,
    Shares,
)
from reprank.graph.edges import Edges
from reprank.graph.priors import distribution
from reprank.phrases.keywords import rank_phrases
from reprank.selection import KeywordRequest, Selection, Task
from reprank.summary import Keyword
from reprank.terms import Terms, read_terms
from reprank.text.opinions import opinions, scenes
from reprank.text.units import Units


@dataclass(frozen=True)
class Coverage:
    """The default method with its settings.

    >>> from reprank import RepRank
    >>> text = "Snow closed the mountain road. The village has bread. The mountain road opens on Monday."
    >>> str(RepRank(Coverage(length=Length(exponent=1.0))).summarize(text, sentences=1))
    'Snow closed the mountain road.'
    """

    shares: Shares = field(default_factory=Shares)
    length: Length = field(default_factory=Length)
    position: Position = field(default_factory=Position)
    absorption: Absorption = field(default_factory=Absorption)
    register: Register = field(default_factory=Register)
    cohesion: Cohesion = field(default_factory=Cohesion)
    duplicates: Duplicates = field(default_factory=Duplicates)
    filling: Filling = field(default_factory=Filling)
    reviews: Reviews = field(default_factory=Reviews)
    function_words: FunctionWords = field(default_factory=FunctionWords)
    query: QueryPull = field(default_factory=QueryPull)
    pair_weight: float = 2.2  # a pair of stems is stronger evidence than a stem: factor on its rarity
    name: str = "reprank"
    phrase_options = True  # keywords follow every option of KeywordRequest

    def select(self, task: Task) -> Selection:
        """Rank, then cover; the keywords come from the same walk."""
        ranking = self.rank(task)
        links = Links.of(task.units, reviews=is_reviews(task.units))
        selected = self._cover(task, ranking, links)
        keywords = self._keywords(task, ranking, task.keywords)
        order = reading_order(task.units, selected, links.standing_alone)
        return Selection(selected, ranking.sentences, keywords, order=order)

    def keywords(self, task: Task) -> tuple[Keyword, ...]:
        """Rank the phrases of the task."""
        return self._keywords(task, self.rank(task), task.keywords)

    def rank(self, task: Task) -> TermRanking:
        """Rank sentences and terms in one graph."""
        units = task.units
        nodes = units.well_formed | task.eligible | task.seen
        terms = read_terms(units, among=nodes, function_words=True)
        weights = rarity(terms.sentence_frequency[: terms.topical], int(nodes.sum()))
        weights[terms.unigrams :] *= self.pair_weight
        counts = terms.topical_counts
        asked = terms.matching(units.language.stem(task.query))[: terms.topical]
        matches = counts.backward(asked * weights) / np.sqrt(np.maximum(units.lengths, 1))
        priors = self._priors(units, terms, nodes, asked=asked, matches=matches)
        graph = TermGraph.of(counts, weights, lengths=units.lengths, priors=priors, shares=self.shares)
        return TermRanking(units, nodes, terms, weights, matches, graph, *graph.rank())

    def _keywords(self, task: Task, ranking: TermRanking, request: KeywordRequest) -> tuple[Keyword, ...]:
        request = replace(request, seeds=(*request.seeds, *task.query))
        return rank_phrases(task.units, ~task.seen, request, centrality=ranking.centrality())

    def _priors(
        self, units: Units, terms: Terms, nodes: Booleans, *, asked: Booleans, matches: Floats
    ) -> tuple[Floats, Floats]:
        """Make the priors: uniform over sentences, by spread over terms, most of both bent towards a query.

        The spread of a term is its document frequency or, in a single document, its sentence frequency.
        """
        several = units.document_count > 1
        spread = terms.document_frequency(units.document) if several else terms.sentence_frequency
        sentences, words = nodes.astype(np.float64), spread[: terms.topical].astype(np.float64)
        if not asked.any():
            return sentences, words
        share = self.query.prior_share
        return (
            (1 - share) * distribution(sentences) + share * distribution(matches),
            (1 - share) * distribution(words) + share * distribution(asked),
        )

    def _term_incidence(self, ranking: TermRanking) -> tuple[Edges, Floats]:
        """Return which terms each sentence contains, and the mass of each term, function words included."""
        terms = ranking.terms
        mass = terms.sentence_frequency.astype(np.float64)
        mass[: terms.topical] = ranking.mass
        pairs = terms.topical + terms.function_unigrams
        for part, total in (
            (slice(terms.topical, pairs), self.function_words.unigram_mass),
            (slice(pairs, None), self.function_words.pair_mass),
        ):
            mass[part] *= total / max(mass[part].sum(), 1.0)
        return terms.counts.with_weight(np.ones(len(terms.counts))), mass

    def _cover(self, task: Task, ranking: TermRanking, links: Links) -> list[int]:
        shortness = self._shortness(task)
        incidence, mass = self._term_incidence(ranking)
        seen_terms = distinct(incidence.target[task.seen[incidence.source]])
        mass[seen_terms] *= 1 - self.absorption.seen
        absorption = self._absorption_shares(task, shortness, np.arange(len(mass)) < len(ranking.mass))
        duplicates = NearDuplicates(ranking, self.duplicates)
        allowed = task.eligible.copy()
        allowed[duplicates.repeating(np.flatnonzero(task.seen))] = False
        factors = self._sentence_factors(task, ranking, shortness)
        words = np.maximum(task.units.lengths, 1).astype(np.float64)

        def cover(balance: Floats) -> list[int]:
            return cover_greedily(
                UncoveredMass(incidence, mass, absorption=absorption),
                links.groups(allowed, self.cohesion),
                worth=Worth(factors * balance, words, self.length.exponent * shortness),
                costs=task.costs,
                duplicates=duplicates.of,
                filling=self.filling,
            )

        if not links.reviews:
            return cover(np.ones(len(words)))
        factors[scenes(task.units)] *= np.exp(-self.reviews.scene)
        return balanced(cover, opinions(task.units), allowed, self.reviews)

    def _shortness(self, task: Task) -> float:
        low, high = self.length.fades_over
        kept = task.costs.limit / max(float(task.costs.each[task.eligible].sum()), 1.0)
        return float(np.clip((high - kept) / (high - low), 0.0, 1.0))

    def _sentence_factors(self, task: Task, ranking: TermRanking, shortness: float) -> Floats:
        factors = sentence_factors(task.units, shortness, position=self.position, register=self.register)
        return factors * (
            1 + self.query.factor * ranking.matches / max(float(ranking.matches.max(initial=0.0)), 1e-300)
        )

    def _absorption_shares(self, task: Task, shortness: float, topical: Booleans) -> Floats:
        floor = self.absorption.floor[int(task.units.document_count > 1)]
        shares = np.where(topical, self.absorption.topical, self.absorption.function_words)
        return floor + (shares - floor) * shortness
