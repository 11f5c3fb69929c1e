"""Selection to reasons: why one sentence was selected or passed over, computed when somebody asks.

Without a query, the score of a sentence is its share π_i of the walk's time. The walk is stationary, so π_i is exactly
what arrives:

    π_i = α Σ_j π_j S_ji / Σ_k S_jk  +  δ Σ_t π_t B_ti  +  ρ V_i

from similar sentences j (the sentence itself is one of them), from its terms t, and from the prior V, where ρ is the
mass that no edge carries. With a query, the score is its value to the query before anything is selected, a sum over the
terms of the query and what surrounds the sentence (``reprank.coverage.query``).

The value of a sentence when it is selected is a product, whose factors are compared with those of other sentences, and
one of them is a sum over terms, which is split into their shares (``reprank.coverage.engine``).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, Protocol

import numpy as np

from reprank.arrays import Floats, Integers, best_first
from reprank.caching import cached_property
from reprank.coverage.cover import CERTAIN, CoverValues, Prepared
from reprank.coverage.engine import Event, SelectionProblem, Step, Values
from reprank.coverage.query import AnswerValues
from reprank.coverage.ranking import TermRanking
from reprank.explanation import Explanation, PassedOver, TermKind, TermShare, Vote, Why
from reprank.roles.reading import LINKS
from reprank.selection import Outcome, Task
from reprank.text.tokens import flatten, unspaced_character
from reprank.values import value_class

MAX_VOTERS = 10  # sentences that are named; the others are one vote together
MAX_PASSED_OVER = 10
MIN_NEED = 0.2  # probability of a need that is named
TAKEN: tuple[Event, ...] = ("pinned", "selected")
WHY_OF_EVENT: dict[Event, Why] = {
    "selected": "does not fit",  # selected by its own cost, but the joined text was too long
    "too long": "does not fit",
    "near-duplicate": "near-duplicate",
    "not worth the room": "not worth the room",
    "not understood": "leans",
}
FixedKind = Literal["passage", "opening", "walk"]


class _Account(Protocol):
    """Splits score and value of a sentence at one moment of the selection."""

    def votes(self, sentence: int) -> Iterator[Vote]:
        """Split the score."""

    def terms(self, sentence: int, factor: float) -> Iterator[TermShare]:
        """Split the value, which is a sum over terms times a factor."""

    def value(self, sentence: int) -> float:
        """Return the value before what the sentence needs is considered."""

    def covered(self, sentence: int) -> float:
        """Return the share of what the sentence adds that was covered before."""

    def factors(self, sentence: int) -> dict[Why, float]:
        """Return the factors of the value by what is said of a sentence whose factor is low."""


@value_class
class _Moment:
    """The state of the selection before a step, or at its end."""

    step: int  # number of steps before it
    selected: list[int]  # sentences before it
    account: _Account
    understood: Floats  # factor of each sentence for what it needs


@value_class
class Reasons:
    """Explains the sentences of one summary."""

    system: str
    task: Task
    outcome: Outcome
    prepared: Prepared
    problem: SelectionProblem

    def explain(self, sentence: int) -> Explanation:
        """Say why a sentence was selected, or why not."""
        outcome = self.outcome
        selected = sentence in outcome.selected
        step = self._step_of.get(sentence) if selected and not outcome.whole else None
        moment = self._moment(0 if outcome.whole else len(self._steps) if step is None else step)
        taken = None if step is None else self._steps[step]
        factor = float(moment.understood[sentence]) / self._scale
        return Explanation(
            outcome.sentence(sentence),
            self.system,
            score=float(self._scores[sentence]),
            votes=tuple(moment.account.votes(sentence)),
            value=self._value(sentence, moment),
            terms=tuple(moment.account.terms(sentence, factor)),
            covered=moment.account.covered(sentence),
            leans_on=tuple(map(outcome.sentence, self._others(sentence))) if selected else (),
            links=tuple(self._links(sentence)) if selected else (),
            needed_by=tuple(map(outcome.sentence, self._others(sentence, backwards=True))) if selected else (),
            passed_over=tuple(self._passed_over(sentence, moment, taken))
            if taken is not None and taken.event == "selected" and not taken.is_pair
            else (),
            not_selected=None if selected else self._passed(sentence, None, moment),
            whole=outcome.whole,
            required=taken is not None and taken.is_required,
            pinned=sentence in self.task.pinned,
        )

    @cached_property
    def _steps(self) -> list[Step]:
        return list(self.problem.steps())

    @cached_property
    def _step_of(self) -> dict[int, int]:
        """Step at which each sentence was selected."""
        return {step.sentence: k for k, step in enumerate(self._steps) if step.event in TAKEN}

    @cached_property
    def _scores(self) -> Floats:
        values = self.problem.begin()
        return values.scores() if isinstance(values, AnswerValues) else self.prepared.ranking.sentences

    @cached_property
    def _scale(self) -> float:
        values = self.problem.begin().now() * self.problem.understood(self.problem.dependencies.unmet())
        return float(values[self.problem.allowed].max(initial=0.0)) or 1.0

    def _moment(self, step: int) -> _Moment:
        """Select again what was selected before a step."""
        values, unmet = self.problem.begin(), self.problem.dependencies.unmet()
        selected = [earlier.sentence for earlier in self._steps[:step] if earlier.event in TAKEN]
        for sentence in selected:
            values.select(sentence)
            self.problem.dependencies.tell(unmet, self.problem.duplicates(sentence))
        return _Moment(step, selected, self._account(values, selected), self.problem.understood(unmet))

    def _account(self, values: Values, selected: list[int]) -> _Account:
        start = self.problem.begin()
        if isinstance(values, AnswerValues) and isinstance(start, AnswerValues):
            return _AnswerAccount(self.task, values, start)
        assert isinstance(values, CoverValues)
        return _CoverAccount(self.outcome, self.prepared, values, selected)

    def _value(self, sentence: int, moment: _Moment) -> float:
        return moment.account.value(sentence) * float(moment.understood[sentence]) / self._scale

    def _links(self, sentence: int) -> Iterator[str]:
        """Say of each sentence of the summary that a sentence needs what it is to it."""
        needs = self.prepared.roles.needs
        own = needs.of(sentence)
        link = dict(zip(needs.needed[own].tolist(), needs.link[own].tolist(), strict=True))
        yield from (LINKS[link[other]] for other in self._others(sentence))

    def _others(self, sentence: int, *, backwards: bool = False) -> Iterator[int]:
        """Yield the sentences of the summary that a sentence needs or, backwards, that need it."""
        dependencies = self.problem.dependencies
        for other in sorted(self.outcome.selected):
            one, two = (other, sentence) if backwards else (sentence, other)
            if dependencies.alone[one] < CERTAIN and dependencies.probability(one, two) >= MIN_NEED:
                yield other

    def _passed_over(self, sentence: int, moment: _Moment, taken: Step) -> Iterator[PassedOver]:
        """Say why sentences of a higher score were not selected in the place of this one."""
        for other in better_ranked(self.task, self.outcome, self._scores, sentence)[:MAX_PASSED_OVER]:
            yield self._passed(other, taken, moment)

    def _passed(self, sentence: int, winner: Step | None, moment: _Moment) -> PassedOver:
        """Say why a sentence was not selected: by a certain moment, or at all."""
        found = excluded(self.task, self.outcome, sentence)
        if found is not None:
            return found
        shown = self.outcome.sentence(sentence)
        if not self.problem.allowed[sentence]:
            if sentence in self.prepared.duplicates.repeating(np.flatnonzero(self.task.seen)):
                return PassedOver(shown, "already known")
            return PassedOver(shown, "position or style" if self.prepared.roles.prose[sentence] else "not well-formed")
        value = self._value(sentence, moment)
        for earlier in moment.selected:
            if sentence in self._repeated[earlier]:
                return PassedOver(shown, "near-duplicate", self.outcome.sentence(earlier), value=value)
        dropped = {step.sentence: step.event for step in self._steps[: moment.step]}
        if sentence in dropped:
            return PassedOver(shown, WHY_OF_EVENT[dropped[sentence]], value=value)
        if not self._belongs(sentence):
            return PassedOver(shown, "not asked for", value=value)
        if winner is None:
            return PassedOver(shown, "less mass", value=value)
        if winner.is_required:
            return PassedOver(shown, "does not name it", value=value)
        return PassedOver(shown, self._disadvantage(sentence, winner.sentence, moment), value=value)

    def _belongs(self, sentence: int) -> bool:
        values = self.problem.begin()
        return not isinstance(values, AnswerValues) or values.fill or bool(values.belongs[sentence])

    @cached_property
    def _repeated(self) -> dict[int, frozenset[int]]:
        """Near-duplicates of each selected sentence."""
        return {i: frozenset(self.problem.duplicates(i).tolist()) - {i} for i in self._step_of}

    def _disadvantage(self, sentence: int, winner: int, moment: _Moment) -> Why:
        """Name the factor of the value that is lowest in comparison with the winner's.

        The value is the product of these factors, so the logarithms of their ratios add up to that of the values.
        """
        one, other = moment.account.factors(sentence), moment.account.factors(winner)
        one["leans"], other["leans"] = float(moment.understood[sentence]), float(moment.understood[winner])
        return min(one, key=lambda why: one[why] / max(other[why], 1e-300))


@value_class
class _CoverAccount:
    """Splits values of a summary: worth · novelty · Σ mass of the terms that is left."""

    outcome: Outcome
    prepared: Prepared
    values: CoverValues
    selected: list[int]

    def votes(self, sentence: int) -> Iterator[Vote]:
        yield from votes(self.prepared.ranking, sentence, self.outcome)

    def value(self, sentence: int) -> float:
        return self._worth(sentence) * float(self.values.uncovered.mass[self._terms_of(sentence)].sum())

    def _worth(self, sentence: int) -> float:
        return float(self.values.worth[sentence] * self.values.novelty[sentence])

    def _terms_of(self, sentence: int) -> Integers:
        return self.prepared.incidence.row(sentence)[0]

    def terms(self, sentence: int, factor: float) -> Iterator[TermShare]:
        """Yield a share for each topical term, and one for all stop words."""
        mass, incidence = self.values.uncovered.mass, self.prepared.incidence
        named: dict[str, list[int]] = {}
        for term, name in surface_forms(self.prepared.ranking, sentence).items():
            named.setdefault(name, []).append(term)
        for name, own in sorted(named.items(), key=lambda item: -float(mass[item[1]].sum())):
            terms = np.array(own, np.intp)
            by = next((i for i in self.selected if name and np.isin(terms, incidence.row(i)[0]).any()), None)
            yield TermShare(
                "term" if name else "stop words",
                factor * self._worth(sentence) * float(mass[terms].sum()),
                name,
                covered=self._covered_share(terms),
                covered_by=None if by is None else self.outcome.sentence(by),
            )

    def covered(self, sentence: int) -> float:
        return self._covered_share(self._terms_of(sentence))

    def _covered_share(self, terms: Integers) -> float:
        before = float(self.prepared.original_mass[terms].sum())
        return max(1 - float(self.values.uncovered.mass[terms].sum()) / before, 0.0) if before else 0.0

    def factors(self, sentence: int) -> dict[Why, float]:
        own = self.values
        return {
            "covered": 1 - self.covered(sentence),
            "long": float(own.by_length[sentence]),
            "position or style": float(own.worth[sentence] / own.by_length[sentence]),
            "retold": float(own.novelty[sentence]),
            "less mass": float(self.prepared.original_mass[self._terms_of(sentence)].sum()),
        }


@value_class
class _AnswerAccount:
    """Splits values to a query: terms in a sentence or beside it, and what surrounds it."""

    task: Task
    values: AnswerValues
    start: AnswerValues  # before anything was selected

    def votes(self, sentence: int) -> Iterator[Vote]:
        scale = max(float(self.start.values().max(initial=0.0)), 1e-300)
        shares = (self.start.spread[sentence] * self.start.weight / scale).tolist()
        for term, share in zip(self.start.terms, shares, strict=True):
            if share > 0:
                yield Vote("query term", share, term)
        for kind, share in self._fixed(self.start, sentence):
            yield Vote(kind, share / scale)

    def value(self, sentence: int) -> float:
        return float(self.values.values()[sentence])

    def terms(self, sentence: int, factor: float) -> Iterator[TermShare]:
        own = self.values
        shares = (own.spread[sentence] * own.weight).tolist()
        left = (own.weight / own.full_weight).tolist()
        for number, (term, share) in enumerate(zip(own.terms, shares, strict=True)):
            if share > 0:
                yield TermShare(
                    self._kind(number, sentence), factor * share, self._name(number, term), covered=1 - left[number]
                )
        for kind, share in self._fixed(own, sentence):
            yield TermShare(kind, factor * share)

    def covered(self, sentence: int) -> float:
        full = float(self.values.spread[sentence] @ self.values.full_weight)
        return max(1 - float(self.values.spread[sentence] @ self.values.weight) / full, 0.0) if full else 0.0

    def factors(self, sentence: int) -> dict[Why, float]:
        before = float(self.start.values()[sentence])
        return {"covered": self.value(sentence) / max(before, 1e-300), "less mass": before}

    def _kind(self, number: int, sentence: int) -> TermKind:
        """Tell whether a term of the query is in the sentence, next to it, or no more than a stop word."""
        if number >= len(self.start.terms):
            return "query term"  # a name that a selected sentence led to
        if not self.start.topical[number]:
            return "stop words"
        return "query term" if self.start.contains[sentence, number] else "nearby"

    def _name(self, number: int, term: str) -> str:
        """Write a term of the query as it is; the stem of a name from a selected sentence as the text writes it."""
        units = self.task.units
        if number < len(self.start.terms):
            return term
        place = int(np.argmax(units.stems.stem == units.stems.names.index(term)))
        return units.forms[int(units.form[place])]

    @staticmethod
    def _fixed(values: AnswerValues, sentence: int) -> Iterator[tuple[FixedKind, float]]:
        yield "passage", float(values.passage[sentence])
        yield "opening", float(values.opening[sentence])
        yield "walk", float(values.walk[sentence])


def votes(ranking: TermRanking, sentence: int, outcome: Outcome) -> Iterator[Vote]:
    """Split the score of a sentence into what the walk brings to it in one step."""
    graph, pi = ranking.graph, ranking.sentences
    shares = graph.shares
    # Sentences and terms are normalised each on its own: this is the mass of all terms where all sentences have one.
    leaving = float(graph.to_terms.source_sums() @ pi)
    terms = shares.sentence_to_term * leaving / max(shares.term_to_sentence, 1e-300)
    similar = shares.sentence_to_sentence * graph.similarity(sentence) * pi / graph.similarity_sums
    itself = float(similar[sentence])
    similar[sentence] = 0.0
    voters = [i for i in best_first(similar)[:MAX_VOTERS].tolist() if similar[i] > 0 and i in outcome.places]
    for voter in voters:
        yield Vote("sentence", float(similar[voter]), sentence=outcome.sentence(voter))
    yield Vote("other sentences", max(float(similar.sum() - similar[voters].sum()), 0.0))
    yield Vote("itself", itself)
    back = terms * shares.term_to_sentence * graph.to_sentences.backward(ranking.mass)
    yield Vote("terms", float(back[sentence]))
    along = shares.sentence_to_sentence * graph.unit.backward(graph.unit.forward(pi / graph.similarity_sums))
    rest = 1 + terms * shares.term_to_sentence - float(along.sum() + back.sum()) - shares.sentence_to_term * leaving
    yield Vote("prior", rest * float(graph.sentence_prior[sentence]))


def better_ranked(task: Task, outcome: Outcome, scores: Floats, sentence: int) -> list[int]:
    """List the sentences that have a higher score than a sentence and are not in the summary, best first."""
    order = best_first(np.where(task.seen, -np.inf, scores)).tolist()
    taken = set(outcome.selected)
    return [i for i in order[: order.index(sentence)] if i not in taken]


def excluded(task: Task, outcome: Outcome, sentence: int) -> PassedOver | None:
    """Say why a sentence could not be selected at all; None if it could."""
    shown = outcome.sentence(sentence)
    first = int(task.units.duplicate_of[sentence])
    if np.isin(task.units.duplicate_of[task.seen], first).any():
        return PassedOver(shown, "already known")
    if sentence in task.banned:
        return PassedOver(shown, "banned")
    if first != sentence:
        return PassedOver(shown, "repeats word for word", outcome.sentence(first))
    return None if task.eligible[sentence] else PassedOver(shown, "not well-formed")


def surface_forms(ranking: TermRanking, sentence: int) -> dict[int, str]:
    """Name the terms of a sentence, by number, as they first stand in it.

    A pair of a word and a stop word is named by the word, so that both are one to the reader. Stop words have no name.
    """
    units, terms = ranking.units, ranking.terms
    words = slice(int(units.offsets[sentence]), int(units.offsets[sentence + 1]))
    stems, stops = units.stems.stem[words].tolist(), units.stems.stop[words].tolist()
    words_of = zip(units.form[words].tolist(), stops, strict=True)
    forms = ["" if stop else flatten(units.forms[form]) for form, stop in words_of]
    first_form: dict[int, str] = {}
    for stem, form in zip(stems, forms, strict=True):
        first_form[stem] = first_form.get(stem) or form
    unspaced = unspaced_character()
    found = {(stem, -1): form for stem, form in first_form.items()}
    for (one, form), (other, after) in pairwise(zip(stems, forms, strict=True)):
        space = "" if unspaced.match(form) and unspaced.match(after) else " "
        both = (
            f"{form}{space}{after}"
            if form and after
            else first_form[one]
            if form
            else first_form[other]
            if after
            else ""
        )
        found[one, other] = found.get((one, other)) or both
    own = terms.counts.row(sentence)[0].tolist()
    return {term: found[int(terms.first[term]), int(terms.second[term])] for term in own}
