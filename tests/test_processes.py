from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reprank.processes import THREAD_VARIABLES, one_thread_each, time_limit


def test_what_is_fast_enough_is_left_alone_and_the_alarm_is_put_back() -> None:
    with time_limit(0.1, TimeoutError("never")):
        pass
    time.sleep(0.15)


def test_what_is_too_slow_ends_with_the_error() -> None:
    with pytest.raises(TimeoutError, match="over"), time_limit(0.05, TimeoutError("over")):
        time.sleep(5)


def test_no_limit_is_no_limit() -> None:
    with time_limit(None, TimeoutError("never")):
        time.sleep(0.01)


def test_processes_started_inside_the_block_use_one_thread_and_the_environment_is_put_back() -> None:
    before = dict(os.environ)
    with one_thread_each():
        assert [os.environ[name] for name in THREAD_VARIABLES] == ["1"] * len(THREAD_VARIABLES)
    assert dict(os.environ) == before


def test_a_program_that_ends_with_work_under_way_does_not_wait_for_it(tmp_path: Path) -> None:
    script = tmp_path / "unfinished.py"
    script.write_text(
        "import reprank\n"
        "if __name__ == '__main__':\n"
        "    texts = (f'The river rose {i} times. The bridge was closed.' for i in range(10**9))\n"
        "    summaries = reprank.summarize_many(texts, sentences=1, workers=1)\n"
        "    print(next(summaries))\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr, done.returncode) == ("The bridge was closed.\n", "", 0)
