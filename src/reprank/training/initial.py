"""A corpus and perhaps vectors to initial vectors: which words a model knows, and where training starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from reprank.errors import DataError, ModelError
from reprank.paper.vectors import WordVectors
from reprank.text.vocabulary import spelling
from reprank.training.cache import Numbers, Tokenised
from reprank.training.config import TrainingConfig

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Matrix = NDArray[np.float32]

REACH_WORDS = 5  # words on either side that count as context
BLOCK_WORDS = 1 << 20  # words counted at a time
MAX_ANCHORS = 5_000  # known words from which the map from contexts to vectors is learned
SMOOTHING = 0.75  # of context frequencies in PPMI (Levy, Goldberg and Dagan 2015)
RARITY = 1e-3  # a of the weight a / (a + p) of a context word (Arora, Liang and Ma 2017)
MIN_OVERLAP = 0.3  # share of the running words with a vector; below it the vectors are for another language


def initial_vectors(text: Tokenised, given: WordVectors | None, config: TrainingConfig) -> WordVectors:
    """Return the words of a model, the most frequent first, and their vectors before training.

    Given vectors are kept and frequent words that they lack are added from their contexts; without given vectors all
    are learned from the corpus. Raises ``ModelError`` if the given vectors do not fit the corpus and ``DataError`` if
    the corpus is too small to learn any.
    """
    if given is None:
        return _from_scratch(text, config)
    known = {spelling(word) for word in given.words}
    inside = np.array([word in known for word in text.vocabulary])
    share = float(text.counts[inside].sum() / text.counts.sum())
    if share < MIN_OVERLAP:
        raise ModelError(
            f"only {share:.1%} of the running words of the corpus have a vector, wanted at least {MIN_OVERLAP:.0%}: "
            f"give vectors for {config.language!r}, or none to learn them"
        )
    added = [i for i in _frequent(text, config) if not inside[i]][: config.new_words]
    return _merged(text, given, added, config)


def word_numbers(text: Tokenised, words: tuple[str, ...]) -> Numbers:
    """Return the row of each word of a corpus among the words of a model, or -1."""
    rows = {spelling(word): row for row, word in reversed(list(enumerate(words)))}
    return np.array([rows.get(spelling(word), -1) for word in text.vocabulary], dtype=np.int32)


def neighbour_counts(
    text: Tokenised, numbers: Numbers, words: int, *, wanted: NDArray[np.bool_] | None = None
) -> csr_matrix:
    """Count the words within reach of each word, (words, words); symmetric unless only some rows are ``wanted``.

    ``numbers[w]`` is the row of word ``w`` of the corpus, or -1; words without a row still count as a distance.
    """
    from scipy.sparse import coo_matrix, csr_matrix

    counts = csr_matrix((words, words), dtype=np.float32)
    for begin in range(0, len(text.words), BLOCK_WORDS):
        end = min(begin + BLOCK_WORDS + REACH_WORDS, len(text.words))
        row = numbers[text.words[begin:end]]
        sentence = np.searchsorted(text.sentences, np.arange(begin, end), side="right")
        left, right = [], []
        for distance in range(1, REACH_WORDS + 1):
            # A pair belongs to the block of its first word, so the overlap is counted once.
            first = np.arange(min(BLOCK_WORDS, len(row) - distance))
            second = first + distance
            near = (sentence[first] == sentence[second]) & (row[first] >= 0) & (row[second] >= 0)
            left.append(row[first[near]])
            right.append(row[second[near]])
        one, other = np.concatenate(left), np.concatenate(right)
        one, other = np.concatenate([one, other]), np.concatenate([other, one])
        if wanted is not None:
            one, other = one[wanted[one]], other[wanted[one]]
        counts += coo_matrix((np.ones(len(one), dtype=np.float32), (one, other)), shape=(words, words)).tocsr()
    return counts


def _frequent(text: Tokenised, config: TrainingConfig) -> list[int]:
    """Return the words that occur often enough and begin with a letter, the most frequent first.

    Numbers are left out: by their contexts all years are alike.
    """
    order = np.argsort(-text.counts, kind="stable")
    often = order[: np.searchsorted(-text.counts[order], -config.smallest_count, side="right")]
    return [i for i in often.tolist() if text.vocabulary[i][:1].isalpha()]


def _merged(text: Tokenised, given: WordVectors, added: list[int], config: TrainingConfig) -> WordVectors:
    kept = min(len(given.words), config.vocabulary - len(added))
    words = tuple(given.words[:kept])
    if not added:
        return WordVectors(words, np.asarray(given.matrix[:kept], dtype=np.float32))
    everything = (*words, *(text.vocabulary[i] for i in added))
    new = _from_contexts(text, everything, np.asarray(given.matrix[:kept], dtype=np.float32))
    matrix = np.concatenate([given.matrix[:kept], new]).astype(np.float32)
    # Rows are ranks by frequency: a new word goes between given words of about its frequency in the corpus.
    numbers = word_numbers(text, everything)
    counts = np.zeros(len(everything), dtype=np.int64)
    counts[numbers[numbers >= 0]] = text.counts[numbers >= 0]
    rank = np.concatenate([np.arange(kept) + 0.5, _ranks(counts[:kept], counts[kept:])])
    order = np.argsort(rank, kind="stable")
    order = order[np.any(matrix[order], axis=1)]  # a word that occurs among unknown words only has no contexts
    return WordVectors(tuple(everything[i] for i in order), matrix[order])


def _ranks(given: NDArray[np.int64], new: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how many given words are more frequent than each new one."""
    ranks: NDArray[np.float64] = np.searchsorted(np.sort(-given), -new).astype(np.float64)
    return ranks


