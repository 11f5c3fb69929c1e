"""Uncovered mass to selection: what each sentence, with what it leans on, would add to what the summary already covers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np

from reprank.arrays import ROUNDING_DIGITS, Booleans, Floats, Integers
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
            words = float(self.words[sentences[0]])
            return float(self.factor[sentences[0]]) * words**-self.exponent
        words = float(sum(self.words[i] for i in sentences))
        mean = float(sum(self.factor[i] * self.words[i] for i in sentences)) / words
        return mean * words**-self.exponent


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
        held = np.concatenate([self.terms.row(i)[0] for i in sentences])
        held.sort()
        new = np.append(True, held[1:] != held[:-1])
        return float(self.mass[held[new]].sum())

    def select(self, sentence: int) -> None:
        """Let the terms of a sentence lose their share."""
        terms = self.terms.row(sentence)[0]
        lost = self.absorption[terms] * self.mass[terms]
        self.mass[terms] -= lost
        self.gain -= self.terms.gather(terms, lost)
        np.maximum(self.gain, 0.0, out=self.gain)


@dataclass(frozen=True, eq=False)
class Groups:
    """What is selected together: for each sentence, the sentences that must come with it, itself last.

    ``allowed`` tells which sentences may be selected at all, on their own or with others. ``factor`` lowers the value
    of groups that still lean on something that is not part of them.
    """

    members: Sequence[tuple[int, ...]]
    allowed: Booleans
    factor: Floats

    def missing(self, sentence: int, selected: set[int]) -> tuple[int, ...]:
        """Return the members that are not yet selected."""
        members = self.members[sentence]
        return members if not selected else tuple(i for i in members if i not in selected)

    def followers(self, sentence: int) -> list[int]:
        """Return the later sentences whose group contains the given one."""
        found = []
        for i in range(sentence + 1, min(sentence + 4, len(self.members))):
            if sentence in self.members[i]:
                found.append(i)
        return found


def cover_greedily(
    uncovered: UncoveredMass, groups: Groups, *, worth: Worth, costs: Costs, duplicates: Callable[[int], Integers]
) -> list[int]:
    """Select the group with the largest value that fits, again and again; of equal values, the first.

    Values shrink as terms are covered, so a group whose value has not changed since it was put on the heap is the best
    one. A value can grow only where a member of the group was selected; such groups are put on the heap again.
    """
    selected: list[int] = []
    taken, unwanted = set[int](), set[int]()
    used = 0
    scale = 1.0

    def value(sentence: int) -> float:
        members = groups.missing(sentence, taken)
        worthwhile = groups.factor[sentence] * worth.of(members) * uncovered.of(members)
        return round(float(worthwhile) / scale, ROUNDING_DIGITS)

    candidates = np.flatnonzero(groups.allowed).tolist()
    scale = max((value(sentence) for sentence in candidates), default=1.0) or 1.0
    heap = [(-value(sentence), sentence) for sentence in candidates]
    heapify(heap)
    while heap:
        best, sentence = heappop(heap)
        members = groups.missing(sentence, taken)
        if sentence in taken or not unwanted.isdisjoint(members):
            continue
        cost = used
        for member in members:
            cost = costs.after(cost, member)
        if cost > costs.limit:
            continue
        now = value(sentence)
        if now < -best:
            heappush(heap, (-now, sentence))
            continue
        used = cost
        for member in members:
            selected.append(member)
            taken.add(member)
            unwanted.update(duplicates(member).tolist())
            uncovered.select(member)
        unwanted -= taken
        for member in members:
            for follower in groups.followers(member):
                if groups.allowed[follower] and follower not in taken:
                    heappush(heap, (-value(follower), follower))
    return selected
