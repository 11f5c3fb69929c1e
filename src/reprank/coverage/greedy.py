"""Uncovered mass to selection: what each sentence would add to what the summary already covers."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush

import numpy as np

from reprank.arrays import ROUNDING_DIGITS, Floats, Integers
from reprank.graph.edges import Edges


class UncoveredMass:
    """The mass that terms still hold while sentences are selected one after another.

    The value of a sentence is its factor times the mass of its terms. When it is selected, each of its terms loses the
    share ``absorption`` of its mass. Only sentences that share a term with it change, so a step costs little more than
    the number of edges around the sentence.

    >>> terms = Edges.of([0, 0, 1, 1, 2], [0, 1, 1, 2, 3], [1, 1, 1, 1, 1], shape=(3, 4))
    >>> mass = np.array([0.4, 0.3, 0.2, 0.1])
    >>> uncovered = UncoveredMass(terms, mass, sentence_factor=np.ones(3), absorption=np.ones(4))
    >>> uncovered.select(0)
    >>> uncovered.mass, uncovered.gain
    (array([0. , 0. , 0.2, 0.1]), array([0. , 0.2, 0.1]))
    """

    def __init__(self, terms: Edges, mass: Floats, *, sentence_factor: Floats, absorption: Floats) -> None:
        self.terms, self.sentence_factor, self.absorption = terms, sentence_factor, absorption
        self.mass, self.gain = mass.copy(), terms.backward(mass)
        self._scale = max(float((self.gain * sentence_factor).max(initial=0.0)), 1e-300)

    def value(self, sentence: int) -> float:
        """Return what a sentence would add now, relative to the best one at the start."""
        return round(float(self.gain[sentence] * self.sentence_factor[sentence]) / self._scale, ROUNDING_DIGITS)

    def select(self, sentence: int) -> None:
        """Let the terms of a sentence lose their share."""
        terms = self.terms.row(sentence)[0]
        lost = self.absorption[terms] * self.mass[terms]
        self.mass[terms] -= lost
        self.gain -= self.terms.gather(terms, lost)
        np.maximum(self.gain, 0.0, out=self.gain)


class NearDuplicates:
    """Sentences that say nearly the same: the cosine of their weighted terms is above a threshold."""

    def __init__(self, unit: Edges, threshold: float) -> None:
        self._unit, self._threshold = unit, threshold

    def of(self, sentence: int) -> Integers:
        """Return the near-duplicates of a sentence, itself included."""
        return np.flatnonzero(self._unit.gather(*self._unit.row(sentence)) > self._threshold)


def cover_greedily(
    uncovered: UncoveredMass,
    candidates: Integers,
    *,
    fits: Callable[[int], bool],
    on_select: Callable[[int], Integers],
) -> list[int]:
    """Select the candidate with the largest value that fits, again and again; of equal values, the first.

    ``on_select`` is told each selected sentence and returns the candidates that are no longer wanted. Values only
    shrink, so a sentence whose value has not changed since it was put on the heap is the best one.
    """
    selected: list[int] = []
    unwanted = set[int]()
    heap = [(-uncovered.value(sentence), sentence) for sentence in candidates.tolist()]
    heapify(heap)
    while heap:
        value, sentence = heappop(heap)
        if sentence in unwanted or not fits(sentence):
            continue
        now = uncovered.value(sentence)
        if now < -value:
            heappush(heap, (-now, sentence))
            continue
        selected.append(sentence)
        unwanted.update(on_select(sentence).tolist())
        uncovered.select(sentence)
    return selected
