from __future__ import annotations

from reprank.baselines.lead import LatestLead, Lead
from reprank.budget import Sentences, Words
from tests.helpers import BRIDGE, RIVER, task_of


def test_one_document_gives_its_first_sentences() -> None:
    assert Lead().select(task_of(RIVER)).sentences == [0, 1, 2]


def test_several_documents_take_turns() -> None:
    selection = Lead().select(task_of(RIVER, BRIDGE, budget=Sentences(5)))
    assert selection.sentences == [0, 6, 1, 7, 2]  # the second document begins with sentence 6


def test_the_longer_document_goes_on_when_the_shorter_has_ended() -> None:
    selection = Lead().select(task_of("One rose. Two rivers. Three towns.", "Four cats.", budget=Sentences(9)))
    assert selection.sentences == [0, 3, 1, 2]


def test_scores_fall_in_the_order_of_taking() -> None:
    selection = Lead().select(task_of(RIVER, BRIDGE, budget=Sentences(9)))
    assert sorted(selection.sentences, key=lambda i: -selection.scores[i]) == selection.sentences


def test_a_sentence_that_does_not_fit_is_passed_over() -> None:
    assert Lead().select(
        task_of("A long first sentence about rivers. Short one. Another.", budget=Words(3))
    ).sentences == [1, 2]


def test_a_seen_document_has_no_turn() -> None:
    assert Lead().select(task_of("One rose. Two rivers.", seen=("Three towns.",))).sentences == [0, 1]


def test_a_query_is_reported_as_unused() -> None:
    assert Lead().select(task_of(RIVER, query=("flood",))).warnings == ("lead does not use a query",)
    assert Lead().select(task_of(RIVER)).warnings == ()


def test_the_last_document_gives_its_first_sentences_and_no_other_does() -> None:
    selection = LatestLead().select(task_of(RIVER, BRIDGE, budget=Sentences(2)))
    assert selection.sentences == [6, 7]  # the second document begins with sentence 6
    short = LatestLead().select(task_of(RIVER, "Four cats slept.", budget=Sentences(9)))
    assert short.sentences == [6]


def test_the_document_before_serves_if_nothing_of_the_last_fits_or_is_new() -> None:
    long = "A much longer sentence about rivers and towns."
    assert LatestLead().select(task_of("One rose.", long, budget=Words(3))).sentences == [0]
    assert LatestLead().select(task_of("One rose. Two rivers.", seen=("Three towns.",))).sentences == [0, 1]


def test_the_selected_sentences_score_highest_in_the_order_of_taking() -> None:
    selection = LatestLead().select(task_of(RIVER, BRIDGE, budget=Sentences(3)))
    best = sorted(range(len(selection.scores)), key=lambda i: -selection.scores[i])[:3]
    assert best == selection.sentences
