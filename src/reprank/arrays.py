"""Names for the array types, and what NumPy does too slowly: shared by text and graph."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]
Booleans = NDArray[np.bool_]
Whole = TypeVar("Whole", np.intp, np.uint64)


def distinct(values: NDArray[Whole]) -> NDArray[Whole]:
    """Return the different values in ascending order, as ``numpy.unique`` does, which imports masked arrays for it.

    >>> distinct(np.array([3, 1, 3]))
    array([1, 3])
    """
    ordered = np.sort(values)
    new = np.ones(len(ordered), dtype=np.bool_)
    new[1:] = ordered[1:] != ordered[:-1]
    return ordered[new]
