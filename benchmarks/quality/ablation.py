"""Take the default apart: what each part is sentence_factor, and whether its settings carry over to sets they were not selected on.

    python -m benchmarks.quality.ablation ../shared/data

Writes docs/results/ablation.json and the tables between <!-- ablation:begin --> and <!-- ablation:end --> of
docs/quality.md. Differences are of the mean over the English sets, each counting alike, with 95% intervals from paired
bootstrap within the sets.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.report import RESULTS, ROOT, write_between
from reprank.budget import Words
from reprank.coverage.graph import Shares
from reprank.coverage.method import Coverage
from reprank.evaluation.datasets import read_clusters
from reprank.evaluation.rouge import References, Rouge
from reprank.evaluation.significance import macro_comparison
from reprank.selection import Costs, Task
from reprank.text.documents import Document
from reprank.text.joining import join_sentences
from reprank.text.languages import language
from reprank.text.units import read_units

# Words near the mean length of the references, and how many clusters of the large sets are read.
SETS: dict[str, tuple[int, int | None]] = {
    "multiling-en": (250, None),
    "multi-news": (225, None),
    "multi-news-truncated": (230, 100),
    "yelp": (50, None),
    "amazon": (50, None),
    "opinosis": (20, None),
    "cnn": (40, 150),
    "pubmed": (225, None),
    "squality": (425, None),
    "meetings": (110, None),
}
DEFAULT = Coverage()
VARIANTS = {
    "no division by length": replace(DEFAULT, length=0.0),
    "no absorption of said words": replace(DEFAULT, absorption=0.0, function_absorption=0.0),
    "no position": replace(DEFAULT, position=0.0),
    "position without an end": replace(DEFAULT, last_position=10**9),
    "openings of retold stories count no more": replace(DEFAULT, most_retold=0.0),
    "no stop words in the selection": replace(DEFAULT, function_mass=0.0, function_pair_mass=0.0),
    "stop words absorbed like others": replace(DEFAULT, function_absorption=DEFAULT.absorption),
    "pairs no heavier than stems": replace(DEFAULT, pair_weight=1.0),
    "talk not discounted": replace(DEFAULT, address=0.0),
    "labels not discounted": replace(DEFAULT, label=0.0),
    "no edges between sentences": replace(DEFAULT, shares=Shares(sentence_to_sentence=0.0)),
    "more of the terms' mass to sentences": replace(DEFAULT, shares=Shares(term_to_sentence=0.9)),
    "near copies allowed": replace(DEFAULT, redundant=2.0),
    "no fading with the share kept": replace(DEFAULT, fading=(9.0, 10.0)),
}
GRID = {"length": (0.5, 0.6, 0.7), "absorption": (0.5, 0.6, 0.7), "function_mass": (0.1, 0.2, 0.3)}

Scores = dict[str, NDArray[np.float64]]  # set: (clusters, 2) of ROUGE-1 and ROUGE-2 F1


@dataclass(frozen=True)
class Input:
    """A cluster made ready once for all variants."""

    task: Task
    references: References


def read_inputs(folder: Path) -> dict[str, list[Input]]:
    """Read every set."""
    return {
        name: [
            Input(_task(cluster.documents, words), Rouge().prepare(cluster.references))
            for cluster in read_clusters(folder / f"{name}.jsonl")[:limit]
        ]
        for name, (words, limit) in SETS.items()
    }


def _task(documents: tuple[str, ...], words: int) -> Task:
    units = read_units([Document(text) for text in documents], language("en"))
    fresh = units.duplicate_of == np.arange(len(units))
    presentable = fresh & units.well_formed
    eligible = presentable if presentable.sum() >= 3 else fresh
    return Task(units, Costs.of(Words(words), units), eligible, np.zeros(len(units), dtype=np.bool_))


def measure(inputs: dict[str, list[Input]], method: Coverage) -> Scores:
    """Score one variant on every cluster."""
    return {name: np.array([_score(method, item) for item in items]) for name, items in inputs.items()}


def _score(method: Coverage, item: Input) -> tuple[float, float]:
    selected = method.select(item.task).selected
    text = join_sentences(item.task.units.texts[i] for i in sorted(selected))
    scores = item.references.scores(text, ("rouge-1", "rouge-2"))
    return 100 * scores["rouge-1"].f1, 100 * scores["rouge-2"].f1


def macro(scores: Scores, names: list[str] | None = None) -> NDArray[np.float64]:
    """Average the means of the sets."""
    means: NDArray[np.float64] = np.mean([scores[name].mean(axis=0) for name in names or scores], axis=0)
    return means


def ablations(inputs: dict[str, list[Input]], base: Scores) -> dict[str, dict[str, list[float]]]:
    """Return, for each variant and metric, the change of the mean and its interval."""
    changes: dict[str, dict[str, list[float]]] = {}
    for name, method in VARIANTS.items():
        scores = measure(inputs, method)
        changes[name] = {}
        for column, metric in enumerate(("rouge-1", "rouge-2")):
            found = macro_comparison(
                [scores[key][:, column] for key in scores],
                [base[key][:, column] for key in base],
                rng=np.random.default_rng(0),
            )
            changes[name][metric] = [found.mean, found.low, found.high]
        print(name, changes[name], flush=True)
    return changes


def left_out(inputs: dict[str, list[Input]]) -> dict[str, dict[str, object]]:
    """Choose settings on all sets but one, for each, and score them on that one."""
    grid = {
        values: measure(inputs, replace(DEFAULT, **dict(zip(GRID, values, strict=True))))
        for values in product(*GRID.values())
    }
    rows: dict[str, dict[str, object]] = {}
    for name in inputs:
        others = [other for other in inputs if other != name]
        selected = max(grid, key=lambda values: float(macro(grid[values], others).sum()))
        rows[name] = {
            "settings": dict(zip(GRID, selected, strict=True)),
            "scores": grid[selected][name].mean(axis=0).tolist(),
        }
    spread = np.array([macro(scores) for scores in grid.values()])
    rows["spread over the grid"] = {"lowest": spread.min(axis=0).tolist(), "highest": spread.max(axis=0).tolist()}
    return rows


def tables(base: Scores, changes: dict[str, dict[str, list[float]]], rows: dict[str, dict[str, object]]) -> str:
    """Write both tables."""
    one, two = macro(base)
    lines = [
        f"The default reaches {one:.2f} / {two:.2f} (ROUGE-1 / ROUGE-2 F1). Without one of its parts:",
        "",
        "| change | ROUGE-1 | ROUGE-2 |",
        "|---|---|---|",
        *(f"| {name} | {_change(row['rouge-1'])} | {_change(row['rouge-2'])} |" for name, row in changes.items()),
        "",
        f"Leave one set out: {', '.join(GRID)} are selected on the other sets, "
        f"from {len(list(product(*GRID.values())))} combinations.",
        "",
        "| set left out | selected | there | the default there |",
        "|---|---|---|---|",
    ]
    means = []
    for name in base:
        settings, scores = rows[name]["settings"], rows[name]["scores"]
        assert isinstance(settings, dict)
        assert isinstance(scores, list)
        means.append(scores)
        default = base[name].mean(axis=0)
        selected = ", ".join(str(value) for value in settings.values())
        lines.append(
            f"| {name} | {selected} | {scores[0]:.1f} / {scores[1]:.1f} | {default[0]:.1f} / {default[1]:.1f} |"
        )
    left = np.mean(means, axis=0)
    spread = rows["spread over the grid"]
    lowest, highest = spread["lowest"], spread["highest"]
    assert isinstance(lowest, list)
    assert isinstance(highest, list)
    lines.append(f"| **mean** | | {left[0]:.2f} / {left[1]:.2f} | {one:.2f} / {two:.2f} |")
    lines += [
        "",
        f"Over the whole grid the mean lies between {lowest[0]:.2f} / {lowest[1]:.2f} "
        f"and {highest[0]:.2f} / {highest[1]:.2f}.",
    ]
    return "\n".join(lines)


def _change(values: list[float]) -> str:
    mean, low, high = values
    return f"{mean:+.2f} [{low:+.2f}, {high:+.2f}]"


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    inputs = read_inputs(parser.parse_args().data / "summaries")
    base = measure(inputs, DEFAULT)
    changes, rows = ablations(inputs, base), left_out(inputs)
    means = {name: scores.mean(axis=0).tolist() for name, scores in base.items()}
    result = {"default": means, "ablations": changes, "left_out": rows}
    (RESULTS / "ablation.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    write_between(ROOT / "docs" / "quality.md", "ablation", tables(base, changes, rows))


if __name__ == "__main__":
    main()
