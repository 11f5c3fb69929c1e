"""Units to groups: which sentences must come together to be understood."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Booleans, Integers
from reprank.caching import cached_property
from reprank.coverage.greedy import Group
from reprank.coverage.settings import Cohesion
from reprank.text.introductions import introductions
from reprank.text.leaning import asks, leaning, needed
from reprank.text.units import Units


@dataclass(frozen=True, eq=False)
class Links:
    """What each sentence leans on: its predecessors, and the sentence that introduces whom or what it names."""

    units: Units
    reviews: bool
    leans: Integers  # how a sentence leans on the one before it: ``reprank.text.leaning``
    people: Integers  # sentence that introduces a person, or −1
    things: Integers  # sentence that introduces a thing, or −1

    @classmethod
    def of(cls, units: Units, *, reviews: bool) -> Links:
        """Read the links of all sentences; in reviews nothing needs an introduction."""
        none = np.full(len(units), -1)
        people, things = (none, none) if reviews else introductions(units)
        return cls(units, reviews, leaning(units, reviews=reviews), people, things)

    @cached_property
    def standing_alone(self) -> Booleans:
        """Sentences that can be understood on their own."""
        alone: Booleans = (self.leans == 0) & (self.people < 0) & (self.things < 0)
        return alone

    def needs(self, sentence: int, *, max_members: int) -> tuple[int, ...]:
        """Return the sentences without which a sentence is not understood, in order."""
        chain = needed(self.units, self.leans > 0, max_members=max_members)[sentence]
        return tuple(sorted({*chain, int(self.people[sentence]), int(self.things[sentence])} - {-1, sentence}))

    def groups(self, allowed: Booleans, cohesion: Cohesion) -> list[Group]:
        """List what may be selected: sentences, and sentences with what they lean on.

        A sentence that leans may also come alone, at a lower value.
        """
        chains = needed(self.units, self.leans > 0, max_members=cohesion.max_members)
        alone = np.exp(-np.array(cohesion.alone_in_reviews if self.reviews else cohesion.alone))[self.leans]
        alone[asks(self.units)] *= np.exp(-cohesion.question)
        alone[[text.endswith(":") for text in self.units.texts]] *= np.exp(-cohesion.announcement)
        alone[:-1][self.units.quoted_on[1:]] *= np.exp(-cohesion.cut_quotation)
        person, thing = cohesion.unknown_person * (self.people >= 0), cohesion.unknown_thing * (self.things >= 0)
        unknown = np.exp(-(person + thing))
        factors, known = (alone * unknown).tolist(), alone.tolist()
        people, things, may = self.people.tolist(), self.things.tolist(), allowed.tolist()
        groups: list[Group] = []
        for i in np.flatnonzero(allowed).tolist():
            chain = chains[i]
            if len(chain) > 1 and all(may[member] for member in chain):
                groups.append(Group(chain, factors[chain[0]]))
            groups.append(Group((i,), factors[i]))
            if people[i] < 0 and things[i] < 0:
                continue
            introduced = tuple(sorted({people[i], things[i], i} - {-1}))
            if all(may[member] for member in introduced):
                groups.append(Group(introduced, known[i]))
        return groups
