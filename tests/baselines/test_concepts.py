from __future__ import annotations

import numpy as np

from reprank.baselines.concepts import Concepts, candidates, cover_greedily, spread
from reprank.budget import Characters, Sentences, Words
from reprank.graph.edges import Edges
from reprank.terms import read_terms
from tests.helpers import task_of

THREE = "Cats chase mice. Dogs chase cats. Birds sing songs all day long."


def test_the_value_is_that_of_the_union_of_concepts() -> None:
    concepts = Concepts(Edges.of([0, 0, 1, 1], [0, 1, 1, 2], [1.0] * 4, shape=(2, 3)), np.array([1.0, 2.0, 4.0]))
    assert concepts.value([0]) == 3
    assert concepts.value([0, 1]) == 7
    assert concepts.without(concepts.covered_by([0])).weight.tolist() == [0, 0, 4]


def test_gains_are_divided_by_cost_and_fall_once_a_concept_is_covered() -> None:
    task = task_of(THREE, budget=Words(6))  # sentences of 3, 3 and 6 words
    held = Edges.of([0, 1, 1, 2, 2], [0, 0, 1, 2, 3], [1.0] * 5, shape=(3, 4))
    concepts = Concepts(held, np.array([3.0, 1.0, 2.5, 2.5]))
    assert cover_greedily(concepts, task) == [1]  # 4/3 leads; the first adds nothing then, the third does not fit
    assert cover_greedily(concepts, task, scaling=0.0) == [2]  # 5 > 4 > 3
    assert cover_greedily(concepts, task_of(THREE, budget=Words(9)), start=[0]) == [0, 2]


def test_gains_that_differ_by_rounding_only_are_equal() -> None:
    held = Edges.of([0, 1, 1], [0, 1, 2], [1.0] * 3, shape=(3, 3))
    weight = np.array([0.3, 0.1, 0.2])
    assert weight[1] + weight[2] > weight[0]  # by the last bit
    assert cover_greedily(Concepts(held, weight), task_of(THREE, budget=Sentences(1))) == [0]


def test_only_sentences_that_fit_and_are_new_are_candidates() -> None:
    text = "Cats chase mice. Cats chase mice! Dogs chase cats. Birds sing songs all day long."
    assert candidates(task_of(text, budget=Words(3))).tolist() == [True, False, True, False]
    assert candidates(task_of(text, budget=Sentences(2), seen=("Dogs chase cats.",))).tolist() == [1, 0, 0, 1, 0]
    assert not candidates(task_of(text, budget=Characters(2))).any()


def test_spread_counts_documents_or_the_sentences_of_one() -> None:
    for documents, expected in ((("Cats purr. Cats run.",), 2), (("Cats purr. Cats run.", "Dogs run."), 1)):
        task = task_of(*documents)
        terms = read_terms(task.units)
        assert spread(terms, task.units)[[terms.stems.names[stem] for stem in terms.first].index("cat")] == expected
