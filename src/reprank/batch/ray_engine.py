"""The same rows on a Ray cluster: Ray Data reads, actors summarize, the driver keeps the journal.

Every actor holds one worker process of ``reprank.batch.pool``, so that limits, errors and rows that kill their worker
end exactly as on one machine; lost actors and nodes are Ray's to replace, and it sends their rows again. Results come
back to the driver in input order, or as they are done, and are journaled there: one file comes out, bit for bit that
of the local engine.
"""

from __future__ import annotations

import logging
import os
import pickle
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, cast

from reprank.batch.journal import Numbers
from reprank.batch.pool import Chunk, Done, Pool, chunks
from reprank.batch.readers import Source, grouped
from reprank.batch.storage import is_remote, optional
from reprank.errors import InputError, RepRankError
from reprank.version import __version__

if TYPE_CHECKING:
    from reprank.batch.job import Job, Stop

CHUNK_ROWS = 64  # that travel together: a fraction of a second of work
WAIT = 10.0  # seconds for a cluster to answer
BLOCK_BYTES = 1  # at most, as Ray counts: so every chunk, one row of its table, is a block and a task by itself


@dataclass(frozen=True)
class Ray:
    """Actors on a Ray cluster: an existing one at ``address``, or one that lives as long as the batch."""

    workers: int | None = None
    address: str | None = None

    def __post_init__(self) -> None:
        if self.workers is not None and self.workers < 1:
            raise InputError(f"workers must be at least 1; got {self.workers}")

    def results(
        self, source: str, job: Job, done: Numbers, stop: Stop, *, partition: int | None = None
    ) -> Iterator[tuple[Done, float]]:
        """Yield finished rows, in the order of the job, with how much of the source is read."""
        # A relative name would mean another file where the reading is done.
        place = source if is_remote(source) else str(Path(source).absolute())
        with _connected(self.address) as ray:
            table = _plan(ray, _Reader(place, done, partition), job, self.workers or _cores(ray))
            try:
                for batch in table.iter_batches(batch_size=None, batch_format="pyarrow"):
                    yield from map(_unpack, _column(batch))
                    if stop.asked():
                        return
            except ray.exceptions.RayError as error:
                raise RepRankError(f"the Ray cluster gave up: {str(error).strip().splitlines()[-1]}") from None


class _Batch(Protocol):
    """The part of ``pyarrow.Table`` that is used here."""

    def column(self, name: str) -> _Column: ...


class _Column(Protocol):
    def to_pylist(self) -> list[bytes]: ...


class _Dataset(Protocol):
    """The part of ``ray.data.Dataset`` that is used here."""

    def iter_batches(self, *, batch_size: None, batch_format: str) -> Iterator[_Batch]: ...


def _table(packed: Sequence[bytes]) -> _Batch:
    """Put chunks into a table of one column, which Ray may cut and join as it likes."""
    return cast(_Batch, optional("pyarrow", "the Ray engine", "ray").table({"chunk": list(packed)}))


def _column(batch: _Batch) -> list[bytes]:
    return batch.column("chunk").to_pylist()


def _unpack(packed: bytes) -> tuple[Done, float]:
    # Pickled by an actor of this same job, and never stored.
    return cast("tuple[Done, float]", pickle.loads(packed))


@contextmanager
def _connected(address: str | None) -> Iterator[ModuleType]:
    """Connect to a cluster, or start one here, and leave things afterwards as they were found."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # Ray Data's own choices are no news to the user
    ray = optional("ray", "the Ray engine", "ray")
    optional("ray.data", "the Ray engine", "ray")
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    if ray.is_initialized():
        yield ray
        return
    options = {"include_dashboard": False} if address is None else {"address": address}
    try:
        _knock(address or "")
        ray.init(logging_level="error", log_to_driver=False, **options)
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(f"no Ray cluster at {address or 'this machine'}: {str(error).splitlines()[0]}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise OSError in seconds where nobody listens; Ray itself would try for minutes."""
    host, _, port = address.split("://")[-1].rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=WAIT).close()


def _cores(ray: ModuleType) -> int:
    return max(int(ray.cluster_resources().get("CPU", 1)), 1)


def _plan(ray: ModuleType, reader: _Reader, job: Job, workers: int) -> _Dataset:
    """Lay out the flow: one task reads, actors summarize; nothing runs before the first result is asked for."""
    with _context(ray, ordered=job.order == "input"):
        rows = ray.data.read_datasource(
            _datasource(ray, reader),
            override_num_blocks=1,
            num_cpus=0,  # it waits most of the time, and must not wait for the actors' cores
        )
        return cast(
            _Dataset,
            rows.map_batches(
                Actor,
                fn_constructor_args=(job, __version__),
                batch_size=None,
                batch_format="pyarrow",
                compute=ray.data.ActorPoolStrategy(min_size=1, max_size=workers, initial_size=workers),
                num_cpus=1,
            ),
        )


@contextmanager
def _context(ray: ModuleType, *, ordered: bool) -> Iterator[None]:
    """Hold Ray Data's settings for the plan made inside, and put back what they were."""
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
class _Reader:
    """Rows of a file as packed chunks, those already done left out; runs on the cluster."""

    place: str
    done: Numbers
    partition: int | None

    def __call__(self) -> Iterator[_Batch]:
        with closing(Source(self.place)) as opened:
            rows = grouped(opened.rows, self.partition) if self.partition else opened.rows
            remaining = ((number, row) for number, row in enumerate(rows) if number not in self.done)
            for chunk in chunks(remaining, most=CHUNK_ROWS):
                yield _table([pickle.dumps((chunk, opened.share()))])


class Actor:
    """One worker process, fed by Ray: packed chunks in, packed results out."""

    def __init__(self, job: Job, version: str) -> None:
        if version != __version__:
            raise RepRankError(f"reprank {__version__} is installed on this node: install {version}, as on the driver")
        self.pool = Pool(job.settings, job.limits, workers=1)

    def __call__(self, batch: _Batch) -> _Batch:
        """Summarize the rows of a table of chunks."""
        answers = []
        for packed in _column(batch):
            chunk, share = cast("tuple[Chunk, float]", pickle.loads(packed))
            (done,) = (done for done in self.pool.results(iter([Chunk(0, chunk.rows)])) if done.numbers)
            answers.append(pickle.dumps((done, share)))
        return _table(answers)


def _datasource(ray: ModuleType, reader: Callable[[], Iterator[_Batch]]) -> object:
    """Make a source of one task for Ray Data, which wants to be inherited from."""
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
