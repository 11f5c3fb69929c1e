from __future__ import annotations

import numpy as np

from reprank.baselines.mmr import MMR, UNMATCHED
from reprank.baselines.tfidf import read_vocabulary
from reprank.budget import Sentences
from tests.helpers import BRIDGE, RIVER, task_of


def brute_force(matrix: np.ndarray, query: np.ndarray, relevance: float, count: int) -> list[int]:
    unit = matrix / np.linalg.norm(matrix, axis=1, keepdims=True)
    wanted = unit @ query / np.linalg.norm(query)
    selected: list[int] = []
    while len(selected) < count:
        marginal = {
            i: relevance * wanted[i] - (1 - relevance) * max((unit[i] @ unit[j] for j in selected), default=0.0)
            for i in range(len(unit))
            if i not in selected
        }
        selected.append(max(marginal, key=lambda i: marginal[i]))
    return selected


def test_the_order_is_that_of_the_definition() -> None:
    task = task_of(RIVER, BRIDGE, budget=Sentences(6))
    matrix = read_vocabulary(task.units).weighted.dense()
    for relevance in (0.3, 0.7, 1.0):
        expected = brute_force(matrix, matrix.sum(axis=0), relevance, 6)
        assert MMR(relevance=relevance).select(task).sentences == expected


def test_the_query_decides_what_is_relevant() -> None:
    selection = MMR().select(task_of(RIVER, BRIDGE, budget=Sentences(1), query=("cats",)))
    assert selection.sentences == [5]
    assert selection.warnings == ()


def test_a_query_without_known_words_is_reported() -> None:
    task = task_of(RIVER, query=("zebra",))
    selection = MMR().select(task)
    assert selection.warnings == (UNMATCHED,)
    assert selection.sentences == MMR().select(task_of(RIVER)).sentences


def test_what_was_seen_counts_as_said() -> None:
    text = "The flood closed the bridge. The flood closed the school."
    seen = ("The flood closed the bridge today.",)
    assert MMR(relevance=0.3).select(task_of(text, seen=seen, budget=Sentences(1))).sentences == [1]
