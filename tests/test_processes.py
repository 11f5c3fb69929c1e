from __future__ import annotations

import time

import pytest

from reprank.processes import time_limit


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
