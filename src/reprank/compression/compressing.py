"""Chunks and a query to shorter chunks: ``reprank.compress``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from reprank import pipeline
from reprank.arrays import Booleans, best_first
from reprank.budget import Auto, Budget, Length, Ratio, as_number, choose_length, shown, unit_of
from reprank.compression.keeping import Keep, kept_pieces
from reprank.compression.pieces import Pieces, read_pieces
from reprank.compression.result import Compressed, CompressedChunk, make_chunk, whole_chunk
from reprank.coverage import Coverage
from reprank.coverage.query import ABSENT
from reprank.errors import BudgetError, InputError
from reprank.selection import Costs, Method, Selection, Task
from reprank.summary import BudgetUse
from reprank.text.documents import Document, Documents, as_documents
from reprank.version import __version__


def compress(
    chunks: Documents,
    query: str | None = None,
    *,
    tokens: int | None = None,
    words: int | None = None,
    sentences: int | None = None,
    ratio: float | None = None,
    characters: int | None = None,
    bytes: int | None = None,
    budget: Length | None = None,
    threshold: float | None = None,
    keep: Iterable[Keep] = (),
    marker: str | None = None,
    language: str | None = None,
    method: Method | None = None,
) -> Compressed:
    r"""Shorten chunks of text to the sentences that answer a query, or to a summary without one.

    Args:
        chunks: a list of texts or of ``Document``; one text is a list of one.
        query: the question or task that the text is for.
        tokens: maximum number of tokens of all chunks together, by an offline estimate (docs/length.md). Or give one of
            ``words``, ``sentences``, ``ratio`` (a share of the words), ``characters``, ``bytes``, or ``budget``, any
            object with ``limit`` and ``cost(text)``, such as ``Tokens(500, counter=my_tokenizer)``.
        threshold: keep only sentences whose value to the query is at least this share (0 to 1) of the best sentence's
            value, at the moment of selection. What is answered counts for less, so that selection ends by itself.
            It can be used alone or with a length.
        keep: what must survive: regular expressions, chunk numbers (whole chunks), or presets (``"numbers"``,
            ``"paths"``, ``"urls"``, ``"quotes"``, ``"code"``, ``"tables"``, ``"headings"``). A sentence, code block or
            table in which a pattern occurs is kept.
        marker: a text such as ``"[…]"`` that is written where something was dropped.
        language: the code of the language, such as ``"en"``; detected if not given.
        method: another selection method; the default one if not given.

    Returns:
        A ``Compressed``: as many chunks as came in, in order, each with ``text``, ``kept``, ``dropped`` and ``id``.
        The same input gives the same bytes. Sentences, code blocks and tables are kept whole or dropped whole.

    Raises:
        InputError: if an argument cannot be used, or if what must be kept does not fit in the length.

    >>> chunks = ["The pump failed at noon. Lunch was soup.", "The town has a cafe. A new pump costs nine crowns."]
    >>> [chunk.text for chunk in compress(chunks, "What does the pump cost?", words=6).chunks]
    ['', 'A new pump costs nine crowns.']
    """
    lengths = {
        "tokens": tokens, "words": words, "sentences": sentences, "ratio": ratio, "characters": characters,
        "bytes": bytes,
    }  # fmt: skip
    if query is not None and not isinstance(query, str):
        raise InputError(f"query must be text; got {type(query).__name__}")
    if marker is not None and not isinstance(marker, str):
        raise InputError(f"marker must be text; got {type(marker).__name__}")
    documents = as_documents(chunks)
    request = _Request(query, _length(budget, lengths, threshold), _threshold(threshold, query), marker)
    pieces = read_pieces(documents, language)
    required = kept_pieces(pieces, keep)
    return _Compression(documents, pieces, required, request).run(method or Coverage())


@dataclass(frozen=True)
class _Request:
    query: str | None
    length: Budget | Ratio | None
    threshold: float
    marker: str | None


def _length(budget: Length | None, lengths: dict[str, float | None], threshold: float | None) -> Budget | Ratio | None:
    if budget is None and all(value is None for value in lengths.values()):
        if threshold is None:
            raise BudgetError("compress needs a length, such as tokens=500 or ratio=0.3, or a threshold; got neither")
        return None
    length = choose_length(budget, **lengths)
    if isinstance(length, Auto):
        raise BudgetError('compress needs a length in numbers; got words="auto": use tokens=500 or ratio=0.3')
    return length


def _threshold(threshold: float | None, query: str | None) -> float:
    if threshold is None:
        return 0.0
    share = as_number(threshold)
    if not 0 <= share <= 1:
        raise InputError(f"threshold must be a number from 0 to 1; got {shown(threshold)}")
    if not query:
        raise InputError("threshold measures the value to a query: give a query, or a length such as tokens=500")
    return share


@dataclass(frozen=True, eq=False)
class _Compression:
    documents: Sequence[Document]
    pieces: Pieces
    required: Booleans
    request: _Request

    def run(self, method: Method) -> Compressed:
        budget = self._budget()
        if budget is not None and not self.request.threshold and self._fits_whole(budget):
            chunks = tuple(map(whole_chunk, self.documents))
            return Compressed(chunks, self._use(chunks, len(self.pieces), budget), __version__)
        costs = self._costs(budget)
        needed = int(costs.each[self.required].sum())
        if budget is not None and needed:
            use = self._use(self._chunks(self.required), needed, budget)
            if use.used > use.limit:
                raise BudgetError(
                    f"what must be kept takes {use.used} {use.unit}, the limit is {use.limit}: "
                    "raise the limit or keep less"
                )
        selection = self._selection(method, replace(costs, limit=max(costs.limit - needed, 0)))
        return self._within(selection, budget)

    def _fits_whole(self, budget: Budget) -> bool:
        if unit_of(budget) == "sentences":
            return len(self.pieces) <= budget.limit
        return sum(budget.cost(document.text) for document in self.documents) <= budget.limit

    def _selection(self, method: Method, costs: Costs) -> Selection:
        """Let the method select; then fill what is left of the length with the best of the rest."""
        units, query = self.pieces.units, self.request.query
        fresh = (units.duplicate_of == np.arange(len(units))) & self.pieces.selectable & ~self.required
        if not fresh.any() or not costs.fitting(0)[fresh].any():
            return Selection([], np.zeros(len(units)))
        task = Task(
            units,
            costs,
            fresh if query else pipeline.eligible(units, fresh, costs, units.substantial, units.selectable),
            np.zeros(len(units), dtype=np.bool_),
            query=pipeline.words_of(query),
            query_text=query or "",
            threshold=self.request.threshold,
            fill=True,
        )
        selection = method.select(task)
        if self.request.threshold:
            return replace(selection, sentences=[]) if ABSENT in selection.warnings else selection
        return replace(selection, sentences=_filled(selection, fresh, costs))

    def _budget(self) -> Budget | None:
        length = self.request.length
        return length.of([document.text for document in self.documents]) if isinstance(length, Ratio) else length

    def _costs(self, budget: Budget | None) -> Costs:
        """Count what each piece costs, with the white space behind it and a marker."""
        if budget is None:
            return Costs(self.pieces.units.lengths, int(self.pieces.units.lengths.sum()), 0)
        if unit_of(budget) == "sentences":
            return Costs(np.ones(len(self.pieces), np.intp), budget.limit, 0)
        marker = budget.cost(self.request.marker) if self.request.marker else 0
        each = np.array([budget.cost(text) + marker for text in self.pieces.owned], np.intp)
        return Costs(each, budget.limit, 0)

    def _within(self, selection: Selection, budget: Budget | None) -> Compressed:
        """Drop the last selected pieces while the text costs too much: the parts may cost less than the whole."""
        count = len(selection.sentences)
        while True:
            kept = self.required.copy()
            kept[selection.sentences[:count]] = True
            chunks = self._chunks(kept)
            use = self._use(chunks, int(kept.sum()), budget) if budget is not None else None
            if use is None or not count or use.used <= use.limit:
                notes = [*selection.warnings]
                if len(self.pieces) and not kept.any():
                    notes.append("nothing is kept: no sentence fits, or none answers the query")
                return Compressed(chunks, use, __version__, tuple(notes))
            count -= max(1, int(count * (1 - use.limit / use.used)))

    def _chunks(self, kept: Booleans) -> tuple[CompressedChunk, ...]:
        flags = kept.tolist()
        numbers = range(len(self.documents))
        return tuple(make_chunk(self.pieces, i, flags.__getitem__, self.request.marker) for i in numbers)

    def _use(self, chunks: Sequence[CompressedChunk], sentences: int, budget: Budget) -> BudgetUse:
        counted = unit_of(budget) == "sentences"
        used = sentences if counted else sum(budget.cost(chunk.text) for chunk in chunks)
        return BudgetUse(unit_of(budget), budget.limit, used)


def _filled(selection: Selection, fresh: Booleans, costs: Costs) -> list[int]:
    """Fill what is left of the length with the best of the pieces that were not selected."""
    selected = list(selection.sentences)
    used = int(costs.each[selected].sum())
    left = fresh & (costs.each + used <= costs.limit)
    left[selected] = False
    for i in best_first(np.where(left, selection.scores, -np.inf))[: int(left.sum())].tolist():
        if used + costs.each[i] <= costs.limit:
            selected.append(i)
            used += int(costs.each[i])
    return selected
