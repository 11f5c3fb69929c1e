"""Uncovered mass to selection: what each sentence, with what it leans on, adds to what the summary covers."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import chain
from typing import Literal

import numpy as np

from reprank.arrays import ROUNDING_DIGITS, Floats, Integers, distinct
from reprank.caching import cached_property
from reprank.coverage.settings import Filling
from reprank.graph.edges import Edges
from reprank.selection import Costs
from reprank.text.units import Units


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
            return self._alone[sentences[0]]
        words = float(sum(self.words[i] for i in sentences))
        factor = float(sum(self.factor[i] * self.words[i] for i in sentences)) / words
        return float(factor * words**-self.exponent)

    @cached_property
    def _alone(self) -> list[float]:
        """Worth of each sentence by itself."""
        alone: list[float] = (self.factor * self.words**-self.exponent).tolist()
        return alone


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
        self._terms_of: dict[tuple[int, ...], Integers] = {}

    def of(self, sentences: Sequence[int]) -> float:
        """Return the mass of the terms that these sentences contain, each term once."""
        if len(sentences) == 1:
            return float(self.gain[sentences[0]])
        members = tuple(sentences)
        if members not in self._terms_of:
            self._terms_of[members] = distinct(np.concatenate([self.terms.row(i)[0] for i in members]))
        return float(self.mass[self._terms_of[members]].sum())

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


Event = Literal["pinned", "selected", "too long", "near-duplicate", "not worth the room"]


@dataclass(frozen=True)
class Step:
    """What happened to a group when its turn came."""

    event: Event
    group: Group
    members: tuple[int, ...]  # those that were not selected before
    value: float  # relative to the best group at the start; for what was dropped, it may be out of date and too large
    used: int  # cost of all that was selected before


@dataclass(frozen=True, eq=False)
class Following:
    """Raises the value of sentences that stand directly before or after selected ones in their document."""

    first: list[bool]  # whether a sentence is the first of its document …
    last: list[bool]  # … or the last
    after: float  # factor of a sentence that follows a selected one …
    before: float  # … and of one that a selected sentence follows

    @classmethod
    def of(cls, units: Units, *, after: float, before: float) -> Following:
        """Read where documents begin and end; the factors are given by their logarithms."""
        first = units.position == 1
        last = np.append(first[1:], True)[: len(first)]
        return cls(first.tolist(), last.tolist(), math.exp(after), math.exp(before))

    def around(self, members: Sequence[int]) -> list[int]:
        """Return the sentences directly before and after a group."""
        found = []
        if not self.first[members[0]]:
            found.append(members[0] - 1)
        if not self.last[members[-1]]:
            found.append(members[-1] + 1)
        return found

    def factor(self, members: Sequence[int], taken: Collection[int]) -> float:
        """Return the factor of a group when some sentences are selected."""
        factor = 1.0
        if not self.first[members[0]] and members[0] - 1 in taken:
            factor *= self.after
        if not self.last[members[-1]] and members[-1] + 1 in taken:
            factor *= self.before
        return factor


def cover_steps(
    uncovered: UncoveredMass,
    groups: Sequence[Group],
    *,
    worth: Worth,
    costs: Costs,
    duplicates: Callable[[int], Integers],
    filling: Filling,
    following: Following | None = None,
    novelty: Callable[[int], Floats] | None = None,
    pinned: Sequence[Group] = (),
) -> Iterator[Step]:
    """Yield each group that is selected or dropped, in the order in which this is decided.

    The last members of ``pinned`` groups come first, then as many of their other members as fit, the nearest first.
    After the first group that no longer fits, the others only fill the room that is left, and must be worth it.
    """
    queue = _Queue(uncovered, groups, worth, following, novelty)
    unwanted = set[int]()
    used, floor = 0, 0.0
    pins = [Group(group.members[-1:]) for group in pinned]
    needs = [Group((need, group.members[-1])) for group in pinned for need in reversed(group.members[:-1])]
    for group in (*pins, *needs):
        member = group.members[0]
        cost = costs.after(used, member)
        is_pin = len(group.members) == 1
        if member not in queue.taken and (is_pin or (cost <= costs.limit and member not in unwanted)):
            yield Step("pinned", group, (member,), queue.value_of(group, (member,)), used)
            used = cost
            unwanted.update(duplicates(member).tolist())
            queue.take((member,))
    unwanted -= queue.taken
    while (best := queue.pop()) is not None:
        number, members, shown = best
        group = groups[number]
        if not unwanted.isdisjoint(members):
            yield Step("near-duplicate", group, members, shown, used)
            continue
        cost = used
        for member in members:
            cost = costs.after(cost, member)
        if cost > costs.limit:
            if queue.taken and filling.share * shown > floor:
                floor = max(floor, filling.share * queue.value(number, members))
            yield Step("too long", group, members, shown, used)
            continue
        now = queue.value(number, members)
        if now < shown:
            queue.push(now, number)
            continue
        if floor and (now < floor or sum(worth.words[i] for i in members) < filling.min_words):
            yield Step("not worth the room", group, members, now, used)
            continue
        yield Step("selected", group, members, now, used)
        used = cost
        for member in members:
            unwanted.update(duplicates(member).tolist())
        queue.take(members)
        unwanted -= queue.taken


class _Queue:
    """Groups by value, the best first, of equal values the first; values are relative to the best at the start.

    A group enters with an upper bound: the mass of its sentences added up, terms in common counted twice. Values shrink
    as terms are covered. So a group whose value is not below what it was entered with is the best. A value can grow
    only where a member of the group was selected; such groups are entered again.
    """

    def __init__(
        self,
        uncovered: UncoveredMass,
        groups: Sequence[Group],
        worth: Worth,
        following: Following | None,
        novelty: Callable[[int], Floats] | None,
    ) -> None:
        self.uncovered, self.groups, self.worth = uncovered, groups, worth
        self.following, self.novelty = following, novelty
        self._new = np.ones(len(worth.factor))  # factor of each sentence, given what is selected
        self.taken = set[int]()
        self._containing: dict[int, list[int]] = {}
        for number, group in enumerate(groups):
            for member in group.members[:-1]:
                self._containing.setdefault(member, []).append(number)
            if following is not None:
                for neighbour in following.around(group.members):
                    self._containing.setdefault(neighbour, []).append(number)
        bounds = _upper_bounds(uncovered, groups, worth)
        self._scale = self._largest(bounds) or 1.0
        shown = np.round(bounds / self._scale, ROUNDING_DIGITS).tolist()
        self._heap = [(-bound, number) for number, bound in enumerate(shown)]
        heapify(self._heap)

    def _largest(self, bounds: Floats) -> float:
        """Return the largest value, for which only the groups with the largest bounds are looked at."""
        largest = 0.0
        for number in np.argsort(-bounds, kind="stable").tolist():
            if bounds[number] <= largest:
                break
            largest = max(largest, self._exact(self.groups[number], self.groups[number].members))
        return largest

    def pop(self) -> tuple[int, tuple[int, ...], float] | None:
        """Return the first group that is not selected yet: its number, the members that are missing, its value."""
        while self._heap:
            shown, number = heappop(self._heap)
            members = self._missing(number)
            if members and self.groups[number].members[-1] not in self.taken:
                return number, members, -shown
        return None

    def push(self, value: float, number: int) -> None:
        """Enter a group again."""
        heappush(self._heap, (-value, number))

    def value(self, number: int, members: tuple[int, ...]) -> float:
        """Return the value of a group now."""
        return self.value_of(self.groups[number], members)

    def value_of(self, group: Group, members: tuple[int, ...]) -> float:
        """Return the value of these members of a group now."""
        return round(self._exact(group, members) / self._scale, ROUNDING_DIGITS)

    def take(self, members: tuple[int, ...]) -> None:
        """Select sentences, and enter the other groups with them again."""
        self.taken.update(members)
        for member in members:
            self.uncovered.select(member)
            if self.novelty is not None:
                self._new = np.minimum(self._new, self.novelty(member))
        for other in sorted({other for member in members for other in self._containing.get(member, ())}):
            if rest := self._missing(other):
                self.push(round(self._bound(self.groups[other], rest) / self._scale, ROUNDING_DIGITS), other)

    def _missing(self, number: int) -> tuple[int, ...]:
        members = self.groups[number].members
        return tuple(i for i in members if i not in self.taken) if self.taken else members

    def _exact(self, group: Group, members: tuple[int, ...]) -> float:
        return self._times_mass(group, members, self.uncovered.of(members))

    def _bound(self, group: Group, members: tuple[int, ...]) -> float:
        return self._times_mass(group, members, float(sum(self.uncovered.gain[i] for i in members)))

    def _times_mass(self, group: Group, members: tuple[int, ...], mass: float) -> float:
        value = group.factor * self.worth.of(members) * mass
        if self.following is not None and self.taken:
            value *= self.following.factor(members, self.taken)
        return value * float(self._new[members[-1]])


def _upper_bounds(uncovered: UncoveredMass, groups: Sequence[Group], worth: Worth) -> Floats:
    """Return for all groups at once what they would be worth if no two of their sentences had a term in common."""
    if not groups:
        return np.zeros(0)
    members = np.fromiter(chain.from_iterable(group.members for group in groups), np.intp)
    starts = np.cumsum([0, *(len(group.members) for group in groups[:-1])])
    words = np.add.reduceat(worth.words[members], starts)
    factor = np.add.reduceat((worth.factor * worth.words)[members], starts) / words
    mass = np.add.reduceat(uncovered.gain[members], starts)
    bounds: Floats = np.array([group.factor for group in groups]) * factor * words**-worth.exponent * mass
    return bounds
