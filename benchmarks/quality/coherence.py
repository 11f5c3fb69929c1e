"""Articles to a verdict: whether the learned representation knows better than words which sentence follows.

    python -m benchmarks.quality.coherence ../shared/data

The contrastive model of the paper was trained to tell the sentence that follows from sentences of other documents.
Coherence of a summary needs more: to tell it from other sentences of the same document. For each sentence of an
article, its true successor and four others from further on in the article are ranked by their similarity to it. Chance
is 20 %. Writes docs/results/coherence.json and the part ``coherence`` of docs/lab/readers.md.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.report import DOCS, RESULTS, table, write_between
from reprank.arrays import Floats
from reprank.coverage.graph import rarity
from reprank.paper.encoder import Encoder
from reprank.paper.nodes import WordNodes
from reprank.paper.representation import Representation, calibrated
from reprank.roles.reading import roles_of
from reprank.terms import read_terms
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import Units, read_units

PAGE = DOCS / "lab" / "readers.md"
SETS = {"cnn": 150, "multi-news": 60}  # articles of each
OTHERS = 4  # sentences to tell the true one from
MIN_DISTANCE = 3  # sentences between the true successor and another one
REPRESENTATIONS = {
    "learned vectors and attention": lambda: Representation(Encoder.english()),
    "the same, calibrated": lambda: calibrated("attention"),
    "GloVe, calibrated": lambda: calibrated("glove"),
}


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with summaries/*.jsonl")
    options = parser.parse_args()
    ready = {name: make() for name, make in REPRESENTATIONS.items()}
    right: dict[str, list[float]] = {}
    leaning_right: dict[str, list[float]] = {}
    random = np.random.default_rng(0)
    for units in articles(options.data / "summaries"):
        similar = similarities(units, ready)
        leans = roles_of(units).alone < 0.5
        for at, candidates in questions(len(units), random):
            for name, scores in similar.items():
                score = scores[at - 1, candidates]
                first = float(score[0] > score[1:].max()) + float(score[0] == score[1:].max()) / 2
                right.setdefault(name, []).append(first)
                if leans[at]:
                    leaning_right.setdefault(name, []).append(first)
    figures = {
        name: {"all": float(np.mean(found)), "leaning": float(np.mean(leaning_right[name])), "questions": len(found)}
        for name, found in right.items()
    }
    (RESULTS / "coherence.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    rows = [[name, f"{100 * of['all']:.1f} %", f"{100 * of['leaning']:.1f} %"] for name, of in figures.items()]
    count, leaning_count = len(next(iter(right.values()))), len(next(iter(leaning_right.values())))
    caption = (
        f"How often the true next sentence is ranked first among five of its article, for {count:,} sentences, of "
        f"which {leaning_count:,} depend on the one before; chance is 20 %."
    )
    content = table(["score", "all", "dependent sentences"], rows, caption=caption)
    print(content)
    write_between(PAGE, "coherence", content)
    return 0


def articles(folder: Path) -> Iterator[Units]:
    """Read the first document of each cluster."""
    for name, count in SETS.items():
        for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[:count]:
            yield read_units([Document(json.loads(line)["documents"][0])], language("en"))


def questions(sentences: int, random: np.random.Generator) -> Iterator[tuple[int, list[int]]]:
    """Yield a place and the sentences that may stand there, the true one first."""
    for at in range(1, sentences):
        others = np.arange(at + MIN_DISTANCE, sentences)
        if len(others) >= OTHERS:
            yield at, [at, *random.choice(others, OTHERS, replace=False).tolist()]


def similarities(units: Units, ready: dict[str, Representation]) -> dict[str, Floats]:
    """Compare all sentences of an article in several ways."""
    terms = read_terms(units, among=np.ones(len(units), dtype=np.bool_), function_words=False)
    weights = rarity(terms.sentence_frequency[: terms.topical], len(units))
    words = unit(terms.topical_counts.dense() * weights)
    found = {"words in common, by rarity": words @ words.T}
    nodes = WordNodes.of(units)
    for name, representation in ready.items():
        vectors = unit(representation.encode(units, nodes)[0].astype(np.float64))
        found[name] = vectors @ vectors.T
    found["words and learned vectors"] = found["words in common, by rarity"] + 0.5 * found["the same, calibrated"]
    return found


def unit(rows: Floats) -> Floats:
    """Divide each row by its length."""
    unit_rows: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return unit_rows


if __name__ == "__main__":
    raise SystemExit(main())
