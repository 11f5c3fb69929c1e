"""Worker processes that load the model once and are replaced when one of them dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import cast

from reprank.batch.readers import Row
from reprank.batch.worker import Limits, Mark, Settings, failed, out_of_time, serve
from reprank.batch.writers import encode
from reprank.errors import RepRankError

CHUNK_ROWS = 16  # sent to a worker at once: enough to forget the sending, few enough to lose little
CHUNK_CHARACTERS = 1 << 18
WINDOW = 64  # chunks for each worker that may wait for a slow one before them
GRACE = 2.0  # seconds that a worker may overrun a row's time before it is ended from outside
POLL = 0.25  # seconds between looks at the clock and at signals

Numbered = tuple[int, Row]


@dataclass
class Chunk:
    """Rows that travel together, and what is known of those that killed a worker."""

    place: int
    rows: list[Numbered]
    suspect: int | None = None  # number of the row that a worker died on once
    lost: dict[int, bytes] = field(default_factory=dict)  # number -> the error written for it

    def pending(self) -> list[Numbered]:
        """Return the rows still to be tried."""
        return [(number, row) for number, row in self.rows if number not in self.lost]


@dataclass(frozen=True)
class Done:
    """Finished rows of one chunk: their numbers, their lines of JSON, and how many are errors."""

    numbers: list[int]
    lines: list[bytes]
    failed: int


def chunks(rows: Iterable[Numbered], *, most: int = CHUNK_ROWS) -> Iterator[Chunk]:
    """Cut rows into chunks of bounded size.

    >>> [len(chunk.rows) for chunk in chunks((i, Row(i)) for i in range(20))]
    [16, 4]
    """
    place, gathered, size = 0, list[Numbered](), 0
    for number, row in rows:
        gathered.append((number, row))
        size += row.size()
        if len(gathered) == most or size >= CHUNK_CHARACTERS:
            yield Chunk(place, gathered)
            place, gathered, size = place + 1, [], 0
    if gathered:
        yield Chunk(place, gathered)


class _Worker:
    """One process, what it is doing, and since when."""

    def __init__(self, settings: Settings, limits: Limits) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.mark = cast(Mark, context.RawArray("d", 2))
        self.limits = limits
        self.ready = False
        self.chunk: Chunk | None = None
        self.process: BaseProcess = context.Process(
            target=serve, args=(theirs, settings, limits, self.mark), daemon=True
        )
        with _quiet_start():
            self.process.start()
        theirs.close()

    def give(self, chunk: Chunk) -> None:
        """Hand over a chunk; that nobody takes it is noticed when the answer does not come."""
        self.chunk = chunk
        self.mark[0], self.mark[1] = 0, time.monotonic()
        try:
            self.connection.send([row for _, row in chunk.pending()])
        except ConnectionError:
            return

    def overdue(self) -> bool:
        """Tell whether the row under way takes longer than an alarm inside the worker would have allowed."""
        seconds = self.limits.seconds
        return self.chunk is not None and seconds is not None and time.monotonic() - self.mark[1] > seconds + GRACE

    def under_way(self) -> Numbered:
        """Return the row that the worker was last seen at."""
        assert self.chunk is not None
        pending = self.chunk.pending()
        return pending[min(int(self.mark[0]), len(pending) - 1)]

    def end(self) -> None:
        """End the process whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.connection.close()


