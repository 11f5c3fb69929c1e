"""Learn the weights of SFOUR that ship with the package.

Run from the project's root, with a folder of sets (``NAME.jsonl``, one cluster a line)::

    python -m benchmarks.models.fit_sfour ../shared/data/summaries [--output src/reprank/data/sfour.json]

Learns on every other cluster, from the first, of English sets published under CC BY or MIT, and prints ROUGE F1 on the
clusters between them and on sets whose clusters it does not learn from, as JSON. What is held back takes no part.
Regularization and the exponent of cost were picked on clusters of both kinds, so neither is a clean test. The same sets
give the same weights.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from benchmarks.data.split import for_tuning
from benchmarks.models.margin import fit
from reprank.api import System
from reprank.baselines.sfour import Sfour, SfourWeights
from reprank.budget import Words
from reprank.evaluation.datasets import Cluster, read_clusters
from reprank.evaluation.rouge import Rouge

LEARNED = ("multiling-en", "yelp", "amazon", "squality", "meetings")
UNSEEN = ("multi-news", "cnn", "pubmed", "opinosis")
SEED = 0


def quality(weights: SfourWeights, clusters: Sequence[Cluster]) -> dict[str, float]:
    """Score summaries as long as the references of the set are on average."""
    limit = round(fmean(Words(1).cost(text) for cluster in clusters for text in cluster.references))
    system = System(Sfour(weights))
    scores: dict[str, list[float]] = {"rouge-1": [], "rouge-2": []}
    for cluster in clusters:
        references = Rouge().prepare(cluster.references)
        summary = str(system.summarize(cluster.documents, words=limit, keywords=0))
        for metric, values in scores.items():
            values.append(100 * references.score(summary, metric).f1)
    return {"clusters": len(clusters), "words": limit} | {
        name: round(fmean(values), 2) for name, values in scores.items()
    }


def main() -> None:
    """Learn, write and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--output", type=Path, default=Path("src/reprank/data/sfour.json"))
    options = parser.parse_args()
    sets = {name: read_clusters(options.folder / f"{name}.jsonl") for name in (*LEARNED, *UNSEEN)}
    used = {name: for_tuning(sets[name][::2]) for name in LEARNED}
    counts = ", ".join(f"{name} {len(clusters)}" for name, clusters in used.items())
    total = sum(map(len, used.values()))
    origin = (
        f"learned by benchmarks/models/fit_sfour.py on {total} development clusters, every other one of: {counts}; "
        f"seed {SEED}"
    )
    weights = fit((cluster for clusters in used.values() for cluster in clusters), seed=SEED, origin=origin)
    weights.save(options.output)
    between = {name: quality(weights, for_tuning(sets[name][1::2])) for name in LEARNED}
    unseen = {name: quality(weights, for_tuning(sets[name])) for name in UNSEEN}
    print(json.dumps({"origin": origin, "between": between, "unseen": unseen}, indent=1))


if __name__ == "__main__":
    main()
