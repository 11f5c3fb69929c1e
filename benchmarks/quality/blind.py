"""Data sets to packets for blind readers, and their verdicts to docs/results/reading.json.

    python -m benchmarks.quality.blind make DATA FOLDER [--inputs 50] [--seed 7] [--systems reprank,lead,lexrank,icsi]
    python -m benchmarks.quality.blind gather FOLDER NAME

``make`` draws inputs from the held-back part of the English sets and writes, for each, ``packets/NUMBER.md`` with the
sources and the summaries in random order, named by letters. A reader writes ``verdicts/NUMBER-READER.json``:
``{"A": {"rank": 1, "content": 4, "readability": 3}, …}``. ``gather`` names the systems again, from ``key.json``, which
readers must not see, and adds the study. ``python -m benchmarks.quality.reading`` writes the page.
"""

from __future__ import annotations

import argparse
import json
from itertools import starmap
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import Any

from benchmarks.data.split import is_held_back
from benchmarks.quality.quality import GROUPS, read_group
from benchmarks.report import RESULTS
from reprank import systems
from reprank.evaluation.datasets import Cluster
from reprank.evaluation.sets import SummarySet

BRIEF = """\
Read the sources, then the summaries. Nobody tells you which system wrote which. Rank them (1 is the best; no ties) and
rate each from 1 to 5 for content (are the main points there, and is nothing told twice?) and for readability (does it
read as if written to be read?). Write one JSON object with an entry for each letter:
{"A": {"rank": 1, "content": 4, "readability": 3}, …}
"""
KINDS = ("rank", "content", "readability")


def main() -> None:
    """Make packets, or gather verdicts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    made = verbs.add_parser("make")
    made.add_argument("data", type=Path)
    made.add_argument("folder", type=Path)
    made.add_argument("--inputs", type=int, default=50)
    made.add_argument("--seed", type=int, default=7)
    made.add_argument("--systems", default="reprank,lead,lexrank,icsi")
    gathered = verbs.add_parser("gather")
    gathered.add_argument("folder", type=Path)
    gathered.add_argument("name", help="name of the study")
    options = parser.parse_args()
    if options.verb == "gather":
        gather(options.folder, options.name, RESULTS / "reading.json")
        return
    sets = [named for named in read_group(GROUPS[0], options.data) if isinstance(named, SummarySet)]
    make(sets, options.folder, options.systems.split(","), inputs=options.inputs, seed=options.seed)


def make(sets: list[SummarySet], folder: Path, names: list[str], *, inputs: int, seed: int) -> None:
    """Write the packets and the key."""
    dealer = Random(seed)
    pool = [(named, cluster) for named in sets for cluster in named.clusters if is_held_back(cluster.id)]
    (folder / "packets").mkdir(parents=True, exist_ok=True)
    key: dict[str, Any] = {"seed": seed, "packets": {}}
    for number, (named, cluster) in enumerate(dealer.sample(pool, min(inputs, len(pool))), start=1):
        order = dealer.sample(names, len(names))
        letters = dict(zip(ascii_uppercase, order, strict=False))
        path = folder / "packets" / f"{number:03}.md"
        path.write_text(packet(cluster, letters, words=named.words), encoding="utf-8")
        key["packets"][path.stem] = {"input": f"{named.name}/{cluster.id}", "letters": letters}
    (folder / "key.json").write_text(json.dumps(key, indent=1) + "\n", encoding="utf-8")
    print(f"{len(key['packets'])} packets in {folder / 'packets'}")


def packet(cluster: Cluster, letters: dict[str, str], *, words: int) -> str:
    """Return what one reader reads: the brief, the sources, and a summary of each system under its letter."""
    parts = [BRIEF]
    parts += [f"## Source {number}\n\n{text}\n" for number, text in enumerate(cluster.documents, start=1)]
    for letter, name in letters.items():
        parts.append(f"## Summary {letter}\n\n{systems.make(name).summarize(list(cluster.documents), words=words)}\n")
    return "\n".join(parts)


def gather(folder: Path, name: str, results: Path) -> None:
    """Add the verdicts of a folder to the results as one study; raise SystemExit for a verdict that is incomplete."""
    key = json.loads((folder / "key.json").read_text(encoding="utf-8"))
    readings = []
    for path in sorted((folder / "verdicts").glob("*.json")):
        number, _, reader = path.stem.partition("-")
        about, verdict = key["packets"][number], json.loads(path.read_text(encoding="utf-8"))
        if set(verdict) != set(about["letters"]) or any(set(one) != set(KINDS) for one in verdict.values()):
            raise SystemExit(f"{path}: {', '.join(KINDS)} are needed for each of {', '.join(about['letters'])}")
        named = {about["letters"][letter]: one for letter, one in verdict.items()}
        readings.append({"input": about["input"], "reader": reader, "systems": named})
    studies = json.loads(results.read_text(encoding="utf-8"))
    studies[name] = {"seed": key["seed"], "readings": readings}
    written = ",\n".join(starmap(_study, studies.items()))
    results.write_text("{\n" + written + "\n}\n", encoding="utf-8")
    print(f"{len(readings)} readings added as {name}")


def _study(name: str, study: dict[str, Any]) -> str:
    """Write one study with one line for each reading."""
    lines = ",\n".join(f"  {json.dumps(reading)}" for reading in study["readings"])
    return f' {json.dumps(name)}: {{"seed": {study["seed"]}, "readings": [\n{lines}]}}'


if __name__ == "__main__":
    main()
