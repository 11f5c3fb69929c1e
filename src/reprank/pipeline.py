"""Documents to summary: the flow that every method shares, from text to result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, best_first
from reprank.budget import Budget, Bytes, Characters, Ratio, Sentences, Words, cost_of, unit_of
from reprank.caching import cached_property
from reprank.errors import InputError
from reprank.roles.reading import roles_of
from reprank.selection import Costs, KeywordMethod, KeywordRequest, Selection, Task
from reprank.summary import BudgetUse, Explainer, Keyword, Occurrence, Sentence, Summary
from reprank.text.documents import Document
from reprank.text.identification import detect
from reprank.text.languages import language
from reprank.text.tokens import normal_form, word_pattern
from reprank.text.units import Units, read_units
from reprank.values import value_class
from reprank.version import __version__
from reprank.wording import counted

if TYPE_CHECKING:
    from reprank.explanation import Explanation

MIN_PROSE = 3  # sentences: with fewer, headings and fragments are eligible too
COUNTED_ONCE = (Words, Sentences, Characters, Bytes)  # budgets that count in the same way whatever their limit


def read_documents(documents: Sequence[Document], code: str | None) -> Units:
    """Read documents into sentences and words, in the language of this code or in the one that is detected."""
    return read_units(documents, language(code or detect(document.text for document in documents)))


ReadDocuments: TypeAlias = Callable[[Sequence[Document], str | None], Units]


@value_class
class Input:
    """What a result is made from: documents, those that the reader knows, the code of the language, and a reader."""

    documents: tuple[Document, ...]
    seen: tuple[Document, ...] = ()
    code: str | None = None
    read: ReadDocuments = read_documents

    def units(self) -> Units:
        """Read the documents and, after them, those that the reader knows."""
        return self.read((*self.documents, *self.seen), self.code)


@value_class
class Request:
    """What a summary should be like; sentences are given by their numbers."""

    length: Budget | Ratio
    keywords: KeywordRequest = field(default_factory=lambda: KeywordRequest(top=0))
    query: str | None = None
    ranking: bool = False
    pinned: tuple[int, ...] = ()
    banned: tuple[int, ...] = ()


@value_class
class ReadText:
    """Documents that were read: their sentences, and which of them are new to the reader."""

    given: Input
    units: Units
    seen: Booleans  # sentences of the documents that the reader knows
    fresh: Booleans  # sentences that are new to the reader, each once
    _costs: dict[type, Integers] = field(default_factory=dict)

    @classmethod
    def of(cls, given: Input) -> ReadText:
        """Read documents."""
        units = given.units()
        seen = units.document >= len(given.documents)
        fresh = (units.duplicate_of == np.arange(len(units))) & ~seen
        if given.seen:
            fresh &= ~np.isin(units.duplicate_of, units.duplicate_of[seen])
            known = {document.text.strip() for document in given.seen}  # alone, a sentence may be split elsewhere
            fresh &= np.fromiter((text not in known for text in units.slices), np.bool_, len(units))
        return cls(given, units, seen, fresh)

    def costs(self, budget: Budget) -> Costs:
        """Return what each sentence costs; units that do not depend on the budget's limit are counted once."""
        kind = type(budget)
        if kind not in COUNTED_ONCE:
            return Costs.of(budget, self.units)
        if kind not in self._costs:
            self._costs[kind] = Costs.of(budget, self.units).each
        return Costs(self._costs[kind], budget.limit, budget.cost(" "))

    def task(self, budget: Budget, request: Request | None = None) -> Task:
        """Ask for a summary within a budget."""
        costs, request = self.costs(budget), request or Request(budget)
        return Task(
            self.units,
            costs,
            self._eligible(costs, asked=request.query is not None),
            self.seen,
            query=words_of(request.query),
            query_text=request.query or "",
            keywords=request.keywords,
            pinned=request.pinned,
            banned=request.banned,
        )

    def _eligible(self, costs: Costs, *, asked: bool) -> Booleans:
        """Tell which sentences may be selected.

        Pieces of sentences, items and definitions of options answer questions, but summarize nothing.
        """
        units, fresh = self.units, self.fresh
        if asked:
            options = fresh & units.in_blocks(frozenset({"option"}), without=False)
            answering = (fresh & units.substantial) | options
            if (answering & costs.fitting(0)).any():
                return answering
            return eligible(units, fresh, costs, units.substantial, units.selectable) | options
        roles = roles_of(units)
        return eligible(units, fresh, costs, roles.prose, roles.tolerable)

    def keyword_task(self, request: KeywordRequest, query: str | None = None) -> Task:
        """Ask for keywords; no length limits what is looked at."""
        costs = Costs(self.units.lengths, limit=int(self.units.lengths.sum()), separator=0)
        roles = roles_of(self.units)
        candidates = eligible(self.units, ~self.seen, costs, roles.prose, roles.tolerable, pieces=True)
        return Task(self.units, costs, candidates, self.seen, words_of(query), query_text=query or "", keywords=request)


