"""Maximal marginal relevance: what matters, less what has been said.

Carbonell and Goldstein, "The Use of MMR, Diversity-Based Reranking for Reordering Documents and Producing Summaries"
(SIGIR 1998): take, one after the other, the sentence with the highest

    λ cos(i, Q) − (1 − λ) max_{j selected} cos(i, j)

Chosen where the paper leaves it open: both similarities are cosines of tf-idf vectors; without a query Q is the sum of
all sentence vectors, the usual reading for generic summaries; λ = .7, in the paper a value for readers who want
relevance first. What the reader has seen counts as selected.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Floats, best_first
from reprank.baselines.tfidf import Cosines, Vocabulary, read_vocabulary
from reprank.selection import Selection, Task

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
        said = np.zeros(len(relevant))
        for sentence in np.flatnonzero(task.seen).tolist():
            said = np.maximum(said, cosines.row(sentence))
        selected: list[int] = []
        used = 0
        open_ = task.eligible & task.costs.fitting(used)
        while open_.any():
            marginal = self.relevance * relevant - (1 - self.relevance) * said
            best = next(int(i) for i in best_first(marginal) if open_[i])
            selected.append(best)
            used = task.costs.after(used, best)
            said = np.maximum(said, cosines.row(best))
            open_[best] = False
            open_ &= task.costs.fitting(used)
        return selected


def _query(vocabulary: Vocabulary, task: Task) -> Floats:
    """Return the tf-idf vector of the query's words."""
    vector = np.zeros(len(vocabulary.names))
    columns = vocabulary.columns(task.units.language.stem(task.query))
    vector[columns] = vocabulary.rarity[columns]
    return vector
