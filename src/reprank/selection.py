"""Ranking to selection: the best sentences that fit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.budget import Budget
from reprank.summary import Keyword
from reprank.text.joining import flatten
from reprank.text.units import Units


@dataclass(frozen=True, eq=False)
class Allowance:
    """What each sentence costs, and how much there is to spend."""

    costs: Integers
    limit: int
    separator: int

    @classmethod
    def of(cls, budget: Budget, units: Units) -> Allowance:
        """Count what every sentence would cost."""
        costs = np.array([budget.cost(flatten(text)) for text in units.texts], dtype=np.intp)
        return cls(costs, budget.limit, budget.cost(" "))

    def fits(self, spent: int) -> Booleans:
        """Tell which sentences could still be added after so much was spent."""
        return self.costs + (self.separator if spent else 0) + spent <= self.limit

    def spend(self, spent: int, sentence: int) -> int:
        """Return what is spent once a sentence is added."""
        return spent + (self.separator if spent else 0) + int(self.costs[sentence])


@dataclass(frozen=True, eq=False)
class Task:
    """What a method is asked: which of these sentences, within this allowance.

    ``units`` holds the documents and, after them, those that the reader has seen; ``eligible`` leaves out what may not
    be chosen: seen sentences, repetitions, headings and fragments.
    """

    units: Units
    allowance: Allowance
    eligible: Booleans
    seen: Booleans
    query: tuple[str, ...] = ()
    keywords: int = 0


@dataclass(frozen=True, eq=False)
class Choice:
    """What a method answers: chosen sentences, best first, and a score for every sentence.

    ``keywords`` is None where the method ranks sentences only.
    """

    chosen: list[int]
    scores: Floats
    keywords: tuple[Keyword, ...] | None = None
    warnings: tuple[str, ...] = field(default=())


def take(order: Iterable[int], task: Task) -> list[int]:
    """Take sentences in the given order, each if it is eligible and still fits.

    A sentence whose words stood in an earlier one is the same idea and is passed over.
    """
    chosen: list[int] = []
    spent = 0
    ideas: set[int] = set()
    cheapest = int(task.allowance.costs[task.eligible].min(initial=task.allowance.limit + 1))
    for sentence in map(int, order):
        if spent + cheapest > task.allowance.limit:
            break
        cost = task.allowance.spend(spent, sentence)
        idea = int(task.units.idea[sentence])
        if task.eligible[sentence] and idea not in ideas and cost <= task.allowance.limit:
            chosen.append(sentence)
            ideas.add(idea)
            spent = cost
    return chosen


def best_first(scores: Floats) -> Integers:
    """Order sentences by score, the earlier first where scores are equal.

    Scores are compared to twelve digits, so that the last bits of a sum do not decide.
    """
    return np.argsort(-np.round(scores / max(float(np.abs(scores).max(initial=0.0)), 1e-300), 12), kind="stable")
