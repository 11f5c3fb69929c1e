"""TextRank: sentences recommend each other by the words that they share.

Mihalcea and Tarau, "TextRank: Bringing Order into Texts" (EMNLP 2004), section 4:

    w_ij = |words of i ∩ words of j| / (log |i| + log |j|)
    p(i) = (1 − d)/N + d Σ_j w_ji / Σ_k w_jk · p(j),   d = .85

Chosen where the paper leaves it open: words are stems outside the stop list (the paper allows for a filter) and |i|
counts all words of the sentence, as the formula has it; two sentences of one word each, whose denominator is zero, are
not linked; a sentence without links jumps anywhere. There is no redundancy filter, since the paper has none. The
paper's (1 − d) without N scales all scores alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Floats, Integers, best_first
from reprank.baselines.concepts import presence
from reprank.baselines.tfidf import pairs, read_vocabulary
from reprank.graph.absorbing import TeleportingWalk
from reprank.graph.edges import Edges
from reprank.graph.walk import stationary
from reprank.selection import Selection, Task, take, unused_query


@dataclass(frozen=True)
class TextRank:
    """TextRank with its damping factor d."""

    damping: float = 0.85
    name: str = "textrank"

    def select(self, task: Task) -> Selection:
        """Rank by recommendation and take the best that fit."""
        links = overlaps(read_vocabulary(task.units).counts, task.units.lengths)
        walk = TeleportingWalk(links, self.damping, np.ones(len(task.units)))
        scores = stationary(walk.step, walk.teleport_distribution).pi
        return Selection(take(best_first(scores), task), scores, warnings=unused_query(self.name, task))


def overlaps(counts: Edges, lengths: Integers) -> Edges:
    """Lay an edge between sentences that share words, divided by the logarithms of their lengths.

    >>> counts = Edges.of([0, 0, 1, 1, 2], [0, 1, 1, 2, 3], [1.0, 2.0, 1.0, 1.0, 1.0], shape=(3, 4))
    >>> (overlaps(counts, np.array([10, 10, 1])).dense() * np.log(100)).round(6)
    array([[0., 1., 0.],
           [1., 0., 0.],
           [0., 0., 0.]])
    """
    logarithms = np.log(np.maximum(lengths, 1))

    def weigh(start: int, shared: Floats) -> Floats:
        length = logarithms[start : start + len(shared), None] + logarithms
        return np.where(length > 0, shared / np.where(length > 0, length, 1.0), 0.0)

    return pairs(presence(counts), weigh)
