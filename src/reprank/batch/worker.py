"""Rows to finished rows, in worker processes that load the model once, within limits of time and memory for a row."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from reprank.api import Summarizer
from reprank.batch.journal import FinishedRows
from reprank.batch.rows import Row, RowFile
from reprank.batch.writers import encode
from reprank.budget import Length
from reprank.errors import DataError, InputError, RepRankError
from reprank.examples import TRIAL_TEXT
from reprank.readers.reading import read_with_notes
from reprank.result_rows import Fields, error_columns, result_row, summary_columns
from reprank.summary import Summary
from reprank.text.documents import Document
from reprank.worker_pool import Failed, WorkerPool

CHUNK_ROWS = 16  # sent to a worker at once: sending costs little then, and little is done again if the worker dies
CHUNK_CHARACTERS = 1 << 18

NumberedRow = tuple[int, Row]
Line = tuple[bytes, bool]  # a result as JSON, and whether it is an error


@dataclass(frozen=True)
class RowSettings:
    """How every row is summarized; see ``reprank.summarize`` for the meaning of each setting."""

    system: str = "reprank"
    budget: Length | None = None
    keywords: int = 10
    language: str | None = None
    query: str | None = None
    seen: tuple[str, ...] = ()
    sources: bool = False

    def check(self) -> None:
        """Raise the error that every row would end in, before any row is read."""
        summarize_documents((TRIAL_TEXT,), self)


@dataclass(frozen=True)
class Limits:
    """What one row may use: seconds, and megabytes beyond the memory of its worker when it starts."""

    seconds: float | None = None
    megabytes: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("seconds", self.seconds), ("megabytes", self.megabytes)):
            if value is not None and value <= 0:
                raise InputError(f"{name} of the limits must be above 0; got {value}")


@cache
def _summarizer(name: str) -> Summarizer:
    """Make the system once for each process."""
    from reprank.systems import make

    return make(name)


def summarize_documents(documents: Sequence[str | Document], settings: RowSettings) -> Summary:
    """Summarize with the settings of a batch."""
    options = {**vars(settings)}
    return _summarizer(options.pop("system")).summarize(documents, **options)


def summarize_row(row: Row, settings: RowSettings, megabytes: int | None = None) -> Fields:
    """Summarize one row: its id, the copied columns, and the summary's fields or an error.

    >>> summarize_row(Row("a", error="line 1: not JSON"), RowSettings())
    {'id': 'a', 'error': {'type': 'DataError', 'message': 'line 1: not JSON'}}
    """
    if row.error is not None:
        return failed(row, "DataError", row.error)
    try:
        documents, notes = (row.documents, []) if row.file is None else _read(row.file, str(row.id))
        summary = summarize_documents(documents, settings)
        return result_row(row.id, row.copied, summary_columns(summary, [*row.notes, *notes]))
    except MemoryError:
        limit = "there was" if megabytes is None else f"{megabytes} MB"
        return failed(row, "OutOfMemory", f"more memory than {limit} was needed")
    except (RepRankError, ValueError, ArithmeticError, LookupError, TypeError, RuntimeError) as error:
        return failed(row, type(error).__name__, str(error))


def _read(file: RowFile, name: str) -> tuple[tuple[Document, ...], list[str]]:
    """Read the file of a row; return also what its reader had to guess or leave out."""
    try:
        document, notes = read_with_notes(file.path, name=name, encoding=file.encoding)
    except InputError as error:
        raise DataError(str(error)) from None
    return (document,), notes


def failed(row: Row, kind: str, message: str) -> Fields:
    """Return the result of a row without a summary."""
    return result_row(row.id, row.copied, error_columns(kind, message, row.notes))


def prepare(settings: RowSettings, megabytes: int | None) -> Callable[[NumberedRow], Line]:
    """Load the model and set the memory limit of this worker process; return its function for rows."""
    settings.check()
    _limit_memory(megabytes)
    return partial(_line, settings=settings, megabytes=megabytes)


def _line(numbered: NumberedRow, *, settings: RowSettings, megabytes: int | None) -> Line:
    fields = summarize_row(numbered[1], settings, megabytes)
    return encode(fields), "error" in fields


def _limit_memory(megabytes: int | None) -> None:
    if megabytes is None:
        return
    if sys.platform != "linux":
        raise InputError("a memory limit works on Linux only: leave it out")
    import resource

    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + (megabytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def chunks(rows: Iterable[NumberedRow], *, max_rows: int = CHUNK_ROWS) -> Iterator[list[NumberedRow]]:
    """Cut rows into chunks of bounded size.

    >>> from reprank.batch.rows import Row
    >>> [len(chunk) for chunk in chunks((i, Row(i)) for i in range(20))]
    [16, 4]
    """
    gathered, characters = list[NumberedRow](), 0
    for number, row in rows:
        gathered.append((number, row))
        characters += row.size()
        if len(gathered) == max_rows or characters >= CHUNK_CHARACTERS:
            yield gathered
            gathered, characters = [], 0
    if gathered:
        yield gathered


class RowPool:
    """Workers for one batch; use it in a ``with`` statement."""

    def __init__(self, settings: RowSettings, limits: Limits, *, workers: int, ordered: bool = True) -> None:
        start = partial(prepare, settings, limits.megabytes)
        self.workers = WorkerPool[NumberedRow, Line](
            start, workers=workers, item_seconds=limits.seconds, ordered=ordered
        )

    def __enter__(self) -> RowPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.workers.__exit__()

    def results(
        self, waiting: Iterator[list[NumberedRow]], *, stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[FinishedRows]:
        """Yield finished rows as ``WorkerPool.map_chunks`` does: now and then there are none."""
        for outcomes in self.workers.map_chunks(waiting, stopped=stopped):
            lines = [_finished_line(numbered, outcome) for numbered, outcome in outcomes]
            yield FinishedRows(
                numbers=[number for (number, _), _ in outcomes],
                lines=[line for line, _ in lines],
                failed=sum(error for _, error in lines),
            )


def _finished_line(numbered: NumberedRow, outcome: Line | Failed) -> Line:
    if isinstance(outcome, Failed):
        return encode(failed(numbered[1], outcome.kind, outcome.message)), True
    return outcome
