"""Finished rows to disk, so that an interruption loses nothing and repeats nothing, not even a power failure.

Results are appended to ``OUT.part``. When they are safely on disk, ``OUT.journal`` gets the numbers of their rows and
the length of the part. What the part holds beyond the journal's last line is cut off when the batch is resumed. The
journal stays beside the finished result: its first line says how the result was made.

Each line of the journal begins with a checksum of it and of all lines before it, and ends with one of the part so far:
a damaged journal, lines in another order and a damaged part are found before anything is built on them.
"""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, cast

from reprank.batch.result_files import CheckedLines, Paths, checked, is_leftover, open_locked, refuse_existing
from reprank.batch.storage import exists, format_of, is_remote
from reprank.batch.writers import write_result
from reprank.errors import DataError, OutputError
from reprank.files import compression_of, write_whole

WRITE_SECONDS = 0.5  # of work that a power failure may cost

Heading = Mapping[str, object]  # what must be equal for results to belong together, by name
# Ranges of row numbers; errors so far; length of the part in bytes, and its checksum.
Entry = tuple[list[list[int]], int, int, int]
PIECE_BYTES = 1 << 20  # of the part that are checked at once


@dataclass(frozen=True)
class FinishedRows:
    """Rows that have a result: their numbers, their lines of JSON, and how many of them are errors."""

    numbers: list[int]
    lines: list[bytes]
    failed: int


@dataclass
class RowNumbers:
    """A growing set of row numbers, nearly all of them from 0 on without a gap.

    >>> numbers = RowNumbers(); numbers.add([0, 1, 3]); 1 in numbers, 2 in numbers, numbers.ranges([0, 1, 3])
    (True, False, [[0, 2], [3, 4]])
    """

    upto: int = 0
    beyond: set[int] = field(default_factory=set)

    def __contains__(self, number: int) -> bool:
        return number < self.upto or number in self.beyond

    def __len__(self) -> int:
        return self.upto + len(self.beyond)

    def add(self, numbers: Iterable[int]) -> None:
        """Add numbers; those that extend the gapless beginning are no longer kept one by one."""
        self.beyond.update(numbers)
        while self.upto in self.beyond:
            self.beyond.remove(self.upto)
            self.upto += 1

    @staticmethod
    def ranges(numbers: Iterable[int]) -> list[list[int]]:
        """Write numbers as half-open ranges."""
        found: list[list[int]] = []
        for number in numbers:
            if found and found[-1][1] == number:
                found[-1][1] += 1
            else:
                found.append([number, number + 1])
        return found


def finished(target: str, heading: Heading) -> tuple[int, int] | None:
    """Return how many rows a complete result has and how many of them are errors; None if it is not complete.

    Raises DataError if the result was made from another input or with other settings.
    """
    paths = Paths(target)
    if not paths.complete():
        return None
    if not paths.journal.exists():
        raise DataError(
            f"{target} exists, but {paths.journal}, which says how it was made, does not: "
            f"remove {target} to begin again, or name another output"
        )
    lines = checked(paths.journal)
    if difference := _difference(lines.heading, heading):
        raise DataError(f"{target} was made with {difference}: remove it to begin again, or name another output")
    rows, entries = RowNumbers(), cast("list[Entry]", lines.entries)
    for ranges, *_ in entries:
        rows.add(number for start, last in ranges for number in range(start, last))
    return len(rows), entries[-1][1] if entries else 0


def _difference(old: Heading | None, now: Heading) -> str:
    """Name what differs between the first line of a journal and the present heading."""
    if old is None:
        return "another version"
    differing = [name for name in now if old.get(name) != now[name]]
    texts = (
        "another input" if name == "input" else f"{name} {_shown(old.get(name))} instead of {_shown(now[name])}"
        for name in differing
    )
    return ", ".join(texts)


def _shown(value: object) -> str:
    return "not given" if value is None else str(value)


