"""Maximal marginal relevance: what is relevant, less what is already selected.

Carbonell and Goldstein, "The Use of MMR, Diversity-Based Reranking for Reordering Documents and Producing Summaries"
(SIGIR 1998): take, one after the other, the sentence with the highest

    λ cos(i, Q) − (1 − λ) max_{j selected} cos(i, j)

Chosen where the paper leaves it open: both similarities are cosines of tf-idf vectors; without a query Q is the sum of
all sentence vectors, which is usual for generic summaries; λ = .7, in the paper a value for readers who want relevance
first. What the reader has seen counts as selected.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Floats
from reprank.baselines.tfidf import Cosines, StemCounts, read_vocabulary
from reprank.selection import Selection, Task, select_greedily

UNMATCHED = "no word of the query occurs in the documents: ranked without it"


@dataclass(frozen=True)
class MMR:
    """Maximal marginal relevance; ``relevance`` is the paper's λ."""

    relevance: float = 0.7
    name: str = "mmr"

    def select(self, task: Task) -> Selection:
        """Take the sentence that adds most, until none fits."""
        vocabulary = read_vocabulary(task.units)
        cosines = Cosines.of(vocabulary.weighted)
        asked = _query(vocabulary, task)
        wanted = asked if asked.any() else vocabulary.weighted.target_sums()
        relevant = cosines.unit.backward(wanted) / max(float(np.sqrt(wanted @ wanted)), 1e-300)
        selected = self._diverse(task, cosines, relevant)
        return Selection(selected, relevant, warnings=(UNMATCHED,) if task.query and not asked.any() else ())

    def _diverse(self, task: Task, cosines: Cosines, relevant: Floats) -> list[int]:
        similar = cosines.nearest(task.seen)  # largest cosine to what is selected or seen

        def values(selected: list[int]) -> Floats:
            if selected:
                np.maximum(similar, cosines.row(selected[-1]), out=similar)
            return self.relevance * relevant - (1 - self.relevance) * similar

        return select_greedily(task, values)


def _query(vocabulary: StemCounts, task: Task) -> Floats:
    """Return the tf-idf vector of the query's words."""
    vector = np.zeros(len(vocabulary.names))
    columns = vocabulary.columns(task.units.language.stem(task.query))
    vector[columns] = vocabulary.rarity[columns]
    return vector
