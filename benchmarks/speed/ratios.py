"""How many times as fast as sumy's LexRank, and as an earlier revision: the ratios that matter, measured in one run.

    python -m benchmarks.speed.ratios                          made text
    python -m benchmarks.speed.ratios ../shared/data           news articles as well
    python -m benchmarks.speed.ratios --against REVISION       a text of 150,000 sentences as well, in both revisions

Every measurement has a process of its own and one thread. The two sides are measured in turn, ``REPEATS`` times, and
the least processor time of each counts: another process can only make it longer. sumy gets the sentences already
split. Nothing is written but the table on standard output.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from benchmarks.report import ROOT
from benchmarks.speed.speed import BUILD, ONE_THREAD, Measured, install_peers, measure, write_text
from benchmarks.speed.speed_real import NEWS, rows_of, split
from benchmarks.speed.speed_texts import articles, sentences

REPEATS = 5
ARTICLES = 300
LONG = {1_000: 45.0, 3_000: 80.0}  # sentences of one text: wanted ratio
HUGE_SENTENCES = 150_000
LONG_SECONDS, LIMIT_SECONDS = 3.0, 300.0
# As where a package is installed: modules are compiled once, even if the environment forbids to write bytecode.
COMPILED = {"PYTHONPYCACHEPREFIX": str(BUILD / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}


@dataclass(frozen=True)
class Ratio:
    """One line of the table: two measurements and what is wanted of their ratio."""

    what: str
    ours: float
    other: float
    wanted: str
    unit: str = "s"

    def __str__(self) -> str:
        return f"{self.what:<52} {self.ours:9.3f} {self.other:9.3f} {self.unit:<2} {self.value:7.2f}   {self.wanted}"

    @property
    def value(self) -> float:
        """How many times as much the larger one is."""
        return self.other / self.ours if self.wanted.startswith("at least") else self.ours / self.other


def main() -> None:
    """Measure everything and print one line for each ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="?", help="folder with real text; see docs/evaluation.md")
    parser.add_argument("--against", metavar="REVISION", help="an earlier revision, for the text of 150,000 sentences")
    options = parser.parse_args()
    if "sumy-lexrank" not in install_peers(["sumy", "numpy"]):
        raise SystemExit("sumy cannot be installed: there is nothing to compare with")
    print(f"{'':<52} {'ours':>9} {'other':>9}    {'ratio':>7}   wanted")
    folders = [("made articles", _made_articles())]
    if options.data:
        folders.append(("news articles", _news(options.data)))
    for name, folder in folders:
        _compare(name, "reprank", folder, "at least 4")
        _compare(f"{name}, summarize_many", "reprank-many", folder, "at least 5")
    for size, wanted in LONG.items():
        _compare(f"one text of {size:,} sentences", "reprank", _one_text(size), f"at least {wanted:g}")
    _start()
    if options.against:
        _huge(options.against)


def _compare(what: str, system: str, folder: Path, wanted: str) -> None:
    """Compare with sumy's LexRank on the texts of a folder."""
    ours, other = _least(
        lambda: float(_measured(system, folder)["cpu"]), lambda: float(_measured("sumy-lexrank", folder)["cpu"])
    )
    print(Ratio(what, ours, other, wanted), flush=True)


def _measured(system: str, folder: Path, *, source: Path | None = None) -> Measured:
    """Measure; exit with what went wrong if there is no result."""
    found = measure(system, folder, LIMIT_SECONDS, source=source)
    if "cpu" not in found:
        raise SystemExit(f"{system} on {folder.name}: {found}")
    return found


def _least(*measurements: Callable[[], float]) -> list[float]:
    """Measure in turn; return the least of each. What takes long is measured once."""
    found: list[list[float]] = [[] for _ in measurements]
    for _ in range(REPEATS):
        for measured, seconds in zip(measurements, found, strict=True):
            if not seconds or seconds[-1] < LONG_SECONDS:
                seconds.append(measured())
    return [min(seconds) for seconds in found]


def _made_articles() -> Path:
    folder = BUILD / f"articles-{ARTICLES}"
    for number, lines in enumerate(articles(ARTICLES)):
        write_text(folder / f"{number:06d}.txt", lines)
    return folder


def _news(data: Path) -> Path:
    folder = BUILD / f"news-{ARTICLES}"
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(islice(rows_of(data / NEWS), ARTICLES)):
        path = folder / f"{number:06d}.txt"
        path.write_text(text, encoding="utf-8")
        path.with_suffix(".lines").write_text("\n".join(split(text)) + "\n", encoding="utf-8")
    return folder


def _one_text(size: int) -> Path:
    folder = BUILD / str(size)
    write_text(folder / "text.txt", list(sentences(size)))
    return folder


def _start() -> None:
    """Compare the command on a page with the start of Python and NumPy."""
    page = _one_text(100) / "text.txt"
    ours, other = _least(
        lambda: _seconds([sys.executable, "-m", "reprank", "summarize", str(page)]),
        lambda: _seconds([sys.executable, "-c", "import numpy"]),
    )
    print(Ratio("reprank summarize, to python -c 'import numpy'", ours, other, "at most 1.8"), flush=True)


def _seconds(command: list[str]) -> float:
    """Return the processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, capture_output=True, check=True, env={**os.environ, **ONE_THREAD, **COMPILED})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _huge(revision: str) -> None:
    """Compare time and memory with an earlier revision on one very long line."""
    folder, source = BUILD / "one-line", BUILD / f"revision-{revision}"
    folder.mkdir(parents=True, exist_ok=True)
    lines = list(sentences(HUGE_SENTENCES))
    (folder / "text.txt").write_text(" ".join(lines), encoding="utf-8")
    (folder / "text.lines").write_text("\n".join(lines) + "\n", encoding="utf-8")
    if not source.exists():
        subprocess.run(["git", "worktree", "add", "--detach", str(source), revision], cwd=ROOT, check=True)
    ours, other = _measured("reprank", folder), _measured("reprank", folder, source=source / "src")
    what = f"{HUGE_SENTENCES:,} sentences on one line, to {revision}"
    print(Ratio(what, ours["cpu"], other["cpu"], "at most 0.6"))
    print(Ratio(what, ours["peak"] / 1024, other["peak"] / 1024, "at most 0.5", unit="MB"))


if __name__ == "__main__":
    main()
