"""A file to a document in a process of its own, which is ended at the time limit and may crash without harm."""

from __future__ import annotations

from collections.abc import Callable

from reprank.errors import InputError
from reprank.readers.limits import FileLimits, Meter
from reprank.text.documents import Document
from reprank.values import dataclass


@dataclass(frozen=True, slots=True)
class FileToRead:
    """What a reader needs to know: a path or bytes, the name for people, the encoding and the limits."""

    source: str | bytes
    name: str
    encoding: str | None
    limits: FileLimits


ReadFile = Callable[[FileToRead], tuple[Document, list[str]]]


def read_apart(file: FileToRead, start: Callable[[], ReadFile]) -> tuple[Document, list[str]]:
    """Read one file in another process, where ``start()`` returns the function that reads.

    The clock runs while the file is read, not while the process starts.
    """
    from reprank.worker_pool import Failed, WorkerPool

    with WorkerPool(start, workers=1, item_seconds=file.limits.max_seconds) as pool:
        ((_, outcome),) = pool.map([file])
    if not isinstance(outcome, Failed):
        return outcome
    if outcome.kind == "OutOfTime":
        raise Meter(file.name, file.limits).out_of_time()
    if outcome.error is not None:
        raise outcome.error
    raise InputError(f"{file.name} cannot be read ({outcome.message}): save or download it again")
