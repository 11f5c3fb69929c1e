"""Compare word vectors in the method of the paper: GloVe, GloVe with SIF weights, and models trained with two heads.

    python -m benchmarks.models.representation ../shared/data --models FOLDER

FOLDER holds the models of ``benchmarks.models.train_seeds``. Summaries are measured on clusters that were used for no
choice: not for the settings of any method, and not for those of the training. Writes
docs/results/representation.json and the tables of docs/lab/representation.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.models.train_english import SOURCES
from benchmarks.models.train_seeds import first_articles
from benchmarks.report import ROOT, table, write_between, write_figures
from reprank.api import RepRank
from reprank.baselines.lexrank import LexRank
from reprank.budget import Words
from reprank.evaluation.datasets import KeyphraseText, read_clusters, read_keyphrase_texts
from reprank.evaluation.keyphrases import Keyphrases
from reprank.evaluation.rouge import References, Rouge
from reprank.evaluation.significance import macro_comparison
from reprank.paper.encoder import Encoder
from reprank.paper.method import Paper
from reprank.paper.representation import Representation, calibrate, calibrated, glove
from reprank.paper.vectors import WordVectors
from reprank.pipeline import Input as Given
from reprank.pipeline import ReadText, Request
from reprank.selection import Method, Task
from reprank.text.documents import Document
from reprank.text.tokens import join_sentences
from reprank.training.config import HEADS

PAGE = ROOT / "docs" / "lab" / "representation.md"
# Words near the mean length of the references, and the clusters on which nothing was chosen. Of sets with long
# documents only some are measured: one of them takes as long as fifty others.
SETS: dict[str, tuple[int, slice]] = {
    "multi-news-truncated": (230, slice(100, None)),
    "cnn": (40, slice(150, None)),
    "pubmed": (225, slice(50, 60)),
    "squality": (425, slice(40, 50)),
}
KEYPHRASES = ("inspec", "semeval2017", "500n")
CALIBRATION_ARTICLES = 100
METRICS = ("rouge-1", "rouge-2")
RARITY = 1e-3  # a of the SIF weight a / (a + p)
PLAIN, SIF, SHIPPED = "GloVe, plain average", "GloVe, SIF weights", "the model that ships"

Scores = dict[str, NDArray[np.float64]]  # set: (clusters, metrics)


@dataclass(frozen=True)
class Cluster:
    """A cluster made ready once for all methods."""

    task: Task
    references: References


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="?", default=SOURCES)
    parser.add_argument("--models", type=Path, required=True, help="folder of benchmarks.models.train_seeds")
    parser.add_argument("--limit", type=int, help="at most this number of inputs of each set; writes no document")
    options = parser.parse_args()
    articles = first_articles(options.data / "corpus" / "wiki-en-3.jsonl.xz", CALIBRATION_ARTICLES)
    texts = [article["text"] for article in articles]
    clusters = read_sets(options.data / "summaries", options.limit)
    phrases = {
        name: read_keyphrase_texts(options.data / "keyphrases" / f"{name}.jsonl")[: options.limit]
        for name in KEYPHRASES
    }
    rows = representations(options.models)
    summaries: dict[str, dict[str, list[Scores]]] = {}
    keywords: dict[str, list[Scores]] = {}
    for name, runs in rows.items():
        for run in runs:
            methods = {"printed": Paper(representation=run), "calibrated": Paper.calibrated(_calibrated(run, texts))}
            for preset, method in methods.items():
                summaries.setdefault(name, {}).setdefault(preset, []).append(measure(clusters, method))
            keywords.setdefault(name, []).append(measure_keywords(phrases, run))
            print(
                name,
                {preset: macro(scores[-1]).round(2).tolist() for preset, scores in summaries[name].items()},
                flush=True,
            )
    lexrank = measure(clusters, LexRank())
    accuracy = {
        head: [float(Encoder.load(path).metadata["validation_accuracy"]) for path in paths(options.models, head)]
        for head in HEADS
    }
    page = "\n\n".join(
        [
            summaries_table(summaries, lexrank, clusters),
            keywords_table(keywords, phrases),
            runs_table(summaries, accuracy),
        ]
    )
    print(page)
    if options.limit is None:
        write_figures(
            "representation",
            {
                "clusters": {name: len(items) for name, items in clusters.items()},
                "summaries": {
                    name: {preset: [macro(run).tolist() for run in runs] for preset, runs in presets.items()}
                    for name, presets in summaries.items()
                },
                "lexrank": macro(lexrank).tolist(),
                "keywords": {name: [macro(run).tolist() for run in runs] for name, runs in keywords.items()},
                "validation accuracy": accuracy,
            },
        )
        write_between(PAGE, "representations", f"\n\n{page}\n")


def paths(folder: Path, head: str) -> list[Path]:
    """Return the models of a head, seed by seed."""
    return sorted(folder.glob(f"{head}-*.safetensors"))


def representations(folder: Path) -> dict[str, list[Representation]]:
    """Name what is compared; a trained representation has one run for each seed."""
    found = {PLAIN: [glove()], SIF: [sif()], SHIPPED: [Representation(Encoder.english())]}
    for head in HEADS:
        found[f"learned, {head} head"] = [Representation(Encoder.load(path)) for path in paths(folder, head)]
    return found


def sif() -> Representation:
    """Return GloVe with weights a / (a + p), p by Zipf's law from the rank of a word; every word takes part."""
    given = Encoder.glove()
    words = given.vocabulary.words()
    frequency = 1 / np.arange(1, len(words) + 1)
    weights = np.log(RARITY / (RARITY + frequency / frequency.sum()))
    return Representation(Encoder.from_vectors(WordVectors(tuple(words), given.vectors_of(words)), attention=weights))


