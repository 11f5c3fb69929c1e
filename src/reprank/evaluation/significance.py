"""Paired scores of two systems to the difference between them and how sure it is.

Both tests work on the differences of paired scores and know nothing of what was scored. Randomness comes from the
generator that is passed in, so a result can be had again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reprank.errors import InputError

Floats = NDArray[np.float64]

RESAMPLES = 10_000
CONFIDENCE = 0.95
_BLOCK = 1 << 20  # numbers drawn at a time: memory stays small however many resamples are asked for
_TOLERANCE = 1e-12  # sums of the same numbers in another order differ by rounding; they count as equal


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its interval; one single value says nothing about spread, and its interval is unbounded."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """The mean of first minus second, its interval, and the probability of one as large if there were none."""

    mean: float
    low: float
    high: float
    p_value: float
    pairs: int


def bootstrap(
    values: ArrayLike,
    *,
    rng: np.random.Generator,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Estimate:
    """Estimate a mean with its percentile interval (Efron 1979).

    >>> bootstrap([0.3, 0.3, 0.3], rng=np.random.default_rng(0), resamples=100)
    Estimate(mean=0.3, low=0.3, high=0.3)

    Raises InputError for no values, values that are not finite, or options out of range.
    """
    return macro_average([values], rng=rng, resamples=resamples, confidence=confidence)


def macro_average(
    sets: Sequence[ArrayLike],
    *,
    rng: np.random.Generator,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Estimate:
    """Average the means of several sets; every set is resampled by itself.

    A set of one value adds its value but no spread; if all sets are such, the interval is unbounded.
    """
    checked = [_finite(values) for values in sets]
    mean, means = _resample(checked, rng, resamples)
    return Estimate(mean, *_interval(checked, means, confidence))


def paired_bootstrap(
    first: ArrayLike,
    second: ArrayLike,
    *,
    rng: np.random.Generator,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Comparison:
    """Compare two systems by resampling their pairs (Koehn 2004).

    With d the mean difference and d* that of a resample, p = (1 + #{|d* - d| >= |d|}) / (1 + resamples): the
    resampled differences, moved to mean zero, stand for no difference. A single pair proves nothing: p = 1.

    Raises InputError for scores that do not pair up.
    """
    return macro_comparison([first], [second], rng=rng, resamples=resamples, confidence=confidence)


def macro_comparison(
    firsts: Sequence[ArrayLike],
    seconds: Sequence[ArrayLike],
    *,
    rng: np.random.Generator,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Comparison:
    """Compare two systems over several sets that count alike; pairs are resampled within each set."""
    if len(firsts) != len(seconds):
        raise InputError(f"both systems need the same sets; got {len(firsts)} and {len(seconds)}")
    differences = [_differences(first, second) for first, second in zip(firsts, seconds, strict=True)]
    mean, means = _resample(differences, rng, resamples)
    p_value = _tail(np.abs(means - mean), abs(mean)) if _has_spread(differences) else 1.0
    return Comparison(mean, *_interval(differences, means, confidence), p_value, sum(map(len, differences)))


def approximate_randomization(
    first: ArrayLike,
    second: ArrayLike,
    *,
    rng: np.random.Generator,
    rounds: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Comparison:
    """Compare two systems by swapping the scores of random pairs (Noreen 1989).

    Swapping a pair flips the sign of its difference. With few pairs all 2^n assignments are tried and p is exact, else
    p = (1 + #{|swapped mean| >= |mean|}) / (1 + rounds). The interval is the paired bootstrap's.
    """
    differences = _differences(first, second)
    estimate = bootstrap(differences, rng=rng, resamples=rounds, confidence=confidence)
    count = len(differences)
    if 2**count <= rounds:
        assignments = np.arange(2**count)[:, None] >> np.arange(count) & 1
        swapped = np.abs((1 - 2 * assignments) @ differences / count)
        p_value = float(np.mean(swapped >= abs(estimate.mean) - _TOLERANCE))
    else:
        swapped = np.abs(_in_blocks(partial(_flipped_means, differences, rng), rounds, count))
        p_value = _tail(swapped, abs(estimate.mean))
    return Comparison(estimate.mean, estimate.low, estimate.high, p_value, count)


def _flipped_means(differences: Floats, rng: np.random.Generator, size: int) -> Floats:
    signs = 1.0 - 2.0 * rng.integers(0, 2, size=(size, len(differences)), dtype=np.int8)
    means: Floats = signs @ differences / len(differences)
    return means


def _resample(sets: Sequence[Floats], rng: np.random.Generator, resamples: int) -> tuple[float, Floats]:
    if not sets:
        raise InputError("an average needs at least one set; got none")
    if resamples < 1:
        raise InputError(f"resamples must be at least 1; got {resamples}")
    means = np.zeros(resamples)
    for values in sets:
        means += _in_blocks(partial(_resampled_means, values, rng), resamples, len(values))
    return float(np.mean([values.mean() for values in sets])), means / len(sets)


def _resampled_means(values: Floats, rng: np.random.Generator, size: int) -> Floats:
    means: Floats = values[rng.integers(0, len(values), size=(size, len(values)))].mean(axis=1)
    return means


def _in_blocks(draw: Callable[[int], Floats], total: int, width: int) -> Floats:
    step = max(_BLOCK // width, 1)
    return np.concatenate([draw(min(step, total - start)) for start in range(0, total, step)])


def _tail(sizes: Floats, threshold: float) -> float:
    return (1 + int(np.count_nonzero(sizes >= threshold - _TOLERANCE))) / (1 + len(sizes))


def _interval(sets: Sequence[Floats], means: Floats, confidence: float) -> tuple[float, float]:
    if not 0 < confidence < 1:
        raise InputError(f"confidence must lie between 0 and 1; got {confidence}")
    if not _has_spread(sets):
        return -np.inf, np.inf
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


def _has_spread(sets: Sequence[Floats]) -> bool:
    return any(len(values) > 1 for values in sets)


def _differences(first: ArrayLike, second: ArrayLike) -> Floats:
    one, other = _finite(first), _finite(second)
    if len(one) != len(other):
        raise InputError(f"paired scores must be equally many; got {len(one)} and {len(other)}")
    return one - other


def _finite(values: ArrayLike) -> Floats:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1 or not array.size:
        raise InputError(f"scores must be a list of at least one number; got shape {array.shape}")
    if not np.isfinite(array).all():
        raise InputError("scores must be finite; got nan or infinity: leave out what failed, in both systems")
    return array
