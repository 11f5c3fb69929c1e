"""Selection to reasons: what the walk and the cover say about one sentence, computed when somebody asks.

The score of a sentence is its share π_i of the walk's time. The walk is stationary, so π_i is exactly what arrives:

    π_i = α Σ_j π_j S_ji / Σ_k S_jk  +  δ Σ_t π_t B_ti  +  ρ V_i

from similar sentences j (the sentence itself is one of them), from its terms t, and from the prior V, where ρ is the
mass that no edge carries. The value of a sentence when it is selected is a sum over its terms,

    value = worth · Σ_t mass_t

where mass_t is what selected sentences left of the term (``reprank.coverage.greedy``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from reprank.arrays import Floats, Integers, best_first, distinct
from reprank.caching import cached_property
from reprank.coverage.cover import Cover
from reprank.coverage.greedy import Event, Group, Step
from reprank.coverage.ranking import TermRanking
from reprank.explanation import Explanation, PassedOver, TermShare, Vote, Why
from reprank.selection import Outcome, Task
from reprank.text.tokens import unspaced_character

MAX_VOTERS = 10  # sentences that are named; the others are one vote together
MAX_PASSED_OVER = 10
TAKEN: tuple[Event, ...] = ("pinned", "selected")
WHY_OF_EVENT: dict[Event, Why] = {
    "selected": "does not fit",  # selected by its own cost, but the joined text was too long
    "too long": "does not fit",
    "not worth the room": "not worth the room",
}


@dataclass(frozen=True, eq=False)
class _Moment:
    """The state of the selection when a group is selected, or at its end."""

    step: int  # number of steps before it
    selected: list[int]  # sentences before it
    mass: Floats


@dataclass(frozen=True, eq=False)
class CoverReasons:
    """Explains the sentences of one summary that was made without a query."""

    system: str
    task: Task
    outcome: Outcome
    ranking: TermRanking
    cover: Cover
    balance: Floats  # factor for each sentence, as in ``reprank.coverage.reviews``
    original: Floats  # mass of all terms before anything was covered or seen

    def explain(self, sentence: int) -> Explanation:
        """Say why a sentence was selected, or why not."""
        outcome = self.outcome
        selected = sentence in outcome.selected
        step = self._step_of.get(sentence) if selected and not outcome.whole else None
        moment = self._moment(0 if outcome.whole else len(self._steps) if step is None else step)
        if step is not None:
            group, members = self._steps[step].group, self._steps[step].members
            value = self._steps[step].value
        else:
            group, members = self._best_group(sentence, moment)
            value = self._value(group, members, moment)
        others = [i for i in group.members if i != sentence] if selected else []
        leads = group.members[-1] == sentence
        return Explanation(
            outcome.sentence(sentence),
            self.system,
            score=float(self.ranking.sentences[sentence]),
            votes=tuple(votes(self.ranking, sentence, outcome)),
            value=value,
            terms=tuple(self._terms(sentence, group, members, moment)),
            covered=self._covered([sentence], moment),
            leans_on=tuple(map(outcome.sentence, others)) if leads else (),
            needed_by=() if leads else tuple(outcome.sentence(i) for i in group.members[-1:] if others),
            passed_over=tuple(self._passed_over(sentence, group, members, moment))
            if step is not None and self._steps[step].event == "selected"
            else (),
            not_selected=None if selected else self._passed(sentence, None, self._moment(len(self._steps))),
            whole=outcome.whole,
            pinned=sentence in self.task.pinned,
        )

    @cached_property
    def _steps(self) -> list[Step]:
        return list(self.cover.steps(self.balance))

    @cached_property
    def _step_of(self) -> dict[int, int]:
        """Step at which each sentence was selected."""
        return {i: k for k, step in enumerate(self._steps) if step.event in TAKEN for i in step.members}

    @cached_property
    def _groups_of(self) -> dict[int, list[Group]]:
        """Groups in which each sentence is the one that leans on the others; alone first."""
        found: dict[int, list[Group]] = {}
        for group in sorted(self.cover.groups, key=lambda group: len(group.members)):
            found.setdefault(group.members[-1], []).append(group)
        return found

    @cached_property
    def _scale(self) -> float:
        start = self._moment(0)
        return max((self._mass_value(g, g.members, start.mass) for g in self.cover.groups), default=0.0) or 1.0

    @cached_property
    def _repeated(self) -> dict[int, frozenset[int]]:
        """Near-duplicates of each selected sentence."""
        return {i: frozenset(self.cover.duplicates(i).tolist()) - {i} for i in self._step_of}

    def _moment(self, step: int) -> _Moment:
        mass, selected = self.cover.mass.copy(), list[int]()
        for earlier in self._steps[:step]:
            if earlier.event in TAKEN:
                for member in earlier.members:
                    terms = self._terms_of([member])
                    mass[terms] -= self.cover.absorption[terms] * mass[terms]
                    selected.append(member)
        return _Moment(step, selected, mass)

    def _terms_of(self, sentences: Sequence[int]) -> Integers:
        return distinct(np.concatenate([self.cover.incidence.row(i)[0] for i in sentences]))

    def _mass_value(self, group: Group, members: Sequence[int], mass: Floats) -> float:
        return self._worth(group, members, ()) * float(mass[self._terms_of(members)].sum())

    def _value(self, group: Group, members: Sequence[int], moment: _Moment) -> float:
        mass = float(moment.mass[self._terms_of(members)].sum())
        return self._worth(group, members, moment.selected) * mass / self._scale

    def _worth(self, group: Group, members: Sequence[int], selected: Sequence[int]) -> float:
        given = self.cover.beside(members, selected) * self.cover.least_novelty(members, selected)
        return group.factor * given * self.cover.balanced_worth(self.balance).of(members)

    def _best_group(self, sentence: int, moment: _Moment, among: Sequence[Group] = ()) -> tuple[Group, tuple[int, ...]]:
        """Return the group of the largest value that the sentence could be selected with."""
        taken = set(moment.selected)
        groups = among or self._groups_of.get(sentence, [Group((sentence,))])
        if self.outcome.whole:
            return groups[0], (sentence,)
        found = [(group, tuple(i for i in group.members if i not in taken or i == sentence)) for group in groups]
        return max(found, key=lambda it: self._value(it[0], it[1], moment))

    def _terms(self, sentence: int, group: Group, members: tuple[int, ...], moment: _Moment) -> Iterator[TermShare]:
        """Split the value: a share for each topical term, one for all stop words, one for what other members add."""
        worth = self._worth(group, members, moment.selected) / self._scale
        named: dict[str, list[int]] = {}
        for term, name in surface_forms(self.ranking, sentence).items():
            named.setdefault(name, []).append(term)
        for name, own in sorted(named.items(), key=lambda item: -float(moment.mass[item[1]].sum())):
            terms = np.array(own, np.intp)
            by = next(
                (i for i in moment.selected if name and np.isin(terms, self.cover.incidence.row(i)[0]).any()), None
            )
            yield TermShare(
                "term" if name else "stop words",
                worth * float(moment.mass[terms].sum()),
                name,
                covered=self._covered_share(terms, moment),
                covered_by=None if by is None else self.outcome.sentence(by),
            )
        others = np.setdiff1d(self._terms_of(members), self._terms_of([sentence]))
        if len(others):
            yield TermShare("group", worth * float(moment.mass[others].sum()))

    def _covered(self, sentences: Sequence[int], moment: _Moment) -> float:
        return self._covered_share(self._terms_of(sentences), moment)

    def _covered_share(self, terms: Integers, moment: _Moment) -> float:
        before = float(self.original[terms].sum())
        return max(1 - float(moment.mass[terms].sum()) / before, 0.0) if before else 0.0

    def _passed_over(
        self, sentence: int, group: Group, members: tuple[int, ...], moment: _Moment
    ) -> Iterator[PassedOver]:
        """Say why sentences of a higher score were not selected in the place of this one."""
        for other in better_ranked(self.task, self.outcome, self.ranking.sentences, sentence)[:MAX_PASSED_OVER]:
            yield self._passed(other, (group, members), moment)

    def _passed(self, sentence: int, winner: tuple[Group, tuple[int, ...]] | None, moment: _Moment) -> PassedOver:
        """Say why a sentence was not selected: by a certain moment, or at all."""
        found = excluded(self.task, self.outcome, sentence)
        if found is not None:
            return found
        shown = self.outcome.sentence(sentence)
        if not self.cover.allowed[sentence]:
            return PassedOver(shown, "already known")
        dropped = {step.group: step for step in self._steps[: moment.step]}
        left = [group for group in self._groups_of[sentence] if group not in dropped]
        group, members = self._best_group(sentence, moment, left or self._groups_of[sentence][:1])
        value = self._value(group, members, moment)
        if not left and dropped[group].event != "near-duplicate":
            return PassedOver(shown, WHY_OF_EVENT[dropped[group].event], value=value)
        repeated = next((i for i in moment.selected if sentence in self._repeated[i]), None)
        if repeated is not None or winner is None:
            other = None if repeated is None else self.outcome.sentence(repeated)
            return PassedOver(shown, "near-duplicate", other, value=value)
        return PassedOver(shown, self._disadvantage((group, members), winner, moment), value=value)

    def _disadvantage(
        self, one: tuple[Group, tuple[int, ...]], winner: tuple[Group, tuple[int, ...]], moment: _Moment
    ) -> Why:
        """Name the factor of the value that is lowest in comparison with the winner's.

        The value is the product of these factors, so the logarithms of their ratios add up to that of the values.
        """
        ratios = self._factors(*one, moment) / np.maximum(self._factors(*winner, moment), 1e-300)
        names: tuple[Why, ...] = ("covered", "long", "position or style", "leans", "retold", "apart", "less mass")
        return names[int(np.argmin(ratios))]

    def _factors(self, group: Group, members: tuple[int, ...], moment: _Moment) -> Floats:
        worth = self.cover.balanced_worth(self.balance)
        words = float(sum(worth.words[i] for i in members))
        length = words**-worth.exponent
        mass = float(self.original[self._terms_of(members)].sum())
        left = 1 - self._covered(members, moment)
        retold = self.cover.least_novelty(members, moment.selected)
        beside = self.cover.beside(members, moment.selected)
        return np.array([left, length, worth.of(members) / length, group.factor, retold, beside, mass])


def votes(ranking: TermRanking, sentence: int, outcome: Outcome) -> Iterator[Vote]:
    """Split the score of a sentence into what the walk brings to it in one step."""
    graph, pi = ranking.graph, ranking.sentences
    shares = graph.shares
    # Sentences and terms are normalised each on its own: this is the mass of all terms where all sentences have one.
    leaving = float(graph.to_terms.source_sums() @ pi)
    terms = shares.sentence_to_term * leaving / max(shares.term_to_sentence, 1e-300)
    similar = shares.sentence_to_sentence * graph.unit.gather(*graph.unit.row(sentence)) * pi / graph.similarity_sums
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
    forms = ["" if stop else units.forms[form] for form, stop in zip(units.form[words].tolist(), stops, strict=True)]
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
