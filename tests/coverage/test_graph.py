from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.coverage.graph import MAX_SOLVED_SENTENCES, TermGraph, rarity
from reprank.coverage.settings import Shares
from reprank.graph.edges import Edges


def graph_of(seed: int, n: int, m: int) -> tuple[TermGraph, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 3, (n, m)) * (rng.random((n, m)) < 0.5)
    weights = rng.random(m) + 0.5
    lengths = counts.sum(axis=1) + 1
    graph = TermGraph.of(
        Edges.from_dense(counts.astype(float)),
        weights,
        lengths=lengths,
        priors=(rng.random(n) + 0.1, rng.random(m) + 0.1),
    )
    return graph, counts * weights, lengths


def dense_chain(graph: TermGraph, x: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Write the whole matrix from its definition, with S formed."""
    n, m = x.shape
    shares = Shares()
    norms = np.sqrt((x**2).sum(axis=1, keepdims=True))
    unit = np.divide(x, norms, out=np.zeros_like(x), where=norms > 0)
    similarity = unit @ unit.T
    up = x * lengths[:, None] ** -0.5
    chain = np.zeros((n + m, n + m))
    for i in range(n):
        if similarity[i].sum() > 0:
            chain[i, :n] += shares.sentence_to_sentence * similarity[i] / similarity[i].sum()
            chain[i, n:] += shares.sentence_to_term * x[i] / x[i].sum()
    for t in range(m):
        if up[:, t].sum() > 0:
            chain[n + t, :n] += shares.term_to_sentence * up[:, t] / up[:, t].sum()
        chain[n + t, n:] += (1 - shares.term_to_sentence) * graph.term_prior
    chain[:, :n] += np.outer(1 - chain.sum(axis=1), graph.sentence_prior)
    return chain


@given(st.integers(0, 10_000), st.integers(1, 8), st.integers(1, 10))
def test_a_step_is_a_step_of_the_dense_matrix(seed: int, n: int, m: int) -> None:
    graph, x, lengths = graph_of(seed, n, m)
    chain = dense_chain(graph, x, lengths)
    np.testing.assert_allclose(chain.sum(axis=1), 1)
    pi = np.random.default_rng(seed).dirichlet(np.ones(n + m))
    np.testing.assert_allclose(graph.step(pi), pi @ chain, atol=1e-12)


@given(st.integers(0, 10_000), st.integers(1, 8), st.integers(1, 10))
def test_the_walk_ends_in_the_eigenvector_of_the_dense_matrix(seed: int, n: int, m: int) -> None:
    graph, x, lengths = graph_of(seed, n, m)
    chain = dense_chain(graph, x, lengths)
    system = np.vstack([chain.T - np.eye(n + m), np.ones(n + m)])
    pi = np.linalg.lstsq(system, np.append(np.zeros(n + m), 1), rcond=None)[0]
    for sentences, terms in (graph.iterate(), graph.solve()):
        np.testing.assert_allclose(sentences, pi[:n] / pi[:n].sum(), atol=1e-6)
        if x.any():  # without an edge no term is ever reached
            np.testing.assert_allclose(terms, pi[n:] / pi[n:].sum(), atol=1e-6)


@pytest.mark.parametrize("n", [MAX_SOLVED_SENTENCES, MAX_SOLVED_SENTENCES + 1])
def test_few_sentences_are_solved_and_many_walked_to_the_same_end(n: int) -> None:
    graph, _, _ = graph_of(n, n, 30)
    for taken, ranking, solved in zip(graph.rank(), graph.iterate(), graph.solve(), strict=True):
        np.testing.assert_allclose(ranking, solved, atol=1e-8)
        np.testing.assert_array_equal(taken, solved if n <= MAX_SOLVED_SENTENCES else ranking)


@pytest.mark.parametrize("shares", [Shares(0.6, 0.4, 0.9), Shares(0.5, 0.1, 0.0), Shares(0.0, 0.5, 0.5)])
def test_shares_without_a_way_back_to_the_priors_are_walked_too(shares: Shares) -> None:
    graph = replace(graph_of(3, 6, 8)[0], shares=shares)
    for taken, ranking in zip(graph.rank(), graph.iterate(), strict=True):
        np.testing.assert_allclose(taken, ranking, atol=1e-7)


def test_a_term_in_every_sentence_is_common_and_one_in_a_few_is_rare() -> None:
    weights = rarity(np.array([10, 1]), 10)
    np.testing.assert_allclose(weights, [1, np.log(10) + 1])


@pytest.mark.parametrize("n", [1, 12, MAX_SOLVED_SENTENCES, MAX_SOLVED_SENTENCES + 1])
def test_similarities_are_the_same_to_the_bit_whether_all_pairs_are_formed_or_one_row(n: int) -> None:
    graph, x, _ = graph_of(n, n, 40)
    norms = np.sqrt((x**2).sum(axis=1, keepdims=True))
    unit = np.divide(x, norms, out=np.zeros_like(x), where=norms > 0)
    for sentence in range(n):
        np.testing.assert_array_equal(graph.similarity(sentence), graph.unit.gather(*graph.unit.row(sentence)))
        np.testing.assert_allclose(graph.similarity(sentence), unit @ unit[sentence], atol=1e-12)
