from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import nnls

from reprank.baselines.sparse import Model, Sparse, code
from reprank.baselines.tfidf import Cosines, read_vocabulary
from reprank.budget import Sentences, Words
from reprank.selection import Task
from tests.helpers import BRIDGE, RIVER, task_of


def model_of(task: Task, diversity: float = 0.2) -> Model:
    cosines = Cosines.of(read_vocabulary(task.units).weighted)
    return Model(cosines, np.ones(len(cosines)), 0.1, diversity)


@given(st.integers(0, 10_000), st.integers(1, 5), st.floats(0.0, 0.5))
@settings(max_examples=40, deadline=None)
def test_codes_are_the_optimum_of_the_penalised_problem(seed: int, count: int, sparsity: float) -> None:
    random = np.random.default_rng(seed)
    vectors = random.random((count + 4, 12))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    summary = vectors[:count]

    def objective(codes: np.ndarray) -> float:
        return float(((vectors - codes.T @ summary) ** 2).sum() + sparsity * codes.sum())

    # ‖x − Sa‖² + λ1ᵀa is, up to a constant, least squares with GᵀG = SᵀS and Gᵀy = Sᵀx − λ/2: solved by active sets.
    gram = np.linalg.cholesky(summary @ summary.T + 1e-12 * np.eye(count))
    wanted = np.linalg.solve(gram, summary @ vectors.T - sparsity / 2)
    exact = np.stack([nnls(gram.T, column)[0] for column in wanted.T], axis=1)
    found = code(summary @ summary.T, summary @ vectors.T, sparsity=sparsity)
    assert (found >= 0).all()
    assert objective(found) == pytest.approx(objective(exact), abs=2e-2)
    assert objective(found) >= objective(exact) - 1e-6


def test_the_cost_is_that_of_the_definition() -> None:
    task = task_of(RIVER, BRIDGE)
    model = model_of(task)
    vectors = model.cosines.unit.dense()
    summary = [1, 3, 6]
    codes = code(vectors[summary] @ vectors[summary].T, vectors[summary] @ vectors.T, sparsity=0.1)
    error = ((vectors - codes.T @ vectors[summary]) ** 2).sum() + 0.1 * codes.sum()
    alike = max(vectors[i] @ vectors[j] for i, j in combinations(summary, 2))
    assert model.rebuild(summary).cost == pytest.approx(error / len(vectors) + 0.2 * alike)


def test_annealing_finds_the_best_of_all_subsets_of_a_small_text() -> None:
    task = task_of(RIVER, BRIDGE, budget=Sentences(3))
    model = model_of(task)
    best = min(model.rebuild(list(subset)).cost for subset in combinations(range(len(task.units)), 3))
    selected = Sparse(sparsity=0.1, diversity=0.2, temperature=0.01).select(task).sentences
    assert model.rebuild(selected).cost == pytest.approx(best)


def test_a_sentence_alone_scores_what_it_takes_off_the_error() -> None:
    task = task_of(RIVER, BRIDGE)
    model = model_of(task, diversity=0.0)
    nothing = 1.0  # every vector has length one
    costs = [model.rebuild([i]).cost for i in range(len(task.units))]
    assert model.alone() / len(task.units) == pytest.approx(nothing - np.array(costs))


def test_a_near_summary_changes_the_work_and_not_the_result() -> None:
    model = model_of(task_of(RIVER, BRIDGE))
    near = model.rebuild([1, 3, 6])
    assert model.rebuild([1, 6, 7], near=near).cost == pytest.approx(model.rebuild([1, 6, 7]).cost, abs=1e-4)


def test_the_same_seed_gives_the_same_summary() -> None:
    task = task_of(RIVER, BRIDGE, budget=Words(25))
    assert Sparse(seed=3).select(task).sentences == Sparse(seed=3).select(task).sentences


def test_what_was_seen_needs_no_repetition() -> None:
    texts = "The river flooded the town. Engineers checked the bridge. Cats slept."
    selected = Sparse().select(task_of(texts, budget=Sentences(2), seen=("A river flooded a town.",))).sentences
    assert sorted(selected) == [1, 2]
