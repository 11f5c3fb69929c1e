"""Batches under faults: ``make soak-batch``.

    python -m benchmarks.soak.batch --kills 100

Kills batches with SIGKILL at random moments and resumes them, fills the disk, takes the input away, kills workers, lets
rows use too much memory, starts two runs for one result, and closes pipes. Each time, the result must be the one that
an undisturbed batch gives, byte for byte. Prints what was tried and how often it failed, and writes the part
``batch-soak`` of docs/lab/robustness.md and docs/results/soak-batch.json. Exits with 1 if anything failed.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks.report import DOCS, ROOT, table, write_between, write_figures
from benchmarks.soak.rows import digest, text, write_rows

BUILD = ROOT / "build" / "soak-batch"
NAMES = ("out.jsonl", "out.csv", "out.parquet", "out.jsonl.gz")
ROWS = 400
LARGE_ROW_BYTES = 100_000_000
SEED = 15


@dataclass
class Tried:
    """One kind of fault: how often it was tried, and what went wrong."""

    what: str
    times: int = 0
    failures: list[str] = field(default_factory=list)

    def check(self, good: bool, failure: str) -> None:
        """Count a trial."""
        self.times += 1
        if not good:
            self.failures.append(failure)


class Bench:
    """A file of rows and the results that undisturbed batches made of it."""

    def __init__(self, rows: int) -> None:
        shutil.rmtree(BUILD, ignore_errors=True)
        BUILD.mkdir(parents=True)
        self.source = BUILD / "in.jsonl"
        write_rows(self.source, rows)
        self.whole: dict[str, str] = {}
        self.seconds = 0.0  # of an undisturbed batch
        for name in NAMES:
            began = time.monotonic()
            if quietly(self.command(f"whole-{name}")):
                raise SystemExit("a batch failed without being disturbed")
            self.seconds = time.monotonic() - began
            self.whole[name] = digest(BUILD / f"whole-{name}")

    def command(self, name: str, *options: str, source: Path | None = None) -> list[str]:
        """Return the command of a batch."""
        files = [str(source or self.source), name if name == "-" else str(BUILD / name)]
        return [sys.executable, "-m", "reprank", "batch", *files, "--sentences", "2", "--workers", "2", *options]

    def is_whole(self, name: str) -> bool:
        """Return whether a result is that of an undisturbed batch."""
        return (BUILD / name).exists() and digest(BUILD / name) == self.whole[name]

    def clear(self, name: str) -> None:
        """Remove a result and what is beside it."""
        for path in BUILD.glob(f"{name}*"):
            path.unlink()


def quietly(command: list[str]) -> int:
    """Run a command to its end; return its exit code."""
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode


def started(command: list[str]) -> subprocess.Popen[bytes]:
    """Start a command in a process group of its own."""
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def killed(bench: Bench, chance: random.Random, kills: int) -> Tried:
    """Kill the whole batch at a random moment, again and again, until it is done in spite of that."""
    tried = Tried("batches killed with SIGKILL at random moments, and resumed")
    turn = 0
    while tried.times < kills:
        name = NAMES[turn % len(NAMES)]
        turn += 1
        code = None
        while code != 0:
            if tried.times < kills:
                code = _run_and_kill(bench.command(name, "--resume"), chance.uniform(0, bench.seconds))
                tried.times += code != 0
            else:
                code = quietly(bench.command(name, "--resume"))
                if code:
                    break
        if code or not bench.is_whole(name):
            tried.failures.append(f"{name}, exit code {code}, is not as undisturbed")
        bench.clear(name)
    return tried


def _run_and_kill(command: list[str], seconds: float) -> int:
    """Run a command and kill its process group after some seconds; return its exit code."""
    with started(command) as process:
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
    return code


def full_disks(bench: Bench, chance: random.Random, times: int) -> Tried:
    """Let no file grow beyond a random size, then resume with room enough."""
    tried = Tried("full disks: files that could not grow, then resumed")
    largest = (BUILD / "whole-out.jsonl").stat().st_size
    for turn in range(times):
        name, size = NAMES[turn % len(NAMES)], chance.randrange(1000, largest)
        full = subprocess.run(
            bench.command(name), preexec_fn=_file_limit(size), stderr=subprocess.PIPE, text=True, check=False
        )
        lines = full.stderr.strip().splitlines()
        told = full.returncode == 1 and len(lines) == 1 and lines[0].startswith("reprank: cannot write")
        quietly(bench.command(name, "--resume"))
        tried.check(told and bench.is_whole(name), f"{name}, {size} bytes: {full.returncode} {lines[-1:]}")
        bench.clear(name)
    return tried


def _file_limit(size: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def lost_inputs(bench: Bench, chance: random.Random, times: int) -> Tried:
    """Remove or cut the input while it is read: what was open is read to its end, what was cut is an error."""
    tried = Tried("inputs removed or cut while they were read")
    for turn in range(times):
        source = BUILD / "lost.jsonl"
        shutil.copy(bench.source, source)
        with subprocess.Popen(bench.command("out.jsonl", source=source), stderr=subprocess.PIPE, text=True) as process:
            while not (BUILD / "out.jsonl.part").exists() and process.poll() is None:
                time.sleep(0.01)
            if turn % 2:
                source.unlink()
            else:
                os.truncate(source, chance.randrange(source.stat().st_size))
            assert process.stderr is not None
            said = process.stderr.read()
        if turn % 2:
            good = process.returncode == 0 and bench.is_whole("out.jsonl")
        else:
            good = process.returncode == 1 and "was changed while it was read" in said
            good = good and not (BUILD / "out.jsonl").exists()
        tried.check(good, f"{'removed' if turn % 2 else 'cut'}: {process.returncode} {said.strip()[-200:]}")
        bench.clear("out.jsonl")
        source.unlink(missing_ok=True)
    return tried


def killed_workers(bench: Bench, chance: random.Random, times: int) -> Tried:
    """Kill worker processes while a batch runs; their rows are tried again."""
    tried = Tried("worker processes killed while a batch ran")
    while tried.times < times:
        with started(bench.command("out.jsonl", "--workers", "1")) as process:
            size = 0  # a row that loses its worker twice is an error: the batch must have gone on meanwhile
            while process.poll() is None:
                time.sleep(chance.uniform(0.1, 0.4))
                if (grown := _size(BUILD / "out.jsonl.part")) > size:
                    size = grown
                    for worker in _workers(process.pid):
                        with suppress(ProcessLookupError):
                            os.kill(worker, signal.SIGKILL)
                            tried.times += 1
        if process.returncode or not bench.is_whole("out.jsonl"):
            tried.failures.append(f"exit code {process.returncode}")
        bench.clear("out.jsonl")
    return tried


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:  # not yet, or no more
        return 0


def _workers(parent: int) -> list[int]:
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return [int(it) for it in children if b"spawn_main" in Path(f"/proc/{it}/cmdline").read_bytes()]
    except OSError:
        return []


def large_rows(bench: Bench, chance: random.Random, times: int) -> Tried:
    """Put a row of 100 MB between others, with limits of memory and time: it fails, its neighbours do not."""
    tried = Tried("rows of 100 MB, with a limit of memory or of time")
    source = BUILD / "large.jsonl"
    lines = bench.source.read_text(encoding="utf-8").splitlines(keepends=True)[:4]
    sentence = text(1, sentences=40)
    long = '{"id": "long", "text": "' + (sentence + " ") * (LARGE_ROW_BYTES // len(sentence)) + '"}\n'
    source.write_text("".join([*lines[:2], long, *lines[2:]]), encoding="utf-8")
    whole = (BUILD / "whole-out.jsonl").read_bytes().splitlines()[:4]
    for options in [["--memory-limit", "400"], ["--time-limit", "5"]] * times:
        code = quietly(bench.command("out.jsonl", *options, source=source))
        rows = (BUILD / "out.jsonl").read_bytes().splitlines() if (BUILD / "out.jsonl").exists() else []
        good = code == 3 and rows[:2] + rows[3:] == whole and b'"error"' in rows[2]
        tried.check(good, f"{options}: exit code {code}, {len(rows)} rows")
        bench.clear("out.jsonl")
    source.unlink()
    return tried


def two_runs(bench: Bench, chance: random.Random, times: int) -> Tried:
    """Start two runs for one result at nearly the same time: one of them makes it."""
    tried = Tried("two runs at a time for one result")
    for turn in range(times):
        options = ["--resume"] if turn % 2 else []
        first = started(bench.command("out.jsonl", *options))
        time.sleep(chance.choice([0.0, chance.uniform(0, bench.seconds / 2)]))
        second = started(bench.command("out.jsonl", *options))
        codes = sorted([first.wait(), second.wait()])
        # Both succeed if the second one came after the first one was done, and resumed.
        good = codes == [0, 1] or (codes == [0, 0] and turn % 2 == 1)
        tried.check(good and bench.is_whole("out.jsonl"), f"exit codes {codes}")
        bench.clear("out.jsonl")
    return tried


def closed_pipes(bench: Bench, chance: random.Random, times: int) -> Tried:
    """Stop reading after some lines; the batch ends in silence, and what was read is right."""
    tried = Tried("pipes closed by their reader")
    whole = (BUILD / "whole-out.jsonl").read_bytes().splitlines(keepends=True)
    for _ in range(times):
        count = chance.randrange(1, 50)
        with subprocess.Popen(bench.command("-"), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            lines = [process.stdout.readline() for _ in range(count)]
            process.stdout.close()
            said = process.stderr.read()
        good = lines == whole[:count] and process.returncode == 0 and not said
        tried.check(good, f"exit code {process.returncode}, {said[-200:]!r}")
    return tried


def main() -> None:
    """Try everything and write what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--short", action="store_true", help="little of everything; writes no page")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    bench = Bench(ROWS // 4 if options.short else ROWS)
    times = 1 if options.short else 5
    tried = []
    for fault, count in (
        (killed, 6 if options.short else options.kills),
        (full_disks, 4 * times),
        (lost_inputs, 2 * times),
        (killed_workers, 2 * times),
        (large_rows, 1),
        (two_runs, 2 * times),
        (closed_pipes, 2 * times),
    ):
        began = time.monotonic()
        tried.append(fault(bench, chance, count))
        one = tried[-1]
        print(f"{one.what}: {one.times}, {len(one.failures)} failed, {time.monotonic() - began:.0f} s", flush=True)
    page = table(["tried", "times", "failures"], [[one.what, f"{one.times}", f"{len(one.failures)}"] for one in tried])
    failures = [f"{one.what}: {failure}" for one in tried for failure in one.failures]
    print("\n".join([page, *failures[:20], f"{len(failures)} failures"]), flush=True)
    if not options.short and not failures:
        write_figures("soak-batch", {"seed": options.seed, "rows": ROWS, "tried": [asdict(one) for one in tried]})
        write_between(DOCS / "lab" / "robustness.md", "batch-soak", page)
    shutil.rmtree(BUILD)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
