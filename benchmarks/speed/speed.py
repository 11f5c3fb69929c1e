"""Measure time and memory, ours and the peers', and write them into the documents: ``make bench-speed``.

Every measurement has a process of its own, one thread, and a time limit; systems and sizes are interleaved and
repeated, and the median counts. Ratios compare medians of the same run on the same text. Peers live in an environment
that this script makes in ``build/peers``; what cannot be installed is left out and named. With a folder of data, real
text is measured as well as generated text.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.report import ROOT, write_figures
from benchmarks.speed.speed_real import RealText, write_real_texts
from benchmarks.speed.speed_report import sections, write_documents
from benchmarks.speed.speed_texts import articles, paragraphs, sentences

BUILD = ROOT / "build" / "speed"
PEERS = ROOT / "build" / "peers"
PACKAGES = ("sumy", "summa", "lexrank", "yake")  # KeyBERT needs a model hub
PEER_SYSTEMS = {"sumy-lexrank": "sumy", "sumy-textrank": "sumy", "lexrank": "lexrank", "summa": "summa", "yake": "yake"}
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
ARTICLES = {(15, 40): 300, (50, 70): 100, (100, 140): 50, (200, 280): 20}  # sentences: how many; the first are news
LONG = 20.0  # seconds: what takes longer is measured once
Measured = dict[str, Any]


def main() -> None:
    """Measure, keep the numbers, and write tables and plots."""
    options = _options()
    BUILD.mkdir(parents=True, exist_ok=True)
    peers = {} if options.no_peers else install_peers(PACKAGES)
    small, large = [100, 300, 1000, 3000], [10_000, 30_000, 100_000, 300_000]
    if options.short:
        small, large = [100, 300, 1000], [3000, 10_000, 30_000]
    _write_texts([*small, *large])
    plan = [(system, size) for size in small for system in ("reprank", *peers)] + [("reprank", size) for size in large]
    repeats = 1 if options.short else 3
    runs = list(_measure_all(plan, repeats=repeats, limit=30 if options.short else 90))
    real = write_real_texts(options.data, BUILD, 20 if options.short else 300) if options.data else []
    results: Measured = {
        "machine": _machine(),
        "peers": {name: _peer_version(package) for name, package in peers.items()},
        "runs": runs,
        "startup": _startup(5 if options.short else 15),
        "articles": [
            _articles(lengths, count // 5 if options.short else count, "sumy-lexrank" in peers, repeats)
            for lengths, count in ARTICLES.items()
        ],
        "real": [_real(one, "sumy-lexrank" in peers, repeats) for one in real],
        "batch": _batch(300 if options.short else 2000, [1, 2], with_ray=not options.short),
    }
    if options.short:
        print("\n\n".join(sections(results)))
        return
    print(f"written: {write_figures('speed', results)}")
    write_documents(results)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="?", help="folder with real text; see docs/evaluation.md")
    parser.add_argument("--short", action="store_true", help="small sizes, once: writes no page")
    parser.add_argument("--no-peers", action="store_true", help="RepRank alone")
    return parser.parse_args()


def install_peers(packages: Iterable[str]) -> dict[str, str]:
    """Install packages where they are not yet; return the systems that can be measured."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
    for package in packages:
        if subprocess.run([python, "-c", f"import {package}"], capture_output=True, check=False).returncode:
            done = subprocess.run([python, "-m", "pip", "install", "--quiet", package], check=False)
            if done.returncode:
                print(f"left out: {package} cannot be installed")
    usable = {
        package
        for package in packages
        if not subprocess.run([python, "-c", f"import {package}"], capture_output=True, check=False).returncode
    }
    return {system: package for system, package in PEER_SYSTEMS.items() if package in usable}


