"""JSON lines streamed in to JSON lines streamed out, in order, while more lines arrive."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping

from starlette.types import Receive, Scope, Send

from reprank.result_rows import error_columns, result_row
from reprank.web.problems import Answer, Problem, encode
from reprank.web.settings import ServiceSettings
from reprank.web.verbs import WorkRequest
from reprank.web.workers import Workers

BUSY_SECONDS = 0.25  # until a line is tried again
LINES_AHEAD = 4  # for each worker: lines that wait for their answer
MAX_BATCHES = 8  # at a time: the lines of each are in memory


class ClientGone(Exception):
    """The client closed the connection."""


class ClientSilent(Exception):
    """The client did not send a line in time."""


class BatchResponse:
    """The answer to a batch: it reads the request while it writes, so neither side holds the whole.

    Each line is limited in bytes and time as a request is; the number of lines is not limited. No more lines are read
    than are worked on, so a client that sends faster than it reads has to wait. A client that sends no line for the
    time of a request gets an error as the last line. The batch keeps a place in ``room`` while it lasts.
    """

    def __init__(
        self, workers: Workers, settings: ServiceSettings, options: Mapping[str, str], *, room: asyncio.Semaphore
    ) -> None:
        self._workers, self._settings, self._options, self._room = workers, settings, options, room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer line by line; stop all work when the client is gone."""
        async with self._room:
            await self._respond(receive, send)

    async def _respond(self, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"application/jsonl")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        pending: asyncio.Queue[asyncio.Task[Answer] | None] = asyncio.Queue(LINES_AHEAD * self._settings.workers)
        try:
            async with asyncio.TaskGroup() as tasks:
                watching = tasks.create_task(self._take_lines(receive, pending, tasks))
                while (task := await pending.get()) is not None:
                    answer = await task
                    await send({"type": "http.response.body", "body": answer.body, "more_body": True})
                watching.cancel()
                await send({"type": "http.response.body", "body": b""})
        except* (ClientGone, OSError):
            pass  # the work is stopped, and there is nobody to answer

    async def _take_lines(
        self, receive: Receive, pending: asyncio.Queue[asyncio.Task[Answer] | None], tasks: asyncio.TaskGroup
    ) -> None:
        number = 0
        try:
            async for line in _lines(receive, self._settings):
                number += 1
                await pending.put(tasks.create_task(self._answer(line, number)))
        except ClientSilent:
            await pending.put(tasks.create_task(self._late(number + 1)))
        await pending.put(None)
        while (await receive())["type"] != "http.disconnect":
            pass
        raise ClientGone

    async def _answer(self, line: bytes | None, number: int) -> Answer:
        try:
            if line is None:
                raise Problem(413, f"the line has more than {self._settings.max_bytes:,} bytes")
            options = {**self._options, "line": str(number)}
            return await self._when_free(WorkRequest("batch", line, self._settings.max_documents, options))
        except Problem as problem:
            return _error_line(problem, number)

    async def _late(self, number: int) -> Answer:
        return _error_line(Problem(408, f"the line did not arrive within {self._settings.seconds:g} seconds"), number)

    async def _when_free(self, request: WorkRequest) -> Answer:
        """Wait while there are too many requests: the line of a batch is not lost because others are busy."""
        while True:
            try:
                return await self._workers.run(request)
            except Problem as problem:
                if problem.status != 503:
                    raise
                await asyncio.sleep(BUSY_SECONDS)


def _error_line(problem: Problem, number: int) -> Answer:
    columns = error_columns(str(problem.fields()["title"]), problem.detail)
    return Answer(encode(result_row(number, {}, columns)) + b"\n")


async def _lines(receive: Receive, settings: ServiceSettings) -> AsyncIterator[bytes | None]:
    """Yield the lines of a body that are not blank; None for one with too many bytes.

    Raises ClientGone, and ClientSilent if there is no line for the time of a request.
    """
    line, too_long, more = bytearray(), False, True
    clock = asyncio.get_running_loop().time
    deadline = clock() + settings.seconds
    while more:
        try:
            message = await asyncio.wait_for(receive(), deadline - clock())
        except TimeoutError:
            raise ClientSilent from None
        if message["type"] == "http.disconnect":
            raise ClientGone
        more = message.get("more_body", False)
        pieces = message.get("body", b"").split(b"\n")
        for number, piece in enumerate(pieces, start=1):
            too_long = too_long or len(line) + len(piece) > settings.max_bytes
            line += b"" if too_long else piece
            if number == len(pieces) and more:  # the line goes on
                break
            if too_long or line.strip():
                yield None if too_long else bytes(line)
            line, too_long, deadline = bytearray(), False, clock() + settings.seconds
