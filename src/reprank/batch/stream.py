"""Finished rows to standard output; nothing is kept, so nothing can be resumed."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from reprank.batch.journal import FinishedRows, RowNumbers
from reprank.batch.storage import STANDARD, format_of
from reprank.batch.writers import WRITERS


class StandardOutput:
    """Results on their way to standard output; the same methods as ``Journal``.

    JSON lines are written as they are ready. CSV and Parquet need to know all columns first, so they are written at
    the end.
    """

    def __init__(self, format: str | None = None) -> None:
        self.done = RowNumbers()
        self.failed = 0
        self._format = format_of(STANDARD, format)
        self._folder = tempfile.TemporaryDirectory(prefix="reprank-")
        self._part = Path(self._folder.name, "part")
        self._lines = sys.stdout.buffer if self._format == ".jsonl" else self._part.open("wb")

    def append(self, finished: FinishedRows) -> None:
        """Add results."""
        self._lines.write(b"".join(finished.lines))
        self.failed += finished.failed
        self.done.add(finished.numbers)
        if finished.lines:
            self._lines.flush()

    def close(self) -> None:
        """Remove what was kept for the end."""
        if self._lines is not sys.stdout.buffer:
            self._lines.close()
        self._folder.cleanup()

    def discard(self) -> None:
        """Do what ``close`` does: there is nothing else to remove."""
        self.close()

    def finish(self) -> None:
        """Write the formats that need all results."""
        if self._format != ".jsonl":
            self._lines.close()
            ready = self._part.with_name("ready")
            WRITERS[self._format](ready, "", self._read_part)
            with ready.open("rb") as stream:
                shutil.copyfileobj(stream, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        self.close()

    def _read_part(self) -> Iterator[bytes]:
        with self._part.open("rb") as stream:
            yield from stream
