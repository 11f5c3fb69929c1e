"""Results to verdicts: what holds for every summary, ranking of keywords, compression, document and model.

Each check raises ``Broken`` with what was found. None of them uses the code that made the result, but for the estimate
of tokens and the count of words in scripts without spaces, which are definitions.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import numpy as np

from reprank.budget import Words
from reprank.comparison import Comparison
from reprank.compression.result import Compressed
from reprank.explanation import Explanation
from reprank.ranked import RankedText
from reprank.summary import Keyword, Summary
from reprank.text.documents import KINDS, Document
from reprank.text.token_estimate import estimate_tokens
from reprank.text.tokens import flatten

TAGS = frozenset(
    "html head meta title style body div section h1 h2 p a ul li mark b details summary dl dt dd span i".split()
)
ATTRIBUTES = frozenset("class id href dir title aria-label data-rank lang charset name content style".split())
STYLE = re.compile(r"--share: [\d.]+%|--strength: [\d.]+")
HALF_CHARACTER = re.compile("[\ud800-\udfff]")
COST = {
    "words": lambda text: len(text.split()),
    "characters": len,
    "bytes": lambda text: len(text.encode("utf-8", "surrogatepass")),
    "tokens": estimate_tokens,
}


class Broken(AssertionError):
    """A promise that was not kept."""


def hold(condition: object, promise: str) -> None:
    """Raise Broken with the promise unless the condition is true."""
    if not condition:
        raise Broken(promise)


def check_summary(
    summary: Summary,
    documents: Sequence[Document],
    seen: Sequence[str],
    length: dict[str, Any],
    *,
    pinned: bool = False,
) -> None:
    """Check offsets, length, repetition, scores and JSON of a summary."""
    for sentence in (*summary.sentences, *summary.ranking):
        hold(0 <= sentence.document < len(documents), "a sentence is from one of the documents")
        hold(0 <= sentence.start < sentence.end, "a sentence is a stretch of its document")
        hold(documents[sentence.document].text[sentence.start : sentence.end] == sentence.text, "offsets are exact")
        hold(math.isfinite(sentence.score), "scores are finite")
    _check_length(str(summary), len(summary), length, documents)
    hold(summary.budget.used <= summary.budget.limit, "the summary says that it keeps its length")
    hold(summary.sentences or summary.warnings, "an empty summary says why")
    shown = [_flat(sentence.display) for sentence in summary.sentences]
    hold(pinned or len(set(shown)) == len(shown), "no sentence is there twice")
    selected = {sentence.text for sentence in summary.sentences}
    hold(not selected & {text.strip() for text in seen}, "nothing that was seen is selected")
    ranks = sorted(sentence.rank for sentence in summary.sentences)
    hold(ranks == list(range(1, len(ranks) + 1)), "ranks count from one")
    ranking = summary.ranking
    hold(all(one.score >= other.score for one, other in pairwise(ranking)), "scores never rise with the rank")
    check_keywords(summary.keywords, documents)
    _check_json(summary.to_json(), summary.to_dict())


def _check_length(text: str, sentences: int, length: dict[str, Any], documents: Sequence[Document]) -> None:
    for unit, limit in (length or {"words": 200}).items():
        if unit == "sentences":
            hold(sentences <= limit, "no more sentences than asked for")
        elif unit == "ratio":
            words = sum(Words(1).cost(document.text) for document in documents)
            hold(Words(1).cost(text) <= limit * words, "no more than the share that was asked for")
        elif limit != "auto":
            hold(COST[unit](text) <= limit, f"no more {unit} than asked for")


def check_keywords(keywords: Sequence[Keyword], documents: Sequence[Document], top: int | None = None) -> None:
    """Check number, places, forms and scores of keywords."""
    hold(top is None or len(keywords) <= top, "no more keywords than asked for")
    for keyword in keywords:
        hold(keyword.occurrences, "a keyword occurs")
        hold(0 <= keyword.score <= 1, "the score of a keyword is relative to the best one")
        places = [documents[it.document].text[it.start : it.end] for it in keyword.occurrences]
        hold(all(places), "an occurrence is a stretch of its document")
        hold(_flat(keyword.text) in [_flat(flatten(place)) for place in places], "a keyword is written as it occurs")
    hold(all(one.score >= other.score for one, other in pairwise(keywords)), "keywords come best first")
    names = [keyword.text.lower() for keyword in keywords]
    hold(len(set(names)) == len(names), "no keyword is there twice")


def check_compressed(made: Compressed, chunks: Sequence[Document], length: dict[str, Any]) -> None:
    """Check that chunks, spans and length of a compression are those that were promised."""
    hold(len(made.chunks) == len(chunks), "as many chunks come out as went in")
    for one, chunk in zip(made.chunks, chunks, strict=True):
        spans = sorted([*one.kept, *one.dropped])
        hold(all(0 <= start <= end <= len(chunk.text) for start, end in spans), "spans are inside the chunk")
        hold(all(before[1] <= after[0] for before, after in pairwise(spans)), "spans do not overlap")
        edges = [(0, 0), *spans, (len(chunk.text), len(chunk.text))]
        gaps = [chunk.text[before[1] : after[0]] for before, after in pairwise(edges)]
        hold(all(not gap.strip() for gap in gaps), "what is kept and what is dropped is the whole chunk")
        at = 0
        for start, end in one.kept:
            at = one.text.find(chunk.text[start:end], at)
            hold(at >= 0, "what is kept is in the text, in order")
            at += end - start
        hold(one.text == "" or one.kept or not chunk.text.strip(), "a chunk of which nothing is kept is empty")
        hold(one.id == chunk.id, "a chunk keeps its name")
    for unit, limit in length.items():
        if unit in COST:
            hold(sum(COST[unit](chunk.text) for chunk in made.chunks) <= limit, f"no more {unit} than asked for")
    _check_json(made.to_json(), made.to_dict())


def check_document(document: Document) -> None:
    """Check that a document that was read has blocks and places inside its text."""
    size = len(document.text)
    hold(all(0 <= block.start < block.end <= size for block in document.blocks), "blocks are inside the text")
    hold(all(block.kind in KINDS for block in document.blocks), "blocks are of known kinds")
    hold(all(one.end <= other.start for one, other in pairwise(document.blocks)), "blocks do not overlap")
    hold(all(0 <= place.start <= size for place in document.places), "places are inside the text")
    hold(not HALF_CHARACTER.search(document.text), "a text that was read has whole characters")


def _flat(text: str) -> str:
    return " ".join(text.lower().split())


def _check_json(written: str, values: dict[str, Any]) -> None:
    def refuse(constant: str) -> None:
        raise Broken(f"JSON has no {constant}")

    # Escaped halves of a character that stand side by side would be read as one character.
    expected = json.loads(json.dumps(values, ensure_ascii=False))
    hold(json.loads(written, parse_constant=refuse) == expected, "JSON holds what the result holds")


def check_ranked(ranked: RankedText) -> None:
    """Check the curve, the shares that are covered, and the sentences that are similar or say the same."""
    curve = ranked.coverage_curve()
    hold(all(one <= other for one, other in pairwise(curve.words)), "the words of a curve never fall")
    hold(all(one <= other for one, other in pairwise(curve.shares)), "the shares of a curve never fall")
    hold(curve.knee in curve.words, "the knee is a point of the curve")
    sentences = ranked.sentences
    hold(sorted(it.rank for it in sentences) == list(range(1, len(sentences) + 1)), "every sentence has a rank")
    hold(0 <= ranked.covered(sentences[:2]) <= ranked.covered(sentences) + 1e-9 <= 1 + 1e-8, "shares are from 0 to 1")
    matrix = ranked.similarities([*sentences[:5], *sentences[:2]])
    hold(np.isfinite(matrix).all(), "similarities are numbers")
    hold((matrix == matrix.T).all(), "similarities are symmetric")
    for sentence in sentences[:4]:
        hold(ranked.sentence_at(sentence.document, sentence.start) == sentence, "a sentence is found at its place")
        hold(
            all(0 < found.similarity <= 1 + 1e-9 for found in ranked.similar(sentence)), "similarities are from 0 to 1"
        )
        told = ranked.sources(sentence)
        hold(told[0] == sentence.document, "the first source of a sentence is its own document")
        hold(len(set(told)) == len(told), "each source is listed once")
        hold(
            all(found.sentence.document != sentence.document for found in ranked.support(sentence)),
            "support is from others",
        )


def check_explanation(explanation: Explanation) -> None:
    """Check that reasons can be written in every form."""
    written = json.dumps(explanation.to_dict(), allow_nan=False)
    hold(written and str(explanation) and explanation.reasons, "there is a reason")
    explanation.numbers()
    explanation._repr_html_()


def check_comparison(made: Comparison, documents: Sequence[Document]) -> None:
    """Check the sentences and the length of a comparison."""
    for it in (*made.agreed, *made.single):
        hold(documents[it.document].text[it.start : it.end] == it.text, "offsets are exact")
    hold(all(len(set(it.sources)) > 1 for it in made.agreed), "what several report has several sources")
    hold(sum(len(it.display.split()) for it in (*made.agreed, *made.single)) <= 30, "no more words than asked for")
    shown = [_flat(it.display) for it in (*made.agreed, *made.single)]
    hold(len(set(shown)) == len(shown), "no sentence is compared twice")
    _check_json(made.to_json(), made.to_dict())
    hold(str(made) and made.to_markdown(), "a comparison is written")


def check_html(page: str, documents: Sequence[Document]) -> None:
    """Check that a page shows texts as they are, and has no script, no handler and no outside reference."""
    reader = _Page()
    reader.feed(page)
    reader.close()
    hold(reader.sources == [document.text for document in documents], "a page shows the text of each source as it is")
    hold(reader.open == [], "every tag is closed")


class _Page(HTMLParser):
    """What a page shows as its sources; anything that is not known to be harmless is refused."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, str]] = []
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        hold(tag in TAGS, f"a page has only harmless tags; found {tag!r}")
        values = {name: value or "" for name, value in attrs}
        hold(values.keys() <= ATTRIBUTES, f"a page has only harmless attributes; found {sorted(values)}")
        hold(values.get("href", "#").startswith("#"), "a page links only inside itself")
        hold(
            "style" not in values or STYLE.fullmatch(values["style"]),
            "style has a share or a strength and nothing else",
        )
        if values.get("class") == "source":
            self.sources.append("")
        if tag != "meta":
            self.open.append((tag, values.get("class", "")))

    def handle_endtag(self, tag: str) -> None:
        hold(self.open and self.open.pop()[0] == tag, "tags nest")

    def handle_data(self, data: str) -> None:
        if ("div", "source") in self.open:
            self.sources[-1] += data

    def handle_comment(self, data: str) -> None:
        raise Broken("a page has no comments")
