"""SumBasic: frequent words make good sentences, and words lose their weight once they were said.

After Nenkova and Vanderwende, "The Impact of Frequency on Summarization" (2005), and Vanderwende et al., "Beyond
SumBasic" (2007). Every step takes the most probable word, of the sentences with that word the one whose words are most
probable on average, and squares the probability of its words.

What the papers leave open: words are stems outside the stop list; the average is over the distinct words of a sentence,
as the formula is written; the words of a document which the reader has seen are squared from the start, once for each
of its sentences; a word that stands in no sentence that still fits is passed over.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Booleans, Floats
from reprank.baselines.concepts import candidates, presence
from reprank.baselines.queries import unused
from reprank.baselines.tfidf import read_vocabulary
from reprank.graph.edges import Edges
from reprank.selection import Selection, Task


@dataclass(frozen=True)
class SumBasic:
    """SumBasic; it has no settings."""

    name: str = "sumbasic"

    def select(self, task: Task) -> Selection:
        """Follow the most probable word, step by step."""
        counts = read_vocabulary(task.units).counts
        held = presence(counts)
        probability = counts.target_sums() / max(float(counts.weight.sum()), 1.0)
        scores = averages(held, probability)
        for sentence in np.flatnonzero(task.seen).tolist():
            probability[held.row(sentence)[0]] **= 2
        open_, selected, used = candidates(task), [], 0
        while (best := _next(held, probability, open_ & task.costs.fitting(used))) is not None:
            selected.append(best)
            used = task.costs.after(used, best)
            probability[held.row(best)[0]] **= 2
            open_[best] = False
        return Selection(selected, scores, warnings=unused(self.name, task))


def averages(held: Edges, probability: Floats) -> Floats:
    """Average the probability over the distinct words of each sentence."""
    return held.backward(probability) / np.maximum(held.source_sums(), 1.0)


def _next(held: Edges, probability: Floats, possible: Booleans) -> int | None:
    there = possible[held.source]
    if not there.any():
        return None
    offered = np.full(len(probability), -1.0)
    offered[held.target[there]] = probability[held.target[there]]
    having = held.source[there & (held.target == offered.argmax())]
    return int(having[averages(held, probability)[having].argmax()])
