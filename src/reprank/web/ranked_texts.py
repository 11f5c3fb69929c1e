"""Requests to ranked texts, and these to what a page shows: many lengths, the outline, the answer, and reasons.

A worker keeps the texts that it ranked last, so that another length of the same text is fast.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import reprank
from reprank.errors import InputError
from reprank.explanation import place_fields, reason_fields
from reprank.ranked import RankedText
from reprank.summary import Sentence, Summary, rounded
from reprank.text.documents import Document

MAX_TEXTS = 4
MAX_CHARACTERS = 2_500_000  # of all texts that are kept, together: what is made of one takes up to 100 bytes for each
MAX_SUMMARIES = 4
MAX_CURVE_SENTENCES = 4000


class RankedTexts:
    """The texts that a worker ranked last, by their content, and the last summaries, which can be explained."""

    def __init__(self) -> None:
        self._kept: OrderedDict[object, RankedText] = OrderedDict()
        self._summaries: OrderedDict[object, Summary] = OrderedDict()

    def rank(self, documents: list[Document], seen: list[Document], query: str | None, language: Any) -> RankedText:
        """Rank documents, or return them as they were ranked before."""
        key = tuple(documents), tuple(seen), query, language
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        ranked = reprank.rank(documents, query=query, seen=seen, language=language)
        if _characters(ranked) <= MAX_CHARACTERS:
            self._kept[key] = ranked
            while len(self._kept) > MAX_TEXTS or sum(map(_characters, self._kept.values())) > MAX_CHARACTERS:
                self._drop_oldest()
        return ranked

    def summarize(self, ranked: RankedText, **options: Any) -> Summary:
        """Summarize a text, or return the summary as it was made before."""
        if ranked not in self._kept.values():
            return ranked.summarize(**options)
        key = id(ranked), repr(sorted(options.items()))
        if key not in self._summaries:
            self._summaries[key] = ranked.summarize(**options)
            if len(self._summaries) > MAX_SUMMARIES:
                self._summaries.popitem(last=False)
        self._summaries.move_to_end(key)
        return self._summaries[key]

    def _drop_oldest(self) -> None:
        _, ranked = self._kept.popitem(last=False)
        for key in [key for key in self._summaries if isinstance(key, tuple) and key[0] == id(ranked)]:
            del self._summaries[key]


def _characters(ranked: RankedText) -> int:
    return sum(len(document.text) for document in (*ranked.given.documents, *ranked.given.seen))


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