def _calibrated(run: Representation, texts: Sequence[str]) -> Representation:
    return calibrated(run, calibrate(run, texts))


def read_sets(folder: Path, limit: int | None) -> dict[str, list[Cluster]]:
    """Read the clusters of every set."""
    return {
        name: [
            Cluster(_task(cluster.documents, words), Rouge().prepare(cluster.references))
            for cluster in read_clusters(folder / f"{name}.jsonl")[span][:limit]
        ]
        for name, (words, span) in SETS.items()
    }


def _task(documents: Sequence[str], words: int) -> Task:
    text = ReadText.of(Given(tuple(map(Document, documents)), code="en"))
    return text.task(Words(words), Request(Words(words)))


def measure(clusters: dict[str, list[Cluster]], method: Method) -> Scores:
    """Score a method on every cluster."""
    return {name: np.array([_score(method, cluster) for cluster in items]) for name, items in clusters.items()}


def _score(method: Method, cluster: Cluster) -> tuple[float, ...]:
    selected = method.select(cluster.task).sentences
    text = join_sentences(cluster.task.units.texts[i] for i in sorted(selected))
    scores = cluster.references.scores(text, METRICS)
    return tuple(100 * scores[metric].f1 for metric in METRICS)


def measure_keywords(texts: dict[str, tuple[KeyphraseText, ...]], run: Representation) -> Scores:
    """Score the keywords of the paper's method: F1 among the first ten."""
    system, metric = RepRank.paper(vectors=run), Keyphrases()
    return {
        name: np.array(
            [
                [
                    100
                    * metric.prepare(text)
                    .scores([found.text for found in system.keywords(text.text, language="en")])[10]
                    .f1
                ]
                for text in items
            ]
        )
        for name, items in texts.items()
    }


def macro(scores: Scores) -> NDArray[np.float64]:
    """Average the means of the sets."""
    means: NDArray[np.float64] = np.mean([values.mean(axis=0) for values in scores.values()], axis=0)
    return means


def over_runs(runs: Sequence[Scores]) -> Scores:
    """Average the scores of every cluster over training runs."""
    return {name: np.mean([run[name] for run in runs], axis=0) for name in runs[0]}


def difference(scores: Scores, base: Scores) -> str:
    """Format the difference of two methods with its 95 % interval, in bold where that excludes zero."""
    cells = []
    for column in range(next(iter(base.values())).shape[1]):
        found = macro_comparison(
            [values[:, column] for values in scores.values()],
            [values[:, column] for values in base.values()],
            rng=np.random.default_rng(0),
        )
        text = f"{found.mean:+.2f} [{found.low:+.2f}, {found.high:+.2f}]"
        cells.append(f"**{text}**" if found.low > 0 or found.high < 0 else text)
    return "<br>".join(cells).replace("-", "−")


def summaries_table(
    summaries: dict[str, dict[str, list[Scores]]], lexrank: Scores, clusters: dict[str, list[Cluster]]
) -> str:
    """Write ROUGE of every representation, as printed and calibrated."""
    base = summaries[PLAIN]
    rows = []
    for name, presets in summaries.items():
        cells = [name]
        for preset, runs in presets.items():
            mean = over_runs(runs)
            one, two = macro(mean)
            same = name == PLAIN
            cells += [f"{one:.2f} / {two:.2f}", "" if same else difference(mean, base[preset][0])]
        rows.append(cells)
    one, two = macro(lexrank)
    rows.append(
        ["tf-idf LexRank, for comparison", f"{one:.2f} / {two:.2f}", difference(lexrank, base["printed"][0]), "", ""]
    )
    head = ["the paper's method with", "as printed", "difference", "calibrated", "difference"]
    count = sum(map(len, clusters.values()))
    return (
        "### Summaries\n\n"
        f"ROUGE-1 / ROUGE-2 F1, mean over {', '.join(clusters)}: {count} clusters that were used for no\n"
        "choice. For trained models, the mean of the runs. Differences are from the plain average of GloVe in the\n"
        "same preset, with paired 95 % intervals; those that exclude zero are bold.\n\n" + table(head, rows)
    )


def keywords_table(keywords: dict[str, list[Scores]], texts: dict[str, tuple[KeyphraseText, ...]]) -> str:
    """Write F1 of the keywords of every representation."""
    base = keywords[PLAIN][0]
    rows = [
        [name, f"{macro(over_runs(runs))[0]:.2f}", "" if name == PLAIN else difference(over_runs(runs), base)]
        for name, runs in keywords.items()
    ]
    return (
        "### Keywords\n\n"
        f"F1 among the first ten keywords of the method as printed, mean over {', '.join(texts)}:\n"
        f"{sum(map(len, texts.values()))} texts.\n\n" + table(["vectors", "F1@10", "difference"], rows)
    )


def runs_table(summaries: dict[str, dict[str, list[Scores]]], accuracy: dict[str, list[float]]) -> str:
    """Write how far the runs of one head differ."""
    rows = []
    for head in HEADS:
        presets = summaries[f"learned, {head} head"]
        cells = [head, _spread([100 * each for each in accuracy[head]])]
        for runs in presets.values():
            cells += [_spread([float(macro(run)[column]) for run in runs]) for column in range(len(METRICS))]
        rows.append(cells)
    head_cells = ["head", "validation accuracy, %", "printed: R-1", "R-2", "calibrated: R-1", "R-2"]
    return (
        "### Training runs\n\n"
        f"{len(accuracy[HEADS[0]])} runs for each head, which differ only in the seed: mean, lowest and highest.\n\n"
        + table(head_cells, rows)
    )


def _spread(values: Sequence[float]) -> str:
    return f"{np.mean(values):.2f} ({min(values):.2f} to {max(values):.2f})"


if __name__ == "__main__":
    main()
