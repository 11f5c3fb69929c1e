"""The service under load and faults: ``make soak``.

    python -m benchmarks.soak.service --clients 500 --seconds 60

Starts ``reprank serve`` and does to it what the internet does: many clients at a time, slow and silent ones, clients
that go away, requests without a right; it also kills worker processes and ends the service in the middle of its work.
Every answer is compared with its own input. Prints what was tried and how often it failed, and writes the part
``soak`` of docs/lab/robustness.md and docs/results/soak-service.json. Exits with 1 if anything failed.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field

from benchmarks.report import DOCS, table, write_between, write_figures
from benchmarks.soak.client import Service
from benchmarks.soak.service_crowd import ASKED, LARGE_BYTES, LARGE_TEXTS, MAX_RATIO, SLOW_CLIENTS, Crowd, run_crowd
from benchmarks.soak.service_faults import FAULTS
from benchmarks.soak.service_load import Load, run_load

WARM_SECONDS = 10.0  # until the memory is measured for the first time: by then, everything is loaded
MAX_GROWTH = 1.15  # times the memory when warm: more is a leak
SERVE_OPTIONS = ("--workers", "2", "--seconds", "20", "--max-bytes", "3000000", "--max-documents", "50")


@dataclass
class Tried:
    """One kind of trial: how often it was made, and what went wrong."""

    what: str
    times: int
    failures: list[str] = field(default_factory=list)


def main() -> None:
    """Make all trials and write what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0, help="time of the load")
    parser.add_argument("--short", action="store_true", help="little of everything; writes no page")
    options = parser.parse_args()
    clients, seconds = (50, 15.0) if options.short else (options.clients, options.seconds)
    service = Service(*SERVE_OPTIONS)
    try:
        load, crowd, tried = asyncio.run(_all(service, clients, seconds, 1 if options.short else 4))
    finally:
        service.end()
    page = _page(load, crowd, tried, clients, seconds)
    print(page)
    failures = [f"{one.what}: {failure}" for one in tried for failure in one.failures]
    print("\n".join(failures[:20]), f"\n{len(failures)} failures", flush=True)
    if not options.short and not failures:
        write_figures(
            "soak-service", {"load": asdict(load), "crowd": asdict(crowd), "tried": [asdict(one) for one in tried]}
        )
        write_between(DOCS / "lab" / "robustness.md", "soak", page)
    sys.exit(1 if failures else 0)


async def _all(service: Service, clients: int, seconds: float, times: int) -> tuple[Load, Crowd, list[Tried]]:
    crowd = await run_crowd(service)
    load = await run_load(service, clients=clients, seconds=seconds, warm_seconds=min(WARM_SECONDS, seconds / 3))
    tried = [Tried("requests under load, each answer compared with its input", sum(load.statuses.values()))]
    tried[0].failures += load.failures
    tried.append(Tried("clients that send byte by byte meanwhile, cut off", load.slow_clients))
    tried.append(Tried("short requests beside slow clients and large texts", ASKED))
    if crowd.ratio > MAX_RATIO:
        tried[-1].failures.append(f"a short request took {crowd.ratio:.1f} times as long as on an idle service")
    for name, first in load.memory_first.items():
        if load.memory_last[name] > first * MAX_GROWTH:
            tried[0].failures.append(f"memory of the {name} grew from {first} MB to {load.memory_last[name]} MB")
    for what, fault in FAULTS.items():
        began = time.monotonic()
        found = await fault(service, times)
        tried.append(Tried(what, found.times, found.failures))
        print(f"{what}: {found.times}, {len(found.failures)} failed, {time.monotonic() - began:.0f} s", flush=True)
    return load, crowd, tried


def _page(load: Load, crowd: Crowd, tried: list[Tried], clients: int, seconds: float) -> str:
    counted = Counter(load.statuses)
    answered = counted.pop("200", 0)
    others = ", ".join(f"{count:,} answers {status} with `Retry-After`" for status, count in sorted(counted.items()))
    memory = "; ".join(
        f"{name} {load.memory_first[name]:.0f} MB after {load.warm_seconds:.0f} seconds, "
        f"{load.memory_last[name]:.0f} MB at the end"
        for name in load.memory_first
    )
    rows = [[one.what, f"{one.times:,}", f"{len(one.failures):,}"] for one in tried]
    return (
        f"{clients} clients for {seconds:.0f} seconds, two workers: {answered:,} answers 200, {others or 'no other'}. "
        f"Memory: {memory}.\n\n{_shown(crowd)}\n\n{table(['tried', 'times', 'failures'], rows)}"
    )


def _shown(crowd: Crowd) -> str:
    statuses = ", ".join(f"{count} × {status}" for status, count in crowd.statuses.items())
    return (
        f"With {SLOW_CLIENTS} clients that send byte by byte and {LARGE_TEXTS} texts of {LARGE_BYTES / 1e6:g} MB at "
        f"once ({statuses}), a request with a short text took {1000 * crowd.crowded:.0f} ms (median) and "
        f"{1000 * crowd.longest:.0f} ms at most, compared with {1000 * crowd.idle:.0f} ms on an idle service."
    )


if __name__ == "__main__":
    main()
