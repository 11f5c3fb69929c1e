from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.arrays import Integers
from reprank.coverage.greedy import Following, Group, Step, UncoveredMass, Worth, cover_steps
from reprank.coverage.settings import Filling
from reprank.graph.edges import Edges
from reprank.selection import Costs

NO_FILLING = Filling(share=0.0, min_words=0)


def instance(seed: int, n: int, m: int) -> tuple[np.ndarray, np.ndarray, Worth, np.ndarray]:
    rng = np.random.default_rng(seed)
    terms = (rng.random((n, m)) < 0.4).astype(float)
    worth = Worth(rng.random(n) + 0.5, rng.integers(1, 9, n).astype(float), exponent=0.6)
    return terms, rng.random(m), worth, rng.random(m)


def groups_of(seed: int, n: int) -> list[Group]:
    rng = np.random.default_rng(seed + 1)
    groups = [Group((i,), float(rng.random())) for i in range(n)]
    groups += [Group((i - 1, i)) for i in range(1, n) if rng.random() < 0.5]
    return groups


def selected(steps: Iterable[Step]) -> list[int]:
    return [member for step in steps if step.event == "selected" for member in step.members]


def alone(sentence: int) -> Integers:
    return np.array([sentence])


def plain_greedy(
    terms: np.ndarray,
    mass: np.ndarray,
    worth: Worth,
    absorption: np.ndarray,
    groups: list[Group],
    costs: Costs,
    following: Following,
    novelty: np.ndarray,
) -> list[int]:
    """Select by computing every value from its definition at every step."""
    selected: list[int] = []
    mass, used = mass.copy(), 0
    while True:
        best, found = -1.0, None
        for group in groups:
            missing = [i for i in group.members if i not in selected]
            cost = used
            for i in missing:
                cost = costs.after(cost, i)
            if group.members[-1] in selected or cost > costs.limit:
                continue
            words = worth.words[missing].sum()
            factor = (worth.factor[missing] * worth.words[missing]).sum() / words
            covered = mass[terms[missing].any(axis=0)].sum()
            value = group.factor * factor * words**-worth.exponent * covered
            if missing[0] - 1 in selected:
                value *= following.after
            if missing[-1] + 1 in selected:
                value *= following.before
            value *= novelty[selected, missing[-1]].min(initial=1.0)
            if value > best * (1 + 1e-11) and value >= 0:
                best, found = value, missing
        if found is None:
            return selected
        for i in found:
            used = costs.after(used, i)
            mass = np.where(terms[i] > 0, mass * (1 - absorption), mass)
        selected += found


@given(st.integers(0, 10_000), st.integers(1, 9), st.integers(1, 12), st.integers(1, 30))
def test_the_lazy_selection_is_the_plain_greedy_selection(seed: int, n: int, m: int, limit: int) -> None:
    terms, mass, worth, absorption = instance(seed, n, m)
    groups = groups_of(seed, n)
    costs = Costs(worth.words.astype(np.intp), limit, 0)
    uncovered = UncoveredMass(Edges.from_dense(terms), mass, absorption=absorption)
    following = Following([i == 0 for i in range(n)], [i == n - 1 for i in range(n)], after=1.4, before=1.2)
    novelty = np.random.default_rng(seed + 2).random((n, n))
    steps = cover_steps(
        uncovered,
        groups,
        worth=worth,
        costs=costs,
        duplicates=alone,
        filling=NO_FILLING,
        following=following,
        novelty=novelty.__getitem__,
    )
    expected = plain_greedy(terms, mass, worth, absorption, groups, costs, following, novelty)
    assert selected(steps) == expected


@given(st.integers(0, 10_000), st.integers(1, 10), st.integers(1, 10))
def test_gains_after_a_selection_are_gains_of_the_remaining_mass(seed: int, n: int, m: int) -> None:
    terms, mass, _, absorption = instance(seed, n, m)
    uncovered = UncoveredMass(Edges.from_dense(terms), mass, absorption=absorption)
    for sentence in range(0, n, 2):
        uncovered.select(sentence)
    np.testing.assert_allclose(uncovered.gain, terms @ uncovered.mass, atol=1e-12)
    both = list(range(min(n, 2)))
    assert uncovered.of(both) == pytest.approx(uncovered.mass[terms[both].any(axis=0)].sum(), abs=1e-12)


def select_equal(groups: list[Group], limit: int, filling: Filling = NO_FILLING) -> list[int]:
    uncovered = UncoveredMass(Edges.from_dense(np.ones((4, 3))), np.ones(3) / 3, absorption=np.full(3, 0.5))
    worth = Worth(np.ones(4), np.array([5.0, 5.0, 5.0, 2.0]), exponent=0.0)
    costs = Costs(np.array([5, 5, 5, 2]), limit, 0)
    return selected(cover_steps(uncovered, groups, worth=worth, costs=costs, duplicates=alone, filling=filling))


def test_equal_groups_are_taken_in_order() -> None:
    assert select_equal([Group((i,)) for i in range(4)], limit=20) == [0, 1, 2, 3]


def test_a_group_is_selected_whole_or_not_at_all() -> None:
    assert select_equal([Group((1, 2), 2.0), Group((0,))], limit=9) == [0]
    assert select_equal([Group((1, 2), 2.0), Group((0,))], limit=10) == [1, 2]


def test_a_member_that_is_already_selected_costs_nothing() -> None:
    groups = [Group((0,), 5.0), Group((0, 1), 1.0), Group((2,), 0.9)]
    assert select_equal(groups, limit=10) == [0, 1]


def test_room_that_is_left_is_not_filled_with_little() -> None:
    groups = [Group((i,)) for i in range(4)]
    assert select_equal(groups, limit=12) == [0, 1, 3]
    assert select_equal(groups, limit=12, filling=Filling(share=0.1, min_words=3)) == [0, 1]
    assert select_equal([*groups[:3], Group((3,), 0.2)], limit=12, filling=Filling(share=0.5, min_words=0)) == [0, 1]
