from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from benchmarks.models.margin import Example, fit

from reprank.baselines.concepts import candidates
from reprank.baselines.sfour import FEATURES, STEPS, Sfour, SfourWeights, features, shipped
from reprank.budget import Sentences, Words
from reprank.errors import DataError, ModelError
from reprank.terms import read_terms
from tests.helpers import BRIDGE, RIVER, task_of


@dataclass(frozen=True)
class Pair:
    documents: tuple[str, ...]
    references: tuple[str, ...]


def weights(**steps: float) -> SfourWeights:
    return SfourWeights(tuple(steps.get(feature.split(": ")[1].split(" ")[0], 0.0) for feature in FEATURES), "a test")


def test_features_are_steps_of_frequency_and_place() -> None:
    task = task_of("Cats purr. Cats sleep. Cats run.", "Dogs bark at cats.")
    terms = read_terms(task.units, recurring=1)
    table = features(terms, task.units)
    row = dict(zip(FEATURES, table[[terms.stems.names[stem] for stem in terms.first].index("cat")], strict=True))
    held = {name for name, value in row.items() if value}
    assert {"stem: present", "stem: sentences >= 4", "stem: documents >= 2", "stem: place <= 1"} <= held
    assert not {"stem: sentences >= 5", "stem: documents >= 3"} & held
    assert not any(name.startswith("pair") for name in held)
    assert table[terms.unigrams :, : len(STEPS)].sum() == 0


def test_the_choice_covers_the_most_worth_for_its_cost() -> None:
    task = task_of("Cats purr. Cats purr and dogs bark. Owls hoot and mice squeak and bees hum.", budget=Words(5))
    equal = weights(present=1.0)
    # Stems and pairs: 3 for 2 words, 8 for 5 words (cat, purr, dog, bark and the pairs between all five words).
    assert Sfour(equal, scaling=1.0).select(task).sentences == [1]
    assert Sfour(equal, scaling=3.0).select(task).sentences == [0]


def test_weights_survive_a_file(tmp_path: Path) -> None:
    saved = SfourWeights(tuple(float(i) for i in range(len(FEATURES))), "somewhere")
    saved.save(tmp_path / "weights.json")
    assert SfourWeights.load(tmp_path / "weights.json") == saved


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"origin": "x", "weights": {"stem: present": 1}}'])
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "other.json").write_text(content)
    with pytest.raises(ModelError, match=r"other\.json is not a file of SFOUR weights"):
        SfourWeights.load(tmp_path / "other.json")


@pytest.mark.parametrize("values", [(1.0,), (-1.0,) * len(FEATURES), (float("nan"),) * len(FEATURES)])
def test_weights_that_are_missing_negative_or_no_number_are_refused(values: tuple[float, ...]) -> None:
    with pytest.raises(ModelError, match="SFOUR needs"):
        SfourWeights(values, "a test")


def test_the_shipped_weights_say_where_they_come_from() -> None:
    assert "development clusters" in shipped().origin
    assert sum(shipped().values) == pytest.approx(1.0, abs=1e-4)


def test_the_best_extract_is_that_of_all_subsets() -> None:
    example = Example.of(
        Pair((RIVER, BRIDGE), ("Heavy rain made the river flood the town. Engineers checked the bridge for cracks.",))
    )
    assert sorted(example.best) == [1, 7]


def test_the_violator_is_far_from_the_reference_while_nothing_is_learned() -> None:
    example = Example.of(Pair((RIVER, BRIDGE), ("Heavy rain made the river flood the town.",)))
    violator = example.climb(np.zeros(len(FEATURES)), loss=1.0)
    recalled = example.words.added(example.words.nothing())[0]
    assert recalled[violator[0]] == recalled[candidates(example.task)].min()


def test_the_joint_features_count_every_covered_term_once() -> None:
    example = Example.of(Pair((RIVER, BRIDGE), (RIVER,)))
    for first, second in combinations(range(4), 2):
        shared = set(example.incidence.row(first)[0].tolist()) | set(example.incidence.row(second)[0].tolist())
        expected = example.features[sorted(shared)].sum(axis=0) / example.task.costs.limit
        assert example.joint([first, second]) == pytest.approx(expected)


def test_clusters_whose_references_repeat_frequent_words_teach_frequency() -> None:
    animals = ["cats", "dogs", "owls", "bees", "mice", "goats"]
    clusters = [
        Pair(
            (f"Somebody counted seven tables there. Wild {a} eat green grass. Some {a} eat brown {b}.",),
            (f"Wild {a} eat green grass.",),
        )
        for a, b in combinations(animals, 2)
    ]
    learned = dict(zip(FEATURES, fit(clusters).values, strict=True))
    assert learned["stem: sentences >= 2"] > learned["stem: place <= 1"]
    new = task_of(
        "Nobody ever repaired four chairs. Small lions hunt at night. Many lions hunt zebras.", budget=Sentences(1)
    )
    assert Sfour(fit(clusters)).select(new).sentences != [0]
    assert fit(clusters) == fit(clusters)


def test_nothing_to_learn_from_is_reported() -> None:
    with pytest.raises(DataError, match="got none"):
        fit([])
    with pytest.raises(DataError, match="needs documents with words"):
        fit([Pair(("",), ("A summary.",))])


def test_what_was_seen_is_covered_already() -> None:
    texts = "The river flooded the town. Engineers checked the bridge."
    assert Sfour().select(task_of(texts, budget=Sentences(1), seen=("A river flooded a town.",))).sentences == [1]
