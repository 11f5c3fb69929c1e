"""Log records to lines on standard error, from a thread: a log that nobody reads cannot stop the service."""

from __future__ import annotations

import logging
import os
import queue
import threading
import time
import traceback
from pathlib import Path

MAX_LINES = 1_000  # that wait to be written; more are dropped
FLUSH_SECONDS = 0.5  # at the end of the process, for lines that wait
DESCRIPTOR = 2  # standard error, without the lock of sys.stderr, which a thread that waits would keep at the end


class OneLine(logging.Formatter):
    r"""Write a record in one line: control characters escaped, an exception as its type and place.

    >>> OneLine("%(message)s").format(logging.makeLogRecord({"msg": "a\nb\x1b[31m"}))
    'a\\nb\\x1b[31m'
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        record.message = record.getMessage()
        record.asctime = self.formatTime(record)
        line = self.formatMessage(record)
        if record.exc_info and (error := record.exc_info[1]) is not None:
            line += f": {place_of(error)}"
        return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in line)


class ThreadHandler(logging.Handler):
    """Hands lines to a thread that writes them; drops lines while nobody reads what was written."""

    def __init__(self, descriptor: int = DESCRIPTOR) -> None:
        super().__init__()
        self._lines: queue.Queue[bytes] = queue.Queue(MAX_LINES)
        self._descriptor = descriptor
        self._dropped = 0
        threading.Thread(target=self._write, name="reprank-log", daemon=True).start()

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record."""
        line = self.format(record) + (f" ({self._dropped} lines before this one were lost)" if self._dropped else "")
        try:
            self._lines.put_nowait(line.encode("utf-8", "backslashreplace") + b"\n")
            self._dropped = 0
        except queue.Full:
            self._dropped += 1

    def flush(self) -> None:
        """Wait a moment until everything is written; this is called when the process ends."""
        end = time.monotonic() + FLUSH_SECONDS
        while self._lines.unfinished_tasks and time.monotonic() < end:
            time.sleep(0.01)

    def _write(self) -> None:
        while True:
            line = self._lines.get()
            try:
                while line:
                    line = line[os.write(self._descriptor, line) :]
            except OSError:  # closed: there is nobody to tell
                return
            self._lines.task_done()


def place_of(error: BaseException) -> str:
    """Say what was raised where, without its message, which may have a part of a text."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


def settings(*, requests: bool) -> dict[str, object]:
    """Return the settings of the log: faults always, a line for each request if wanted."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": OneLine, "format": "%(asctime)s %(message)s"}},
        "handlers": {
            "stderr": {"()": ThreadHandler, "formatter": "line", "level": "INFO" if requests else "WARNING"},
        },
        "loggers": {
            "reprank.web": {"handlers": ["stderr"], "level": "INFO"},
            "uvicorn": {"handlers": ["stderr"], "level": "WARNING"},
        },
    }
