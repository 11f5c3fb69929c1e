from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.arrays import Floats, Integers
from reprank.coverage import queue
from reprank.coverage.cover import CoverValues, Dependencies, UncoveredMass
from reprank.coverage.engine import SelectionProblem
from reprank.graph.edges import Edges
from reprank.selection import Costs


def alone(sentence: int) -> Integers:
    return np.array([sentence])


def needs_of(alone: Floats, pairs: dict[tuple[int, int], float]) -> Dependencies:
    size = len(alone)
    source, target = [i for i, _ in pairs], [j for _, j in pairs]
    return Dependencies(
        np.asarray(alone, np.float64), Edges.of(source, target, list(pairs.values()), shape=(size, size))
    )


def random_needs(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the probabilities of standing alone, and of needing each earlier sentence."""
    weight = np.tril(rng.random((n, n)) * (rng.random((n, n)) < 0.4), -1)
    total = weight.sum(axis=1) + rng.random(n) + 0.01
    needed = weight / total[:, None]
    return 1 - needed.sum(axis=1) - 0.1 * rng.random(n) * (1 - needed.sum(axis=1)), needed


def plain_greedy(
    terms: np.ndarray,
    mass: np.ndarray,
    worth: np.ndarray,
    absorption: float,
    novelty: np.ndarray,
    needs: tuple[np.ndarray, np.ndarray],
    costs: Costs,
) -> list[int]:
    """Select by computing every value from its definition at every step."""
    alone, needed = needs
    n = len(terms)
    companion = [max(range(n), key=lambda j: (needed[i, j], j)) for i in range(n)]
    selected: list[int] = []
    mass, used = mass.copy(), 0

    def value(i: int, *besides: int) -> float:
        unmet = 1 - alone[i] - needed[i, [*selected, *besides]].sum()
        own: float = worth[i] * mass[terms[i] > 0].sum() * novelty[selected, i].min(initial=1.0)
        return own * (1 - 0.9 * unmet)

    while True:
        best, found = -1.0, list[int]()
        for i in range(n):
            j = companion[i]
            offers = [(value(i), [i])]
            if alone[i] <= 0.5 and needed[i, j] > 0 and j not in selected:
                offers.append(((value(i, j) + value(j)) / 2, [i, j]))
            for offer, own in offers:
                cost = used
                for sentence in own:
                    cost = costs.after(cost, sentence)
                if i not in selected and cost <= costs.limit and offer > best * (1 + 1e-11) + 1e-15:
                    best, found = offer, own
        if not found:
            return selected
        for sentence in found:
            used = costs.after(used, sentence)
            mass = np.where(terms[sentence] > 0, mass * (1 - absorption), mass)
            selected.append(sentence)


def random_problem(seed: int, n: int, m: int, limit: int) -> tuple[SelectionProblem, list[int]]:
    """Return a problem of n sentences and m terms, and what is selected by its definition."""
    rng = np.random.default_rng(seed)
    terms, mass, absorption = (rng.random((n, m)) < 0.4).astype(float), rng.random(m), float(rng.random())
    worth, novelty, needs = rng.random(n) + 0.5, rng.random((n, n)), random_needs(rng, n)
    costs = Costs(rng.integers(1, 9, n), limit, 0)
    problem = SelectionProblem(
        lambda: CoverValues(
            UncoveredMass(Edges.from_dense(terms), mass, absorption=absorption),
            worth,
            by_length=np.ones(n),
            novelty=novelty.__getitem__,
        ),
        Dependencies(needs[0], Edges.from_dense(needs[1])),
        0.9,
        np.ones(n, dtype=np.bool_),
        costs,
        alone,
    )
    return problem, plain_greedy(terms, mass, worth, absorption, novelty, needs, costs)


@given(st.integers(0, 10_000), st.integers(1, 9), st.integers(1, 12), st.integers(1, 30))
def test_the_lazy_selection_is_the_plain_greedy_selection(seed: int, n: int, m: int, limit: int) -> None:
    problem, expected = random_problem(seed, n, m, limit)
    assert problem.select() == expected


@given(st.integers(0, 10_000), st.integers(1, 30), st.integers(1, 12), st.integers(1, 60), st.integers(1, 5))
def test_sentences_that_wait_change_nothing(seed: int, n: int, m: int, limit: int, loaded: int) -> None:
    problem, _ = random_problem(seed, n, m, limit)
    expected = list(problem.steps())
    with patch.object(queue, "LOADED_ENTRIES", loaded):
        assert list(problem.steps()) == expected
        assert problem.select() == [step.sentence for step in expected if step.event == "selected"]


@given(st.integers(0, 10_000), st.integers(1, 10), st.integers(1, 10))
def test_gains_after_a_selection_are_gains_of_the_remaining_mass(seed: int, n: int, m: int) -> None:
    rng = np.random.default_rng(seed)
    terms = (rng.random((n, m)) < 0.4).astype(float)
    uncovered = UncoveredMass(Edges.from_dense(terms), rng.random(m), absorption=float(rng.random()))
    for sentence in range(0, n, 2):
        uncovered.select(sentence)
    np.testing.assert_allclose(uncovered.gain, terms @ uncovered.mass, atol=1e-12)


class Fixed:
    """Values that never change."""

    def __init__(self, values: list[float], required: frozenset[int] = frozenset()) -> None:
        self.each, self.required = np.array(values), required

    def now(self) -> Floats:
        return self.each

    def of(self, sentence: int) -> float:
        return float(self.each[sentence])

    def of_each(self, sentences: Integers) -> Floats:
        return self.each[sentences]

    def is_required(self, sentence: int) -> bool:
        return sentence in self.required

    def select(self, sentence: int) -> bool:
        return False


def problem_of(
    values: list[float],
    lengths: list[int],
    limit: int,
    *,
    pairs: dict[tuple[int, int], float] | None = None,
    required: frozenset[int] = frozenset(),
    **settings: object,
) -> SelectionProblem:
    n, pairs = len(values), pairs or {}
    understood = [1 - sum(p for (i, _), p in pairs.items() if i == k) for k in range(n)]
    return SelectionProblem(
        lambda: Fixed(values, required),
        needs_of(np.array(understood), pairs),
        0.9,
        np.array(values) >= 0,
        Costs(np.array(lengths), limit, 0),
        alone,
        **settings,  # type: ignore[arg-type]
    )


def test_equal_sentences_are_taken_in_order() -> None:
    assert problem_of([1.0] * 4, [5] * 4, 20).select() == [0, 1, 2, 3]


def test_what_depends_on_another_sentence_comes_with_it_or_not_at_all() -> None:
    needs = {(1, 0): 1.0}
    assert problem_of([0.5, 0.9, 0.4], [5] * 3, 10, pairs=needs).select() == [1, 0]
    assert problem_of([0.05, 0.9, 0.6], [5] * 3, 10, pairs=needs).select() == [2, 1]
    assert problem_of([0.05, 0.9, 0.4], [5] * 3, 5, pairs=needs).select() == [2]


def test_what_a_near_duplicate_tells_need_not_be_told_again() -> None:
    problem = problem_of([0.9, 0.8, 0.7, 0.1], [5] * 4, 10, pairs={(3, 1): 0.9, (2, 3): 1.0})
    twins = {0: np.array([0, 1])}
    told = SelectionProblem(
        problem.begin, problem.dependencies, 0.9, problem.allowed, problem.costs, lambda i: twins.get(i, alone(i))
    )
    steps = {step.sentence: step for step in told.steps()}
    assert steps[1].event == "near-duplicate"
    assert steps[3].value == pytest.approx(0.1 * (1 - 0.9 * 0.0) / 0.9, abs=0.02)


def test_a_companion_is_taken_together_or_both_are_left() -> None:
    needs = {(2, 1): 0.8}
    values = [1.0, 0.01, 0.9]
    assert problem_of(values, [5] * 3, 15, pairs=needs, answers=True).select() == [0, 2, 1]
    assert problem_of(values, [5] * 3, 14, pairs=needs, answers=True).select() == [0, 1]
    assert problem_of(values, [5] * 3, 14, pairs=needs).select() == [0, 2]
    assert problem_of([0.0, *values[1:]], [5] * 3, 6, pairs=needs, answers=True).select() == [2]


def test_room_that_is_left_is_not_filled_with_little() -> None:
    assert problem_of([1.0, 1.0, 1.0, 0.9], [5, 5, 5, 2], 12).select() == [0, 1, 3]
    assert problem_of([1.0, 1.0, 1.0, 0.2], [5, 5, 5, 2], 12, filling=0.5).select() == [0, 1]


def test_what_is_required_comes_first_and_passes_every_threshold() -> None:
    required = frozenset({2})
    assert problem_of([1.0, 0.9, 0.1], [5] * 3, 10, required=required).select() == [2, 0]
    assert problem_of([1.0, 0.4, 0.1], [5] * 3, 15, required=required, threshold=0.5).select() == [2, 0]


def test_pins_come_first_with_what_they_need() -> None:
    needs = {(2, 1): 1.0}
    assert problem_of([1.0, 0.1, 0.1, 0.9], [5] * 4, 15, pairs=needs, pinned=(2,)).select() == [2, 1, 0]
    assert problem_of([1.0, 0.1, 0.1, 0.9], [5, 9, 5, 5], 10, pairs=needs, pinned=(2,)).select() == [2, 0]


def test_a_sentence_of_an_answer_without_what_it_needs_is_only_the_first_one() -> None:
    needs = {(1, 0): 0.9}
    assert problem_of([-1.0, 0.9, 0.4], [5] * 3, 15, pairs=needs, answers=True).select() == [2]
    assert problem_of([-1.0, 9.0, 0.4], [5] * 3, 15, pairs=needs, answers=True).select() == [1, 2]


def test_a_sentence_of_an_answer_loses_less_where_what_it_needs_fits_beside_it() -> None:
    needs = {(1, 0): 0.9}
    assert problem_of([0.1, 0.9, 0.4], [5] * 3, 10, pairs=needs, answers=True).select() == [1, 0]
    assert problem_of([0.1, 0.9, 0.4], [5] * 3, 9, pairs=needs, answers=True).select() == [2]


def test_a_companion_is_the_sentence_that_is_most_probably_needed() -> None:
    needs = {(2, 0): 0.5, (2, 1): 0.4, (1, 0): 0.9}
    assert problem_of([0.1, 0.1, 0.9], [5] * 3, 10, pairs=needs).select() == [2, 0]
    assert problem_of([-1.0, 0.1, 0.9], [5] * 3, 10, pairs=needs).select() == [2, 1]


def test_a_pair_is_worth_its_mean() -> None:
    needs = {(1, 0): 1.0}
    assert problem_of([0.5, 0.9, 0.6], [5] * 3, 10, pairs=needs).select() == [1, 0]
    assert problem_of([0.5, 0.9, 0.8], [5] * 3, 15, pairs=needs).select() == [2, 1, 0]
    assert problem_of([0.5, 0.9, 0.6], [5, 6, 5], 10, pairs=needs).select() == [2, 0]


def test_sentences_are_not_selected_together_if_that_is_turned_off() -> None:
    needs = {(1, 0): 1.0}
    assert problem_of([0.5, 0.9, 0.6], [5] * 3, 10, pairs=needs, together=False).select() == [2, 0]


def test_a_pair_rises_when_what_its_companion_needs_is_told() -> None:
    needs = {(2, 1): 0.9, (1, 0): 0.9}
    steps = list(problem_of([1.0, 0.5, 0.9, 0.3], [5] * 4, 20, pairs=needs).steps())
    assert [step.sentence for step in steps] == [0, 2, 1, 3]
    assert [step.is_pair for step in steps] == [False, True, True, False]
    assert steps[1].value == pytest.approx((0.5 + 0.9) / 2)


def test_a_companion_is_needed_with_some_probability() -> None:
    needs = {(1, 0): 0.1, (1, 2): 0.8}
    assert problem_of([0.1, 0.9, -1.0], [5] * 3, 10, pairs=needs, answers=True, threshold=0.7).select() == [1]
