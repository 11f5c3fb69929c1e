"""Terms to ranking: the stationary distribution over sentences and terms, and what it was computed from."""

from __future__ import annotations

import numpy as np

from reprank.arrays import Booleans, Floats
from reprank.coverage.graph import TermGraph
from reprank.coverage.query_terms import QueryTerms
from reprank.terms import Terms
from reprank.text.units import Units
from reprank.values import value_class


@value_class
class TermRanking:
    """Scores of sentences and terms, with the graph and the weights behind them."""

    units: Units
    nodes: Booleans  # sentences that take part in the walk
    terms: Terms
    weights: Floats  # rarity of each topical term
    graph: TermGraph
    sentences: Floats  # πˢ
    mass: Floats  # πʷ, of the topical terms
    asked: QueryTerms | None = None  # what the query asks for; None if there is no query, or nothing of it in the text

    def centrality(self) -> Floats:
        """Return mass divided by rarity for each stem: its count, weighted by the rank of its sentences."""
        of_stem = np.zeros(len(self.terms.stems.names))
        singles = slice(0, self.terms.unigrams)
        of_stem[self.terms.first[singles]] = self.mass[singles] / self.weights[singles]
        return of_stem
