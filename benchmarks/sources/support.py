"""Editors' marks to weights: which sentences of two documents tell the same, and how well it can be told.

    python -m benchmarks.sources.support ../shared/data [--marks FOLDER]

The marks are those of ``benchmarks.editors``: groups of sentences that tell the same. Every two sentences of different
documents are a pair, sentences that editors call debris left out. Each cluster is scored by weights that were fitted to
the others. Writes docs/results/support.json and the part ``support`` of docs/lab/sources.md. The weights of
``reprank.sources.matching.MatchWeights`` are those printed at the end, which are fitted to all clusters.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.report import DOCS, table, write_between, write_figures
from reprank.arrays import Booleans, Floats
from reprank.budget import Words
from reprank.coverage.duplicates import NearDuplicates
from reprank.coverage.method import Coverage
from reprank.coverage.settings import Duplicates
from reprank.pipeline import Input, ReadText
from reprank.sources.matching import Matches
from reprank.text.documents import Document

PAGE = DOCS / "lab" / "sources.md"
FOLDS = 19
PENALTY = 1.0  # on the squared weights of the logistic function
WANTED_PRECISION = 0.8
RECALL = 0.4


@dataclass(frozen=True, eq=False)
class Pairs:
    """All pairs of one input: what they have in common, and whether editors marked them."""

    features: Floats  # pair × (stems, terms, rarity, numbers, log of the sentences)
    same: Booleans
    near: Booleans  # near-duplicates by the present test of the selection


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with editors/news.jsonl and editors/reviews.jsonl")
    options = parser.parse_args()
    news, reviews = (read(options.data / "editors" / f"{name}.jsonl") for name in ("news", "reviews"))
    scores = held_out(news)
    weights = fitted(news)
    shown = threshold(scores, [pairs.same for pairs in news])
    found = {
        "cosine of stems": measures(news, [pairs.features[:, 0] for pairs in news]),
        "cosine of stems and pairs of stems": measures(news, [pairs.features[:, 1] for pairs in news]),
        "near-duplicate test of the selection": at(news, [pairs.near for pairs in news]),
        "fitted": measures(news, scores),
        "fitted, shown": at(news, [score >= shown for score in scores]),
        "fitted to news, shown in reviews": at(reviews, [score_of(pairs, weights) >= shown for pairs in reviews]),
    }
    figures: dict[str, object] = {"clusters": len(news), "pairs": sum(len(pairs.same) for pairs in news)}
    figures |= {"marked": int(sum(pairs.same.sum() for pairs in news)), "weights": weights.tolist(), "shown": shown}
    write_figures("support", {**figures, "measures": found})
    columns = ("average precision", "precision at recall .4", "precision", "recall")
    rows = [
        [name, *(f"{row[key]:.2f}".lstrip("0") if key in row else "" for key in columns)] for name, row in found.items()
    ]
    caption = (
        f"The table is based on {figures['pairs']:,} pairs of sentences from {len(news)} news clusters, "
        f"{figures['marked']} of which editors marked as saying the same. Average precision, and precision at a recall "
        "of .4, are means over the clusters, each scored by weights fitted to the others; precision and recall are "
        "over all pairs that a rule calls the same."
    )
    content = table(["features", *columns], rows, caption=caption)
    print(content, "\nweights", np.round(weights, 2), "shown above", round(shown, 2))
    write_between(PAGE, "support", content)
    return 0


def read(path: Path) -> list[Pairs]:
    """Read the inputs that have several documents."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [pairs_of(row) for row in rows if len(row["documents"]) > 1]


def pairs_of(row: Mapping[str, Any]) -> Pairs:
    """Compare every two sentences of different documents."""
    text = ReadText.of(Input(tuple(map(Document, row["documents"])), code="en"))
    units = text.units
    places = zip(units.document.tolist(), units.start.tolist(), units.end.tolist(), strict=True)
    number = {place: i for i, place in enumerate(places)}
    marked = [number.get((it["document"], it["start"], it["end"])) for it in row["sentences"]]
    usable = np.zeros(len(units), np.bool_)
    usable[[i for mark, i in enumerate(marked) if i is not None and mark not in set(row["debris"])]] = True
    same = np.zeros((len(units), len(units)), np.bool_)
    for group in row["same"]:
        members = [marked[mark] for mark in group if marked[mark] is not None]
        same[np.ix_(members, members)] = True
    ranking = Coverage().rank(text.task(Words(max(int(units.lengths.sum()), 1))))
    matches, near = Matches.of(ranking), NearDuplicates(ranking, Duplicates())
    features, is_same, is_near = [], [], []
    for one in np.flatnonzero(usable).tolist():
        others = usable & (units.document != units.document[one]) & (np.arange(len(units)) > one)
        common = np.column_stack([*matches.common(one), np.full(len(units), np.log(len(units)))])
        duplicate = np.zeros(len(units), np.bool_)
        duplicate[near.of(one)] = True
        features.append(common[others])
        is_same.append(same[one, others])
        is_near.append(duplicate[others])
    return Pairs(np.concatenate(features or [np.zeros((0, 5))]), _joined(is_same), _joined(is_near))


