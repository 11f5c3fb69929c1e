"""``reprank train``: from texts to a representation of your own."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from reprank.cli.options import given

HELP = "train a representation on your own texts"
DESCRIPTION = "Learn word vectors and attention from plain texts, as described in section 2.2 of the paper."
EXAMPLES = """\
examples:
  reprank train reports/*.jsonl --output reports.safetensors --vectors glove.6B.100d.txt
  reprank train korpus/ --output deutsch.safetensors --language de --vectors none
  reprank train corpus.jsonl.xz --output model.safetensors --epochs 3         if interrupted, run it again to resume

A corpus consists of JSON lines with a field "text", text files, or folders of either, also compressed (.gz, .xz, .zst).
Use the result with reprank summarize --model model.safetensors, or load it with reprank.Encoder.load.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("corpus", nargs="+", type=Path, metavar="CORPUS", help="files or folders of texts")
    parser.add_argument("--output", required=True, type=Path, metavar="MODEL", help="model file to write")
    parser.add_argument(
        "--vectors",
        default="none",
        metavar="FILE",
        help="vectors to start from: GloVe, word2vec, fastText (default: none, learned from the corpus)",
    )
    parser.add_argument("--validation", nargs="+", type=Path, metavar="FILE", help="texts that decide when to stop")
    parser.add_argument("--language", default="en", metavar="CODE", help="language of the corpus (default: en)")
    parser.add_argument(
        "--vocabulary", type=int, default=150_000, metavar="N", help="maximum number of words (default: 150000)"
    )
    parser.add_argument(
        "--steps-ahead", type=int, default=4, metavar="K", help="number of sentences to predict (default: 4)"
    )
    parser.add_argument("--epochs", type=int, default=2, metavar="N", help="passes over the corpus (default: 2)")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes for tokenising (default: 2)")
    parser.add_argument(
        "--head",
        default="bilinear",
        metavar="NAME",
        help="compare predictions by bilinear forms, as in the paper, or by cosine (default: bilinear)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed for initial weights and order (default: 0)"
    )


def run(options: argparse.Namespace) -> int:
    """Train, and report what was written."""
    from reprank.training import TrainingConfig, train

    names = ("language", "vocabulary", "steps_ahead", "epochs", "workers", "head", "seed")
    config = TrainingConfig(**given(options, *names))
    encoder = train(
        options.corpus,
        options.output,
        config,
        vectors=None if options.vectors == "none" else Path(options.vectors),
        validation=options.validation,
        progress=lambda progress: print(progress, file=sys.stderr, flush=True),
    )
    print(f"reprank: {options.output}: {len(encoder):,} words, {encoder.dimension} dimensions", file=sys.stderr)
    return 0
