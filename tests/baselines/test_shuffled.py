from __future__ import annotations

from collections import Counter

from reprank.baselines.shuffled import Random
from reprank.budget import Sentences
from tests.helpers import BRIDGE, RIVER, task_of


def test_the_same_seed_gives_the_same_choice() -> None:
    first, second = (Random(seed=7).select(task_of(RIVER, BRIDGE)).sentences for _ in range(2))
    assert first == second


def test_every_sentence_is_chosen_about_equally_often() -> None:
    task = task_of("One rose. Two rivers. Three towns. Four cats.", budget=Sentences(1))
    times = Counter(Random(seed=seed).select(task).sentences[0] for seed in range(2000))
    # Each count is binomial with mean 500 and standard deviation 19.4.
    assert all(abs(times[sentence] - 500) < 100 for sentence in range(4))


def test_nothing_seen_is_chosen() -> None:
    task = task_of("One rose.", seen=("Two rivers. Three towns.",))
    assert all(Random(seed=seed).select(task).sentences == [0] for seed in range(20))
