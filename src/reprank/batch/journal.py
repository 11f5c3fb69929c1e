"""Results to disk so that nothing is lost or repeated, whenever the power goes.

Results are appended to ``OUT.part`` and, once they are safely there, the numbers of their rows and the length of the
part to ``OUT.journal``. Whatever the part holds beyond the journal's last line is cut off when the work is taken up.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from reprank.batch.pool import Done
from reprank.batch.storage import exists, format_of, is_compressed, is_remote, name_of, upload
from reprank.batch.writers import WRITERS
from reprank.errors import DataError

PERIOD = 0.5  # seconds of work that a loss of power may cost


@dataclass(frozen=True)
class Paths:
    """The result and, beside it, what stands for it until it is whole.

    A result in object storage, to which nothing can be appended, grows in the working directory and is then copied.
    """

    target: str

    @property
    def local(self) -> Path:
        """The result on this machine."""
        return Path(name_of(self.target)) if is_remote(self.target) else Path(self.target)

    @property
    def part(self) -> Path:
        """Results so far, one JSON object a line."""
        return self.local.with_name(self.local.name + ".part")

    @property
    def journal(self) -> Path:
        """Which rows are in the part."""
        return self.local.with_name(self.local.name + ".journal")

    def whole(self) -> bool:
        """Tell whether the result is finished, clearing away what a finish that was cut short has left."""
        if not exists(self.target) or (self.journal.exists() and self.part.exists()):
            return False
        self.journal.unlink(missing_ok=True)
        self.part.unlink(missing_ok=True)
        return True


@dataclass
class Numbers:
    """A growing set of row numbers, nearly all of them from 0 on without a gap.

    >>> numbers = Numbers(); numbers.add([0, 1, 3]); 1 in numbers, 2 in numbers, numbers.ranges([0, 1, 3])
    (True, False, [[0, 2], [3, 4]])
    """

    upto: int = 0
    beyond: set[int] = field(default_factory=set)

    def __contains__(self, number: int) -> bool:
        return number < self.upto or number in self.beyond

    def __len__(self) -> int:
        return self.upto + len(self.beyond)

    def add(self, numbers: Iterable[int]) -> None:
        """Add numbers, and forget those that have become part of the gapless beginning."""
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


class Journal:
    """Open results: append to them, then finish them."""

    def __init__(self, paths: Paths, part: IO[bytes], journal: IO[bytes]) -> None:
        self.paths = paths
        self.done = Numbers()
        self.failed = 0
        self._part, self._journal = part, journal
        self._unwritten: list[int] = []
        self._written = time.monotonic()

    @classmethod
    def start(cls, target: str, heading: str, *, resume: bool) -> Journal:
        """Begin, or take up again; raise DataError rather than overwrite or mix results."""
        paths = Paths(target)
        if resume and paths.journal.exists():
            return cls._take_up(paths, heading)
        for place, there in ((target, exists(target)), (str(paths.journal), paths.journal.exists())):
            if there:
                raise DataError(f"{place} exists: go on with --resume, or remove it to begin again")
        journal = cls(paths, paths.part.open("wb"), paths.journal.open("ab"))
        journal._lock()
        journal._journal.write(heading.encode() + b"\n")
        journal._journal.flush()
        return journal

    @classmethod
    def _take_up(cls, paths: Paths, heading: str) -> Journal:
        if not paths.part.exists():
            raise DataError(f"{paths.part} is missing: remove {paths.journal} to begin again")
        journal = cls(paths, paths.part.open("ab"), paths.journal.open("ab"))
        try:
            journal._read(heading)
        except DataError:
            journal._part.close()
            journal._journal.close()
            raise
        return journal

    def _read(self, heading: str) -> None:
        """Read what is done, and cut off what is not."""
        self._lock()
        paths = self.paths
        lines = paths.journal.read_bytes().split(b"\n")
        if len(lines) > 1 and lines[0] != heading.encode():
            raise DataError(
                f"{paths.journal} was begun with {_difference(lines[0], heading)}: remove it to begin again"
            )
        end, valid = 0, len(lines[0]) + 1
        for line in lines[1:-1]:  # what follows the last line break was cut off in the writing
            ranges, self.failed, end = json.loads(line)
            self.done.add(number for first, last in ranges for number in range(first, last))
            valid += len(line) + 1
        if paths.part.stat().st_size < end:
            raise DataError(f"{paths.part} is shorter than its journal says: remove both to begin again")
        os.truncate(paths.journal, valid if len(lines) > 1 else 0)
        os.truncate(paths.part, end)
        if len(lines) == 1:
            self._journal.write(heading.encode() + b"\n")

    def _lock(self) -> None:
        """Keep a second run away from the same results; raise DataError if this is the second."""
        with suppress(ImportError):  # not on Windows
            import fcntl

            try:
                fcntl.flock(self._journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise DataError(f"{self.paths.journal} is in use: another run is writing these results") from None

    def append(self, done: Done) -> None:
        """Add results; they are safe on disk within half a second."""
        self._part.write(b"".join(done.lines))
        self._unwritten += done.numbers
        self.failed += done.failed
        self.done.add(done.numbers)
        if self._unwritten and time.monotonic() - self._written > PERIOD:
            self.write()

    def write(self) -> None:
        """Make results safe, then write that they are."""
        self._part.flush()
        os.fsync(self._part.fileno())
        entry = [Numbers.ranges(self._unwritten), self.failed, self._part.tell()]
        self._journal.write(json.dumps(entry).encode() + b"\n")
        self._journal.flush()
        os.fsync(self._journal.fileno())
        self._unwritten = []
        self._written = time.monotonic()

    def close(self) -> None:
        """Leave everything on disk as it is, to be taken up again."""
        if not self._part.closed:
            self.write()
            self._part.close()
            self._journal.close()

    def discard(self) -> None:
        """Clear away what stood for a result of which nothing came."""
        self.close()
        self.paths.part.unlink(missing_ok=True)
        self.paths.journal.unlink(missing_ok=True)

    def finish(self) -> None:
        """Turn the part into the result, whole or not at all, and clear away what stood for it."""
        self.close()
        target, local, ready = self.paths.target, self.paths.local, self.paths.part
        if format_of(target) != ".jsonl" or is_compressed(target):
            ready = local.with_name("." + local.name)
            compression = local.suffix if is_compressed(target) else ""
            WRITERS[format_of(target)](ready, compression, _read_part(self.paths.part))
        if is_remote(target):
            upload(ready, target)
            ready.unlink()
        else:
            ready.replace(local)
        self.paths.part.unlink(missing_ok=True)
        self.paths.journal.unlink()


def _read_part(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        yield from stream


def _difference(before: bytes, now: str) -> str:
    """Name what differs between two headings."""
    try:
        old, new = json.loads(before), json.loads(now)
    except ValueError:
        return "another version"
    return ", ".join(
        f"{name}={old.get(name)!r} instead of {new.get(name)!r}" for name in new if old.get(name) != new[name]
    )
