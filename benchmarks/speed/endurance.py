"""Run a large batch, kill it with SIGKILL, resume it, compare it with one that was never interrupted.

    python -m benchmarks.speed.endurance --rows 100000

Writes docs/results/endurance.json: whether both results are the same, byte for byte, the rate, and the memory of the
parent and of its largest worker over time, which must stay flat.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.report import ROOT, write_figures
from benchmarks.speed.speed_texts import articles, paragraphs

BUILD = ROOT / "build" / "endurance"


def main() -> None:
    """Run both batches and write what was observed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--limit", type=int, help="at most this many rows: writes no results")
    options = parser.parse_args()
    rows = min(options.rows, options.limit or options.rows)
    source = _write_rows(rows)
    for old in BUILD.glob("*-out.*"):
        old.unlink()
    whole = _run(source, "whole-out.jsonl", options.workers)
    killed = _run(source, "killed-out.jsonl", options.workers, kill_after=whole["seconds"] / 2)
    resumed = _run(source, "killed-out.jsonl", options.workers, resume=True)
    results = {
        "rows": rows,
        "workers": options.workers,
        "same": _digest("whole-out.jsonl") == _digest("killed-out.jsonl"),
        "rows_out": sum(1 for _ in (BUILD / "killed-out.jsonl").open("rb")),
        "rows_a_second": rows / whole["seconds"],
        "whole": whole,
        "killed": killed,
        "resumed": resumed,
    }
    if options.limit is None:
        write_figures("endurance", results)
    print(json.dumps({name: results[name] for name in ("rows", "rows_out", "same", "rows_a_second")}))


def _write_rows(count: int) -> Path:
    """Write articles as rows: 2,000 different ones, each with a line of its own so that no two rows are the same."""
    BUILD.mkdir(parents=True, exist_ok=True)
    source = BUILD / f"rows-{count}.jsonl"
    if not source.exists():
        texts = [paragraphs(lines) for lines in articles(min(count, 2000))]
        with source.open("w", encoding="utf-8") as stream:
            for number in range(count):
                text = f"Article {number} begins here.\n\n{texts[number % len(texts)]}"
                stream.write(json.dumps({"id": number, "text": text}) + "\n")
    return source


def _run(
    source: Path, name: str, workers: int, *, kill_after: float | None = None, resume: bool = False
) -> dict[str, Any]:
    """Run the command, look at its memory every second, and kill it where asked to."""
    command = [sys.executable, "-m", "reprank", "batch", str(source), str(BUILD / name), "--words", "100"]
    began = time.perf_counter()
    memory: list[tuple[float, float, float]] = []
    with subprocess.Popen(
        [*command, "--workers", str(workers), *(["--resume"] if resume else [])], stderr=subprocess.DEVNULL
    ) as process:
        while process.poll() is None:
            time.sleep(1)
            elapsed = time.perf_counter() - began
            with suppress(OSError):
                workers_at = [_megabytes(child) for child in _children(process.pid)]
                memory.append((round(elapsed), _megabytes(process.pid), max(workers_at, default=0.0)))
            if kill_after is not None and elapsed > kill_after:
                process.kill()
    seen = memory[:: len(memory) // 60 + 1]
    return {"seconds": time.perf_counter() - began, "code": process.returncode, "memory": seen}


def _children(parent: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def _megabytes(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def _digest(name: str) -> str:
    with (BUILD / name).open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


if __name__ == "__main__":
    main()
