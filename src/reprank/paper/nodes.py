"""Units to word nodes: the unigrams and bigrams of the graph, and the keywords that they become.

The paper says "unigram and bigram" and no more. A node here is a word outside the stop list, or two such words side by
side that occur together at least twice: a pair that occurs once connects nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, wide
from reprank.paper.encoder import Vectors, sentence_vectors
from reprank.phrases.keywords import keyword_at
from reprank.selection import Task
from reprank.summary import Keyword
from reprank.text.units import Units

MIN_PAIR_COUNT = 2


@dataclass(frozen=True, eq=False)
class WordNodes:
    """The word side of the graph: single words and pairs, and where they occur."""

    units: Units
    first: Integers  # word of each node
    second: Integers  # second word of a pair, -1 for a single word
    frequency: Integers

    @classmethod
    def of(cls, units: Units, *, min_pair_count: int = MIN_PAIR_COUNT) -> WordNodes:
        """Collect words outside the stop list, and the pairs of them that occur often enough."""
        word, content = _content(units)
        single, single_count = np.unique(word[content], return_counts=True)
        starts = _pair_starts(units, content)
        width = max(len(units.words), 1)
        pairs, pair_count = np.unique(wide(word[starts]) * width + word[starts + 1], return_counts=True)
        pairs, pair_count = pairs[pair_count >= min_pair_count], pair_count[pair_count >= min_pair_count]
        return cls(
            units,
            np.concatenate([single, pairs // width]),
            np.concatenate([np.full(len(single), -1), pairs % width]),
            np.concatenate([single_count, pair_count]),
        )

    def vectors(self, vectors: Vectors, weights: Floats) -> Vectors:
        """Encode single words as themselves and pairs as sentences of two words."""
        paired = self.second >= 0
        encoded = vectors[self.first].copy()
        tokens = np.stack([self.first[paired], self.second[paired]], axis=1).ravel()
        offsets = np.arange(0, len(tokens) + 1, 2)
        encoded[paired] = sentence_vectors(vectors, tokens, offsets, attention=weights)
        return encoded

    def keywords(self, order: Iterator[int], scores: Floats, task: Task) -> tuple[Keyword, ...]:
        """Turn the first nodes into keywords with all their places in the documents that are not seen."""
        word, content = _content(self.units)
        new = ~task.seen[self.units.sentence_of_word]
        starts = _pair_starts(self.units, content)
        pair, single = starts[new[starts]], np.flatnonzero(new)
        found: list[Keyword] = []
        for node in order:
            if len(found) == task.keywords.top:
                break
            size = 1 if self.second[node] < 0 else 2
            at = single[word[single] == self.first[node]]
            if size == 2:
                at = pair[(word[pair] == self.first[node]) & (word[pair + 1] == self.second[node])]
            if len(at) and size <= task.keywords.max_words:
                found.append(keyword_at(self.units, at, length=size, score=float(scores[node])))
        return tuple(found)


def _content(units: Units) -> tuple[Integers, Booleans]:
    """Return the normal form of every word in the running text, and whether it is outside the stop list."""
    content = np.array([word not in units.language.stopwords for word in units.words], dtype=np.bool_)
    return units.word, content[units.word]


def _pair_starts(units: Units, content: Booleans) -> Integers:
    sentence = units.sentence_of_word
    return np.flatnonzero((sentence[1:] == sentence[:-1]) & content[1:] & content[:-1])
