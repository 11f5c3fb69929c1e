"""Write sixty documents of the kit with their summaries, one file each, for readers who grade them.

    python -m benchmarks.kit.packets FOLDER OUT

FOLDER is where ``benchmarks.kit.collect`` put the documents. The sixty are chosen by a fixed seed. A packet has the
title, the first lines and the headings of the document, then its summary in at most 100 words and eight keywords. The
grades are those of docs/lab/printed-summaries.md: good, fair, poor.
"""

from __future__ import annotations

import random
import sys
import warnings
from pathlib import Path

import reprank
from benchmarks.kit.collect import Listed, listed

SEED, DOCUMENTS = 60, 60
LINES, LINE_CHARACTERS, HEADINGS = 60, 400, 40
WORDS, KEYWORDS = 100, 8


def main() -> None:
    """Write a packet for each chosen document."""
    folder, out = map(Path, sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    for number, document in enumerate(chosen(), start=1):
        text = packet(document, folder / document.kind / document.name)
        (out / f"{number:02}-{document.kind}-{document.name}.txt").write_text(text, encoding="utf-8")


def chosen() -> list[Listed]:
    """Return the sixty documents that are graded."""
    return random.Random(SEED).sample(listed(), DOCUMENTS)


def packet(document: Listed, path: Path) -> str:
    """Return what a reader gets to see of one document."""
    head = f"DOCUMENT: {document.kind}, {document.package} {document.version}, {document.path}\n"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", reprank.ReadingWarning)
            read = reprank.read(path)
    except reprank.InputError as error:
        return f"{head}\nThe file is refused: {error}\n"
    lines = [line[:LINE_CHARACTERS] for line in read.text.split("\n") if line.strip()][:LINES]
    headings = [read.text[block.start : block.end] for block in read.blocks if block.kind == "heading"][:HEADINGS]
    summary = reprank.summarize(read, words=WORDS, keywords=KEYWORDS)
    parts = [
        f"{head}TITLE: {read.title or 'none'}\nLENGTH: {len(read.text.split()):,} words",
        "HEADINGS: " + (" · ".join(headings) or "none known"),
        "FIRST LINES:\n" + "\n".join(lines),
        f"SUMMARY (at most {WORDS} words):\n{summary}",
        "KEYWORDS: " + ", ".join(keyword.text for keyword in summary.keywords),
        "\n".join(f"WARNING: {warning}" for warning in summary.warnings),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


if __name__ == "__main__":
    main()
