"""Vectors to a verdict: how often a representation alone finds the sentences that follow."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from reprank.arrays import Floats
from reprank.paper.encoder import Vectors, sentence_vectors
from reprank.training.batches import Batch


def retrieval_accuracy(vectors: Vectors, attention: Floats, batches: Iterable[Batch], *, steps_ahead: int) -> float:
    """Return the share of predictions in which the true sentence is the most similar one.

    What is predicted is what training predicts, among the same sentences of other documents; but the context is the
    mean of the preceding sentences and the score a cosine, so nothing counts but word vectors and attention:
    a trained representation can be compared with one that was never trained.
    """
    right = predictions = 0
    for batch in batches:
        sentences = _unit(batch_sentences(vectors, attention, batch))
        same = batch.documents[:, None] == batch.documents[None, :]
        np.fill_diagonal(same, False)
        for window in batch.windows:
            places = window[window >= 0]
            contexts = np.cumsum(sentences[places], axis=0)  # the length of a context does not change the order
            for k in range(1, min(steps_ahead, len(places) - 1) + 1):
                targets = places[k:]
                scores = np.where(same[targets], -np.inf, contexts[: len(targets)] @ sentences.T)
                right += int((scores.argmax(axis=1) == targets).sum())
                predictions += len(targets)
    return right / predictions


def batch_sentences(vectors: Vectors, attention: Floats, batch: Batch) -> Vectors:
    """Return the vector of every sentence of a batch."""
    offsets = np.append(batch.starts, len(batch.words)).astype(np.intp)
    chosen = batch.vocabulary
    return sentence_vectors(vectors[chosen], batch.words.astype(np.intp), offsets, attention=attention[chosen])


def _unit(vectors: Vectors) -> Vectors:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Vectors = (vectors / np.where(length > 0, length, 1)).astype(np.float32)
    return unit
