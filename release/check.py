"""Source tree to a release that can be trusted: builds, checks and installs it, and prints what was done.

    python -m release.check [--python PATH…] [--quick]

Builds both archives twice and compares their bytes, reads them, installs the wheel in clean environments with the
oldest allowed and the newest dependencies on every Python that can be found, tries it there, and checks typed use with
mypy and pyright. ``--quick`` takes the running Python alone. Ends with the list of what is left to do by hand.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.report import ROOT

from release.archives import faults_of_sdist, faults_of_wheel
from release.pythons import find_pythons, version_of
from release.texts import faults_of_texts, version

DIST = ROOT / "dist"
SMOKE = Path(__file__).with_name("smoke.py")
UV = (sys.executable, "-m", "uv")
EXTRAS = ("files", "batch", "web", "evaluate")
RESOLUTIONS = ("lowest-direct", "highest")
CHECKLIST = """
Left to do by hand:
  1. the tables of docs/lab/quality.md and the README are of this code: make docs-check
  2. CHANGELOG.md has every change a user sees, under this version, with today's date
  3. make check, test-slow, test-adapters and test-browser pass on a clean checkout
  4. look at build/site in a browser, narrow and wide, light and dark
  5. git tag v{version} && git push --tags
  6. at the first release, write `pip install reprank` where pages say `pip install .` (release/README.md)
  7. twine upload dist/*, then pip install reprank=={version} in an empty environment, and reprank demo
  8. publish build/site at the address that pyproject.toml names
"""


def main() -> int:
    """Check everything and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--python", nargs="+", type=Path, help="interpreters (default: all that are found, 3.11 or newer)"
    )
    parser.add_argument("--quick", action="store_true", help="the running Python alone, with the newest dependencies")
    options = parser.parse_args()
    pythons = [Path(sys.executable)] if options.quick else options.python or find_pythons()
    resolutions = RESOLUTIONS[1:] if options.quick else RESOLUTIONS
    faults = list(faults_of_texts())
    _say("version, changelog, citation, notices", faults)
    found = build_twice()
    _say("built twice, same bytes", found)
    faults += found
    wheel, sdist = next(DIST.glob("*.whl")), next(DIST.glob("*.tar.gz"))
    for name, check in _archive_checks(wheel, sdist):
        found = list(check())
        _say(name, found)
        faults += found
    faults += install_everywhere(wheel, pythons, resolutions)
    found = check_types(wheel, pythons[0])
    _say("typed use with mypy --strict and pyright", found)
    faults += found
    print(CHECKLIST.format(version=version()))
    print(f"{len(faults)} faults" if faults else "no faults")
    return 1 if faults else 0


def _say(what: str, faults: Iterable[str]) -> None:
    found = list(faults)
    print(f"{'no ' if found else 'yes'}  {what}", *(f"     {fault}" for fault in found), sep="\n", flush=True)


def _archive_checks(wheel: Path, sdist: Path) -> list[tuple[str, Callable[[], Iterable[str]]]]:
    return [
        (
            f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, all modules and data, notices",
            lambda: faults_of_wheel(wheel),
        ),
        (f"{sdist.name}: {sdist.stat().st_size / 1e6:.1f} MB, tracked files only", lambda: faults_of_sdist(sdist)),
        ("twine check --strict", lambda: _run(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist)),
    ]


def build_twice() -> list[str]:
    """Build both archives twice from copies of the tracked files, and compare their bytes."""
    digests = []
    with TemporaryDirectory() as name:
        for copy in ("first", "second"):
            folder = Path(name) / copy
            copy_tracked(folder)
            target = Path(name) / f"dist-{copy}"
            if found := _run(sys.executable, "-m", "build", "--outdir", target, folder, environment=_epoch()):
                return found
            digests.append({path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in target.iterdir()})
        shutil.rmtree(DIST, ignore_errors=True)
        shutil.copytree(Path(name) / "dist-first", DIST)
    return [f"{name} differs between two builds" for name in digests[0] if digests[0][name] != digests[1].get(name)]


def copy_tracked(folder: Path) -> None:
    """Copy the files that git knows, as they are in the working tree."""
    for name in _git("ls-files", "-z").split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def _epoch() -> dict[str, str]:
    """Give all files of an archive the time of the last commit."""
    return {**os.environ, "SOURCE_DATE_EPOCH": _git("log", "-1", "--format=%ct").strip()}


def install_everywhere(wheel: Path, pythons: Iterable[Path], resolutions: Iterable[str]) -> list[str]:
    """Install and try the wheel in clean environments; all of them must give the same summaries."""
    faults, digests = [], {}
    for python in pythons:
        for resolution in resolutions:
            for extras in ((), EXTRAS):
                label = f"Python {version_of(python)}, {resolution}{', extras ' + ', '.join(extras) if extras else ''}"
                digest, versions, found = try_wheel(wheel, python, resolution, extras)
                _say(f"{label}: {versions}, summaries {digest}", found)
                faults += found
                digests[label] = digest
    if len(set(digests.values())) > 1:
        faults.append(f"summaries differ between environments: {digests}")
        _say("the same summaries everywhere", faults[-1:])
    return faults


def try_wheel(wheel: Path, python: Path, resolution: str, extras: tuple[str, ...]) -> tuple[str, str, list[str]]:
    """Install the wheel in a new environment and run the smoke test in it."""
    with TemporaryDirectory() as name:
        environment = Path(name) / "environment"
        inside = environment / "bin" / "python"
        faults = _run(*UV, "venv", "--quiet", "--python", python, environment) or _run(
            # Wheels only: the oldest NumPy that a new Python has a wheel for is the oldest that can be had on it.
            *UV, "pip", "install", "--quiet", "--python", inside, "--resolution", resolution,
            "--only-binary", ":all:", wheel, *requirements(extras),
        )  # fmt: skip
        if faults:
            return "", "", faults
        tried = subprocess.run(
            [inside, "-I", "-W", "error", SMOKE, version(), *extras],
            capture_output=True,
            text=True,
            cwd=name,
            check=False,
        )
        listed = subprocess.run([*UV, "pip", "freeze", "--python", inside], capture_output=True, text=True, check=True)
        core = ("numpy", "sentencex", "pystemmer", "stopwordsiso")
        versions = ", ".join(line.replace("==", " ") for line in listed.stdout.splitlines() if line.startswith(core))
        return tried.stdout.strip(), versions, tried.stderr.splitlines()[-3:] if tried.returncode else []


def requirements(extras: Iterable[str]) -> list[str]:
    """Return what the package and its extras ask for; named by itself, ``lowest-direct`` takes the oldest of each."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *(one for extra in extras for one in project["optional-dependencies"][extra])]


def check_types(wheel: Path, python: Path) -> list[str]:
    """Check the program of the tutorial with both type checkers, against the installed wheel."""
    import doctest

    examples = doctest.DocTestParser().get_examples((ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8"))
    with TemporaryDirectory() as name:
        environment, program = Path(name) / "environment", Path(name) / "program.py"
        inside = environment / "bin"
        program.write_text("".join(example.source for example in examples), encoding="utf-8")
        return (
            _run(*UV, "venv", "--quiet", "--python", python, environment)
            or _run(*UV, "pip", "install", "--quiet", "--python", inside / "python", wheel, "mypy", "pyright")
            or _run(inside / "mypy", "--strict", program, folder=Path(name))
            or _run(inside / "pyright", "--pythonpath", inside / "python", program, folder=Path(name))
        )


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def _run(*command: str | Path, folder: Path | None = None, environment: dict[str, str] | None = None) -> list[str]:
    """Run a command; return nothing if it went well, else its last lines."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder or ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return (done.stdout + done.stderr).strip().splitlines()[-8:] if done.returncode else []


if __name__ == "__main__":
    sys.exit(main())
