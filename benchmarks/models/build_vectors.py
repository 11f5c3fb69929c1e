"""Write the plain GloVe model that ships with the package from the vectors of GloVe 6B.

Run from the project's root, with any file that ``reprank.paper.vectors`` reads::

    python -m benchmarks.models.build_vectors VECTORS [--words 100500] [--output src/reprank/data/glove.safetensors]

The same vectors give the same bytes. Prints size and quantisation error as JSON.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from reprank.paper.encoder import GLOVE, Encoder
from reprank.paper.vectors import WordVectors, read_vectors

METADATA = {
    "name": "glove-6b-100d",
    "languages": "en",
    "corpus": "Wikipedia 2014 and Gigaword 5, 6 billion tokens, lower-cased",
    "training": "GloVe (Pennington, Socher and Manning 2014), the most frequent words, quantised to 8 bits a component",
    "attention": "none: all words weigh the same",
    "licence": "PDDL 1.0 (public domain)",
    "source": "https://nlp.stanford.edu/projects/glove/",
}


def quantisation(original: WordVectors, encoder: Encoder) -> dict[str, float]:
    """Compare the encoder's vectors with those it was made from, by cosine."""
    rows, first = np.unique(encoder.rows(original.words), return_index=True)  # two spellings of a word share a row
    wanted, restored = original.matrix[first], encoder.quantised[rows] * encoder.scale[rows, None]
    lengths = np.linalg.norm(wanted, axis=1) * np.linalg.norm(restored, axis=1)
    cosines = np.sum(wanted * restored, axis=1) / np.where(lengths > 0, lengths, 1.0)
    return {"cosine_mean": round(float(cosines.mean()), 6), "cosine_least": round(float(cosines.min()), 6)}


def main() -> None:
    """Read the vectors, write the model, report."""
    parser = argparse.ArgumentParser(description="Write the GloVe model from the vectors of GloVe 6B.")
    parser.add_argument("vectors", type=Path, help="GloVe text, .npy beside .words.txt, or another known format")
    parser.add_argument("--words", type=int, default=100_500, help="how many of the most frequent words to keep")
    parser.add_argument("--output", type=Path, default=GLOVE, help="where the model goes")
    arguments = parser.parse_args()
    vectors = read_vectors(arguments.vectors, limit=arguments.words)
    Encoder.from_vectors(vectors, metadata=METADATA).save(arguments.output)
    encoder = Encoder.load(arguments.output)
    report = {
        "words": len(encoder),
        "dimension": encoder.dimension,
        "bytes": arguments.output.stat().st_size,
        **quantisation(vectors, encoder),
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
