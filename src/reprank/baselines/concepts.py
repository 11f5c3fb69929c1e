"""Terms to concepts: which concepts each sentence has, what each one weighs, and a greedy cover of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.graph.edges import Edges
from reprank.selection import Task, select_greedily
from reprank.terms import Terms
from reprank.text.units import Units


@dataclass(frozen=True, eq=False)
class Concepts:
    """Which concepts each sentence has (edges of weight one), and the weight of each concept."""

    incidence: Edges
    weight: Floats

    def covered_by(self, sentences: Iterable[int]) -> Booleans:
        """Tell which concepts occur in at least one of these sentences."""
        covered = np.zeros(len(self.weight), dtype=np.bool_)
        for sentence in sentences:
            covered[self.incidence.row(sentence)[0]] = True
        return covered

    def value(self, sentences: Iterable[int]) -> float:
        """Add up the weights of what these sentences cover together: Σ w_c over the union of their concepts."""
        return float(self.weight[self.covered_by(sentences)].sum())

    def without(self, covered: Booleans) -> Concepts:
        """Return the same concepts; those already covered have weight zero."""
        return Concepts(self.incidence, np.where(covered, 0.0, self.weight))


def presence(counts: Edges) -> Edges:
    """Return edges of weight one: whether a term occurs, not how often.

    >>> presence(Edges.of([0, 0], [0, 2], [3.0, 1.0], shape=(1, 3))).dense()
    array([[1., 0., 1.]])
    """
    return counts.with_weight(np.ones(len(counts)))


def spread(terms: Terms, units: Units) -> Integers:
    """Count the documents that each term occurs in; the sentences, if there is one document only."""
    return terms.document_frequency(units.document) if units.document_count > 1 else terms.sentence_frequency


def candidates(task: Task) -> Booleans:
    """Keep the eligible sentences that fit alone: of equal sentences the first, and none that equals a seen one."""
    possible = task.eligible & task.costs.fitting(0)
    first = np.zeros(len(possible), dtype=np.bool_)
    place = np.flatnonzero(possible)
    first[place[np.unique(task.units.duplicate_of[place], return_index=True)[1]]] = True
    return first & ~np.isin(task.units.duplicate_of, task.units.duplicate_of[task.seen])


def prices(task: Task, exponent: float) -> Floats:
    """Return costˢ of each sentence, by which a gain is divided; s is the exponent."""
    return np.maximum(task.costs.each, 1).astype(np.float64) ** exponent


def cover_greedily(concepts: Concepts, task: Task, *, start: Sequence[int] = (), scaling: float = 1.0) -> list[int]:
    """Add the sentence whose newly covered weight, divided by its cost, is largest, while one adds anything and fits.

    The gain of a sentence is divided by costˢ with s = ``scaling``; ``start`` is what is selected already.
    """
    price = prices(task, scaling)
    weight = concepts.without(concepts.covered_by(start)).weight

    def values(selected: list[int]) -> Floats:
        if selected:
            weight[concepts.incidence.row(selected[-1])[0]] = 0.0
        gain = concepts.incidence.backward(weight)
        return np.where(gain > 0, gain / price, -np.inf)

    return select_greedily(task, values, start=start)
