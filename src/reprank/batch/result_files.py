"""The name of a result to the files beside it, and the lock that keeps a second run away from them."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from reprank.batch.checked_lines import checked
from reprank.batch.storage import exists, is_remote, name_of
from reprank.errors import DataError


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
