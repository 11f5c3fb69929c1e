"""The built wheel in clean environments, one for each extra of an adapter: ``make test-wheel``.

    python -m benchmarks.wheel [EXTRA…]

Builds the wheel, installs it with one extra at a time into a new environment, and runs the tests of that adapter there,
away from the sources. Every environment is removed again. Exits with 1 if a test fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.report import ROOT

TESTS = {
    "langchain": "adapters/test_langchain.py",
    "llama-index": "adapters/test_llama_index.py",
    "haystack": "adapters/test_haystack.py",
    "spacy": "adapters/test_spacy.py",
    "scikit-learn": "adapters/test_sklearn.py",
    "pandas": "adapters/test_pandas.py",
    "polars": "adapters/test_polars.py",
    "duckdb": "adapters/test_duckdb.py",
    "datasets": "adapters/test_datasets.py",
    "mcp": "mcp/test_server.py",
}
WHERE = "import reprank, sys; sys.exit('site-packages' not in reprank.__file__)"  # not the sources


def main() -> None:
    """Try the extras that are named, or all."""
    extras = sys.argv[1:] or list(TESTS)
    if unknown := set(extras) - set(TESTS):
        sys.exit(f"unknown extras {', '.join(sorted(unknown))}: use {', '.join(TESTS)}")
    with tempfile.TemporaryDirectory(prefix="reprank-wheel-") as folder:
        wheel = _build(Path(folder, "wheel"))
        print(f"built {wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB", flush=True)
        _copy_tests(Path(folder, "tests"))
        failed = [extra for extra in extras if not _try(wheel, extra, Path(folder))]
    print(f"{len(extras) - len(failed)} of {len(extras)} extras work from the wheel", *failed)
    sys.exit(1 if failed else 0)


def _build(folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True)
    (wheel,) = folder.glob("reprank-*.whl")
    return wheel


def _copy_tests(folder: Path) -> None:
    """Copy what the tests of adapters need, and nothing of the sources."""
    source = ROOT / "tests"
    for name in ("__init__.py", "conftest.py", "adapters", "mcp"):
        if (source / name).is_dir():
            shutil.copytree(source / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            folder.mkdir(exist_ok=True)
            shutil.copy(source / name, folder / name)


def _try(wheel: Path, extra: str, folder: Path) -> bool:
    """Install the wheel with one extra, and run the tests of that adapter."""
    began = time.monotonic()
    environment = folder / extra
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    python = str(environment / "bin" / "python")
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    needed = [f"{wheel}[{extra}]", "pytest>=8.2", "hypothesis>=6.100"]
    try:
        subprocess.run([python, "-m", "pip", "install", "-qq", *needed], check=True, cwd=folder, env=clean)
        subprocess.run([python, "-c", WHERE], check=True, cwd=folder, env=clean)
        test = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(folder)]
        done = subprocess.run([*test, f"tests/{TESTS[extra]}"], cwd=folder, capture_output=True, text=True, check=False)
    finally:
        shutil.rmtree(environment, ignore_errors=True)
    print(f"{extra}: {_verdict(done.stdout)}, {time.monotonic() - began:.0f} s", flush=True)
    good = done.returncode == 0 and " passed" in done.stdout and " skipped" not in _verdict(done.stdout)
    if not good:
        print(done.stdout[-4000:], done.stderr[-2000:], flush=True)
    return good


def _verdict(output: str) -> str:
    """Return the line of pytest that counts tests."""
    lines = [line for line in output.splitlines() if " passed" in line or " failed" in line or " error" in line]
    return lines[-1].strip("= ") if lines else "no test was run"


if __name__ == "__main__":
    main()
