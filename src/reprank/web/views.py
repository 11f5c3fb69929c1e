"""Ranked text to what a page shows of it: summaries of many lengths, the outline, the answer, and reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reprank.errors import InputError
from reprank.explanation import place_fields, reason_fields
from reprank.ranked import RankedText
from reprank.summary import Sentence, Summary, rounded

MAX_CURVE_SENTENCES = 4000


def lengths_to_dict(ranked: RankedText, lengths: Sequence[int], options: Mapping[str, Any]) -> dict[str, object]:
    """Return the sentences of each length in reading order, the share that each covers, and the knee of the curve.

    Pinned sentences that do not fit a length together leave it without sentences, and the entry says so. The knee of a
    very long text is 0: it is not looked for, because its curve takes longer than all summaries together.
    """
    made: list[dict[str, object]] = []
    for words in sorted(set(lengths)):
        try:
            summary = ranked.summarize(words=words, keywords=0, **options)
        except InputError as error:
            made.append({"words": words, "used": 0, "covered": 0.0, "sentences": [], "problem": str(error)})
            continue
        covered = ranked.covered(summary.sentences)
        sentences = [summary.sentence_fields(sentence) for sentence in summary.sentences]
        made.append({"words": words, "used": summary.budget.used, "covered": rounded(covered), "sentences": sentences})
    knee = ranked.coverage_curve().knee if len(ranked.sentences) <= MAX_CURVE_SENTENCES else 0
    return {"lengths": made, "knee": knee}


def outline_of(ranked: RankedText) -> list[list[tuple[int, int]]]:
    """Return the start and end of every sentence, document by document."""
    found: list[list[tuple[int, int]]] = [[] for _ in ranked.given.documents]
    for sentence in ranked.sentences:
        found[sentence.document].append((sentence.start, sentence.end))
    return found


def answer_of(ranked: RankedText, summary: Summary) -> dict[str, object]:
    """Return the sentences that answer the query, with those they depend on, and the words that were asked for.

    Both are empty if the documents contain nothing that was asked for.
    """
    words = ranked.query_words()
    if not words or not summary.sentences:
        return {"sentences": [], "words": []}
    best = summary.by_rank().sentences[0]
    needed = {(it.document, it.start) for it in (best, *summary.explain(best).leans_on)}
    places = [(it.document, it.start) for it in summary.sentences if (it.document, it.start) in needed]
    return {"sentences": places, "words": list(words)}


def reasons_at(ranked: RankedText, summary: Summary, sentence: Sentence) -> dict[str, object]:
    """Return why a sentence was selected, or why not, in words and numbers, and which sentences tell the same."""
    explanation = summary.explain(sentence)
    return {
        "document": sentence.document,
        "start": sentence.start,
        "end": sentence.end,
        "selected": explanation.selected,
        "reasons": [reason_fields(reason) for reason in explanation.reasons],
        "support": [place_fields(found.sentence) for found in ranked.support(sentence)],
        "numbers": [{"title": title, "text": "; ".join(texts)} for title, texts in explanation.numbers()],
    }
