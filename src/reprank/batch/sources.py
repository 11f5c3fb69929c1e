"""The input of a batch to rows: a file of rows, or files that become one row each."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Protocol

from reprank.batch.readers import READERS
from reprank.batch.rows import Row, RowFile, RowFormat
from reprank.batch.storage import FORMATS, PATHS, STANDARD, Raw, format_of, is_remote, text_lines
from reprank.errors import DataError, InputError, RepRankError
from reprank.readers.collect import expand
from reprank.readers.kinds import SUFFIXES, suffix


@dataclass(frozen=True)
class Files:
    """Files that become one row each, by their names in a folder."""

    folder: str
    names: tuple[str, ...]

    def path(self, name: str) -> Path:
        """Return where a file is."""
        return Path(self.folder, name)


Input = str | Files  # the name or address of a file of rows, or the files that become rows


class OpenInput(Protocol):
    """An open input: its rows, and how much of it has been read."""

    rows: Iterator[Row]
    fingerprint: str  # differs for another input

    def share(self) -> float: ...  # noqa: D102 - from 0 to 1
    def close(self) -> None: ...  # noqa: D102


def open_source(place: Input, format: RowFormat | None = None) -> OpenInput:
    """Open an input; raise DataError if it is absent, of an unknown format, or broken."""
    form = format or RowFormat()
    return FilesSource(place, form) if isinstance(place, Files) else RowsSource(place, form)


def input_of(given: str | Path | Sequence[str | Path], format: RowFormat, *, target: str) -> Input:
    """Find out what an input is: a file of rows, a folder, a list of files, or one file that is no file of rows.

    The files of a folder are those of known kinds, with those of its subfolders, hidden ones and the target left out;
    their names are relative to the folder.
    """
    if not isinstance(given, str | Path):
        names = tuple(map(str, given))
        if len(names) != 1:
            return _files(names)
        given = names[0]
    place = str(given)
    if format.format == PATHS:
        return _files(_listed(place))
    if place != STANDARD and not is_remote(place) and Path(place).is_dir():
        left_out = Path(target).absolute()
        found = [Path(path) for path in expand(place) if Path(path).absolute() != left_out]
        if not found:
            raise DataError(f"{place} has no files of a known kind: name a folder with PDF, HTML, DOCX or text files")
        return Files(str(Path(place).absolute()), tuple(path.relative_to(place).as_posix() for path in found))
    if format.format is None and _is_document(place):
        return _files((place,))
    return place


def _files(names: tuple[str, ...]) -> Files:
    for name in names:
        if name == STANDARD or is_remote(name):
            raise InputError(f"{name} cannot be one of several inputs: name files")
        if Path(name).suffix.lower() in FORMATS:
            raise InputError(f"{name} is a file of rows: name it alone, or name only files that become one row each")
    if not names:
        raise DataError("the list of files is empty")
    return Files(str(Path.cwd()), names)


def _listed(place: str) -> tuple[str, ...]:
    raw = Raw(place)
    try:
        return tuple(line.rstrip("\r\n") for line in text_lines(raw, None, "\n") if line.strip())
    finally:
        raw.close()


def _is_document(place: str) -> bool:
    """Return whether a name is that of one document, such as ``report.pdf``."""
    kind = suffix(place)
    return place != STANDARD and not is_remote(place) and kind != "" and kind in SUFFIXES


class RowsSource:
    """A file of rows and how much of it has been read.

    The file is opened and its first row is read at once, so that an unusable file is reported before any work. Raises
    DataError for a file that is absent, of an unknown format, or broken.
    """

    def __init__(self, place: str, format: RowFormat | None = None) -> None:
        self.format = format or RowFormat()
        reader = READERS[format_of(place, self.format.format)]
        self.raw = Raw(place)
        self.fingerprint = self.raw.fingerprint()
        found = reader(self.raw, self.format)
        try:
            self.rows: Iterator[Row] = chain(list(islice(found, 1)), found, self._end())
        except RepRankError:
            self.close()
            raise

    def _end(self) -> Iterator[Row]:
        """Yield nothing, at the end of the rows."""
        self.raw.check_unchanged()
        yield from ()

    def share(self) -> float:
        """Return how much has been read, from 0 to 1."""
        return self.raw.share()

    def close(self) -> None:
        """Close the file."""
        self.raw.close()


class FilesSource:
    """Files that become rows; their workers read them."""

    def __init__(self, files: Files, format: RowFormat) -> None:
        self._files, self._format = files, format
        self._taken = 0
        self.rows = self._rows()
        self.fingerprint = self._fingerprint()

    def _rows(self) -> Iterator[Row]:
        for name in self._files.names:
            self._taken += 1
            path = self._files.path(name)
            file = RowFile(str(path), path.stat().st_size if path.is_file() else 0, self._format.encoding)
            yield Row(name.encode("utf-8", "backslashreplace").decode(), file=file)  # names may be of any bytes

    def _fingerprint(self) -> str:
        digest = hashlib.sha256()
        for name in self._files.names:
            path = self._files.path(name)
            status = path.stat() if path.is_file() else None
            written = f"{name}\0{status and status.st_size}\0{status and status.st_mtime_ns}\n"
            digest.update(written.encode("utf-8", "surrogateescape"))
        return f"{len(self._files.names)} files, digest {digest.hexdigest()[:16]}"

    def share(self) -> float:
        """Return how many of the files have been taken, from 0 to 1."""
        return self._taken / len(self._files.names)

    def close(self) -> None:
        """Do nothing: no file is open."""


def grouped(rows: Iterator[Row], size: int) -> Iterator[Row]:
    """Gather the documents of many rows into rows of ``size`` documents; the id is the number of the first document.

    Raises DataError for a row with an error: a summary of all rows must not leave some of them out silently.

    >>> [row.documents for row in grouped(iter([Row("a", ("x",)), Row("b", ("y",)), Row("c", ("z",))]), 2)]
    [('x', 'y'), ('z',)]
    """
    if size < 1:
        raise InputError(f"partition must be at least 1 document; got {size}")
    first, gathered = 0, list[str]()
    for row in rows:
        if row.error is not None:
            raise DataError(f"{row.error}: correct or remove it, because all rows make one summary")
        for document in row.documents:
            gathered.append(document)
            if len(gathered) == size:
                yield Row(first, tuple(gathered))
                first, gathered = first + size, []
    if gathered:
        yield Row(first, tuple(gathered))


def remaining_rows(source: OpenInput, done: Callable[[int], bool], partition: int | None) -> Iterator[tuple[int, Row]]:
    """Yield rows with their numbers from 0, grouped by ``partition`` if there is one, without those that are done."""
    rows = grouped(source.rows, partition) if partition else source.rows
    return ((number, row) for number, row in enumerate(rows) if not done(number))
