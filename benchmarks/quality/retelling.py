"""Judged pairs of sentences to a rule: which sentences of two documents tell the same event, and what tells it.

    python -m benchmarks.quality.retelling ../shared/data

The pairs are in docs/results/retelling-pairs.json: two sentences of different documents of one cluster, by their
places, and a reader's verdict: 2, one of them tells nothing that the other does not; 1, both tell the same event, but
one adds something that matters; 0, different facts. They come from long summaries, evenly over the share of words in
common, so pairs with much in common are more frequent than in a summary. Writes docs/results/retelling.json and the
part ``retelling`` of docs/lab/readers.md. The default method goes by the row "cosine of weighted terms".
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.report import DOCS, RESULTS, table, write_between
from reprank.arrays import Booleans, Floats, Integers
from reprank.budget import Words
from reprank.coverage.duplicates import NearDuplicates
from reprank.coverage.method import Coverage
from reprank.coverage.settings import Duplicates
from reprank.paper.nodes import WordNodes
from reprank.paper.representation import REPRESENTATIONS, calibrated
from reprank.pipeline import Input, ReadText
from reprank.text.documents import Document

PAGE = DOCS / "lab" / "readers.md"
FOLDS = 10
PENALTY = 1.0  # on the squared weights of the logistic function
SHOWN = 90  # pairs that each rule calls retold, so that precision and recall can be compared
COLUMNS: Mapping[str, Sequence[str]] = {
    "share of common stems": ["share"],
    "share and rarity": ["share", "rarity"],
    "share, rarity and numbers": ["share", "rarity", "numbers"],
    "cosine of weighted terms": ["cosine"],
    "cosine of GloVe averages": ["glove"],
    "cosine of learned vectors": ["attention"],
    "share, rarity and GloVe": ["share", "rarity", "glove"],
    "share, rarity and learned vectors": ["share", "rarity", "attention"],
}


@dataclass(frozen=True, eq=False)
class Cluster:
    """What is computed once for the documents of a cluster."""

    near: NearDuplicates
    number: Mapping[tuple[int, int, int], int]  # sentence at a place
    vectors: Mapping[str, Floats]


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with summaries/*.jsonl")
    options = parser.parse_args()
    read = cache(lambda name: clusters(options.data / "summaries" / f"{name}.jsonl"))
    opened = cache(lambda name, key: open_cluster(read(name)[key]))
    pairs = json.loads((RESULTS / "retelling-pairs.json").read_text(encoding="utf-8"))
    features: list[dict[str, float]] = []
    verdicts: list[int] = []
    for pair in pairs:
        cluster = opened(pair["set"], pair["id"])
        one, other = (cluster.number.get(tuple(pair[side])) for side in ("one", "other"))
        if one is not None and other is not None:  # sentences that are split in another way today are left out
            features.append(measure(cluster, one, other))
            verdicts.append(pair["retold"])
    write(features, np.array(verdicts), len(pairs))
    return 0


def clusters(path: Path) -> dict[str, list[str]]:
    """Read the documents of each cluster of a set."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {str(row["id"]): row["documents"] for row in rows}


def open_cluster(documents: Sequence[str]) -> Cluster:
    """Rank a cluster and represent its sentences."""
    task = ReadText.of(Input(tuple(map(Document, documents)), code="en")).task(Words(200))
    units = task.units
    near = NearDuplicates(Coverage().rank(task), Duplicates())
    places = zip(units.document.tolist(), units.start.tolist(), units.end.tolist(), strict=True)
    nodes = WordNodes.of(units)
    vectors = {name: calibrated(name).encode(units, nodes)[0].astype(np.float64) for name in REPRESENTATIONS}
    return Cluster(near, {place: i for i, place in enumerate(places)}, vectors)


def measure(cluster: Cluster, one: int, other: int) -> dict[str, float]:
    """Return what may tell that two sentences tell the same."""
    common = cluster.near.common(one, other)
    found = {"share": common.share, "rarity": float(np.log1p(common.rarity)), "cosine": common.cosine}
    found["numbers"] = float(len(common.numbers))
    for name, vectors in cluster.vectors.items():
        a, b = vectors[one], vectors[other]
        found[name] = float(a @ b / max(float(np.linalg.norm(a) * np.linalg.norm(b)), 1e-12))
    return found


def write(features: Sequence[Mapping[str, float]], verdicts: Integers, judged: int) -> None:
    """Compare the rules and write the table."""
    figures: dict[str, object] = {"pairs": judged, "found": len(verdicts), "verdicts": np.bincount(verdicts).tolist()}
    rows = []
    told = verdicts >= 1
    for name, columns in COLUMNS.items():
        values = np.array([[feature[column] for column in columns] for feature in features])
        scores = held_out(values, told)
        weights = fit(values, told)
        chosen = np.argsort(-scores, kind="stable")[:SHOWN]
        precision, recall = told[chosen].mean(), told[chosen].sum() / told.sum()
        figures[name] = {"auc": auc(scores, told), "auc 2": auc(scores, verdicts == 2), "weights": weights.tolist()}
        areas = [f"{auc(scores, told):.3f}", f"{auc(scores, verdicts == 2):.3f}"]
        rows.append([name, *areas, f"{precision:.2f}", f"{recall:.2f}"])
    (RESULTS / "retelling.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    counts = ", ".join(f"{int(count)} with verdict {verdict}" for verdict, count in enumerate(np.bincount(verdicts)))
    caption = (
        f"There are {len(verdicts)} pairs ({counts}). AUC is the area under the curve for verdicts 1 and 2 against 0, "
        "and for 2 against the others; each pair is scored by a logistic function fitted without its tenth of the "
        f"pairs. Precision and recall are for verdicts 1 and 2, if the best {SHOWN} pairs are called retold."
    )
    content = table(["features", "AUC", "AUC of verdict 2", "precision", "recall"], rows, caption=caption)
    print(content)
    write_between(PAGE, "retelling", content)


def held_out(values: Floats, told: Booleans) -> Floats:
    """Score each pair by weights that were fitted to the other folds."""
    fold = np.random.default_rng(0).permutation(len(told)) % FOLDS
    scores = np.zeros(len(told))
    for number in range(FOLDS):
        weights = fit(values[fold != number], told[fold != number])
        scores[fold == number] = values[fold == number] @ weights[:-1] + weights[-1]
    return scores


def fit(values: Floats, told: Booleans) -> Floats:
    """Fit a logistic function by Newton's method; the last weight is the constant."""
    mean, spread = values.mean(axis=0), values.std(axis=0)
    rows = np.column_stack([(values - mean) / spread, np.ones(len(values))])
    weights = np.zeros(rows.shape[1])
    shrink = PENALTY * np.append(np.ones(values.shape[1]), 0.0)
    for _ in range(50):
        probability = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (probability - told) + shrink * weights
        curvature = (rows * (probability * (1 - probability))[:, None]).T @ rows + np.diag(shrink)
        weights -= np.linalg.solve(curvature, slope)
    plain = weights[:-1] / spread
    return np.append(plain, weights[-1] - plain @ mean)


def auc(scores: Floats, positive: Booleans) -> float:
    """Return the share of pairs of a positive and a negative example in which the positive one scores higher."""
    difference = scores[positive][:, None] - scores[~positive][None, :]
    return float((difference > 0).mean() + 0.5 * (difference == 0).mean())


if __name__ == "__main__":
    raise SystemExit(main())
