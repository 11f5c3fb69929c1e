"""A spaCy document to spans of its summary and its keywords: the pipeline component ``reprank``.

The entry point of the package makes it known to spaCy: ``nlp.add_pipe("reprank")`` needs no import.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reprank.api import RepRank
from reprank.errors import LanguageError, MissingExtra
from reprank.schema import SummaryOptions
from reprank.summary import Keyword, Sentence
from reprank.text.languages import language as look_up

try:
    from spacy.language import Language
    from spacy.tokens import Doc, Span, SpanGroup
except ImportError as error:
    raise MissingExtra("reprank.adapters.spacy", "spacy") from error

SUMMARY, KEYWORDS = "reprank.summary", "reprank.keywords"  # keys in doc.spans
SENTENCE_LABEL = "SUMMARY"


@Language.factory(
    "reprank",
    assigns=["doc.spans", "doc._.reprank_summary", "doc._.reprank_keywords"],
    default_config={**dict.fromkeys(("words", "sentences", "ratio", "query", "language")), "keywords": 10},
)
def make_reprank(
    nlp: Language,
    name: str,
    words: int | None,
    sentences: int | None,
    ratio: float | None,
    keywords: int,
    query: str | None,
    language: str | None,
) -> RepRankComponent:
    """Make the component; the options are those of ``reprank.summarize``, the language is that of the pipeline.

    >>> import spacy
    >>> nlp = spacy.blank("en")
    >>> component = nlp.add_pipe("reprank", config={"sentences": 1, "keywords": 1})
    >>> doc = nlp("Heavy snow closed the mountain road on Friday. A dog barked.")
    >>> doc.spans["reprank.summary"], doc._.reprank_keywords
    ([Heavy snow closed the mountain road on Friday.], ['Heavy snow'])
    """
    _set_extensions()
    options: SummaryOptions = {
        "words": words,
        "sentences": sentences,
        "ratio": ratio,
        "keywords": keywords,
        "query": query,
        "language": language or _known(nlp.lang),
    }
    RepRank().summarize("", **options)  # an option that cannot be used is an error now, not with the first text
    return RepRankComponent(options)


@dataclass(frozen=True)
class RepRankComponent:
    """Write summary and keywords into ``doc.spans``, where serialization and other processes keep them.

    ``doc.spans["reprank.summary"]`` has the selected sentences in reading order. ``doc.spans["reprank.keywords"]`` has
    every occurrence of every keyword, best first; the label of a span is the keyword. ``attrs["scores"]`` of both has a
    score for each span. ``doc._.reprank_summary`` is the text, ``doc._.reprank_keywords`` the list of keywords.
    """

    options: SummaryOptions

    def __call__(self, doc: Doc) -> Doc:
        """Add the spans."""
        summary = RepRank().summarize(doc.text, **self.options)
        doc.spans[SUMMARY] = _sentence_group(doc, summary.sentences)
        doc.spans[KEYWORDS] = _keyword_group(doc, summary.keywords)
        return doc


def _sentence_group(doc: Doc, sentences: Iterable[Sentence]) -> SpanGroup:
    found = [(_span(doc, it.start, it.end, SENTENCE_LABEL), it.score) for it in sentences]
    return _group(doc, SUMMARY, found)


def _keyword_group(doc: Doc, keywords: Iterable[Keyword]) -> SpanGroup:
    found = [
        (_span(doc, place.start, place.end, keyword.text), keyword.score)
        for keyword in keywords
        for place in keyword.occurrences
    ]
    return _group(doc, KEYWORDS, found)


def _group(doc: Doc, name: str, found: list[tuple[Span, float]]) -> SpanGroup:
    scores = [float(score) for _, score in found]
    return SpanGroup(doc, name=name, spans=[span for span, _ in found], attrs={"scores": scores})


def _span(doc: Doc, start: int, end: int, label: str) -> Span:
    """Return the tokens that these characters touch: a span cannot begin inside a token."""
    return doc.char_span(start, end, label=label, alignment_mode="expand")


def _known(code: str) -> str | None:
    """Return the language of a pipeline, or None, to detect it, where spaCy has one that RepRank has not."""
    try:
        return look_up(code).code
    except LanguageError:
        return None


def _set_extensions() -> None:
    """Add getters, which read ``doc.spans``: spans as values of an extension cannot be serialized."""
    for name, getter in (("reprank_summary", _summary_text), ("reprank_keywords", _keyword_texts)):
        if not Doc.has_extension(name):
            Doc.set_extension(name, getter=getter)


def _summary_text(doc: Doc) -> str | None:
    return " ".join(span.text.strip() for span in doc.spans[SUMMARY]) if SUMMARY in doc.spans else None


def _keyword_texts(doc: Doc) -> list[str] | None:
    return list(dict.fromkeys(span.label_ for span in doc.spans[KEYWORDS])) if KEYWORDS in doc.spans else None
