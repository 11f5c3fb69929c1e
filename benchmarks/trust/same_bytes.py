"""Results to one digest, with several versions of NumPy and kernels of OpenBLAS: all must be equal.

    python -m benchmarks.trust.same_bytes FOLDER…

A folder holds another version of NumPy (``pip install --no-deps --target FOLDER numpy==1.26.4``); the installed one is
always tried. Writes the part ``same-bytes`` of docs/lab/robustness.md. Exits with 1 if a digest differs.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator

KERNELS = ("", "Prescott", "Nehalem", "Haswell", "SkylakeX")
OTHERS = {
    "fr": "La rivière a monté toute la nuit. Mais le maire l'avait dit. Il faut fermer le pont. Il est fermé.",
    "de": "Der Fluss stieg die ganze Nacht. Aber es gab eine Warnung. Das Tor wurde geschlossen. Es ist noch zu.",
    "es": "El río subió toda la noche. Pero el alcalde lo había dicho. El puente se cerró. Ayer llegaron las barcas.",
    "zh": "河水整夜上涨。但是市长警告过。桥被关闭了。居民离开了城市。",
}
SYSTEMS = ("lexrank", "textrank", "centroid", "mutual-reinforcement", "lead", "reprank-paper-glove")


def results() -> Iterator[str]:
    """Yield summaries, keywords and compressed texts as JSON."""
    import reprank
    from reprank.examples import example_documents
    from reprank.systems import make

    texts = [document.text for document in example_documents()]
    for words in (30, 60, 100, 200):
        for documents in (texts, *([text] for text in texts)):
            yield reprank.summarize(documents, words=words, keywords=10, ranking=True).to_json()
    for query in ("ferry", "Who pays for the bridge?", "engineers"):
        yield reprank.summarize(texts, words=60, query=query, ranking=True).to_json()
        yield reprank.compress(texts, query, words=80).to_json()
    for code, text in OTHERS.items():
        yield reprank.summarize(text, sentences=2, language=code, keywords=5, ranking=True).to_json()
    for text in texts:
        yield reprank.summarize(text, words=5, keywords=20).to_json()
        yield reprank.summarize(texts, words=50, seen=[text]).to_json()
    yield reprank.summarize(texts, words=60).to_json(explain=True)
    for name in SYSTEMS:
        yield make(name).summarize(texts, words=60, ranking=True).to_json()


def main() -> int:
    """Compare the digests and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", help="folders with other versions of NumPy")
    parser.add_argument("--digest", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.digest:
        import numpy as np

        made = list(results())
        print(np.__version__, len(made), hashlib.sha256("".join(made).encode()).hexdigest())
        return 0
    found = [_digest(folder, kernel) for folder in ("", *options.folders) for kernel in KERNELS]
    versions = sorted({version for version, _, _ in found})
    print(*found, sep="\n")
    if len({digest for _, _, digest in found}) > 1:
        return 1
    from benchmarks.report import DOCS, write_between

    kernels = ", ".join(kernel for kernel in KERNELS if kernel)
    write_between(
        DOCS / "lab" / "robustness.md",
        "same-bytes",
        f"{found[0][1]} results as JSON had the same bytes with NumPy {', '.join(versions)}, each with the OpenBLAS "
        f"kernels for {kernels} and this processor.",
    )
    return 0


def _digest(folder: str, kernel: str) -> tuple[str, str, str]:
    """Return the version of NumPy, the number of results and their digest."""
    paths = os.pathsep.join(filter(None, (folder, os.environ.get("PYTHONPATH", ""))))
    environment = {**os.environ, "PYTHONPATH": paths, **({"OPENBLAS_CORETYPE": kernel} if kernel else {})}
    command = [sys.executable, "-m", "benchmarks.trust.same_bytes", "--digest"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    version, count, digest = done.stdout.split()
    return version, count, digest


if __name__ == "__main__":
    raise SystemExit(main())
