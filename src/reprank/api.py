"""What users call: ``summarize``, ``keywords``, and the class that holds their settings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from typing import TYPE_CHECKING, Literal, Protocol

from reprank import pipeline
from reprank.budget import Auto, Length, Words, choose_length
from reprank.coverage import Coverage
from reprank.coverage.curve import CoverageCurve
from reprank.errors import InputError
from reprank.ranked import RankedText, Selected
from reprank.selection import KeywordMethod, KeywordRequest, Method, count, one_text
from reprank.summary import Keyword, Summary
from reprank.text.documents import Documents, as_documents
from reprank.values import dataclass

if TYPE_CHECKING:
    from reprank.paper.encoder import Encoder
    from reprank.paper.method import MakeChain
    from reprank.paper.representation import Representation

MANY_TEXTS = 50  # more than these, given as a plain list, are probably not meant as one cluster
ADVICE = "for one summary of each, use reprank.summarize_many"


class Summarizer(Protocol):
    """The interface that evaluation, batch and command line use; ``System`` makes one from any method."""

    def summarize(
        self,
        documents: Documents,
        *,
        budget: Length | None = None,
        keywords: int = 10,
        query: str | None = None,
        seen: Documents = (),
        language: str | None = None,
        ranking: bool = False,
        sources: bool = False,
        conflicts: bool = False,
    ) -> Summary:
        """Select the most important sentences within one length."""


class KeywordSystem(Protocol):
    """The interface that evaluation and command line use for keywords."""

    def keywords(
        self,
        documents: Documents,
        *,
        top: int = 10,
        min_words: int = 1,
        max_words: int = 4,
        diversity: float | None = None,
        exclude: str | Iterable[str] = (),
        include: str | Iterable[str] = (),
        candidates: str | Iterable[str] | None = None,
        seeds: str | Iterable[str] = (),
        seen: Documents = (),
        language: str | None = None,
    ) -> tuple[Keyword, ...]:
        """Rank the most important phrases, best first."""


@dataclass(frozen=True)
class System:
    """A method made into a summarizer: text, length, results and errors are the same for all methods.

    >>> from reprank.baselines.lead import Lead
    >>> str(System(Lead()).summarize("The river rose. It closed the bridge.", sentences=1))
    'The river rose.'
    """

    method: Method
    read: pipeline.ReadDocuments = pipeline.read_documents  # documents to sentences and words

    def summarize(
        self,
        documents: Documents,
        *,
        words: int | Literal["auto"] | None = None,
        sentences: int | None = None,
        ratio: float | None = None,
        characters: int | None = None,
        bytes: int | None = None,
        tokens: int | None = None,
        budget: Length | None = None,
        keywords: int = 10,
        query: str | None = None,
        seen: Documents = (),
        language: str | None = None,
        ranking: bool = False,
        sources: bool = False,
        conflicts: bool = False,
    ) -> Summary:
        """Select the most important sentences and rank the most important keywords.

        Args:
            documents: one text, one ``Document``, or a list of these. A list gives one summary of all of them.
            words: maximum number of words. Give at most one length; the default is 200 words. ``"auto"`` is the knee of
                the coverage curve, beyond which more words add little.
            sentences: maximum number of sentences.
            ratio: maximum share of the words of the input, above 0 and at most 1.
            characters: maximum number of characters, including the spaces between sentences.
            bytes: maximum number of bytes of UTF-8.
            tokens: maximum number of tokens of a language model, by an offline estimate.
            budget: any object with ``limit`` and ``cost(text) -> int``, to count in your own way.
            keywords: how many keywords to return; 0 for none. A system that only ranks sentences returns none.
            query: a question that the summary should answer.
            seen: documents that the reader already knows. They are not selected, and repetitions of them are penalised.
            language: the code of the language, such as ``"en"``; detected if not given.
            ranking: also list every sentence with its score in ``Summary.ranking``.
            sources: also list the documents that report each sentence, its own first, in ``Sentence.sources``.
            conflicts: also list what documents disagree about in ``Summary.conflicts``.

        Returns:
            A ``Summary``: ``str(summary)`` is the text; ``summary.sentences`` and ``summary.keywords`` have their
            places in the documents. It never exceeds the length. If not even one sentence fits, it is empty and
            ``summary.warnings`` says so.

        Raises:
            InputError: if an argument cannot be used; the message says what was expected.

        >>> import reprank
        >>> text = "Heavy snow closed the mountain road on Friday. A dog barked. Ploughs will open the road on Monday."
        >>> summary = reprank.summarize(text, sentences=1, keywords=1)
        >>> str(summary)
        'Heavy snow closed the mountain road on Friday.'
        >>> summary.sentences[0].start, summary.sentences[0].end
        (0, 46)
        """
        length = choose_length(
            budget,
            words=words,
            sentences=sentences,
            ratio=ratio,
            characters=characters,
            bytes=bytes,
            tokens=tokens,
        )
        if isinstance(self.method, Coverage):
            ranked = self._ranked(self.method, documents, query, seen, language)
            summary = ranked.summarize(
                budget=length, keywords=keywords, ranking=ranking, sources=sources, conflicts=conflicts
            )
            assert isinstance(summary.origin, Selected)
            return replace(summary, origin=summary.origin.anew())
        ranked = self._ranked(Coverage(), documents, query, seen, language)
        if isinstance(length, Auto):
            length = Words(max(ranked.coverage_curve().knee, 1))
        request = pipeline.Request(length, KeywordRequest(top=count("keywords", keywords)), ranked.query)
        result = pipeline.select(self.method.select, pipeline.ReadText.of(ranked.given), request)
        summary = pipeline.summary_of(self.method.name, result, pipeline.NoReasons(self.method.name), ranking=ranking)
        summary = ranked.with_sources(summary, sources=sources, conflicts=conflicts)
        return replace(summary, warnings=(*summary.warnings, *ranked.notes)) if ranked.notes else summary

    def rank(
        self, documents: Documents, *, query: str | None = None, seen: Documents = (), language: str | None = None
    ) -> RankedText:
        """Read and rank documents once, for summaries of any length.

        Args:
            documents: one text, one ``Document``, or a list of these.
            query: a question that the summaries should answer.
            seen: documents that the reader already knows. They are not selected, and repetitions of them are penalised.
            language: the code of the language, such as ``"en"``; detected if not given.

        Returns:
            A ``RankedText`` with ``summarize``, ``keywords``, ``coverage_curve``, ``explain``, ``sentences`` and
            ``similar``.

        Raises:
            InputError: if an argument cannot be used, or if the system is not the default method.

        >>> import reprank
        >>> ranked = reprank.rank(reprank.example_documents())
        >>> [len(ranked.summarize(sentences=count)) for count in (1, 5, 9)]
        [1, 5, 9]
        """
        if not isinstance(self.method, Coverage):
            raise InputError(f"{self.method.name} selects for one length only and has no ranked text: use reprank")
        ranked = self._ranked(self.method, documents, query, seen, language)
        ranked.sentences  # noqa: B018  (ranks now rather than when first asked)
        return ranked

    def coverage_curve(
        self, documents: Documents, *, seen: Documents = (), language: str | None = None
    ) -> CoverageCurve:
        """Return how much a summary of each length covers, and beyond which length more words add little.

        Args:
            documents: one text, one ``Document``, or a list of these.
            seen: documents that the reader already knows. What they contain counts for little.
            language: the code of the language, such as ``"en"``; detected if not given.

        Returns:
            A ``CoverageCurve``: ``words`` and ``shares`` of the mass of all terms by the default method, and its
            ``knee``, which is the length that ``words="auto"`` chooses.

        >>> import reprank
        >>> curve = reprank.coverage_curve(reprank.example_documents())
        >>> curve.words[0], curve.shares[-1], 0 < curve.knee < curve.words[-1]
        (0, 1.0, True)
        """
        method = self.method if isinstance(self.method, Coverage) else Coverage()
        return self._ranked(method, documents, None, seen, language).coverage_curve()

    def _ranked(
        self, method: Coverage, documents: Documents, query: str | None, seen: Documents, language: str | None
    ) -> RankedText:
        read = as_documents(documents)
        notes = (f"one summary of {len(read)} texts: {ADVICE}",) if _looks_like_many_inputs(documents) else ()
        given = pipeline.Input(read, as_documents(seen), language, self.read)
        return RankedText(method, given, one_text("query", query), notes)

    def keywords(
        self,
        documents: Documents,
        *,
        top: int = 10,
        min_words: int = 1,
        max_words: int = 4,
        diversity: float | None = None,
        exclude: str | Iterable[str] = (),
        include: str | Iterable[str] = (),
        candidates: str | Iterable[str] | None = None,
        seeds: str | Iterable[str] = (),
        seen: Documents = (),
        language: str | None = None,
    ) -> tuple[Keyword, ...]:
        """Rank the most important phrases, best first.

        Words and phrases in arguments match the text by their stems: ``"battery"`` matches "Batteries".

        Args:
            documents: one text, one ``Document``, or a list of these. A list gives one ranking over all of them.
            top: maximum number of keywords.
            min_words: minimum number of words in a keyword.
            max_words: maximum number of words in a keyword.
            diversity: from 0, the best phrases however similar, to 1, hardly any word in two of them. The default of
                RepRank is 0.13, that of the other systems 0.
            exclude: words and phrases that no keyword may contain.
            include: words and phrases that are keywords if they occur in the documents.
            candidates: the only phrases that may be keywords, instead of those that are found.
            seeds: words that boost the phrases that contain them or occur near them.
            seen: documents that the reader already knows. Keywords are then about what is new.
            language: the code of the language, such as ``"en"``; detected if not given.

        Returns:
            Keywords with their text as it occurs, a score relative to the best one, and all places in the documents.

        Raises:
            InputError: if an argument cannot be used, or if the method ranks sentences only.

        >>> import reprank
        >>> text = "Sensor networks fail when the battery is empty. The battery of a sensor network is small."
        >>> [keyword.text for keyword in reprank.keywords(text, top=2)]
        ['sensor network', 'battery']
        >>> [str(keyword) for keyword in reprank.keywords(text, exclude=["network"])]
        ['battery']
        """
        if not isinstance(self.method, KeywordMethod):
            raise InputError(f"{self.method.name} ranks sentences only: use reprank or another keyword system")
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
        if not request.is_plain and not getattr(self.method, "phrase_options", False):
            raise InputError(f"{self.method.name} follows top and max_words only: leave out the other options")
        given = pipeline.Input(as_documents(documents), as_documents(seen), language, self.read)
        return pipeline.keywords(self.method, pipeline.ReadText.of(given), request)


@dataclass(frozen=True)
class RepRank(System):
    """RepRank with its settings: the default method, or the paper's.

    >>> text = (
    ...     "A dog barked. Heavy snow closed the mountain road on Friday. The village on the mountain has bread. "
    ...     "Snow ploughs will open the mountain road on Monday."
    ... )
    >>> str(RepRank().summarize(text, sentences=1))
    'Heavy snow closed the mountain road on Friday.'
    """

    method: Method = field(default_factory=Coverage)

    @classmethod
    def paper(
        cls,
        *,
        vectors: str | Encoder | Representation = "attention",
        absorbing: bool = False,
        chain: MakeChain | None = None,
    ) -> RepRank:
        """Return the paper's method with the paper's numbers (sections 3 and 4).

        Args:
            vectors: ``"attention"`` for the paper's learned representation, ``"glove"`` for its average of GloVe
                vectors, an ``Encoder`` of your own, or a ``reprank.paper.representation.Representation``.
            absorbing: whether a selected sentence absorbs the walk before the next one is selected ("+ Absorb").
            chain: the matrix that ranks: ``reprank.paper.chain.as_printed`` if not given, or ``corrected``.

        Raises:
            InputError: if ``vectors`` is an unknown name.

        >>> RepRank.paper(vectors="glove").method.name
        'reprank-paper-glove'
        """
        from reprank.paper.chain import as_printed
        from reprank.paper.method import Paper

        return cls(Paper.printed(vectors, absorbing=absorbing, chain=chain or as_printed))

    @classmethod
    def calibrated(cls, *, vectors: str | Representation = "attention", absorbing: bool = False) -> RepRank:
        """Return the paper's method with thresholds and shares tuned to its vectors (docs/lab/representation.md).

        Args:
            vectors: ``"attention"``, ``"glove"``, or what ``reprank.paper.representation.calibrated`` returns.
            absorbing: whether a selected sentence absorbs the walk before the next one is selected.

        Raises:
            InputError: if ``vectors`` is an unknown name.

        >>> RepRank.calibrated().method.name
        'reprank-paper-calibrated'
        """
        from reprank.paper.method import Paper

        return cls(Paper.calibrated(vectors, absorbing=absorbing))


# A wrong argument is reported under the name that users call.
System.summarize.__qualname__ = "summarize"
System.keywords.__qualname__ = "keywords"
System.coverage_curve.__qualname__ = "coverage_curve"
System.rank.__qualname__ = "rank"

summarize = RepRank().summarize
keywords = RepRank().keywords
coverage_curve = RepRank().coverage_curve
rank = RepRank().rank


def _looks_like_many_inputs(documents: Documents) -> bool:
    """Return whether documents are a column of a table, or a list of more texts than one event has."""
    if type(documents).__name__ == "Series":
        return len(documents) > 1  # type: ignore[arg-type]
    return isinstance(documents, list) and len(documents) > MANY_TEXTS and all(isinstance(it, str) for it in documents)
