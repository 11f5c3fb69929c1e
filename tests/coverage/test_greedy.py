from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from reprank.arrays import Integers
from reprank.coverage.greedy import NearDuplicates, UncoveredMass, cover_greedily
from reprank.graph.edges import Edges


def instance(seed: int, n: int, m: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    words = (rng.random((n, m)) < 0.4).astype(float)
    return words, rng.random(m), rng.random(n) + 0.5, rng.random(m)


def plain_greedy(
    words: np.ndarray, mass: np.ndarray, sentence_factor: np.ndarray, absorption: np.ndarray, count: int
) -> list[int]:
    """Select by recomputing every value at every step."""
    selected: list[int] = []
    mass = mass.copy()
    while len(selected) < min(count, len(words)):
        values = np.round(words @ mass * sentence_factor, 10)
        values[selected] = -1
        best = int(values.argmax())
        selected.append(best)
        mass = np.where(words[best] > 0, mass * (1 - absorption), mass)
    return selected


@given(st.integers(0, 10_000), st.integers(1, 12), st.integers(1, 12), st.integers(1, 6))
def test_the_lazy_selection_is_the_plain_greedy_selection(seed: int, n: int, m: int, count: int) -> None:
    words, mass, sentence_factor, absorption = instance(seed, n, m)
    uncovered = UncoveredMass(Edges.from_dense(words), mass, sentence_factor=sentence_factor, absorption=absorption)
    told: list[int] = []

    def on_select(sentence: int) -> Integers:
        told.append(sentence)
        return np.array([sentence])

    selected = cover_greedily(uncovered, np.arange(n), fits=lambda sentence: len(told) < count, on_select=on_select)
    assert selected == plain_greedy(words, mass, sentence_factor, absorption, count)


@given(st.integers(0, 10_000), st.integers(1, 10), st.integers(1, 10))
def test_gains_after_a_selection_are_gains_of_the_remaining_mass(seed: int, n: int, m: int) -> None:
    words, mass, sentence_factor, absorption = instance(seed, n, m)
    uncovered = UncoveredMass(Edges.from_dense(words), mass, sentence_factor=sentence_factor, absorption=absorption)
    for sentence in range(0, n, 2):
        uncovered.select(sentence)
    np.testing.assert_allclose(uncovered.gain, words @ uncovered.mass, atol=1e-12)


def test_equal_sentences_are_taken_in_order() -> None:
    words = Edges.from_dense(np.ones((4, 3)))
    uncovered = UncoveredMass(words, np.ones(3) / 3, sentence_factor=np.ones(4), absorption=np.full(3, 0.5))
    assert cover_greedily(uncovered, np.arange(4), fits=lambda _: True, on_select=lambda i: np.array([i])) == [
        0,
        1,
        2,
        3,
    ]


@given(st.integers(0, 10_000), st.integers(1, 10), st.integers(1, 10))
def test_near_duplicates_have_a_large_cosine(seed: int, n: int, m: int) -> None:
    words = instance(seed, n, m)[0]
    norms = np.linalg.norm(words, axis=1, keepdims=True)
    unit = np.divide(words, norms, out=np.zeros_like(words), where=norms > 0)
    duplicates = NearDuplicates(Edges.from_dense(unit), 0.6)
    for sentence in range(n):
        assert duplicates.of(sentence).tolist() == np.flatnonzero(unit @ unit[sentence] > 0.6).tolist()
