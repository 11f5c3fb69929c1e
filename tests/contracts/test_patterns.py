from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.trust import patterns

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_no_pattern_of_the_package_is_slow() -> None:
    """In a process of its own, in which nothing is compiled before the check looks."""
    command = [sys.executable, "-m", "benchmarks.trust.patterns"]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.fixture
def alarm() -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, patterns._ring)
    yield
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(?:[A-Z\d][\w.'’-]* ?){1,3}(?:, (?:[A-Z\d][\w.'’-]* ?){1,3}){0,2}$", "match"),  # many ways to cut a run
        (r"\(\s?(?:[A-Z][\w.&'-]*\s?){1,4}\)", "match"),
        (r"(?s)\s*(?:<!--.*?-->\s*)*<html", "match"),  # twice as many for each comment
        (r"(a+)+$", "match"),
        (r"(.*?)[\"']?\s*$", "match"),
        (r"\[([^\]]*)\]", "search"),  # begins anew at each bracket
        (r"(?:\[\^[^\]\s]+\])+", "search"),
        (r"\s+$", "search"),
        (r"[«]([^»]+)[»]", "search"),
    ],
)
@pytest.mark.usefixtures("alarm")
def test_patterns_that_were_slow_are_found(pattern: str, method: str) -> None:
    found = patterns.Found("a.b", re.compile(pattern), frozenset({method}))
    assert " s at " in patterns.slow(found)


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"\s+$", "match"),
        (r"(?<!\s)\s+$", "search"),
        (r"\[([^\[\]]*)\]", "search"),
        (r"(?>a+)+$", "match"),
        (r"\w+", "search"),
    ],
)
@pytest.mark.usefixtures("alarm")
def test_linear_patterns_pass(pattern: str, method: str) -> None:
    assert patterns.slow(patterns.Found("a.b", re.compile(pattern), frozenset({method}))) == ""
