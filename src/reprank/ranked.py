"""Documents to ranked text: read and ranked once, ready for summaries of any length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from reprank import pipeline
from reprank.arrays import Floats, best_first
from reprank.budget import Auto, Budget, Length, Ratio, Words, choose_length
from reprank.caching import cached_property
from reprank.coverage import Coverage
from reprank.coverage.cover import Prepared
from reprank.coverage.curve import CoverageCurve
from reprank.errors import InputError
from reprank.selection import KeywordRequest, Outcome, Selection, Task, count
from reprank.summary import Keyword, Sentence, Summary
from reprank.values import dataclass, value_class
from reprank.wording import counted

if TYPE_CHECKING:
    from reprank.explanation import Explanation
    from reprank.sources.conflicts import ConflictIndex
    from reprank.sources.findings import Conflict, Support
    from reprank.sources.support import SupportIndex

#: A sentence of ``RankedText.sentences``, or its place: the index of its document and its start.
Marked = Sentence | tuple[int, int]


class Similar(NamedTuple):
    """A sentence and its similarity to another one: the cosine of their weighted terms."""

    sentence: Sentence
    similarity: float


@dataclass(frozen=True, eq=False)
class RankedText:
    """Documents that were read and ranked once; summaries of every length are selected from the same ranking.

    ``reprank.rank`` makes one. It never changes, threads may share it, and it can be pickled: the pickle holds the
    documents and settings, and the copy ranks them again with the same result.

    >>> import reprank
    >>> ranked = reprank.rank("The river rose. The river closed the bridge. A dog slept.")
    >>> str(ranked.summarize(sentences=1))
    'The river closed the bridge.'
    >>> str(ranked.summarize(sentences=1, banned=[(0, 16)]))
    'The river rose.'
    >>> [(sentence.text, sentence.rank) for sentence in ranked.sentences]
    [('The river rose.', 2), ('The river closed the bridge.', 1), ('A dog slept.', 3)]
    """

    method: Coverage
    given: pipeline.Input
    query: str | None = None
    notes: tuple[str, ...] = ()  # warnings about the input, which every summary repeats

    def __getstate__(self) -> dict[str, object]:
        """Leave out what can be computed again."""
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}

    def __repr__(self) -> str:
        asked = f", asked {self.query!r}" if self.query else ""
        sentences = counted(len(self.sentences), "sentences")
        return f"<RankedText: {sentences} of {counted(len(self.given.documents), 'documents')}{asked}>"

    def summarize(
        self,
        *,
        words: int | Literal["auto"] | None = None,
        sentences: int | None = None,
        ratio: float | None = None,
        characters: int | None = None,
        bytes: int | None = None,
        tokens: int | None = None,
        budget: Length | None = None,
        keywords: int = 10,
        ranking: bool = False,
        pinned: Iterable[Marked] = (),
        banned: Iterable[Marked] = (),
        sources: bool = False,
        conflicts: bool = False,
    ) -> Summary:
        """Select the most important sentences within one length.

        Args:
            words: maximum number of words. Give at most one length; the default is 200 words. ``"auto"`` is the
                knee of the coverage curve, beyond which more words add little.
            sentences: maximum number of sentences.
            ratio: maximum share of the words of the input, above 0 and at most 1.
            characters: maximum number of characters, including the spaces between sentences.
            bytes: maximum number of bytes of UTF-8.
            tokens: maximum number of tokens of a language model, by an offline estimate.
            budget: any object with ``limit`` and ``cost(text) -> int``, to count in your own way.
            keywords: how many keywords to return; 0 for none.
            ranking: also list every sentence with its score in ``Summary.ranking``.
            pinned: sentences that must be in the summary, or their places ``(document, start)``. They are selected
                first. The sentences that they depend on are added if they fit.
            banned: sentences that must not be in the summary, even if another one depends on them.
            sources: also list the documents that report each sentence, its own first, in ``Sentence.sources``.
            conflicts: also list what documents disagree about in ``Summary.conflicts``.

        Returns:
            A ``Summary``. Without pins and bans it is the same as that of ``reprank.summarize``.

        Raises:
            InputError: if an argument cannot be used, if the pinned sentences together do not fit, if a sentence is
                both pinned and banned, or if the documents have no such sentence.
        """
        length = choose_length(
            budget, words=words, sentences=sentences, ratio=ratio, characters=characters, bytes=bytes, tokens=tokens
        )
        request = pipeline.Request(
            length=self._resolved(length),
            keywords=KeywordRequest(top=count("keywords", keywords)),
            query=self.query,
            ranking=ranking,
            pinned=self._numbers("pinned", pinned),
            banned=self._numbers("banned", banned),
        )
        if both := set(request.pinned) & set(request.banned):
            text = self._text.units.texts[min(both)]
            raise InputError(f"a sentence cannot be both pinned and banned; got {text[:60]!r} in both")
        result = pipeline.select(self._select, self._text, request)
        summary = pipeline.summary_of(self.method.name, result, Selected(self, request), ranking=ranking)
        summary = self.with_sources(summary, sources=sources, conflicts=conflicts)
        return replace(summary, warnings=(*summary.warnings, *self.notes)) if self.notes else summary

    def explain(
        self,
        sentence: Marked,
        *,
        words: int | Literal["auto"] | None = None,
        sentences: int | None = None,
        budget: Length | None = None,
        pinned: Iterable[Marked] = (),
        banned: Iterable[Marked] = (),
    ) -> Explanation:
        """Explain why a summary of this length includes a sentence, or why not; see ``Summary.explain``."""
        length = choose_length(budget, words=words, sentences=sentences)
        summary = self.summarize(budget=length, keywords=0, pinned=pinned, banned=banned)
        (number,) = self._numbers("sentence", [sentence])
        return summary.explain(self._places[number])

    def keywords(
        self,
        *,
        top: int = 10,
        min_words: int = 1,
        max_words: int = 4,
        diversity: float | None = None,
        exclude: str | Iterable[str] = (),
        include: str | Iterable[str] = (),
        candidates: str | Iterable[str] | None = None,
        seeds: str | Iterable[str] = (),
    ) -> tuple[Keyword, ...]:
        """Rank the most important phrases, best first; the options are those of ``reprank.keywords``.

        With a query, the phrases come from the sentences that contain its words.
        """
        request = KeywordRequest.checked(
            top=top,
            min_words=min_words,
            max_words=max_words,
            diversity=diversity,
            exclude=exclude,
            include=include,
            candidates=candidates,
            seeds=seeds,
        )
        task = self._text.keyword_task(request, self.query)
        return pipeline.as_listed(self.method.keywords_ranked(task, self._prepare(task)))

    def query_words(self) -> tuple[str, ...]:
        """Return the words of the documents that the query asks for, in every form that occurs, without stop words.

        Without a query, or if the documents contain none of its words, there are none.

        >>> import reprank
        >>> text = "The river rose. Two rivers closed the bridge."
        >>> reprank.rank(text, query="When did the river rise?").query_words()
        ('river', 'rivers', 'rose')
        """
        asked = self._prepared.ranking.asked
        if asked is None:
            return ()
        units = self._text.units
        forms = np.unique(units.form[np.isin(units.stems.stem, asked.stems)])
        return tuple(sorted({units.forms[form] for form in forms.tolist()}))

    def covered(self, sentences: Iterable[Marked]) -> float:
        """Return the share of the mass of all topical terms that some sentences contain together.

        >>> import reprank
        >>> ranked = reprank.rank("The river rose. The river closed the bridge. A dog slept.")
        >>> ranked.covered([]), 0 < ranked.covered([(0, 0)]) < 1, ranked.covered(ranked.sentences)
        (0.0, True, 1.0)
        """
        chosen = list(self._numbers("sentences", sentences))
        prepared = self._prepared
        topical = len(prepared.ranking.mass)
        everywhere = np.zeros(len(prepared.mass), np.bool_)
        everywhere[prepared.incidence.target[prepared.allowed[prepared.incidence.source]]] = True
        inside = np.zeros(len(prepared.mass), np.bool_)
        if chosen:
            inside[np.concatenate([prepared.incidence.row(i)[0] for i in chosen])] = True
        mass, whole = prepared.mass[:topical], float(prepared.mass[:topical][everywhere[:topical]].sum())
        return min(float(mass[(inside & everywhere)[:topical]].sum()) / whole, 1.0) if whole > 0 else 0.0

    def coverage_curve(self) -> CoverageCurve:
        """Return how much a summary of each length covers, and the worthwhile length, whatever the query."""
        return self._curve

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Every sentence in the order of the documents; ``rank`` 1 has the highest score."""
        return tuple(self._places[i] for i in sorted(self._places))

    def sentence_at(self, document: int, start: int) -> Sentence:
        """Return the sentence that begins at a place; raise InputError if none does."""
        return self._places[self._number("sentence_at", (document, start))]

    def similar(self, sentence: Marked, *, top: int = 10) -> tuple[Similar, ...]:
        """Return the sentences with the highest similarity to a sentence, by the similarity that ranks.

        >>> import reprank
        >>> ranked = reprank.rank("The river rose. The river closed the bridge. A dog slept.")
        >>> [(found.sentence.text, round(found.similarity, 2)) for found in ranked.similar((0, 0))]
        [('The river closed the bridge.', 0.64)]
        """
        (number,) = self._numbers("sentence", [sentence])
        cosine = self._prepared.ranking.graph.similarity(number)
        cosine[number] = 0.0
        cosine[self._text.seen] = 0.0
        best = [int(i) for i in best_first(cosine)[: count("top", top)] if cosine[i] > 0]
        return tuple(Similar(self._places[i], float(cosine[i])) for i in best)

    def support(self, sentence: Marked) -> tuple[Support, ...]:
        """Return the sentences of other documents that say the same as a sentence, best first.

        Editors agree with eight in ten of them; others may be missing. Nothing is returned for a single document or
        for reviews.

        >>> import reprank
        >>> ranked = reprank.rank(["Snow closed the mountain road on Friday. A dog slept.",
        ...                        "On Friday the mountain road was closed by snow. Bread is short."])
        >>> [(found.sentence.document, found.sentence.text) for found in ranked.support((0, 0))]
        [(1, 'On Friday the mountain road was closed by snow.')]
        """
        from reprank.sources.findings import Support

        (number,) = self._numbers("sentence", [sentence])
        return tuple(Support(self._places[i], similarity) for i, similarity in self._support.of(number))

    def sources(self, sentence: Marked) -> tuple[int, ...]:
        """Return the indices of the documents that report a sentence, its own first; copies count once."""
        (number,) = self._numbers("sentence", [sentence])
        return self._support.documents(number)

    def conflicts(self) -> tuple[Conflict, ...]:
        """Return pairs of sentences of different documents that disagree about a number, a day or a negation.

        What a later document changes is returned with the kind ``"update"``. Many conflicts are missed: both sentences
        must say what they differ in with mostly the same words.

        >>> import reprank
        >>> ranked = reprank.rank(["The fire in Orrin hurt three people.", "The fire in Orrin hurt five people."])
        >>> [(conflict.kind, conflict.values) for conflict in ranked.conflicts()]
        [('number', ('three', 'five'))]
        """
        from reprank.sources.findings import Conflict

        return tuple(
            Conflict(
                self._places[it.first],
                self._places[it.second],
                it.kind,
                it.values,
                (self._name(self._places[it.first]), self._name(self._places[it.second])),
            )
            for it in self._conflicts.find()
        )

    def _name(self, sentence: Sentence) -> str:
        document = self.given.documents[sentence.document]
        return document.id or document.title or f"document {sentence.document + 1}"

    @cached_property
    def _conflicts(self) -> ConflictIndex:
        from reprank.sources.conflicts import ConflictIndex

        units = self._text.units
        return ConflictIndex(units, units.substantial & ~self._text.seen)

    def with_sources(self, summary: Summary, *, sources: bool = True, conflicts: bool = False) -> Summary:
        """Return a summary with the documents that report each sentence, and with the conflicts."""
        if sources:
            told = [replace(it, sources=self.sources((it.document, it.start))) for it in summary.sentences]
            summary = replace(summary, sentences=tuple(told))
        return replace(summary, conflicts=self.conflicts()) if conflicts else summary

    def similarities(self, sentences: Sequence[Marked]) -> Floats:
        """Return the similarities of all pairs of the given sentences as a matrix, with zeros on the diagonal."""
        numbers = self._numbers("sentences", sentences, once=False)
        chosen, row = np.unique(np.array(numbers, np.intp), return_inverse=True)
        rows = np.full(len(self._text.units), -1, np.intp)
        rows[chosen] = np.arange(len(chosen))
        unit = self._prepared.ranking.graph.unit
        wanted = rows[unit.source] >= 0
        columns, column = np.unique(unit.target[wanted], return_inverse=True)
        vectors = np.zeros((len(chosen), len(columns)))
        vectors[rows[unit.source[wanted]], column] = unit.weight[wanted]
        cosine: Floats = (vectors @ vectors.T)[np.ix_(row, row)]
        np.fill_diagonal(cosine, 0.0)
        return cosine

    @cached_property
    def _text(self) -> pipeline.ReadText:
        return pipeline.ReadText.of(self.given)

    @cached_property
    def _rankings(self) -> dict[tuple[bool, bytes], Prepared]:
        """Rankings by what they depend on: the query, and the sentences that may be selected.

        There are at most a few: headings and fragments are eligible only where no sentence fits.
        """
        return {}

    def _prepare(self, task: Task) -> Prepared:
        key = bool(task.query), task.eligible.tobytes()
        if key not in self._rankings:
            self._rankings[key] = self.method.prepare(task)
        return self._rankings[key]

    @cached_property
    def _whole(self) -> Task:
        """The task of selecting everything."""
        length = Words(max(int(self._text.costs(Words(1)).each.sum()), 1))
        return self._text.task(length, pipeline.Request(length, query=self.query))

    @cached_property
    def _prepared(self) -> Prepared:
        return self._prepare(self._whole)

    @cached_property
    def _places(self) -> dict[int, Sentence]:
        """Every sentence that the reader does not know, by number, with its rank by score."""
        scores = self.method.scores(self._prepared)
        ranked = [int(i) for i in best_first(scores) if not self._text.seen[i]]
        units = self._text.units
        return {i: pipeline.sentence_at(units, i, scores, rank) for rank, i in enumerate(ranked, start=1)}

    @cached_property
    def _support(self) -> SupportIndex:
        from reprank.sources.support import SupportIndex

        units = self._text.units
        listed = units.substantial & ~self._text.seen
        return SupportIndex(self._prepared.ranking, listed, self._conflicts, self._prepared.reviews)

    @cached_property
    def _number_at(self) -> dict[tuple[int, int], int]:
        units = self._text.units
        places = zip(units.document.tolist(), units.start.tolist(), strict=True)
        return {place: i for i, place in enumerate(places) if not self._text.seen[i]}

    @cached_property
    def _curve(self) -> CoverageCurve:
        if not self._text.fresh.any():
            return CoverageCurve((0,), (0.0,))
        task = replace(self._whole, query=(), query_text="")
        return self.method.curve(task, self._prepare(task))

    def _select(self, task: Task) -> Selection:
        return self.method.select_ranked(task, self._prepare(task))

    def _resolved(self, length: Length) -> Budget | Ratio:
        return Words(max(self._curve.knee, 1)) if isinstance(length, Auto) else length

    def _numbers(self, name: str, marked: Iterable[Marked], *, once: bool = True) -> tuple[int, ...]:
        """Return the numbers of sentences, each once unless told otherwise."""
        if isinstance(marked, Sentence | str) or not isinstance(marked, Iterable):
            raise InputError(f"{name} must be a list of sentences or of places (document, start); got {marked!r}")
        numbers = (self._number(name, one) for one in marked)
        return tuple(dict.fromkeys(numbers) if once else numbers)

    def _number(self, name: str, marked: Marked) -> int:
        place = (marked.document, marked.start) if isinstance(marked, Sentence) else marked
        is_place = isinstance(place, tuple) and all(isinstance(part, int | np.integer) for part in place)
        number = self._number_at.get(place) if is_place else None
        if number is None:
            raise InputError(
                f"{name} needs a sentence of this text or its place (document, start); got {marked!r}: "
                "RankedText.sentences lists them"
            )
        return number


