"""Package to cost of installing it: packages, megabytes and seconds of an import, each in an environment of its own.

    python -m benchmarks.speed.installed

Installs from the package index, so it needs one. Packages that bring PyTorch are left out: they take gigabytes.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
import venv
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.report import DOCS, ROOT, table, write_between, write_figures

# What to install, and the module whose import is timed.
TOOLS = {
    "reprank": (str(ROOT), "reprank.api"),
    "sumy": ("sumy", "sumy.summarizers.lex_rank"),
    "summa": ("summa", "summa.summarizer"),
    "lexrank": ("lexrank", "lexrank"),
    "pytextrank": ("pytextrank", "pytextrank"),
    "yake": ("yake", "yake"),
}
IMPORTS = 5


@dataclass(frozen=True)
class Cost:
    """What one tool costs: its version, packages with it, megabytes, and seconds of an import."""

    version: str
    packages: int
    megabytes: float
    seconds: float


def main() -> None:
    """Install, measure and write."""
    costs = {name: measure(name, *what) for name, what in TOOLS.items()}
    rows = [
        [name, cost.version, str(cost.packages), f"{cost.megabytes:.0f}", f"{cost.seconds:.2f}"]
        for name, cost in costs.items()
    ]
    head = ["package", "version", "packages with it", "MB", "seconds to import"]
    caption = (
        "The table shows the effect of `pip install NAME` in an empty environment: the number of packages without pip, "
        f"the size of their files, and the median time of {IMPORTS} imports in new processes. Packages that depend on "
        "PyTorch (KeyBERT, LLMLingua) take gigabytes and were not measured. sumy and pytextrank download language data "
        "afterwards."
    )
    write_figures("installed", {name: vars(cost) for name, cost in costs.items()})
    write_between(DOCS / "lab" / "speed.md", "installed", table(head, rows, caption=caption))


def measure(name: str, wanted: str, module: str) -> Cost:
    """Install one tool and measure it."""
    with TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", wanted], check=True)
        subprocess.run([python, "-m", "pip", "uninstall", "--quiet", "--yes", "setuptools", "pip"], check=True)
        packages = next(Path(folder).glob("lib/python*/site-packages"))
        code = f"import importlib.metadata as m; print(m.version({name!r}))"
        version = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()
        seconds = [_import_seconds(python, module) for _ in range(IMPORTS + 1)][1:]
        size = sum(path.stat().st_size for path in packages.rglob("*") if path.is_file() and path.suffix != ".pyc")
        print(name, version, file=sys.stderr)
        return Cost(version, len(list(packages.glob("*.dist-info"))), size / 1e6, statistics.median(seconds))


def _import_seconds(python: Path, module: str) -> float:
    start = time.perf_counter()
    subprocess.run([python, "-c", "pass"], check=True)
    empty = time.perf_counter()
    subprocess.run([python, "-W", "ignore", "-c", f"import {module}"], check=True)
    return time.perf_counter() - empty - (empty - start)


if __name__ == "__main__":
    main()
