"""Measure how often sentences are torn or fused, and write the table of docs/lab/languages.md.

    python -m benchmarks.quality.splitting ../shared/data

Wrapped text: articles with one paragraph to a line are wrapped at several widths. They must give the same sentences as
before. A sentence of the unwrapped article that the wrapped one does not have is torn or fused.
Abbreviations: abstracts written for this measurement, one sentence to a line, are joined and split again; and in
abstracts of PubMed, where no sentence boundaries are known, sentences that end in an abbreviation are counted.
"""

from __future__ import annotations

import argparse
import json
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.report import RESULTS, ROOT, write_between
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.tokens import flatten
from reprank.text.units import read_units

ARTICLES = 30  # of each of the two sets
WIDTHS_COLUMNS = (30, 40, 72, 80, 140)
ABSTRACTS = Path(__file__).with_name("abstracts.txt")
TORN = re.compile(
    r"\b(?:spp|sp|subsp|var|pv|cv|fig|figs|al|cf|e\.g|i\.e|vs|approx|ca|no|nos|eq|ref|refs|dr|mr|a\.m)\.$", re.I
)


def main() -> int:
    """Measure, write docs/results/splitting.json and the table."""
    parser = argparse.ArgumentParser(description="Measure how often sentences are torn or fused.")
    parser.add_argument("data", type=Path)
    summaries = parser.parse_args().data / "summaries"
    articles = [text for name in ("cnn", "multi-news") for text in list(_texts(summaries / f"{name}.jsonl"))[:ARTICLES]]
    rows = {
        f"wrapped at {width} columns, {between}": _share((text, _wrapped(text, width, separator)) for text in articles)
        for width in WIDTHS_COLUMNS
        for between, separator in (("blank lines", "\n\n"), ("no blank lines", "\n"))
    }
    rows["abbreviations and species names"] = _share_of_abstracts()
    rows["PubMed: sentences that end in an abbreviation"] = _abbreviated(summaries / "pubmed.jsonl")
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "splitting.json").write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    lines = ["| text | sentences | torn or fused |", "|---|---|---|"]
    lines += [f"| {name} | {count:,} | {100 * wrong / count:.2f} % |" for name, (wrong, count) in rows.items()]
    print("\n".join(lines))
    write_between(ROOT / "docs" / "lab" / "languages.md", "splitting", "\n".join(lines))
    return 0


def _texts(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)["documents"][0]


def _sentences(text: str) -> list[str]:
    return [flatten(sentence) for sentence in read_units([Document(text)], language("en")).texts]


def _wrapped(text: str, width: int, separator: str) -> str:
    paragraphs = filter(None, (line.strip() for line in text.split("\n")))
    return separator.join(
        textwrap.fill(paragraph, width, break_long_words=False, break_on_hyphens=False) for paragraph in paragraphs
    )


def _share(pairs: Iterable[tuple[str, str]]) -> tuple[int, int]:
    """Return how many sentences of the first texts are missing in the second ones, and how many there are."""
    wrong = count = 0
    for wanted, got in pairs:
        expected = Counter(_sentences(wanted))
        wrong += (expected - Counter(_sentences(got))).total()
        count += expected.total()
    return wrong, count


def _share_of_abstracts() -> tuple[int, int]:
    wrong = count = 0
    for abstract in ABSTRACTS.read_text(encoding="utf-8").strip().split("\n\n"):
        expected = Counter(abstract.split("\n"))
        wrong += (expected - Counter(_sentences(abstract.replace("\n", " ")))).total()
        count += expected.total()
    return wrong, count


def _abbreviated(path: Path) -> tuple[int, int]:
    sentences = [sentence for text in _texts(path) for sentence in _sentences(text)]
    return sum(TORN.search(sentence) is not None for sentence in sentences), len(sentences)


if __name__ == "__main__":
    raise SystemExit(main())
