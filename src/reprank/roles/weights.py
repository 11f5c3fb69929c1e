"""The weights that were fitted to the marks of editors, as they ship: ``data/roles.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from reprank.arrays import Floats, Integers
from reprank.roles.antecedents import PAIR_FEATURES
from reprank.roles.features import FEATURES, WordTable
from reprank.roles.surface import changes
from reprank.shipped import DATA


@dataclass(frozen=True, eq=False)
class Weights:
    """One weight for each feature, and what is added to their sum."""

    each: Floats
    intercept: float

    def scores(self, features: Floats) -> Floats:
        """Return F @ w + b."""
        return np.asarray(features @ self.each + self.intercept)

    def probability(self, features: Floats) -> Floats:
        """Return 1 / (1 + exp(−(F @ w + b))) for each row of F."""
        return np.asarray(1 / (1 + np.exp(-self.scores(features))))


@dataclass(frozen=True, eq=False)
class RoleWeights:
    """Weights of debris, of standing alone and of candidates, and the probability from which a sentence is debris.

    A sentence needs nothing with a probability ∝ exp(F @ alone), one of its candidates ∝ exp(Z @ pairs), and what is
    not in the text ∝ 1.
    """

    debris: Weights
    alone: Weights
    pairs: Floats
    debris_from: float
    words: Mapping[str, WordTable] = field(default_factory=dict)  # by language

    def needs(self, features: Floats, pairs: Floats, sentence: Integers) -> tuple[Floats, Floats]:
        """Return the probability of needing nothing for each sentence, and of needing the candidate for each pair."""
        alone, scores = self.alone.scores(features), pairs @ self.pairs
        top = np.maximum(alone, 0.0)
        if len(sentence):
            starts = np.flatnonzero(changes(sentence))
            top[sentence[starts]] = np.maximum(top[sentence[starts]], np.maximum.reduceat(scores, starts))
        alone, each = np.exp(alone - top), np.exp(scores - top[sentence])
        total = alone + np.bincount(sentence, each, len(alone)) + np.exp(-top)
        return alone / total, each / total[sentence]


@cache
def shipped_weights() -> RoleWeights:
    """Read the weights that ship."""
    fitted = json.loads((DATA / "roles.json").read_text(encoding="utf-8"))
    debris, alone = fitted["debris"], fitted["alone"]
    return RoleWeights(
        debris=Weights(_in_order(debris["weights"], FEATURES), debris["intercept"]),
        alone=Weights(_in_order(alone["weights"], FEATURES), alone["intercept"]),
        pairs=_in_order(fitted["needed"]["weights"], PAIR_FEATURES),
        debris_from=debris["threshold"],
        words={code: WordTable.of(words) for code, words in fitted["words"].items()},
    )


def _in_order(weights: Mapping[str, float], names: tuple[str, ...]) -> Floats:
    return np.array([weights.get(name, 0.0) for name in names])
