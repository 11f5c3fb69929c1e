"""Machine to interpreters: every Python from 3.11 on that is installed here, one for each minor version."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

OLDEST = (3, 11)


def find_pythons() -> list[Path]:
    """Return one interpreter for each minor version, oldest first: on the path, in pyenv, or where uv keeps them."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    home = Path.home()
    folders += sorted(home.glob(".pyenv/versions/*/bin")) + sorted(home.glob(".local/share/uv/python/*/bin"))
    found: dict[tuple[int, ...], Path] = {}
    for folder in folders:
        for path in sorted(folder.glob("python3.*")):
            named = re.fullmatch(r"python3\.(\d+)", path.name)
            if named and (key := (3, int(named[1]))) >= OLDEST and key not in found and _works(path):
                found[key] = path
    return [found[key] for key in sorted(found)]


def version_of(python: Path) -> str:
    """Return the version of an interpreter, such as ``3.12.1``."""
    code = "import platform; print(platform.python_version())"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def _works(python: Path) -> bool:
    """Tell whether this is an interpreter and not a stand-in for one that is not installed."""
    return subprocess.run([python, "-c", "import venv"], capture_output=True, check=False).returncode == 0
