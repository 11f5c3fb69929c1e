"""Requests to answers in a process that can be ended, whatever it is doing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from reprank.processes import start_worker

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class AnsweringProcess(Generic[Request, Answer]):
    """One process that answers one request at a time.

    It calls ``prepare()`` once; what that returns is the function for requests. ``prepare``, requests and answers must
    be picklable. After ``forget_seconds`` without a request, it calls ``prepare()`` again, so that nothing of the last
    requests is kept.
    """

    def __init__(self, prepare: Callable[[], Callable[[Request], Answer]], forget_seconds: float | None = None) -> None:
        self._process, self._connection = start_worker(_serve, prepare, forget_seconds)

    def alive(self) -> bool:
        """Return whether the process is still there."""
        return self._process.is_alive()

    def wait_until_ready(self) -> None:
        """Wait until the process is ready or has ended."""
        with suppress(EOFError, ConnectionError):
            self._connection.recv()

    def ask(self, request: Request, seconds: float | None = None) -> Answer:
        """Send a request and wait for its answer.

        Raises EOFError or ConnectionError if the process ends before, and TimeoutError after ``seconds``; then the
        process is of no more use.
        """
        self._connection.send(request)
        if seconds is not None and not self._connection.poll(seconds):
            raise TimeoutError
        return cast(Answer, self._connection.recv())

    def end(self) -> None:
        """End the process; a thread that waits for it gets EOFError."""
        self._process.kill()


def _serve(
    connection: Connection[Any, Any], prepare: Callable[[], Callable[[Any], object]], forget_seconds: float | None
) -> None:
    """Run in the process: say when it is ready, then answer requests until whoever asks is gone."""
    answer = prepare()
    try:
        connection.send(None)
        while True:
            if forget_seconds is not None and not connection.poll(forget_seconds):
                answer = prepare()
                connection.poll(None)
            connection.send(answer(connection.recv()))
    except (EOFError, ConnectionError):
        return
