"""Results to structured answers: what a model gets, with the places that it can cite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reprank.comparison import Comparison
from reprank.compression import Compressed
from reprank.summary import BudgetUse, Keyword, Sentence, Summary
from reprank.text.documents import Document

SHOWN_OCCURRENCES = 5  # of one keyword


@dataclass(frozen=True)
class Passage:
    """A stretch of a source. Offsets count the characters of the source's text; place is for citations."""

    source: str
    place: str
    start: int
    end: int


@dataclass(frozen=True)
class SelectedSentence(Passage):
    """A selected sentence, word for word. Rank 1 was selected first."""

    text: str
    rank: int


@dataclass(frozen=True)
class Length:
    """The length that was allowed, and what was used of it."""

    unit: str
    limit: int
    used: int


@dataclass(frozen=True)
class SummaryAnswer:
    """A summary in whole sentences of the sources, in reading order."""

    text: str
    sentences: list[SelectedSentence]
    keywords: list[str]
    length: Length
    language: str
    warnings: list[str]


@dataclass(frozen=True)
class RankedKeyword:
    """A phrase as it occurs; score relative to the best; the first occurrences, and how many there are."""

    text: str
    score: float
    count: int
    occurrences: list[Passage]


@dataclass(frozen=True)
class KeywordsAnswer:
    """Keywords, best first."""

    keywords: list[RankedKeyword]
    warnings: list[str]


@dataclass(frozen=True)
class ComparedSentence(Passage):
    """A sentence, word for word, and the sources that tell it."""

    text: str
    sources: list[str]


@dataclass(frozen=True)
class CompareAnswer:
    """What sources agree about, where they disagree, what changed, and what only one of them tells."""

    agreed: list[ComparedSentence]
    conflicts: list[str]
    updates: list[str]
    single: list[ComparedSentence]
    warnings: list[str]


@dataclass(frozen=True)
class ShortenedChunk:
    """What is left of one source; empty text if nothing of it is kept."""

    source: str
    text: str
    kept: list[Passage]
    dropped: list[Passage]


@dataclass(frozen=True)
class CompressAnswer:
    """The sources in order, each with the sentences that answer the query."""

    chunks: list[ShortenedChunk]
    length: Length | None
    warnings: list[str]


@dataclass(frozen=True)
class PlaceMark:
    """Where the text from this offset on comes from, such as page 3."""

    start: int
    label: str


@dataclass(frozen=True)
class ReadAnswer:
    """A part of a file's text. Call again with start=next_start for more; None means that this is the end."""

    source: str
    title: str | None
    text: str
    start: int
    end: int
    total_characters: int
    next_start: int | None
    places: list[PlaceMark]
    warnings: list[str]


def summary_answer(summary: Summary, notes: Sequence[str]) -> SummaryAnswer:
    """Write a summary as an answer."""
    sentences = [
        SelectedSentence(*_position(summary.documents[it.document], it.start, it.end), text=it.text, rank=it.rank)
        for it in summary.sentences
    ]
    return SummaryAnswer(
        text=str(summary),
        sentences=sentences,
        keywords=[keyword.text for keyword in summary.keywords],
        length=_length(summary.budget),
        language=summary.language,
        warnings=[*notes, *summary.warnings],
    )


def keywords_answer(keywords: Sequence[Keyword], documents: Sequence[Document], notes: Sequence[str]) -> KeywordsAnswer:
    """Write keywords as an answer."""
    ranked = [
        RankedKeyword(
            text=keyword.text,
            score=round(keyword.score, 4),
            count=len(keyword.occurrences),
            occurrences=[
                _passage(documents[it.document], it.start, it.end) for it in keyword.occurrences[:SHOWN_OCCURRENCES]
            ],
        )
        for keyword in keywords
    ]
    return KeywordsAnswer(ranked, list(notes))


def compress_answer(made: Compressed, documents: Sequence[Document], notes: Sequence[str]) -> CompressAnswer:
    """Write compressed chunks as an answer."""
    chunks = [
        ShortenedChunk(
            source=str(document.id),
            text=chunk.text,
            kept=[_passage(document, *span) for span in chunk.kept],
            dropped=[_passage(document, *span) for span in chunk.dropped],
        )
        for document, chunk in zip(documents, made.chunks, strict=True)
    ]
    return CompressAnswer(chunks, _length(made.budget) if made.budget else None, [*notes, *made.warnings])


def compare_answer(made: Comparison, documents: Sequence[Document], notes: Sequence[str]) -> CompareAnswer:
    """Write a comparison as an answer."""

    def told(sentences: Sequence[Sentence]) -> list[ComparedSentence]:
        return [
            ComparedSentence(
                *_position(documents[it.document], it.start, it.end),
                text=it.display,
                sources=[str(documents[number].id) for number in it.sources],
            )
            for it in sentences
        ]

    return CompareAnswer(
        told(made.agreed), list(map(str, made.conflicts)), list(map(str, made.updates)), told(made.single), list(notes)
    )


def read_answer(document: Document, start: int, end: int, notes: Sequence[str]) -> ReadAnswer:
    """Write a part of a document as an answer."""
    total = len(document.text)
    end = min(end, total)
    label = document.place_of(start)
    places = [PlaceMark(start, label)] if label else []
    places += [PlaceMark(it.start, it.label) for it in document.places if start < it.start < end]
    return ReadAnswer(
        source=str(document.id),
        title=document.title,
        text=document.text[start:end],
        start=start,
        end=end,
        total_characters=total,
        next_start=end if end < total else None,
        places=places,
        warnings=list(notes),
    )


def _position(document: Document, start: int, end: int) -> tuple[str, str, int, int]:
    parts = [str(document.id), document.place_of(start)]
    return str(document.id), ", ".join(part for part in parts if part), start, end


def _passage(document: Document, start: int, end: int) -> Passage:
    return Passage(*_position(document, start, end))


def _length(use: BudgetUse) -> Length:
    return Length(use.unit, use.limit, use.used)
