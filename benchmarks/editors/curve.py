"""Measure what more marked inputs bring: a fit to 100, 200, 300 of them, measured on inputs that it has not seen.

    python -m benchmarks.editors.curve MARKED.jsonl… --fit MODULE:FUNCTION [--sizes 100,200,300] [--folds 5]

MARKED are files of ``benchmarks.editors.rebuild`` or of the same form. FUNCTION takes the inputs to fit to and the
inputs to measure on, both as lists of the lines of these files, and returns named figures. Every input is measured on
once; a smaller fit is to a part of the larger one's inputs, with all kinds of text in proportion. Inputs of the
held-back part of the development data are not used.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from statistics import mean

from benchmarks.report import table

Row = Mapping[str, object]
FitAndMeasure = Callable[[list[Row], list[Row]], Mapping[str, float]]


def main() -> None:
    """Fit at every size and print the means over the folds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--fit", required=True)
    parser.add_argument("--sizes", default="100,200,300")
    parser.add_argument("--folds", type=int, default=5)
    arguments = parser.parse_args()
    rows = [json.loads(line) for path in arguments.files for line in path.open(encoding="utf-8")]
    usable = [row for row in rows if not row.get("held_back")]
    module, _, function = arguments.fit.partition(":")
    sizes = [int(size) for size in arguments.sizes.split(",")]
    points = curve(usable, getattr(import_module(module), function), sizes, folds=arguments.folds)
    names = list(next(iter(points.values())))
    print(table(["inputs", *names], [[str(n), *(f"{points[n][name]:.3f}" for name in names)] for n in points]))


def curve(
    rows: Sequence[Row], fit: FitAndMeasure, sizes: Sequence[int], *, folds: int = 5, seed: int = 0
) -> dict[int, dict[str, float]]:
    """Return the mean figures for every size of fit; a size that leaves no room is that of all but one fold."""
    ordered = mixed(rows, seed)
    figures: dict[int, list[Mapping[str, float]]] = defaultdict(list)
    for fold in range(folds):
        seen = [row for number, row in enumerate(ordered) if number % folds != fold]
        unseen = [row for number, row in enumerate(ordered) if number % folds == fold]
        for size in sizes:
            figures[size].append(fit(seen[:size], unseen))
    return {size: {name: mean(each[name] for each in found) for name in found[0]} for size, found in figures.items()}


def mixed(rows: Sequence[Row], seed: int) -> list[Row]:
    """Return rows in an order in which every beginning has all kinds in proportion, random within a kind.

    >>> rows = [{"set": "news", "id": i} for i in range(4)] + [{"set": "mail", "id": i} for i in range(2)]
    >>> [row["set"] for row in mixed(rows, 0)]
    ['news', 'mail', 'news', 'news', 'mail', 'news']
    """
    kinds: dict[object, list[Row]] = defaultdict(list)
    for row in rows:
        kinds[row["set"]].append(row)
    placed = []
    for members in kinds.values():
        shuffled = random.Random(seed).sample(members, len(members))
        placed += [((number + 0.5) / len(members), row) for number, row in enumerate(shuffled)]
    return [row for _, row in sorted(placed, key=lambda pair: pair[0])]


if __name__ == "__main__":
    main()