def ranked_text_of(summary: Summary) -> RankedText:
    """Return the ranked text that a summary was selected from, or rank its documents by the default method."""
    if isinstance(summary.origin, Selected):
        return summary.origin.ranked
    return RankedText(Coverage(), pipeline.Input(summary.documents, code=summary.language))


@value_class
class Selected:
    """What a summary was selected from, so that its sentences can be explained when somebody asks."""

    ranked: RankedText
    request: pipeline.Request

    def anew(self) -> Selected:
        """Return the same without the work: it is done again, with the same result, if somebody asks."""
        return replace(self, ranked=replace(self.ranked))

    def explain(self, sentence: Sentence) -> Explanation:
        """Explain why a sentence was selected, or why not; raise InputError if the documents have no such sentence."""
        number = self.ranked._number_at.get((sentence.document, sentence.start))
        if number is None or self.ranked._text.units.end[number] != sentence.end:
            raise InputError(f"explain needs a sentence of this summary or of its ranking; got {sentence.text[:60]!r}")
        return self._reasons(number)

    @cached_property
    def _reasons(self) -> Callable[[int], Explanation]:
        ranked = self.ranked
        request = replace(self.request, keywords=KeywordRequest(top=0))
        result = pipeline.select(ranked._select, ranked._text, request)
        outcome = Outcome(result.selection.sentences, result.whole, result.places)
        return ranked.method.reasons(result.task, ranked._prepare(result.task), outcome)
