from __future__ import annotations

import numpy as np

from reprank.baselines.grasshopper import Grasshopper
from reprank.baselines.tfidf import read_vocabulary
from reprank.budget import Sentences, Words
from reprank.selection import Task
from tests.helpers import BRIDGE, RIVER, task_of


def transitions(task: Task, threshold: float) -> np.ndarray:
    matrix = read_vocabulary(task.units).weighted.dense()
    unit = matrix / np.linalg.norm(matrix, axis=1, keepdims=True)
    similar = unit @ unit.T
    np.fill_diagonal(similar, 0)
    similar[similar <= threshold] = 0
    prior = task.units.position**-0.25
    prior = prior / prior.sum()
    sums = similar.sum(axis=1, keepdims=True)
    walked = np.divide(similar, sums, out=np.tile(prior, (len(prior), 1)), where=sums > 0)
    return 0.5 * walked + 0.5 * prior


def visits(matrix: np.ndarray, absorbing: list[int]) -> np.ndarray:
    free = [i for i in range(len(matrix)) if i not in absorbing]
    fundamental = np.linalg.inv(np.eye(len(free)) - matrix[np.ix_(free, free)])
    found = np.zeros(len(matrix))
    found[free] = fundamental.mean(axis=0)
    return found


def brute_force(matrix: np.ndarray, count: int) -> list[int]:
    values, vectors = np.linalg.eig(matrix.T)
    stationary = np.abs(vectors[:, np.argmax(values.real)].real)
    selected = [int(stationary.round(9).argmax())]
    while len(selected) < count:
        selected.append(int(visits(matrix, selected).round(9).argmax()))
    return selected


def test_the_order_is_that_of_inverting_anew_each_time() -> None:
    task = task_of(RIVER, BRIDGE, budget=Sentences(6))
    assert Grasshopper().select(task).sentences == brute_force(transitions(task, 0.1), 6)


def test_what_was_seen_absorbs_from_the_start() -> None:
    task = task_of(RIVER, seen=(BRIDGE,), budget=Sentences(1))
    seen = np.flatnonzero(task.seen).tolist()
    expected = visits(transitions(task, 0.1), seen)
    assert Grasshopper().select(task).sentences == [int(expected.argmax())]


def test_the_second_sentence_comes_from_another_group() -> None:
    text = (
        "The river flooded the town. The river flooded the road. The river flooded the farm. "
        "Cooks made bean soup. Cooks sold bean soup."
    )
    first, second = Grasshopper().select(task_of(text, budget=Sentences(2))).sentences
    assert first <= 2 < second


def test_a_sentence_that_does_not_fit_is_not_chosen() -> None:
    selection = Grasshopper().select(task_of(RIVER, BRIDGE, budget=Words(12)))
    assert selection.sentences
    task = task_of(RIVER, BRIDGE)
    assert sum(len(task.units.texts[i].split()) for i in selection.sentences) <= 12