def _joined(parts: Sequence[Booleans]) -> Booleans:
    return np.concatenate(parts) if parts else np.zeros(0, np.bool_)


def held_out(inputs: Sequence[Pairs]) -> list[Floats]:
    """Score the pairs of each input by weights that were fitted to the inputs of the other folds."""
    scores: list[Floats] = [np.zeros(0)] * len(inputs)
    for fold in range(FOLDS):
        weights = fitted([pairs for number, pairs in enumerate(inputs) if number % FOLDS != fold])
        for number in range(fold, len(inputs), FOLDS):
            scores[number] = score_of(inputs[number], weights)
    return scores


def score_of(pairs: Pairs, weights: Floats) -> Floats:
    """Return the log-odds of each pair; pairs without a common stem come last."""
    odds: Floats = pairs.features @ weights[:-1] + weights[-1]
    return np.where(pairs.features[:, 0] > 0, odds, -50.0)


def fitted(inputs: Sequence[Pairs]) -> Floats:
    """Fit a logistic function by Newton's method; an input weighs with the root of its marked pairs."""
    usable = [pairs.features[:, 0] > 0 for pairs in inputs]
    values = np.concatenate([pairs.features[use] for pairs, use in zip(inputs, usable, strict=True)])
    same = np.concatenate([pairs.same[use] for pairs, use in zip(inputs, usable, strict=True)])
    weight = np.concatenate(
        [np.full(use.sum(), max(pairs.same.sum(), 1) ** -0.5) for pairs, use in zip(inputs, usable, strict=True)]
    )
    mean, spread = values.mean(axis=0), values.std(axis=0)
    rows = np.column_stack([(values - mean) / spread, np.ones(len(values))])
    found = np.zeros(rows.shape[1])
    shrink = PENALTY * np.append(np.ones(values.shape[1]), 0.0)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-rows @ found))
        slope = rows.T @ (weight * (chance - same)) + shrink * found
        curvature = (rows * (weight * chance * (1 - chance))[:, None]).T @ rows + np.diag(shrink)
        found -= np.linalg.solve(curvature, slope)
    plain = found[:-1] / spread
    return np.append(plain, found[-1] - plain @ mean)


def measures(inputs: Sequence[Pairs], scores: Sequence[Floats]) -> dict[str, float]:
    """Return the means over the inputs that have marked pairs."""
    kept = [(score, pairs.same) for score, pairs in zip(scores, inputs, strict=True) if pairs.same.any()]

    def mean(of: Callable[[Floats, Booleans], float]) -> float:
        return float(np.mean([of(*it) for it in kept]))

    return {"average precision": mean(average_precision), "precision at recall .4": mean(precision_at)}


def at(inputs: Sequence[Pairs], called: Sequence[Booleans]) -> dict[str, float]:
    """Return precision and recall of the pairs that a rule calls the same."""
    same, chosen = np.concatenate([pairs.same for pairs in inputs]), np.concatenate(called)
    hits = float((same & chosen).sum())
    return {"precision": hits / max(float(chosen.sum()), 1.0), "recall": hits / float(same.sum())}


def average_precision(scores: Floats, same: Booleans) -> float:
    """Return the mean of the precision at each marked pair, best scores first."""
    ordered = same[np.argsort(-scores, kind="stable")]
    return float((np.cumsum(ordered) / np.arange(1, len(ordered) + 1))[ordered].mean())


def precision_at(scores: Floats, same: Booleans) -> float:
    """Return the precision where four in ten of the marked pairs are found."""
    ordered = same[np.argsort(-scores, kind="stable")]
    last = int(np.searchsorted(np.cumsum(ordered), np.ceil(RECALL * ordered.sum())))
    return float(ordered[: last + 1].mean())


def threshold(scores: Sequence[Floats], same: Sequence[Booleans]) -> float:
    """Return the least score above which the wanted share of all pairs is marked."""
    joined, marked = np.concatenate(scores), np.concatenate(same)
    order = np.argsort(-joined, kind="stable")
    precision = np.cumsum(marked[order]) / np.arange(1, len(order) + 1)
    return float(joined[order][np.flatnonzero(precision >= WANTED_PRECISION).max()])


if __name__ == "__main__":
    raise SystemExit(main())
