"""Measure what partitions cost: the same clusters summarized exactly and by partitions, against their references.

    python -m benchmarks.quality.partitions ../shared/data/summaries/multiling-en.jsonl …

Writes docs/results/partitions.json and the table of docs/scale.md.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import mean

import reprank
from benchmarks.report import write_between
from benchmarks.speed.speed_report import table
from reprank.batch import RowSettings
from reprank.batch.partition import summarize
from reprank.budget import Words
from reprank.evaluation.rouge import Rouge
from reprank.summary import Summary

ROOT = Path(__file__).parents[2]
SIZES = (1, 2, 5)
WORDS = 200


def main(names: list[str]) -> None:
    """Measure every file and write the results."""
    results = [measure(Path(name)) for name in names]
    target = ROOT / "docs" / "results" / "partitions.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    rows = [["set", "documents", *(f"{size} at a time: same words, R-1, R-2" for size in SIZES), "exact: R-1, R-2"]]
    for result in results:
        cells = [f"{cell['overlap']:.0%}, {cell['r1']:.1f}, {cell['r2']:.1f}" for cell in result["partitions"]]
        exact = f"{result['exact']['r1']:.1f}, {result['exact']['r2']:.1f}"
        rows.append([f"{result['set']} ({result['clusters']} clusters)", f"{result['documents']:.1f}", *cells, exact])
    write_between(ROOT / "docs" / "scale.md", "partitions", table(rows))
    print(table(rows))


def measure(path: Path) -> dict[str, object]:
    """Summarize every cluster of a file both ways."""
    clusters = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    clusters = [cluster for cluster in clusters if len(cluster["documents"]) > 1]
    exact: list[dict[str, float]] = []
    parted: dict[int, list[dict[str, float]]] = {size: [] for size in SIZES}
    for cluster in clusters:
        references = Rouge().prepare(cluster["references"])

        def scores(summary: Summary) -> dict[str, float]:
            found = {name: references.score(str(summary), metric) for name, metric in METRICS.items()}  # noqa: B023
            return {name: 100 * score.f1 for name, score in found.items()}

        whole = reprank.summarize(cluster["documents"], words=WORDS, keywords=0)
        exact.append(scores(whole))
        for size in SIZES:
            summary = summarize(
                cluster["documents"], partition=size, settings=RowSettings(budget=Words(WORDS), keywords=0)
            )
            parted[size].append({**scores(summary), "overlap": overlap(whole, summary)})
    return {
        "set": path.stem,
        "clusters": len(clusters),
        "documents": mean(len(cluster["documents"]) for cluster in clusters),
        "exact": _means(exact),
        "partitions": [{"size": size, **_means(found)} for size, found in parted.items()],
    }


METRICS = {"r1": "rouge-1", "r2": "rouge-2"}


def overlap(whole: Summary, parted: Summary) -> float:
    """Return the share of the exact summary's words that stand in sentences selected both times."""
    selected = {(sentence.document, sentence.start) for sentence in parted.sentences}
    words = {sentence: len(sentence.text.split()) for sentence in whole.sentences}
    both = sum(count for sentence, count in words.items() if (sentence.document, sentence.start) in selected)
    return both / max(sum(words.values()), 1)


def _means(found: list[dict[str, float]]) -> dict[str, float]:
    return {name: mean(one[name] for one in found) for name in found[0]}


if __name__ == "__main__":
    main(sys.argv[1:])
