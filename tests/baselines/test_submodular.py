from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reprank.baselines.submodular import Objective, Submodular, partition
from reprank.baselines.tfidf import Cosines, read_vocabulary
from reprank.budget import Sentences, Words
from reprank.selection import Task
from tests.helpers import BRIDGE, RIVER, task_of

SENTENCES = st.lists(st.integers(0, 8), unique=True, max_size=6)


def objective_of(task: Task) -> Objective:
    cosines = Cosines.of(read_vocabulary(task.units).weighted)
    return Objective(cosines, partition(cosines, 3), 3.0, 2.0)


def direct(objective: Objective, selected: list[int]) -> float:
    """F as it is defined, over a dense matrix."""
    unit = objective.cosines.unit.dense()
    w = unit @ unit.T
    n = len(w)
    covered = sum(min(w[i, selected].sum(), objective.saturation / n * w[i].sum()) for i in range(n))
    parts = [[j for j in selected if objective.part[j] == k] for k in range(n)]
    return float(covered + objective.diversity * sum(np.sqrt(sum(w[j].sum() / n for j in part)) for part in parts))


TASK = task_of(RIVER, BRIDGE)
OBJECTIVE = objective_of(TASK)


def value(selected: list[int]) -> float:
    state = OBJECTIVE.start()
    for sentence in selected:
        state = OBJECTIVE.plus(state, sentence)
    return OBJECTIVE.value(state)


@given(SENTENCES)
def test_the_objective_is_that_of_the_definition(selected: list[int]) -> None:
    assert value(selected) == pytest.approx(direct(OBJECTIVE, selected))


@given(SENTENCES, st.data())
@settings(deadline=None)
def test_gains_are_never_negative_and_only_shrink(selected: list[int], data: st.DataObject) -> None:
    others = [i for i in range(9) if i not in selected]
    new = data.draw(st.sampled_from(others))
    fewer = data.draw(st.lists(st.sampled_from(selected), unique=True)) if selected else []
    more = value([*selected, new]) - value(selected)
    assert -1e-12 <= more <= value([*fewer, new]) - value(fewer) + 1e-12


def test_the_lazy_choice_is_that_of_plain_greed() -> None:
    task = task_of(RIVER, BRIDGE, budget=Words(30))
    settings_ = Submodular(saturation=3.0, diversity=2.0, share_of_parts=1 / 3)
    objective = objective_of(task)
    selected: list[int] = []
    used = 0
    while True:
        costs = task.costs.each
        gains = {
            i: (direct(objective, [*selected, i]) - direct(objective, selected)) / costs[i] ** 0.3
            for i in range(9)
            if i not in selected and used + costs[i] <= 30
        }
        if not gains:
            break
        selected.append(max(gains, key=lambda i: gains[i]))
        used += int(costs[selected[-1]])
    assert settings_.select(task).sentences == selected


def test_one_sentence_worth_more_than_all_cheap_ones_is_taken() -> None:
    rich = "River town bridge flood rain mayor school hall soup cat"
    text = f"Owls. {rich}. {rich} and one word. {rich} and two more words."  # the last two are too long
    selection = Submodular(scaling=3.0, diversity=0.0).select(task_of(text, budget=Words(10)))
    assert selection.sentences == [1]


def test_a_partition_keeps_equal_directions_together_and_different_ones_apart() -> None:
    cosines = Cosines.of(
        read_vocabulary(task_of("Cats purr. Dogs bark. Cats purr cats purr. Bark dogs.").units).weighted
    )
    part = partition(cosines, 2).tolist()
    assert part[0] == part[2] != part[1] == part[3]


def test_what_was_seen_is_covered_already() -> None:
    texts = "The river flooded the town. Engineers checked the bridge."
    plain = Submodular(saturation=1.0, diversity=0.0)
    assert plain.select(task_of(texts, budget=Sentences(1), seen=("A river flooded a town.",))).sentences == [1]
