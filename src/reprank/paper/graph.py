"""Vectors to graph: edges between similar sentences and words, and a prior over each kind.

Sentences and words lie in one space, so that three kinds of edges come from one measure, the cosine. Only numbers enter
here: the caller knows which text a row belongs to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from reprank.arrays import ROUNDING_DIGITS, Floats, Integers
from reprank.errors import InputError
from reprank.graph.edges import Edges, distribution, position_prior

#: Thresholds of section 4 of the paper: sentence-sentence, sentence-word, word-word.
PRINTED_THRESHOLDS = (0.45, 0.30, 0.20)
#: Cosines that are in memory at once, as a number of matrix entries (32 MB).
STRIP_ENTRIES = 4_000_000
#: Rows of one tile of cosines: large enough for fast products, small enough for the cache.
TILE_ROWS = 512


@dataclass(frozen=True, eq=False)
class Graph:
    """Similarities among n sentences and m words, and a prior distribution over each kind.

    Weights are the cosines; the chain normalises the rows. Raises ``InputError`` if the parts do not fit
    together or a prior is not a distribution.

    >>> graph = Graph(
    ...     sentence_sentence=Edges.of([0, 1], [1, 0], [0.5, 0.5], shape=(2, 2)),
    ...     sentence_word=Edges.of([0, 1, 1], [0, 1, 2], [1.0, 1.0, 0.5], shape=(2, 3)),
    ...     word_sentence=Edges.of([0, 1, 2], [0, 1, 1], [1.0, 1.0, 0.5], shape=(3, 2)),
    ...     word_word=Edges.of([], [], [], shape=(3, 3)),
    ...     sentence_prior=np.array([0.6, 0.4]),
    ...     word_prior=np.array([0.5, 0.25, 0.25]),
    ... )
    >>> graph.sentences, graph.words
    (2, 3)
    """

    sentence_sentence: Edges  # n×n, Pˢ
    sentence_word: Edges  # n×m, Mʷ
    word_sentence: Edges  # m×n, Mˢ
    word_word: Edges  # m×m, Pʷ
    sentence_prior: Floats  # n, Vˢ
    word_prior: Floats  # m, Vʷ

    def __post_init__(self) -> None:
        n, m = self.sentences, self.words
        wanted = {"sentence_sentence": (n, n), "sentence_word": (n, m), "word_sentence": (m, n), "word_word": (m, m)}
        for name, shape in wanted.items():
            edges: Edges = getattr(self, name)
            if edges.shape != shape:
                raise InputError(f"{name} has shape {edges.shape}, wanted {shape} for {n} and {m} prior entries")
            if np.any(~(edges.weight >= 0)) or np.any(np.isinf(edges.weight)):
                raise InputError(f"{name} has a negative or infinite weight: give weights from 0 up")
        for name, prior in (("sentence_prior", self.sentence_prior), ("word_prior", self.word_prior)):
            if len(prior) and not (np.all(prior >= 0) and abs(prior.sum() - 1) < 1e-9):
                raise InputError(f"{name} sums to {prior.sum():g}, wanted shares of 1: use distribution(weights)")

    @property
    def sentences(self) -> int:
        """Count the sentences, n."""
        return len(self.sentence_prior)

    @property
    def words(self) -> int:
        """Count the words, m."""
        return len(self.word_prior)


def paper_graph(
    sentence_vectors: ArrayLike,
    word_vectors: ArrayLike,
    positions: Sequence[int] | Integers,
    frequencies: ArrayLike,
    *,
    thresholds: tuple[float, float, float] = PRINTED_THRESHOLDS,
    tau: float = 0.25,
) -> Graph:
    """Connect sentences and words as the paper does.

    Edges are cosines above ε (sentence-sentence, sentence-word, word-word in ``thresholds``), the diagonal is zero,
    Vˢ ∝ position^−τ over all documents and Vʷ ∝ frequency. The paper asks for priors without a zero and so do we.

    >>> sentences = [[1.0, 0.0], [0.8, 0.6], [0.0, 1.0]]
    >>> words = [[1.0, 0.0], [0.0, 2.0]]
    >>> graph = paper_graph(sentences, words, positions=[1, 2, 3], frequencies=[3, 1])
    >>> graph.sentence_sentence.dense()
    array([[0. , 0.8, 0. ],
           [0.8, 0. , 0.6],
           [0. , 0.6, 0. ]])
    >>> graph.word_prior
    array([0.75, 0.25])
    """
    counts = np.asarray(frequencies, dtype=np.float64)
    if np.any(~(counts > 0)):
        raise InputError(
            f"a word has frequency {counts[~(counts > 0)][0]:g}, wanted more than 0: leave absent words out"
        )
    among_sentences, between, among_words = thresholds
    sentence_word = cosine_edges(sentence_vectors, word_vectors, threshold=between)
    return Graph(
        sentence_sentence=cosine_edges(sentence_vectors, sentence_vectors, threshold=among_sentences, same=True),
        sentence_word=sentence_word,
        word_sentence=sentence_word.transposed(),
        word_word=cosine_edges(word_vectors, word_vectors, threshold=among_words, same=True),
        sentence_prior=position_prior(positions, tau),
        word_prior=distribution(counts),
    )


def cosine_edges(left: ArrayLike, right: ArrayLike, *, threshold: float, same: bool = False) -> Edges:
    """Connect each row of ``left`` with the rows of ``right`` whose cosine is strictly above the threshold.

        eᵢⱼ = cos(lᵢ, rⱼ) if cos(lᵢ, rⱼ) > ε, else 0;  with ``same``, eᵢᵢ = 0 and eᵢⱼ = eⱼᵢ to the last bit

    A vector of zeros has no direction and no edges. Only a strip of cosines is in memory at a time. Raises
    ``InputError`` for a threshold outside [0, 1] (a walk cannot use negative weights) and for vectors that are not
    finite or do not match.

    >>> cosine_edges([[3.0, 4.0], [0.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]], threshold=0.7).dense()
    array([[0. , 0.8],
           [0. , 0. ]])
    """
    if not 0 <= threshold <= 1:
        raise InputError(f"threshold is {threshold}, wanted a cosine from 0 to 1")
    rows, columns = _unit_rows(left), _unit_rows(right)
    shape = (len(rows), len(columns))
    if rows.shape[1] != columns.shape[1] and min(shape) > 0:
        raise InputError(f"vectors have {rows.shape[1]} and {columns.shape[1]} dimensions: give both from one space")
    if same and shape[0] != shape[1]:
        raise InputError(
            f"{shape[0]} rows on the left, {shape[1]} on the right: same=True wants the same vectors twice"
        )
    if min(shape) == 0:
        return Edges.of([], [], [], shape=shape)
    side = max(1, min(TILE_ROWS, STRIP_ENTRIES // shape[1]))
    sources: list[Integers] = []
    targets: list[Integers] = []
    weights: list[Floats] = []
    for start in range(0, shape[0], side):
        # Rounding hides the order in which a processor or its threads add up, so that the graph does not depend on it
        # (but for a sum at the very edge of a place), and no cosine exceeds 1.
        strip = _strip(rows, columns, start, side, same=same).round(ROUNDING_DIGITS)
        kept = strip > threshold
        source = np.repeat(np.arange(len(strip)), kept.sum(axis=1))
        sources.append(source + start)
        targets.append(np.flatnonzero(kept) - source * shape[1])
        weights.append(strip[kept])
    return Edges(np.concatenate(sources), np.concatenate(targets), np.concatenate(weights), shape)


def average_cosine(left: ArrayLike, right: ArrayLike, *, same: bool = False) -> float:
    """Return the mean cosine of all pairs of rows that are not zero, without the diagonal if ``same``; NaN for no pair.

    >>> average_cosine([[1.0, 0.0], [0.0, 2.0], [3.0, 0.0]], [[1.0, 0.0], [0.0, 2.0], [3.0, 0.0]], same=True)
    0.333...
    """
    rows, columns = (vectors[np.any(vectors, axis=1)] for vectors in (_unit_rows(left), _unit_rows(right)))
    pairs = len(rows) * (len(columns) - 1 if same else len(columns))
    total = float(rows.sum(axis=0) @ columns.sum(axis=0)) if min(len(rows), len(columns)) else 0.0
    # The sum of all cosines is one product of two sums; each diagonal entry is 1.
    return (total - len(rows) * same) / pairs if pairs else float("nan")


def _strip(rows: Floats, columns: Floats, start: int, side: int, *, same: bool) -> Floats:
    """Return the cosines of ``side`` rows with all columns; with ``same``, tile by tile for exact symmetry."""
    mine = rows[start : start + side]
    if not same:
        return mine @ columns.T
    strip = np.empty((len(mine), len(columns)))
    for other in range(0, len(columns), side):
        theirs = columns[other : other + side]
        # Rounding may differ between a·b and b·a in products of different shape, and an edge at the threshold would
        # then have one direction only. So a tile left of the diagonal is the transpose of the product right of it.
        strip[:, other : other + side] = mine @ theirs.T if other >= start else (theirs @ mine.T).T
    own = np.arange(len(mine))
    strip[own, start + own] = 0.0
    return strip


def _unit_rows(vectors: ArrayLike) -> Floats:
    matrix = np.asarray(vectors, dtype=np.float64)
    if matrix.shape == (0,):
        return matrix.reshape(0, 0)
    if matrix.ndim != 2:
        raise InputError(f"vectors have {matrix.ndim} axes, wanted 2: one row for each sentence or word")
    if not np.isfinite(matrix).all():
        raise InputError("a vector holds a value that is not finite: leave it out or set it to zero")
    # Dividing by the largest entry first keeps the squares of very long and very short vectors within range.
    largest = np.abs(matrix).max(axis=1, keepdims=True, initial=0.0)
    scaled = matrix / np.where(largest > 0, largest, 1.0)
    length = np.sqrt(np.einsum("ij,ij->i", scaled, scaled))[:, None]
    return scaled / np.where(length > 0, length, 1.0)
