from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from rouge_score.rouge_scorer import RougeScorer

from reprank.baselines.matches import ReferenceMatches
from reprank.baselines.oracle import Oracle
from reprank.budget import Sentences
from reprank.errors import InputError
from reprank.selection import Task
from tests.helpers import BRIDGE, RIVER, task_of

FLOOD = ("The river rose and the flood closed the bridge.", "A flood closed the bridge after heavy rain in the town.")


def rouge(task: Task, sentence: int, metric: str, references: tuple[str, ...]) -> float:
    scorer = RougeScorer([metric], use_stemmer=True)
    return float(np.mean([scorer.score(text, task.units.texts[sentence])[metric].fmeasure for text in references]))


@pytest.mark.parametrize(("metric", "size"), [("rouge1", 1), ("rouge2", 2)])
def test_the_measure_of_one_sentence_agrees_with_rouge_score(metric: str, size: int) -> None:
    task = task_of(RIVER, BRIDGE)
    matches = ReferenceMatches.of(task.units, FLOOD, size=size)
    found = matches.measure(matches.nothing(), 0.0, precision=0.5)
    assert found == pytest.approx([rouge(task, i, metric, FLOOD) for i in range(len(task.units))])


def test_matches_are_clipped_at_what_a_reference_holds() -> None:
    task = task_of("Cats cats cats. Cats and dogs.")
    matches = ReferenceMatches.of(task.units, ["A cat met a cat.", "Dogs."], size=1)
    assert matches.added(matches.nothing()).tolist() == [[2, 1], [0, 1]]
    said = matches.plus(matches.nothing(), 1)
    assert matches.added(said)[:, 0].tolist() == [1, 0]
    assert matches.matched(said).tolist() == [1, 1]
    assert matches.measure(matches.nothing(), 0.0, precision=0.0) == pytest.approx([(2 / 5 + 0) / 2, (1 / 5 + 1) / 2])


def test_the_first_sentence_is_the_best_single_one_and_later_ones_only_improve() -> None:
    task = task_of(RIVER, BRIDGE, budget=Sentences(3))
    selected = Oracle().given(FLOOD).select(task).sentences
    assert selected[0] == int(np.argmax([rouge(task, i, "rouge2", FLOOD) for i in range(9)]))
    assert len(set(selected)) == len(selected) <= 3


def test_two_extracted_sentences_are_found_again() -> None:
    task = task_of(RIVER, BRIDGE, budget=Sentences(2))
    for pair in combinations(range(5), 2):
        reference = " ".join(task.units.texts[i] for i in pair)
        assert sorted(Oracle().given(reference).select(task).sentences) == list(pair)


def test_without_shared_bigrams_words_decide_and_without_shared_words_nothing_is_chosen() -> None:
    assert Oracle().given(["soup"]).select(task_of(RIVER, budget=Sentences(2))).sentences == [4]
    assert Oracle().given(["zebra"]).select(task_of(RIVER, budget=Sentences(2))).sentences == []


def test_recall_goes_on_where_f1_stops() -> None:
    task = task_of(RIVER, BRIDGE, budget=Sentences(9))
    recall, f1 = (Oracle(precision=share).given(FLOOD).select(task).sentences for share in (0.0, 0.5))
    assert len(recall) > len(f1) > 0


def test_references_are_asked_for() -> None:
    with pytest.raises(InputError, match=r"needs references and got none: use Oracle\(\)\.given"):
        Oracle().select(task_of(RIVER))
