from __future__ import annotations

import numpy as np
import pytest

from reprank.baselines.kl import KlSum, divergences
from reprank.baselines.tfidf import read_vocabulary
from reprank.budget import Sentences
from reprank.selection import Task
from tests.helpers import BRIDGE, RIVER, task_of


def direct(task: Task, summary: list[int], smoothing: float) -> float:
    """The divergence as it is defined, over dense counts."""
    counts = read_vocabulary(task.units).counts.dense()
    documents = counts.sum(axis=0) / counts.sum()
    said = counts[summary].sum(axis=0) + smoothing
    return float((documents * np.log(documents / (said / said.sum()))).sum())


@pytest.mark.parametrize("selected", [[], [1], [1, 4]])
def test_divergences_are_those_of_the_definition(selected: list[int]) -> None:
    task = task_of(RIVER, BRIDGE)
    counts = read_vocabulary(task.units).counts
    said = counts.dense()[selected].sum(axis=0)
    found = divergences(counts, counts.target_sums() / counts.weight.sum(), said, smoothing=0.1)
    assert found == pytest.approx([direct(task, [*selected, i], 0.1) for i in range(len(task.units))])


def test_every_step_takes_the_smallest_divergence() -> None:
    task = task_of(RIVER, BRIDGE, budget=Sentences(5))
    selected: list[int] = []
    for sentence in KlSum(smoothing=0.05).select(task).sentences:
        reached = direct(task, [*selected, sentence], 0.05)
        assert reached == pytest.approx(min(direct(task, [*selected, i], 0.05) for i in range(9) if i not in selected))
        selected.append(sentence)
    assert len(selected) == 5


def test_what_was_seen_needs_no_repetition() -> None:
    texts = "The river flooded the town. Engineers checked the bridge."
    assert KlSum().select(task_of(texts, budget=Sentences(1), seen=("A river flooded a town badly.",))).sentences == [1]
