"""Measure what partitions cost: the same clusters summarized exactly and by partitions, against their references.

    python -m benchmarks.quality.partitions ../shared/data/summaries/multiling-en.jsonl …

Writes docs/results/partitions.json and the part ``partitions`` of docs/lab/robustness.md. It takes about a minute.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import mean
from typing import Any

import reprank
from benchmarks.report import DOCS, table, write_between, write_figures
from reprank.batch import RowSettings
from reprank.batch.partition import summarize
from reprank.budget import Words
from reprank.evaluation.rouge import Rouge
from reprank.summary import Summary

SIZES = (1, 2, 5)  # documents ranked together
WORDS = 200
METRICS = {"r1": "rouge-1", "r2": "rouge-2"}


def main() -> None:
    """Measure every file and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+", help="sets of clusters, one cluster a line")
    parser.add_argument("--limit", type=int, help="at most this many clusters of each set: writes no page")
    options = parser.parse_args()
    results = [measure(path, options.limit) for path in options.files]
    head = ["set", "documents", *(f"{size} at a time: same words, R-1, R-2" for size in SIZES), "exact: R-1, R-2"]
    content = table(head, map(_row, results))
    print(content)
    if options.limit is None:
        write_figures("partitions", {"sets": results})
        write_between(DOCS / "lab" / "robustness.md", "partitions", content)


def _row(result: dict[str, Any]) -> list[str]:
    cells = [f"{cell['overlap']:.0%}, {cell['r1']:.1f}, {cell['r2']:.1f}" for cell in result["partitions"]]
    exact = f"{result['exact']['r1']:.1f}, {result['exact']['r2']:.1f}"
    return [f"{result['set']} ({result['clusters']} clusters)", f"{result['documents']:.1f}", *cells, exact]


def measure(path: Path, limit: int | None) -> dict[str, Any]:
    """Summarize every cluster of a file both ways."""
    clusters = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[:limit]]
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


def overlap(whole: Summary, parted: Summary) -> float:
    """Return the share of the exact summary's words that are in sentences selected both times."""
    selected = {(sentence.document, sentence.start) for sentence in parted.sentences}
    words = {sentence: len(sentence.text.split()) for sentence in whole.sentences}
    both = sum(count for sentence, count in words.items() if (sentence.document, sentence.start) in selected)
    return both / max(sum(words.values()), 1)


def _means(found: list[dict[str, float]]) -> dict[str, float]:
    return {name: mean(one[name] for one in found) for name in found[0]}


if __name__ == "__main__":
    main()
