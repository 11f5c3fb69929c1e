"""Matches to support: the sentences and the documents that tell the same as a sentence."""

from __future__ import annotations

import numpy as np

from reprank.arrays import Booleans, Integers, rounded
from reprank.caching import cached_property
from reprank.coverage.ranking import TermRanking
from reprank.sources.conflicts import ConflictIndex
from reprank.sources.matching import Matches, probability
from reprank.text.units import Units
from reprank.values import value_class

COPIED_SHARE = 0.7  # of the words of the shorter document, in sentences that both have


@value_class
class SupportIndex:
    """Looks up, for one sentence at a time, which sentences of other documents tell the same, without a conflict.

    Nothing is found in one document, or in reviews: what several reviews have in common is an opinion on the same
    thing, which common words do not show (``benchmarks.sources.support``).
    """

    ranking: TermRanking
    listed: Booleans  # sentences that may be named
    conflicts: ConflictIndex
    reviews: bool = False

    @property
    def units(self) -> Units:
        """The sentences."""
        return self.ranking.units

    @cached_property
    def matches(self) -> Matches:
        """Sentences ready to be compared."""
        return Matches.of(self.ranking)

    def of(self, sentence: int) -> list[tuple[int, float]]:
        """Return sentences of other documents that tell the same, best first, each with its probability."""
        if self.units.document_count < 2 or self.reviews:
            return []
        odds = self.matches.log_odds(sentence)
        odds[~self.listed] = -np.inf
        near = (odds >= self.matches.weights.shown).nonzero()[0]
        found = near[(-rounded(odds)[near]).argsort(kind="stable")].tolist()  # as ``best_first`` orders them among all
        found = [i for i in found if not any(self.conflicts.compare(min(i, sentence), max(i, sentence)))]
        return list(zip(found, probability(odds[found]).tolist(), strict=True))

    def documents(self, sentence: int) -> tuple[int, ...]:
        """Return the documents that tell a sentence, its own first; copies of one document count once."""
        own = int(self.units.document[sentence])
        told = sorted({int(self.units.document[i]) for i, _ in self.of(sentence)})
        named = {int(self._original[own])}
        documents = [own]
        for document in told:
            if (original := int(self._original[document])) not in named:
                named.add(original)
                documents.append(document)
        return tuple(documents)

    @cached_property
    def _original(self) -> Integers:
        return original_of(self.units)


def original_of(units: Units) -> Integers:
    """Return for each document the first document that it is a copy of, itself if it is none.

    An agency's report that several papers print is one source. Each sentence is compared with its first occurrence
    only, so the time is linear in the length of the text.

    >>> from reprank.pipeline import read_documents
    >>> from reprank.text.documents import Document
    >>> texts = "The river rose. It closed the bridge.", "A dog slept.", "The river rose. It closed the bridge."
    >>> original_of(read_documents([Document(text) for text in texts], "en")).tolist()
    [0, 1, 0]
    """
    count = len(units.documents)
    words = np.bincount(units.document, units.lengths, count)
    first = units.document[units.duplicate_of]
    repeated = np.flatnonzero(first != units.document)
    common = np.zeros(count)
    original = np.arange(count)
    pairs, place = np.unique(units.document[repeated] * count + first[repeated], return_inverse=True)
    shared_words = np.bincount(place, units.lengths[repeated], len(pairs))
    for pair, shared in zip(pairs.tolist(), shared_words.tolist(), strict=True):
        copy, source = divmod(pair, count)
        if shared >= COPIED_SHARE * max(min(words[copy], words[source]), 1.0) and shared > common[copy]:
            common[copy], original[copy] = shared, original[source]
    return original
