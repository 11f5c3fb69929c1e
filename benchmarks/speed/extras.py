"""Extras of pyproject.toml to the table of docs/licences.md: what each is for, how large it is, and its licences.

    python -m benchmarks.speed.extras

Sizes are those of the files that are installed here, of all packages that an extra brings beyond the core. An extra
with a package that is not installed here has no size.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement

from benchmarks.report import DOCS, ROOT, replace_between, table

PAGE = DOCS / "licences.md"
# What an extra is for, and the licences of the packages that it names.
EXTRAS = {
    "files": ("PDF, web pages, RTF", "Apache-2.0 or BSD-3-Clause (pypdfium2), Apache-2.0 (trafilatura), BSD-3-Clause"),
    "web": ("the page in the browser, the web service", "BSD-3-Clause"),
    "batch": ("Parquet files, `.zst` files", "Apache-2.0 (PyArrow), BSD-3-Clause (zstandard)"),
    "plot": ("figures", "PSF-based (Matplotlib)"),
    "evaluate": ("some of the systems to compare with (ICSI, LexRank over all pairs, TopicRank)", "BSD-3-Clause"),
    "mcp": ("tools for an assistant", "MIT"),
    "train": ("training word vectors", "BSD-3-Clause (PyTorch, SciPy)"),
    "ray": ("a cluster of machines", "Apache-2.0"),
}
MEGABYTE = 1_000_000


def main() -> None:
    """Write the table."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    core = set(_closure(project["dependencies"]) or ())
    rows = []
    for extra, (purpose, licences) in EXTRAS.items():
        found = _closure(project["optional-dependencies"][extra])
        size = "not measured" if found is None else f"{sum(_size(name) for name in found - core) / MEGABYTE:.0f} MB"
        rows.append([f"`{extra}`", purpose, size, licences])
    replace_between(PAGE, "extras", table(["extra", "what for", "size", "licence"], rows).replace("---:|", "---|"))


def _closure(requirements: list[str]) -> set[str] | None:
    """Return the names of all packages that requirements bring, or None if one of them is not installed."""
    wanted, found = [Requirement(line) for line in requirements], set()
    while wanted:
        one = wanted.pop()
        name = re.sub(r"[-_.]+", "-", one.name).lower()
        if name in found:
            continue
        try:
            package = distribution(one.name)
        except PackageNotFoundError:
            return None
        found.add(name)
        wanted += _needed(package, one.extras)
    return found


def _needed(package: Distribution, extras: set[str]) -> Iterator[Requirement]:
    for line in package.requires or ():
        requirement = Requirement(line)
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield requirement


def _size(name: str) -> int:
    """Return the bytes of the installed files of a package."""
    paths = [path.locate() for path in distribution(name).files or ()]
    return sum(path.stat().st_size for path in map(ROOT.joinpath, map(str, paths)) if path.is_file())


if __name__ == "__main__":
    main()
