"""Affinity-preserving random walk: similarities keep their size, and walks from weak sentences are absorbed early.

Wang, Liu, Sui and Chang, "Affinity-Preserving Random Walk for Multi-Document Summarization" (EMNLP 2017). Dividing each
row of the similarities W by its own sum discards how large they were. Here every row is divided by one number, the
largest row sum ("global normalisation"), and what a row lacks leads to an absorbing vertex. The distribution of a walk
that has not been absorbed yet is

    v ∝ μ v D⁻¹W + (1 − μ) y,   D_ii = max_j Σ_k W_jk

The adjustable walk then enforces diversity: a virtual summary is made from v, its sentences are divided by their own
row sums instead (D_ii = Σ_k W_ik), so that none of their votes is lost, and the walk goes on.

This is a reconstruction from the paper's abstract, what later papers say about it and the outline of a public
implementation. It follows the above and chooses, where that leaves things open:

- W holds cosines of tf-idf vectors (see ``tfidf``) off the diagonal, plus 1/n for every pair: without that floor two
  sentences that are similar to each other only would keep the walk for ever once both are in the virtual summary.
- μ = .85 and y ∝ 2^−(position − 1), a strong preference for beginnings.
- A virtual summary takes sentences by v as LexRank does here, skipping those with a cosine above .3 to one taken.
- The walk is solved to its end before each adjustment, and the adjusting ends when a virtual summary occurs again; it
  is then the summary. If none has occurred again after ``rounds``, the last one is the summary, with a warning.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Floats, best_first
from reprank.baselines.tfidf import Cosines, read_vocabulary, take_dissimilar
from reprank.caching import cached_property
from reprank.graph.edges import distribution
from reprank.graph.walk import stationary
from reprank.selection import Selection, Task, unused_query


@dataclass(frozen=True)
class AffinityWalk:
    """The adjustable affinity-preserving walk: ``follow`` is μ; with ``rounds=0`` it is not adjusted."""

    follow: float = 0.85
    redundant: float = 0.3
    rounds: int = 50
    name: str = "affinity-walk"

    def select(self, task: Task) -> Selection:
        """Walk, make a virtual summary, adjust the walk to it, and repeat until a virtual summary occurs again."""
        affinities = Affinities(Cosines.of(read_vocabulary(task.units).weighted))
        prior = distribution(2.0 ** (1 - task.units.position))
        divisors = np.full(len(prior), affinities.sums.max())
        scores = affinities.survivors(divisors, prior, follow=self.follow)
        selected = self._summary(task, affinities, scores)
        met = {frozenset(selected)}
        for _ in range(self.rounds):
            adjusted = divisors.copy()
            adjusted[selected] = affinities.sums[selected]
            scores = affinities.survivors(adjusted, prior, follow=self.follow)
            selected = self._summary(task, affinities, scores)
            if frozenset(selected) in met:
                return Selection(selected, scores, warnings=unused_query(self.name, task))
            met.add(frozenset(selected))
        unsettled = (f"{self.name} was still changing after {self.rounds} rounds",) if self.rounds else ()
        return Selection(selected, scores, warnings=unused_query(self.name, task) + unsettled)

    def _summary(self, task: Task, affinities: Affinities, scores: Floats) -> list[int]:
        return take_dissimilar(best_first(scores), task, affinities.cosines, redundant=self.redundant)


@dataclass(frozen=True, eq=False)
class Affinities:
    """W: how similar sentences are, with a zero diagonal and at least 1/n for every pair."""

    cosines: Cosines

    @cached_property
    def sums(self) -> Floats:
        """Row sums of W, at least 1e-9, so that a single sentence has something to be divided by."""
        return np.maximum(self.times(np.ones(len(self.cosines))), 1e-9)

    def times(self, values: Floats) -> Floats:
        """Return Wx, which is also xW."""
        floor: Floats = (values.sum() - values) / len(values)
        return floor + np.maximum(self.cosines.times(values) - self.cosines.itself * values, 0.0)

    def survivors(self, divisors: Floats, prior: Floats, *, follow: float) -> Floats:
        """Return the distribution of a walk that has not been absorbed: v ∝ μ v D⁻¹W + (1 − μ) y."""

        def step(mass: Floats) -> Floats:
            return distribution(follow * self.times(mass / divisors) + (1 - follow) * prior)

        return stationary(step, prior).pi
