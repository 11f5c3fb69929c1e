"""Ranking to cover: all that the selection of sentences depends on, ready to run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from reprank.arrays import Booleans, Floats, Integers
from reprank.coverage.greedy import Following, Group, Step, UncoveredMass, Worth, cover_steps
from reprank.coverage.settings import Filling
from reprank.graph.edges import Edges
from reprank.selection import Costs


@dataclass(frozen=True, eq=False)
class Cover:
    """Terms with their mass, groups of sentences with their worth, and the costs."""

    incidence: Edges  # which terms each sentence contains
    mass: Floats
    absorption: Floats
    allowed: Booleans  # sentences that may be selected
    groups: Sequence[Group]
    worth: Worth
    costs: Costs
    duplicates: Callable[[int], Integers]
    filling: Filling
    following: Following | None = None
    novelty: Callable[[int], Floats] | None = None
    pinned: Sequence[Group] = ()

    def uncovered(self) -> UncoveredMass:
        """Return the mass of the terms before anything is selected."""
        return UncoveredMass(self.incidence, self.mass, absorption=self.absorption)

    def balanced_worth(self, balance: Floats) -> Worth:
        """Return the worth with one more factor for each sentence."""
        return Worth(self.worth.factor * balance, self.worth.words, self.worth.exponent)

    def beside(self, members: Sequence[int], selected: Collection[int]) -> float:
        """Return the factor of a group for standing beside selected sentences."""
        return self.following.factor(members, selected) if self.following else 1.0

    def least_novelty(self, members: Sequence[int], selected: Collection[int]) -> float:
        """Return the factor of a group for telling again what selected sentences tell: the least of all of them."""
        if self.novelty is None:
            return 1.0
        return min((float(self.novelty(i)[members[-1]]) for i in selected), default=1.0)

    def steps(self, balance: Floats) -> Iterator[Step]:
        """Select with a factor for each sentence, and yield what happens to each group."""
        return cover_steps(
            self.uncovered(),
            self.groups,
            worth=self.balanced_worth(balance),
            costs=self.costs,
            duplicates=self.duplicates,
            filling=self.filling,
            following=self.following,
            novelty=self.novelty,
            pinned=self.pinned,
        )

    def select(self, balance: Floats) -> list[int]:
        """Select with a factor for each sentence."""
        selected: list[int] = []
        cheapest = int(self.costs.each[self.allowed].min(initial=self.costs.limit + 1))
        for step in self.steps(balance):
            if step.event in ("selected", "pinned"):
                selected.extend(step.members)
            elif selected and step.used + self.costs.separator + cheapest > self.costs.limit:
                break  # nothing fits any more
        return selected
