"""Measure every verb, and the reading of every format, on texts from a kilobyte to twenty megabytes.

    python -m benchmarks.trust.sizes                     all of them
    python -m benchmarks.trust.sizes --only read         those whose name begins so; the others stay as they were
    python -m benchmarks.trust.sizes --up-to 1           texts of up to a megabyte: writes nothing

Each has a process of its own, which does its work once on a short text before it is measured.
Memory is the peak of this process above what it holds without a text. An exponent is that of the power of the length by
which time or memory grows from one megabyte to the largest text. Writes docs/lab/robustness.md and
docs/results/sizes.json.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.report import DOCS, RESULTS, table, write_between, write_figures
from benchmarks.speed.speed_texts import sentences
from benchmarks.trust.formats import FORMATS

SIZES = (0.001, 0.01, 0.1, 1.0, 5.0, 20.0)  # megabytes of text
READ = "read "
GROWS_FROM = 1.0  # megabytes: below, constant costs hide how time grows
SENTENCE_CHARACTERS, PARAGRAPH_SENTENCES = 118, 5
DOCUMENTS = 5  # that are compared
ALLOWED_EXPONENT = 1.1
LIMIT_SECONDS = 1200.0  # for all sizes of one verb
PAGE = DOCS / "lab" / "robustness.md"

Figures = dict[str, list[list[float]]]  # by verb: megabytes of text, seconds, megabytes of memory


def works() -> dict[str, Callable[[list[str]], Callable[[], object]]]:
    """Return what is measured, by name: each takes paragraphs and returns the call that is measured with them."""
    import reprank
    from reprank.readers.limits import FileLimits

    question = "Where did the river rise?"
    limits = FileLimits(max_seconds=LIMIT_SECONDS)

    def joined(call: Callable[[str], object]) -> Callable[[list[str]], Callable[[], object]]:
        def prepare(paragraphs: list[str]) -> Callable[[], object]:
            text = "\n\n".join(paragraphs)
            return lambda: call(text)

        return prepare

    def compare(paragraphs: list[str]) -> Callable[[], object]:
        part = -(-len(paragraphs) // DOCUMENTS)
        texts = ["\n\n".join(paragraphs[at : at + part]) for at in range(0, len(paragraphs), part)]
        return lambda: reprank.compare(texts)

    def reading(ending: str) -> Callable[[list[str]], Callable[[], object]]:
        def prepare(paragraphs: list[str]) -> Callable[[], object]:
            raw = FORMATS[ending](paragraphs)
            return lambda: reprank.read(raw, name=f"river.{ending}", limits=limits)

        return prepare

    return {
        "summarize": joined(lambda text: reprank.summarize(text, words=100)),
        "summarize, on one line": joined(lambda text: reprank.summarize(text.replace("\n\n", " "), words=100)),
        "summarize, ten keywords": joined(lambda text: reprank.summarize(text, words=100, keywords=10)),
        "summarize, a query": joined(lambda text: reprank.summarize(text, words=100, query=question)),
        "keywords": joined(reprank.keywords),
        "rank, ten lengths": joined(_lengths),
        "compare": compare,
        "compress": joined(lambda text: reprank.compress(text, question, words=100)),
        **{f"{READ}.{ending}": reading(ending) for ending in FORMATS},
    }


def _lengths(text: str) -> list[object]:
    """Rank once, then select ten lengths."""
    import reprank

    ranked = reprank.rank(text)
    return [ranked.summarize(words=50 * length) for length in range(1, 11)]


def main() -> None:
    """Measure all and write the table, or measure one in this process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="only those whose name begins so; the others stay as they were")
    parser.add_argument("--up-to", type=float, metavar="MEGABYTES", help="no larger texts: writes nothing")
    parser.add_argument("--work", help="what is measured in this process")
    options = parser.parse_args()
    sizes = [size for size in SIZES if size <= (options.up_to or SIZES[-1])]
    if options.work:
        measure(options.work, sizes)
        return
    path = RESULTS / "sizes.json"
    figures: Figures = json.loads(path.read_text(encoding="utf-8"))["sizes"] if path.exists() else {}
    for name in works():
        if name.startswith(options.only):
            figures[name] = measured(name, sizes)
            print(" | ".join(row(name, figures[name])), file=sys.stderr, flush=True)
    if options.up_to is None:
        figures = {name: figures[name] for name in works() if name in figures}
        write_figures("sizes", {"sizes": figures})
        write_between(PAGE, "sizes", page(figures))


