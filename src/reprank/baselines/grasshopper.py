"""GRASSHOPPER: a selected sentence absorbs the walk, so that similar sentences are visited less.

Zhu, Goldberg, Van Gael and Andrzejewski, "Improving Diversity in Ranking using Absorbing Random Walks" (NAACL 2007):

    P̂ = λP̃ + (1 − λ)1rᵀ,   r ∝ position^−α

The first sentence is the one with the highest stationary probability; each of the others has the most expected visits
before absorption, v = 1ᵀ(I − Q)⁻¹ / |transient|, once all earlier ones absorb. The fundamental matrix is inverted once
and updated by rank one.

Chosen where the paper leaves it open: edges are cosines above .1 of tf-idf vectors, weighted (see ``tfidf``), none from
a sentence to itself; λ = .5 and α = .25; a sentence without edges always jumps. The walk visits sentences that must not
be selected or no longer fit, but they never absorb. What the reader has seen absorbs from the start.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Floats
from reprank.baselines.tfidf import Cosines, read_vocabulary
from reprank.graph.absorbing import TeleportingWalk, fundamental_visits
from reprank.graph.edges import position_prior
from reprank.graph.walk import stationary
from reprank.selection import Selection, Task, select_greedily, unused_query


@dataclass(frozen=True)
class Grasshopper:
    """GRASSHOPPER and its settings: ``follow`` is the paper's λ, ``position_exponent`` its α."""

    follow: float = 0.5
    position_exponent: float = 0.25
    threshold: float = 0.1
    name: str = "grasshopper"

    def select(self, task: Task) -> Selection:
        """Select one sentence after the other; scores are those of the first round."""
        edges = Cosines.of(read_vocabulary(task.units).weighted).edges(self.threshold)
        walk = TeleportingWalk(edges, self.follow, position_prior(task.units.position, self.position_exponent))
        scores = stationary(walk.step, walk.teleport_distribution).pi
        return Selection(self._absorb(task, walk, scores), scores, warnings=unused_query(self.name, task))

    def _absorb(self, task: Task, walk: TeleportingWalk, scores: Floats) -> list[int]:
        visits = fundamental_visits()
        seen = np.flatnonzero(task.seen).tolist()

        def values(selected: list[int]) -> Floats:
            absorbing = [*seen, *selected]
            return visits(walk, absorbing) if absorbing else scores

        return select_greedily(task, values)
