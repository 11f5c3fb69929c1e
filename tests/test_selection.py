from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.arrays import Floats, best, best_first, ranked
from reprank.budget import Sentences, Words
from reprank.selection import select_greedily, take, unused_query
from tests.helpers import task_of

THREE = "Cats chase mice. Dogs chase cats. Birds sing songs all day long."


def test_of_values_that_differ_by_rounding_only_the_first_wins() -> None:
    values = np.array([0.3, 0.1 + 0.2, 0.1])
    assert values[1] > values[0]
    assert best(values) == 0
    assert select_greedily(task_of(THREE, budget=Sentences(1)), lambda selected: values) == [0]
    assert select_greedily(task_of(THREE, budget=Sentences(1)), lambda selected: -values[::-1]) == [0]


def test_each_step_sees_what_is_selected_and_takes_what_fits() -> None:
    steps: list[list[int]] = []

    def values(selected: list[int]) -> Floats:
        steps.append(list(selected))
        return np.array([1.0, 2.0, 3.0])

    assert select_greedily(task_of(THREE, budget=Words(6)), values) == [2]  # 6 words: nothing else fits
    assert select_greedily(task_of(THREE, budget=Words(5)), values) == [1]  # 3 words, and 3 more do not fit
    assert select_greedily(task_of(THREE, budget=Words(9)), values) == [2, 1]
    assert steps == [[], [], [], [2]]


def test_minus_infinity_excludes_a_sentence_and_a_start_counts_as_selected() -> None:
    values = np.array([1.0, -np.inf, -np.inf])
    assert select_greedily(task_of(THREE), lambda selected: values) == [0]
    assert select_greedily(task_of(THREE), lambda selected: values, start=[2]) == [2, 0]
    assert select_greedily(task_of(THREE, budget=Words(8)), lambda selected: values, start=[2]) == [2]


def test_a_sentence_that_equals_a_selected_one_is_not_selected() -> None:
    task = task_of("Cats purr. Dogs bark.", "Cats purr.", repeated=True, budget=Sentences(3))
    assert task.eligible.all()
    assert select_greedily(task, lambda selected: np.array([1.0, 2.0, 3.0])) == [2, 1]
    assert take([2, 0, 1], task) == [2, 1]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)), min_size=1))
def test_several_keys_order_as_tuples_do(rows: list[tuple[int, int, int]]) -> None:
    keys = [np.array(column, dtype=np.float64) for column in zip(*rows, strict=True)]
    expected = sorted(range(len(rows)), key=lambda i: ([-part for part in rows[i]], i))
    assert best_first(ranked(*keys)).tolist() == expected


@pytest.mark.parametrize(("query", "expected"), [((), ()), (("cats",), ("lead does not use a query",))])
def test_a_query_that_is_not_used_is_reported(query: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert unused_query("lead", task_of(THREE, query=query)) == expected
