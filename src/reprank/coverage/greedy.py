"""Uncovered mass to selection: what each sentence, with what it leans on, adds to what the summary covers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Literal

import numpy as np

from reprank.arrays import ROUNDING_DIGITS, Floats, Integers, distinct
from reprank.coverage.settings import Filling
from reprank.graph.edges import Edges
from reprank.selection import Costs


@dataclass(frozen=True, eq=False)
class Worth:
    """What turns uncovered mass into value: value = factor · words^(−exponent) · mass.

    A group of sentences has the mean factor of its sentences, weighted by their words, and the words of all.
    """

    factor: Floats
    words: Floats
    exponent: float

    def of(self, sentences: Sequence[int]) -> float:
        """Return the worth of a unit of mass in one sentence or in several together."""
        if len(sentences) == 1:
            return float(self.factor[sentences[0]] * self.words[sentences[0]] ** -self.exponent)
        words = float(sum(self.words[i] for i in sentences))
        factor = float(sum(self.factor[i] * self.words[i] for i in sentences)) / words
        return float(factor * words**-self.exponent)


class UncoveredMass:
    """The mass that terms still hold while sentences are selected one after another.

    When a sentence is selected, each of its terms loses the share ``absorption`` of its mass. Only sentences that share
    a term with it change, so a step costs little more than the number of edges around the sentence.

    >>> terms = Edges.of([0, 0, 1, 1, 2], [0, 1, 1, 2, 3], [1, 1, 1, 1, 1], shape=(3, 4))
    >>> uncovered = UncoveredMass(terms, np.array([0.4, 0.3, 0.2, 0.1]), absorption=np.ones(4))
    >>> uncovered.select(0)
    >>> uncovered.mass, uncovered.gain
    (array([0. , 0. , 0.2, 0.1]), array([0. , 0.2, 0.1]))
    """

    def __init__(self, terms: Edges, mass: Floats, *, absorption: Floats) -> None:
        self.terms, self.absorption = terms, absorption
        self.mass, self.gain = mass.copy(), terms.backward(mass)

    def of(self, sentences: Sequence[int]) -> float:
        """Return the mass of the terms that these sentences contain, each term once."""
        if len(sentences) == 1:
            return float(self.gain[sentences[0]])
        return float(self.mass[distinct(np.concatenate([self.terms.row(i)[0] for i in sentences]))].sum())

    def select(self, sentence: int) -> None:
        """Let the terms of a sentence lose their share."""
        terms = self.terms.row(sentence)[0]
        lost = self.absorption[terms] * self.mass[terms]
        self.mass[terms] -= lost
        self.gain -= self.terms.gather(terms, lost)
        np.maximum(self.gain, 0.0, out=self.gain)


@dataclass(frozen=True)
class Group:
    """Sentences that are selected together, in order, and a factor on their value.

    The last member is the one that leans on the others.
    """

    members: tuple[int, ...]
    factor: float = 1.0


Event = Literal["selected", "too long", "near-duplicate", "not worth the room"]


@dataclass(frozen=True)
class Step:
    """What happened to a group when its turn came."""

    event: Event
    group: Group
    members: tuple[int, ...]  # those that were not selected before
    value: float  # relative to the best group at the start; for what was dropped, it may be out of date and too large
    used: int  # cost of all that was selected before


def cover_greedily(
    uncovered: UncoveredMass,
    groups: Sequence[Group],
    *,
    worth: Worth,
    costs: Costs,
    duplicates: Callable[[int], Integers],
    filling: Filling,
) -> list[int]:
    """Select the group with the largest value that fits, again and again; of equal values, the first."""
    steps = cover_steps(uncovered, groups, worth=worth, costs=costs, duplicates=duplicates, filling=filling)
    return [member for step in steps if step.event == "selected" for member in step.members]


def cover_steps(
    uncovered: UncoveredMass,
    groups: Sequence[Group],
    *,
    worth: Worth,
    costs: Costs,
    duplicates: Callable[[int], Integers],
    filling: Filling,
) -> Iterator[Step]:
    """Yield each group that is selected or dropped, in the order in which this is decided.

    Values shrink as terms are covered, so a group whose value has not changed since it was put on the heap is the best
    one. A value can grow only where a member of the group was selected; such groups are put on the heap again. After
    the first group that no longer fits, the others only fill the room that is left, and must be worth it.
    """
    taken, unwanted = set[int](), set[int]()
    used, floor = 0, 0.0
    containing: dict[int, list[int]] = {}
    for number, group in enumerate(groups):
        for member in group.members[:-1]:
            containing.setdefault(member, []).append(number)

    def missing(number: int) -> tuple[int, ...]:
        return tuple(i for i in groups[number].members if i not in taken) if taken else groups[number].members

    def value(number: int, members: tuple[int, ...]) -> float:
        return groups[number].factor * worth.of(members) * uncovered.of(members)

    values = _first_values(uncovered, groups, worth)
    for number, group in enumerate(groups):
        if len(group.members) > 1:
            values[number] = value(number, group.members)
    scale = float(values.max(initial=0.0)) or 1.0
    heap = [(-shown, number) for number, shown in enumerate(np.round(values / scale, ROUNDING_DIGITS).tolist())]
    heapify(heap)
    while heap:
        best, number = heappop(heap)
        group, members = groups[number], missing(number)
        if not members or group.members[-1] in taken:
            continue
        if not unwanted.isdisjoint(members):
            yield Step("near-duplicate", group, members, -best, used)
            continue
        cost = used
        for member in members:
            cost = costs.after(cost, member)
        if cost > costs.limit:
            if taken:
                floor = max(floor, filling.share * -best)
            yield Step("too long", group, members, -best, used)
            continue
        now = round(value(number, members) / scale, ROUNDING_DIGITS)
        if now < -best:
            heappush(heap, (-now, number))
            continue
        if floor and (now < floor or sum(worth.words[i] for i in members) < filling.min_words):
            yield Step("not worth the room", group, members, now, used)
            continue
        yield Step("selected", group, members, now, used)
        used = cost
        for member in members:
            taken.add(member)
            unwanted.update(duplicates(member).tolist())
            uncovered.select(member)
        unwanted -= taken
        for other in sorted({other for member in members for other in containing.get(member, ())}):
            if rest := missing(other):
                heappush(heap, (-round(value(other, rest) / scale, ROUNDING_DIGITS), other))


def _first_values(uncovered: UncoveredMass, groups: Sequence[Group], worth: Worth) -> Floats:
    """Return the values of all groups as if each were its last sentence alone, all at once."""
    last = np.array([group.members[-1] for group in groups], dtype=np.intp)
    factors = np.array([group.factor for group in groups])
    values: Floats = factors * worth.factor[last] * worth.words[last] ** -worth.exponent * uncovered.gain[last]
    return values
