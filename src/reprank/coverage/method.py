"""Task to selection: one walk over sentences and terms, then the sentences that cover most of its mass.

The paper ranks sentences and words in one chain and lets selected items absorb the walk. This method does the same with
terms in place of averaged vectors, and with absorption at the terms: the value of a sentence is the stationary mass of
the terms that it adds, and terms that are covered lose most of their mass.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from reprank.arrays import Booleans, Floats, distinct
from reprank.coverage.asked import Asked, read_query
from reprank.coverage.cover import Cover
from reprank.coverage.curve import CoverageCurve, coverage_curve
from reprank.coverage.duplicates import NearDuplicates
from reprank.coverage.factors import is_reviews, sentence_factors
from reprank.coverage.graph import TermGraph, rarity
from reprank.coverage.greedy import Following, Group, Worth
from reprank.coverage.links import Links
from reprank.coverage.order import reading_order
from reprank.coverage.prepared import Prepared
from reprank.coverage.query import Answer, answer, asked_sentences, query_warnings
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
from reprank.explanation import Explanation
from reprank.graph.edges import Edges
from reprank.graph.priors import distribution
from reprank.selection import Outcome, Selection, Task
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
        return self.select_ranked(task, self.prepare(task))

    def select_ranked(self, task: Task, prepared: Prepared) -> Selection:
        """Select from what was prepared for the same sentences, with any length, pins and bans."""
        ranking = prepared.ranking
        if ranking.asked is not None:
            return self._answer(task, prepared, ranking.asked)
        selected, _ = self.run(task, prepared, self.cover(task, prepared))
        return Selection(
            selected,
            ranking.sentences,
            prepared.keywords(task, ~task.seen),
            query_warnings(task, None),
            order=reading_order(task.units, selected, prepared.links.standing_alone),
        )

    def _answer(self, task: Task, prepared: Prepared, asked: Asked) -> Selection:
        """Select by the value to the query; the keywords come from the sentences that it asks for."""
        ready = self._values_to_query(prepared.ranking, asked)
        scores = ready.rounded_values()
        selected = answer(task, asked, ready, prepared.same_statement.of)
        keywords = prepared.keywords(task, asked_sentences(task, asked, selected))
        return Selection(selected, scores, keywords, query_warnings(task, asked))

    def _values_to_query(self, ranking: TermRanking, asked: Asked) -> Answer:
        return Answer(ranking.units, asked, centrality=ranking.sentences, settings=self.query)

    def scores(self, prepared: Prepared) -> Floats:
        """Return the score of every sentence: its rank in the walk, or its value to the query."""
        ranking = prepared.ranking
        if ranking.asked is None:
            return ranking.sentences
        return self._values_to_query(ranking, ranking.asked).rounded_values()

    def reasons(self, task: Task, prepared: Prepared, outcome: Outcome) -> Callable[[int], Explanation]:
        """Select again, and return a function that explains a sentence, given by its number."""
        from reprank.coverage.query_reasons import AnswerReasons
        from reprank.coverage.reasons import CoverReasons

        ranking = prepared.ranking
        if ranking.asked is not None:
            begin, same = partial(self._values_to_query, ranking, ranking.asked), prepared.same_statement.of
            selected = answer(task, ranking.asked, begin(), same)
            return AnswerReasons(self.name, task, outcome, ranking.asked, begin, same, selected).explain
        cover = self.cover(task, prepared)
        _, balance = self.run(task, prepared, cover)
        return CoverReasons(self.name, task, outcome, ranking, cover, balance, prepared.original_mass).explain

    def keywords(self, task: Task) -> tuple[Keyword, ...]:
        """Rank the phrases of the task."""
        return self.keywords_ranked(task, self.prepare(task))

    def keywords_ranked(self, task: Task, prepared: Prepared) -> tuple[Keyword, ...]:
        """Rank the phrases of what was prepared: with a query, those of the sentences that contain its words."""
        asked = prepared.ranking.asked
        return prepared.keywords(task, ~task.seen if asked is None else asked_sentences(task, asked, []))

    def curve(self, task: Task, prepared: Prepared) -> CoverageCurve:
        """Select all but near-duplicates in the order of a short summary, and tell what each length covers."""
        ranking = prepared.ranking
        cover = self.cover(task, prepared, shortness=1.0)
        cover = replace(
            cover,
            costs=replace(task.costs, limit=int(task.costs.each.sum()) + task.costs.separator * len(task.units)),
        )
        return coverage_curve(cover, cover.select(np.ones(len(task.units))), topical=len(ranking.mass))

    def prepare(self, task: Task) -> Prepared:
        """Rank, and read everything else from the sentences that a selection of any length needs."""
        ranking = self.rank(task)
        incidence, original = self._term_incidence(ranking)
        mass = original.copy()
        mass[distinct(incidence.target[task.seen[incidence.source]])] *= 1 - self.absorption.seen
        duplicates = NearDuplicates(ranking, self.duplicates)
        allowed = task.eligible.copy()
        allowed[duplicates.repeating(np.flatnonzero(task.seen))] = False
        return Prepared(
            ranking,
            Links.of(task.units, reviews=is_reviews(task.units)),
            duplicates,
            incidence,
            mass,
            original,
            allowed,
            self.query.duplicate_cosine,
        )

    def rank(self, task: Task) -> TermRanking:
        """Rank sentences and terms in one graph."""
        units = task.units
        nodes = units.well_formed | units.titles | task.eligible | task.seen
        terms = read_terms(units, among=nodes, function_words=True)
        weights = rarity(terms.sentence_frequency[: terms.topical], int(nodes.sum()))
        weights[terms.unigrams :] *= self.pair_weight
        counts = terms.topical_counts
        asked = read_query(task.query_text, units, self.query) if task.query else None
        if asked is not None and not asked.found:
            asked = None
        priors = self._priors(units, terms, nodes)
        if asked is not None:
            wanted = terms.holding(asked.stems)[: terms.topical]
            matches = counts.backward(wanted * weights) / np.sqrt(np.maximum(units.lengths, 1))
            priors = self._bent(priors[0], matches), self._bent(priors[1], wanted)
        graph = TermGraph.of(counts, weights, lengths=units.lengths, priors=priors, shares=self.shares)
        return TermRanking(units, nodes, terms, weights, graph, *graph.rank(), asked=asked)

    def _priors(self, units: Units, terms: Terms, nodes: Booleans) -> tuple[Floats, Floats]:
        """Make the priors: uniform over sentences, by spread over terms.

        The spread of a term is its document frequency or, in a single document, its sentence frequency.
        """
        several = units.document_count > 1
        spread = terms.document_frequency(units.document) if several else terms.sentence_frequency
        return nodes.astype(np.float64), spread[: terms.topical].astype(np.float64)

    def _bent(self, prior: Floats, wanted: Floats | Booleans) -> Floats:
        """Bend a prior towards what the query asks for, as in topic-sensitive PageRank."""
        share = self.query.prior_share if wanted.any() else 0.0
        return (1 - share) * distribution(prior) + share * distribution(wanted)

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

    def cover(self, task: Task, prepared: Prepared, *, shortness: float | None = None) -> Cover:
        """Make the problem of the selection; ``shortness`` follows from the costs if it is not given."""
        room = math.inf
        if shortness is None:
            shortness = self._shortness(task)
            room = task.costs.limit / max(float(task.costs.each[task.eligible].mean()), 1.0)
        ranking, links, mass = prepared.ranking, prepared.links, prepared.mass
        duplicates, allowed = prepared.duplicates, prepared.allowed & task.selectable
        factors = sentence_factors(
            task.units,
            shortness,
            position=self.position,
            register=self.register,
            room=room,
            reviews=links.reviews,
        )
        words = np.maximum(task.units.lengths, 1).astype(np.float64)
        if links.reviews:
            factors[scenes(task.units)] *= np.exp(-self.reviews.scene)
        else:
            factors *= np.minimum(words / self.length.too_short, 1.0)
        return Cover(
            prepared.incidence,
            mass,
            absorption=self._absorption_shares(task, shortness, np.arange(len(mass)) < len(ranking.mass)),
            allowed=allowed,
            groups=links.groups(allowed, self.cohesion),
            worth=Worth(factors, words, self.length.exponent * shortness),
            costs=task.costs,
            duplicates=duplicates.of,
            filling=self.filling,
            following=self._following(task.units) if task.units.document_count == 1 else None,
            novelty=None if links.reviews or not duplicates.may_retell else partial(duplicates.novelty, shortness),
            pinned=[Group((*self._needs_of_pin(task, links, allowed, pin), pin)) for pin in task.pinned],
        )

    def _needs_of_pin(self, task: Task, links: Links, allowed: Booleans, pin: int) -> Iterator[int]:
        for need in links.needs(pin, max_members=self.cohesion.max_members):
            if allowed[need] or need in task.pinned:
                yield need

    def _following(self, units: Units) -> Following:
        return Following.of(units, after=self.cohesion.after, before=self.cohesion.before)

    def run(self, task: Task, prepared: Prepared, cover: Cover) -> tuple[list[int], Floats]:
        """Select, and return with what factor for each sentence: in reviews, praise and complaint are balanced."""
        if prepared.links.reviews:
            return balanced(cover.select, opinions(task.units), cover.allowed, self.reviews)
        plain = np.ones(len(task.units))
        return cover.select(plain), plain

    def _shortness(self, task: Task) -> float:
        low, high = self.length.fades_over
        kept = task.costs.limit / max(float(task.costs.each[task.eligible].sum()), 1.0)
        return float(np.clip((high - kept) / (high - low), 0.0, 1.0))

    def _absorption_shares(self, task: Task, shortness: float, topical: Booleans) -> Floats:
        floor = self.absorption.floor[int(task.units.document_count > 1)]
        shares = np.where(topical, self.absorption.topical, self.absorption.function_words)
        return floor + (shares - floor) * shortness
