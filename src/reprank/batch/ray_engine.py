"""Rows to finished rows on a Ray cluster: Ray Data reads, actors summarize, the driver keeps the journal.

Every actor has one worker process of ``reprank.batch.worker``, so limits, errors and rows that kill their worker have
the same results as on one machine. Results come back to the driver in input order, or as they are ready, and the
driver journals them: the result is one file, equal byte for byte to that of the local engine. When the cluster loses
an actor or a node, the rows that are not done are planned anew for the nodes that are left.
"""

from __future__ import annotations

import logging
import os
import pickle
import socket
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from reprank.batch.journal import FinishedRows, RowNumbers
from reprank.batch.rows import RowFormat
from reprank.batch.sources import Files, Input, open_source, remaining_rows
from reprank.batch.storage import STANDARD, is_remote
from reprank.batch.worker import NumberedRow, RowPool, chunks
from reprank.errors import InputError, RepRankError
from reprank.files import import_extra
from reprank.version import __version__

if TYPE_CHECKING:
    from reprank.batch.job import Job, Stop

CHUNK_ROWS = 64  # sent together: a fraction of a second of work
CONNECT_SECONDS = 10.0  # for a cluster to answer
MAX_FAILURES = 3  # of the cluster without a finished row in between
BLOCK_BYTES = 1  # at most, so that Ray makes every chunk, one row of its table, a block and a task by itself


@dataclass(frozen=True)
class Ray:
    """Actors on a Ray cluster: the one at ``address``, or a new one on this machine for the time of the batch."""

    workers: int | None = None
    address: str | None = None

    def __post_init__(self) -> None:
        if self.workers is not None and self.workers < 1:
            raise InputError(f"workers must be at least 1; got {self.workers}")

    def results(
        self, source: Input, job: Job, done: RowNumbers, stop: Stop, *, partition: int | None = None
    ) -> Generator[tuple[FinishedRows, float]]:
        """Yield finished rows, in the order of the job, with how much of the source has been read."""
        if source == STANDARD:
            raise InputError("a Ray cluster cannot read standard input: name a file or an address")
        # A relative name would mean another file in the process that reads.
        place = source if isinstance(source, Files) or is_remote(source) else str(Path(source).absolute())
        with _connected(self.address) as ray:
            reader = _ChunkReader(place, job.rows, done, partition)
            failures, rows_before = 0, len(done)
            while True:
                try:
                    yield from self._on_present_nodes(ray, reader, job, stop)
                    return
                except ray.exceptions.RayError as error:
                    failures = 1 if len(done) > rows_before else failures + 1
                    if not _is_loss(ray, error) or failures == MAX_FAILURES:
                        reason = str(error).strip().splitlines()[-1]
                        raise RepRankError(f"the Ray cluster failed: {reason}") from None
                    rows_before = len(done)

    def _on_present_nodes(
        self, ray: ModuleType, reader: _ChunkReader, job: Job, stop: Stop
    ) -> Generator[tuple[FinishedRows, float]]:
        """Yield the results of rows that are not done, until all are or the cluster loses a process."""
        table = _plan(ray, reader, job, self.workers or _cores(ray))
        for batch in table.iter_batches(batch_size=None, batch_format="pyarrow"):
            yield from map(_unpack, _column(batch))
            if stop.requested():
                return


def _table(packed: Sequence[bytes]) -> Any:
    """Put chunks into a table of one column, which Ray may split and join."""
    return _package("pyarrow").table({"chunk": list(packed)})


def _package(name: str) -> ModuleType:
    return import_extra(name, purpose="the Ray engine", extra="ray")


def _column(table: Any) -> list[bytes]:
    return list(table.column("chunk").to_pylist())


def _unpack(packed: bytes) -> tuple[FinishedRows, float]:
    # Pickled by an actor of this same job, and never stored.
    return cast("tuple[FinishedRows, float]", pickle.loads(packed))


