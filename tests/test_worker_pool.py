from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from reprank.errors import InputError, RepRankError
from reprank.worker_pool import MAX_LOST_STARTS, Failed, WorkerPool

# What workers do: a number is squared, a word makes trouble.


def squares(folder: Path | None = None) -> Callable[[object], object]:
    return partial(_square, folder=folder)


def _square(item: object, *, folder: Path | None) -> object:
    match item:
        case int():
            return item * item
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "die once":
            assert folder is not None
            mark = folder / "died"
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return "alive"
        case "sleep":
            time.sleep(60)
        case "swallow":
            try:
                time.sleep(60)
            except Exception:  # noqa: BLE001 - what a careless function does
                return "swallowed"
        case "raise":
            raise LookupError("no such word")
        case "pid":
            return os.getpid()
    raise AssertionError(item)


def slow_start(folder: Path, deaths: int) -> Callable[[object], object]:
    """Die on the first starts, and be slow to start after that."""
    marks = len(list(folder.iterdir()))
    (folder / str(os.getpid())).touch()
    if marks and marks <= deaths:
        os.kill(os.getpid(), signal.SIGKILL)
    if marks:
        time.sleep(4)
    return _die_if_told


def _die_if_told(item: object) -> object:
    if item == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def refuse() -> Callable[[object], object]:
    sys.exit(7)


def results(items: list[object], *, chunk_items: int = 1, **options: float | bool) -> list[object]:
    seconds = options.get("item_seconds")
    with WorkerPool(squares, workers=2, item_seconds=seconds, ordered=bool(options.get("ordered", True))) as pool:
        return [result for _, result in pool.map(items, chunk_items=chunk_items)]


def test_results_come_in_the_order_of_the_items() -> None:
    assert results([*range(30)], chunk_items=4) == [i * i for i in range(30)]


def test_without_order_all_results_come_with_their_items() -> None:
    with WorkerPool[object, object](squares, workers=2, ordered=False) as pool:
        assert dict(pool.map(range(20))) == {i: i * i for i in range(20)}


def test_an_item_that_kills_its_worker_twice_is_reported_and_the_others_are_done() -> None:
    found = results([1, "die", 3], chunk_items=3)
    assert found[::2] == [1, 9]
    assert found[1] == Failed(
        "WorkerLost", "its worker process died twice, the last time by SIGKILL, probably because memory ran out"
    )


def test_an_item_whose_worker_dies_once_is_tried_again(tmp_path: Path) -> None:
    with WorkerPool[object, object](partial(squares, tmp_path), workers=1) as pool:
        assert list(pool.map([2, "die once", 3], chunk_items=3)) == [(2, 4), ("die once", "alive"), (3, 9)]


def test_an_item_out_of_time_is_reported_even_if_the_function_catches_every_exception() -> None:
    found = results([2, "swallow", 3], chunk_items=3, item_seconds=0.7)
    assert found == [4, Failed("OutOfTime", "not done after 0.7 seconds"), 9]


def test_an_exception_is_the_result_of_its_item() -> None:
    failed = results([2, "raise"])[1]
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.message) == ("LookupError", "'no such word'".strip("'"))
    assert isinstance(failed.exception(), LookupError)


def test_items_are_taken_only_a_bounded_number_ahead() -> None:
    taken = 0

    def endless() -> Iterator[object]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    with WorkerPool[object, object](squares, workers=1) as pool:
        found = pool.map(endless())
        assert next(found) == (1, 1)
        assert taken < 100


@pytest.mark.slow
def test_a_worker_that_is_killed_or_slow_while_it_starts_costs_no_item(tmp_path: Path) -> None:
    """Of the items "die" and 2, both sent to the second worker, only the first is to blame."""
    with WorkerPool[object, object](partial(slow_start, tmp_path, 2), workers=1, item_seconds=1) as pool:
        found = dict(pool.map(["die", 2], chunk_items=2))
    assert found[2] == 2
    assert isinstance(found["die"], Failed)
    assert found["die"].kind == "WorkerLost"


@pytest.mark.slow
def test_workers_that_are_killed_again_and_again_while_they_start_are_an_error(tmp_path: Path) -> None:
    with (
        WorkerPool[object, object](partial(slow_start, tmp_path, 99), workers=1) as pool,
        pytest.raises(RepRankError, match="code -9 before its first item"),
    ):
        list(pool.map(["die"]))
    assert len(list(tmp_path.iterdir())) == 1 + MAX_LOST_STARTS


def test_workers_that_cannot_start_are_an_error() -> None:
    with WorkerPool(refuse, workers=1) as pool, pytest.raises(RepRankError, match="code 7 before its first item"):
        list(pool.map([1]))


def test_fewer_than_one_worker_is_an_error() -> None:
    with pytest.raises(InputError, match="workers must be at least 1; got 0"):
        WorkerPool(squares, workers=0)


def test_leaving_the_block_ends_the_workers() -> None:
    with WorkerPool[object, object](squares, workers=1) as pool:
        ((_, pid),) = pool.map(["pid"])
    assert isinstance(pid, int)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_an_interrupt_reaches_the_parent_and_leaves_no_worker(tmp_path: Path) -> None:
    script = tmp_path / "interrupted.py"
    script.write_text(
        "import os, signal, time\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored if the tests run in the background\n"
        "from reprank.worker_pool import WorkerPool\n"
        "def start():\n"
        "    return identity\n"
        "def identity(item):\n"
        "    time.sleep(0.05)\n"
        "    return os.getpid()\n"
        "if __name__ == '__main__':\n"
        "    try:\n"
        "        with WorkerPool(start, workers=2) as pool:\n"
        "            for item, pid in pool.map(range(10_000)):\n"
        "                if item == 3:\n"
        "                    os.killpg(0, signal.SIGINT)\n"
        "    except KeyboardInterrupt:\n"
        "        try:\n"
        "            os.kill(pid, 0)\n"
        "        except ProcessLookupError:\n"
        "            print('ended')\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, start_new_session=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("ended\n", "")
