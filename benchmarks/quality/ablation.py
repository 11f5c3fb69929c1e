"""Take the default apart: what each part contributes, and whether its settings carry over to other sets.

    python -m benchmarks.quality.ablation ../shared/data

Every weight of ``worth = exp(F @ w)`` is set to 0 in turn, so a new one is measured on the day it is added. The other
settings have switches in ``SWITCHES``. Sets, lengths and scores are those of ``benchmarks.quality.quality``,
without what is held back. Differences are of the mean over the English sets, each set counting the same, with 95%
intervals from paired bootstrap within the sets. Beside ROUGE, the flaws of ``reprank.evaluation.flaws`` are counted,
and the columns of ``benchmarks.quality.columns`` where there are marked inputs in DATA/editors. The shipped weights of
roles were fitted to these inputs, so that the columns compare variants and say nothing about new texts. Writes
docs/results/ablation.json and the part ``ablation`` of docs/lab/ablation.md. It takes about six minutes of two cores.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.data.split import sets_for_tuning
from benchmarks.quality.columns import Marked, mean_columns, read_marked
from benchmarks.quality.quality import GROUPS, read_group
from benchmarks.report import DOCS, table, write_between, write_figures
from reprank.api import RepRank
from reprank.coverage import Coverage
from reprank.coverage.settings import Duplicates, Shares, WorthWeights
from reprank.evaluation.flaws import Flaws, Source, find_flaws, summarize_flaws
from reprank.evaluation.rouge import Rouge
from reprank.evaluation.sets import NamedSet, SummarySet
from reprank.evaluation.significance import macro_comparison

METRICS = ("rouge-1", "rouge-2")
FLAWS = ("dangling", "debris", "fragments", "repeated")
ENGLISH = GROUPS[0]
DEFAULT = Coverage()
SWITCHES = {
    "no absorption of covered words": replace(DEFAULT, absorption=0.0),
    "no stop words in the selection": replace(DEFAULT, function_words=0.0),
    "pairs no heavier than stems": replace(DEFAULT, pair_weight=1.0),
    "no edges between sentences": replace(DEFAULT, shares=Shares(sentence_to_sentence=0.0)),
    "more of the terms' mass to sentences": replace(DEFAULT, shares=Shares(term_to_sentence=0.9)),
    "what a sentence needs without effect": replace(DEFAULT, misunderstood=0.0),
    "what a sentence needs not selected with it": replace(DEFAULT, together=False),
    "near-duplicates allowed": replace(DEFAULT, duplicates=Duplicates(cosine=2.0)),
    "events may be told again": replace(DEFAULT, duplicates=Duplicates(retold=0.0)),
    "room filled with anything": replace(DEFAULT, filling=0.0),
}
VARIANTS = {
    f"weight of {field.name}: 0": replace(DEFAULT, weights=replace(DEFAULT.weights, **{field.name: 0.0}))
    for field in fields(WorthWeights)
} | SWITCHES
Settings = tuple[float, float, float]  # exponent of the length, absorption of terms, mass of stop words
GRID: dict[Settings, Coverage] = {
    values: replace(
        DEFAULT,
        weights=WorthWeights(length=-values[0]),
        absorption=values[1],
        function_words=values[2],
    )
    for values in product((0.5, 0.7), (0.5, 0.7), (0.2, 0.4))
}

Scores = dict[str, NDArray[np.float64]]  # set: (clusters, 2) of ROUGE-1 and ROUGE-2 F1, in percent
Changes = dict[str, list[list[float]]]  # variant: mean, low and high of each metric
Flawed = dict[str, float]  # flaw or column of editors: mean in percent


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with summaries/")
    parser.add_argument("--limit", type=int, help="at most this many clusters of each set: writes no page")
    options = parser.parse_args()
    sets = sets_for_tuning(read_group(ENGLISH, options.data, options.limit))
    marked = read_marked(sorted((options.data / "editors").glob("*.jsonl")), options.limit)
    with ProcessPoolExecutor() as pool:
        measured = pool.map(partial(measure, sets, marked), [DEFAULT, *VARIANTS.values(), *GRID.values()])
        base, flawed = next(measured)
        changes, flaws = {}, {"the default": flawed}
        for name in VARIANTS:
            scores, flaws[name] = next(measured)
            changes[name] = change(scores, base)
            print(name, changes[name], flaws[name], flush=True)
        grid = {values: scores for values, (scores, _) in zip(GRID, measured, strict=True)}
    content = "\n\n".join([ablation_table(base, changes, flaws), transfer_table(base, grid)])
    print(content)
    if options.limit is None:
        means = {name: scores.mean(axis=0).tolist() for name, scores in base.items()}
        selected = {name: best_elsewhere(grid, name) for name in base}
        write_figures("ablation", {"default": means, "ablations": changes, "flaws": flaws, "left_out": selected})
        write_between(DOCS / "lab" / "ablation.md", "ablation", content)


def measure(sets: list[NamedSet], marked: list[Marked], method: Coverage) -> tuple[Scores, Flawed]:
    """Score one variant on every cluster and every marked input, and count the flaws of its summaries."""
    scores: Scores = {}
    shares: list[dict[str, float]] = []
    for one in sets:
        if isinstance(one, SummarySet):
            scores[one.name], found = _measure_set(one, RepRank(method))
            shares.append(summarize_flaws(found))
    flaws = {name: 100 * float(np.mean([share.get(name, 0.0) for share in shares])) for name in FLAWS}
    return scores, flaws | (
        {f"editors: {k}": v for k, v in mean_columns(marked, RepRank(method)).items()} if marked else {}
    )


def _measure_set(one: SummarySet, system: RepRank) -> tuple[NDArray[np.float64], list[Flaws]]:
    rouge, scores, flaws = Rouge(one.rouge), [], []
    for cluster in one.clusters:
        summary = system.summarize(cluster.documents, words=one.words, keywords=0)
        found = rouge.prepare(cluster.references).scores(str(summary), METRICS)
        scores.append([100 * found[metric].f1 for metric in METRICS])
        source = Source([str(getattr(document, "text", document)) for document in cluster.documents], one.words)
        flaws.append(find_flaws([sentence.text for sentence in summary], source))
    return np.array(scores).reshape(-1, len(METRICS)), flaws


def macro(scores: Scores, without: str | None = None) -> NDArray[np.float64]:
    """Average the means of the sets, or of all but one."""
    means: NDArray[np.float64] = np.mean([scores[name].mean(axis=0) for name in scores if name != without], axis=0)
    return means


def change(scores: Scores, base: Scores) -> list[list[float]]:
    """Return, for each metric, the change of the mean and its interval."""
    found = [
        macro_comparison(
            [scores[key][:, column] for key in scores],
            [base[key][:, column] for key in base],
            rng=np.random.default_rng(0),
        )
        for column in range(len(METRICS))
    ]
    return [[one.mean, one.low, one.high] for one in found]


def best_elsewhere(grid: Mapping[Settings, Scores], left_out: str) -> Settings:
    """Return the settings with the best mean on all sets but one."""
    return max(grid, key=lambda values: float(macro(grid[values], left_out).sum()))


def ablation_table(base: Scores, changes: Changes, flaws: Mapping[str, Flawed]) -> str:
    """Write what each part contributes."""
    one, two = macro(base)
    caption = (
        f"The default reaches {one:.2f} / {two:.2f} (ROUGE-1 / ROUGE-2 F1). The rows show the change without "
        "one of its parts, the percentages of sentences with a flaw, and the columns of editors' marks:"
    )
    rows = [["the default", "", "", *_percentages(flaws["the default"])]]
    rows += [
        [name, *(f"{mean:+.2f} [{low:+.2f}, {high:+.2f}]" for mean, low, high in row), *_percentages(flaws[name])]
        for name, row in changes.items()
    ]
    return table(["change", "ROUGE-1", "ROUGE-2", *flaws["the default"]], rows, caption=caption)


def _percentages(flaws: Flawed) -> list[str]:
    return [f"{value:.1f}" for value in flaws.values()]


def transfer_table(base: Scores, grid: Mapping[Settings, Scores]) -> str:
    """Write, set by set, how settings do that were selected on the other sets."""
    selected = {name: best_elsewhere(grid, name) for name in base}
    there = {name: grid[selected[name]][name].mean(axis=0) for name in base}
    rows = [
        [name, ", ".join(map(str, selected[name])), _pair(there[name]), _pair(scores.mean(axis=0))]
        for name, scores in base.items()
    ]
    rows.append(["**mean**", "", _pair(np.mean(list(there.values()), axis=0), 2), _pair(macro(base), 2)])
    spread = np.array([macro(scores) for scores in grid.values()])
    caption = (
        "In the next table, one set at a time is left out, and the exponent of the length, the absorption of terms and "
        f"the mass of stop words are chosen on the other sets from {len(grid)} combinations, whose means lie between "
        f"{_pair(spread.min(axis=0), 2)} and {_pair(spread.max(axis=0), 2)}."
    )
    return table(["set left out", "chosen", "result on it", "the default on it"], rows, caption=caption)


def _pair(scores: NDArray[np.float64], digits: int = 1) -> str:
    return " / ".join(f"{score:.{digits}f}" for score in scores)


if __name__ == "__main__":
    main()
