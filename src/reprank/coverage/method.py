"""Task to selection: one walk over sentences and terms, the sentences that cover most of its mass, in reading order.

The paper ranks sentences and words in one chain and lets selected items absorb the walk. This method does the same with
terms in place of averaged vectors, and with absorption at the terms: the value of a sentence is the stationary mass of
the terms that it adds, and terms that are covered lose most of their mass. With a query, the value of a sentence is
what it adds to the answer. The selection is the same for both (``reprank.coverage.engine``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.coverage.cover import CERTAIN, CoverValues, Dependencies, Prepared, UncoveredMass
from reprank.coverage.curve import CoverageCurve, coverage_curve
from reprank.coverage.duplicates import NearDuplicates
from reprank.coverage.engine import SelectionProblem, Values
from reprank.coverage.graph import TermGraph, rarity
from reprank.coverage.pointing import points_back
from reprank.coverage.query import TOO_LONG, AnswerValues, asked_sentences, query_warnings
from reprank.coverage.query_terms import QueryTerms, read_query
from reprank.coverage.ranking import TermRanking
from reprank.coverage.sections import besides_people
from reprank.coverage.settings import Duplicates, QueryPull, Shares, WorthWeights
from reprank.coverage.worth import is_reviews, sentence_features, worth
from reprank.graph.edges import Edges, distribution
from reprank.roles.opinions import opinions
from reprank.roles.reading import roles_of
from reprank.selection import Outcome, Selection, Task
from reprank.summary import Keyword
from reprank.terms import Terms, read_terms, title_pull
from reprank.text.units import Units
from reprank.values import dataclass

if TYPE_CHECKING:
    from reprank.explanation import Explanation


@dataclass(frozen=True)
class Coverage:
    """The default method with its settings.

    >>> from reprank import RepRank
    >>> text = "Snow closed the mountain road. The village has bread. The mountain road opens on Monday."
    >>> str(RepRank(Coverage(weights=WorthWeights(length=-1.0))).summarize(text, sentences=1))
    'The mountain road opens on Monday.'
    """

    shares: Shares = field(default_factory=Shares)
    weights: WorthWeights = field(default_factory=WorthWeights)
    duplicates: Duplicates = field(default_factory=Duplicates)
    query: QueryPull = field(default_factory=QueryPull)
    absorption: float = 0.55  # share of its mass that a term loses with each selected sentence that contains it
    function_words: float = 0.3  # mass of all stop words, where all other terms together have 1
    pair_weight: float = 2.2  # a pair of stems is stronger evidence than a stem: factor on its rarity
    misunderstood: float = 0.6  # share of its value that a sentence loses where what it needs is missing
    together: bool = True  # whether a sentence may be selected with the one that it most probably needs
    filling: float = 0.5  # of the value of a sentence that did not fit: what fills its room must have so much
    name: str = "reprank"
    phrase_options = True  # keywords follow every option of KeywordRequest

    def select(self, task: Task) -> Selection:
        """Rank, then select; the keywords come from the same walk."""
        return self.select_ranked(task, self.prepare(task))

    def select_ranked(self, task: Task, prepared: Prepared) -> Selection:
        """Select from what was prepared for the same sentences, with any length, pins and bans."""
        asked = prepared.ranking.asked
        selected = self.build_problem(task, prepared).select()
        warnings = query_warnings(task, asked) if task.query else ()
        if asked is not None and selected and (self._answer(prepared.ranking, asked).now()[selected] < 0).all():
            warnings = (*warnings, TOO_LONG)
        among = ~task.seen if asked is None else asked_sentences(task, asked, selected)
        return Selection(
            selected,
            self.scores(prepared),
            prepared.keywords(task, among),
            warnings,
            order=self._order(task, prepared, selected),
        )

    def _order(self, task: Task, prepared: Prepared, selected: list[int]) -> list[int]:
        if prepared.reviews and prepared.ranking.asked is None:
            return opinion_order(selected, opinions(task.units))
        return reading_order(task.units, selected, prepared.dependencies.alone >= CERTAIN)

    def scores(self, prepared: Prepared) -> Floats:
        """Return the score of every sentence: its rank in the walk, or its value to the query."""
        ranking = prepared.ranking
        return ranking.sentences if ranking.asked is None else self._answer(ranking, ranking.asked).scores()

    def reasons(self, task: Task, prepared: Prepared, outcome: Outcome) -> Callable[[int], Explanation]:
        """Return a function that explains a sentence, given by its number."""
        from reprank.coverage.reasons import Reasons

        return Reasons(self.name, task, outcome, prepared, self.build_problem(task, prepared)).explain

    def keywords(self, task: Task) -> tuple[Keyword, ...]:
        """Rank the phrases of the task."""
        return self.keywords_ranked(task, self.prepare(task))

    def keywords_ranked(self, task: Task, prepared: Prepared) -> tuple[Keyword, ...]:
        """Rank the phrases of what was prepared: with a query, those of the sentences that contain its words."""
        asked = prepared.ranking.asked
        return prepared.keywords(task, ~task.seen if asked is None else asked_sentences(task, asked, []))

    def curve(self, task: Task, prepared: Prepared) -> CoverageCurve:
        """Select all but near-duplicates in the order of a short summary, and tell what each length covers."""
        limit = int(task.costs.each.sum()) + task.costs.separator * len(task.units)
        problem = replace(self.build_problem(task, prepared, covering=True), costs=replace(task.costs, limit=limit))
        order = problem.select()
        topical = len(prepared.ranking.mass)
        return coverage_curve(prepared.incidence, prepared.mass[:topical], task.costs.each[order], order)

    def prepare(self, task: Task) -> Prepared:
        """Rank, and read everything else from the sentences that a selection of any length needs."""
        ranking = self.rank(task)
        roles = roles_of(task.units)
        incidence, original = self._term_incidence(ranking)
        duplicates = NearDuplicates(ranking, self.duplicates)
        mass, allowed = original.copy(), task.eligible.copy()
        if not task.query:
            allowed = besides_people(task.units, allowed)
        if task.seen.any():
            mass *= (1 - self.absorption) ** incidence.forward(task.seen.astype(np.float64))
            allowed[duplicates.repeating(np.flatnonzero(task.seen))] = False
        return Prepared(
            ranking,
            roles,
            Dependencies.of(roles),
            duplicates,
            incidence,
            mass,
            original,
            allowed,
            is_reviews(task.units),
        )

    def rank(self, task: Task) -> TermRanking:
        """Rank sentences and terms in one graph."""
        units = task.units
        nodes = units.substantial | task.eligible | task.seen
        terms = read_terms(units, among=nodes, function_words=True)
        weights = rarity(terms.sentence_frequency[: terms.topical], int(nodes.sum()))
        weights[terms.unigrams :] *= self.pair_weight
        counts = terms.topical_counts
        asked = read_query(task.query_text, units, self.query) if task.query else None
        if asked is not None and not asked.found:
            asked = None
        priors = self._priors(units, terms, nodes)
        if asked is None:
            pull = title_pull(units, terms, weights, new=~task.seen)
            priors = priors[0], (1 - pull.sum()) * distribution(priors[1]) + pull
        else:
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
        """Return which terms each sentence contains, and the mass of each term, stop words included.

        Stop words take no part in the walk. But half of a summary consists of them, and well-formed prose has them in
        the proportions of the text, while headlines, lists and tables do not.
        """
        terms = ranking.terms
        mass = terms.sentence_frequency.astype(np.float64)
        mass[: terms.topical] = ranking.mass
        mass[terms.topical :] *= self.function_words / max(mass[terms.topical :].sum(), 1.0)
        return terms.counts.unweighted(), mass

    def build_problem(self, task: Task, prepared: Prepared, *, covering: bool = False) -> SelectionProblem:
        """Make the problem of the selection; with ``covering``, of a summary even if there is a query."""
        asked, ranking = prepared.ranking.asked, prepared.ranking
        allowed = prepared.allowed & task.selectable
        begin: Callable[[], Values]
        fitting = allowed & task.costs.fitting(0)
        if asked is not None and not (self._answer(ranking, asked, fill=task.fill).now() >= 0)[fitting].any():
            asked = None  # only headings, tables and sentences that are too long contain what is asked for
        if task.query and (asked is None or covering):
            allowed = _summarizing(task, allowed)
        dependencies, filling, threshold = prepared.dependencies, self.filling, 0.0
        answers = asked is not None and not covering and not task.fill
        if asked is None or covering:
            begin, misunderstood = self._begin_cover(task, prepared), self.misunderstood
        else:
            begin, misunderstood = partial(self._answer, ranking, asked, fill=task.fill), self.query.misunderstood
            threshold = task.threshold
            if task.fill:
                filling = 0.0
            else:
                allowed = self._answering(task, begin().now(), allowed)
                dependencies = dependencies.pointing(points_back(task.units, asked.stems))
                misunderstood = self.query.dangling
        return SelectionProblem(
            begin,
            dependencies,
            misunderstood,
            allowed,
            task.costs,
            prepared.duplicates.of,
            filling,
            threshold,
            task.pinned,
            together=answers or (self.together and (asked is None or covering)),
            answers=answers,
        )

    def _answering(self, task: Task, values: Floats, allowed: Booleans) -> Booleans:
        """Return what may answer: whole sentences and options, and the pieces of sentences that match best."""
        units, fitting = task.units, allowed & task.costs.fitting(0)
        told = units.whole | units.in_blocks(frozenset({"option"}), without=False)
        if not (fitting & told).any():
            return allowed
        told |= values >= self.query.best_pieces * values[fitting].max()
        return allowed & told

    def _answer(self, ranking: TermRanking, asked: QueryTerms, *, fill: bool = False) -> AnswerValues:
        return AnswerValues(ranking.units, asked, centrality=ranking.sentences, settings=self.query, fill=fill)

    def _begin_cover(self, task: Task, prepared: Prepared) -> Callable[[], CoverValues]:
        """Return a function that makes the values of a summary before anything is selected."""
        duplicates = prepared.duplicates
        features = sentence_features(task.units, prepared.roles, reviews=prepared.reviews)
        each = worth(features, self.weights)
        by_length = np.exp(self.weights.length * features["length"])
        may_retell = task.units.document_count > 1 and not prepared.reviews
        novelty = duplicates.novelty if may_retell else None

        def begin() -> CoverValues:
            uncovered = UncoveredMass(prepared.incidence, prepared.mass, absorption=self.absorption)
            return CoverValues(uncovered, each, by_length=by_length, novelty=novelty)

        return begin


def _summarizing(task: Task, allowed: Booleans) -> Booleans:
    """Return what may also be selected without a query: no pieces, no options, as far as there is anything else."""
    prose = allowed & roles_of(task.units).prose
    tiers = (prose if task.fill else prose & task.units.whole, prose, allowed)
    return next((tier for tier in tiers if (tier & task.costs.fitting(0)).any()), allowed)


def reading_order(units: Units, selected: Sequence[int], standing_alone: Booleans) -> list[int]:
    """Order selected sentences, given best first, for reading.

    Sentences of one document stay together, in its order. Documents come by date if each of them has one. Else the
    first document is that of the best sentence among the documents whose part of the summary opens best: with their
    own first sentence if that can stand alone, or with another sentence that can. The others follow in the order given.
    """
    if not selected:
        return []
    documents = {int(units.document[i]) for i in selected}
    dates = {document: date for document in documents if (date := units.documents[document].date) is not None}
    if len(dates) == len(documents):
        return sorted(selected, key=lambda i: (dates[int(units.document[i])], i))
    opening = {document: min(i for i in selected if units.document[i] == document) for document in documents}
    ranked = [int(units.document[i]) for i in selected]
    best = max(ranked, key=lambda document: _opens(units, opening[document], standing_alone))
    return sorted(selected, key=lambda i: (int(units.document[i]) != best, i))


def opinion_order(selected: Sequence[int], opinions: Integers) -> list[int]:
    """Order sentences of reviews: first what most reviews say, praise or complaint, then the other side in one block.

    >>> import numpy as np
    >>> opinion_order([4, 0, 2], np.array([1, 1, -1, 0, 1]))
    [0, 4, 2]
    """
    other_side = -1 if opinions.sum() >= 0 else 1
    return sorted(selected, key=lambda i: (opinions[i] == other_side, i))


def _opens(units: Units, sentence: int, standing_alone: Booleans) -> int:
    """Rate how well a sentence opens a summary: 2, 1 or 0."""
    if not standing_alone[sentence]:
        return 0
    return 2 if units.position[sentence] == 1 else 1
