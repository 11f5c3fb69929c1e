"""Submodular: sentences that cover the documents and reward every part of them, selected greedily with a guarantee.

After Lin and Bilmes, "A Class of Submodular Functions for Document Summarization" (2011). The best set maximises

    F(S) = Σ_i min(C_i(S), α C_i(V)) + λ Σ_k √(Σ_{j ∈ S ∩ P_k} r_j),   C_i(S) = Σ_{j ∈ S} w_ij,   r_j = Σ_i w_ij / n

with w the cosine of tf-idf vectors and P_k a partition of the sentences. Every step adds the sentence with the largest
gain divided by costʳ; the best single sentence is selected instead if its value is larger than that of all of these,
which the guarantee requires.

Chosen where the paper tunes on DUC or leaves it open: α = 5/n, K = n/5 parts, r = 0.3 and λ = 6; words are stems
outside the stop list; the partition is a spherical k-means whose centres start evenly spread over the text, so that
nothing is random, with at most 500 parts. What the reader has seen counts as selected from the start. Gains only
shrink, so a gain is computed anew only when it leads (Minoux 1978), and similarities are computed when they are needed:
memory does not grow with the square of the sentences.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import numpy as np

from reprank.arrays import ROUNDING_DIGITS, Floats, Integers, best
from reprank.baselines.concepts import candidates, prices
from reprank.baselines.tfidf import Cosines, read_vocabulary
from reprank.caching import cached_property
from reprank.selection import Selection, Task, unused_query

MAX_PARTS = 500
MAX_ROUNDS = 10


@dataclass(frozen=True)
class Submodular:
    """Lin and Bilmes' objective and its settings."""

    saturation: float = 5.0
    diversity: float = 6.0
    scaling: float = 0.3
    share_of_parts: float = 0.2
    name: str = "submodular"

    def select(self, task: Task) -> Selection:
        """Cover and diversify, greedily."""
        cosines = Cosines.of(read_vocabulary(task.units).weighted)
        count = min(MAX_PARTS, max(1, round(self.share_of_parts * len(cosines))))
        objective = Objective(cosines, partition(cosines, count), self.saturation, self.diversity)
        state = objective.start()
        scores = np.array([objective.gain(state, sentence) for sentence in range(len(cosines))])
        for sentence in np.flatnonzero(task.seen).tolist():
            state = objective.plus(state, sentence)
        selected = self._climb(objective, state, task)
        return Selection(selected, scores, warnings=unused_query(self.name, task))

    def _climb(self, objective: Objective, start: State, task: Task) -> list[int]:
        possible = np.flatnonzero(candidates(task)).tolist()
        if not possible:
            return []
        price = prices(task, self.scaling)
        alone = np.array([objective.gain(start, sentence) for sentence in possible])
        scale = max(float((alone / price[possible]).max()), 1e-300)

        def value(gain: float, sentence: int) -> float:
            return round(gain / float(price[sentence]) / scale, ROUNDING_DIGITS)

        heap = [(-value(gain, sentence), sentence, 0) for sentence, gain in zip(possible, alone.tolist(), strict=True)]
        heapq.heapify(heap)
        selected: list[int] = []
        state, used = start, 0
        while heap:
            _, sentence, known = heapq.heappop(heap)
            if not task.costs.fitting(used)[sentence]:
                continue
            if known < len(selected):
                heapq.heappush(heap, (-value(objective.gain(state, sentence), sentence), sentence, len(selected)))
                continue
            selected.append(sentence)
            state = objective.plus(state, sentence)
            used = task.costs.after(used, sentence)
        single = best(alone)
        together = objective.value(state) - objective.value(start)
        return selected if together >= alone[single] else [possible[single]]


@dataclass(frozen=True, eq=False)
class State:
    """How far each sentence is covered, and how much each part was rewarded."""

    covered: Floats  # C_i(S)
    rewarded: Floats  # Σ r_j over S ∩ P_k


@dataclass(frozen=True, eq=False)
class Objective:
    """F = L + λR over one set of sentences."""

    cosines: Cosines
    part: Integers
    saturation: float
    diversity: float

    @cached_property
    def ceiling(self) -> Floats:
        """α C_i(V) with α = saturation / n."""
        return min(self.saturation / max(len(self.cosines), 1), 1.0) * self.cosines.sums

    @cached_property
    def reward(self) -> Floats:
        """Average similarity of each sentence to all: r_j."""
        return self.cosines.sums / max(len(self.cosines), 1)

    def start(self) -> State:
        """Return the state of the empty set."""
        return State(np.zeros(len(self.cosines)), np.zeros(int(self.part.max(initial=0)) + 1))

    def value(self, state: State) -> float:
        """Return F of a state."""
        return float(np.minimum(state.covered, self.ceiling).sum() + self.diversity * np.sqrt(state.rewarded).sum())

    def gain(self, state: State, sentence: int) -> float:
        """Return what a sentence adds to F."""
        before = np.minimum(state.covered, self.ceiling)
        more = np.minimum(state.covered + self.cosines.row(sentence), self.ceiling) - before
        held = state.rewarded[self.part[sentence]]
        return float(more.sum() + self.diversity * (np.sqrt(held + self.reward[sentence]) - np.sqrt(held)))

    def plus(self, state: State, sentence: int) -> State:
        """Return the state once a sentence is added."""
        rewarded = state.rewarded.copy()
        rewarded[self.part[sentence]] += self.reward[sentence]
        return State(state.covered + self.cosines.row(sentence), rewarded)


def partition(cosines: Cosines, count: int) -> Integers:
    """Put each sentence into the part whose centre it is most similar to, the first among equals.

    Centres start as sentences evenly spread over the text, and move to the mean direction of their part until nothing
    changes, ten times at most: the objective does not depend on how good the partition is.
    """
    unit = cosines.unit
    seeds = np.linspace(0, max(len(cosines) - 1, 0), count).round().astype(np.intp)
    part = np.full(len(cosines), -1, dtype=np.intp)
    for _ in range(MAX_ROUNDS):
        nearest = np.full(len(cosines), -1.0)
        moved = np.zeros(len(cosines), dtype=np.intp)
        for number in range(count):
            members = part == number if (part >= 0).any() else np.arange(len(cosines)) == seeds[number]
            centre = unit.forward(members.astype(np.float64))
            near = np.round(unit.backward(centre / max(float(np.linalg.norm(centre)), 1e-300)), ROUNDING_DIGITS)
            closer = near > nearest
            nearest[closer], moved[closer] = near[closer], number
        if np.array_equal(moved, part):
            break
        part = moved
    return part
