"""Texts made for training tests: every document keeps to one topic, all share their small words."""

from __future__ import annotations

import random

import numpy as np

from reprank.paper.vectors import WordVectors
from reprank.training import TrainingConfig

SMALL_WORDS = ["the", "of", "and", "in", "to", "with"]
TOPICS = [[f"{kind}{stem}" for stem in ("berg", "dale", "ford", "ham", "ley", "ton")] for kind in "abcdefghijkl"]
TINY = TrainingConfig(
    vocabulary=200, new_words=0, smallest_count=1, dimension=8, attention_size=6, context_size=8, steps_ahead=2,
    window=6, batch=8, learning_rate=3e-2, vector_rate=3e-2, epochs=40, validate_every=20, validation_share=0.2,
    patience=100, workers=0,
)  # fmt: skip


def topical_documents(*, documents: int = 36, sentences: int = 6, seed: int = 0) -> list[dict[str, str]]:
    draw = random.Random(seed)
    return [{"text": _document(TOPICS[i % len(TOPICS)], sentences, draw)} for i in range(documents)]


def _document(topic: list[str], sentences: int, draw: random.Random) -> str:
    return " ".join(_sentence(topic, draw) for _ in range(sentences))


def _sentence(topic: list[str], draw: random.Random) -> str:
    words = [*draw.choices(topic, k=4), *draw.choices(SMALL_WORDS, k=4)]
    draw.shuffle(words)
    return " ".join(words).capitalize() + "."


def random_vectors(*, dimension: int = 8, seed: int = 0) -> WordVectors:
    words = (*SMALL_WORDS, *(word for topic in TOPICS for word in topic))
    matrix = np.random.default_rng(seed).standard_normal((len(words), dimension)).astype(np.float32)
    return WordVectors(words, matrix)
