"""Measure whether a query moves the summary to its answer, and whether an update repeats what was seen.

Each input is made of the documents of three clusters on different subjects; the query is the first sentence that a
person wrote about the first of them. Measured: the share of the summary that comes from the documents asked about, and
ROUGE against what the person wrote, with the query and without. For updates one half of a cluster is known to the
reader, and the largest share of a summary sentence's word pairs that one seen sentence has is averaged.

    python -m benchmarks.quality.query ../shared/data

Writes docs/results/query.json and the part ``query`` of docs/lab/quality.md. It takes about a minute of one core.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import numpy as np

from benchmarks.report import DOCS, table, write_between, write_figures
from reprank import RepRank, Summary
from reprank.api import Summarizer
from reprank.budget import Words
from reprank.evaluation.datasets import Cluster, read_clusters
from reprank.evaluation.rouge import Rouge
from reprank.evaluation.significance import paired_bootstrap
from reprank.systems import make

SETS = ("multiling-en", "multi-news")
WORDS = 100


def mixtures(clusters: Sequence[Cluster]) -> Iterator[tuple[list[str], int, str, Sequence[str]]]:
    """Yield documents of three clusters, how many are of the first, a question about it, and its references."""
    for i, asked in enumerate(clusters):
        others = [clusters[(i + step) % len(clusters)] for step in (1, 2)]
        documents = [*asked.documents, *(text for other in others for text in other.documents)]
        question = re.split(r"(?<=[.!?])\s", asked.references[0].lstrip("– "))[0]
        yield documents, len(asked.documents), question, asked.references


def share_asked(summary: Summary, count: int) -> float:
    """Return the share of the summary's words that come from the first documents."""
    words = [(sentence.document < count, len(sentence.text.split())) for sentence in summary.sentences]
    return sum(length for asked, length in words if asked) / max(sum(length for _, length in words), 1)


def measure(system: Summarizer, clusters: Sequence[Cluster], *, asking: bool) -> dict[str, list[float]]:
    """Summarize every mixture, with or without its question."""
    figures: dict[str, list[float]] = {"share": [], "rouge-1": [], "rouge-2": []}
    for documents, count, question, references in mixtures(clusters):
        summary = system.summarize(documents, budget=Words(WORDS), keywords=0, query=question if asking else None)
        scores = Rouge().prepare(references).scores(str(summary), ("rouge-1", "rouge-2"))
        figures["share"].append(share_asked(summary, count))
        for metric, score in scores.items():
            figures[metric].append(score.recall)
    return figures


def repeated(clusters: Sequence[Cluster], *, telling: bool) -> list[float]:
    """Return how much of an update repeats what was seen, for every cluster of two documents or more."""
    return [
        _repetition(RepRank().summarize(list(new), words=WORDS, seen=list(seen) if telling else (), keywords=0), seen)
        for cluster in clusters
        if (new := cluster.documents[1::2]) and (seen := cluster.documents[::2])
    ]


def _repetition(summary: Summary, seen: Sequence[str]) -> float:
    known = [_pairs(line) for text in seen for line in re.split(r"(?<=[.!?])\s|\n", text)]
    shares = [
        max((len(pairs & other) / len(pairs) for other in known), default=0.0)
        for sentence in summary.sentences
        if (pairs := _pairs(sentence.text))
    ]
    return fmean(shares) if shares else 0.0


def _pairs(text: str) -> set[tuple[str, str]]:
    words = re.findall(r"\w+", text.lower())
    return set(pairwise(words))


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with summaries/")
    parser.add_argument("--limit", type=int, help="at most this many clusters of each set: writes no page")
    options = parser.parse_args()
    folder = options.data / "summaries"
    clusters = [cluster for name in SETS for cluster in read_clusters(folder / f"{name}.jsonl")[: options.limit]]
    figures: dict[str, dict[str, list[float]]] = {}
    systems: dict[str, Callable[[], Summarizer]] = {"reprank": RepRank, "mmr": lambda: make("mmr")}
    for name, system in systems.items():
        for asking in (False, True):
            figures[f"{name}, {'with' if asking else 'without'} the query"] = measure(system(), clusters, asking=asking)
    before, after = (repeated(clusters, telling=telling) for telling in (False, True))
    change = paired_bootstrap(after, before, rng=np.random.default_rng(0))
    rows = [[name, *(f"{100 * fmean(values):.1f}" for values in found.values())] for name, found in figures.items()]
    content = (
        table(["system", "from the documents asked about", "R-1 recall", "R-2 recall"], rows)
        + f"\n\nShare of the update that repeats what the reader knows: {100 * fmean(before):.1f}% without `seen`, "
        f"{100 * fmean(after):.1f}% with it, a change of {100 * change.mean:+.1f} [{100 * change.low:+.1f}, "
        f"{100 * change.high:+.1f}]."
    )
    print(content)
    if options.limit is None:
        means = {name: {key: fmean(values) for key, values in found.items()} for name, found in figures.items()}
        seen = {"without": fmean(before), "with": fmean(after), "low": change.low, "high": change.high}
        write_figures("query", {"query": means, "seen": seen})
        write_between(DOCS / "lab" / "quality.md", "query", content)


if __name__ == "__main__":
    main()
