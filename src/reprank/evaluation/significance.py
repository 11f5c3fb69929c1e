"""Paired scores of two systems to the mean difference between them, its interval and its p-value.

The functions see the differences of paired scores only, not what was scored. Randomness comes from the generator that
is passed in: the same generator gives the same result.

With many pairs the p-value is that of the paired bootstrap. A bootstrap of few pairs of one sign never crosses zero and
would call two pairs significant, so a comparison with a set of fewer than ``BOOTSTRAP_MIN_PAIRS`` uses the permutation
test, which is exact for any number of pairs: with n pairs it never gives less than 2 / 2^n.
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
BOOTSTRAP_MIN_PAIRS = 10  # of every set; with fewer the p-value is that of the permutation test
TIE = 1e-12  # means that differ by less are equal: sums of the same numbers in another order differ by rounding
_BLOCK_NUMBERS = 1 << 20  # drawn at a time, so that memory stays small for any number of resamples


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its interval. A single value has no spread: its interval is unbounded."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PairedDifference(Estimate):
    """The mean of first minus second, its interval, and the p-value of the hypothesis that there is no difference.

    ``test`` is ``"bootstrap"`` or ``"permutation"``.
    """

    p_value: float
    pairs: int
    test: str = "bootstrap"


def macro_average(
    sets: Sequence[ArrayLike],
    *,
    rng: np.random.Generator,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Estimate:
    """Average the means of several sets, with a percentile interval (Efron 1979); every set is resampled by itself.

    A set of one value adds its value but no spread; if all sets are such, the interval is unbounded.

    >>> macro_average([[0.3, 0.3, 0.3]], rng=np.random.default_rng(0), resamples=100)
    Estimate(mean=0.3, low=0.3, high=0.3)

    Raises InputError for no values, values that are not finite, or options out of range.
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
) -> PairedDifference:
    """Compare two systems by resampling their pairs (Koehn 2004).

    With d the mean difference and d* that of a resample, p = (1 + #{|d* - d| >= |d|}) / (1 + resamples): the
    resampled differences, moved to mean zero, represent no difference. Fewer than ten pairs: see
    ``permutation_p_value``.

    Raises InputError if there are not as many scores of one as of the other.
    """
    return macro_comparison([first], [second], rng=rng, resamples=resamples, confidence=confidence)


def macro_comparison(
    firsts: Sequence[ArrayLike],
    seconds: Sequence[ArrayLike],
    *,
    rng: np.random.Generator,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> PairedDifference:
    """Compare two systems over several sets of equal weight; pairs are resampled within each set."""
    if len(firsts) != len(seconds):
        raise InputError(f"both systems need the same sets; got {len(firsts)} and {len(seconds)}")
    differences = [_differences(first, second) for first, second in zip(firsts, seconds, strict=True)]
    mean, means = _resample(differences, rng, resamples)
    few = min(map(len, differences)) < BOOTSTRAP_MIN_PAIRS
    if few:
        p_value = permutation_p_value(differences, rng=rng, rounds=resamples)
    else:
        p_value = _tail(np.abs(means - mean), abs(mean))
    interval = _interval(differences, means, confidence)
    return PairedDifference(mean, *interval, p_value, sum(map(len, differences)), "permutation" if few else "bootstrap")


def permutation_p_value(sets: Sequence[Floats], *, rng: np.random.Generator, rounds: int = RESAMPLES) -> float:
    """Return the p-value of the mean over sets of their mean differences, by swapping pairs (Fisher 1935, Noreen 1989).

    Swapping the two scores of a pair flips the sign of its difference. If there are at most ``rounds`` ways to choose
    the n signs, all 2^n are tried and p is exact; the two ways in which all have the observed sign are among them.
    Otherwise p = (1 + #{|swapped mean| >= |mean|}) / (1 + rounds) over random signs.

    >>> rng = np.random.default_rng(0)
    >>> [permutation_p_value([np.full(pairs, 0.1)], rng=rng) for pairs in (1, 2, 5, 6)]
    [1.0, 0.5, 0.0625, 0.03125]
    """
    weighted = np.concatenate([values / len(values) / len(sets) for values in sets])
    observed, count = abs(float(weighted.sum())), len(weighted)
    if 2**count <= rounds:
        signs = 1 - 2 * (np.arange(2**count)[:, None] >> np.arange(count) & 1)
        return float(np.mean(np.abs(signs @ weighted) >= observed - TIE))
    return _tail(np.abs(_in_blocks(partial(_flipped_sums, weighted, rng), rounds, count)), observed)


def _flipped_sums(weighted: Floats, rng: np.random.Generator, size: int) -> Floats:
    signs = 1.0 - 2.0 * rng.integers(0, 2, size=(size, len(weighted)), dtype=np.int8)
    sums: Floats = signs @ weighted
    return sums


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
    step = max(_BLOCK_NUMBERS // width, 1)
    return np.concatenate([draw(min(step, total - start)) for start in range(0, total, step)])


def _tail(sizes: Floats, threshold: float) -> float:
    return (1 + int(np.count_nonzero(sizes >= threshold - TIE))) / (1 + len(sizes))


def _interval(sets: Sequence[Floats], means: Floats, confidence: float) -> tuple[float, float]:
    if not 0 < confidence < 1:
        raise InputError(f"confidence must lie between 0 and 1; got {confidence}")
    if all(len(values) < 2 for values in sets):
        return -np.inf, np.inf
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


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
