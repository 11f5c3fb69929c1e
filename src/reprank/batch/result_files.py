"""The name of a result to the files beside it, the lock on them, and the lines of a journal, each with a checksum."""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from reprank.batch.storage import exists, is_remote, name_of
from reprank.errors import DataError

LINE = re.compile(rb"([0-9a-f]{8}) ")


@dataclass(frozen=True)
class Paths:
    """The result, and the files beside it while it is not complete.

    Nothing can be appended to a file in object storage: such a result grows in the working directory and is copied.
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
        """Which rows are in the part, and how they were made."""
        return self.local.with_name(self.local.name + ".journal")

    def complete(self) -> bool:
        """Return whether the result is complete."""
        return exists(self.target) and not (self.journal.exists() and self.part.exists())


def is_leftover(paths: Paths) -> bool:
    """Return whether a journal is that of a result that was removed, or of a run that ended before its first row.

    Raises DataError if the file with its name is no journal: it is not ours to overwrite.
    """
    left = paths.journal.exists() and not paths.part.exists() and not exists(paths.target)
    if left:
        checked(paths.journal)
    return left


def refuse_existing(paths: Paths) -> None:
    """Raise DataError if there are results, complete or not."""
    if is_leftover(paths):
        return
    begun = paths.journal.exists() and paths.journal.stat().st_size > 0
    if not begun and paths.part.exists() and paths.part.stat().st_size:
        raise DataError(f"{paths.part} exists without its journal: move it away to begin again")
    for place, there in ((paths.target, exists(paths.target)), (str(paths.journal), begun)):
        if there:
            raise DataError(f"{place} exists: continue with --resume, or remove it to begin again")


def open_locked(paths: Paths) -> IO[bytes]:
    """Open the journal for this run alone; raise DataError if another run has it."""
    path = paths.journal
    while True:
        try:
            stream = path.open("ab")
        except OSError as error:
            raise DataError(f"cannot write {paths.target}: {error.strerror}") from None
        try:
            _lock(stream, path)
            if path.exists() and os.path.samestat(os.fstat(stream.fileno()), path.stat()):
                return stream
        except BaseException:
            stream.close()
            raise
        stream.close()  # another run finished meanwhile, and put another file in this place


def _lock(stream: IO[bytes], path: Path) -> None:
    with suppress(ImportError):  # not on Windows
        import fcntl

        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DataError(f"{path} is in use: another run is writing these results") from None


@dataclass
class CheckedLines:
    r"""Writes lines; ``check`` is the checksum of all of them so far.

    >>> lines = CheckedLines(); lines.line([1]), lines.line([1])
    (b'4c2f32b8 [1]\n', b'c1c3f474 [1]\n')
    """

    check: int = 0

    def line(self, value: object) -> bytes:
        """Write a value as the next line."""
        written = json.dumps(value).encode()
        self.check = zlib.crc32(written, self.check)
        return b"%08x %s\n" % (self.check, written)


@dataclass(frozen=True)
class Checked:
    """What a journal holds: its heading, its entries, the bytes of its complete lines, and what writes the next one."""

    heading: Mapping[str, object] | None  # None if not even the first line is complete
    entries: list[object] = field(default_factory=list)
    size: int = 0
    following: CheckedLines = field(default_factory=CheckedLines)


def checked(path: Path) -> Checked:
    """Read a journal; what follows the last line break was cut off while it was written, and is left out.

    Raises DataError if a line is not what was written, or if the file is no journal.
    """
    lines = path.read_bytes().split(b"\n")[:-1]
    following, values, size = CheckedLines(), [], 0
    for number, line in enumerate(lines, start=1):
        found = LINE.match(line)
        if found is None and number == 1:
            raise DataError(
                f"{path} is no journal, or one of an earlier version that wrote results in another form: "
                "remove it and begin again, or name another output"
            )
        written = line[found.end() :] if found else b""
        check = zlib.crc32(written, following.check)
        if found is None or int(found[1], 16) != check:
            raise DataError(f"{path} is damaged at line {number}: remove it and its .part to begin again")
        following.check = check
        size += len(line) + 1
        values.append(json.loads(written))
    if not values:
        return Checked(None)
    return Checked(values[0], values[1:], size, following)
