"""Items to results, in worker processes that are replaced when they die."""

from __future__ import annotations

import pickle
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from reprank.errors import InputError, RepRankError
from reprank.processes import AVAILABLE, start_worker, time_limit

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Item = TypeVar("Item")
Result = TypeVar("Result")

WINDOW_CHUNKS = 64  # for each worker: how many may wait for a slow chunk before them
GRACE_SECONDS = 2.0  # that a worker may overrun an item's time before its process is ended
MAX_LOST_STARTS = 5  # workers that a signal ends while they start, before the pool gives up
POLL_SECONDS = 0.25  # between two looks at the clock and at signals


@dataclass(frozen=True)
class Failed:
    """Why an item has no result.

    ``kind`` is ``"OutOfTime"``, ``"WorkerLost"`` (its process died twice) or the class of the exception that the
    function raised, which ``error`` holds.
    """

    kind: str
    message: str
    error: Exception | None = None

    def exception(self) -> Exception:
        """Return the exception that describes this failure."""
        return self.error or RepRankError(f"{self.kind}: {self.message}")


class WorkerPool(Generic[Item, Result]):
    """Worker processes that call one function for many items; use it in a ``with`` statement.

    Each process calls ``start()`` once; what it returns is the function for the items. ``start``, items and results
    must be picklable. An item that takes more than ``item_seconds`` has no result. A process that dies is replaced,
    and the item it died on is tried once more. Results come in the order of the items, or, with ``ordered=False``, as
    they are ready. Workers ignore Ctrl-C: the parent handles it, and leaving the ``with`` block ends them.
    """

    def __init__(
        self,
        start: Callable[[], Callable[[Item], Result]],
        *,
        workers: int,
        item_seconds: float | None = None,
        ordered: bool = True,
    ) -> None:
        if workers < 1:
            raise InputError(f"workers must be at least 1; got {workers}")
        self.ordered = ordered
        self._start, self._item_seconds = start, item_seconds
        self._workers = [_Worker(start, item_seconds) for _ in range(workers)]
        self._lost_starts = 0  # workers ended by a signal before they were ready, one after the other

    def __enter__(self) -> WorkerPool[Item, Result]:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.end()

    def map(self, items: Iterable[Item], *, chunk_items: int = 1) -> Iterator[tuple[Item, Result | Failed]]:
        """Yield each item with its result or with why it has none; items are taken only a bounded number ahead.

        ``chunk_items`` are sent to a worker at once, which pays when one item takes only milliseconds.
        """
        remaining = iter(items)
        chunks = iter(lambda: list(islice(remaining, chunk_items)), [])
        for finished in self.map_chunks(chunks):
            yield from finished

    def map_chunks(
        self, chunks: Iterator[list[Item]], *, stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[list[tuple[Item, Result | Failed]]]:
        """Yield the items of each chunk with their results.

        While nothing is ready, an empty list comes every quarter of a second, so that the caller can update a
        progress line or flush a file. Stops early when ``stopped`` returns True. Raises RepRankError when workers
        cannot start.
        """
        ready: dict[int, list[tuple[Item, Result | Failed]]] = {}
        next_out, taken = 0, 0
        exhausted = False
        while not stopped():
            for worker in self._workers:
                room = not self.ordered or taken - next_out < WINDOW_CHUNKS * len(self._workers)
                if worker.ready and worker.chunk is None and not exhausted and room:
                    items = next(chunks, None)
                    exhausted = items is None
                    if items is not None:
                        worker.give(_Chunk(taken, items))
                        taken += 1
            if exhausted and taken == next_out:
                return
            finished = list(self._finished())
            if not finished:
                yield []
            for chunk in finished:
                if not self.ordered:
                    next_out += 1
                    yield chunk.outcomes()
                    continue
                ready[chunk.place] = chunk.outcomes()
                while next_out in ready:
                    yield ready.pop(next_out)
                    next_out += 1

    def _finished(self) -> Iterator[_Chunk[Item]]:
        """Wait a moment for answers; replace workers that died or took too long."""
        from multiprocessing.connection import wait

        by_connection = {worker.connection: worker for worker in self._workers}
        for connection in wait(list(by_connection), timeout=POLL_SECONDS):
            worker = by_connection[cast("Connection[Any, Any]", connection)]
            try:
                answer = cast("list[object] | None", worker.connection.recv())
            except (EOFError, ConnectionError):
                yield from self._replace(worker, None)
                continue
            if answer is None:
                worker.began()
                self._lost_starts = 0
            elif worker.chunk is not None:
                chunk, worker.chunk = worker.chunk, None
                chunk.answered(answer)
                yield chunk
        for worker in [worker for worker in self._workers if worker.overdue()]:
            yield from self._replace(worker, out_of_time(worker.item_seconds))

    def _replace(self, worker: _Worker[Item], cause: Failed | None) -> Iterator[_Chunk[Item]]:
        """Start another worker, and give it the rest of the chunk.

        An item that a worker died on is tried once more: the system may have ended the worker because another
        process used too much memory.
        """
        if cause is None:
            worker.process.join(GRACE_SECONDS)  # its connection closes a moment before it has an exit code
        worker.end()
        if not worker.ready:
            self._check_start(worker.process.exitcode)
        fresh = _Worker(self._start, self._item_seconds)
        self._workers[self._workers.index(worker)] = fresh
        chunk = worker.chunk
        if chunk is None:
            return
        if worker.ready:  # otherwise it died before it had seen an item
            _blame(chunk, worker.under_way(), cause, worker.process.exitcode)
        if chunk.pending():
            fresh.give(chunk)
        else:
            yield chunk

    def _check_start(self, code: int | None) -> None:
        """Raise RepRankError if workers cannot start; one that a signal has ended may only have been unlucky."""
        self._lost_starts += 1
        if code is None or code >= 0 or self._lost_starts == MAX_LOST_STARTS:
            raise RepRankError(
                f"a worker process ended with code {code} before its first item: see its message above "
                '(a script that starts workers needs `if __name__ == "__main__":` around its main part)'
            )


def _blame(chunk: _Chunk[Item], index: int, cause: Failed | None, code: int | None) -> None:
    """Note that a worker died on an item; the second time, or if the cause is known, that is its result."""
    if cause is None and chunk.suspect != index:
        chunk.suspect = index
        return
    chunk.results[index] = cause or Failed(
        "WorkerLost", f"its worker process died twice, the last time {_how_it_ended(code)}"
    )


@dataclass
class _Chunk(Generic[Item]):
    """Items that travel together, by their index in the chunk, and the results known so far."""

    place: int  # among the chunks
    items: Sequence[Item]
    suspect: int | None = None  # index of the item that a worker died on once
    results: dict[int, object] = field(default_factory=dict)

    def pending(self) -> list[int]:
        """Return the indices of the items still without a result."""
        return [index for index in range(len(self.items)) if index not in self.results]

    def answered(self, answer: Sequence[object]) -> None:
        """Keep the results of the items that were pending."""
        self.results.update(zip(self.pending(), answer, strict=True))

    def outcomes(self) -> list[tuple[Item, Any]]:
        """Return every item with its result."""
        return [(item, self.results[index]) for index, item in enumerate(self.items)]


@dataclass(frozen=True)
class _UnderWay:
    """The item that a worker is at, by its place in what was sent, and since when; both processes see the values."""

    place: Any  # a shared integer
    since: Any  # a shared float: seconds of the monotonic clock

    def set(self, place: int) -> None:
        """Note that the item at a place begins now."""
        self.since.value = time.monotonic()
        self.place.value = place


class _Worker(Generic[Item]):
    """One process and the chunk it works on."""

    def __init__(self, start: Callable[[], Callable[[Item], object]], item_seconds: float | None) -> None:
        import multiprocessing

        self.item_seconds = item_seconds
        self.ready = False
        self.chunk: _Chunk[Item] | None = None
        context = multiprocessing.get_context("spawn")
        self._at = _UnderWay(context.RawValue("q"), context.RawValue("d"))
        self.process, self.connection = start_worker(_serve, start, item_seconds, self._at)

    def began(self) -> None:
        """Note that the process is ready; the time of its first item begins now, not when it was sent."""
        self.ready = True
        self._at.since.value = time.monotonic()

    def give(self, chunk: _Chunk[Item]) -> None:
        """Send the pending items of a chunk."""
        self.chunk = chunk
        self._at.set(0)
        try:
            self.connection.send([chunk.items[index] for index in chunk.pending()])
        except ConnectionError:  # the process died: reading from it reports that
            return

    def overdue(self) -> bool:
        """Return whether the item takes longer than the alarm inside the worker would have allowed."""
        if not self.ready or self.chunk is None or self.item_seconds is None:
            return False
        return bool(time.monotonic() - self._at.since.value > self.item_seconds + GRACE_SECONDS)

    def under_way(self) -> int:
        """Return the index of the item that the worker was at."""
        assert self.chunk is not None
        pending = self.chunk.pending()
        return pending[min(int(self._at.place.value), len(pending) - 1)]

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.connection.close()


class _TimeIsOver(BaseException):
    """Not an Exception, so that no function catches it."""


def _serve(
    connection: Connection[Any, Any],
    start: Callable[[], Callable[[Item], object]],
    item_seconds: float | None,
    at: _UnderWay,
) -> None:
    """Run in the worker: prepare, report that, then answer lists of items until there are no more."""
    function = start()
    try:
        connection.send(None)
        while True:
            answer = []
            for place, item in enumerate(connection.recv()):
                at.set(place)
                answer.append(_result(function, item, item_seconds))
            connection.send(answer)
    except (EOFError, ConnectionError):  # the parent is done, or gone
        return


def _result(function: Callable[[Item], object], item: Item, seconds: float | None) -> object:
    try:
        with time_limit(seconds if AVAILABLE else None, _TimeIsOver()):
            return function(item)
    except _TimeIsOver:
        return out_of_time(seconds)
    except Exception as error:  # noqa: BLE001 - it is not hidden: the parent gets it as the item's result
        return Failed(type(error).__name__, str(error), _portable(error))


def _portable(error: Exception) -> Exception | None:
    """Return the exception if it survives the way to another process."""
    try:
        return cast(Exception, pickle.loads(pickle.dumps(error)))
    except (pickle.PicklingError, TypeError, AttributeError, ValueError):
        return None


def out_of_time(seconds: float | None) -> Failed:
    """Return the failure of an item that took too long."""
    return Failed("OutOfTime", f"not done after {seconds or 0:g} seconds")


def _how_it_ended(code: int | None) -> str:
    if code is not None and code < 0:
        hint = ", probably because memory ran out" if -code == signal.SIGKILL else ""
        return f"by {signal.Signals(-code).name}{hint}"
    return f"with exit code {code}"
