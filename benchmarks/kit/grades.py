"""Grades that two readers gave to summaries of the kit, to docs/lab/files.md.

    python -m benchmarks.kit.grades X.json Y.json    gather the grades of two readers and write the page
    python -m benchmarks.kit.grades                  write the page again

A file has, for each number of ``benchmarks.kit.packets``, a grade and a reason:
``{"01": {"grade": "fair", "why": "…"}}``.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from benchmarks.kit.packets import chosen
from benchmarks.report import DOCS, RESULTS, table, write_between, write_figures

PAGE, NAME = DOCS / "lab" / "files.md", "kit-grades"
GRADES = ("good", "fair", "poor")


def main() -> None:
    """Gather grades, if there are any, and write the page."""
    if files := [Path(name) for name in sys.argv[1:]]:
        readers = [json.loads(path.read_text(encoding="utf-8")) for path in files]
        numbers = [f"{number:02}" for number in range(1, len(chosen()) + 1)]
        write_figures(NAME, {"grades": [[reader[number]["grade"] for number in numbers] for reader in readers]})
    write_between(PAGE, NAME, written(json.loads((RESULTS / f"{NAME}.json").read_text(encoding="utf-8"))["grades"]))


def written(readers: list[list[str]]) -> str:
    """Write how many summaries have each grade, by kind of document; a summary with two grades counts half for each."""
    counts: dict[str, Counter[str]] = {"all": Counter()}
    for document, grades in zip(chosen(), zip(*readers, strict=True), strict=True):
        for grade in grades:
            for row in ("all", document.kind):
                counts.setdefault(row, Counter())[grade] += 1
    share = len(readers)
    rows = [[kind, *(f"{found[grade] / share:g}" for grade in GRADES)] for kind, found in sorted(counts.items())]
    equal = sum(len(set(grades)) == 1 for grades in zip(*readers, strict=True))
    return table(["kind", *GRADES], rows) + f"\n\nThe two readers agree on {equal} of {len(chosen())}."


if __name__ == "__main__":
    main()
