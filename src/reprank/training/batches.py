"""Numbers to batches: windows of consecutive sentences, in an order that seed and epoch alone decide."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reprank.errors import DataError
from reprank.training.cache import Numbers, Offsets, Tokenised

Integers = NDArray[np.int64]
BLOCK_WORDS = 1 << 22  # handled at a time, so that a corpus need not fit into memory


@dataclass(frozen=True, eq=False)
class KnownSentences:
    """A corpus in the numbers of a model: sentences with words that the model knows, grouped by document."""

    words: Numbers
    starts: Offsets  # (sentences + 1,)
    documents: Integers  # (sentences,), rising


@dataclass(frozen=True, eq=False)
class Batch:
    """The input of one step. W words, U of them different, S sentences, B windows of up to T sentences."""

    vocabulary: Integers  # (U,) numbers of the words in the model
    words: Integers  # (W,) places in vocabulary
    starts: Integers  # (S,) where each sentence starts among the words
    windows: Integers  # (B, T) places of sentences, -1 where a window is shorter
    documents: Integers  # (S,) document of every sentence


def known_sentences(text: Tokenised, numbers: Numbers, path: Path, *, shortest: int, longest: int) -> KnownSentences:
    """Renumber the words of a corpus, drop unknown ones, and drop or cut sentences that are too short or too long.

    ``numbers[w]`` is the model's number of word ``w`` or -1. The result lives in a file at the path.
    """
    lengths: list[NDArray[np.int64]] = []
    kept: list[NDArray[np.bool_]] = []
    first = 0
    with path.open("wb") as stream:
        while first < len(text.sentences) - 1:
            last = max(
                first + 1, int(np.searchsorted(text.sentences, text.sentences[first] + BLOCK_WORDS, side="right")) - 1
            )
            starts = text.sentences[first : last + 1]
            words = numbers[text.words[starts[0] : starts[-1]]]
            sentence = np.repeat(np.arange(last - first), np.diff(starts))
            words, sentence = words[words >= 0], sentence[words >= 0]
            size = np.bincount(sentence, minlength=last - first)
            place = np.arange(len(words)) - np.repeat(np.cumsum(size) - size, size)
            long_enough = size >= shortest
            stream.write(words[long_enough[sentence] & (place < longest)].astype(np.int32).tobytes())
            lengths.append(np.minimum(size, longest)[long_enough])
            kept.append(long_enough)
            first = last
    document = np.repeat(np.arange(len(text.documents) - 1), np.diff(text.documents))
    known = np.concatenate([[0], *lengths]).astype(np.int64)
    if known.sum() == 0:
        raise DataError(
            f"no sentence of the corpus has {shortest} words of the vocabulary: are the vectors for its language?"
        )
    return KnownSentences(np.memmap(path, dtype=np.int32, mode="r"), np.cumsum(known), document[np.concatenate(kept)])


def windows(sentences: KnownSentences, size: int) -> Integers:
    """Cut documents into windows and return first sentence and length of each; a single sentence makes none.

    >>> corpus = KnownSentences(np.arange(6, dtype=np.int32), np.arange(7), np.array([0, 0, 0, 1, 1, 2]))
    >>> windows(corpus, 2)
    array([[0, 2],
           [3, 2]])
    """
    _, first, length = np.unique(sentences.documents, return_index=True, return_counts=True)
    pieces = -(-length // size)
    place = np.arange(pieces.sum()) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    start = np.repeat(first, pieces) + place * size
    found = np.stack([start, np.minimum(size, np.repeat(first + length, pieces) - start)], axis=1)
    found = found[found[:, 1] >= 2]
    if len(np.unique(sentences.documents[found[:, 0]])) < 2:
        raise DataError(
            f"training needs two documents of two sentences or more; got {len(first)} documents, "
            f"of which {int((length > 1).sum())} have two sentences: give longer texts"
        )
    return found.astype(np.int64)


def epoch_order(count: int, *, seed: int, epoch: int) -> Integers:
    """Return the order of an epoch's windows, which depends on seed and epoch alone."""
    return np.random.default_rng([seed, epoch]).permutation(count).astype(np.int64)


def batch(sentences: KnownSentences, spans: Integers) -> Batch:
    """Gather the words of some windows."""
    first, length = spans[:, 0], spans[:, 1]
    place = np.cumsum(length) - length  # where the sentences of each window start in the batch
    within = np.arange(length.max())
    table = np.where(within < length[:, None], place[:, None] + within, -1)
    chosen = np.repeat(first - place, length) + np.arange(length.sum())
    starts, ends = sentences.starts[chosen], sentences.starts[chosen + 1]
    offsets = np.cumsum(ends - starts) - (ends - starts)
    pieces = [sentences.words[sentences.starts[a] : sentences.starts[a + n]] for a, n in spans.tolist()]
    vocabulary, words = np.unique(np.concatenate(pieces), return_inverse=True)
    return Batch(vocabulary.astype(np.int64), words.astype(np.int64), offsets, table, sentences.documents[chosen])
