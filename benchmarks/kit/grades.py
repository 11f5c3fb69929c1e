"""Grades that two readers gave to summaries of the kit, to docs/lab/files.md.

    python -m benchmarks.kit.grades X.json Y.json    gather the grades of two readers and write the page
    python -m benchmarks.kit.grades --beside KEY.json X.json Y.json    the same for extracts side by side
    python -m benchmarks.kit.grades                  write the page again

A file has, for each number of ``benchmarks.kit.packets``, a grade and a reason:
``{"01": {"grade": "fair", "why": "…"}}``. Side by side, each number has such an entry for each letter, and KEY says
which system a letter is: ``{"01": {"A": "lead", …}}``.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.kit.packets import chosen
from benchmarks.report import DOCS, RESULTS, table, write_between, write_figures

PAGE, NAME, BESIDE = DOCS / "lab" / "files.md", "kit-grades", "kit-beside"
GRADES = ("good", "fair", "poor")


def main() -> None:
    """Gather grades, if there are any, and write the page."""
    if sys.argv[1:2] == ["--beside"]:
        key, *sides = (json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[2:])
        write_figures(BESIDE, {"grades": [_by_system(key, reader) for reader in sides]})
    elif files := [Path(name) for name in sys.argv[1:]]:
        readers = [json.loads(path.read_text(encoding="utf-8")) for path in files]
        numbers = [f"{number:02}" for number in range(1, len(chosen()) + 1)]
        write_figures(NAME, {"grades": [[reader[number]["grade"] for number in numbers] for reader in readers]})
    write_between(PAGE, NAME, written(_read(NAME)))
    write_between(PAGE, BESIDE, written_beside(_read(BESIDE)))


def _read(name: str) -> Any:
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))["grades"]


def _by_system(key: dict[str, dict[str, str]], reader: Any) -> dict[str, list[str]]:
    """Return the grades of each system in the order of the numbers."""
    names = sorted({name for letters in key.values() for name in letters.values()})
    letter_of = {number: {name: letter for letter, name in letters.items()} for number, letters in key.items()}
    return {name: [reader[number][letter_of[number][name]]["grade"] for number in sorted(key)] for name in names}


def written_beside(readers: list[dict[str, list[str]]]) -> str:
    """Write how many extracts of each system have each grade."""
    counts = {name: Counter(grade for reader in readers for grade in reader[name]) for name in readers[0]}
    ordered = sorted(counts, key=lambda name: [-counts[name][grade] for grade in GRADES])
    return table(
        ["", *GRADES], [[name, *(f"{counts[name][grade] / len(readers):g}" for grade in GRADES)] for name in ordered]
    )


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