@value_class
class Result:
    """A selection that was checked against the budget, and what it was made from."""

    text: ReadText
    task: Task
    budget: Budget
    selection: Selection
    ranked: list[int]  # selected sentences in the order of selection, then the others by score
    whole: bool  # the whole text fits

    @cached_property
    def places(self) -> dict[int, Sentence]:
        """Every sentence that is not seen, by number, with its rank."""
        units, scores = self.task.units, self.selection.scores
        return {i: sentence_at(units, i, scores, rank) for rank, i in enumerate(self.ranked, start=1)}


@value_class
class NoReasons:
    """Stands for the reasons of a method that gives none."""

    system: str

    def explain(self, sentence: Sentence) -> Explanation:
        """Raise InputError."""
        raise InputError(f"{self.system} gives no reasons for its selection: use the system reprank")


def summary_of(name: str, result: Result, origin: Explainer, *, ranking: bool = False) -> Summary:
    """Write a result as a summary by a method of this name; with ``ranking``, every sentence is listed."""
    units, budget, selection = result.task.units, result.budget, result.selection
    selected = selection.sentences
    rank = {sentence: place for place, sentence in enumerate(selected, start=1)}
    order = selection.order if selection.order is not None else sorted(selected)
    fresh = result.text.fresh
    return Summary(
        sentences=tuple(sentence_at(units, i, selection.scores, rank[i]) for i in order if i in rank),
        keywords=as_listed(selection.keywords),
        budget=BudgetUse(unit_of(budget), budget.limit, _cost(units, selected, budget)),
        system=name,
        version=__version__,
        warnings=(*selection.warnings, *_warnings(units, selected, fresh, result.task.costs, budget)),
        ranking=tuple(result.places.values()) if ranking else (),
        language=units.language.code,
        query=result.task.query_text or None,
        documents=result.text.given.documents,
        origin=origin,
    )


def select(method: Callable[[Task], Selection], text: ReadText, request: Request) -> Result:
    """Let a method select, and check its answer against the budget."""
    budget = _resolve(request.length, text.given.documents)
    task = text.task(budget, request)
    units, costs, fresh = task.units, task.costs, text.fresh
    _check_pins(units, task, budget)
    selection = method(task) if fresh.any() else Selection(list(task.pinned), np.zeros(len(units)))
    wanted = _wanted(fresh, task)
    whole = bool(wanted.any()) and not text.given.seen and _fits_whole(units, wanted, costs, budget)
    if whole:
        order = best_first(selection.scores)
        everything = order[wanted[order]].tolist()
        selection = replace(selection, sentences=everything, order=None)
    selected = _within(units, selection.sentences, budget)
    if task.pinned and not whole:
        selected = _by_score(selected, set(task.pinned), selection.scores)
    ranked = _ranked(selection.scores, selected, task.seen)
    selection = replace(selection, sentences=selected, scores=_falling(selection.scores, ranked))
    return Result(text, task, budget, selection, ranked, whole)


def keywords(method: KeywordMethod, text: ReadText, request: KeywordRequest) -> tuple[Keyword, ...]:
    """Let the method rank the phrases of the documents."""
    return as_listed(method.keywords(text.keyword_task(request)))


def _wanted(fresh: Booleans, task: Task) -> Booleans:
    """Tell which sentences a summary of the whole text has: all but headings, captions, pieces and the like.

    With a query it has everything that may answer.
    """
    presentable = task.units.presentable | task.eligible if task.query else task.units.presentable
    if (fresh & presentable).any():
        fresh = fresh & presentable
    if not task.pinned and not task.banned:
        return fresh
    duplicate_of = task.units.duplicate_of
    wanted = fresh & ~np.isin(duplicate_of, duplicate_of[[*task.pinned, *task.banned]])
    wanted[list(task.pinned)] = True
    return wanted


def _check_pins(units: Units, task: Task, budget: Budget) -> None:
    if task.pinned and (used := _cost(units, task.pinned, budget)) > budget.limit:
        raise InputError(
            f"the pinned sentences take {used} {unit_of(budget)}, the limit is {budget.limit}: "
            "pin fewer or raise the limit"
        )


def _by_score(selected: list[int], pinned: set[int], scores: Floats) -> list[int]:
    """Rank pinned sentences among the selected ones by their scores; the others keep their order."""
    order = [i for i in selected if i not in pinned]
    for pin in (i for i in selected if i in pinned):
        place = next((k for k, i in enumerate(order) if scores[i] < scores[pin]), len(order))
        order.insert(place, pin)
    return order


def _resolve(length: Budget | Ratio, documents: Sequence[Document]) -> Budget:
    return length.of([document.text for document in documents]) if isinstance(length, Ratio) else length


