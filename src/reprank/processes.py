"""Functions to worker processes, and limits for blocks of code: seconds, threads, cores."""

from __future__ import annotations

import atexit
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

#: Whether this system has the alarm clock that ``time_limit`` needs; Windows has none.
AVAILABLE = hasattr(signal, "setitimer")

#: The environment variables that limit the threads of the numerical libraries.
THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")

_started: WeakSet[BaseProcess] = WeakSet()


@contextmanager
def time_limit(seconds: float | None, error: BaseException) -> Iterator[None]:
    """Raise the error inside the block when the seconds are over; None sets no limit.

    Code in C returns before the error is raised. This works in the main thread of a process only.

    >>> with time_limit(0.01, TimeoutError("too slow")):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    TimeoutError: too slow
    """
    if seconds is None:
        yield
        return

    def on_alarm(*_: object) -> None:
        raise error

    before = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Let every process that starts inside the block use one thread for each numerical library.

    Workers then do not compete for the cores, and their times can be compared.
    """
    before = {name: os.environ.get(name) for name in THREAD_VARIABLES}
    os.environ.update(dict.fromkeys(THREAD_VARIABLES, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def start_worker(serve: Callable[..., None], *arguments: object) -> tuple[BaseProcess, Connection[Any, Any]]:
    """Start a process that calls ``serve(connection, *arguments)``; return it with the other end of the connection.

    The process uses one thread for each numerical library, never receives Ctrl-C or SIGTERM, and is ended with this
    process at the latest. ``serve`` should return when its connection raises EOFError: this process is gone then.
    """
    import multiprocessing

    # Spawned, not forked: a fork copies the locks of the threads that numerical libraries have started.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_run_worker, args=(serve, theirs, *arguments), daemon=True)
    with one_thread_each(), _signals_blocked():
        process.start()
    theirs.close()
    _started.add(process)
    _end_workers_at_exit()
    return process, ours


def _run_worker(serve: Callable[..., None], *arguments: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for systems on which signals cannot be blocked
    serve(*arguments)


@cache
def _end_workers_at_exit() -> None:
    """Register the end of the workers; what is registered last runs first, before the exit of multiprocessing.

    That would send SIGTERM to the workers, which they never receive, and wait for them.
    """
    atexit.register(_end_workers, os.getpid())


def _end_workers(parent: int) -> None:
    if os.getpid() == parent:  # a fork of this process has no workers of its own
        for process in list(_started):
            process.kill()


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Start a process that never receives Ctrl-C or SIGTERM, which the parent handles.

    The signals are blocked, not ignored: the process inherits the block from its first moment, and a signal that
    comes for the parent meanwhile is delivered after the block.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # if it started inside the block, it would undo the block
    unblocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
