"""The weights that were fitted to the marks of editors, as they ship: ``data/roles.json``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

import numpy as np

from reprank.arrays import Floats
from reprank.roles.antecedents import PAIR_FEATURES
from reprank.roles.features import FEATURES
from reprank.shipped import DATA


@dataclass(frozen=True, eq=False)
class Weights:
    """One weight for each feature, and what is added to their sum."""

    each: Floats
    intercept: float

    def probability(self, features: Floats) -> Floats:
        """Return 1 / (1 + exp(−(F @ w + b))) for each row of F."""
        return np.asarray(1 / (1 + np.exp(-(features @ self.each + self.intercept))))


@dataclass(frozen=True, eq=False)
class RoleWeights:
    """Weights of debris, of leaning and of candidates, and the probability from which a sentence is debris."""

    debris: Weights
    leans: Weights
    pairs: Floats
    debris_from: float


@cache
def shipped_weights() -> RoleWeights:
    """Read the weights that ship."""
    fitted = json.loads((DATA / "roles.json").read_text(encoding="utf-8"))
    debris, leans = fitted["debris"], fitted["leans"]
    return RoleWeights(
        debris=Weights(_in_order(debris["weights"], FEATURES), debris["intercept"]),
        leans=Weights(_in_order(leans["weights"], FEATURES), leans["intercept"]),
        pairs=_in_order(fitted["needs"]["weights"], PAIR_FEATURES),
        debris_from=debris["threshold"],
    )


def _in_order(weights: dict[str, float], names: tuple[str, ...]) -> Floats:
    return np.array([weights.get(name, 0.0) for name in names])
