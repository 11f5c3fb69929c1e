from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from reprank.arrays import Integers
from reprank.coverage.greedy import Cover, Likeness, greedy
from reprank.graph.edges import Edges


def instance(seed: int, n: int, m: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    words = (rng.random((n, m)) < 0.4).astype(float)
    return words, rng.random(m), rng.random(n) + 0.5, rng.random(m)


def plain_greedy(
    words: np.ndarray, mass: np.ndarray, worth: np.ndarray, absorption: np.ndarray, count: int
) -> list[int]:
    """Choose by recomputing every value at every step."""
    chosen: list[int] = []
    mass = mass.copy()
    while len(chosen) < min(count, len(words)):
        values = np.round(words @ mass * worth, 10)
        values[chosen] = -1
        best = int(values.argmax())
        chosen.append(best)
        mass = np.where(words[best] > 0, mass * (1 - absorption), mass)
    return chosen


@given(st.integers(0, 10_000), st.integers(1, 12), st.integers(1, 12), st.integers(1, 6))
def test_the_lazy_choice_is_the_plain_greedy_choice(seed: int, n: int, m: int, count: int) -> None:
    words, mass, worth, absorption = instance(seed, n, m)
    cover = Cover(Edges.from_dense(words), mass, worth=worth, absorption=absorption)
    said: list[int] = []

    def say(sentence: int) -> Integers:
        said.append(sentence)
        return np.array([sentence])

    chosen = greedy(cover, np.arange(n), fits=lambda sentence: len(said) < count, say=say)
    assert chosen == plain_greedy(words, mass, worth, absorption, count)


@given(st.integers(0, 10_000), st.integers(1, 10), st.integers(1, 10))
def test_gains_after_saying_are_gains_of_the_remaining_mass(seed: int, n: int, m: int) -> None:
    words, mass, worth, absorption = instance(seed, n, m)
    cover = Cover(Edges.from_dense(words), mass, worth=worth, absorption=absorption)
    for sentence in range(0, n, 2):
        cover.say(sentence)
    np.testing.assert_allclose(cover.gain, words @ cover.mass, atol=1e-12)


def test_equal_sentences_are_taken_in_order() -> None:
    words = Edges.from_dense(np.ones((4, 3)))
    cover = Cover(words, np.ones(3) / 3, worth=np.ones(4), absorption=np.full(3, 0.5))
    assert greedy(cover, np.arange(4), fits=lambda _: True, say=lambda i: np.array([i])) == [0, 1, 2, 3]


@given(st.integers(0, 10_000), st.integers(1, 10), st.integers(1, 10))
def test_likeness_is_the_cosine(seed: int, n: int, m: int) -> None:
    words = instance(seed, n, m)[0]
    norms = np.linalg.norm(words, axis=1, keepdims=True)
    unit = np.divide(words, norms, out=np.zeros_like(words), where=norms > 0)
    likeness = Likeness(Edges.from_dense(unit), 0.6)
    for sentence in range(n):
        assert likeness.like(sentence).tolist() == np.flatnonzero(unit @ unit[sentence] > 0.6).tolist()
