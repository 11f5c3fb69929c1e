"""Articles to a bound: how much faster many texts could be if they were ranked in one pass.

    python -m benchmarks.speed.one_pass ../shared/data

A pass over many texts at once, with one block-diagonal graph, would pay the fixed cost of a text once for all: the
calls of NumPy on small arrays, whatever their length. What grows with the text stays. So the fixed cost is the most
that it could save. It is the constant of a straight line through the times of articles against their words: the
shortest of several runs of each, in one process, one thread. Writes docs/results/one-pass.json and the part
``one-pass`` of docs/speed.md.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np

from benchmarks.report import DOCS, RESULTS, write_between
from reprank import RepRank
from reprank.arrays import Floats

ARTICLES = 120
REPEATS = 7
SUMMARY_WORDS = 60


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with summaries/cnn.jsonl")
    options = parser.parse_args()
    lines = (options.data / "summaries" / "cnn.jsonl").read_text(encoding="utf-8").splitlines()[:ARTICLES]
    texts = [json.loads(line)["documents"][0] for line in lines]
    words = np.array([len(text.split()) for text in texts], dtype=np.float64)
    seconds = shortest(texts)
    slope, fixed = np.polyfit(words, seconds, 1)
    share = float(fixed / seconds.mean())
    figures = {"milliseconds": 1000 * float(seconds.mean()), "fixed": 1000 * float(fixed), "bound": 1 / (1 - share)}
    (RESULTS / "one-pass.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    content = (
        f"{len(texts)} news articles of {words.mean():.0f} words on average take {figures['milliseconds']:.1f} ms "
        f"each, with ten keywords. {figures['fixed']:.1f} ms of it do not depend on their length. Many texts in one "
        f"pass could save no more than that: they would be at most {figures['bound']:.2f} times as fast."
    )
    print(content, f"({1e6 * slope:.1f} µs a word)")
    write_between(DOCS / "speed.md", "one-pass", content)
    return 0


def shortest(texts: list[str]) -> Floats:
    """Return the shortest time of several summaries of each text, in seconds of the processor."""
    system = RepRank()
    seconds = np.full(len(texts), np.inf)
    for _ in range(REPEATS):
        for i, text in enumerate(texts):
            start = time.process_time()
            system.summarize(text, words=SUMMARY_WORDS)
            seconds[i] = min(seconds[i], time.process_time() - start)
    return seconds


if __name__ == "__main__":
    raise SystemExit(main())
