from __future__ import annotations

from math import log

import numpy as np
import pytest

from reprank.baselines.centroid import Centroid
from reprank.budget import Sentences
from tests.helpers import task_of


def test_the_score_by_hand() -> None:
    # Two documents; "river" stands in 2 of 4 sentences, the other content words in one each.
    task = task_of("The river flooded. Cats slept.", "The river again. Soup.")
    rare, common = log(4) + 1, log(2) + 1
    river, other = 2 / 2 * common, 1 / 2 * rare
    central = [river + other, 2 * other, river, other]
    early = [central[0], central[0] / 2, river, river / 2]
    like_first = [2, 0, 1, 0]
    for weights in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (2, 3, 4)]:
        method = Centroid(centroid=weights[0], position=weights[1], first=weights[2])
        expected = [
            weights[0] * c + weights[1] * p + weights[2] * f for c, p, f in zip(central, early, like_first, strict=True)
        ]
        np.testing.assert_allclose(method.select(task).scores, expected)


def test_only_the_heaviest_words_are_in_the_centroid() -> None:
    task = task_of("The river flooded. Cats slept.", "The river again. Soup.")
    scores = Centroid(position=0, size=1).select(task).scores
    np.testing.assert_allclose(scores, [log(2) + 1, 0, log(2) + 1, 0])


def test_repeated_words_cost_as_much_as_they_overlap() -> None:
    text = "The river flooded town and farm. The river flooded town and road. Cooks made soup."
    plain = Centroid(position=0).select(task_of(text, budget=Sentences(2)))
    assert plain.scores[0] == pytest.approx(plain.scores[1])
    # The second shares 3 of 4 words with the first: 2 · 3 / 8 of the highest score is more than its lead.
    assert plain.scores[1] - 0.75 * plain.scores.max() < plain.scores[2]
    assert plain.sentences == [0, 2]


def test_what_was_seen_counts_as_chosen() -> None:
    text = "The river flooded town and farm. Cooks made soup."
    task = task_of(text, seen=("The river flooded town and farm again.",), budget=Sentences(1))
    assert Centroid(position=0).select(task).sentences == [1]
