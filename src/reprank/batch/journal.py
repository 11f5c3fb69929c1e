"""Results to disk so that nothing is lost or repeated, whenever the power goes.

Results are appended to ``OUT.part`` and, once they are there, their row numbers and the length of the part to
``OUT.journal``. Whatever the part holds beyond the journal's last line is cut off when the work is taken up again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from reprank.batch.rows import WRITERS, Fields, encode, format_of
from reprank.errors import DataError


@dataclass(frozen=True)
class Paths:
    """The result and, beside it, what stands for it until it is whole."""

    target: Path

    @property
    def part(self) -> Path:
        """Results so far, one JSON object a line."""
        return self.target.with_name(self.target.name + ".part")

    @property
    def journal(self) -> Path:
        """Which rows are in the part."""
        return self.target.with_name(self.target.name + ".journal")


class Journal:
    """Open results: append to them, then finish them."""

    def __init__(self, paths: Paths, done: set[int], part: IO[bytes], journal: IO[bytes]) -> None:
        self.paths, self.done = paths, done
        self._part, self._journal = part, journal

    @classmethod
    def start(cls, target: Path, settings: object, *, resume: bool) -> Journal:
        """Begin, or take up again; raise DataError rather than overwrite or mix results."""
        paths = Paths(target)
        heading = json.dumps(asdict(settings), sort_keys=True)  # type: ignore[call-overload]
        if resume and paths.journal.exists():
            return cls._take_up(paths, heading)
        for path in (paths.target, paths.journal):
            if path.exists() and not (resume and path == paths.target):
                raise DataError(f"{path} exists: take it up with --resume, or remove it to begin again")
        part, journal = paths.part.open("wb"), paths.journal.open("wb")
        journal.write(heading.encode() + b"\n")
        journal.flush()
        return cls(paths, set(), part, journal)

    @classmethod
    def _take_up(cls, paths: Paths, heading: str) -> Journal:
        lines = paths.journal.read_bytes().split(b"\n")
        if lines[0] != heading.encode():
            raise DataError(f"{paths.journal} was begun with other settings: use those, or remove it to begin again")
        done: set[int] = set()
        end, valid = 0, len(lines[0]) + 1
        for line in lines[1:-1]:  # what follows the last line break was cut off in the writing
            numbers, end = json.loads(line)
            done.update(numbers)
            valid += len(line) + 1
        os.truncate(paths.journal, valid)
        if not paths.part.exists() or paths.part.stat().st_size < end:
            raise DataError(f"{paths.part} is shorter than its journal says: remove both to begin again")
        os.truncate(paths.part, end)
        return cls(paths, done, paths.part.open("ab"), paths.journal.open("ab"))

    def append(self, results: Mapping[int, Fields]) -> None:
        """Write results, then write that they are written."""
        if not results:
            return
        self._part.write(b"".join(encode(fields) for fields in results.values()))
        self._part.flush()
        self._journal.write(json.dumps([list(results), self._part.tell()]).encode() + b"\n")
        self._journal.flush()
        self.done.update(results)

    def close(self) -> None:
        """Leave everything on disk as it is, to be taken up again."""
        for stream in (self._part, self._journal):
            stream.flush()
            os.fsync(stream.fileno())
            stream.close()

    def finish(self, *, compressed: bool) -> None:
        """Turn the part into the result, whole or not at all, and clear away what stood for it."""
        self.close()
        target = self.paths.target
        if format_of(target) == ".jsonl" and not compressed:
            self.paths.part.replace(target)
        else:
            whole = target.with_name("." + target.name)
            WRITERS[format_of(target)](whole, _read_part(self.paths.part))
            whole.replace(target)
            self.paths.part.unlink()
        self.paths.journal.unlink()


def _read_part(path: Path) -> Iterator[Fields]:
    with path.open("rb") as stream:
        for line in stream:
            yield json.loads(line)
