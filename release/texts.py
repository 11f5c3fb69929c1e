"""Texts of the project to faults: one version everywhere, a changelog that has it, notices for all data that ship."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from benchmarks.report import DOCS, ROOT

DATA = ROOT / "src" / "reprank" / "data"


def version() -> str:
    """Return the version that the package says it has."""
    text = (ROOT / "src" / "reprank" / "version.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "([^"]+)"', text)
    assert found, "version.py has no __version__"
    return found[1]


def faults_of_texts(root: Path = ROOT) -> Iterator[str]:
    """Yield where versions, changelog, addresses or notices do not agree."""
    now = version()
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", changelog, re.MULTILINE)
    if not newest or newest[1] != now:
        yield f"CHANGELOG.md begins with {newest[1] if newest else 'nothing'}; the version is {now}"
    if f"\nversion: {now}\n" not in (root / "CITATION.cff").read_text(encoding="utf-8"):
        yield f"CITATION.cff has another version than {now}"
    urls = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    yield from (
        f"pyproject.toml has no address for {name}"
        for name in ("Documentation", "Source", "Issues")
        if name not in urls
    )
    yield from faults_of_notices()


def faults_of_notices(data: Path = DATA, page: Path = DOCS / "licences.md") -> Iterator[str]:
    """Yield data files that the page about licences does not name, and names of files that do not ship."""
    listed = page.read_text(encoding="utf-8").partition("| file in `reprank/data`")[2].partition("\n## ")[0]
    named = set(re.findall(r"^\| `([^`]+)` \|", listed, re.MULTILINE))
    shipped = {f"{path.name}/" if path.is_dir() else path.name for path in data.iterdir() if path.name[0] not in "._"}
    yield from (f"{page.name} does not name {name}" for name in sorted(shipped - named))
    yield from (f"{page.name} names {name}, which does not ship" for name in sorted(named - shipped))
