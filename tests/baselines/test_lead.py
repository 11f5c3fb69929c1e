from __future__ import annotations

from tasks import BRIDGE, RIVER, task_of

from reprank.baselines.lead import Lead
from reprank.budget import Sentences, Words


def test_one_document_gives_its_first_sentences() -> None:
    assert Lead().choose(task_of(RIVER)).chosen == [0, 1, 2]


def test_several_documents_take_turns() -> None:
    choice = Lead().choose(task_of(RIVER, BRIDGE, budget=Sentences(5)))
    assert choice.chosen == [0, 6, 1, 7, 2]  # the second document begins with sentence 6


def test_the_longer_document_goes_on_when_the_shorter_has_ended() -> None:
    choice = Lead().choose(task_of("One rose. Two rivers. Three towns.", "Four cats.", budget=Sentences(9)))
    assert choice.chosen == [0, 3, 1, 2]


def test_scores_fall_in_the_order_of_taking() -> None:
    choice = Lead().choose(task_of(RIVER, BRIDGE, budget=Sentences(9)))
    assert sorted(choice.chosen, key=lambda i: -choice.scores[i]) == choice.chosen


def test_a_sentence_that_does_not_fit_is_passed_over() -> None:
    assert Lead().choose(
        task_of("A long first sentence about rivers. Short one. Another.", budget=Words(3))
    ).chosen == [1, 2]


def test_a_seen_document_has_no_turn() -> None:
    assert Lead().choose(task_of("One rose. Two rivers.", seen=("Three towns.",))).chosen == [0, 1]


def test_a_query_is_reported_as_unused() -> None:
    assert Lead().choose(task_of(RIVER, query=("flood",))).warnings == ("lead does not use a query",)
    assert Lead().choose(task_of(RIVER)).warnings == ()
