"""Iterative reinforcement: sentences and words rank each other, by tf-idf.

Wan, Yang and Xiao, "Towards an Iterative Reinforcement Approach for Simultaneous Document Summarization and Keyword
Extraction" (ACL 2007). With Ũ the similarities of sentences, Ṽ those of words, and W̃, Ŵ the two directions between
them, rows divided by their sums,

    u = α Ũᵀu + β Ŵᵀv,   v = α Ṽᵀv + β W̃ᵀu,   α = β = .5

where U holds cosines of tf-isf vectors without diagonal, W_iw = tf_iw isf_w, and V the mutual information of words that
occur close together (the paper's "corpus-based" variant; the other asks WordNet).

Chosen where the paper leaves it open, or its resources are not available:

- The corpus for mutual information is the input itself. In so little text ln(N c_ab / (c_a c_b)) is highest for words
  that occur once, so each value is multiplied by c_ab, the number of times that a and b occur within ``window`` content
  words. Negative values are no link. Neighbours only (a window of 2) do best on development data.
- A node that lacks neighbours of one kind gives all to the other kind, and one without any keeps what it has. The paper
  normalises u and v after each step instead; where nothing lacks neighbours the two are the same.
- Each step goes half of the way: the fixed point stays the same and mass no longer oscillates between the two kinds.
- The paper summarizes single documents and filters nothing; for several, sentences with a cosine above .3 to a selected
  one are skipped, as for LexRank.
- Keywords are single words, shown in their most frequent form.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Floats, Integers, best_first
from reprank.baselines.tfidf import Cosines, StemCounts, read_vocabulary, take_dissimilar
from reprank.graph.edges import Edges
from reprank.graph.walk import stationary
from reprank.phrases.keywords import keyword_at
from reprank.selection import Selection, Task, unused_query
from reprank.summary import Keyword

MIN_SIMILARITY = 1e-9  # a smaller sum of cosines is a rounding error


@dataclass(frozen=True)
class MutualReinforcement:
    """The iterative reinforcement approach: ``own`` is α, β is the rest."""

    own: float = 0.5
    window: int = 2
    redundant: float = 0.3
    name: str = "mutual-reinforcement"

    def select(self, task: Task) -> Selection:
        """Rank sentences and words together and take the best of both."""
        vocabulary = read_vocabulary(task.units)
        cosines = Cosines.of(vocabulary.weighted)
        scores, words = self._rank(task, vocabulary, cosines)
        selected = take_dissimilar(best_first(scores), task, cosines, redundant=self.redundant)
        return Selection(selected, scores, _keywords(task, vocabulary, words), unused_query(self.name, task))

    def keywords(self, task: Task) -> tuple[Keyword, ...]:
        """Take the best words of the same ranking."""
        vocabulary = read_vocabulary(task.units)
        _, words = self._rank(task, vocabulary, Cosines.of(vocabulary.weighted))
        return _keywords(task, vocabulary, words)

    def _rank(self, task: Task, vocabulary: StemCounts, cosines: Cosines) -> tuple[Floats, Floats]:
        units = task.units
        related = mutual_information(vocabulary, units.document[units.sentence_of_word], window=self.window)
        graph = _Graph.of(cosines, vocabulary.weighted, related, own=self.own)
        start = np.concatenate([np.full(size, 1 / max(size, 1)) for size in vocabulary.counts.shape])
        found = stationary(graph.step, start, tolerance=1e-7, limit=20_000).pi
        return found[: len(units)], found[len(units) :]


def mutual_information(vocabulary: StemCounts, document: Integers, *, window: int) -> Edges:
    """Link content words that occur within a window more often than by chance: c_ab ln(N c_ab / (c_a c_b)).

    ``document`` names the document of each word of the running text: a window does not reach into the next one.
    """
    content = np.flatnonzero(vocabulary.word >= 0)
    word, place = vocabulary.word[content], document[content]
    near = [np.flatnonzero(place[gap:] == place[:-gap]) for gap in range(1, min(window, len(word)))]
    left = np.concatenate([word[:0], *(word[at] for at in near)])
    right = np.concatenate([word[:0], *(word[at + gap] for gap, at in enumerate(near, start=1))])
    other = left != right
    left, right = left[other], right[other]
    size = len(vocabulary.names)
    together = Edges.of(
        np.concatenate([left, right]), np.concatenate([right, left]), np.ones(2 * len(left)), shape=(size, size)
    )
    frequency = np.bincount(word, minlength=size)
    chance = frequency[together.source] * frequency[together.target] / len(word) if len(word) else 1.0
    return together.with_weight(together.weight * np.maximum(np.log(together.weight / chance), 0.0))


@dataclass(frozen=True, eq=False)
class _Graph:
    """Both kinds of nodes and what each gives to its own and to the other kind."""

    cosines: Cosines
    sums: Floats  # Σ U of each sentence, 1 where there is none
    related: Edges
    to_words: Edges
    to_sentences: Edges
    shares: tuple[Floats, Floats, Floats]  # to the own kind, to the other, kept; sentences first

    @classmethod
    def of(cls, cosines: Cosines, weighted: Edges, related: Edges, *, own: float) -> _Graph:
        """Divide all rows by their sums, and the share of a missing kind among what is there."""
        sums = cosines.sums - cosines.itself
        alike = sums > MIN_SIMILARITY
        to_words, to_sentences = weighted.rows_to_one(), weighted.transposed().rows_to_one()
        related = related.rows_to_one()
        same = own * np.concatenate([alike, related.source_sums() > 0])
        other = (1 - own) * np.concatenate([to_words.source_sums() > 0, to_sentences.source_sums() > 0])
        total = same + other
        kept = (total == 0).astype(np.float64)
        shares = (same / (total + kept), other / (total + kept), kept)
        return cls(cosines, np.where(alike, sums, 1.0), related, to_words, to_sentences, shares)

    def step(self, mass: Floats) -> Floats:
        """Go half a step."""
        count = len(self.cosines)
        same, other, kept = (share * mass for share in self.shares)
        share = same[:count] / self.sums
        sentences = np.maximum(self.cosines.times(share) - self.cosines.itself * share, 0.0)
        sentences += self.to_sentences.forward(other[count:])
        words = self.related.forward(same[count:]) + self.to_words.forward(other[:count])
        moved: Floats = np.concatenate([sentences, words])
        return 0.5 * (mass + kept + moved)


def _keywords(task: Task, vocabulary: StemCounts, scores: Floats) -> tuple[Keyword, ...]:
    """Return the best words of the documents that are not yet seen, each with all its places there."""
    new = ~task.seen[task.units.sentence_of_word]
    word = np.where(new, vocabulary.word, -1)
    occurring = np.bincount(word[word >= 0], minlength=len(scores)) > 0
    best = [int(i) for i in best_first(scores) if occurring[i]][: task.keywords.top]
    return tuple(keyword_at(task.units, np.flatnonzero(word == i), length=1, score=float(scores[i])) for i in best)
