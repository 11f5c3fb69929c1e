"""Summarize many documents in one process and watch its memory; measure the cache of words on a changing stream.

    python -m benchmarks.trust.memory --documents 100000

Writes docs/lab/robustness.md and docs/results/memory.json: resident size after the first thousand documents and over
time, and how many words a stream that changes its language every few documents finds in the cache.
"""

from __future__ import annotations

import argparse
import os
import random
from pathlib import Path

import reprank
from benchmarks.report import DOCS, table, write_between, write_figures
from benchmarks.speed.speed_texts import sentences, vocabulary
from reprank.caching import WordCache

PAGE = DOCS / "lab" / "robustness.md"
SETTLED = 1_000  # documents after which memory must not grow any more
SENTENCES = 6
LANGUAGES = 5  # of the stream, each with words of its own
TURNS = (1, 10, 100, 1_000)  # documents of one language before the next one comes
DOCUMENT_WORDS = 300
LANGUAGE_WORDS = 12_000


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--limit", type=int, help="at most this many documents: writes nothing")
    options = parser.parse_args()
    count = min(options.documents, options.limit or options.documents)
    sizes = resident_sizes(count)
    rates = {turn: hit_rate(turn) for turn in TURNS}
    print(sizes, rates)
    if options.limit is None:
        write_figures("memory", {"documents": count, "megabytes": sizes, "hit_rates": rates})
        write_page(count, sizes, rates)


def resident_sizes(count: int) -> dict[int, float]:
    """Return the megabytes of this process after the first thousand documents, and then at each tenth of them."""
    marks = {SETTLED, *(count * tenth // 10 for tenth in range(1, 11))}
    sizes: dict[int, float] = {}
    for number in range(1, count + 1):
        made = " ".join(sentences(SENTENCES, seed=number))
        text = f"Article {number} of {vocabulary()[number % 60_000]} number{number}. {made}"
        reprank.summarize(text, words=40, keywords=5)
        if number in marks:
            sizes[number] = round(resident(), 1)
            print(number, sizes[number], flush=True)
    return sizes


def resident() -> float:
    """Return the megabytes that this process holds in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def hit_rate(turn: int, *, documents: int = 4_000) -> float:
    """Return the share of words that the cache knows, on a stream whose language changes every ``turn`` documents."""
    asked = answered = 0

    def answer(words: list[str]) -> list[int]:
        nonlocal asked
        asked += len(words)
        return [1] * len(words)

    cache, chance = WordCache(answer), random.Random(turn)  # type: ignore[arg-type]
    for number in range(documents):
        code = number // turn % LANGUAGES
        drawn = {int(LANGUAGE_WORDS ** chance.random()) for _ in range(DOCUMENT_WORDS)}
        answered += len(drawn)
        cache([f"{code}-{word}" for word in drawn])
    return round(1 - asked / answered, 4)


def write_page(count: int, sizes: dict[int, float], rates: dict[int, float]) -> None:
    """Write both tables."""
    first = sizes[SETTLED]
    numbers = sorted(sizes)
    shown = sorted({numbers[round(index * (len(numbers) - 1) / 4)] for index in range(5)})
    rows = [[f"{number:,}", f"{sizes[number]:.1f}", f"{100 * (sizes[number] / first - 1):+.1f} %"] for number in shown]
    memory = table(
        ["documents", "resident MB", f"against {SETTLED:,}"], rows, caption=f"{count:,} documents in one process:"
    )
    shares = table(
        ["documents before the language changes", "words found in the cache"],
        [[f"{turn:,}", f"{100 * rate:.1f} %"] for turn, rate in rates.items()],
        caption=f"A stream of {LANGUAGES} languages of {LANGUAGE_WORDS:,} words each:",
    )
    write_between(PAGE, "memory", f"{memory}\n\n{shares}")


if __name__ == "__main__":
    main()
