"""Train the English model from the Wikipedia corpus and GloVe: what ``make train-en`` runs.

Half an hour on one core of a laptop. A run that was stopped resumes when it is started again.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from reprank.training import TrainingConfig, train

SOURCES = Path("../shared/data")
CONFIG = TrainingConfig(language="en", vocabulary=110_000, centred=False)  # the paper does not remove the mean
NOTES = {
    "name": "english",
    "corpus": "English Wikipedia, articles of 2018",
    "licence": (
        "Trained on English Wikipedia (CC BY-SA) from GloVe 6B vectors by Pennington, Socher and Manning 2014 "
        "(Public Domain Dedication and License 1.0); the model holds no text of either."
    ),
}


def main() -> None:
    """Read the options and train."""
    parser = argparse.ArgumentParser(description="Train the English model.")
    parser.add_argument("output", type=Path)
    parser.add_argument("--corpus", type=Path, default=SOURCES / "corpus", help="folder with wiki-en-0 to wiki-en-3")
    parser.add_argument("--vectors", type=Path, default=SOURCES / "vectors" / "glove-100d.f16.npy")
    options = parser.parse_args()
    train(
        [options.corpus / f"wiki-en-{part}.jsonl.xz" for part in range(3)],
        options.output,
        CONFIG,
        vectors=options.vectors,
        validation=[options.corpus / "wiki-en-3.jsonl.xz"],
        notes=NOTES,
        progress=lambda progress: print(progress, flush=True),
    )


if __name__ == "__main__":  # the workers import this file
    main()
