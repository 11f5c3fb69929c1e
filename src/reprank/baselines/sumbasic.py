"""SumBasic: frequent words make good sentences, and a word loses weight when a sentence with it is selected.

After Nenkova and Vanderwende, "The Impact of Frequency on Summarization" (2005), and Vanderwende et al., "Beyond
SumBasic" (2007). Every step takes the most probable word, of the sentences with that word the one whose words are most
probable on average, and squares the probability of its words.

What the papers leave open: words are stems outside the stop list; the average is over the distinct words of a sentence,
as the formula is written; the words of a document which the reader has seen are squared from the start, once for each
of its sentences; a word that occurs in no sentence that still fits is skipped; of equally probable words the one that
occurs first in the text is taken.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Floats, ranked, rounded
from reprank.baselines.concepts import presence
from reprank.baselines.tfidf import read_vocabulary
from reprank.graph.edges import Edges
from reprank.selection import Selection, Task, select_greedily, unused_query


@dataclass(frozen=True)
class SumBasic:
    """SumBasic; it has no settings."""

    name: str = "sumbasic"

    def select(self, task: Task) -> Selection:
        """Follow the most probable word, step by step."""
        counts = read_vocabulary(task.units).counts
        words = presence(counts)
        probability = counts.target_sums() / max(float(counts.weight.sum()), 1.0)
        scores = averages(words, probability)
        for sentence in np.flatnonzero(task.seen).tolist():
            probability[words.row(sentence)[0]] **= 2

        def values(selected: list[int]) -> Floats:
            if selected:
                probability[words.row(selected[-1])[0]] **= 2
            return _values(words, probability)

        return Selection(select_greedily(task, values), scores, warnings=unused_query(self.name, task))


def averages(words: Edges, probability: Floats) -> Floats:
    """Average the probability over the distinct words of each sentence."""
    return words.backward(probability) / np.maximum(words.source_sums(), 1.0)


def _values(words: Edges, probability: Floats) -> Floats:
    """Order sentences by their most probable word, then by the average; −inf for a sentence without words."""
    likely = rounded(probability)
    order = np.lexsort((words.target, -likely[words.target], words.source))  # the leading word of a sentence first
    source, leading = words.source[order], words.target[order]
    first = np.ones(len(source), dtype=np.bool_)
    first[1:] = source[1:] != source[:-1]
    sentence, word = source[first], leading[first]
    values = np.full(words.shape[0], -np.inf)
    values[sentence] = ranked(likely[word], -word.astype(np.float64), averages(words, probability)[sentence])
    return values
