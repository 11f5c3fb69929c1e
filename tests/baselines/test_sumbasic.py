from __future__ import annotations

import pytest

from reprank.baselines.sumbasic import SumBasic
from reprank.budget import Sentences, Words
from tests.helpers import task_of

# Words: cat 3, dog 2, bird 2, barks 1, fish 1; nine in all.
PETS = "Cat dog. Cat bird. Cat fish. Dog barks. Bird."


def test_a_hand_worked_choice() -> None:
    selection = SumBasic().select(task_of(PETS, budget=Sentences(5)))
    p = {"cat": 3 / 9, "dog": 2 / 9, "bird": 2 / 9, "bark": 1 / 9, "fish": 1 / 9}
    averages = [(p["cat"] + p["dog"]) / 2, (p["cat"] + p["bird"]) / 2, (p["cat"] + p["fish"]) / 2]
    assert selection.scores[:3] == pytest.approx(averages)
    # cat leads: sentence 0 ties with 1 and stands earlier; then cat 1/9, dog 4/81. bird leads with 2/9: sentence 4 has
    # the average 2/9, sentence 1 only 1/6; then bird 4/81. cat 1/9 stands before barks and fish: sentence 2 (average
    # 1/9) against 1 (.08); then cat 1/81, fish 1/81. barks: sentence 3. Last comes sentence 1.
    assert selection.sentences == [0, 4, 2, 3, 1]


def test_what_was_seen_is_squared_from_the_start() -> None:
    assert SumBasic().select(task_of("Cat purrs. Dog barks.", budget=Sentences(1), seen=("Purrs cat.",))).sentences == [
        1
    ]


def test_a_word_in_no_fitting_sentence_is_passed_over() -> None:
    text = "Cats cats cats run far away quickly today. Dogs bark."
    assert SumBasic().select(task_of(text, budget=Words(3))).sentences == [1]
