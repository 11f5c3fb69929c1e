"""Documents to summary: the flow that every method shares, from text to result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TypeAlias

import numpy as np

from reprank.arrays import Booleans, Floats, best_first
from reprank.budget import Budget, Ratio, cost_of, unit_of
from reprank.caching import cached_property
from reprank.errors import InputError
from reprank.explanation import Explanation
from reprank.selection import (
    Costs,
    ExplainedMethod,
    KeywordMethod,
    KeywordRequest,
    Method,
    Outcome,
    Selection,
    Task,
)
from reprank.summary import BudgetUse, Keyword, Sentence, Summary
from reprank.text.documents import Document
from reprank.text.identification import detect
from reprank.text.languages import language
from reprank.text.tokens import normal_form, word_pattern
from reprank.text.units import Units, read_units
from reprank.version import __version__

MIN_WELL_FORMED = 3  # sentences: with fewer, headings and fragments are eligible too


def read_documents(documents: Sequence[Document], code: str | None) -> Units:
    """Read documents into sentences and words, in the language of this code or in the one that is detected."""
    return read_units(documents, language(code or detect(document.text for document in documents)))


ReadDocuments: TypeAlias = Callable[[Sequence[Document], str | None], Units]


@dataclass(frozen=True)
class Input:
    """What a result is made from: documents, those that the reader knows, the code of the language, and a reader."""

    documents: tuple[Document, ...]
    seen: tuple[Document, ...] = ()
    code: str | None = None
    read: ReadDocuments = read_documents

    def units(self) -> Units:
        """Read the documents and, after them, those that the reader knows."""
        return self.read((*self.documents, *self.seen), self.code)


@dataclass(frozen=True)
class Request:
    """What a summary should be like."""

    length: Budget | Ratio
    keywords: KeywordRequest
    query: str | None = None
    ranking: bool = False


@dataclass(frozen=True)
class Origin:
    """What a summary was made from, so that its sentences can be explained when somebody asks.

    Nothing is kept of the work: it is done again, with the same result.
    """

    method: Method
    given: Input
    request: Request

    def explain(self, sentence: Sentence) -> Explanation:
        """Say why a sentence was selected, or why not.

        Raises InputError if the method gives no reasons, or if the documents have no such sentence.
        """
        number = self._number_of.get((sentence.document, sentence.start, sentence.end))
        if number is None:
            raise InputError(f"explain needs a sentence of this summary or of its ranking; got {sentence.text[:60]!r}")
        return self._reasons(number)

    @cached_property
    def _result(self) -> _Result:
        request = replace(self.request, keywords=replace(self.request.keywords, top=0))
        return _select(self.method, self.given, request)

    @cached_property
    def _number_of(self) -> dict[tuple[int, int, int], int]:
        if not isinstance(self.method, ExplainedMethod):
            raise InputError(f"{self.method.name} gives no reasons for its selection: use the system reprank")
        return {(it.document, it.start, it.end): i for i, it in self._places.items()}

    @cached_property
    def _places(self) -> dict[int, Sentence]:
        result = self._result
        return {
            i: _sentence(result.task.units, i, result.selection, rank) for rank, i in enumerate(result.ranked, start=1)
        }

    @cached_property
    def _reasons(self) -> Callable[[int], Explanation]:
        assert isinstance(self.method, ExplainedMethod)
        result = self._result
        return self.method.reasons(result.task, Outcome(result.selection.sentences, result.whole, self._places))


def summarize(method: Method, given: Input, request: Request) -> Summary:
    """Read documents, let the method select, and check its answer against the budget."""
    result = _select(method, given, request)
    units, budget, selection = result.task.units, result.budget, result.selection
    selected = selection.sentences
    rank = {sentence: place for place, sentence in enumerate(selected, start=1)}
    order = selection.order if selection.order is not None else sorted(selected)
    return Summary(
        sentences=tuple(_sentence(units, i, selection, rank[i]) for i in order if i in rank),
        keywords=_never_rising(selection.keywords),
        budget=BudgetUse(unit_of(budget), budget.limit, _cost(units, selected, budget)),
        system=method.name,
        version=__version__,
        warnings=(*selection.warnings, *_warnings(units, selected, result.fresh, result.task.costs, budget)),
        ranking=tuple(_sentence(units, i, selection, k) for k, i in enumerate(result.ranked, start=1))
        if request.ranking
        else (),
        language=units.language.code,
        documents=given.documents,
        origin=Origin(method, given, request),
    )


@dataclass(frozen=True, eq=False)
class _Result:
    """A selection that was checked against the budget, and what it was made from."""

    task: Task
    budget: Budget
    fresh: Booleans  # sentences that are new to the reader, each once
    selection: Selection
    ranked: list[int]
    whole: bool


def _select(method: Method, given: Input, request: Request) -> _Result:
    budget = _resolve(request.length, given.documents)
    task, fresh = read_task(given, budget)
    task = replace(task, query=words_of(request.query), query_text=request.query or "", keywords=request.keywords)
    units, costs = task.units, task.costs
    selection = method.select(task) if fresh.any() else Selection([], np.zeros(len(units)))
    whole = bool(fresh.any()) and not given.seen and _fits_whole(units, fresh, costs, budget)
    if whole:
        selection = replace(selection, sentences=[int(i) for i in best_first(selection.scores) if fresh[i]], order=None)
    selected = _within(units, selection.sentences, budget)
    ranked = _ranked(selection.scores, selected, task.seen)
    selection = replace(selection, sentences=selected, scores=_falling(selection.scores, ranked))
    return _Result(task, budget, fresh, selection, ranked, whole)


def read_task(given: Input, budget: Budget) -> tuple[Task, Booleans]:
    """Read documents into a task without a query; also tell which sentences are new to the reader, each once."""
    units = given.units()
    is_seen = units.document >= len(given.documents)
    fresh = (units.duplicate_of == np.arange(len(units))) & ~is_seen
    fresh &= ~np.isin(units.duplicate_of, units.duplicate_of[is_seen])
    costs = Costs.of(budget, units)
    return Task(units, costs, eligible(units, fresh, costs), is_seen), fresh


def keywords(method: KeywordMethod, given: Input, request: KeywordRequest) -> tuple[Keyword, ...]:
    """Read documents and let the method rank their phrases; no length limits what it looks at."""
    units = given.units()
    costs = Costs(units.lengths, limit=int(units.lengths.sum()), separator=0)
    is_seen = units.document >= len(given.documents)
    task = Task(units, costs, eligible(units, ~is_seen, costs), is_seen, keywords=request)
    return _never_rising(method.keywords(task))


def _resolve(length: Budget | Ratio, documents: Sequence[Document]) -> Budget:
    return length.of([document.text for document in documents]) if isinstance(length, Ratio) else length


def words_of(query: str | None) -> tuple[str, ...]:
    """Return the lower-cased words of a query."""
    return tuple(normal_form(word) for word in word_pattern(query).findall(query)) if query else ()


def eligible(units: Units, fresh: Booleans, costs: Costs) -> Booleans:
    """Exclude what is not a well-formed sentence, unless hardly any sentence is, or none of them fits."""
    prose = fresh & units.well_formed
    enough = int(prose.sum()) >= MIN_WELL_FORMED and bool((prose & costs.fitting(0)).any())
    return prose if enough else fresh


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


def _sentence(units: Units, i: int, selection: Selection, rank: int) -> Sentence:
    return Sentence(
        text=units.texts[i],
        document=int(units.document[i]),
        start=int(units.start[i]),
        end=int(units.end[i]),
        score=float(selection.scores[i]),
        rank=rank,
    )


def _ranked(scores: Floats, selected: list[int], seen: Booleans) -> list[int]:
    """List the selected sentences in the order of selection, then all others that were not seen, best first."""
    taken = set(selected)
    return [*selected, *(int(i) for i in best_first(scores) if not seen[i] and i not in taken)]


def _falling(scores: Floats, ranked: list[int]) -> Floats:
    """Limit each score to the lowest score before it in the ranking, so that scores never rise with the rank."""
    falling = scores.copy()
    falling[ranked] = np.minimum.accumulate(scores[ranked])
    return falling


def _never_rising(keywords: tuple[Keyword, ...]) -> tuple[Keyword, ...]:
    """Limit each score to the lowest score before it: equal scores may differ in their last bits."""
    scores = list(accumulate((keyword.score for keyword in keywords), min))
    pairs = zip(keywords, scores, strict=True)
    return tuple(keyword if keyword.score == score else replace(keyword, score=score) for keyword, score in pairs)


def _warnings(units: Units, selected: list[int], fresh: Booleans, costs: Costs, budget: Budget) -> Iterable[str]:
    if not len(units.form):
        yield "nothing to summarize: the documents contain no words"
    elif not fresh.any():
        yield "nothing new: every sentence occurs in the documents already seen"
    elif not selected:
        shortest = costs.each[fresh].min()
        yield f"no sentence fits in {budget.limit} {unit_of(budget)}: the shortest takes {shortest}"
    elif len(selected) == int(fresh.sum()):
        yield f"the whole text fits in {budget.limit} {unit_of(budget)}: nothing is left out"
    if units.was_split:
        yield "long stretches without a full stop were split into shorter pieces"
