"""A trained network to an encoder that needs no torch: the attention of a word depends on its vector alone."""

from __future__ import annotations

import json
from collections.abc import Mapping

import numpy as np
import torch
from numpy.typing import NDArray

from reprank.paper.encoder import Encoder
from reprank.paper.vectors import WordVectors
from reprank.training.batches import Batch
from reprank.training.config import TrainingConfig
from reprank.training.network import Network
from reprank.training.run import Curve, best

BLOCK_WORDS = 1 << 14  # whose attention is computed at once


@torch.no_grad()
def tabulated(network: Network) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """Return all word vectors, (words, d), and the attention score of each word before the softmax."""
    vectors = network.vectors.weight.detach()
    attention = torch.cat(
        [network.attention(vectors[at : at + BLOCK_WORDS]) for at in range(0, len(vectors), BLOCK_WORDS)]
    )
    return vectors.cpu().numpy().copy(), attention.cpu().numpy().astype(np.float64)


@torch.no_grad()
def mean_sentence(network: Network, texts: list[Batch]) -> NDArray[np.float32]:
    """Return the mean of all sentence vectors of some batches.

    The weights of a sentence sum to one, so subtracting a vector μ from every word subtracts μ from every sentence.
    With the bilinear head, s·W_k c then changes by the same amount for all s and the loss stays as it was: training
    does not determine μ, while every cosine depends on it. That is why μ may be removed at export.
    """
    sentences = torch.cat([network.sentences(batch) for batch in texts])
    mean: NDArray[np.float32] = sentences.mean(dim=0).cpu().numpy()
    return mean


def exported(
    network: Network, words: tuple[str, ...], texts: list[Batch], *, centred: bool, metadata: Mapping[str, str]
) -> Encoder:
    """Return the encoder of a network: quantised vectors, attention scores and metadata."""
    vectors, attention = tabulated(network)
    if centred:
        vectors -= mean_sentence(network, texts)
    return Encoder.from_vectors(WordVectors(words, vectors), attention=attention, metadata=metadata)


def described(config: TrainingConfig, curve: Curve, notes: Mapping[str, str]) -> dict[str, str]:
    """Return the metadata of a model: how it was trained and what it reached."""
    point = best(curve)
    return {
        "language": config.language,
        "training": json.dumps(config.settings(), sort_keys=True),
        "steps": str(point.step),
        "seed": str(config.seed),
        "validation_loss": f"{point.validation_loss:.4f}",
        "validation_accuracy": f"{point.validation_accuracy:.4f}",
        **notes,
    }
