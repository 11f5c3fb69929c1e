"""List the longest stretches of the kit's documents in which no sentence was found: text that is never read.

    python -m benchmarks.kit.gaps FOLDER [--count 50]

FOLDER is where ``benchmarks.kit.collect`` put the documents. Code, tables of contents and pictures are expected here; a
paragraph, an item of a list or a section is a fault of a reader.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator
from pathlib import Path

import reprank
from benchmarks.kit.collect import listed

MIN_CHARACTERS = 400
SHOWN_CHARACTERS = 160


def main() -> None:
    """Print the stretches, the longest first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=50)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", reprank.ReadingWarning)
    rows: list[tuple[int, str, str]] = []
    for document in listed():
        try:
            read = reprank.read(arguments.folder / document.kind / document.name)
        except reprank.InputError:
            continue
        rows += [
            (end - start, document.name, " ".join(read.text[start : start + 2 * SHOWN_CHARACTERS].split()))
            for start, end in gaps(read)
        ]
    rows.sort(reverse=True)
    for length, name, text in rows[: arguments.count]:
        print(f"{length:>7,} {name}: {text[:SHOWN_CHARACTERS]}")
    print(f"{len(rows)} stretches, {sum(length for length, _, _ in rows):,} characters")


def gaps(document: reprank.Document) -> Iterator[tuple[int, int]]:
    """Yield the stretches between sentences that are long."""
    at = 0
    for start, end in sorted((it.start, it.end) for it in reprank.rank(document).sentences):
        if start - at >= MIN_CHARACTERS:
            yield at, start
        at = max(at, end)
    if len(document.text) - at >= MIN_CHARACTERS:
        yield at, len(document.text)


if __name__ == "__main__":
    main()
