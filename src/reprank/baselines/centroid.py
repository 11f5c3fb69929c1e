"""Centroid: sentences with the words that the whole cluster is about, as in MEAD.

Radev, Jing, Styś and Tam, "Centroid-based summarization of multiple documents" (Information Processing & Management 40,
2004):

    C_i = Σ_{w in i} centroid_w                      centroid_w = (mean count of w in a document) · idf_w
    P_i = (N − position_i + 1)/N · max C             N and the maximum over the sentence's document
    F_i = words of i · words of the first sentence of its document
    score_i = w_c C_i + w_p P_i + w_f F_i − w_R max_{j selected} R_ij
    R_ij = 2 · (shared words) / (words of i + words of j)

Chosen where the paper leaves it open: w_c = w_p = 1 and w_f = 0, the defaults of the MEAD that was distributed, and
w_R = the highest score; idf and words as in ``tfidf``, each counted once in a sentence; the centroid has the 20 words
of the highest value, which does better on development data than all words, and the paper's cut-off was meant for idf of
another corpus. The paper subtracts redundancy from the lower ranked of two sentences and ranks again until nothing
changes; selecting greedily against what is already selected does so in one pass. What the reader has seen counts as
selected.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Floats, best_first
from reprank.baselines.concepts import presence
from reprank.baselines.tfidf import StemCounts, read_vocabulary
from reprank.graph.edges import Edges
from reprank.selection import Selection, Task, select_greedily, unused_query
from reprank.text.units import Units


@dataclass(frozen=True)
class Centroid:
    """MEAD's centroid method: the weights w_c, w_p, w_f of its features and the size of its centroid in words."""

    centroid: float = 1.0
    position: float = 1.0
    first: float = 0.0
    size: int = 20
    name: str = "centroid"

    def select(self, task: Task) -> Selection:
        """Score by centroid, position and overlap with the first sentence, then avoid repeated words."""
        vocabulary = read_vocabulary(task.units)
        scores = self.score(vocabulary, task.units)
        words = presence(vocabulary.counts)
        return Selection(_without_repetition(task, scores, words), scores, warnings=unused_query(self.name, task))

    def score(self, vocabulary: StemCounts, units: Units) -> Floats:
        """Return the score of every sentence before redundancy."""
        counts = vocabulary.counts
        weight = counts.target_sums() * vocabulary.rarity / max(units.document_count, 1)
        weight[best_first(weight)[self.size :]] = 0.0
        central = presence(counts).backward(weight)
        size = np.bincount(units.document, minlength=len(units.documents))
        highest = np.zeros(len(size))
        np.maximum.at(highest, units.document, central)
        early = (size[units.document] - units.position + 1) / size[units.document] * highest[units.document]
        return self.centroid * central + self.position * early + self.first * _like_first(counts, units)


def _like_first(counts: Edges, units: Units) -> Floats:
    """Return the inner product of each sentence's counts with those of its document's first sentence."""
    similar = np.zeros(len(units))
    for first in np.flatnonzero(units.position == 1).tolist():
        targets, weights = counts.row(first)
        vector = np.zeros(counts.shape[1])
        vector[targets] = weights
        own = slice(*np.searchsorted(counts.source, _span(units, first)))
        products = counts.weight[own] * vector[counts.target[own]]
        similar += np.bincount(counts.source[own], products, len(units))
    return similar


def _span(units: Units, first: int) -> tuple[int, int]:
    """Return the first sentence of a document and the first after it."""
    document = units.document[first]
    return first, int(np.searchsorted(units.document, document, side="right"))


def _without_repetition(task: Task, scores: Floats, words: Edges) -> list[int]:
    """Select greedily, the value of a sentence being its score less the highest score times its largest overlap."""
    sizes = words.source_sums()
    penalty = float(scores.max(initial=0.0))
    repeated = np.zeros(len(scores))
    for sentence in np.flatnonzero(task.seen).tolist():
        np.maximum(repeated, _overlap(words, sizes, sentence), out=repeated)

    def values(selected: list[int]) -> Floats:
        if selected:
            np.maximum(repeated, _overlap(words, sizes, selected[-1]), out=repeated)
        return scores - penalty * repeated

    return select_greedily(task, values)


def _overlap(words: Edges, sizes: Floats, sentence: int) -> Floats:
    """Return R of one sentence with all: twice the shared words over the words of both."""
    vector = np.zeros(words.shape[1])
    vector[words.row(sentence)[0]] = 1.0
    shared = words.backward(vector)
    both: Floats = np.maximum(sizes + sizes[sentence], 1.0)
    return 2 * shared / both
