from __future__ import annotations

import numpy as np
import pytest
from tasks import BRIDGE, RIVER, task_of

from reprank.baselines.kl import KlSum, divergences
from reprank.baselines.tfidf import read_vocabulary
from reprank.budget import Sentences, Words
from reprank.selection import Task


def direct(task: Task, summary: list[int], smoothing: float) -> float:
    """The divergence as it is defined, over dense counts."""
    counts = read_vocabulary(task.units).counts.dense()
    documents = counts.sum(axis=0) / counts.sum()
    said = counts[summary].sum(axis=0) + smoothing
    return float((documents * np.log(documents / (said / said.sum()))).sum())


@pytest.mark.parametrize("chosen", [[], [1], [1, 4]])
def test_divergences_are_those_of_the_definition(chosen: list[int]) -> None:
    task = task_of(RIVER, BRIDGE)
    counts = read_vocabulary(task.units).counts
    said = counts.dense()[chosen].sum(axis=0)
    found = divergences(counts, counts.target_sums() / counts.weight.sum(), said, smoothing=0.1)
    assert found == pytest.approx([direct(task, [*chosen, i], 0.1) for i in range(len(task.units))])


def test_every_step_takes_the_smallest_divergence() -> None:
    task = task_of(RIVER, BRIDGE, budget=Sentences(5))
    chosen: list[int] = []
    for sentence in KlSum(smoothing=0.05).choose(task).chosen:
        reached = direct(task, [*chosen, sentence], 0.05)
        assert reached == pytest.approx(min(direct(task, [*chosen, i], 0.05) for i in range(9) if i not in chosen))
        chosen.append(sentence)
    assert len(chosen) == 5


def test_what_was_seen_needs_no_repetition() -> None:
    texts = "The river flooded the town. Engineers checked the bridge."
    assert KlSum().choose(task_of(texts, budget=Sentences(1), seen=("A river flooded a town badly.",))).chosen == [1]


def test_bad_input_is_no_trouble() -> None:
    assert KlSum().choose(task_of("Cats.")).chosen == [0]
    assert KlSum().choose(task_of("Cats purr. Cats purr.")).chosen == [0]
    assert KlSum().choose(task_of(RIVER, budget=Words(1))).chosen == []
    assert np.isfinite(KlSum().choose(task_of("It was. They were.")).scores).all()
    assert KlSum().choose(task_of(RIVER, query=("river",))).warnings == ("kl does not use a query",)
