"""Try random inputs for some time, print what was tried, and add the count to the page about trust.

    python -m fuzz --minutes 10                   about 100,000 inputs
    python -m fuzz --cases 500 --digest           print a digest of all results, to compare processes
    python -m fuzz --write                        write the page from the counts so far

Failures are printed and kept in build/fuzz, each as a file that ``python -m fuzz --replay FILE`` runs again. A run that
fails counts too, but ends with 1.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.report import DOCS, RESULTS, ROOT, table, write_between, write_figures

from fuzz.cases import SHARES, Case, make_case
from fuzz.engine import Tally, try_cases
from reprank.evaluation.experiment import build

PAGE = DOCS / "lab" / "robustness.md"
NAME = "fuzz"
FAILURES = ROOT / "build" / "fuzz"
ROUND_CASES = 2_000  # after which the counts are written down
HANG_SECONDS = 60  # of one input, after which it counts as a failure
DIGEST_CASES = 300
ENVIRONMENTS = (("0", "1"), ("1", "2"), ("77", "4"))  # seed of hashes, threads


def main() -> int:
    """Try, count, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to try (default: %(default)s)")
    parser.add_argument("--cases", type=int, help="try as many inputs instead; counts are not written")
    parser.add_argument("--seed", type=int, help="of the inputs; another one each time if not given")
    parser.add_argument("--kinds", help=f"only these, separated by commas, of {', '.join(SHARES)}")
    parser.add_argument("--digest", action="store_true", help="print a digest of all results")
    parser.add_argument("--replay", type=Path, nargs="+", help="run kept inputs again")
    parser.add_argument("--write", action="store_true", help="write the page from the counts so far")
    options = parser.parse_args()
    if options.write:
        write_page(json.loads((RESULTS / f"{NAME}.json").read_text(encoding="utf-8")))
        return 0
    kinds = {kind: SHARES[kind] for kind in options.kinds.split(",")} if options.kinds else None
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    signal.signal(signal.SIGALRM, _hanging)
    if options.replay:
        tally = try_cases(Case.from_json(path.read_text(encoding="ascii")) for path in options.replay)
    elif options.cases:
        tally = try_cases(_cases(seed, options.cases, kinds))
    else:
        tally = _for_minutes(options.minutes, seed, kinds)
    _say(tally, seed)
    if options.digest:
        print(tally.digest.hexdigest())
    return 1 if tally.failures else 0


def _cases(seed: int, count: int, kinds: dict[str, int] | None) -> Iterator[Case]:
    chance = random.Random(seed)
    for _ in range(count):
        case = make_case(chance, kinds)
        if case.kind == "read":  # a library of C that is brought down takes this process with it
            FAILURES.mkdir(parents=True, exist_ok=True)
            (FAILURES / "last-file.json").write_text(case.to_json(), encoding="ascii")
        signal.alarm(HANG_SECONDS)
        yield case
    signal.alarm(0)


def _hanging(*_: object) -> None:
    raise TimeoutError(f"one input took more than {HANG_SECONDS} seconds")


def _for_minutes(minutes: float, seed: int, kinds: dict[str, int] | None) -> Tally:
    """Try until the time is over; write the counts down after each round, so that a run may be ended at any time."""
    began, tally, number = time.monotonic(), Tally(), 0
    while time.monotonic() - began < 60 * minutes:
        made = try_cases(_cases(seed + number, ROUND_CASES, kinds))
        _keep(made)
        _add(made, _environments(seed + number) if number % 100 == 0 else Counter())
        tally.held += made.held
        tally.refused += made.refused
        tally.failures += made.failures
        tally.slowest = max(tally.slowest, made.slowest, key=lambda pair: pair[0])
        number += 1
        print(f"\r{tally.tried:,} inputs, {len(tally.failures)} failures", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return tally


def _environments(seed: int) -> Counter[str]:
    """Try the same inputs in processes with other hashes and threads; exit if their results differ."""
    command = [sys.executable, "-m", "fuzz", "--cases", str(DIGEST_CASES), "--seed", str(seed), "--digest"]
    digests = {
        subprocess.run(
            command,
            env={**os.environ, "PYTHONHASHSEED": hashes, "OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=False,
        ).stdout.split()[-1]
        for hashes, threads in ENVIRONMENTS
    }
    if len(digests) > 1:
        raise SystemExit(f"results differ with the seed of hashes or the threads: {' '.join(command[1:])}")
    return Counter({"environments": len(ENVIRONMENTS) * DIGEST_CASES})


def _keep(tally: Tally) -> None:
    for case, trace in tally.failures:
        FAILURES.mkdir(parents=True, exist_ok=True)
        path = FAILURES / f"failure-{abs(hash(case.to_json())) % 10**10}.json"
        path.write_text(case.to_json(), encoding="ascii")
        print(f"\n{path.relative_to(ROOT)}\n{trace}", flush=True)


def _add(tally: Tally, environments: Counter[str]) -> None:
    """Add the counts to those of the runs before with the same code; other code begins anew."""
    path = RESULTS / f"{NAME}.json"
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if before.get("build") != build():
        before = {}
    held = Counter(before.get("held", {})) + tally.held
    refused = Counter(before.get("refused", {})) + tally.refused
    write_figures(
        NAME,
        {
            "held": dict(sorted(held.items())),
            "refused": dict(sorted(refused.items())),
            "failed": before.get("failed", 0) + len(tally.failures),
            "environments": before.get("environments", 0) + environments["environments"],
            "guided": before.get("guided", 0),
        },
    )


def write_page(figures: dict[str, object]) -> None:
    """Write the table of what was tried."""
    held, refused = figures["held"], figures["refused"]
    assert isinstance(held, dict)
    assert isinstance(refused, dict)
    names = {
        "summarize": "`summarize`", "keywords": "`keywords`", "compress": "`compress`", "rank": "`rank` and `compare`",
        "read": "`read`, damaged files",
        "service": "requests of the web service", "rows": "rows of a batch",
        "encoder": "damaged models", "vectors": "damaged word vectors",
    }  # fmt: skip
    rows = [
        [
            names[kind],
            f"{held.get(kind, 0) + refused.get(kind, 0):,}",
            f"{held.get(kind, 0):,}",
            f"{refused.get(kind, 0):,}",
        ]
        for kind in SHARES
    ]
    total = sum(held.values()) + sum(refused.values())
    rows.append(["all", f"{total:,}", f"{sum(held.values()):,}", f"{sum(refused.values()):,}"])
    text = (
        f"Of the inputs tested with one revision ({figures['build']}), {figures['failed']} failed. "
        f"{figures['environments']:,} more were tested with other hash seeds and numbers of threads, and "
        f"{figures['guided']:,} came from the coverage-guided fuzzer."
    )
    columns = ["call", "inputs", "with a result", "refused with a reason"]
    write_between(PAGE, NAME, f"{text}\n\n{table(columns, rows)}")


def _say(tally: Tally, seed: int) -> None:
    for kind in SHARES:
        print(f"{kind:10} {tally.held[kind]:9,} with a result {tally.refused[kind]:9,} refused with a reason")
    seconds, slowest = tally.slowest
    print(f"the slowest took {seconds:.2f} s of processor time ({slowest.kind if slowest else 'none'})")
    print(f"{tally.tried:,} inputs, {len(tally.failures)} failures, seed {seed}")
    for case, trace in tally.failures[:3]:
        print(case.to_json()[:2000], trace, sep="\n")


if __name__ == "__main__":
    raise SystemExit(main())
