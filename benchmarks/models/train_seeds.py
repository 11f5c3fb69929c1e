"""Train models with every head and several seeds, to see what the head and what chance decide.

    python -m benchmarks.models.train_seeds FOLDER [--documents 2000] [--seeds 3]

Without ``--documents`` each model reads the whole corpus, as the English model does: half an hour on one core. With
``--documents 2000`` it takes minutes. A run that was stopped resumes when it is started again. The models are
FOLDER/HEAD-SEED.safetensors; ``benchmarks.models.calibration_table`` measures them in the method of the paper.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import shutil
from dataclasses import replace
from itertools import islice
from pathlib import Path

from benchmarks.models.train_english import CONFIG, NOTES, SOURCES
from reprank.training import TrainingConfig, train
from reprank.training.config import HEADS
from reprank.training.corpus import Corpus

SMALL = replace(CONFIG, vocabulary=60_000, new_words=0, epochs=1, validate_every=100, validation_batches=20)
TRAINING_PARTS, VALIDATION_PART = range(3), 3


def main() -> None:
    """Read the options and train one model after the other, seed by seed, so that heads can be compared early."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, default=SOURCES, help="folder with corpus/ and vectors/")
    parser.add_argument("--documents", type=int, help="articles to train on; all of them by default")
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    files = [options.data / "corpus" / f"wiki-en-{part}.jsonl.xz" for part in (*TRAINING_PARTS, VALIDATION_PART)]
    texts: Corpus = files[:-1]
    held: Corpus = files[-1:]
    config = CONFIG
    if options.documents:
        texts, held, config = first_articles(files[0], options.documents), first_articles(files[-1], 300), SMALL
    for seed in range(options.seeds):
        for head in HEADS:
            output = options.folder / f"{head}-{seed}.safetensors"
            if not output.exists():
                _share_tokenised(options.folder, output)
                train_one(texts, held, output, replace(config, head=head, seed=seed), options.data)


def train_one(texts: Corpus, held: Corpus, output: Path, config: TrainingConfig, data: Path) -> None:
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


def _share_tokenised(folder: Path, output: Path) -> None:
    """Link the corpus that an earlier run tokenised: it does not depend on head or seed."""
    target = output.with_name(output.name + ".training")
    for done in sorted(folder.glob("*.safetensors")):
        source = done.with_name(done.name + ".training")
        if source.exists() and not target.exists():
            for part in ("corpus", "validation"):
                shutil.copytree(source / part, target / part, copy_function=os.link)


def first_articles(path: Path, count: int) -> list[dict[str, str]]:
    """Return the first articles of a packed file."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return [{"text": json.loads(line)["text"]} for line in islice(lines, count)]


if __name__ == "__main__":  # the workers import this file
    main()
