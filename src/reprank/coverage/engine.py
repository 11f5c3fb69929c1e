"""Values to selection: one greedy loop for summaries and answers.

At every step the sentence of the largest value is selected:

    value_i = v_i(S) · (1 − λ u_i(S)),

where v_i(S) is what the sentence adds to the selected sentences S (``Values``), and u_i(S) is the probability that it
needs another sentence to be understood and no sentence of S tells it (``reprank.coverage.cover``). With λ = 1
this is the expected value of what is understood. So a sentence counts fully as soon as what it needs is selected.
In an answer, a sentence that needs another one is selected together with it, and loses half as much if both fit.
Without it, it can only be the first one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from heapq import heapify, heappop, heappush
from typing import Literal, NamedTuple, Protocol

import numpy as np

from reprank.arrays import ROUNDING_DIGITS, Booleans, Floats, Integers
from reprank.caching import cached_property
from reprank.coverage.cover import CERTAIN, Dependencies
from reprank.selection import Costs
from reprank.values import value_class

MIN_COMPANION = 0.2  # probability that a sentence is understood because of another one that is selected along with it


class Values(Protocol):
    """What each sentence adds to what is selected, while sentences are selected one after another."""

    def now(self) -> Floats:
        """Return the present value of every sentence; a negative one excludes it for the time being."""

    def of(self, sentence: int) -> float:
        """Return the present value of one sentence."""

    def of_each(self, sentences: Integers) -> Floats:
        """Return what ``of`` returns, for several sentences."""

    def is_required(self, sentence: int) -> bool:
        """Tell whether a sentence comes before all that are not required, whatever their values."""

    def select(self, sentence: int) -> bool:
        """Select a sentence, and tell whether the value of another sentence may have grown."""


Event = Literal["pinned", "selected", "too long", "near-duplicate", "not worth the room", "not understood"]


class Step(NamedTuple):
    """What happened to a sentence when its turn came."""

    event: Event
    sentence: int
    value: float  # relative to the best one at the start
    used: int  # cost of all that was selected before
    is_required: bool = False


@value_class
class SelectionProblem:
    """All that a selection depends on; ``steps`` solves it from the beginning, as often as it is called.

    After the first sentence that is too long for the room that is left, or that is not understood, the others only fill
    this room, and their value must be at least the share ``filling`` of its value. Nothing is selected whose value is
    below ``threshold`` times that of the best sentence, unless it is required.
    """

    begin: Callable[[], Values]  # values before anything is selected
    dependencies: Dependencies
    misunderstood: float  # λ
    allowed: Booleans  # sentences that may be selected
    costs: Costs
    duplicates: Callable[[int], Integers]  # sentences that tell the same as a sentence, itself included
    filling: float = 0.0
    threshold: float = 0.0
    pinned: tuple[int, ...] = ()
    companions: bool = False  # what a sentence needs comes with it (an answer), or only lowers its value (a summary)

    @cached_property
    def _lost(self) -> Floats:
        """Share of its value that each sentence loses where what it needs is missing."""
        lost, unmet = np.full(len(self.allowed), self.misunderstood), self.dependencies.unmet()
        for sentence in np.flatnonzero(self.allowed & (unmet >= CERTAIN)).tolist() if self.companions else ():
            if self.companion(sentence, self.costs.after(0, sentence), unmet, frozenset()) is not None:
                lost[sentence] /= 2
        return lost

    def understood(self, unmet: Floats, among: Integers | None = None) -> Floats:
        """Return the factor of all sentences, or of some, that need with this probability what is not told."""
        factor: Floats = 1 - (self._lost if among is None else self._lost[among]) * unmet
        return factor

    def companion(self, sentence: int, used: int, unmet: Floats, excluded: Set[int]) -> int | None:
        """Return the sentence that another one, which dangles, is probably understood with; None if none fits.

        It must be understood itself: p_ij (1 − u_j) is largest.
        """
        if unmet[sentence] < CERTAIN:
            return None
        antecedents, probability = self.dependencies.antecedents.row(sentence)
        understood = [
            (p, j)
            for j, p in zip(antecedents.tolist(), (probability * (1 - unmet[antecedents])).tolist(), strict=True)
            if self.allowed[j] and j not in excluded and self.costs.after(used, j) <= self.costs.limit
        ]
        p, found = max(understood, default=(0.0, -1))
        return found if p >= MIN_COMPANION else None

    def steps(self, *, brief: bool = False) -> Iterator[Step]:
        """Yield each sentence that is selected or dropped, in the order in which this is decided.

        Pinned sentences come first, then those that they need, while they fit, the nearest first. With ``brief``, steps
        are left out that drop a sentence because it is too long, and the steps end where nothing more is selected.
        """
        queue = _Queue(self, self.begin())
        told = set[int]()  # what is selected, and near-duplicates of it
        used, floor = 0, self.threshold
        cheapest = min(self.allowed.nonzero()[0].tolist(), key=self.costs.each.tolist().__getitem__, default=-1)
        needed = [need for pin in self.pinned for need in self.dependencies.chain(pin)]
        for sentence in (*self.pinned, *(need for need in needed if self.allowed[need])):
            cost = self.costs.after(used, sentence)
            is_pin = sentence in self.pinned
            if sentence not in queue.taken and (is_pin or (cost <= self.costs.limit and sentence not in told)):
                yield Step("pinned", sentence, queue.value(sentence), used)
                used = cost
                told |= queue.take(sentence)
        is_full = self.costs.after(used, cheapest) > self.costs.limit
        while (best := queue.pop()) is not None:
            not_required, minus, sentence = best
            shown = -minus
            if brief and (is_full or (shown < floor and not_required)):
                return
            if sentence in told:
                yield Step("near-duplicate", sentence, shown, used)
                continue
            cost = self.costs.after(used, sentence)
            if brief and cost > self.costs.limit and self.filling * shown <= floor:
                continue  # it is too long, and could not raise the floor
            now = queue.value(sentence)
            companion = self.companion(sentence, cost, queue.unmet, told) if self.companions else None
            if companion is not None:
                cost = self.costs.after(cost, companion)
            if cost > self.costs.limit:
                if queue.taken:
                    floor = max(floor, self.filling * now)
                yield Step("too long", sentence, now, used)
            elif self.companions and companion is None and queue.taken and queue.unmet[sentence] >= CERTAIN:
                floor = max(floor, self.filling * now)
                yield Step("not understood", sentence, now, used)
            elif (queue.values.is_required(sentence), now) < (not not_required, shown):
                queue.enter(sentence, now)
            elif now < floor and not_required:
                yield Step("not worth the room", sentence, now, used)
            else:
                yield Step("selected", sentence, now, used, not not_required)
                told |= queue.take(sentence)
                if companion is not None:
                    yield Step("selected", companion, queue.value(companion), used)
                    told |= queue.take(companion)
                used = cost
                is_full = self.costs.after(used, cheapest) > self.costs.limit

    def select(self) -> list[int]:
        """Return the selected sentences, best first."""
        return [step.sentence for step in self.steps(brief=True) if step.event in ("selected", "pinned")]


# Whether a sentence is not required, minus the value that it was entered with, and its number; the smallest is next.
_Entry = tuple[bool, float, int]


class _Queue:
    """Sentences by value, the best first, of equal values the first; values are relative to the best at the start.

    Values shrink as sentences are selected, so a sentence whose value is not below what it was entered with is the
    best. Where a value may have grown, the sentence is entered again.
    """

    def __init__(self, problem: SelectionProblem, values: Values) -> None:
        self.values, self.taken = values, set[int]()
        self._problem, self.unmet = problem, problem.dependencies.unmet()
        self._factor = problem.understood(self.unmet)
        now = values.now() * self._factor
        self._scale = float(now[problem.allowed].max(initial=0.0)) or 1.0
        self._fill(now)

    def value(self, sentence: int) -> float:
        """Return the value of a sentence now."""
        return round(self.values.of(sentence) * self._factor.item(sentence) / self._scale, ROUNDING_DIGITS)

    def enter(self, sentence: int, value: float) -> None:
        """Enter a sentence with its value now."""
        heappush(self._heap, (not self.values.is_required(sentence), -value, sentence))

    def pop(self) -> _Entry | None:
        """Return the first sentence that is not selected yet."""
        while self._heap:
            entry = heappop(self._heap)
            if entry[2] not in self.taken:
                return entry
        return None

    def take(self, sentence: int) -> set[int]:
        """Select a sentence, enter the others again whose value may have grown, and return what it tells."""
        self.taken.add(sentence)
        told = self._problem.duplicates(sentence)
        helped = self._problem.dependencies.tell(self.unmet, told)
        if len(helped):
            self._factor[helped] = self._problem.understood(self.unmet[helped], helped)
        if self.values.select(sentence):
            self._fill(self.values.now() * self._factor)
        elif len(helped):
            for entry in self._entries(helped, self.values.of_each(helped) * self._factor[helped]):
                heappush(self._heap, entry)
        return {sentence, *told.tolist()}

    def _fill(self, now: Floats) -> None:
        """Enter all sentences anew, given the value of each."""
        self._heap = self._entries(np.arange(len(now)), now)
        heapify(self._heap)

    def _entries(self, sentences: Integers, now: Floats) -> list[_Entry]:
        """Return the entries of sentences that may be selected, given the value of each."""
        minus = (now / -self._scale).round(ROUNDING_DIGITS)
        candidates = zip(minus.tolist(), sentences.tolist(), self._problem.allowed[sentences].tolist(), strict=True)
        taken, required = self.taken, self.values.is_required
        return [
            (not required(i), least, i) for least, i, allowed in candidates if allowed and least <= 0 and i not in taken
        ]
