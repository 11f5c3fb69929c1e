"""Concepts that sentences cover: what the coverage baselines share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.graph.edges import Edges
from reprank.selection import Task
from reprank.terms import Terms
from reprank.text.units import Units


@dataclass(frozen=True, eq=False)
class Concepts:
    """Which concepts each sentence holds (weights of the edges are one), and what each concept is worth."""

    held: Edges
    worth: Floats

    def covered_by(self, sentences: Iterable[int]) -> Booleans:
        """Tell which concepts stand in some of these sentences."""
        covered = np.zeros(len(self.worth), dtype=np.bool_)
        for sentence in sentences:
            covered[self.held.row(sentence)[0]] = True
        return covered

    def value(self, sentences: Iterable[int]) -> float:
        """Add up the worth of what these sentences cover together: Σ worth_c over the union of their concepts."""
        return float(self.worth[self.covered_by(sentences)].sum())

    def without(self, covered: Booleans) -> Concepts:
        """Return the same concepts, those already covered being worth nothing."""
        return Concepts(self.held, np.where(covered, 0.0, self.worth))


def presence(counts: Edges) -> Edges:
    """Forget how often and keep whether.

    >>> presence(Edges.of([0, 0], [0, 2], [3.0, 1.0], shape=(1, 3))).dense()
    array([[1., 0., 1.]])
    """
    return counts.with_weight(np.ones(len(counts)))


def spread(terms: Terms, units: Units) -> Integers:
    """Count the documents that each term stands in; the sentences, if there is one document only."""
    return terms.document_frequency(units.document) if units.document_count > 1 else terms.sentence_frequency


def columns(edges: Edges, kept: Booleans) -> Edges:
    """Keep some targets and number them anew."""
    on = kept[edges.target]
    number = np.cumsum(kept) - 1
    return Edges(edges.source[on], number[edges.target[on]], edges.weight[on], (edges.shape[0], int(kept.sum())))


def candidates(task: Task) -> Booleans:
    """Leave of the eligible sentences those that fit at all, the first of each original, and no original that was seen."""
    possible = task.eligible & task.costs.fitting(0)
    first = np.zeros(len(possible), dtype=np.bool_)
    place = np.flatnonzero(possible)
    first[place[np.unique(task.units.duplicate_of[place], return_index=True)[1]]] = True
    return first & ~np.isin(task.units.duplicate_of, task.units.duplicate_of[task.seen])


def cover_greedily(concepts: Concepts, task: Task, *, start: Iterable[int] = (), scaling: float = 1.0) -> list[int]:
    """Add the sentence with most newly covered worth for its cost, while anything new is covered and fits.

    The gain of a sentence is divided by costˢ with s = ``scaling``; ``start`` is what is selected already.
    """
    costs, open_ = task.costs, candidates(task)
    price = np.maximum(costs.each, 1).astype(np.float64) ** scaling
    selected: list[int] = []
    used = 0
    worth = concepts.worth.copy()
    for sentence in start:
        selected.append(sentence)
        used = costs.after(used, sentence)
        worth[concepts.held.row(sentence)[0]] = 0.0
        open_ &= task.units.duplicate_of != task.units.duplicate_of[sentence]
    while True:
        gain = concepts.held.backward(worth) / price
        gain[~(open_ & costs.fitting(used))] = 0.0
        best = int(gain.argmax()) if len(gain) else 0
        if not len(gain) or gain[best] <= 0:
            return selected
        selected.append(best)
        used = costs.after(used, best)
        worth[concepts.held.row(best)[0]] = 0.0
        open_[best] = False
