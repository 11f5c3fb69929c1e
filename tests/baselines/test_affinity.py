from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reprank.arrays import best_first
from reprank.baselines import affinity
from reprank.baselines.affinity import Affinities, AffinityWalk
from reprank.baselines.tfidf import Cosines, read_vocabulary, take_dissimilar
from reprank.budget import Sentences
from reprank.graph.edges import Edges
from tests.helpers import BRIDGE, RIVER, task_of

matrices = st.lists(st.lists(st.integers(0, 3).map(float), min_size=4, max_size=4), min_size=2, max_size=7).map(
    np.array
)


def dense_affinities(matrix: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    unit = matrix / np.where(lengths > 0, lengths, 1)
    affinities = unit @ unit.T + 1 / len(matrix)
    np.fill_diagonal(affinities, 0)
    return affinities


def survivors(affinities: np.ndarray, divisors: np.ndarray, prior: np.ndarray, follow: float) -> np.ndarray:
    """Return the leading left eigenvector of the walk without its absorbing vertex."""
    kept = follow * affinities / divisors[:, None] + (1 - follow) * prior
    values, vectors = np.linalg.eig(kept.T)
    leading = np.abs(vectors[:, np.argmax(values.real)].real)
    return leading / leading.sum()


@settings(deadline=None)
@given(matrices)
def test_survivors_are_the_leading_eigenvector(matrix: np.ndarray) -> None:
    affinities = dense_affinities(matrix)
    found = Affinities(Cosines.of(Edges.from_dense(matrix)))
    np.testing.assert_allclose(found.sums, affinities.sum(axis=1), atol=1e-9)
    prior = np.arange(len(matrix), 0, -1.0)
    prior /= prior.sum()
    divisors = np.full(len(matrix), affinities.sum(axis=1).max())
    expected = survivors(affinities, divisors, prior, 0.85)
    np.testing.assert_allclose(found.survivors(divisors, prior, follow=0.85), expected, atol=1e-8)


def test_without_jumps_the_walk_finds_the_leading_eigenvector_of_the_affinities() -> None:
    # With one divisor for all rows the divisor cancels, which is what preserves the affinities.
    matrix = np.array([[1.0, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [0, 0, 0, 1]])
    found = Affinities(Cosines.of(Edges.from_dense(matrix)))
    leading = np.abs(np.linalg.eigh(dense_affinities(matrix)).eigenvectors[:, -1])
    uniform = np.full(5, 0.2)
    for divisor in (found.sums.max(), 10.0):
        reached = found.survivors(np.full(5, divisor), uniform, follow=1.0)
        np.testing.assert_allclose(reached, leading / leading.sum(), atol=1e-8)


def test_the_scores_belong_to_a_walk_adjusted_to_an_earlier_virtual_summary() -> None:
    task = task_of(RIVER, BRIDGE, budget=Sentences(3))
    vocabulary = read_vocabulary(task.units)
    cosines, affinities = Cosines.of(vocabulary.weighted), dense_affinities(vocabulary.weighted.dense())
    prior = 0.5 ** (task.units.position - 1)
    prior = prior / prior.sum()
    sums = affinities.sum(axis=1)
    divisors, met = np.full(len(sums), sums.max()), []
    while True:
        scores = survivors(affinities, divisors, prior, 0.85)
        virtual = take_dissimilar(best_first(scores), task, cosines, redundant=0.3)
        if set(virtual) in met:
            break
        met.append(set(virtual))
        divisors = np.where(np.isin(np.arange(len(sums)), virtual), sums, sums.max())
    selection = AffinityWalk().select(task)
    assert selection.sentences == virtual
    np.testing.assert_allclose(selection.scores, scores, atol=1e-8)


def test_an_unfinished_adjustment_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(RIVER, BRIDGE)
    assert AffinityWalk(rounds=0).select(task).warnings == ()
    assert AffinityWalk().select(task).warnings == ()
    ever_new = iter(range(9))
    monkeypatch.setattr(affinity, "take_dissimilar", lambda *_, **__: [next(ever_new)])
    selection = AffinityWalk(rounds=2).select(task)
    assert selection.warnings == ("affinity-walk was still changing after 2 rounds",)
    assert selection.sentences == [2]
