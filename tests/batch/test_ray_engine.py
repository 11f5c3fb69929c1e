"""The Ray engine on a real cluster of two nodes on this machine."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from reprank.batch import Job, Limits, Local, Report, RowSettings, run
from reprank.batch.ray_engine import Ray
from reprank.budget import Sentences
from reprank.errors import InputError
from tests.batch.texts import document, write_rows

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
ray: ModuleType = pytest.importorskip("ray", reason="the Ray engine is tested where ray is installed")
if not Path("/proc/self/cmdline").exists():
    pytest.skip("processes are found through /proc", allow_module_level=True)
pytest.importorskip("ray.data", reason="the Ray engine is tested where ray[data] is installed")

pytestmark = [
    pytest.mark.minutes,
    # Of Ray's own making, and none of ours.
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SHORT = RowSettings(budget=Sentences(2), keywords=3)


SMALL = {"num_cpus": 1, "object_store_memory": 100 << 20}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start two nodes of one core each."""
    from ray.cluster_utils import Cluster

    source = str(Path(__file__).parents[2] / "src")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = source
    nodes = Cluster(initialize_head=True, head_node_args={**SMALL, "include_dashboard": False})
    ray.init(address=nodes.address, logging_level="error", log_to_driver=False)  # on the head, which is never killed
    nodes.add_node(**SMALL)
    try:
        yield nodes
    finally:
        ray.shutdown()
        nodes.shutdown()
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def actors(address: str) -> list[int]:
    """Find the processes of the batch's actors: children of the nodes of this cluster, and named after their work."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdecimal() and b"Actor" in (entry / "cmdline").read_bytes():
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                if address in Path("/proc", parent, "cmdline").read_text():
                    found.append(int(entry.name))
    return sorted(found)


def test_no_cluster_at_the_address_is_one_line(tmp_path: Path) -> None:
    write_rows(tmp_path / "in.jsonl", 1)
    with pytest.raises(InputError, match="no Ray cluster at"):
        run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", engine=Ray(address="127.0.0.1:1"))


def test_two_nodes_give_the_rows_of_one_machine_bit_for_bit(tmp_path: Path, cluster: Any) -> None:
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    write_rows(tmp_path / "in.jsonl", 150)
    with (tmp_path / "in.jsonl").open("a") as stream:
        stream.write('not JSON\n{"id": 7}\n{"documents": []}\n')
    job = Job(SHORT, Limits(seconds=60))
    reports = [
        run(tmp_path / "in.jsonl", tmp_path / "local.jsonl", job=job, engine=Local(1)),
        run(tmp_path / "in.jsonl", tmp_path / "ray.jsonl", job=job, engine=Ray(workers=2)),
    ]
    assert reports == [Report(153, 2)] * 2
    assert (tmp_path / "ray.jsonl").read_bytes() == (tmp_path / "local.jsonl").read_bytes()


def test_an_actor_killed_in_the_middle_changes_nothing(tmp_path: Path, cluster: Any) -> None:
    write_rows(tmp_path / "in.jsonl", 4000)
    run(tmp_path / "in.jsonl", tmp_path / "local.jsonl", job=Job(SHORT), engine=Local(1))
    killed: list[int] = []

    def kill_one() -> None:
        end = time.monotonic() + 90
        while time.monotonic() < end and not killed:
            part = tmp_path / "ray.jsonl.part"
            if part.exists() and part.stat().st_size > 0:
                for actor in actors(cluster.address)[:1]:
                    os.kill(actor, signal.SIGKILL)
                    killed.append(actor)
            time.sleep(0.05)

    killer = threading.Thread(target=kill_one)
    killer.start()
    report = run(tmp_path / "in.jsonl", tmp_path / "ray.jsonl", job=Job(SHORT), engine=Ray(workers=2))
    killer.join()
    assert killed
    assert report == Report(4000, 0)
    assert (tmp_path / "ray.jsonl").read_bytes() == (tmp_path / "local.jsonl").read_bytes()


def test_a_node_killed_in_the_middle_changes_nothing_even_if_no_other_comes(tmp_path: Path, cluster: Any) -> None:
    write_rows(tmp_path / "in.jsonl", 2000)
    run(tmp_path / "in.jsonl", tmp_path / "local.jsonl", job=Job(SHORT), engine=Local(1))
    nodes = [cluster.worker_nodes.copy().pop()]

    def kill(now: object) -> None:
        if nodes and getattr(now, "rows", 0) >= 300:
            cluster.remove_node(nodes.pop(), allow_graceful=False)

    try:
        report = run(
            tmp_path / "in.jsonl", tmp_path / "ray.jsonl", job=Job(SHORT), engine=Ray(workers=2), progress=kill
        )
    finally:
        cluster.add_node(**SMALL)
    assert not nodes
    assert report == Report(2000, 0)
    assert (tmp_path / "ray.jsonl").read_bytes() == (tmp_path / "local.jsonl").read_bytes()


def test_what_is_done_is_not_done_again(tmp_path: Path, cluster: Any) -> None:
    """A local run that was interrupted goes on on the cluster: both keep the same journal."""
    rows = write_rows(tmp_path / "in.jsonl", 60)
    job = Job(SHORT)

    class Enough(Exception):
        pass

    def enough(now: object) -> None:
        if getattr(now, "rows", 0) >= 32:
            raise Enough

    with pytest.raises(Enough):
        run(tmp_path / "in.jsonl", tmp_path / "out.jsonl", job=job, engine=Local(1), progress=enough)
    seen: list[int] = []
    run(
        tmp_path / "in.jsonl",
        tmp_path / "out.jsonl",
        job=job,
        engine=Ray(workers=1),
        resume=True,
        progress=lambda now: seen.append(now.rows),
    )
    assert min(seen) > 32
    ids = [json.loads(line)["id"] for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert ids == [row["id"] for row in rows]


def test_addresses_and_parquet_work_on_the_cluster(
    tmp_path: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    monkeypatch.chdir(tmp_path)
    bucket = tmp_path / "bucket"
    bucket.mkdir()
    texts = [document(i) for i in range(20)]
    parquet.write_table(arrow.table({"id": list(range(20)), "text": texts}), bucket / "in.parquet")
    job = Job(SHORT, order="done")
    run((bucket / "in.parquet").as_uri(), (bucket / "out.parquet").as_uri(), job=job, engine=Ray(workers=1))
    results = parquet.read_table(bucket / "out.parquet").to_pylist()
    assert sorted(int(row["id"]) for row in results) == list(range(20))


def test_a_huge_cluster_is_partitioned_on_the_cluster_as_here(tmp_path: Path, cluster: Any) -> None:
    from reprank.batch import partition as huge

    write_rows(tmp_path / "in.jsonl", 30)
    job = Job(SHORT)
    here = huge.run(tmp_path / "in.jsonl", tmp_path / "local.jsonl", partition=7, job=job, engine=Local(1))
    there = huge.run(tmp_path / "in.jsonl", tmp_path / "ray.jsonl", partition=7, job=job, engine=Ray(workers=1))
    assert here == there
