"""Measure the paper's presets step by step from the printed to the calibrated one, and several training runs.

    python -m benchmarks.models.calibration_table ../shared/data [--models FOLDER]

FOLDER holds the models of ``benchmarks.models.train_seeds``. Writes docs/results/calibration.json and the tables
between <!-- calibration:begin --> and <!-- calibration:end --> of docs/representation.md.

Large sets are divided: their first clusters are development data, as in benchmarks/quality/quality.py. Nothing was
chosen on the others, so they confirm or refute what was.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.models.train_seeds import first_articles
from benchmarks.report import RESULTS, ROOT, write_between
from reprank.baselines.lexrank import LexRank
from reprank.budget import Words
from reprank.evaluation.datasets import read_clusters
from reprank.evaluation.rouge import References, Rouge
from reprank.evaluation.significance import macro_comparison
from reprank.paper.encoder import Encoder
from reprank.paper.method import Paper
from reprank.paper.representation import Representation, calibrate, calibrated, learned
from reprank.selection import Costs, Method, Selection, Task
from reprank.text.documents import Document
from reprank.text.joining import join_sentences
from reprank.text.languages import language
from reprank.text.units import read_units
from reprank.training.config import HEADS

# Words near the mean length of the references, and which clusters are development and confirmation data. Of sets with
# long documents only some clusters are measured: one of them takes as long as fifty others.
SETS: dict[str, tuple[int, slice, slice]] = {
    "multiling-en": (250, slice(None), slice(0)),
    "multi-news": (225, slice(None), slice(0)),
    "multi-news-truncated": (230, slice(100), slice(100, None)),
    "yelp": (50, slice(None), slice(0)),
    "amazon": (50, slice(None), slice(0)),
    "opinosis": (20, slice(None), slice(0)),
    "cnn": (40, slice(150), slice(150, None)),
    "pubmed": (225, slice(16), slice(50, 60)),
    "squality": (425, slice(10), slice(40, 50)),
    "meetings": (110, slice(12), slice(0)),
}
PARTS = ("development", "confirmation")
GLOVE, LEARNED, CALIBRATED = "GloVe, as printed", "learned, as printed", "= `reprank-paper-calibrated`"
METRICS = ("rouge-1", "rouge-2")
CALIBRATION_ARTICLES = 100

Scores = dict[str, NDArray[np.float64]]  # set: (clusters, 2) of ROUGE-1 and ROUGE-2 F1


@dataclass(frozen=True)
class Input:
    """A cluster made ready once for all methods."""

    task: Task
    references: References


@dataclass(frozen=True)
class Unfiltered:
    """A method that may select every sentence but repeated ones: the paper knows no headings and fragments."""

    method: Paper

    @property
    def name(self) -> str:
        """The name of the method."""
        return self.method.name

    def select(self, task: Task) -> Selection:
        """Select without the filter of the pipeline."""
        fresh = task.units.duplicate_of == np.arange(len(task.units))
        return self.method.select(replace(task, eligible=fresh))


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--models", type=Path, help="folder of benchmarks.models.train_seeds")
    parser.add_argument("--limit", type=int, help="at most this number of clusters of each set; writes no document")
    options = parser.parse_args()
    inputs = read_inputs(options.data / "summaries", options.limit)
    scores = {name: measure(inputs, method, name) for name, method in variants().items()}
    result: dict[str, object] = {"clusters": {part: sizes(inputs[part]) for part in PARTS}}
    result["methods"] = {name: {part: summary(found[part]) for part in PARTS} for name, found in scores.items()}
    pages = [steps_table(scores, inputs), added_table(scores)]
    if options.models is not None:
        articles = first_articles(options.data / "corpus" / "wiki-en-3.jsonl.xz", CALIBRATION_ARTICLES)
        runs = measure_models(options.models, [article["text"] for article in articles], inputs)
        result["training runs"] = runs
        pages.append(runs_table(runs))
    if options.limit is None:
        (RESULTS / "calibration.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
        write_between(ROOT / "docs" / "representation.md", "calibration", "\n\n" + "\n\n".join(pages) + "\n")
    print("\n\n".join(pages))


def variants() -> dict[str, Method]:
    """Name the presets, what leads from one to the other, and what they add to the paper."""
    made = calibrated("attention")
    raw = learned()
    return {
        GLOVE: Paper.printed("glove"),
        LEARNED: Paper.printed("attention"),
        "+ mean sentence removed, thresholds by the rule": Paper(
            representation=replace(raw, mean=made.mean, thresholds=made.thresholds)
        ),
        "+ attention tempered, content words only": Paper(representation=made),
        CALIBRATED: Paper.calibrated("attention"),
        "GloVe, calibrated in the same way": Paper.calibrated("glove"),
        "tf-idf LexRank, for comparison": LexRank(),
        "GloVe, every sentence eligible": Unfiltered(Paper.printed("glove")),
        "learned, every sentence eligible": Unfiltered(Paper.printed("attention")),
        "GloVe, all pairs of content words": replace(Paper.printed("glove"), min_pair_count=1),
    }


def read_inputs(folder: Path, most: int | None) -> dict[str, dict[str, list[Input]]]:
    """Read every set and divide it."""
    parts: dict[str, dict[str, list[Input]]] = {part: {} for part in PARTS}
    for name, (words, *wanted) in SETS.items():
        clusters = read_clusters(folder / f"{name}.jsonl")
        for part, span in zip(PARTS, wanted, strict=True):
            if chosen := clusters[span][:most]:
                parts[part][name] = [
                    Input(_task(cluster.documents, words), Rouge().prepare(cluster.references)) for cluster in chosen
                ]
    return parts


def _task(documents: tuple[str, ...], words: int) -> Task:
    units = read_units([Document(text) for text in documents], language("en"))
    fresh = units.duplicate_of == np.arange(len(units))
    well_formed = fresh & units.well_formed
    eligible = well_formed if well_formed.sum() >= 3 else fresh
    return Task(units, Costs.of(Words(words), units), eligible, np.zeros(len(units), dtype=np.bool_))


def measure(inputs: dict[str, dict[str, list[Input]]], method: Method, name: str) -> dict[str, Scores]:
    """Score a method on every cluster."""
    found = {
        part: {key: np.array([_score(method, item) for item in items]) for key, items in inputs[part].items()}
        for part in inputs
    }
    print(name, {part: macro(scores).round(2).tolist() for part, scores in found.items()}, flush=True)
    return found


def _score(method: Method, item: Input) -> tuple[float, float]:
    selected = method.select(item.task).sentences
    text = join_sentences(item.task.units.texts[i] for i in sorted(selected))
    scores = item.references.scores(text, METRICS)
    return 100 * scores["rouge-1"].f1, 100 * scores["rouge-2"].f1


def measure_models(
    folder: Path, texts: list[str], inputs: dict[str, dict[str, list[Input]]]
) -> dict[str, list[dict[str, object]]]:
    """Score every training run, as printed and calibrated, on the development part."""
    development = {"development": inputs["development"]}
    runs: dict[str, list[dict[str, object]]] = {}
    for head in HEADS:
        for path in sorted(folder.glob(f"{head}-*.safetensors")):
            encoder = Encoder.load(path)
            made = calibrated(encoder, calibrate(encoder, texts))
            row: dict[str, object] = {"validation accuracy": float(encoder.metadata["validation_accuracy"])}
            for name, method in {
                "printed": Paper(representation=Representation(encoder)),
                "calibrated": Paper.calibrated(made),
            }.items():
                row[name] = macro(measure(development, method, f"{path.stem}, {name}")["development"]).tolist()
            runs.setdefault(head, []).append(row)
    return runs


def macro(scores: Scores) -> NDArray[np.float64]:
    """Average the means of the sets."""
    means: NDArray[np.float64] = np.mean([values.mean(axis=0) for values in scores.values()], axis=0)
    return means


def summary(scores: Scores) -> dict[str, list[float]]:
    """Return the means of all sets and of each."""
    return {"mean": macro(scores).tolist(), **{name: values.mean(axis=0).tolist() for name, values in scores.items()}}


def sizes(inputs: dict[str, list[Input]]) -> dict[str, int]:
    """Count the clusters of each set."""
    return {name: len(items) for name, items in inputs.items()}


def difference(scores: Scores, base: Scores) -> str:
    """Format the difference of two methods with its 95% interval, in bold where that excludes zero."""
    cells = []
    for column in range(len(METRICS)):
        found = macro_comparison(
            [values[:, column] for values in scores.values()],
            [values[:, column] for values in base.values()],
            rng=np.random.default_rng(0),
        )
        text = f"{found.mean:+.2f} [{found.low:+.2f}, {found.high:+.2f}]"
        cells.append(f"**{text}**" if found.low > 0 or found.high < 0 else text)
    return "<br>".join(cells).replace("-", "−")


def steps_table(scores: dict[str, dict[str, Scores]], inputs: dict[str, dict[str, list[Input]]]) -> str:
    """Write the way from the printed to the calibrated preset."""
    counts = {part: sum(sizes(inputs[part]).values()) for part in PARTS}
    names = ", ".join(inputs["confirmation"])
    lines = [
        "### From the printed to the calibrated preset",
        "",
        f"Means over sets, ROUGE-1 / ROUGE-2 F1. Development: {counts['development']} clusters of "
        f"{len(inputs['development'])} sets. Confirmation: the",
        f"{counts['confirmation']} clusters of {names} on which nothing was chosen.",
        "Differences are from GloVe as printed; 95% intervals, those that exclude zero in bold.",
        "",
        "| the paper's method with | development | difference | confirmation | difference |",
        "|---|---:|---:|---:|---:|",
    ]
    for name in list(scores)[:7]:
        cells = []
        for part in PARTS:
            one, two = macro(scores[name][part])
            same = name == GLOVE
            cells += [f"{one:.2f} / {two:.2f}", "" if same else difference(scores[name][part], scores[GLOVE][part])]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def added_table(scores: dict[str, dict[str, Scores]]) -> str:
    """Write what the presets add to the paper."""
    lines = [
        "### What the printed presets add to the paper",
        "",
        "Change on the development clusters when it is left out:",
        "",
        "| change | difference from the preset |",
        "|---|---:|",
    ]
    for name in list(scores)[7:]:
        base = GLOVE if name.startswith("GloVe") else LEARNED
        lines.append(f"| {name} | {difference(scores[name]['development'], scores[base]['development'])} |")
    return "\n".join(lines)


def runs_table(runs: dict[str, list[dict[str, object]]]) -> str:
    """Write mean, lowest and highest of the training runs of each head."""
    lines = [
        "### Training runs",
        "",
        f"{len(next(iter(runs.values())))} small models for each head, which differ in the seed alone "
        "(`benchmarks/models/train_seeds.py`). Mean over the",
        "development sets, with the lowest and the highest of the runs.",
        "",
        "| head | validation accuracy | printed: ROUGE-1 | ROUGE-2 | calibrated: ROUGE-1 | ROUGE-2 |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for head, rows in runs.items():
        accuracy = np.array([row["validation accuracy"] for row in rows], dtype=np.float64)
        cells = [_spread(100 * accuracy, "%")]
        for name in ("printed", "calibrated"):
            values = np.array([row[name] for row in rows], dtype=np.float64)
            cells += [_spread(values[:, column]) for column in range(len(METRICS))]
        lines.append(f"| {head} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _spread(values: NDArray[np.float64] | Iterable[float], unit: str = "") -> str:
    array = np.asarray(values, dtype=np.float64)
    return f"{array.mean():.2f}{unit} ({array.min():.2f} to {array.max():.2f})"


if __name__ == "__main__":
    main()
