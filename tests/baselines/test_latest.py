from __future__ import annotations

from reprank.baselines.latest import LatestLead
from reprank.budget import Sentences, Words
from tests.helpers import BRIDGE, RIVER, task_of


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
