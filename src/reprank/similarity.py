"""Sentences to similarities: how much every two of them have in common, for pictures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reprank.arrays import Floats
from reprank.baselines.tfidf import read_vocabulary
from reprank.summary import Sentence
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units


def cosines(sentences: Sequence[Sentence], code: str) -> Floats:
    """Return the cosine of every two sentences' tf-idf vectors, zero on the diagonal.

    The sentences are the collection that tells how rare a word is. ``code`` is that of their language.

    >>> two = [Sentence("The river rose.", 0, 0, 15, 1.0, 1), Sentence("A river fell.", 0, 16, 29, 0.5, 2)]
    >>> cosines(two, "en").round(2).tolist()
    [[0.0, 0.26], [0.26, 0.0]]
    """
    units = read_units([Document(sentence.text) for sentence in sentences], language(code))
    words = read_vocabulary(units).weighted
    vectors = np.zeros((len(sentences), words.shape[1]))
    np.add.at(vectors, (units.document[words.source], words.target), words.weight)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    cosine = vectors @ vectors.T
    np.fill_diagonal(cosine, 0.0)
    return cosine
