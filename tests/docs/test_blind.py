"""Blind readings: a packet names no system, and gathering names every verdict by its system again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from benchmarks.data.split import is_held_back
from benchmarks.quality import blind

from reprank.evaluation.datasets import Cluster
from reprank.evaluation.sets import SummarySet

NAMES = ["reprank", "lead"]
TEXT = "Snow closed the road on Friday. A dog barked. Ploughs will open the road on Monday."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    clusters = tuple(Cluster(f"c{number}", (TEXT,), ("Snow closed the road.",)) for number in range(12))
    blind.make([SummarySet("snow", clusters, words=8)], tmp_path, NAMES, inputs=3, seed=1)
    return tmp_path


def test_packets_are_of_held_back_inputs_and_name_no_system(folder: Path) -> None:
    key = json.loads((folder / "key.json").read_text())["packets"]
    assert len(key) == 3
    assert all(is_held_back(about["input"].partition("/")[2]) for about in key.values())
    for path in (folder / "packets").glob("*.md"):
        text = path.read_text()
        assert TEXT in text
        assert text.count("## Summary ") == 2
        assert not any(name in text for name in NAMES)


def test_verdicts_are_gathered_under_the_names_of_the_systems(folder: Path) -> None:
    key = json.loads((folder / "key.json").read_text())["packets"]
    (folder / "verdicts").mkdir()
    for number, about in key.items():
        verdict = {
            letter: {"rank": 1 + (name == "lead"), "content": 3, "readability": 2}
            for letter, name in about["letters"].items()
        }
        (folder / "verdicts" / f"{number}-ann.json").write_text(json.dumps(verdict))
    results = folder / "reading.json"
    results.write_text("{}")
    blind.gather(folder, "sixth", results)
    (study,) = json.loads(results.read_text()).values()
    assert [reading["systems"]["lead"]["rank"] for reading in study["readings"]] == [2, 2, 2]


def test_an_incomplete_verdict_is_refused(folder: Path) -> None:
    (folder / "verdicts").mkdir()
    (folder / "verdicts" / "001-ann.json").write_text('{"A": {"rank": 1}}')
    (folder / "reading.json").write_text("{}")
    with pytest.raises(SystemExit, match="are needed for each"):
        blind.gather(folder, "sixth", folder / "reading.json")
