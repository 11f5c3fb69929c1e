"""Words to related words: how near in meaning English words are, by the word vectors that ship with the package."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from reprank.arrays import Floats
from reprank.shipped import DATA
from reprank.tensors import read_tensors
from reprank.text.vocabulary import Vocabulary

GLOVE = DATA / "glove.safetensors"
LANGUAGE = "en"  # of the vectors


def cosines(asked: Sequence[str], words: Sequence[str]) -> Floats:
    """Return the cosine of each asked word (row) and each word (column); 0 where one of them has no vector.

    >>> near, far = cosines(["vessel"], ["ship", "marmalade"])[0]
    >>> bool(near > 0.7 > far)
    True
    """
    # Sums of products differ in the last bits between machines; three digits are enough for a cosine.
    near: Floats = np.round(_unit_vectors(asked) @ _unit_vectors(words).T, 3)
    return near


def _unit_vectors(words: Sequence[str]) -> Floats:
    vocabulary, quantised = _table()
    rows = vocabulary.rows(words)
    vectors = np.zeros((len(words), quantised.shape[1]))
    known = rows >= 0
    vectors[known] = quantised[rows[known]]  # the scale of a row does not matter: each is normalised
    norms = np.sqrt((vectors**2).sum(axis=1, keepdims=True))
    unit: Floats = vectors / np.maximum(norms, 1e-9)
    return unit


@cache
def _table() -> tuple[Vocabulary, NDArray[np.int8]]:
    """Map the file into memory: pages are read when their words are."""
    tensors, _ = read_tensors(GLOVE)
    index = (tensors[name] for name in ("letters", "ends", "checksums", "order"))
    return Vocabulary(*index), tensors["vectors"]  # type: ignore[arg-type, return-value]
