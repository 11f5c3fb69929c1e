"""Statements to conflicts: sentences of two documents that give different values for the same thing.

Two values are of the same thing if their units agree, if their frames have enough in common, and if nothing near one of
them says that it is about another time, part or name. A sentence that denies what another one claims differs from it,
too. Where one of the two is the later one, the difference is an update.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from reprank.arrays import Booleans, wide
from reprank.caching import cached_property
from reprank.patterns import lazy_pattern
from reprank.sources.days import Day, day_of
from reprank.sources.quantities import COUNTED, Quantity
from reprank.sources.statements import Denial, Statements, Value
from reprank.text.units import Units
from reprank.values import value_class

MAX_STEM_SENTENCES = 40  # stems in more sentences do not propose pairs, so that time stays linear
BLOCK_EDGES = 1 << 16  # whose meetings are read at once
MAX_PARTNERS = 12  # sentences with which one is compared
MIN_PAIR_COSINE = 0.16  # of two sentences that may differ in a value
MIN_DENIAL_COSINE = 0.3  # of two sentences of which one may deny the other
SERIES = 3  # different values that one value differs from
SERIES_SHARE = 0.8  # of the limits, for what counts as one of a series
ALONE = 0.8  # agreement from which on one common stem is enough
MAX_CLAIM_WORDS = 14  # of a sentence that another one may deny
MIN_CLAIM = 0.5  # share of the claim that is denied
CLAIMED, DENIED = "claimed", "denied"
# What says that something has changed.
CHANGED = lazy_pattern(
    r"\b(?:(?:has|have)\s(?:now\s)?(?:risen|climbed|grown|fallen|increased|dropped|doubled)\b"
    r"|(?:has|have)\sbeen\s(?:raised|lowered|revised|put\soff|postponed|extended|moved|cut)\b"
    r"|now\s(?:put|say|expect|stand)|rather\sthan|no\slonger|instead\sof)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ConflictLimits:
    """How much two frames must have in common."""

    number: float = 0.44
    date: float = 0.55
    negation: float = 0.7


@dataclass(frozen=True, slots=True)
class Difference:
    """Two sentences, what kind of difference there is, the two values, and how much their frames have in common."""

    first: int
    second: int
    kind: str
    values: tuple[str, str]
    agreement: float
    unit: str = ""


Key = tuple[int, int, str, tuple[str, str]]  # two documents, kind, values


@value_class
class ConflictIndex:
    """Finds the conflicts between documents."""

    units: Units
    listed: Booleans  # sentences that may be named
    limits: ConflictLimits = field(default_factory=ConflictLimits)

    @cached_property
    def statements(self) -> Statements:
        """What each sentence states."""
        return Statements(self.units)

    def find(self) -> list[Difference]:
        """Return the differences, in the order of the documents; each pair of values of two documents once."""
        if self.units.document_count < 2:
            return []
        found: dict[Key, Difference] = {}
        for one, other in self._pairs():
            for it in self.compare(one, other):
                documents = int(self.units.document[one]), int(self.units.document[other])
                key = (*documents, it.kind, it.values)
                if key not in found or found[key].agreement < it.agreement:
                    found[key] = it
        found = _without_series(found, self.units.document_count)
        limit = {"number": self.limits.number, "date": self.limits.date, "negation": self.limits.negation}
        found = {key: it for key, it in found.items() if it.agreement >= limit[it.kind]}
        told = [self._dated(it) for it in found.values()]
        return sorted(told, key=lambda it: (it.first, it.second, it.kind, it.values))

    def _dated(self, it: Difference) -> Difference:
        """Turn a difference into an update, the earlier sentence first, if one of the sentences is later.

        A document of a later day is later, unless the values are years: the past does not change. So is a sentence
        that says that something has changed, where the days are not known or the same.
        """
        one, other = (self._day[int(self.units.document[sentence])] for sentence in (it.first, it.second))
        if one is not None and other is not None and one != other:
            if it.unit == "year":
                return it
            later = other > one
        else:
            first, second = (CHANGED.search(self.units.texts[sentence]) for sentence in (it.first, it.second))
            if bool(first) == bool(second):
                return it
            later = bool(second)
        if later:
            return replace(it, kind="update")
        return replace(it, kind="update", first=it.second, second=it.first, values=(it.values[1], it.values[0]))

    @cached_property
    def _day(self) -> list[datetime.date | None]:
        return [day_of(document) for document in self.units.documents]

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """Yield pairs of sentences of different documents with stems in common, rare enough to be few."""
        stems, rarity = self.statements.stems, self.statements.rarity
        frequency = np.bincount(stems.target, minlength=stems.shape[1])
        rare = stems.onto(frequency <= MAX_STEM_SENTENCES)
        weight = rarity[stems.target] ** 2
        norm = np.sqrt(np.bincount(stems.source, weight, stems.shape[0]))
        values, denials = self.statements.with_values, self.statements.with_denials
        parts = []
        for begin in range(0, max(len(rare), 1), BLOCK_EDGES):  # most of the pairs that meet are not kept
            one, other = rare.meetings(begin, begin + BLOCK_EDGES)
            source, target = rare.source[one], rare.source[other]
            kept = (source < target) & (self.units.document[source] != self.units.document[target])
            kept &= self.listed[source] & self.listed[target]
            kept &= (values[source] & values[target]) | (denials[source] != denials[target])
            parts.append((source[kept], target[kept], rare.target[one[kept]]))
        source, target, stem = map(np.concatenate, zip(*parts, strict=True))
        squared = rarity[frequency <= MAX_STEM_SENTENCES][stem] ** 2
        pairs, place = np.unique(wide(source) * len(self.units) + target, return_inverse=True)
        cosine = np.bincount(place, squared, len(pairs)).astype(np.float64)
        first, second = pairs // len(self.units), pairs % len(self.units)
        cosine /= np.maximum(norm[first] * norm[second], 1e-12)
        partners: dict[int, int] = {}
        for at in np.argsort(-cosine, kind="stable").tolist():
            if cosine[at] < MIN_PAIR_COSINE:
                return
            a, b = int(first[at]), int(second[at])
            if cosine[at] < MIN_DENIAL_COSINE and not (values[a] and values[b]):
                continue
            if partners.get(a, 0) < MAX_PARTNERS and partners.get(b, 0) < MAX_PARTNERS:
                partners[a], partners[b] = partners.get(a, 0) + 1, partners.get(b, 0) + 1
                yield a, b

    def compare(self, one: int, other: int) -> Iterator[Difference]:
        """Yield the differences of two sentences, also those that are too uncertain to be reported."""
        denials = self.statements.with_denials
        if not self.statements.values_of(one).may_differ(self.statements.values_of(other)) and (
            denials[one] == denials[other]
        ):
            return
        a, b = self.statements.of(one), self.statements.of(other)
        if (a.clocks and b.clocks and not a.clocks & b.clocks) or a.years != b.years:
            return  # two events
        for kind, left, right, limit in (
            ("number", a.numbers, b.numbers, SERIES_SHARE * self.limits.number),
            ("date", a.dates, b.dates, SERIES_SHARE * self.limits.date),
        ):
            for x, y, agreement in _aligned(left, right, limit):
                if not _agree(x, y) and not _told_elsewhere(x, right) and not _told_elsewhere(y, left):
                    yield Difference(one, other, kind, (x.of.text, y.of.text), agreement, x.unit)
        if (a.denial is None) != (b.denial is None):
            denial, claim = (a.denial, b) if a.denial else (b.denial, a)
            assert denial is not None
            agreement = _contained(denial, claim.words)
            if agreement >= self.limits.negation and not _strangers(a.names, b.names):
                values = (DENIED, CLAIMED) if a.denial else (CLAIMED, DENIED)
                yield Difference(one, other, "negation", values, agreement)


def _aligned(left: Sequence[Value], right: Sequence[Value], limit: float) -> Iterator[tuple[Value, Value, float]]:
    """Pair values of the same thing, the most certain pairs first, each value once."""
    pairs = []
    for i, x in enumerate(left):
        for j, y in enumerate(right):
            agreement = _same_thing(x, y)
            if agreement >= limit:
                pairs.append((not _agree(x, y), -agreement, i, j))
    used_left: set[int] = set()
    used_right: set[int] = set()
    for _, agreement, i, j in sorted(pairs):
        if i not in used_left and j not in used_right:
            used_left.add(i)
            used_right.add(j)
            yield left[i], right[j], -agreement


def _same_thing(x: Value, y: Value) -> float:
    """Return how much the frames of two values have in common, 0 if they are values of different things."""
    a, b = x.of, y.of
    if isinstance(a, Quantity) and isinstance(b, Quantity):
        if not a.comparable(b):
            return 0.0
        if a.unit == "age" and x.before != y.before:
            return 0.0
        if a.unit == COUNTED and x.nouns and y.nouns and x.nouns[0] not in y.nouns and y.nouns[0] not in x.nouns:
            return 0.0
    elif isinstance(a, Day) and isinstance(b, Day) and (a.until != b.until or not a.comparable(b)):
        return 0.0
    if x.qualifiers != y.qualifiers or x.negated != y.negated or x.part != y.part or _strangers(x.names, y.names):
        return 0.0
    agreement, shared = _common(x.frame, y.frame)
    return agreement if shared >= 2 or agreement >= ALONE else 0.0


def _without_series(found: Mapping[Key, Difference], documents: int) -> dict[Key, Difference]:
    """Leave out what belongs to a series of events, such as aftershocks, each with its own strength and depth.

    A value that differs from several others belongs to one, and so does a kind of value that differs more often than
    there are documents, unless the sentences agree in nearly all else.
    """
    rivals: dict[tuple[int, str], set[str]] = {}
    times: dict[tuple[str, str], int] = {}
    for it in found.values():
        times[it.kind, it.unit] = times.get((it.kind, it.unit), 0) + 1
        one, other = it.values
        rivals.setdefault((it.first, one), set()).add(other)
        rivals.setdefault((it.second, other), set()).add(one)
    return {
        key: it
        for key, it in found.items()
        if (times[it.kind, it.unit] <= max(SERIES, documents // 2) or it.agreement >= ALONE)
        and len(rivals[it.first, it.values[0]]) < SERIES
        and len(rivals[it.second, it.values[1]]) < SERIES
    }


def _told_elsewhere(value: Value, others: Sequence[Value]) -> bool:
    """Tell whether another value of the other sentence is the same."""
    of = value.of
    if isinstance(of, Day):
        return any(isinstance(it.of, Day) and of.comparable(it.of) and of.agrees(it.of) for it in others)
    return any(
        isinstance(it.of, Quantity) and (it.of.unit, it.of.low, it.of.high) == (of.unit, of.low, of.high)
        for it in others
    )


def _agree(x: Value, y: Value) -> bool:
    if isinstance(x.of, Day):
        return isinstance(y.of, Day) and x.of.agrees(y.of)
    return isinstance(y.of, Quantity) and x.of.agrees(y.of)


def _strangers(one: frozenset[int], other: frozenset[int]) -> bool:
    """Tell whether both have names that the other does not have."""
    return bool(one - other) and bool(other - one)


def _common(one: Mapping[int, float], other: Mapping[int, float]) -> tuple[float, int]:
    """Return the weight that two frames have in common, as a share of both, and how many stems that are."""
    shared = one.keys() & other.keys()
    both = sum(one.values()) + sum(other.values())
    return 2 * sum(min(one[stem], other[stem]) for stem in shared) / max(both, 1e-12), len(shared)


def _contained(denial: Denial, claim: Mapping[int, float]) -> float:
    """Return which share of what is denied another sentence claims, 0 if that is not the same predicate."""
    shared = denial.words.keys() & claim.keys()
    if denial.predicate not in shared or len(shared) < 2 or len(claim) > MAX_CLAIM_WORDS:
        return 0.0
    common = sum(claim[stem] for stem in shared)
    if common < MIN_CLAIM * sum(claim.values()):
        return 0.0
    return common / sum(denial.words.values())