def _peer_version(package: str) -> str:
    code = f"from importlib.metadata import version; print(version({package!r}))"
    return (
        f"{package} "
        + subprocess.run(
            [PEERS / "bin" / "python", "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
    )


def _write_texts(sizes: Sequence[int]) -> None:
    """Write the text of every size; smaller ones are the beginnings of larger ones."""
    missing = [size for size in sizes if not (BUILD / str(size) / "text.lines").exists()]
    lines = list(sentences(max(missing))) if missing else []
    for size in missing:
        write_text(BUILD / str(size) / "text.txt", lines[:size])


def write_text(path: Path, lines: list[str]) -> None:
    """Write a text as it runs, and beside it one sentence a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(paragraphs(lines), encoding="utf-8")
    path.with_suffix(".lines").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _measure_all(plan: list[tuple[str, int]], *, repeats: int, limit: float) -> Iterator[Measured]:
    """Run every system on every size, all of them before any is run again."""
    found: dict[tuple[str, int], list[Measured]] = {pair: [] for pair in plan}
    for _ in range(repeats):
        for pair, measured in found.items():
            if measured and measured[-1]["process"] > LONG:
                continue
            system, size = pair
            measured.append(measure(system, BUILD / str(size), limit))
            print(f"{system:>14} {size:>7,}: {_summary(measured[-1])}", flush=True)
    for (system, size), measured in found.items():
        yield {"system": system, "sentences": size, **_medians(measured)}


def measure(system: str, folder: Path, limit: float, *, source: Path | None = None) -> Measured:
    """Run one system on one folder of texts in a process of its own; ``source`` is that of another revision."""
    python = sys.executable if system.startswith("reprank") else str(PEERS / "bin" / "python")
    path = {} if source is None else {"PYTHONPATH": str(source)}
    began = time.perf_counter()
    command = [python, str(ROOT / "benchmarks" / "speed" / "speed_child.py"), system, str(folder)]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
            env={**os.environ, **ONE_THREAD, **path},
        )
    except subprocess.TimeoutExpired:
        return {"over": limit, "process": limit}
    if done.returncode:
        return {"failed": done.stderr.strip().splitlines()[-1], "process": time.perf_counter() - began}
    measured: Measured = json.loads(done.stdout.splitlines()[-1])
    return {**measured, "process": time.perf_counter() - began}


def _summary(measured: Measured) -> str:
    if "over" in measured:
        return f"over {measured['over']:g} s"
    if "failed" in measured:
        return f"failed: {measured['failed']}"
    return f"{measured['wall']:.3f} s, {measured['peak'] / 1024:.0f} MB"


def _medians(measured: list[Measured]) -> Measured:
    bad = [one for one in measured if "over" in one or "failed" in one]
    if bad:
        return bad[0]
    return {"repeats": len(measured), **{name: median(one[name] for one in measured) for name in measured[0]}}


def _startup(repeats: int) -> dict[str, float]:
    """Time the start of Python with NumPy, with RepRank, and of the command on a short text."""
    script = Path(sys.executable).with_name("reprank")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "reprank"]
    commands = {
        "import numpy": [sys.executable, "-c", "import numpy"],
        "import reprank": [sys.executable, "-c", "import reprank"],
        "reprank summarize": [*command, "summarize", str(BUILD / "100" / "text.txt")],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(repeats):
        for name, arguments in commands.items():
            began = time.perf_counter()
            subprocess.run(arguments, capture_output=True, check=True, env={**os.environ, **ONE_THREAD})
            times[name].append(time.perf_counter() - began)
    return {name: median(seconds) for name, seconds in times.items()}


def _articles(lengths: tuple[int, int], count: int, peer: bool, repeats: int) -> Measured:
    """Time many articles one after the other in one process: RepRank and sumy's LexRank, interleaved."""
    shortest, longest = lengths
    folder = BUILD / f"articles-{shortest}-{longest}-{count}"
    for number, lines in enumerate(articles(count, shortest=shortest, longest=longest)):
        write_text(folder / f"{number:06d}.txt", lines)
    return {"sentences": lengths, "systems": _side_by_side(folder, peer, repeats)}


def _real(text: RealText, peer: bool, repeats: int) -> Measured:
    """Time real text: RepRank and sumy's LexRank, interleaved."""
    systems = _side_by_side(text.folder, peer and text.with_peer, repeats)
    print(f"{text.name}: " + ", ".join(f"{name} {_summary(one)}" for name, one in systems.items()), flush=True)
    counts = {name: getattr(text, name) for name in ("name", "texts", "sentences", "characters")}
    return {**counts, "systems": systems}


def _side_by_side(folder: Path, peer: bool, repeats: int) -> dict[str, Measured]:
    """Run RepRank and sumy's LexRank on a folder in turn; return the medians of both."""
    found: dict[str, list[Measured]] = {"reprank": [], **({"sumy-lexrank": []} if peer else {})}
    for _ in range(repeats):
        for system, measured in found.items():
            measured.append(measure(system, folder, 300))
    return {system: _medians(measured) for system, measured in found.items()}


def _batch(count: int, workers: list[int], *, with_ray: bool) -> list[Measured]:
    """Time the whole command on a file of articles, start included, with one and two workers."""
    source = BUILD / f"articles-{count}.jsonl"
    with source.open("w", encoding="utf-8") as stream:
        for number, lines in enumerate(islice(articles(count), count)):
            stream.write(json.dumps({"id": number, "text": paragraphs(lines)}) + "\n")
    engines = ["local", *(["ray"] if with_ray and _has("ray") else [])]
    return [_batch_run(source, engine, number) for engine in engines for number in workers]


def _batch_run(source: Path, engine: str, workers: int) -> Measured:
    target = source.with_name("out.jsonl")
    for path in source.parent.glob("out.jsonl*"):
        path.unlink()
    options = ["--words", "100", "--engine", engine, "--workers", str(workers)]
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "reprank", "batch", str(source), str(target), *options],
        check=True,
        capture_output=True,
    )
    seconds = time.perf_counter() - began
    rows = len(target.read_bytes().splitlines())
    print(f"batch {engine} {workers}: {rows / seconds:.0f} rows a second", flush=True)
    return {"engine": engine, "workers": workers, "rows": rows, "seconds": seconds}


def _has(package: str) -> bool:
    try:
        version(package)
    except ImportError:
        return False
    return True


def _machine() -> Measured:
    model = shutil.which("lscpu") and subprocess.run(["lscpu"], capture_output=True, text=True, check=True).stdout
    names = [line.split(":")[1].strip() for line in (model or "").splitlines() if line.startswith("Model name")]
    return {
        "processor": names[0] if names else platform.processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "reprank": version("reprank"),
        "busy": os.getloadavg()[0],
    }


if __name__ == "__main__":
    main()
