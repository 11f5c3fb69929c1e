"""Requests to answers in worker processes, for an event loop that must not wait."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from reprank.answering import AnsweringProcess
from reprank.web.problems import Answer, Problem
from reprank.web.verbs import WorkRequest, prepare

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

log = logging.getLogger("reprank.web")

GRACE_SECONDS = 0.5  # that the work of a client who has gone may still take
REMEMBER_SECONDS = 120.0  # that a worker keeps what it made of the last text, for another length of it
SHORT_BYTES = 100_000  # a request with more is long work, which never takes the last worker
SHORT_SECONDS = 1.0  # work that takes more turned out to be long

Prepare = Callable[[], Callable[[WorkRequest], Answer]]
Worker = AnsweringProcess[WorkRequest, Answer]


class Workers:
    """Worker processes for an asyncio program.

    A request whose client has gone, or that is not answered within ``seconds`` of its arrival, is stopped by ending
    its process; another process takes its place.

    All workers but one may do long work; one is left for short requests, so that a page never waits for a book. Work
    is long if its request is large or if it is not done after ``SHORT_SECONDS``. In the latter case, if no more long
    work is allowed, it is stopped and begins again when there is room for it.
    """

    def __init__(self, count: int, *, seconds: float, max_waiting: int, prepare: Prepare = prepare) -> None:
        self._seconds, self._max_waiting, self._prepare = seconds, max_waiting, prepare
        self._threads = ThreadPoolExecutor(2 * count, thread_name_prefix="reprank-web")
        self._all: set[Worker] = set()
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._long = asyncio.Semaphore(count - 1)
        self._under_way = 0
        self._stopping: set[asyncio.Task[None]] = set()
        self._closed = False
        for _ in range(count):
            self._start()

    def check_room(self) -> None:
        """Raise Problem if one more request would be refused."""
        if self._under_way >= self._max_waiting:
            raise Problem(503, f"{self._under_way} requests are under way or waiting: try again in a moment")

    async def run(self, request: WorkRequest) -> Answer:
        """Answer one request; cancelling the call stops the work."""
        self.check_room()
        self._under_way += 1
        deadline = asyncio.get_running_loop().time() + self._seconds
        try:
            answer = await self._run(request, deadline, short=True) if len(request.body) <= SHORT_BYTES else None
            while answer is None:
                async with self._waiting(deadline):
                    await self._long.acquire()
                try:
                    answer = await self._run(request, deadline, short=False)
                finally:
                    self._long.release()
            return answer
        finally:
            self._under_way -= 1

    async def _run(self, request: WorkRequest, deadline: float, *, short: bool) -> Answer | None:
        """Work; return None if work that was taken for short is long, and there is no room for more long work."""
        worker = await self._free_worker(deadline)
        loop = asyncio.get_running_loop()
        asking = loop.run_in_executor(self._threads, worker.ask, request)
        asking.add_done_callback(_retrieve)
        try:
            if short:
                await asyncio.wait({asking}, timeout=min(SHORT_SECONDS, deadline - loop.time()))
            if not short or asking.done() or loop.time() >= deadline:
                answer = await _until(deadline, asking)
            elif self._long.locked():
                self._replace(worker)
                return None
            else:
                async with self._long:
                    answer = await _until(deadline, asking)
        except TimeoutError:
            self._replace(worker)
            raise Problem(504, request.out_of_time(self._seconds)) from None
        except (EOFError, ConnectionError):
            self._replace(worker)
            raise Problem(500, "the worker process ended, perhaps because memory ran out: send less text") from None
        except asyncio.CancelledError:
            stopping = asyncio.create_task(self._stop(worker, asking))
            self._stopping.add(stopping)
            stopping.add_done_callback(self._stopping.discard)
            raise
        self._idle.put_nowait(worker)
        if answer.fault:
            log.error("%s failed: %s", request.verb, answer.fault)
        return answer

    async def _free_worker(self, deadline: float) -> Worker:
        async with self._waiting(deadline):
            worker = await self._idle.get()
            while not worker.alive():  # somebody ended it while it was idle: this request is not to blame
                self._replace(worker)
                worker = await self._idle.get()
        return worker

    @asynccontextmanager
    async def _waiting(self, deadline: float) -> AsyncIterator[None]:
        """Limit the time for which a request waits before its work begins."""
        try:
            async with asyncio.timeout_at(deadline):
                yield
        except TimeoutError:
            raise Problem(503, f"no worker was free for {self._seconds:g} seconds: try again in a moment") from None

    async def _stop(self, worker: Worker, asking: asyncio.Future[Answer]) -> None:
        """Let short work end, since a new process costs more; end the process of longer work."""
        await asyncio.wait({asking}, timeout=GRACE_SECONDS)
        if asking.done() and asking.exception() is None:
            self._idle.put_nowait(worker)
        else:
            self._replace(worker)

    def _start(self) -> None:
        """Start a process; it counts as idle once it is ready, or once it has ended before it was."""
        worker = Worker(self._prepare, REMEMBER_SECONDS)
        self._all.add(worker)
        starting = asyncio.get_running_loop().run_in_executor(self._threads, worker.wait_until_ready)
        starting.add_done_callback(lambda _: self._idle.put_nowait(worker))

    def _replace(self, worker: Worker) -> None:
        """End a process and start another one."""
        worker.end()
        if self._closed:
            return
        self._all.remove(worker)
        self._start()

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        for worker in self._all:
            worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)


async def _until(deadline: float, asking: asyncio.Future[Answer]) -> Answer:
    async with asyncio.timeout_at(deadline):
        return await asyncio.shield(asking)


def _retrieve(asking: asyncio.Future[Answer]) -> None:
    """Take the error of a process that was ended, since nobody waits for it any more."""
    if not asking.cancelled():
        asking.exception()
