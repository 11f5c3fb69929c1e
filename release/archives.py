"""Archives to faults: what is missing in a wheel or a source archive, and what should not be there."""

from __future__ import annotations

import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from benchmarks.report import ROOT

MAX_WHEEL_MEGABYTES = 40.0


def faults_of_wheel(wheel: Path) -> Iterator[str]:
    """Yield what is wrong with a wheel: it holds every tracked file of the package, the notices, and nothing else."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        text = archive.read(metadata).decode()
    wanted = {name.removeprefix("src/") for name in _tracked() if name.startswith("src/reprank/")}
    notes = {name for name in names if ".dist-info/" in name}
    yield from (f"{wheel.name} lacks {name}" for name in sorted(wanted - names))
    yield from (f"{wheel.name} holds {name}, which is not tracked" for name in sorted(names - wanted - notes))
    for name in ("LICENSE", "NOTICE"):
        if not any(PurePosixPath(note).name == name for note in notes):
            yield f"{wheel.name} lacks {name}"
    for line in (
        "License-Expression: Apache-2.0",
        "Requires-Python: >=3.11",
        "Description-Content-Type: text/markdown",
    ):
        if line not in text:
            yield f"{wheel.name}: its metadata lack {line!r}"
    if wheel.stat().st_size > 1e6 * MAX_WHEEL_MEGABYTES:
        yield f"{wheel.name} is larger than {MAX_WHEEL_MEGABYTES} MB"


def faults_of_sdist(sdist: Path) -> Iterator[str]:
    """Yield what is wrong with a source archive: it holds tracked files only, and what a build and a test need."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()} - {""}
        files = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
    tracked = _tracked()
    yield from (f"{sdist.name} holds {name}, which is not tracked" for name in sorted(files - tracked - {"PKG-INFO"}))
    for name in (
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "NOTICE",
        "CHANGELOG.md",
        "Makefile",
        "src/reprank/__init__.py",
    ):
        if name not in names:
            yield f"{sdist.name} lacks {name}"


def _tracked() -> set[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {name for name in listed.split("\0") if name}