class Pool:
    """Workers for one batch; use it in a ``with`` statement."""

    def __init__(self, settings: Settings, limits: Limits, *, workers: int, ordered: bool = True) -> None:
        self.settings, self.limits, self.ordered = settings, limits, ordered
        self.workers = [_Worker(settings, limits) for _ in range(workers)]

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *problem: object) -> None:
        for worker in self.workers:
            worker.end()

    def results(self, coming: Iterator[Chunk], *, stopped: Callable[[], bool] = lambda: False) -> Iterator[Done]:
        """Yield finished chunks, in the order of coming unless they may come as they are done.

        While nothing finishes, an empty result comes now and then, for the sake of clocks and journals. Stops early,
        with what is finished, when ``stopped`` says so. Raises RepRankError when workers cannot start.
        """
        held: dict[int, Done] = {}
        due, drawn = 0, 0
        exhausted = False
        while not stopped():
            for worker in self.workers:
                room = not self.ordered or drawn - due < WINDOW * len(self.workers)
                if worker.ready and worker.chunk is None and not exhausted and room:
                    chunk = next(coming, None)
                    exhausted = chunk is None
                    if chunk is not None:
                        drawn += 1
                        worker.give(chunk)
            if exhausted and drawn == due:
                return
            finished = list(self._finished())
            if not finished:
                yield Done([], [], 0)
            for place, done in finished:
                if not self.ordered:
                    due += 1
                    yield done
                    continue
                held[place] = done
                while due in held:
                    yield held.pop(due)
                    due += 1

    def _finished(self) -> Iterator[tuple[int, Done]]:
        """Wait a moment for answers; replace workers that died or overran their time."""
        by_connection = {worker.connection: worker for worker in self.workers}
        for connection in wait(list(by_connection), timeout=POLL):
            worker = by_connection[cast(Connection, connection)]
            try:
                answer = cast("list[tuple[bytes, bool]] | None", worker.connection.recv())
            except (EOFError, ConnectionError):
                yield from self._replace(worker, None)
                continue
            if answer is None:
                worker.ready = True
            elif worker.chunk is not None:
                chunk, worker.chunk = worker.chunk, None
                yield chunk.place, _done(chunk, answer)
        for worker in [worker for worker in self.workers if worker.overdue()]:
            yield from self._replace(worker, ("OutOfTime", out_of_time(self.limits)))

    def _replace(self, worker: _Worker, cause: tuple[str, str] | None) -> Iterator[tuple[int, Done]]:
        """Start another worker, and give it the chunk again without the row that is to blame.

        A row that a worker died on is tried once more: the system may have ended the worker for another's memory.
        """
        worker.end()
        code = worker.process.exitcode
        if not worker.ready:
            raise RepRankError(f"a worker process ended with code {code} before its first row: see its message above")
        fresh = _Worker(self.settings, self.limits)
        self.workers[self.workers.index(worker)] = fresh
        if worker.chunk is None:
            return
        chunk = worker.chunk
        number, row = worker.under_way()
        if cause is None and chunk.suspect != number:
            chunk.suspect = number
        else:
            kind, message = cause or ("WorkerLost", f"its worker process died twice, the last time {_how(code)}")
            chunk.lost[number] = encode(failed(row, kind, message))
        if chunk.pending():
            fresh.give(chunk)
        else:
            yield chunk.place, _done(chunk, [])


def _done(chunk: Chunk, answer: list[tuple[bytes, bool]]) -> Done:
    answers = iter(answer)
    lines, errors = [], 0
    for number, _ in chunk.rows:
        line, error = (chunk.lost[number], True) if number in chunk.lost else next(answers)
        lines.append(line)
        errors += error
    return Done([number for number, _ in chunk.rows], lines, errors)


def _how(code: int | None) -> str:
    if code is not None and code < 0:
        hint = ", probably for want of memory" if -code == signal.SIGKILL else ""
        return f"by {signal.Signals(-code).name}{hint}"
    return f"with exit code {code}"


@contextmanager
def _quiet_start() -> Iterator[None]:
    """Start a process with one thread for each library, and deaf to signals, which are for the parent.

    The signals are blocked, not ignored: a process inherits that from its first moment, and one that comes for the
    parent in the meantime is delivered afterwards.
    """
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, "1"))
    masks = hasattr(signal, "pthread_sigmask")  # not on Windows
    if masks:
        resource_tracker.ensure_running()  # started within the block, it would end the block
        unblocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        if masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
