"""Texts and a browser that many tests share, and the list of what was skipped."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from reprank.examples import example_documents

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMIUM_FLAGS = [
    "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def articles() -> list[str]:
    """Five articles about one event."""
    return [document.text for document in example_documents()]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a screen."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make test-browser")
    if CHROMIUM is None:
        pytest.skip("no Chromium: apt-get install chromium")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield opened
        opened.close()


# A slow machine is no failure, and the same examples come every time. `make test-fast` tries fewer of them.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=10)
settings.load_profile("steady")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """End with what was skipped and why, in every run: nothing is left out silently."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    left_out = len(terminalreporter.stats.get("deselected", []))
    terminalreporter.section(f"{len(skipped)} skipped, {left_out} left out by -m or -k")
    for reason, count in reasons.most_common():
        terminalreporter.line(f"{count:5} skipped: {reason}")
