"""Units to similarities: the tf-idf vectors that most baselines share.

    X_iw = tf_iw · idf_w,   idf_w = ln(n / sf_w) + 1,   S = X̂X̂ᵀ

Words are stems outside the stop list; sf_w is the number of sentences with w, because there is no background corpus and
every system must see the same text and nothing else. The 1 keeps a word that occurs everywhere from vanishing. S is the
"idf-modified cosine" of Erkan and Radev (2004); it is not formed, since a product with it is a product with X̂ᵀ and one
with X̂, so that a book costs no more memory than its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, rounded
from reprank.caching import cached_property
from reprank.errors import MissingExtra
from reprank.graph.edges import Edges
from reprank.selection import Task
from reprank.text.units import Units

if TYPE_CHECKING:
    from scipy.sparse import csr_array

STRIP_SENTENCES = 512  # similarities of this many sentences are computed together
MAX_COMPLETE_SENTENCES = 4000  # up to this many, every edge is kept
MAX_NEIGHBOURS = 200  # edges that a sentence keeps when there are more sentences


@dataclass(frozen=True, eq=False)
class StemCounts:
    """How often each content stem occurs in each sentence."""

    counts: Edges
    names: tuple[str, ...]
    word: Integers  # column of each word of the running text, -1 for stop words

    @cached_property
    def sentence_frequency(self) -> Integers:
        """Number of sentences that each stem occurs in."""
        return np.bincount(self.counts.target, minlength=self.counts.shape[1])

    @cached_property
    def rarity(self) -> Floats:
        """Inverse sentence frequency: ln(n / sf) + 1."""
        return np.log(self.counts.shape[0] / np.maximum(self.sentence_frequency, 1)) + 1

    @cached_property
    def weighted(self) -> Edges:
        """The vectors X: frequency times rarity."""
        return self.counts.with_weight(self.counts.weight * self.rarity[self.counts.target])

    def columns(self, stems: Iterable[str]) -> Integers:
        """Return the columns of the given stems, those that occur, without repetition."""
        index = {name: column for column, name in enumerate(self.names)}
        return np.unique([index[stem] for stem in stems if stem in index]).astype(np.intp)


def read_vocabulary(units: Units) -> StemCounts:
    """Count the content stems of every sentence.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> vocabulary = read_vocabulary(read_units([Document("The cat sat. The cats slept.")], language("en")))
    >>> vocabulary.names, vocabulary.sentence_frequency.tolist()
    (('cat', 'sat', 'slept'), [2, 1, 1])
    """
    stems = units.stems
    content = np.flatnonzero(~stems.stop)
    used, first, column = np.unique(stems.stem[content], return_index=True, return_inverse=True)
    order = np.argsort(first)  # columns in the order of the text
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    word = np.full(len(stems.stem), -1)
    word[content] = rank[column]
    counts = Edges.of(
        units.sentence_of_word[content], word[content], np.ones(len(content)), shape=(len(units), len(used))
    )
    return StemCounts(counts, tuple(stems.names[stem] for stem in used[order]), word)


@dataclass(frozen=True, eq=False)
class Cosines:
    """The similarity matrix S = X̂X̂ᵀ as an operator; ``unit`` holds the rows of X, each of length one.

    A sentence without content words has an empty row, and is similar to none, itself included.

    >>> cosines = Cosines.of(Edges.of([0, 0, 1, 2], [0, 1, 1, 2], [3.0, 4.0, 2.0, 5.0], shape=(3, 3)))
    >>> cosines.row(0)
    array([1. , 0.8, 0. ])
    >>> cosines.times(np.array([1.0, 0.0, 1.0]))
    array([1. , 0.8, 1. ])
    """

    unit: Edges

    @classmethod
    def of(cls, vectors: Edges) -> Cosines:
        """Divide every row by its length."""
        lengths = np.sqrt(np.bincount(vectors.source, vectors.weight**2, vectors.shape[0]))
        return cls(vectors.with_weight(vectors.weight / lengths[vectors.source]))

    def __len__(self) -> int:
        return self.unit.shape[0]

    def times(self, values: Floats) -> Floats:
        """Return Sx, which is also xS: similarity runs both ways."""
        return self.unit.backward(self.unit.forward(values))

    def row(self, sentence: int) -> Floats:
        """Return the similarity of one sentence to all."""
        targets, weights = self.unit.row(sentence)
        vector = np.zeros(self.unit.shape[1])
        vector[targets] = weights
        return self.unit.backward(vector)

    @cached_property
    def itself(self) -> Floats:
        """Similarity of each sentence to itself: 1, or 0 without content words."""
        return (np.diff(self.unit.starts) > 0).astype(np.float64)

    @cached_property
    def sums(self) -> Floats:
        """Total similarity of each sentence to all, itself included."""
        return self.times(np.ones(len(self)))

    def edges(self, threshold: float = 0.0) -> Edges:
        """Make an edge of weight S_ij, i ≠ j, wherever S_ij is above the threshold."""
        return pairs(self.unit, lambda start, strip: strip * (strip > threshold))

    def nearest(self, sentences: Booleans) -> Floats:
        """Return for each sentence its largest similarity to one of the given sentences, 0 if none is given."""
        largest = np.zeros(len(self))
        for sentence in np.flatnonzero(sentences).tolist():
            np.maximum(largest, self.row(sentence), out=largest)
        return largest


def pairs(rows: Edges, weigh: Callable[[int, Floats], Floats]) -> Edges:
    """Make edges between all pairs of rows, weighted by a function of their dot products.

    ``weigh`` gets the number of the first row and a strip of products, rows by all, and returns weights of the same
    shape; zeros are no edges, nor are pairs of a row with itself. Among more than 4,000 rows each keeps only its 200
    heaviest edges, in the order of the text where they are equal: memory would otherwise grow with the square.
    """
    try:
        from scipy.sparse import csr_array
    except ImportError as error:
        raise MissingExtra("the graph of all pairs of sentences", "evaluate") from error

    count = rows.shape[0]
    matrix: csr_array = csr_array((rows.weight, rows.target, rows.starts), shape=rows.shape)
    turned = matrix.T.tocsr()
    parts = list(_strips(matrix, turned, weigh)) or [(np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0))]
    source, target, weight = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Edges(source, target, weight, (count, count))


def _strips(
    matrix: csr_array, turned: csr_array, weigh: Callable[[int, Floats], Floats]
) -> Iterator[tuple[Integers, Integers, Floats]]:
    count = matrix.shape[0]
    for start in range(0, count, STRIP_SENTENCES):
        strip = weigh(start, (matrix[start : start + STRIP_SENTENCES] @ turned).toarray())
        own = np.arange(len(strip))
        strip[own, start + own] = 0.0
        if count > MAX_COMPLETE_SENTENCES:
            weakest = np.argsort(-rounded(strip), axis=1, kind="stable")[:, MAX_NEIGHBOURS:]
            np.put_along_axis(strip, weakest, 0.0, axis=1)
        source, target = np.nonzero(strip)
        yield source + start, target, strip[source, target]


def take_dissimilar(order: Iterable[int], task: Task, cosines: Cosines, *, redundant: float) -> list[int]:
    """Take eligible sentences that fit in the given order, those last that are similar to one already taken.

    This is the reranker of MEAD (Radev et al. 2004): a sentence whose cosine to a taken one exceeds ``redundant`` is
    skipped. Room that is left after all others goes to the skipped sentences, so that a summary of half its source is
    not cut short. What is similar to a sentence that the reader has seen is never taken.
    """
    ranked = [int(sentence) for sentence in order]
    selected: list[int] = []
    used = 0
    new = task.eligible & (cosines.nearest(task.seen) <= redundant)
    for limit in (redundant, np.inf):
        open_ = new & task.costs.fitting(used)
        open_[selected] = False
        for sentence in ranked:
            if open_[sentence]:
                selected.append(sentence)
                used = task.costs.after(used, sentence)
                open_ &= (cosines.row(sentence) <= limit) & task.costs.fitting(used)
                open_[sentence] = False
    return selected
