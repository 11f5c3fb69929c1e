"""Weights to priors: where a walk starts and teleports to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from reprank.arrays import Floats, Integers
from reprank.errors import InputError


def distribution(weights: ArrayLike) -> Floats:
    """Divide weights by their sum; weights that are all zero become uniform.

    Raises ``InputError`` for a negative or infinite weight.

    >>> distribution([3, 1])
    array([0.75, 0.25])
    >>> distribution([0.0, 0.0])
    array([0.5, 0.5])
    """
    values = np.asarray(weights, dtype=np.float64)
    smallest, largest = values.min(initial=0.0), values.max(initial=0.0)
    if not (smallest >= 0 and largest < np.inf):  # a weight that is no number makes both no number
        raise InputError("a weight is negative or not finite, wanted weights from 0 up")
    # Dividing by the largest weight first keeps the sum from overflow and underflow.
    shares = values / largest if largest > 0 else np.ones_like(values)
    return shares / shares.sum() if len(shares) else shares


def position_prior(position: Sequence[int] | Integers, exponent: float) -> Floats:
    """Prefer early sentences: ρ^−τ, normalised over all sentences of all documents, positions counted from 1.

    Raises ``InputError`` for a position below 1.

    >>> position_prior([1, 4, 1], 0.5)
    array([0.4, 0.2, 0.4])
    """
    place = np.asarray(position, dtype=np.float64)
    if np.any(~(place >= 1)):
        raise InputError(f"a position is {place[~(place >= 1)][0]:g}, wanted 1 or more: count from 1 in each document")
    return distribution(place**-exponent)
