"""Paths, folders and patterns to documents: what can be read is read, what cannot is named."""

from __future__ import annotations

import glob
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from reprank.errors import InputError, MissingExtra
from reprank.readers.kinds import SUFFIXES, suffix
from reprank.readers.limits import FileLimits
from reprank.readers.reading import read_with_notes
from reprank.text.documents import ADDRESS, Document
from reprank.values import value_class

STANDARD_INPUT = "-"
SHOWN_ENDINGS = 5  # of the files that are left out


@value_class
class Collection:
    """Documents in the order of the paths, files that could not be read, and what was guessed or left out."""

    documents: tuple[Document, ...]
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def collect(paths: Iterable[str], *, encoding: str | None = None, limits: FileLimits | None = None) -> Collection:
    """Read every file of paths, folders and patterns; ``-`` is standard input.

    A folder gives its files of known kinds, with those of its subfolders, sorted by path, hidden ones left out. A
    pattern such as ``mails/*.eml`` or ``**/*.pdf`` gives the files that match, sorted.
    """
    documents, problems, notes = [], [], []
    files: list[str] = []
    for path in paths:
        found = list(expand(path))
        notes += left_out(path) if found else []
        if not found:
            problems.append(_nothing_found(path))
        files += found
    names = _shown_names(files)
    for file in files:
        try:
            source = _standard_input(limits) if file == STANDARD_INPUT else file
            document, remarks = read_with_notes(source, name=names[file], encoding=encoding, limits=limits)
        except (InputError, MissingExtra) as error:
            problems.append(_with_path(str(error), file, names[file]))
        else:
            documents.append(document)
            notes += remarks
    return Collection(tuple(documents), tuple(problems), tuple(notes))


def expand(path: str) -> Iterator[str]:
    """Yield the files that a path, a folder or a pattern stands for."""
    if path == STANDARD_INPUT or os.path.isfile(path):  # noqa: PTH113 (a name that is too long is no file, not an error)
        yield path
    elif os.path.isdir(path):  # noqa: PTH112
        yield from _files_below(path)
    elif glob.has_magic(path) and not ADDRESS.fullmatch(path):
        for found in sorted(glob.glob(path, recursive=True)):  # noqa: PTH207 (takes absolute patterns too)
            if Path(found).is_file():
                yield found
    else:
        yield path  # the reader says what is wrong with it


def _files_below(folder: str) -> Iterator[str]:
    return (path for path in _visible_files(folder) if suffix(path) in SUFFIXES)


def _visible_files(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (str(Path(place, name)) for name in sorted(names) if not name.startswith("."))


def left_out(path: str, target: str = "") -> list[str]:
    """Return a note that counts the files of other kinds in a folder but for ``target``; none if there are none."""
    if not os.path.isdir(path):  # noqa: PTH112
        return []
    names = (name for name in _visible_files(path) if Path(name).absolute() != Path(target).absolute())
    endings = Counter(suffix(name) for name in names if suffix(name) not in SUFFIXES)
    if not endings:
        return []
    shown = [f"{count} {ending}" for ending, count in endings.most_common(SHOWN_ENDINGS)]
    rest = [f"{len(endings) - SHOWN_ENDINGS} other kinds"] if len(endings) > SHOWN_ENDINGS else []
    counted = "1 file of another kind was" if endings.total() == 1 else f"{endings.total()} files of other kinds were"
    return [f"{path}: {counted} left out ({', '.join(shown + rest)})"]


def _nothing_found(path: str) -> str:
    if os.path.isdir(path):  # noqa: PTH112
        return f"{path} has no files of a known kind: name files, or a folder with PDF, HTML, DOCX or text files"
    return f"{path}: no file matches"


def _shown_names(files: Iterable[str]) -> dict[str, str]:
    """Return the names for people: the name of the file, or its path where two files have one name."""
    different = dict.fromkeys(files)
    counts = Counter(Path(file).name for file in different)
    shown = {file: Path(file).name if counts[Path(file).name] == 1 else file for file in different}
    return shown | ({STANDARD_INPUT: "standard input"} if STANDARD_INPUT in different else {})


def _with_path(message: str, file: str, name: str) -> str:
    """Begin a message with the path of the file, not only with its name."""
    if file == STANDARD_INPUT or message.startswith(file):
        return message
    return file + message.removeprefix(name) if message.startswith(name) else f"{file}: {message}"


def _standard_input(limits: FileLimits | None) -> bytes:
    return sys.stdin.buffer.read((limits or FileLimits()).max_bytes + 1)
