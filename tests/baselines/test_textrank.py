from __future__ import annotations

from math import log

import networkx as nx
import numpy as np

from reprank.baselines.textrank import TextRank, overlaps
from reprank.baselines.tfidf import read_vocabulary
from tests.helpers import BRIDGE, RIVER, task_of


def test_links_are_shared_words_over_log_lengths_by_hand() -> None:
    units = task_of("The river flooded the town. Rivers flooded. It rose.").units
    links = overlaps(read_vocabulary(units).counts, units.lengths).dense()
    expected = np.zeros((3, 3))
    expected[0, 1] = expected[1, 0] = 2 / (log(5) + log(2))
    np.testing.assert_allclose(links, expected)


def test_a_word_that_stands_twice_counts_once() -> None:
    units = task_of("River by river. The river rose again.").units
    links = overlaps(read_vocabulary(units).counts, units.lengths).dense()
    np.testing.assert_allclose(links[0, 1], 1 / (log(3) + log(4)))


def test_two_sentences_of_one_word_are_not_linked() -> None:
    units = task_of("Rivers! River!").units
    assert len(overlaps(read_vocabulary(units).counts, units.lengths)) == 0


def test_scores_are_the_pagerank_of_an_independent_graph() -> None:
    task = task_of(RIVER, BRIDGE)
    stop, stem = task.units.language.stopwords, task.units.language.stem
    texts = [task.units.texts[i].rstrip(".").lower().split() for i in range(len(task.units))]
    words = [set(stem([word for word in text if word not in stop])) for text in texts]
    graph = nx.Graph()
    graph.add_nodes_from(range(len(texts)))
    for i in range(len(texts)):
        for j in range(i):
            shared = len(words[i] & words[j])
            if shared:
                graph.add_edge(i, j, weight=shared / (log(len(texts[i])) + log(len(texts[j]))))
    expected = nx.pagerank(graph, alpha=0.85, tol=1e-12, max_iter=1000)
    scores = TextRank().select(task).scores
    np.testing.assert_allclose(scores, [expected[i] for i in range(len(texts))], atol=1e-8)
