from __future__ import annotations

from math import log

import numpy as np

from reprank.api import System
from reprank.baselines.reinforcement import MutualReinforcement, mutual_information
from reprank.baselines.tfidf import read_vocabulary
from reprank.selection import Task
from tests.helpers import BRIDGE, RIVER, task_of


def links(task: Task, window: int) -> np.ndarray:
    units = task.units
    document = units.document[units.sentence_of_word]
    return mutual_information(read_vocabulary(units), document, window=window).dense()


def test_mutual_information_by_hand() -> None:
    # Content words: river flood river flood soup; N = 5, c(river) = c(flood) = 2, c(soup) = 1.
    found = links(task_of("The river and flood. River, flood and soup."), window=2)
    expected = np.zeros((3, 3))
    expected[0, 1] = expected[1, 0] = 3 * log(5 * 3 / (2 * 2))  # river-flood, flood-river, river-flood
    expected[1, 2] = expected[2, 1] = log(5 / 2)
    np.testing.assert_allclose(found, expected)


def test_a_wider_window_reaches_further_but_not_into_the_next_document() -> None:
    assert links(task_of("The river and flood and soup."), window=3)[0, 2] > 0
    assert links(task_of("The river and flood and soup."), window=2)[0, 2] == 0
    assert links(task_of("The river.", "Soup."), window=5)[0, 1] == 0


def test_words_that_meet_less_than_by_chance_are_not_linked() -> None:
    # Once together, three times each among six words: 6 · 1 / (3 · 3) is less than 1. No word links to itself.
    assert not links(task_of("Cats, cats, cats, dogs, dogs and dogs."), window=2).any()


def test_scores_are_the_fixed_point_of_the_papers_equations() -> None:
    task = task_of(RIVER, BRIDGE, keywords=5)
    selection = MutualReinforcement().select(task)
    vocabulary = read_vocabulary(task.units)
    weighted = vocabulary.weighted.dense()
    unit = weighted / np.linalg.norm(weighted, axis=1, keepdims=True)
    sentences = unit @ unit.T
    np.fill_diagonal(sentences, 0)
    words = links(task, window=2)

    def rows(matrix: np.ndarray) -> np.ndarray:
        return matrix / matrix.sum(axis=1, keepdims=True)

    # "A cat slept." is like no other sentence and gives all to its words.
    lone = sentences.sum(axis=1) < 1e-12
    sentences[lone, 0] = 1.0
    own = np.where(lone, 0.0, 0.5)
    unlinked = words.sum(axis=1) == 0
    words[unlinked, 0] = 1.0
    own_words = np.where(unlinked, 0.0, 0.5)
    u, v = np.full(len(unit), 1 / len(unit)), np.full(len(words), 1 / len(words))
    for _ in range(20_000):
        following = (
            rows(sentences).T @ (own * u) + rows(weighted.T).T @ ((1 - own_words) * v),
            rows(words).T @ (own_words * v) + rows(weighted).T @ ((1 - own) * u),
        )
        u, v = (u + following[0]) / 2, (v + following[1]) / 2
    np.testing.assert_allclose(selection.scores / selection.scores.sum(), u / u.sum(), atol=1e-4)
    assert selection.keywords is not None
    best = [vocabulary.names[i] for i in np.argsort(-v, kind="stable")[:5]]
    shown = [task.units.language.stem([keyword.text.lower()])[0] for keyword in selection.keywords]
    assert shown == best


def test_keywords_name_every_place_of_the_word() -> None:
    documents = ["The river flooded. Rivers flood towns.", "Soup for the river town."]
    summary = System(MutualReinforcement()).summarize(documents, sentences=1, keywords=20)
    river = next(keyword for keyword in summary.keywords if keyword.text == "river")
    places = [documents[place.document][place.start : place.end] for place in river.occurrences]
    assert places == ["river", "Rivers", "river"]


def test_keywords_leave_out_what_only_seen_documents_say() -> None:
    task = task_of("The river flooded.", seen=("Zebras drank from the river.",), keywords=20)
    keywords = MutualReinforcement().select(task).keywords
    assert keywords is not None
    assert sorted(keyword.text for keyword in keywords) == ["flooded", "river"]
    assert all(place.document == 0 for keyword in keywords for place in keyword.occurrences)


def test_no_keywords_are_given_unless_asked_for() -> None:
    assert MutualReinforcement().select(task_of(RIVER)).keywords == ()