@contextmanager
def _connected(address: str | None) -> Iterator[ModuleType]:
    """Connect to a cluster, or start one here; disconnect afterwards, unless the caller was connected."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage statistics are sent
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # messages about its own scheduling do not help the user
    ray = _package("ray")
    _package("ray.data")
    logging.getLogger("ray.data").setLevel(logging.CRITICAL)  # what it calls an error is handled here
    if ray.is_initialized():
        yield ray
        return
    options = {"include_dashboard": False} if address is None else {"address": address}
    try:
        _check_port(address or "")
        ray.init(logging_level="error", log_to_driver=False, **options)
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(f"no Ray cluster at {address or 'this machine'}: {str(error).splitlines()[0]}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


def _check_port(address: str) -> None:
    """Raise OSError after seconds if nothing listens at the address; Ray itself would try for minutes."""
    host, _, port = address.split("://")[-1].rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=CONNECT_SECONDS).close()


def _is_loss(ray: ModuleType, error: Exception) -> bool:
    """Return whether the cluster lost a process or a node, which is no fault of a row."""
    lost = ray.exceptions
    kinds = (lost.RayActorError, lost.WorkerCrashedError, lost.NodeDiedError, lost.ObjectLostError)
    return isinstance(error, (*kinds, lost.OutOfMemoryError))


def _cores(ray: ModuleType) -> int:
    return max(int(ray.cluster_resources().get("CPU", 1)), 1)


def _plan(ray: ModuleType, reader: _ChunkReader, job: Job, workers: int) -> Any:
    """Plan the flow: one task reads, actors summarize; nothing runs before the first result is requested."""
    with _context(ray, ordered=job.order == "input"):
        rows = ray.data.read_datasource(
            _datasource(ray, reader),
            override_num_blocks=1,
            num_cpus=0,  # it is idle most of the time, and must not occupy a core that the actors need
        )
        return rows.map_batches(
            Actor,
            fn_constructor_args=(job, __version__),
            batch_size=None,
            batch_format="pyarrow",
            compute=ray.data.ActorPoolStrategy(min_size=1, max_size=workers, initial_size=workers),
            num_cpus=1,
            ray_remote_args_fn=_never_restarted,
        )


def _never_restarted() -> dict[str, object]:
    """Return options of an actor: Ray would restart a lost one, and keep its chunks until a node has a free core."""
    return {"max_restarts": 0, "max_task_retries": 0}


@contextmanager
def _context(ray: ModuleType, *, ordered: bool) -> Iterator[None]:
    """Set Ray Data's options for the plan that is made inside the block; restore them afterwards."""
    context = ray.data.DataContext.get_current()
    wanted = {"enable_progress_bars": False, "print_on_execution_start": False, "target_max_block_size": BLOCK_BYTES}
    before = {name: getattr(context, name) for name in wanted if hasattr(context, name)}
    order_before = context.execution_options.preserve_order
    for name in before:
        setattr(context, name, wanted[name])
    context.execution_options.preserve_order = ordered
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(context, name, value)
        context.execution_options.preserve_order = order_before


@dataclass(frozen=True)
class _ChunkReader:
    """Rows of a file as packed chunks, without those that are done; this runs on the cluster."""

    place: Input
    format: RowFormat
    done: RowNumbers
    partition: int | None

    def __call__(self) -> Iterator[Any]:
        with closing(open_source(self.place, self.format)) as opened:
            rows = remaining_rows(opened, self.done.__contains__, self.partition)
            for chunk in chunks(rows, max_rows=CHUNK_ROWS):
                yield _table([pickle.dumps((chunk, opened.share()))])


class Actor:
    """One worker process that Ray calls: packed chunks in, packed results out."""

    def __init__(self, job: Job, version: str) -> None:
        if version != __version__:
            raise RepRankError(f"reprank {__version__} is installed on this node: install {version}, as on the driver")
        self.pool = RowPool(job.settings, job.limits, workers=1)

    def __call__(self, batch: Any) -> Any:
        """Summarize the rows of a table of chunks."""
        answers = []
        for packed in _column(batch):
            chunk, share = cast("tuple[list[NumberedRow], float]", pickle.loads(packed))
            (finished,) = (rows for rows in self.pool.results(iter([chunk])) if rows.numbers)
            answers.append(pickle.dumps((finished, share)))
        return _table(answers)


def _datasource(ray: ModuleType, reader: Callable[[], Iterator[Any]]) -> object:
    """Make a source of one task for Ray Data, which requires a subclass of its own class."""
    from importlib import import_module

    metadata = import_module("ray.data.block").BlockMetadata
    nothing_known = {"num_rows": None, "size_bytes": None, "input_files": None, "exec_stats": None}

    def get_read_tasks(self: object, parallelism: int, **options: object) -> list[object]:
        return [ray.data.ReadTask(reader, metadata(**nothing_known))]

    def estimate_inmemory_data_size(self: object) -> None:
        return None

    made = type(
        "Rows",
        (ray.data.Datasource,),
        {"get_read_tasks": get_read_tasks, "estimate_inmemory_data_size": estimate_inmemory_data_size},
    )
    source: object = made()
    return source