def words_of(query: str | None) -> tuple[str, ...]:
    """Return the lower-cased words of a query."""
    return tuple(normal_form(word) for word in word_pattern(query).findall(query)) if query else ()


def eligible(
    units: Units, fresh: Booleans, costs: Costs, prose: Booleans, tolerable: Booleans, *, pieces: bool = False
) -> Booleans:
    """Select from prose, and from what is tolerable where hardly any sentence is prose, or none of them fits.

    With ``pieces``, items and lines without a full stop count too: they have keywords, but nobody wants to read them.
    """
    prose, fitting = fresh & prose, costs.fitting(0)
    tiers = [(prose, MIN_PROSE), (fresh & units.selectable, 1)]
    if not pieces:
        presentable = fresh & units.presentable
        whole = [(prose & units.whole, MIN_PROSE), (prose & presentable, MIN_PROSE)]
        tiers = [*whole, (tolerable & presentable, 1), (presentable, 1), *tiers]
    for candidates, least in tiers:
        if int(candidates.sum()) >= least and bool((candidates & fitting).any()):
            return candidates
    return fresh


def _fits_whole(units: Units, fresh: Booleans, costs: Costs, budget: Budget) -> bool:
    if costs.each[fresh].sum() > 2 * costs.limit:  # far too long: no need to join and count
        return False
    return _cost(units, np.flatnonzero(fresh).tolist(), budget) <= budget.limit


def _within(units: Units, selected: list[int], budget: Budget) -> list[int]:
    """Drop the last selected sentences while the joined text costs too much, as can happen with model tokens."""
    while selected and _cost(units, selected, budget) > budget.limit:
        selected = selected[:-1]
    return selected


def _cost(units: Units, selected: Iterable[int], budget: Budget) -> int:
    return cost_of(budget, [units.texts[i] for i in sorted(selected)])


def sentence_at(units: Units, i: int, scores: Floats, rank: int) -> Sentence:
    """Return a sentence in its place, with its score and rank."""
    text, shown = units.slices[i], units.texts[i]
    return Sentence(
        text=text,
        document=int(units.document[i]),
        start=int(units.start[i]),
        end=int(units.end[i]),
        score=float(scores[i]),
        rank=rank,
        shown=None if shown == text else shown,
    )


def _ranked(scores: Floats, selected: list[int], seen: Booleans) -> list[int]:
    """List the selected sentences in the order of selection, then all others that were not seen, best first."""
    others = ~seen
    others[selected] = False
    order = best_first(scores)
    return [*selected, *order[others[order]].tolist()]


def _falling(scores: Floats, ranked: list[int]) -> Floats:
    """Limit each score to the lowest score before it in the ranking, so that scores never rise with the rank."""
    falling = scores.copy()
    falling[ranked] = np.minimum.accumulate(scores[ranked])
    return falling


def as_listed(keywords: tuple[Keyword, ...]) -> tuple[Keyword, ...]:
    """List keywords that look the same once, and limit each score to the lowest score before it.

    "well-known" may be one word at the end of a line and two elsewhere; equal scores may differ in their last bits.
    """
    if len({keyword.text.lower() for keyword in keywords}) < len(keywords):
        keywords = _each_once(keywords)
    scores = list(accumulate((keyword.score for keyword in keywords), min))
    pairs = zip(keywords, scores, strict=True)
    return tuple(keyword if keyword.score == score else replace(keyword, score=score) for keyword, score in pairs)


def _each_once(keywords: tuple[Keyword, ...]) -> tuple[Keyword, ...]:
    """Give the first of several keywords that look the same the places of all of them."""
    alike: dict[str, list[Keyword]] = {}
    for keyword in keywords:
        alike.setdefault(keyword.text.lower(), []).append(keyword)
    places = ({it for keyword in same for it in keyword.occurrences} for same in alike.values())
    pairs = zip(alike.values(), places, strict=True)
    return tuple(replace(same[0], occurrences=tuple(sorted(found, key=_reading_order))) for same, found in pairs)


def _reading_order(place: Occurrence) -> tuple[int, int, int]:
    return place.document, place.start, place.end


def _warnings(units: Units, selected: list[int], fresh: Booleans, costs: Costs, budget: Budget) -> Iterable[str]:
    if not len(units.form):
        yield "nothing to summarize: the documents contain no words"
    elif not fresh.any():
        yield "nothing new: every sentence occurs in the documents already seen"
    elif not selected:
        shortest = costs.each[fresh].min()
        yield f"no sentence fits in {counted(budget.limit, unit_of(budget))}: the shortest takes {shortest:,}"
    elif len(selected) == int(fresh.sum()):
        yield f"the whole text fits in {counted(budget.limit, unit_of(budget))}: nothing is left out"
    if units.was_split:
        yield "long stretches without a full stop were split into shorter pieces"
