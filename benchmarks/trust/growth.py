"""Measure how time grows on hostile texts: a quarter, half and one megabyte of each family.

    python -m benchmarks.trust.growth

Every measurement runs in a process of its own and is ended after a minute of processor time. The exponent is that of
the power of the length by which time grows from the first to the last size: 1 is linear, 2 is the square. Writes
docs/lab/robustness.md and docs/results/growth.json.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks.report import DOCS, RESULTS, table, write_between, write_figures
from benchmarks.trust.families import FAMILIES, Family

LIMIT_SECONDS = 60  # of one measurement
ALLOWED_SECONDS = 5.0  # a megabyte
ALLOWED_EXPONENT = 1.3
MIN_SECONDS = 0.2  # of the largest text, below which an exponent says nothing
SHOWN_FAMILIES = 3
PAGE = DOCS / "lab" / "robustness.md"
Times = list[tuple[float, float | None]]  # megabytes and seconds, None where it was ended


def calls() -> dict[str, Callable[[list[str], list[str], str | None], object]]:
    """Return the calls that are measured, by name: of documents, of those already seen, and of a language."""
    import reprank

    question = "Where did the river rise?"
    return {
        "summarize": lambda texts, seen, code: reprank.summarize(texts, words=100, seen=seen, language=code),
        "keywords": lambda texts, seen, code: reprank.keywords(texts, seen=seen, language=code),
        "compress": lambda texts, seen, code: reprank.compress([*texts, *seen], question, words=100, language=code),
    }


def main() -> None:
    """Measure all families and write the table, or measure one in this process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="only families whose name begins so; the others stay as they were measured last")
    parser.add_argument("--family", help="the family that is measured in this process")
    parser.add_argument("--call", help="the call that is measured in this process")
    parser.add_argument("--limit", type=int, help="only as many families: writes nothing")
    options = parser.parse_args()
    if options.family:
        measure(FAMILIES[options.family], options.call)
        return
    figures = _before() if options.limit is None else {"families": {}}
    chosen = [name for name in FAMILIES if name.startswith(options.only or "")]
    for name in chosen[: options.limit]:
        figures["families"][name] = {call: measured(name, call) for call in calls()}
        if options.limit is None:
            write_figures("growth", figures)  # after each family, so that a run may be ended
            write_page(figures["families"])
    print(table(["family", *calls()], rows(figures["families"])))


def _before() -> dict[str, Any]:
    """Return what was measured last, in the order of the families."""
    path = RESULTS / "growth.json"
    return {"families": json.loads(path.read_text(encoding="utf-8"))["families"] if path.exists() else {}}


def measure(family: Family, call: str) -> None:
    """Measure all sizes of a family in this process, after a short text that loads what is needed."""
    work = calls()[call]
    work(["The river rose all night. The bridge was closed on Friday."], [], family.language)
    for megabytes in family.megabytes:
        documents = family.make(int(1e6 * megabytes))
        half = len(documents) // 2 if family.seen else len(documents)
        began = time.process_time()
        limit = int(began + LIMIT_SECONDS * max(megabytes, 1)) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
        work(documents[:half], documents[half:], family.language)
        print(json.dumps([megabytes, round(time.process_time() - began, 3)]), flush=True)


def measured(name: str, call: str) -> Times:
    """Measure all sizes of a family in a process of its own; None for the size at which it was ended."""
    command = [sys.executable, "-m", "benchmarks.trust.growth", "--family", name, "--call", call]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    found: Times = [tuple(json.loads(line)) for line in done.stdout.splitlines()]
    if done.returncode:
        found.append((FAMILIES[name].megabytes[len(found)], None))
    print(name, call, found, file=sys.stderr, flush=True)
    return found


def exponent(found: Times) -> float | None:
    """Return the power of the length by which time grows; None where it is too short to tell.

    >>> round(exponent([(1, 0.5), (2, 1.0), (4, 2.0)]), 2)
    1.0
    """
    (small, first), (large, last) = found[0], found[-1]
    if first is None or last is None or last < MIN_SECONDS:
        return None
    return math.log(last / first) / math.log(large / small)


def shown(found: Times) -> str:
    """Write the seconds of the largest size and the exponent."""
    megabytes, seconds = found[-1]
    if seconds is None:
        return f"**over {LIMIT_SECONDS} s at {megabytes:g} MB**"
    power = exponent(found)
    text = f"{seconds:.2f}" + (f" (n^{power:.1f})" if power is not None else "")
    return f"**{text}**" if is_too_slow(found) else text


def _rate(found: Times) -> float:
    """Return the seconds for a megabyte, of the longest text."""
    megabytes, seconds = found[-1]
    return math.inf if seconds is None else seconds / megabytes


def is_too_slow(found: Times) -> bool:
    """Tell whether a family takes too long, or grows faster than its length."""
    megabytes, seconds = found[-1]
    return seconds is None or seconds > ALLOWED_SECONDS * megabytes or (exponent(found) or 0) > ALLOWED_EXPONENT


def rows(figures: dict[str, Any]) -> list[list[str]]:
    """Make a row for each of the slowest families; docs/results/growth.json has all of them."""
    slowest = sorted(figures, key=lambda name: -max(_rate(found) for found in figures[name].values()))[:SHOWN_FAMILIES]
    known = [name for name in FAMILIES if name in slowest]
    return [[name, *(shown(found) for found in figures[name].values())] for name in known]


def write_page(figures: dict[str, Any]) -> None:
    """Write the table of the page."""
    slow = [name for name, of_calls in sorted(figures.items()) if any(map(is_too_slow, of_calls.values()))]
    verdict = f"Too slow: {', '.join(slow)}." if slow else "None of these is too slow."
    text = (
        f"The table shows the slowest {SHOWN_FAMILIES} of {len(figures)} families: seconds of processor time for one "
        "megabyte, and how time scales beyond a quarter of a megabyte. Bold entries take more than "
        f"{ALLOWED_SECONDS:g} seconds per megabyte or grow faster than n^{ALLOWED_EXPONENT}. {verdict}"
    )
    left = [name for name in FAMILIES if name not in figures]
    parts = [
        text + (f" Not measured yet: {', '.join(left)}." if left else ""),
        table(["text", *calls()], rows(figures)),
    ]
    write_between(PAGE, "growth", "\n\n".join(parts))


if __name__ == "__main__":
    main()
