"""Selection to summary: what a reader, a program or a notebook gets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import field, replace
from typing import TYPE_CHECKING, Protocol

from reprank.errors import InputError
from reprank.text.documents import Document
from reprank.text.tokens import flatten, join_sentences
from reprank.values import dataclass
from reprank.wording import counted

if TYPE_CHECKING:
    from reprank.explanation import Explanation
    from reprank.sources.findings import Conflict

REPR_CHARACTERS = 60  # of the text that repr shows
JSON_DIGITS = 12  # behind the point


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in its place: ``documents[document][start:end] == text``.

    ``display`` is what is printed and counted: the text on one line, without inline markup.

    ``rank`` is the order of selection: 1 was selected first. In ``Summary.ranking``, the sentences that were not
    selected follow, by their own score. ``score`` is the importance of a sentence by the system's own measure:
    for RepRank and other walks, its probability in the walk. It never increases from one rank to the next: a sentence
    has at most the score of the sentence before it, which lowers the score of one that repeats what was selected
    earlier. Only scores from the same summary can be compared.
    """

    text: str
    document: int
    start: int
    end: int
    score: float
    rank: int
    shown: str | None = field(default=None, repr=False)  # the text without markup, if it has any
    sources: tuple[int, ...] = field(default=(), repr=False)  # documents that tell it, its own first, where asked for

    @property
    def display(self) -> str:
        """The sentence as it is printed."""
        return flatten(self.text if self.shown is None else self.shown)

    @property
    def citation(self) -> str:
        """The numbers of the documents that report it, from 1, such as ``[1, 2, 5]``; empty if not asked for."""
        return f"[{', '.join(str(document + 1) for document in self.sources)}]" if self.sources else ""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place where a keyword occurs."""

    document: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Keyword:
    """A phrase as it occurs in the text, with every place where it or an inflection of it occurs.

    ``score`` is relative to the best keyword, which has 1.
    """

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


class Explainer(Protocol):
    """What a summary was made from, and by what."""

    def explain(self, sentence: Sentence) -> Explanation:
        """Explain why a sentence was selected, or why not."""


@dataclass(frozen=True, repr=False)
class Summary:
    """Selected sentences in reading order, keywords best first, and how they were made.

    ``str(summary)`` and ``summary.text`` are the text. Iterating yields the sentences; ``len`` counts them.

    >>> import reprank
    >>> text = "The river rose. The river closed the bridge. A dog slept."
    >>> summary = reprank.summarize(text, sentences=1, keywords=0)
    >>> summary
    <Summary by reprank: 1 of 1 sentences, 0 keywords, 'The river closed the bridge.'>
    >>> [sentence.rank for sentence in summary], len(summary)
    ([1], 1)
    """

    sentences: tuple[Sentence, ...]
    keywords: tuple[Keyword, ...]
    budget: BudgetUse
    system: str
    version: str
    warnings: tuple[str, ...] = ()
    ranking: tuple[Sentence, ...] = ()
    language: str = "und"  # code of the language that the documents were read as
    query: str | None = None  # what it should answer
    documents: tuple[Document, ...] = ()
    conflicts: tuple[Conflict, ...] = ()  # what documents disagree about, where asked for
    origin: Explainer | None = field(default=None, compare=False)  # is not in the JSON, and is not pickled

    def __getstate__(self) -> dict[str, object]:
        """Leave out the origin: it holds the method and a budget of the user's, which may not be picklable."""
        return {**self.__dict__, "origin": None}

    @property
    def text(self) -> str:
        """The text: the selected sentences, one after the other."""
        return join_sentences(sentence.display for sentence in self.sentences)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        text = self.text
        start = text if len(text) <= REPR_CHARACTERS else text[:REPR_CHARACTERS] + "…"
        use = f"{self.budget.used} of {self.budget.limit} {self.budget.unit}"
        return f"<Summary by {self.system}: {use}, {counted(len(self.keywords), 'keywords')}, {start!r}>"

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)

    def place(self, sentence: Sentence) -> str | None:
        """Return where a sentence comes from, such as ``report.pdf, page 3``; None if its document does not say.

        >>> from reprank.text.documents import Place
        >>> document = Document("The river rose.", id="report.pdf", places=(Place(0, "page 3"),))
        >>> sentence = Sentence("The river rose.", document=0, start=0, end=15, score=1.0, rank=1)
        >>> summary = Summary((sentence,), (), BudgetUse("words", 9, 3), "lead", "1.0", documents=(document,))
        >>> summary.place(sentence)
        'report.pdf, page 3'
        """
        if sentence.document >= len(self.documents):
            return None
        source = self.documents[sentence.document]
        known = [part for part in (source.id, source.place_of(sentence.start)) if part]
        return ", ".join(known) or None

    def by_rank(self) -> Summary:
        """Return the same summary with its sentences best first."""
        return replace(self, sentences=tuple(sorted(self.sentences, key=lambda sentence: sentence.rank)))

    def explain(self, sentence: Sentence | int) -> Explanation:
        """Explain why a sentence was selected, or why not.

        Args:
            sentence: a sentence of ``sentences`` or of ``ranking``, or its index in ``sentences``.

        Returns:
            An ``Explanation``: ``str`` gives it in words, ``to_dict`` as plain values.

        Raises:
            InputError: if the system gives no reasons, if the summary has no such sentence, or if the summary was
                pickled or read from JSON.

        >>> import reprank
        >>> text = "The river rose. The river closed the bridge. A dog slept."
        >>> print(reprank.summarize(text, sentences=1, keywords=0).explain(0))
        Sentence: “The river closed the bridge.”...
        """
        if isinstance(sentence, int):
            if not -len(self.sentences) <= sentence < len(self.sentences):
                raise InputError(f"the summary has {len(self.sentences)} sentences; got index {sentence}")
            sentence = self.sentences[sentence]
        if not isinstance(sentence, Sentence):
            raise InputError(f"explain takes a sentence or its index; got {type(sentence).__name__}")
        if self.origin is None:
            raise InputError(
                "a summary that was pickled, sent by another process or read from JSON cannot be explained: "
                "summarize the documents again"
            )
        return self.origin.explain(sentence)

    def _explanations(self, wanted: bool) -> list[Explanation]:
        return [self.explain(sentence) for sentence in self.sentences] if wanted else []

    def to_dict(self, *, explain: bool = False) -> dict[str, object]:
        """Return the summary as plain values, ready for JSON; with ``explain``, also the reasons for each sentence."""
        fields: dict[str, object] = {
            "text": self.text,
            "sentences": [self.sentence_fields(sentence) for sentence in self.sentences],
            "keywords": [keyword_fields(keyword) for keyword in self.keywords],
            "budget": _fields(self.budget),
            "system": self.system,
            "version": self.version,
            "language": self.language,
            "warnings": list(self.warnings),
        }
        if self.query:
            fields["query"] = self.query
        if explain:
            fields["reasons"] = [explanation.to_dict() for explanation in self._explanations(True)]
        if self.conflicts:
            fields["conflicts"] = [conflict.to_dict() for conflict in self.conflicts]
        if self.ranking:
            fields["ranking"] = [self.sentence_fields(sentence) for sentence in self.ranking]
        return fields

    def sentence_fields(self, sentence: Sentence) -> dict[str, object]:
        """Return a sentence as plain values, with its place if its document says one."""
        fields, place = _fields(sentence), self.place(sentence)
        if fields.pop("shown") is not None:
            fields["display"] = sentence.display
        if sources := fields.pop("sources"):
            fields["sources"] = list(sources)  # type: ignore[call-overload]
        return fields if place is None else {**fields, "place": place}

    def to_json(self, *, indent: int | None = None, explain: bool = False) -> str:
        """Return the summary as JSON, with characters of all scripts unescaped."""
        return json.dumps(self.to_dict(explain=explain), ensure_ascii=False, indent=indent)

    def to_markdown(self, *, explain: bool = False, title: str | None = None, date: str | None = None) -> str:
        """Return the summary as Markdown, each sentence with its place and, if asked for, its reasons.

        With a ``title``, it begins with the title, the query, the length and the ``date``.
        """
        from reprank.rendering import markdown

        return markdown(self, self._explanations(explain), title=title, date=date)

    def to_html(self, *, explain: bool = False, title: str | None = None, date: str | None = None) -> str:
        """Return a page with the summary next to its sources; selected sentences and keywords are marked.

        With ``explain``, the reasons for each sentence unfold below it. The header has the title, the query, the
        length and the date; without a ``title``, it has that of the documents.
        """
        from reprank.rendering import page

        return page(self, self._explanations(explain), title=title, date=date)

    def _repr_html_(self) -> str:
        from reprank.rendering import fragment

        return fragment(self)


def keyword_fields(keyword: Keyword) -> dict[str, object]:
    """Write a keyword as plain values, ready for JSON."""
    return {**_fields(keyword), "occurrences": [_fields(place) for place in keyword.occurrences]}


def rounded(value: object) -> object:
    """Round a number for JSON, and return anything else as it is.

    The digits behind the sixteenth depend on the processor and on the version of NumPy; results must not.
    """
    return round(value, JSON_DIGITS) if isinstance(value, float) else value


def _fields(value: Sentence | Keyword | Occurrence | BudgetUse) -> dict[str, object]:
    """Write a flat value as a dict; ``dataclasses.asdict`` copies deeply and takes ten times as long."""
    return {name: rounded(getattr(value, name)) for name in value.__slots__}
