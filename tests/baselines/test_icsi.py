from __future__ import annotations

import os
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reprank.baselines.concepts import Concepts
from reprank.baselines.icsi import Icsi, Program, Solution
from reprank.budget import Characters, Sentences, Words
from reprank.graph.edges import Edges
from reprank.selection import Task
from tests.helpers import BRIDGE, RIVER, task_of


def subsets(n: int) -> list[tuple[int, ...]]:
    return [subset for size in range(n + 1) for subset in combinations(range(n), size)]


def bigram_worth(task: Task) -> tuple[list[set[tuple[str, str]]], dict[tuple[str, str], int]]:
    """Bigrams of each sentence and their document frequency, counted in plain Python."""
    units = task.units
    held: list[set[tuple[str, str]]] = []
    for i in range(len(units)):
        words = [units.words[word] for word in units.word[units.offsets[i] : units.offsets[i + 1]]]
        stop = [word in units.language.stopwords for word in words]
        stems = units.language.stem(words)
        held.append({(stems[k], stems[k + 1]) for k in range(len(words) - 1) if not (stop[k] and stop[k + 1])})
    pairs = set().union(*held)
    return held, {p: len({int(units.document[i]) for i in range(len(units)) if p in held[i]}) for p in pairs}


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_the_program_is_solved_exactly(data: st.DataObject) -> None:
    n, m = data.draw(st.integers(1, 7)), data.draw(st.integers(1, 8))
    matrix = np.array(data.draw(st.lists(st.lists(st.booleans(), min_size=m, max_size=m), min_size=n, max_size=n)))
    worth = np.array(data.draw(st.lists(st.integers(1, 9), min_size=m, max_size=m)), dtype=float)
    costs = np.array(data.draw(st.lists(st.integers(1, 9), min_size=n, max_size=n)))
    room = data.draw(st.integers(1, 30))
    concepts = Concepts(Edges.from_dense(matrix.astype(float)), worth)
    solution = Program.of(concepts, np.arange(n), costs, room).solve(seconds=10)
    assert solution.optimal
    assert solution.selected is not None
    selected = np.flatnonzero(solution.selected).tolist()
    assert costs[selected].sum() <= room
    best = max(concepts.value(subset) for subset in subsets(n) if costs[list(subset)].sum() <= room)
    assert concepts.value(selected) == best


@pytest.mark.parametrize("limit", [60, 110, 170, 230])
def test_the_choice_covers_as_much_as_the_best_of_all_subsets(limit: int) -> None:
    task = task_of(RIVER, BRIDGE, budget=Characters(limit))
    held, frequency = bigram_worth(task)

    def value(subset: tuple[int, ...]) -> int:
        covered = set().union(*(held[i] for i in subset))
        return sum(count for pair, count in frequency.items() if pair in covered and count >= 2)

    def fits(subset: tuple[int, ...]) -> bool:
        return len(" ".join(task.units.texts[i] for i in subset)) <= limit

    long = [i for i in range(len(task.units)) if task.units.lengths[i] >= 5]
    best = max(value(s) for s in subsets(len(task.units)) if fits(s) and set(s) <= set(long))
    selection = Icsi().select(task)
    assert fits(tuple(selection.sentences))
    assert value(tuple(selection.sentences)) >= best > 0
    assert selection.warnings == ()


def test_the_room_of_one_separator_decides() -> None:
    first, second = "Green cats chase mice now.", "Big dogs like old bones."
    exact = len(f"{first} {second}")
    assert len(Icsi().select(task_of(first, second, budget=Characters(exact))).sentences) == 2
    assert len(Icsi().select(task_of(first, second, budget=Characters(exact - 1))).sentences) == 1


def test_concepts_that_were_seen_are_worth_nothing() -> None:
    news = "The old bridge fell down today. A new ferry starts on Monday."
    assert Icsi().select(
        task_of(news, budget=Sentences(1), seen=("They said the old bridge fell down today.",))
    ).sentences == [1]


def test_short_sentences_are_left_out_while_three_others_are_there() -> None:
    text = "Red fox. Red fox ran into the old barn. Red fox slept in the old barn. The old barn burned in the night."
    assert 0 not in Icsi(shortest=5).select(task_of(text, budget=Words(7))).sentences


@pytest.mark.parametrize("found", [True, False])
def test_an_ended_time_limit_is_reported(monkeypatch: pytest.MonkeyPatch, found: bool) -> None:
    def solve(program: Program, *, seconds: float) -> Solution:
        return Solution(np.arange(len(program.costs)) == 0 if found else None, optimal=False)

    monkeypatch.setattr(Program, "solve", solve)
    selection = Icsi(seconds=3).select(task_of(RIVER, BRIDGE, budget=Words(20)))
    assert selection.sentences
    assert selection.warnings[0].startswith("icsi: no proof of the optimum within 3 seconds")


def test_what_the_solver_writes_beneath_python_is_kept_out(capfd: pytest.CaptureFixture[str]) -> None:
    from reprank.baselines.icsi import _quiet

    print("before", flush=True)
    with _quiet():
        os.write(1, b"noise")
    print("after", flush=True)
    assert capfd.readouterr().out == "before\nafter\n"
