"""Measure how time grows on hostile texts: a quarter, half and one megabyte of each family, and long prose.

    python -m benchmarks.trust.growth

Every measurement runs in a process of its own and is ended after a minute of processor time. The exponent is that of
the power of the length by which time grows from the first to the last size: 1 is linear, 2 is the square. Writes
docs/trust.md and docs/results/growth.json.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks.report import DOCS, table, write_between, write_figures
from benchmarks.trust.families import FAMILIES, LONG, Family

LIMIT_SECONDS = 60  # of one measurement
ALLOWED_SECONDS = 5.0  # a megabyte
ALLOWED_EXPONENT = 1.3
MIN_SECONDS = 0.2  # of the largest text, below which an exponent says nothing
PAGE = DOCS / "trust.md"


def calls() -> dict[str, Callable[[list[str], list[str]], object]]:
    """Return the calls that are measured, by name."""
    import reprank

    return {
        "summarize": lambda documents, seen: reprank.summarize(documents, words=100, keywords=10, seen=seen),
        "keywords": lambda documents, seen: reprank.keywords(documents, seen=seen),
        "compress": lambda documents, seen: reprank.compress(
            [*documents, *seen], "Where did the river rise?", words=100
        ),
    }


def main() -> None:
    """Measure all families and write the table, or measure one in this process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--family", help="only this one, or the one that is measured in this process")
    parser.add_argument("--call", help="the call that is measured in this process")
    parser.add_argument("--megabytes", type=float)
    parser.add_argument("--limit", type=int, help="only as many families: writes nothing")
    options = parser.parse_args()
    if options.call:
        family = (LONG if options.megabytes > 1 else FAMILIES)[options.family]
        print(json.dumps({"seconds": seconds_of(family, options.call, int(1e6 * options.megabytes))}))
        return
    names = [options.family] if options.family else [*FAMILIES][: options.limit]
    figures = {name: {call: measured(name, call, FAMILIES[name]) for call in calls()} for name in names}
    print(table(["family", *calls()], rows(figures)))
    if options.family or options.limit:
        return
    long = {name: {"summarize": measured(name, "summarize", family)} for name, family in LONG.items()}
    write_figures("growth", {"families": figures, "long": long})
    write_page(figures, long)


def seconds_of(family: Family, call: str, size: int) -> float:
    """Measure one call in this process, after a short one that loads what it needs."""
    import resource

    documents = family.make(size)
    limit = int(LIMIT_SECONDS * max(size / 1e6, 1) + time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    half = len(documents) // 2 if family.seen else len(documents)
    work = calls()[call]
    work(["The river rose all night. The bridge was closed on Friday."], [])
    began = time.process_time()
    work(documents[:half], documents[half:])
    return time.process_time() - began


def measured(name: str, call: str, family: Family) -> list[tuple[float, float | None]]:
    """Measure all sizes of a family; None for one that was ended."""
    found: list[tuple[float, float | None]] = []
    for megabytes in family.megabytes:
        command = [sys.executable, "-m", "benchmarks.trust.growth", "--family", name, "--call", call]
        done = subprocess.run([*command, "--megabytes", str(megabytes)], capture_output=True, check=False)
        seconds = round(json.loads(done.stdout)["seconds"], 3) if done.returncode == 0 else None
        found.append((megabytes, seconds))
        if seconds is None:
            break
    print(name, call, found, file=sys.stderr, flush=True)
    return found


def exponent(found: list[tuple[float, float | None]]) -> float | None:
    """Return the power of the length by which time grows; None where it is too short to tell.

    >>> round(exponent([(1, 0.5), (2, 1.0), (4, 2.0)]), 2)
    1.0
    """
    (small, first), (large, last) = found[0], found[-1]
    if first is None or last is None or last < MIN_SECONDS:
        return None
    return math.log(last / first) / math.log(large / small)


def shown(found: list[tuple[float, float | None]]) -> str:
    """Write the seconds of the largest size and the exponent."""
    megabytes, seconds = found[-1]
    if seconds is None:
        return f"**over {LIMIT_SECONDS} s at {megabytes:g} MB**"
    power = exponent(found)
    text = f"{seconds:.2f}" + (f" (n^{power:.1f})" if power is not None else "")
    return f"**{text}**" if is_too_slow(found) else text


def is_too_slow(found: list[tuple[float, float | None]]) -> bool:
    """Tell whether a family takes too long, or grows faster than its length."""
    megabytes, seconds = found[-1]
    return seconds is None or seconds > ALLOWED_SECONDS * megabytes or (exponent(found) or 0) > ALLOWED_EXPONENT


def rows(figures: dict[str, Any]) -> list[list[str]]:
    """Make a row for each family."""
    return [[name, *(shown(found) for found in of_calls.values())] for name, of_calls in figures.items()]


def write_page(figures: dict[str, Any], long: dict[str, Any]) -> None:
    """Write the tables of the page."""
    slow = [name for name, of_calls in figures.items() if any(map(is_too_slow, of_calls.values()))]
    verdict = f"Too slow: {', '.join(slow)}." if slow else "None is too slow."
    text = (
        "Seconds of processor time for one megabyte, with the power of the length by which time grows from a quarter "
        f"of a megabyte on. Bold is what takes more than {ALLOWED_SECONDS:g} seconds a megabyte or grows faster than "
        f"n^{ALLOWED_EXPONENT}. {verdict}"
    )
    sizes = [f"{megabytes:g} MB" for megabytes in LONG["prose on one line"].megabytes]
    of_sizes = [
        [name, *("–" if seconds is None else f"{seconds:.1f}" for _, seconds in of_calls["summarize"])]
        for name, of_calls in long.items()
    ]
    parts = [
        text,
        table(["text", *calls()], rows(figures)),
        "Seconds for a summary of long prose:",
        table(["text", *sizes], of_sizes),
    ]
    write_between(PAGE, "growth", "\n\n".join(parts))


if __name__ == "__main__":
    main()
