"""How far summaries of the kit agree with extracts that editors made of its documents, to docs/lab/files.md.

    python -m benchmarks.kit.extracts FOLDER

FOLDER is where ``benchmarks.kit.collect`` put the documents. Editors (language models, with the brief of
benchmarks/editors) read 94 of them whole, chose the best whole sentences within 100 words and, for 57, up to 15 more
that they would add with 300 words. ``extracts.jsonl`` has each sentence as its words and two digests, of its first and
last letters: nothing of the documents is here, and a sentence is found again after a change of its beginning or end.
The length and the position of a sentence were weighed on these extracts.
"""

from __future__ import annotations

import hashlib
import json
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import reprank
from benchmarks.report import DOCS, table, write_between, write_figures
from reprank.systems import SYSTEMS

EXTRACTS = Path(__file__).with_name("extracts.jsonl")
WORDS = 100
LETTERS = 40  # of each end of a sentence
SHOWN = ("reprank", "lead", "lexrank")

Marked = Sequence[str | int]  # digests of the beginning and the end, words


def main() -> None:
    """Measure and write the table."""
    folder = Path(sys.argv[1])
    rows = [json.loads(line) for line in EXTRACTS.read_text(encoding="utf-8").splitlines()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", reprank.ReadingWarning)
        documents = [reprank.read(folder / row["document"]) for row in rows]
    figures: dict[str, dict[str, float]] = {}
    for name in SHOWN:
        system = SYSTEMS[name]()
        summaries = [system.summarize([document], words=WORDS) for document in documents]
        chosen = [[marked(sentence.display) for sentence in summary.sentences] for summary in summaries]
        agreed = [agreement(own, row["pick"]) for own, row in zip(chosen, rows, strict=True)]
        main_points = [
            share(own, [*row["pick"], *row["more"]]) for own, row in zip(chosen, rows, strict=True) if row["more"]
        ]
        figures[name] = {"agree": 100 * fmean(agreed), "main": 100 * fmean(main_points)}
    write_figures("kit-extracts", {"documents": len(rows), "systems": figures})
    shown = [[name, f"{found['agree']:.1f}", f"{found['main']:.1f}"] for name, found in figures.items()]
    content = table(["", "agreement, F1", "words in main statements, %"], shown)
    print(content)
    write_between(DOCS / "lab" / "files.md", "kit-extracts", content)


def marked(sentence: str) -> Marked:
    """Return what tells a sentence: digests of its first and last letters, and its words."""
    letters = "".join(filter(str.isalnum, sentence.lower()))
    return _digest(letters[:LETTERS]), _digest(letters[-LETTERS:]), len(sentence.split())


def agreement(chosen: Sequence[Marked], picked: Sequence[Marked]) -> float:
    """Return F1 in words between a summary and an extract."""
    total = _words(chosen) + _words(picked)
    return 2 * _common(chosen, picked) / max(total, 1)


def share(chosen: Sequence[Marked], main_statements: Sequence[Marked]) -> float:
    """Return the share of the words of a summary that are in main statements."""
    return _common(chosen, main_statements) / max(_words(chosen), 1)


def _common(chosen: Sequence[Marked], others: Sequence[Marked]) -> int:
    beginnings, ends = {each[0] for each in others}, {each[1] for each in others}
    return _words([each for each in chosen if each[0] in beginnings or each[1] in ends])


def _words(sentences: Sequence[Marked]) -> int:
    return sum(int(words) for *_, words in sentences)


def _digest(letters: str) -> str:
    return hashlib.sha256(letters.encode()).hexdigest()[:10]


if __name__ == "__main__":
    main()
