"""Answer to reasons: what the query says about one sentence, computed when somebody asks.

Score and value of a sentence are sums (``reprank.coverage.query``): the terms of the query in it or beside it, the best
match around it, its place as an opening, and its rank in the walk. The score is the sum before anything is selected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.coverage.asked import Asked
from reprank.coverage.query import Answer
from reprank.coverage.reasons import MAX_PASSED_OVER, better_ranked, excluded
from reprank.explanation import Explanation, PassedOver, TermKind, TermShare, Vote, Why
from reprank.selection import Outcome, Task

FixedKind = Literal["passage", "opening", "walk"]


@dataclass(frozen=True, eq=False)
class _Moment:
    """The state of the selection before a sentence is selected, or at its end."""

    ready: Answer
    selected: list[int]
    used: int
    full: Floats  # weight of each term before any of it was covered
    unnamed: Booleans  # (sentences, names of the query that no selected sentence contains)


@dataclass(frozen=True, eq=False)
class AnswerReasons:
    """Explains the sentences of one summary that answers a query."""

    system: str
    task: Task
    outcome: Outcome
    asked: Asked
    begin: Callable[[], Answer]  # makes the state before anything is selected
    says_the_same: Callable[[int], Integers]
    selected: list[int]  # what the method selected; the outcome may have less

    def explain(self, sentence: int) -> Explanation:
        """Say why a sentence was selected, or why not."""
        chosen = sentence in self.outcome.selected
        if self.outcome.whole:
            moment = self._moment(0)
        else:
            moment = self._moment(self.selected.index(sentence) if chosen else len(self.selected))
        start, ready = self.begin(), moment.ready
        spread = ready.spread[sentence] * ready.weight / ready.scale
        full = float(ready.spread[sentence] @ moment.full) / ready.scale
        terms = [
            TermShare(
                self._kind(k, sentence),
                float(spread[k]),
                self._name(k, term),
                covered=float(1 - ready.weight[k] / moment.full[k]),
            )
            for k, term in enumerate(ready.terms)
            if spread[k] > 0
        ]
        required = bool(moment.selected) and bool(moment.unnamed[sentence].any()) and chosen
        required &= sentence not in self.task.pinned
        return Explanation(
            self.outcome.sentence(sentence),
            self.system,
            score=float(start.rounded_values()[sentence]),
            votes=tuple(_votes(start, sentence)),
            value=ready.value(sentence),
            terms=(*terms, *(TermShare(kind, share) for kind, share in _fixed(ready, sentence))),
            covered=max(1 - float(spread.sum()) / full, 0.0) if full else 0.0,
            passed_over=()
            if self.outcome.whole or not chosen or sentence in self.task.pinned
            else self._passed_over(sentence, moment, required),
            not_selected=None if chosen else self._passed(sentence, moment, required=False),
            whole=self.outcome.whole,
            required=required,
            pinned=sentence in self.task.pinned,
        )

    def _moment(self, count: int) -> _Moment:
        """Select the first sentences again."""
        ready, used = self.begin(), 0
        full = ready.weight.copy()
        unnamed = self.asked.musts[:, (self.asked.musts & self.task.selectable[:, None]).any(axis=0)]
        for number, sentence in enumerate(self.selected[:count], start=1):
            used = self.task.costs.after(used, sentence)
            ready.select(sentence)
            if number <= ready.settings.hops:
                ready.follow(sentence)
                full = np.concatenate([full, ready.weight[len(full) :]])
            unnamed = unnamed[:, ~unnamed[sentence]]
        return _Moment(ready, self.selected[:count], used, full, unnamed)

    def _kind(self, number: int, sentence: int) -> TermKind:
        """Tell whether a term of the query is in the sentence, next to it, or no more than a stop word."""
        if number >= len(self.asked.terms):
            return "query term"  # a name that a selected sentence led to
        if not self.asked.topical[number]:
            return "stop words"
        return "query term" if self.asked.counts[sentence, number] > 0 else "nearby"

    def _name(self, number: int, term: str) -> str:
        """Write a term of the query as it is; the stem of a name from a selected sentence as the text writes it."""
        units = self.task.units
        if number < len(self.asked.terms):
            return term
        place = int(np.argmax(units.stems.stem == units.stems.names.index(term)))
        return units.forms[int(units.form[place])]

    def _passed_over(self, sentence: int, moment: _Moment, required: bool) -> tuple[PassedOver, ...]:
        scores: Floats = self.begin().rounded_values()
        better = better_ranked(self.task, self.outcome, scores, sentence)[:MAX_PASSED_OVER]
        return tuple(self._passed(other, moment, required=required) for other in better)

    def _passed(self, sentence: int, moment: _Moment, *, required: bool) -> PassedOver:
        found = excluded(self.task, self.outcome, sentence)
        if found is not None:
            return found
        shown, ready = self.outcome.sentence(sentence), moment.ready
        for earlier in moment.selected:
            if sentence in self.says_the_same(earlier):
                return PassedOver(shown, "near-duplicate", self.outcome.sentence(earlier))
        why: Why
        if not ready.belongs[sentence] and not self.task.fill:
            why = "not asked for"
        elif self.task.costs.after(moment.used, sentence) > self.task.costs.limit:
            why = "does not fit"
        elif required and not moment.unnamed[sentence].any():
            why = "does not name it"
        else:
            why = "covered" if ready.value(sentence) < self.begin().value(sentence) else "less mass"
        return PassedOver(shown, why, value=ready.value(sentence))


def _votes(ready: Answer, sentence: int) -> Iterator[Vote]:
    spread = ready.spread[sentence] * ready.weight / ready.scale
    for term, share in zip(ready.terms, spread.tolist(), strict=True):
        if share > 0:
            yield Vote("query term", share, term)
    for kind, share in _fixed(ready, sentence):
        yield Vote(kind, share)


def _fixed(ready: Answer, sentence: int) -> Iterator[tuple[FixedKind, float]]:
    yield "passage", float(ready.passage[sentence]) / ready.scale
    yield "opening", float(ready.opening[sentence]) / ready.scale
    yield "walk", float(ready.walk[sentence]) / ready.scale
