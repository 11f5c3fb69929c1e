"""Rows to finished rows, in worker processes that load the model once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from reprank.batch.journal import FinishedRows
from reprank.batch.worker import Limits, Line, NumberedRow, RowSettings, failed, prepare
from reprank.batch.writers import encode
from reprank.worker_pool import Failed, WorkerPool

CHUNK_ROWS = 16  # sent to a worker at once: sending costs little then, and little is done again if the worker dies
CHUNK_CHARACTERS = 1 << 18


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
            lines = [_line(numbered, outcome) for numbered, outcome in outcomes]
            yield FinishedRows(
                numbers=[number for (number, _), _ in outcomes],
                lines=[line for line, _ in lines],
                failed=sum(error for _, error in lines),
            )


def _line(numbered: NumberedRow, outcome: Line | Failed) -> Line:
    if isinstance(outcome, Failed):
        return encode(failed(numbered[1], outcome.kind, outcome.message)), True
    return outcome