class Journal:
    """Results that are being written: append to them, then finish them.

    The journal is locked from the beginning to the end, so that no second run writes the same results.
    """

    def __init__(self, paths: Paths, heading: Heading, format: str, journal: IO[bytes]) -> None:
        self.paths, self.format = paths, format
        self.done = RowNumbers()
        self.failed = 0
        self._heading = heading
        self._lines = CheckedLines()
        self._journal = journal
        self._part_check = 0  # checksum of the part so far
        self._part: IO[bytes] | None = None
        self._unwritten: list[int] = []
        self._written = time.monotonic()

    @classmethod
    def start(cls, target: str, heading: Heading, *, resume: bool, format: str | None = None) -> Journal:
        """Begin, or resume; raise DataError rather than overwrite results or mix them with others."""
        paths = Paths(target)
        if not resume or not paths.journal.exists():
            refuse_existing(paths)
        journal = cls(paths, heading, format_of(target, format), open_locked(paths))
        try:
            journal._begin(resume=resume)
        except BaseException:
            journal._abandon()
            raise
        return journal

    def _begin(self, *, resume: bool) -> None:
        if is_leftover(self.paths):
            os.truncate(self.paths.journal, 0)
        if resume and self.paths.journal.stat().st_size:
            end = self._read()
        else:
            refuse_existing(self.paths)  # again, now that nobody else can begin
            end = 0
        with self._writing():
            if not self.paths.journal.stat().st_size:
                self._write_line(self._heading)
            self._part = self.paths.part.open("ab")
            os.truncate(self.paths.part, end)

    def _read(self) -> int:
        """Read which rows are done, and cut off a line without an end; return the length of the part that counts."""
        paths = self.paths
        lines = checked(paths.journal)
        if lines.heading is not None and (difference := _difference(lines.heading, self._heading)):
            raise DataError(f"{paths.journal} was begun with {difference}: remove it to begin again")
        entries = cast("list[Entry]", lines.entries)
        for ranges, *_ in entries:
            self.done.add(number for start, last in ranges for number in range(start, last))
        _, self.failed, end, self._part_check = entries[-1] if entries else ([], 0, 0, 0)
        if not paths.part.exists() and exists(paths.target):
            raise DataError(f"{paths.part} is missing: remove {paths.journal} to begin again")
        self._check_part(end)
        os.truncate(paths.journal, lines.size)
        self._lines = lines.following
        return end

    def _check_part(self, end: int) -> None:
        """Raise DataError if the part is not what the journal says."""
        path, check, left = self.paths.part, 0, end
        if end and path.stat().st_size < end:
            raise DataError(f"{path} is shorter than its journal says: remove both to begin again")
        if not end:
            return
        with path.open("rb") as part:
            while left and (piece := part.read(min(left, PIECE_BYTES))):
                check, left = zlib.crc32(piece, check), left - len(piece)
        if check != self._part_check:
            raise DataError(f"{path} is damaged: its bytes are not those that were written: remove it to begin again")

    def append(self, finished: FinishedRows) -> None:
        """Add results; they are safe on disk within half a second."""
        with self._writing():
            written = b"".join(finished.lines)
            self._open_part().write(written)
            self._part_check = zlib.crc32(written, self._part_check)
        self._unwritten += finished.numbers
        self.failed += finished.failed
        self.done.add(finished.numbers)
        if self._unwritten and time.monotonic() - self._written > WRITE_SECONDS:
            self.write()

    def write(self) -> None:
        """Make results safe, then write that they are."""
        with self._writing():
            part = self._open_part()
            part.flush()
            os.fsync(part.fileno())
            entry: Entry = (RowNumbers.ranges(self._unwritten), self.failed, part.tell(), self._part_check)
            self._write_line(entry)
        self._unwritten = []
        self._written = time.monotonic()

    def _write_line(self, value: object) -> None:
        self._journal.write(self._lines.line(value))
        self._journal.flush()
        os.fsync(self._journal.fileno())

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Turn an error of the disk into one line. What was not written is not in the journal, so nothing is lost."""
        try:
            yield
        except OSError as error:
            self._abandon()
            raise OutputError(
                f"cannot write {self.paths.part}: {error.strerror or error}; "
                "free some space, then continue with --resume"
            ) from error

    def _open_part(self) -> IO[bytes]:
        assert self._part is not None
        return self._part

    def _abandon(self) -> None:
        """Close the files as they are; what a full disk did not take stays unwritten."""
        for stream in (self._part, self._journal):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def close(self) -> None:
        """Leave everything on disk so that the batch can be resumed."""
        if not self._journal.closed:
            self.write()
            self._abandon()

    def discard(self) -> None:
        """Remove a journal and a part that hold nothing."""
        self.paths.part.unlink(missing_ok=True)
        self.paths.journal.unlink(missing_ok=True)
        self._abandon()

    def finish(self) -> None:
        """Turn the part into the result, whole or not at all, and keep of the journal how it was made."""
        self.write()
        target, local, part = self.paths.target, self.paths.local, self.paths.part
        size = part.stat().st_size
        try:
            if self.format == ".jsonl" and not compression_of(local) and not is_remote(target):
                part.replace(local)
            else:
                write_result(target, self.format, lambda: _read_part(part))
            part.unlink(missing_ok=True)
            lines, entry = CheckedLines(), ([[0, len(self.done)]], self.failed, size, self._part_check)
            written = lines.line(self._heading) + lines.line(entry)
            write_whole(self.paths.journal, lambda path: path.write_bytes(written))
        finally:
            self._abandon()  # not before: until now, the lock keeps a second run away


def _read_part(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        yield from stream