def measure(name: str, sizes: list[float]) -> None:
    """Measure all sizes in this process, after a text of a kilobyte that loads what is needed."""
    prepare = works()[name]
    prepare(paragraphs(SIZES[0]))()
    for megabytes in sizes:
        base = _kilobytes("VmRSS")
        work = prepare(paragraphs(megabytes))
        Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew: Linux only
        began = time.process_time()
        work()
        seconds = time.process_time() - began
        added = max(_kilobytes("VmHWM") - base, 0) / 1024
        print(json.dumps([megabytes, round(seconds, 4), round(added, 1)]), flush=True)


def paragraphs(megabytes: float) -> list[str]:
    """Make paragraphs of about this size in all."""
    lines = list(sentences(max(round(1e6 * megabytes / SENTENCE_CHARACTERS), DOCUMENTS * PARAGRAPH_SENTENCES)))
    return [" ".join(lines[at : at + PARAGRAPH_SENTENCES]) for at in range(0, len(lines), PARAGRAPH_SENTENCES)]


def _kilobytes(field: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1])
    raise ValueError(f"no {field} in /proc/self/status")


def measured(name: str, sizes: list[float]) -> list[list[float]]:
    """Measure all sizes in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.trust.sizes", "--work", name, "--up-to", str(sizes[-1])]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=LIMIT_SECONDS)
    return [json.loads(line) for line in done.stdout.splitlines()]


def exponent(found: list[list[float]], column: int) -> float | None:
    """Return the power of the length by which a column grows; None if there is no text that is long enough.

    >>> exponent([[1.0, 0.5, 10.0], [4.0, 2.0, 160.0]], 1), exponent([[1.0, 0.5, 10.0], [4.0, 2.0, 160.0]], 2)
    (1.0, 2.0)
    """
    grown = [row for row in found if row[0] >= GROWS_FROM and row[column] > 0]
    if len(grown) < 2:
        return None
    (small, first), (large, last) = ((row[0], row[column]) for row in (grown[0], grown[-1]))
    return math.log(last / first) / math.log(large / small)


def row(name: str, found: list[list[float]]) -> list[str]:
    """Write a row of the table: seconds for a megabyte, seconds and memory for the largest text."""
    megabyte = next((f"{seconds:.3g}" for size, seconds, _ in found if size == GROWS_FROM), "–")
    return [name, megabyte, _with_exponent(found, 1), _with_exponent(found, 2)]


def _with_exponent(found: list[list[float]], column: int) -> str:
    """Write the value for the largest text, and how it grows; in bold if that is too fast."""
    power, value = exponent(found, column), _short(found[-1][column])
    text = value if power is None else f"{value} (n^{power:.2f})"
    return f"**{text}**" if (power or 0) > ALLOWED_EXPONENT else text


def _short(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.2g}"


def page(figures: Figures) -> str:
    """Write a table of the verbs and a line of the formats; docs/results/sizes.json has all sizes and exponents."""
    files = {name.removeprefix(READ): found for name, found in figures.items() if name.startswith(READ)}
    verbs = [row(name, found) for name, found in figures.items() if not name.startswith(READ)]
    grows = [name for name, found in figures.items() if (exponent(found, 1) or 0) > ALLOWED_EXPONENT]
    verdict = f"Too fast: {', '.join(grows)}." if grows else f"None grows faster than n^{ALLOWED_EXPONENT}."
    times, memories = (sorted(exponent(found, column) or 0 for found in files.values()) for column in (1, 2))
    listed = "; ".join(f"`{name}` {_short(found[-1][1])}, {_short(found[-1][2])}" for name, found in files.items())
    largest = f"{SIZES[-1]:g} MB"
    formats = (
        f"Reading {largest}, in seconds (n^{times[0]:.2f} to n^{times[-1]:.2f}) and MB (n^{memories[0]:.2f} to "
        f"n^{memories[-1]:.2f}): {listed}."
    )
    head = ["verb", f"{GROWS_FROM:g} MB, s", f"{largest}, s", f"{largest}, MB"]
    return f"{table(head, verbs)}\n\n{formats} {verdict}"


if __name__ == "__main__":
    main()
