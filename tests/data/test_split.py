"""The held-back part: the same for everybody, about a third, and out of reach of scripts that choose settings."""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass, replace

import pytest
from benchmarks.data.convert import IDENTIFIERS
from benchmarks.data.split import for_tuning, held_back, is_held_back, sets_for_tuning
from benchmarks.quality import quality
from benchmarks.report import ROOT

from reprank.evaluation.datasets import Cluster, KeyphraseText
from reprank.evaluation.experiment import Results, RunOptions, run
from reprank.evaluation.reporting.rows import ReportOptions, tables
from reprank.evaluation.sets import KeyphraseSet, SummarySet

# Scripts that choose settings, with the function of the split through which their data go.
TUNING_SCRIPTS = {
    "quality/ablation.py": "sets_for_tuning",
    "keywords/keyword_weights.py": "is_held_back",
    "models/fit_sfour.py": "for_tuning",
}
# Learned from pairs of sentences that readers judged before the split was made, in clusters of both parts.
BEFORE_THE_SPLIT = {"quality/retelling.py"}
READERS = {"read_clusters", "read_set", "read_sets", "read_group", "read_examples", "read_keyphrase_texts"}


@dataclass(frozen=True)
class Item:
    id: str


def clusters(count: int) -> tuple[Cluster, ...]:
    text = "The river rose all night. By dawn it had closed the bridge. A dog slept."
    return tuple(Cluster(f"c{number}", (text,), ("The river closed the bridge.",)) for number in range(count))


def test_the_split_never_changes() -> None:
    # From sha256sum and bc: the first 16 hexadecimal digits of reprank-held-back-1/ID, divided by three.
    assert [number for number in range(12) if is_held_back(f"c{number}")] == [1, 2, 3, 5, 7, 8, 10]
    assert [number for number in range(12) if is_held_back(str(number))] == [9, 10]


def test_about_a_third_is_held_back() -> None:
    share = sum(is_held_back(f"cluster-{number}") for number in range(6000)) / 6000
    assert 0.31 < share < 0.36


def test_every_set_of_the_tables_has_both_parts() -> None:
    for name, found in json.loads(IDENTIFIERS.read_text(encoding="utf-8")).items():
        parts = {is_held_back(identifier) for identifier in found}
        assert parts == {True, False}, name


def test_tuning_sees_nothing_that_is_held_back() -> None:
    items = [Item(f"c{number}") for number in range(50)]
    kept = for_tuning(items)
    assert 0 < len(kept) < len(items)
    assert not any(is_held_back(item.id) for item in kept)


def test_sets_lose_what_is_held_back_and_keep_their_length() -> None:
    texts = tuple(KeyphraseText(f"c{number}", "text", ("key",)) for number in range(20))
    summaries, phrases = sets_for_tuning([SummarySet("a", clusters(20), 77), KeyphraseSet("b", texts)])
    assert isinstance(summaries, SummarySet)
    assert isinstance(phrases, KeyphraseSet)
    assert summaries.words == 77
    assert [one.id for one in summaries.clusters] == [one.id for one in phrases.texts]
    assert not any(is_held_back(one.id) for one in summaries.clusters)


def test_results_on_the_held_back_part_are_those_of_its_clusters_alone() -> None:
    named = SummarySet("rivers", clusters(6), 15)
    results = run([named], options=RunOptions(), workers=0)
    part = held_back(results)
    assert isinstance(part, Results)
    assert {outcome.id for outcome in part.outcomes} == {"c1", "c2", "c3", "c5"}
    assert 6 * len(part.outcomes) == 4 * len(results.outcomes)


def test_the_page_about_quality_has_the_held_back_part_apart() -> None:
    results = run([SummarySet("rivers", clusters(6), 15)], options=RunOptions(), workers=0)
    group = quality.Group("rivers", "Rivers", "summaries", {"rivers": None})
    text = "\n\n".join(quality._document(group, results, tables(results, ReportOptions())))
    assert "On the [held-back part](data.md) alone, 4 of 6" in text
    after = text.partition("[held-back part]")[2]
    assert "| reprank | " in after.partition("<details>")[0]


def test_no_table_is_made_where_nothing_is_held_back() -> None:
    named = SummarySet("rivers", clusters(1), 15)
    results = Results((named,), RunOptions(), (), "build")
    assert held_back(results) is None
    assert held_back(replace(results, sets=(replace(named, clusters=clusters(6)),))) is not None


@pytest.mark.parametrize(("script", "guard"), TUNING_SCRIPTS.items())
def test_scripts_that_choose_settings_read_data_through_the_split(script: str, guard: str) -> None:
    tree = ast.parse((ROOT / "benchmarks" / script).read_text(encoding="utf-8"))
    called = [node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    assert guard in called
    readers = [name for name in called if name in READERS]
    assert len(readers) == 1, "data come in at one place only"
    assert not any(isinstance(node, ast.Attribute) and node.attr in ("open", "read_bytes") for node in ast.walk(tree))


def test_scripts_of_measures_that_learn_are_all_listed() -> None:
    learning = [
        path
        for path in (ROOT / "benchmarks").rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in ("best_elsewhere(", "def learn(", "weights = fit("))
    ]
    assert {path.relative_to(ROOT / "benchmarks").as_posix() for path in learning} == {
        *TUNING_SCRIPTS,
        *BEFORE_THE_SPLIT,
    }
