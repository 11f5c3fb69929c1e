"""Selection to summary: what a reader, a program or a notebook gets."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

from reprank.text.documents import Document
from reprank.text.joining import join_sentences


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in its place: ``documents[document][start:end] == text``."""

    text: str
    document: int
    start: int
    end: int
    score: float
    rank: int


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place where a keyword stands."""

    document: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Keyword:
    """A phrase as it stands in the text, with every place where it or an inflection of it does."""

    text: str
    score: float
    occurrences: tuple[Occurrence, ...]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Keyword({self.text!r}, score={self.score:.3f}, {len(self.occurrences)} occurrences)"


@dataclass(frozen=True, slots=True)
class BudgetUse:
    """The budget and what the summary used of it."""

    unit: str
    limit: int
    used: int


@dataclass(frozen=True)
class Summary:
    """Chosen sentences in reading order, keywords best first, and how they came about."""

    sentences: tuple[Sentence, ...]
    keywords: tuple[Keyword, ...]
    budget: BudgetUse
    system: str
    version: str
    warnings: tuple[str, ...] = ()
    ranking: tuple[Sentence, ...] = ()
    documents: tuple[Document, ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        return join_sentences(sentence.text for sentence in self.sentences)

    def by_rank(self) -> Summary:
        """Return the same summary with its sentences best first."""
        return replace(self, sentences=tuple(sorted(self.sentences, key=lambda sentence: sentence.rank)))

    def to_dict(self) -> dict[str, object]:
        """Return the summary as plain values, ready for JSON."""
        fields: dict[str, object] = {
            "text": str(self),
            "sentences": [_fields(sentence) for sentence in self.sentences],
            "keywords": [
                {**_fields(keyword), "occurrences": [_fields(place) for place in keyword.occurrences]}
                for keyword in self.keywords
            ],
            "budget": _fields(self.budget),
            "system": self.system,
            "version": self.version,
            "warnings": list(self.warnings),
        }
        if self.ranking:
            fields["ranking"] = [_fields(sentence) for sentence in self.ranking]
        return fields

    def to_json(self, *, indent: int | None = None) -> str:
        """Return the summary as JSON, other scripts readable as they are."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    def to_markdown(self) -> str:
        """Return the summary as Markdown, each sentence with the place it came from."""
        from reprank.rendering import markdown

        return markdown(self)

    def to_html(self) -> str:
        """Return a page: the summary beside its sources, chosen sentences and keywords marked."""
        from reprank.rendering import page

        return page(self)

    def _repr_html_(self) -> str:
        from reprank.rendering import fragment

        return fragment(self)


def _fields(value: Sentence | Keyword | Occurrence | BudgetUse) -> dict[str, object]:
    """Write a flat value as a dict; ``dataclasses.asdict`` copies deeply and takes ten times as long."""
    return {name: getattr(value, name) for name in value.__slots__}