def _from_contexts(text: Tokenised, words: tuple[str, ...], known: Matrix) -> Matrix:
    """Return vectors for the words after the known ones: A·u, u the mean vector of a word's contexts.

    A is the linear map that best turns such means into the vectors of known words (Khodak et al. 2018).
    """
    numbers = word_numbers(text, words)
    counts = np.zeros(len(words))
    counts[numbers[numbers >= 0]] = text.counts[numbers >= 0]
    often = np.flatnonzero(counts[: len(known)] > 0)
    anchors = often[np.unique(np.linspace(0, len(often) - 1, MAX_ANCHORS).astype(np.intp))] if len(often) else often
    wanted = np.zeros(len(words), dtype=np.bool_)
    wanted[anchors] = True
    wanted[len(known) :] = True
    contexts = neighbour_counts(text, numbers, len(words), wanted=wanted)[:, : len(known)]
    weight = RARITY / (RARITY + counts[: len(known)] / counts.sum())
    total = np.asarray(contexts @ weight, dtype=np.float64)
    means = (contexts @ (known * weight[:, None])) / np.where(total > 0, total, 1.0)[:, None]
    from_means, to_vectors = means[anchors].astype(np.float64), known[anchors].astype(np.float64)
    ridge = 1e-3 * len(anchors) * np.mean(from_means**2) * np.eye(known.shape[1])
    mapping = np.linalg.solve(from_means.T @ from_means + ridge, from_means.T @ to_vectors)
    # A least-squares estimate is shorter than what it estimates: one factor restores the usual length.
    longer = np.linalg.norm(to_vectors, axis=1).sum() / np.linalg.norm(from_means @ mapping, axis=1).sum()
    new: Matrix = (longer * (means[len(known) :] @ mapping)).astype(np.float32)
    return new


def _from_scratch(text: Tokenised, config: TrainingConfig) -> WordVectors:
    """Learn vectors from neighbours: U√Σ of the truncated SVD of max(0, log p(w, c) / (p(w) p(c)^¾))."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.linalg import svds

    chosen = _frequent(text, config)[: config.vocabulary]
    if len(chosen) <= config.dimension:
        raise DataError(
            f"{len(chosen)} words occur {config.smallest_count} times or more, too few for vectors of "
            f"{config.dimension} dimensions: give more text, a smaller dimension or a smaller smallest_count"
        )
    words = tuple(text.vocabulary[i] for i in chosen)
    counts = neighbour_counts(text, word_numbers(text, words), len(words)).tocoo()
    row_sums = np.asarray(counts.sum(axis=1), dtype=np.float64).ravel()
    smoothed = row_sums**SMOOTHING / (row_sums**SMOOTHING).sum()
    surprise = np.log(counts.data / (row_sums[counts.row] * smoothed[counts.col]))
    positive = surprise > 0
    ppmi = csr_matrix((surprise[positive], (counts.row[positive], counts.col[positive])), shape=counts.shape)
    start = np.random.default_rng(config.seed).standard_normal(len(words))
    left, singular, _ = svds(ppmi, k=config.dimension, v0=start)
    left = left[:, ::-1] * np.sign(left[np.abs(left).argmax(axis=0), np.arange(left.shape[1])])[::-1]
    vectors = left * np.sqrt(singular[::-1])
    length = np.linalg.norm(vectors, axis=1).mean()
    # As long as GloVe's on average, so that the same learning rates suit both.
    return WordVectors(words, (vectors * (0.5 * np.sqrt(config.dimension) / length)).astype(np.float32))
