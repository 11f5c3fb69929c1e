"""Train small models with every head and several seeds, to see how much one training run is worth.

    python -m benchmarks.models.train_seeds FOLDER [--documents 2000] [--seeds 3]

Each model reads the first articles of the Wikipedia corpus once: minutes, not half an hour as the English model.
The models are FOLDER/HEAD-SEED.safetensors. ``benchmarks.models.calibration_table`` measures them in the method of the
paper.
"""

from __future__ import annotations

import argparse
import json
import lzma
from dataclasses import replace
from itertools import islice
from pathlib import Path

from benchmarks.models.train_english import CONFIG, NOTES, SOURCES
from reprank.training import TrainingConfig, train
from reprank.training.config import HEADS

SMALL = replace(CONFIG, vocabulary=60_000, new_words=0, epochs=1, validate_every=100, validation_batches=20)


def main() -> None:
    """Read the options and train one model after the other."""
    parser = argparse.ArgumentParser(description="Train small models with several heads and seeds.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, default=SOURCES, help="folder with corpus/ and vectors/")
    parser.add_argument("--documents", type=int, default=2000, help="articles to train on")
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    texts = first_articles(options.data / "corpus" / "wiki-en-0.jsonl.xz", options.documents)
    held = first_articles(options.data / "corpus" / "wiki-en-3.jsonl.xz", 300)
    for seed in range(options.seeds):
        for head in HEADS:
            output = options.folder / f"{head}-{seed}.safetensors"
            if not output.exists():
                train_one(texts, held, output, replace(SMALL, head=head, seed=seed), options.data)


def train_one(
    texts: list[dict[str, str]], held: list[dict[str, str]], output: Path, config: TrainingConfig, data: Path
) -> None:
    """Train a model from the GloVe vectors."""
    train(
        texts,
        output,
        config,
        vectors=data / "vectors" / "glove-100d.f16.npy",
        validation=held,
        notes={**NOTES, "name": output.stem},
        progress=lambda progress: print(f"{output.stem}: {progress}", flush=True),
    )


def first_articles(path: Path, count: int) -> list[dict[str, str]]:
    """Return the first articles of a packed file."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return [{"text": json.loads(line)["text"]} for line in islice(lines, count)]


if __name__ == "__main__":  # the workers import this file
    main()
