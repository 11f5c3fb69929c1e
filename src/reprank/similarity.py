"""Sentences to similarities: how much every two of them have in common, for pictures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reprank.arrays import Floats
from reprank.baselines.tfidf import read_vocabulary
from reprank.summary import Sentence
from reprank.text.units import Units


def cosines(sentences: Sequence[Sentence], units: Units) -> Floats:
    """Return the cosine of every two sentences' tf-idf vectors, zero on the diagonal.

    ``units`` are those of the documents, whose sentences are the collection that tells how rare a word is.

    >>> import reprank
    >>> from reprank.pipeline import read_documents
    >>> summary = reprank.summarize("The river rose. A river fell.", sentences=2)
    >>> cosines(summary.sentences, read_documents(summary.documents, "en")).round(2).tolist()
    [[0.0, 0.26], [0.26, 0.0]]
    """
    row_of_place = {(it.document, it.start): row for row, it in enumerate(sentences)}
    places = zip(units.document.tolist(), units.start.tolist(), strict=True)
    row_of_unit = np.array([row_of_place.get(place, -1) for place in places], dtype=np.intp)
    words = read_vocabulary(units).weighted
    rows = row_of_unit[words.source]
    wanted = rows >= 0
    columns, column = np.unique(words.target[wanted], return_inverse=True)
    vectors = np.zeros((len(sentences), len(columns)))
    vectors[rows[wanted], column] = words.weight[wanted]
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    cosine = vectors @ vectors.T
    np.fill_diagonal(cosine, 0.0)
    return cosine
