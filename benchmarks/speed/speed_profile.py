"""Where the time goes: profiles of news-sized articles and of one long text, written to build/profiles/.

    python -m benchmarks.speed.speed_profile [label]

The label, such as ``before`` or ``after``, is part of the files' names. Shares are of profiled time, which is longer
than real time where functions are small and called often.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
import time
from collections.abc import Callable
from pathlib import Path

import reprank
from benchmarks.report import ROOT
from benchmarks.speed.speed_texts import articles, paragraphs, sentences

TARGET = ROOT / "build" / "profiles"
MAX_ROWS = 40


def main(label: str = "now") -> None:
    """Profile both kinds of work."""
    TARGET.mkdir(parents=True, exist_ok=True)
    news = [paragraphs(lines) for lines in articles(200)]
    long = paragraphs(list(sentences(10_000)))
    reprank.summarize(news[0], words=100)  # what is loaded once is no part of it
    _profile(f"articles-{label}", "200 articles of 15 to 40 sentences", lambda: _summarize(news))
    _profile(f"long-{label}", "one text of 10,000 sentences", lambda: _summarize([long]))


def _summarize(texts: list[str]) -> None:
    for text in texts:
        reprank.summarize(text, words=100).to_json()


def _profile(name: str, what: str, work: Callable[[], None]) -> None:
    """Time the work without the profiler, then count with it."""
    began = time.process_time()
    work()
    seconds = time.process_time() - began
    profile = cProfile.Profile()
    profile.runcall(work)
    stats = pstats.Stats(profile)
    total = stats.total_tt  # type: ignore[attr-defined]
    rows = sorted(stats.stats.items(), key=lambda item: -item[1][3])  # type: ignore[attr-defined]
    lines = [f"{what}: {seconds:.3f} s of processor time", "", f"{'share':>6} {'own':>6} {'calls':>9}  function"]
    for (path, line, function), (_, calls, own, cumulative, _) in rows[:MAX_ROWS]:
        place = f"{Path(path).stem}:{line} " if line else ""
        lines.append(f"{cumulative / total:6.1%} {own / total:6.1%} {calls:9,}  {place}{function}")
    (TARGET / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines[:30]), "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
