from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from reprank.baselines.lexrank import LexRank
from reprank.baselines.tfidf import Cosines, read_vocabulary
from reprank.budget import Sentences
from tests.helpers import BRIDGE, RIVER, task_of


def pagerank(matrix: np.ndarray) -> list[float]:
    graph = nx.from_numpy_array(matrix, create_using=nx.DiGraph)
    found = nx.pagerank(graph, alpha=0.85, tol=1e-12, max_iter=1000)
    return [found[node] for node in range(len(matrix))]


def similarities(*documents: str) -> np.ndarray:
    unit = Cosines.of(read_vocabulary(task_of(*documents).units).weighted).unit.dense()
    return unit @ unit.T


def test_continuous_centrality_is_the_pagerank_of_the_similarities() -> None:
    selection = LexRank().select(task_of(RIVER, BRIDGE))
    np.testing.assert_allclose(selection.scores, pagerank(similarities(RIVER, BRIDGE)), atol=1e-8)


@pytest.mark.parametrize("threshold", [0.05, 0.2])
def test_thresholded_centrality_is_the_pagerank_of_the_unweighted_graph(threshold: float) -> None:
    selection = LexRank(threshold=threshold).select(task_of(RIVER, BRIDGE))
    expected = pagerank((similarities(RIVER, BRIDGE) > threshold).astype(float))
    np.testing.assert_allclose(selection.scores, expected, atol=1e-8)


def test_a_sentence_of_stop_words_jumps_anywhere_as_in_networkx() -> None:
    text = "The river rose. The river flooded. What is it? Flooded towns."
    selection = LexRank().select(task_of(text))
    np.testing.assert_allclose(selection.scores, pagerank(similarities(text)), atol=1e-8)


def test_the_middle_of_a_star_is_most_central() -> None:
    text = "Cats sleep. Dogs bark. Cats, dogs, birds and mice. Birds sing. Mice hide."
    selection = LexRank().select(task_of(text, budget=Sentences(1)))
    assert selection.sentences == [2]
    np.testing.assert_allclose(np.delete(selection.scores, 2), selection.scores[0], rtol=1e-6)


def test_near_copies_are_not_taken_twice() -> None:
    text = (
        "The river flooded the old town on Monday. The river flooded the old town on Tuesday. "
        "The town council met in the river hall."
    )
    assert len({0, 1} & set(LexRank().select(task_of(text, budget=Sentences(2))).sentences)) == 1
    assert LexRank(redundant=1.0).select(task_of(text, budget=Sentences(2))).sentences == [0, 1]


@pytest.mark.parametrize("text", ["The river rose.", "What is it?"])
def test_the_form_with_a_threshold_selects_from_one_sentence(text: str) -> None:
    assert LexRank(threshold=0.1).select(task_of(text)).sentences == [0]
