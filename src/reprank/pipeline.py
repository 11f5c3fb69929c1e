"""Documents to summary: the flow that every method shares, from text to result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from reprank.arrays import Booleans, Floats, best_first
from reprank.budget import Budget, Length, Ratio, cost_of, unit_of
from reprank.selection import Costs, KeywordMethod, KeywordRequest, Method, Selection, Task
from reprank.summary import BudgetUse, Keyword, Sentence, Summary
from reprank.text.documents import Document
from reprank.text.identification import detect
from reprank.text.languages import language
from reprank.text.tokens import normal_form, word_pattern
from reprank.text.units import Units, read_units
from reprank.version import __version__

MIN_WELL_FORMED = 3  # sentences: with fewer, headings and fragments are eligible too


@dataclass(frozen=True)
class Request:
    """What a summary should be like."""

    length: Length
    keywords: KeywordRequest
    query: str | None = None
    ranking: bool = False


def summarize(
    method: Method, documents: Sequence[Document], seen: Sequence[Document], code: str | None, request: Request
) -> Summary:
    """Read documents, let the method select, and check its answer against the budget."""
    units = _read((*documents, *seen), code)
    budget = _resolve(request.length, documents)
    is_seen = units.document >= len(documents)
    fresh = (units.duplicate_of == np.arange(len(units))) & ~is_seen
    fresh &= ~np.isin(units.duplicate_of, units.duplicate_of[is_seen])
    costs = Costs.of(budget, units)
    task = Task(
        units,
        costs,
        eligible(units, fresh, costs),
        is_seen,
        query=words_of(request.query),
        query_text=request.query or "",
        keywords=request.keywords,
    )
    selection = method.select(task) if fresh.any() else Selection([], np.zeros(len(units)))
    if fresh.any() and not seen and _fits_whole(units, fresh, costs, budget):
        selection = replace(selection, sentences=[int(i) for i in best_first(selection.scores) if fresh[i]], order=None)
    selected = _within(units, selection.sentences, budget)
    kept = set(selected)
    order = [i for i in selection.order if i in kept] if selection.order is not None else sorted(selected)
    ranked = _ranked(selection.scores, selected, is_seen)
    selection = replace(selection, scores=_falling(selection.scores, ranked))
    rank = {sentence: place for place, sentence in enumerate(selected, start=1)}
    return Summary(
        sentences=tuple(_sentence(units, i, selection, rank[i]) for i in order),
        keywords=selection.keywords,
        budget=BudgetUse(unit_of(budget), budget.limit, _cost(units, selected, budget)),
        system=method.name,
        version=__version__,
        warnings=(*selection.warnings, *_warnings(units, selected, fresh, costs, budget)),
        ranking=tuple(_sentence(units, i, selection, k) for k, i in enumerate(ranked, start=1))
        if request.ranking
        else (),
        language=units.language.code,
        documents=tuple(documents),
    )


def keywords(
    method: KeywordMethod,
    documents: Sequence[Document],
    seen: Sequence[Document],
    code: str | None,
    request: KeywordRequest,
) -> tuple[Keyword, ...]:
    """Read documents and let the method rank their phrases; no length limits what it looks at."""
    units = _read((*documents, *seen), code)
    costs = Costs(units.lengths, limit=int(units.lengths.sum()), separator=0)
    is_seen = units.document >= len(documents)
    return method.keywords(Task(units, costs, eligible(units, ~is_seen, costs), is_seen, keywords=request))


def _read(documents: Sequence[Document], code: str | None) -> Units:
    return read_units(documents, language(code or detect(document.text for document in documents)))


def _resolve(length: Length, documents: Sequence[Document]) -> Budget:
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
