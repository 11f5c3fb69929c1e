"""Measure how well the main text of web pages is found, and write the result into ``docs/lab/files.md``.

    python -m benchmarks.files.articles FOLDER

FOLDER is a copy of https://github.com/scrapinghub/article-extraction-benchmark (MIT licence): real pages in ``html``
and their texts in ``ground-truth.json``. Precision and recall count groups of four words, as that benchmark does: means
over the pages, and F1 of the two means.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from statistics import mean

import reprank
from benchmarks.report import RESULTS, ROOT, write_between

WORDS = 4
WORD = re.compile(r"\w+")


def main() -> None:
    """Read every page, compare, and write figures and table."""
    folder = Path(sys.argv[1])
    truth = json.loads((folder / "ground-truth.json").read_text(encoding="utf-8"))
    precisions, recalls, started = [], [], time.process_time()
    for name, page in truth.items():
        wanted = groups(page["articleBody"])
        found = groups(text_of(folder / "html" / f"{name}.html.gz"))
        right = (wanted & found).total()
        if found:
            precisions.append(right / found.total())
        if wanted:
            recalls.append(right / wanted.total())
    precision, recall = mean(precisions), mean(recalls)
    result = {
        "pages": len(truth),
        "precision": round(precision, 3),
        "recall": round(recall, 3),
        "f1": round(2 * precision * recall / (precision + recall), 3),
        "milliseconds": round(1000 * (time.process_time() - started) / len(truth)),
        "trafilatura": version("trafilatura"),
    }
    path = RESULTS / "articles.json"
    path.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    write_between(ROOT / "docs" / "lab" / "files.md", "articles", table(result))


def text_of(path: Path) -> str:
    """Return the main text of a page, nothing if it cannot be read."""
    try:
        return reprank.read(path).text
    except reprank.InputError:
        return ""


def groups(text: str) -> Counter[tuple[str, ...]]:
    """Count the groups of four words; a shorter text is one group."""
    words = WORD.findall(text)
    starts = range(max(len(words) - WORDS + 1, 1)) if words else range(0)
    return Counter(tuple(words[start : start + WORDS]) for start in starts)


def table(result: dict[str, object]) -> str:
    """Write the result as a table."""
    return (
        "| pages | precision | recall | F1 | CPU ms a page | trafilatura |\n|---|---|---|---|---|---|\n"
        "| {pages} | {precision} | {recall} | {f1} | {milliseconds} | {trafilatura} |".format(**result)
    )


if __name__ == "__main__":
    main()
