"""Requests to ranked texts: a worker keeps the last ones, so that another length of the same text is fast."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import reprank
from reprank.ranked import RankedText
from reprank.text.documents import Document

MAX_TEXTS = 4
MAX_CHARACTERS = 300_000  # of all documents of a text together: what is made of a longer one takes too much memory


class RankedTexts:
    """The texts that a worker ranked last, by their content."""

    def __init__(self) -> None:
        self._kept: OrderedDict[object, RankedText] = OrderedDict()

    def rank(self, documents: list[Document], seen: list[Document], query: str | None, language: Any) -> RankedText:
        """Rank documents, or return them as they were ranked before."""
        key = tuple(documents), tuple(seen), query, language
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        ranked = reprank.rank(documents, query=query, seen=seen, language=language)
        if sum(len(document.text) for document in (*documents, *seen)) <= MAX_CHARACTERS:
            self._kept[key] = ranked
            if len(self._kept) > MAX_TEXTS:
                self._kept.popitem(last=False)
        return ranked
