"""Ask whether vectors know anything about single sentences that the default method does not, and write the answer.

    python benchmarks/dense_signal.py ../shared/data

For every sentence that may be chosen: how much it overlaps with the references (ROUGE-1 + ROUGE-2), and its cosine with
the mean sentence. Their correlation by ranks, after what the default's score, length and place explain has been taken
from both, is averaged over the clusters of each set. The table goes between the lines <!-- signal:begin --> and
<!-- signal:end --> of docs/representation.md, the numbers to docs/results/dense-signal.json.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from dense import METRICS, ROOT, fill, grid
from dense_parts import Representation, representations, unit_rows
from quality import GROUPS
from reprank.api import System
from reprank.arrays import Floats
from reprank.coverage.method import Coverage, Walked
from reprank.evaluation.rouge import Rouge
from reprank.evaluation.sets import Reading, SummarySet, read_set
from reprank.evaluation.significance import bootstrap, macro_average
from reprank.selection import Choice, Task

MOST = 40  # clusters of each set
FEWEST = 8  # sentences of a cluster: with fewer nothing is left after three explanations


@dataclass(frozen=True)
class Watched(Coverage):
    """The default method, which keeps what it was asked and the value of every sentence at the start."""

    seen: list[tuple[Task, Floats]] = field(default_factory=list)

    def choose(self, task: Task) -> Choice:
        """Choose as the default does."""
        self.seen.clear()
        return super().choose(task)

    def _cover(self, task: Task, walked: Walked) -> list[int]:
        said, mass = self._said(walked)
        self.seen.append((task, said.backward(mass) * self._worth(task.units, self._scarce(task))))
        return super()._cover(task, walked)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with summaries/")
    options = parser.parse_args()
    english = next(group for group in GROUPS if group.name == "english")
    rows = representations()
    found: dict[str, Floats] = {}
    for name in english.sets:
        each = read_set(options.data / english.folder / f"{name}.jsonl", name, Reading(limit=MOST))
        if isinstance(each, SummarySet):
            found[name] = _correlations(each, rows)
    rng = np.random.default_rng(0)
    table = {row.name: [_shown(found[name][:, i], rng) for name in found] for i, row in enumerate(rows)}
    means = {row.name: macro_average([found[name][:, i] for name in found], rng=rng).mean for i, row in enumerate(rows)}
    text = grid(
        ("representation", "mean", *found), {name: [f"{means[name]:+.2f}", *cells] for name, cells in table.items()}
    ).replace("-0", "−0")
    numbers = {
        name: dict(zip(means, values.mean(axis=0).round(3).tolist(), strict=True)) for name, values in found.items()
    }
    print(text)
    (ROOT / "docs" / "results" / "dense-signal.json").write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
    fill(ROOT / "docs" / "representation.md", "signal", text)


def _correlations(each: SummarySet, rows: Sequence[Representation]) -> Floats:
    """Return the partial correlations of a set: clusters by representations."""
    method, rouge = Watched(), Rouge(each.rouge)
    found = list[list[float]]()
    for cluster in each.clusters:
        System(method).summarize(cluster.documents, words=each.words, keywords=0)
        if not method.seen or method.seen[0][0].eligible.sum() < FEWEST:
            continue
        task, value = method.seen[0]
        among, units = np.flatnonzero(task.eligible), task.units
        references = rouge.prepare(cluster.references)
        overlaps = [references.scores(units.texts[i], METRICS) for i in among.tolist()]
        overlap = np.array([sum(scores[metric].f1 for metric in METRICS) for scores in overlaps])
        length = np.log(np.maximum(units.lengths[among], 1))
        known = np.stack(
            [np.ones(len(among)), _ranks(value[among]), length, length**2, np.log(units.position[among])], 1
        )
        left = np.eye(len(among)) - known @ np.linalg.pinv(known)
        wanted = left @ _ranks(overlap)
        found.append([_cosine(left @ _ranks(_centrality(row, task)[among]), wanted) for row in rows])
    return np.array(found)


def _centrality(row: Representation, task: Task) -> Floats:
    vectors = row.sentences(task.units)
    centrality: Floats = unit_rows(vectors) @ vectors[task.eligible].mean(axis=0)
    return centrality


def _ranks(values: Floats) -> Floats:
    """Return the mean rank of each value among its equals."""
    _, at, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Floats = (np.cumsum(counts) - (counts - 1) / 2)[at]
    return ranks


def _cosine(one: Floats, other: Floats) -> float:
    return float(one @ other / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-12))


def _shown(values: Floats, rng: np.random.Generator) -> str:
    estimate = bootstrap(values, rng=rng)
    text = f"{estimate.mean:+.2f}"
    return f"**{text}**" if estimate.low > 0 or estimate.high < 0 else text


if __name__ == "__main__":
    main()
