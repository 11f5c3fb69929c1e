"""Calls to answers in processes that are ended when a call takes too long."""

from __future__ import annotations

import queue
from functools import partial

from reprank.answering import AnsweringProcess
from reprank.errors import InputError
from reprank.mcp.folders import AllowedFolders
from reprank.mcp.tools import Answer, Refusal, ToolCall, prepare

WORKERS = 2  # so that one call that takes long does not stop the others

Worker = AnsweringProcess[ToolCall, Answer | Refusal]


class Workers:
    """Processes that answer calls; each starts when it is needed. Threads may share this."""

    def __init__(self, folders: AllowedFolders, seconds: float) -> None:
        if not seconds > 0:
            raise InputError(f"seconds must be above 0; got {seconds:g}")
        self._start, self._seconds = partial(Worker, partial(prepare, folders)), seconds
        self._idle: queue.LifoQueue[Worker | None] = queue.LifoQueue()  # None is room for a process
        for _ in range(WORKERS):
            self._idle.put(None)

    def ask(self, call: ToolCall) -> Answer:
        """Answer a call.

        Raises InputError with the words of a refusal, and if the call takes too long or its process dies.
        """
        try:
            worker = self._idle.get(timeout=self._seconds)
        except queue.Empty:
            raise InputError(f"other calls took the last {self._seconds:g} seconds: try again") from None
        usable = None
        try:
            if worker is None or not worker.alive():
                worker = self._start()
                worker.wait_until_ready()
            answer = worker.ask(call, self._seconds)  # the start of a process does not count
            usable = worker
        except TimeoutError:
            message = f"not done after {self._seconds:g} seconds: give less text, or fewer files"
            raise InputError(message) from None
        except (EOFError, ConnectionError):
            raise InputError("the process of this call died: give less text, or other files") from None
        finally:
            if worker is not None and usable is None:
                worker.end()
            self._idle.put(usable)
        if isinstance(answer, Refusal):
            raise InputError(answer.message)
        return answer
