"""Chain to stationary distribution: power iteration on any row-stochastic step."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from reprank.arrays import Floats
from reprank.errors import ConvergenceError
from reprank.graph.edges import distribution
from reprank.values import value_class

Step = Callable[[Floats], Floats]


@value_class
class Distribution:
    """A stationary distribution π, the steps that it took, and Σ|πP − π| at the last of them."""

    pi: Floats
    steps: int
    residual: float


def stationary(step: Step, start: Floats, *, tolerance: float = 1e-10, limit: int = 1000) -> Distribution:
    """Iterate until the distribution no longer changes: π ← step(π) until Σ|step(π) − π| ≤ tolerance.

    ``step`` is any row-stochastic operator, ``start`` any distribution over its states (it is divided by its sum).
    Raises ``ConvergenceError`` with the residual after ``limit`` steps, and if the step loses or creates mass.

    >>> swing = np.array([[0.5, 0.5], [1.0, 0.0]])
    >>> stationary(lambda pi: pi @ swing, np.array([1.0, 0.0])).pi.round(6)
    array([0.666667, 0.333333])
    """
    pi = distribution(start)
    if len(pi) == 0:
        return Distribution(pi, 0, 0.0)
    residual = np.inf
    for taken in range(1, limit + 1):
        moved = step(pi)
        residual = float(np.abs(moved - pi).sum())
        pi = moved
        if residual <= tolerance:
            mass = float(pi.sum())
            if abs(mass - 1) > 1e-6:
                raise ConvergenceError(
                    f"the walk ends with mass {mass:g}, wanted 1: every row of its matrix must sum to 1"
                )
            return Distribution(pi / mass, taken, residual)
    raise ConvergenceError(
        f"no stationary distribution after {limit} steps: residual {residual:.3g}, wanted {tolerance:.3g}; "
        "raise the limit or teleport more (a larger beta)"
    )
