"""Measure mean sentence and average cosines of the shipped representations on Wikipedia, and write them to the package.

    python -m benchmarks.models.calibrate [--data ../shared/data] [--articles 300]

The articles are the first of ``wiki-en-3``, which training keeps for validation. The same articles give the same bytes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from benchmarks.models.train_english import SOURCES
from benchmarks.models.train_seeds import first_articles
from reprank.paper.representation import CALIBRATION, REPRESENTATIONS, calibrate
from reprank.tensors import Tensor, write_tensors


def main() -> None:
    """Measure, write, and print the averages."""
    parser = argparse.ArgumentParser(description="Calibrate the shipped representations.")
    parser.add_argument("--data", type=Path, default=SOURCES, help="folder with corpus/")
    parser.add_argument("--articles", type=int, default=300)
    parser.add_argument("--output", type=Path, default=CALIBRATION)
    options = parser.parse_args()
    articles = first_articles(options.data / "corpus" / "wiki-en-3.jsonl.xz", options.articles)
    texts = [article["text"] for article in articles]
    tensors: dict[str, Tensor] = {}
    for name in REPRESENTATIONS:
        found = calibrate(name, texts)
        tensors[f"{name}.mean"] = found.mean
        tensors[f"{name}.cosines"] = np.array(found.average_cosines, dtype=np.float32)
        print(
            name, [round(cosine, 4) for cosine in found.average_cosines], "norm of the mean", np.linalg.norm(found.mean)
        )
    metadata = {
        "format": "reprank-calibration-1",
        "corpus": f"English Wikipedia, {len(texts)} articles of 2018",
        "content": "mean sentence, and average cosine sentence-sentence, sentence-word, word-word without that mean",
    }
    write_tensors(options.output, tensors, metadata)


if __name__ == "__main__":
    main()
