"""Values to selection: one greedy loop for summaries and answers.

At every step the sentence of the largest value is selected:

    value_i = v_i(S) · (1 − λ u_i(S)),

where v_i(S) is what the sentence adds to the selected sentences S (``Values``), and u_i(S) is the probability that it
needs another sentence to be understood and no sentence of S tells it (``reprank.coverage.cover``). With λ = 1
this is the expected value of what is understood. So a sentence counts fully as soon as what it needs is selected.

A sentence i that probably needs another one, u_i ≥ ½, may also be selected together with its *companion* j, the one
that it most probably needs. The value of both is their mean, where j tells what it tells:

    value_ij = ½ v_j(S) · (1 − λ u_j(S)) + ½ v_i(S) · (1 − λ (u_i(S) − p_ij)).

In an answer, a sentence that needs another one is selected together with it, and loses half as much if both fit.
Without it, it can only be the first one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, Protocol, TypeVar

import numpy as np

from reprank.arrays import ROUNDING_DIGITS, Booleans, Floats, Integers
from reprank.caching import cached_property
from reprank.coverage.cover import CERTAIN, Dependencies
from reprank.coverage.queue import Queue
from reprank.selection import Costs
from reprank.values import value_class

MIN_COMPANION = 0.2  # probability with which a sentence needs its companion
MARGIN = 10.0 ** (2 - ROUNDING_DIGITS)  # more than rounding errors make of a relative value
Number = TypeVar("Number", float, Floats)


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
    is_pair: bool = False  # whether it is selected together with another one, by the mean of both values


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
    together: bool = True  # a sentence may be selected with its companion …
    answers: bool = False  # … or always is, whatever both are worth

    @cached_property
    def companions(self) -> tuple[Integers, Floats]:
        """The companion of each sentence, −1 if there is none, and the probability that it needs it."""
        antecedents, unmet = self.dependencies.antecedents, self.dependencies.unmet()
        source, target, probability = antecedents.source, antecedents.target, antecedents.weight
        usable = self.allowed[source] & self.allowed[target] & (unmet[source] >= CERTAIN)
        usable &= probability >= MIN_COMPANION
        edges = np.flatnonzero(usable if self.together else np.zeros_like(usable))
        edges = edges[np.lexsort((target[edges], probability[edges]))]
        companion, needs = np.full(len(unmet), -1, np.intp), np.zeros(len(unmet))
        companion[source[edges]], needs[source[edges]] = target[edges], probability[edges]  # the last one stays
        return companion, needs

    @cached_property
    def _lost(self) -> Floats:
        """Share of its value that each sentence loses where what it needs is missing."""
        lost = np.full(len(self.allowed), self.misunderstood)
        if self.answers:
            companion, each = self.companions[0], self.costs.each
            both = each + self.costs.separator + each[companion]
            lost[(companion >= 0) & (both <= self.costs.limit)] /= 2
        return lost

    def understood(self, unmet: Floats, among: Integers | None = None) -> Floats:
        """Return the factor of all sentences, or of some, that need with this probability what is not told."""
        factor: Floats = 1 - (self._lost if among is None else self._lost[among]) * unmet
        return factor

    def steps(self, *, brief: bool = False) -> Iterator[Step]:
        """Yield each sentence that is selected or dropped, in the order in which this is decided.

        Pinned sentences come first, then those that they need, while they fit, the nearest first. With ``brief``, steps
        are left out that drop a sentence because it is too long, and the steps end where nothing more is selected.
        """
        return _Selecting(self, self.begin()).steps(brief=brief)

    def select(self) -> list[int]:
        """Return the selected sentences, best first."""
        return [step.sentence for step in self.steps(brief=True) if step.event in ("selected", "pinned")]


class _Selecting:
    """What is selected so far, and what the other sentences are worth: values relative to the best at the start.

    Values shrink as sentences are selected, so a sentence whose value is not below what it was entered with in the
    queue is the best. Where a value may have grown, the sentence is entered again.
    """

    def __init__(self, problem: SelectionProblem, values: Values) -> None:
        self.values, self.taken = values, set[int]()
        self.told = set[int]()  # what is selected, and near-duplicates of it
        self.used, self._room, self._cost_of = 0, problem.costs.limit, problem.costs.each.item
        self._problem, self.unmet = problem, problem.dependencies.unmet()
        self._factor = problem.understood(self.unmet)
        self._companion, self._needs = problem.companions[0].copy(), problem.companions[1]
        now = values.now()
        self._scale = float((now * self._factor)[problem.allowed].max(initial=0.0)) or 1.0
        self._fill(now)

    def steps(self, *, brief: bool) -> Iterator[Step]:
        """Solve the problem; see ``SelectionProblem.steps``."""
        problem = self._problem
        floor = problem.threshold
        cheapest = min(problem.allowed.nonzero()[0].tolist(), key=problem.costs.each.tolist().__getitem__, default=-1)
        needed = [need for pin in problem.pinned for need in problem.dependencies.chain(pin)]
        for sentence in (*problem.pinned, *(need for need in needed if problem.allowed[need])):
            is_pin = sentence in problem.pinned
            if sentence not in self.taken and (is_pin or (self.fits(sentence) and sentence not in self.told)):
                yield Step("pinned", sentence, self.value(sentence), self.used)
                self.take(sentence)
        if brief and not self.fits(cheapest):
            return
        while (best := self._queue.pop()) is not None:
            not_required, minus, sentence = best
            if sentence in self.taken:
                continue
            shown = -minus
            if brief and shown < floor and not_required:
                return
            if sentence in self.told:
                yield Step("near-duplicate", sentence, shown, self.used)
                continue
            fits = self.fits(sentence)
            if brief and not fits and problem.filling * shown <= floor:
                continue  # it is too long, and could not raise the floor
            now, companion = self.offer(sentence)
            if not fits:
                if self.taken:
                    floor = max(floor, problem.filling * now)
                yield Step("too long", sentence, now, self.used)
            elif problem.answers and companion is None and self.taken and self.unmet[sentence] >= CERTAIN:
                floor = max(floor, problem.filling * now)
                yield Step("not understood", sentence, now, self.used)
            elif (self.values.is_required(sentence), now) < (not not_required, shown):
                self._queue.enter(sentence, now, is_required=self.values.is_required(sentence))
            elif now < floor and not_required:
                yield Step("not worth the room", sentence, now, self.used)
            else:
                is_pair = companion is not None
                yield Step("selected", sentence, now, self.used, not not_required, is_pair)
                if companion is not None:
                    self.take(sentence)
                    sentence = companion
                    yield Step("selected", sentence, self.value(sentence), self.used, is_pair=True)
                self.spend(sentence)
                if brief and not self.fits(cheapest):
                    return
                self.tell(sentence)
                self._refresh()

    def fits(self, sentence: int, companion: int | None = None) -> bool:
        """Tell whether there is room for a sentence, and for another one beside it."""
        if companion is None:
            return self._cost_of(sentence) <= self._room
        costs = self._problem.costs
        return costs.after(costs.after(self.used, sentence), companion) <= costs.limit

    def value(self, sentence: int) -> float:
        """Return the value of a sentence alone now."""
        return round(self.values.of(sentence) * self._factor.item(sentence) / self._scale, ROUNDING_DIGITS)

    def offer(self, sentence: int) -> tuple[float, int | None]:
        """Return the value of a sentence now, and the companion that it is selected with."""
        alone, companion = self.value(sentence), self._companion.item(sentence)
        if companion < 0:
            return alone, None
        if companion in self.told or not self.fits(sentence, companion):
            self._companion[sentence] = -1  # as it will be from now on
            return alone, None
        if self._problem.answers:
            return alone, companion
        unmet, needs = self.unmet.item(sentence), self._needs.item(sentence)
        own, other = self.values.of(sentence), self.values.of(companion)
        both = round(self._mean(own, unmet - needs, other, self._factor.item(companion)) / self._scale, ROUNDING_DIGITS)
        return (both, companion) if both > alone else (alone, None)

    def _mean(self, own: Number, unmet: Number, other: Number, factor: Number) -> Number:
        """Return the value of a sentence and its companion, given what each adds and what keeps being unmet."""
        return (own * (1 - self._problem.misunderstood * unmet) + other * factor) / 2

    def take(self, sentence: int) -> None:
        """Select a sentence, and enter the others again whose value may have grown."""
        self.spend(sentence)
        self.tell(sentence)

    def spend(self, sentence: int) -> None:
        """Select a sentence."""
        costs = self._problem.costs
        self.used = costs.after(self.used, sentence)
        self._room = costs.limit - self.used - (costs.separator if self.used else 0)
        self.taken.add(sentence)

    def tell(self, sentence: int) -> None:
        """Enter the others again whose value may have grown by the sentence that was selected."""
        told = self._problem.duplicates(sentence)
        self.told |= {sentence, *told.tolist()}
        helped = self._problem.dependencies.tell(self.unmet, told)
        if len(helped):
            self._factor[helped] = self._problem.understood(self.unmet[helped], helped)
        if self.values.select(sentence):
            self._fill(self.values.now())
        elif len(helped):
            is_helped = np.zeros(len(self.unmet), np.bool_)
            is_helped[helped] = True
            grown = is_helped | ((self._companion >= 0) & is_helped[self._companion])
            self._enter_all(grown.nonzero()[0], self.values.of_each)

    def _refresh(self) -> None:
        """Compute values anew that the next steps would compute anew one by one: in a long text, thousands of them.

        These are waiting sentences that may be selected, with a value above the largest present one of all sentences.
        """
        if self._problem.answers or not len(self._queue.waiting) or self._queue.begins_required:
            return
        told = np.zeros(len(self.unmet), np.bool_)
        told[list(self.told)] = True
        selectable = self._problem.costs.fitting(self.used) & self._problem.allowed & ~told
        bounds = self._bounds(np.arange(len(told)), self.values.now().__getitem__) / self._scale
        places = self._queue.above(bounds[selectable].max(initial=-np.inf) + MARGIN)
        places = places[selectable[self._queue.waiting[places]]]
        self._queue.lower(places, self._offers(self._queue.waiting[places], told))

    def _offers(self, sentences: Integers, told: Booleans) -> list[float]:
        """Return the values that ``offer`` returns for several sentences, once something is selected."""
        own, costs = self.values.of_each(sentences), self._problem.costs
        values = [round(value, ROUNDING_DIGITS) for value in (own * self._factor[sentences] / self._scale).tolist()]
        paired = (self._companion[sentences] >= 0).nonzero()[0]
        one, other = sentences[paired], self._companion[sentences[paired]]
        cost = self.used + 2 * costs.separator + costs.each[one] + costs.each[other]
        possible = (cost <= costs.limit) & ~told[other]
        self._companion[one[~possible]] = -1
        paired, one, other = paired[possible], one[possible], other[possible]
        unmet = self.unmet[one] - self._needs[one]
        means = self._mean(own[paired], unmet, self.values.of_each(other), self._factor[other]) / self._scale
        for place, mean in zip(paired.tolist(), means.tolist(), strict=True):
            values[place] = max(values[place], round(mean, ROUNDING_DIGITS))
        return values

    def _fill(self, now: Floats) -> None:
        """Enter all sentences anew, given the value of each before what it needs is considered."""
        self._queue = Queue()
        self._enter_all(np.arange(len(now)), now.__getitem__)

    def _enter_all(self, sentences: Integers, values: Callable[[Integers], Floats]) -> None:
        """Enter those of some sentences that may be selected, given what each of some sentences adds."""
        now = (self._bounds(sentences, values) / self._scale).round(ROUNDING_DIGITS)
        possible = self._problem.allowed[sentences] & (now >= 0)
        self._queue.enter_all(sentences[possible], now[possible], self.values.is_required)

    def _bounds(self, sentences: Integers, values: Callable[[Integers], Floats]) -> Floats:
        """Return what each sentence is worth at most, alone or with its companion, given what each of some adds."""
        own = values(sentences)
        now = own * self._factor[sentences]
        if not self._problem.answers:
            paired = (self._companion[sentences] >= 0).nonzero()[0]
            one, other = sentences[paired], self._companion[sentences[paired]]
            means = self._mean(own[paired], self.unmet[one] - self._needs[one], values(other), self._factor[other])
            now[paired] = np.maximum(now[paired], means)
        return now
