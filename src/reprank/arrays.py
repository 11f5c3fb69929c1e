"""Array types and the order of scores: what text, graph and selection share.

Equal scores are decided by one rule everywhere: scores that agree to ``ROUNDING_DIGITS`` digits, relative to the
largest one, are equal, and of equal items the first comes first. The last bits of a floating-point sum depend on the
processor and on the number of threads; they must not decide.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]  # or of four bytes each, where there are many: see ``compact``
Booleans = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Whole = TypeVar("Whole", np.intp, np.uint64)
Number = TypeVar("Number", np.intp, np.float64)

ROUNDING_DIGITS = 12
COMPACT = np.int32  # type of whole numbers where there are many
COMPACT_FROM = 1 << 14  # numbers: for fewer of them memory does not matter, and NumPy is faster with its own type


def best_first(scores: Floats) -> Integers:
    """Order items by score, the first one first where scores are equal.

    >>> best_first(np.array([0.2, 0.1 + 0.2, 0.3]))
    array([1, 2, 0])
    """
    return (-rounded(scores)).argsort(kind="stable")


def best(scores: Floats) -> int:
    """Return the item with the largest score, the first of equal ones.

    >>> best(np.array([0.2, 0.3, 0.1 + 0.2]))
    1
    """
    return int(np.argmax(rounded(scores)))


def rounded(scores: Floats) -> Floats:
    """Divide scores by the largest absolute value and drop the digits that rounding errors reach; −inf stays."""
    largest = float(np.abs(scores).max(initial=0.0))
    if not largest < np.inf:
        largest = float(np.abs(scores[np.isfinite(scores)]).max(initial=0.0))
    return (scores / max(largest, 1e-300)).round(ROUNDING_DIGITS)


def ranked(*keys: Floats) -> Floats:
    """Combine several scores into one: the first decides, and the next where the ones before are equal.

    >>> ranked(np.array([0.5, 0.7, 0.7, 0.5]), np.array([1.0, 2.0, 3.0, 1.0]))
    array([0., 1., 2., 0.])
    """
    total = np.zeros(len(keys[0]), dtype=np.intp)
    for key in keys:
        levels, level = np.unique(rounded(key), return_inverse=True)
        total = np.unique(total * len(levels) + level, return_inverse=True)[1]
    return total.astype(np.float64)


def distinct(values: NDArray[Whole]) -> NDArray[Whole]:
    """Return the different values in ascending order; ``numpy.unique`` would import masked arrays, which takes 10 ms.

    >>> distinct(np.array([3, 1, 3]))
    array([1, 3])
    """
    ordered = np.sort(values)
    return ordered[first_of_equal(ordered)]


def ascending(values: Integers) -> Integers:
    """Return the order in which whole numbers from 0 up ascend; equal ones stay in their order.

    NumPy sorts numbers of 16 bits by counting, in linear time. Longer ones are sorted digit by digit, the last first.

    >>> ascending(np.array([70000, 3, 70000, 2]))
    array([3, 1, 0, 2])
    """
    order = values.astype(np.uint16).argsort(kind="stable")
    for shift in range(16, int(values.max(initial=0)).bit_length(), 16):
        order = order[(values[order] >> shift).astype(np.uint16).argsort(kind="stable")]
    return order


def compact(values: Integers) -> Integers:
    """Return whole numbers in four bytes each if they are many and small enough.

    A product of two of them may need eight bytes: one of them must be made ``wide`` before. Sums fit.

    >>> compact(np.arange(3)).itemsize, compact(np.arange(COMPACT_FROM)).itemsize
    (8, 4)
    """
    few = len(values) < COMPACT_FROM
    return (
        values if few or 2 * int(values.max(initial=0)) > np.iinfo(COMPACT).max else values.astype(COMPACT, copy=False)
    )


def wide(values: Integers) -> Integers:
    """Return whole numbers in the type whose products fit."""
    return values.astype(np.intp, copy=False)


def sizes(starts: Integers, end: int) -> Integers:
    """Return the sizes of stretches that follow each other, the last one up to the end.

    >>> sizes(np.array([0, 3, 4]), 9)
    array([3, 1, 5])
    """
    each = np.empty(len(starts), np.intp)
    np.subtract(starts[1:], starts[:-1], out=each[:-1])
    each[-1:] = end - starts[-1:]
    return each


def running(values: NDArray[Number]) -> NDArray[Number]:
    """Return the sum of all values before each place, and of all of them at the end.

    The sum over any stretch is then a difference of two of these.

    >>> running(np.array([2, 3, 4]))
    array([0, 2, 5, 9])
    """
    sums = np.zeros(len(values) + 1, np.result_type(values.dtype, np.intp))  # sums of four bytes may need eight
    values.cumsum(out=sums[1:])
    return sums


def running_count(flags: Booleans) -> NDArray[np.int32]:
    """Return how many flags are set before each place, and how many are set at all at the end.

    >>> running_count(np.array([True, False, True])).tolist()
    [0, 1, 1, 2]
    """
    counts = np.zeros(len(flags) + 1, np.int32)
    flags.cumsum(dtype=np.int32, out=counts[1:])
    return counts


def flags_of(values: Iterable[bool]) -> Booleans:
    """Make an array of flags, for a few of them faster than NumPy does.

    >>> flags_of(word.istitle() for word in ("Lima", "rose"))
    array([ True, False])
    """
    return np.frombuffer(bytearray(values), np.bool_)


def first_of_equal(ordered: NDArray[Whole]) -> Booleans:
    """Tell which values differ from the one before them; the first one does.

    >>> first_of_equal(np.array([3, 3, 5, 5, 5]))
    array([ True, False,  True, False, False])
    """
    new = np.empty(len(ordered), dtype=np.bool_)
    new[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    return new
