"""Rows on two Ray nodes, one of them killed in the middle: the result must equal that of one machine.

    .venv-ray/bin/python -m benchmarks.soak.ray_nodes --rows 100000

Starts two nodes on this machine, kills one with all its processes after a third of the rows, and starts another one
after two thirds. Writes the part ``ray-soak`` of docs/guides/cluster.md and docs/results/soak-ray.json.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.report import DOCS, ROOT, write_between, write_figures
from benchmarks.soak.rows import digest, write_rows
from reprank.batch import Job, Local, Progress, RowSettings, run
from reprank.batch.ray_engine import Ray
from reprank.budget import Sentences

BUILD = ROOT / "build" / "soak-ray"
JOB = Job(RowSettings(budget=Sentences(2), keywords=3))
NODE = {"num_cpus": 1, "object_store_memory": 200 << 20}


@dataclass
class Event:
    """Something that is done to the cluster once a number of rows is done."""

    what: str
    due_rows: int
    act: Callable[[], object]
    done_rows: int | None = None


def main() -> None:
    """Run locally and on the cluster, compare, and write what was observed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--local", type=Path, help="a result of the same rows on one machine, from an earlier run")
    parser.add_argument("--limit", type=int, help="at most this many rows: writes no results")
    options = parser.parse_args()
    count = min(options.rows, options.limit or options.rows)
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True)
    source = BUILD / "rows.jsonl"
    write_rows(source, count, sentences=2)
    local = options.local or BUILD / "local.jsonl"
    if not local.exists():
        run(source, local, job=JOB, engine=Local(workers=2))
    events, ray_seconds, report = _on_cluster(source, BUILD / "ray.jsonl", count)
    figures: dict[str, object] = {
        "rows": count,
        "rows_out": report.rows,
        "failed": report.failed,
        "same_bytes": digest(BUILD / "ray.jsonl") == digest(local),
        "events": [{name: asdict(event)[name] for name in ("what", "done_rows")} for event in events],
        "seconds": ray_seconds,
    }
    print(_page(figures))
    if not figures["same_bytes"] or not all(event.done_rows for event in events):
        sys.exit("the result on the cluster is not that of one machine, or not everything was tried")
    if options.limit is None:
        write_figures("soak-ray", figures)
        write_between(DOCS / "guides" / "cluster.md", "ray-soak", _page(figures))
    shutil.rmtree(BUILD)


def _on_cluster(source: Path, target: Path, count: int) -> tuple[list[Event], float, Any]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    import ray
    from ray.cluster_utils import Cluster

    nodes = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    ray.init(address=nodes.address, logging_level="error", log_to_driver=False)  # while there is no node but the head
    second = nodes.add_node(**NODE)
    events = [
        Event("a node killed", count // 3, lambda: nodes.remove_node(second, allow_graceful=False)),
        Event("a node added", 2 * count // 3, lambda: nodes.add_node(**NODE)),
    ]

    def act(now: Progress) -> None:
        for event in events:
            if event.done_rows is None and now.rows >= event.due_rows:
                event.done_rows = now.rows
                event.act()
                print(f"{event.what} after {now.rows:,} rows", flush=True)

    began = time.perf_counter()
    try:
        report = run(source, target, job=JOB, engine=Ray(workers=2), progress=act)
        return events, time.perf_counter() - began, report
    finally:
        ray.shutdown()
        nodes.shutdown()


def _page(figures: dict[str, Any]) -> str:
    happened = ", ".join(f"{event['what']} after {event['done_rows']:,} rows" for event in figures["events"])
    same = "the same bytes as" if figures["same_bytes"] else "OTHER BYTES than"
    return (
        f"{figures['rows']:,} rows of a few sentences on two local Ray nodes, {happened}: {figures['rows_out']:,} rows "
        f"out, {figures['failed']} failed, {same} the local engine."
    )


if __name__ == "__main__":
    main()
