"""Requests to ranked texts: a worker keeps the last ones, so that another length of the same text is fast."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import reprank
from reprank.ranked import RankedText
from reprank.summary import Summary
from reprank.text.documents import Document

MAX_TEXTS = 4
MAX_CHARACTERS = 2_500_000  # of all texts that are kept, together: what is made of one takes up to 100 bytes for each
MAX_SUMMARIES = 4


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
