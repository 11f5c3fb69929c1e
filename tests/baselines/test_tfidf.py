from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reprank.baselines import tfidf
from reprank.baselines.tfidf import Cosines, pairs, read_vocabulary, take_dissimilar
from reprank.budget import Words
from reprank.graph.edges import Edges
from tests.helpers import BRIDGE, RIVER, task_of

matrices = st.lists(st.lists(st.integers(0, 3).map(float), min_size=4, max_size=4), min_size=1, max_size=8).map(
    np.array
)


def dense_cosines(matrix: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    unit = matrix / np.where(lengths > 0, lengths, 1)
    return unit @ unit.T


def test_a_vector_is_frequency_times_rarity_of_stems_outside_the_stop_list() -> None:
    vocabulary = read_vocabulary(task_of("Rivers and a river. The town slept.").units)
    assert vocabulary.names == ("river", "town", "slept")
    expected = np.array([[2 * (log(2) + 1), 0, 0], [0, log(2) + 1, log(2) + 1]])
    np.testing.assert_allclose(vocabulary.weighted.dense(), expected)


def test_words_of_the_running_text_point_at_their_columns() -> None:
    vocabulary = read_vocabulary(task_of("The river and the town. Rivers.").units)
    assert vocabulary.word.tolist() == [-1, 0, -1, -1, 1, 0]


def test_columns_leaves_out_what_does_not_occur() -> None:
    vocabulary = read_vocabulary(task_of("The river and the town.").units)
    assert vocabulary.columns(["town", "nowhere", "river", "town"]).tolist() == [0, 1]
    assert vocabulary.columns([]).tolist() == []


def test_similarity_of_two_sentences_by_hand() -> None:
    cosines = Cosines.of(read_vocabulary(task_of("The river flooded. The river slept.").units).weighted)
    # "river" stands in both sentences and weighs 1, the other words stand in one and weigh ln 2 + 1.
    expected = 1 / sqrt(1 + (log(2) + 1) ** 2) ** 2
    np.testing.assert_allclose(cosines.row(0), [1, expected])


@settings(deadline=None)  # the first example pays for importing scipy
@given(matrices)
def test_the_operator_is_the_dense_matrix(matrix: np.ndarray) -> None:
    cosines, dense = Cosines.of(Edges.from_dense(matrix)), dense_cosines(matrix)
    values = np.arange(len(matrix)) + 1.0
    np.testing.assert_allclose(cosines.times(values), dense @ values, atol=1e-12)
    np.testing.assert_allclose(cosines.row(0), dense[0], atol=1e-12)
    np.testing.assert_allclose(cosines.sums, dense.sum(axis=1), atol=1e-12)
    np.testing.assert_allclose(cosines.itself, np.diag(dense), atol=1e-12)


@settings(deadline=None)  # the first example pays for importing scipy
@given(matrices, st.sampled_from([0.0, 0.31, 0.77]))
def test_edges_are_the_entries_above_the_threshold(matrix: np.ndarray, threshold: float) -> None:
    dense = dense_cosines(matrix)
    np.fill_diagonal(dense, 0)
    found = Cosines.of(Edges.from_dense(matrix)).edges(threshold).dense()
    np.testing.assert_allclose(found, np.where(dense > threshold, dense, 0), atol=1e-12)


@settings(deadline=None)  # the first example pays for importing scipy
@given(matrices)
def test_strips_do_not_show_in_the_result(matrix: np.ndarray) -> None:
    rows = Edges.from_dense(matrix)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tfidf, "STRIP_SENTENCES", 3)
        found = pairs(rows, lambda start, strip: strip)
    np.testing.assert_allclose(found.dense(), matrix @ matrix.T - np.diag(np.diag(matrix @ matrix.T)))


def test_among_very_many_sentences_each_keeps_its_heaviest_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tfidf, "MAX_COMPLETE_SENTENCES", 3)
    monkeypatch.setattr(tfidf, "MAX_NEIGHBOURS", 1)
    rows = Edges.from_dense(np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [1.0, 0.0]]))
    found = pairs(rows, lambda start, strip: strip)
    assert list(zip(found.source.tolist(), found.target.tolist(), strict=True)) == [(0, 2), (1, 2), (2, 1), (3, 2)]


def test_a_sentence_like_a_taken_one_waits_until_the_others_are_in() -> None:
    task = task_of("The river flooded the town. The river flooded the old town. Soup was served.", budget=Words(100))
    cosines = Cosines.of(read_vocabulary(task.units).weighted)
    assert take_dissimilar([0, 1, 2], task, cosines, redundant=0.3) == [0, 2, 1]
    assert take_dissimilar([0, 1, 2], task, cosines, redundant=1.0) == [0, 1, 2]


def test_a_sentence_like_a_seen_one_is_never_taken() -> None:
    task = task_of(
        "The river flooded the old town. Soup was served.", seen=("The river flooded the town.",), budget=Words(100)
    )
    cosines = Cosines.of(read_vocabulary(task.units).weighted)
    assert take_dissimilar([0, 1], task, cosines, redundant=0.3) == [1]


def test_nothing_is_taken_beyond_the_allowance() -> None:
    task = task_of(RIVER, BRIDGE, budget=Words(13))
    cosines = Cosines.of(read_vocabulary(task.units).weighted)
    taken = take_dissimilar(range(len(task.units)), task, cosines, redundant=0.3)
    assert sum(len(task.units.texts[i].split()) for i in taken) <= 13
    assert taken[0] == 0
