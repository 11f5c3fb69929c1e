"""Texts that many tests share, and the list of what was skipped."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import settings

from reprank.examples import example_documents


@pytest.fixture(scope="session")
def articles() -> list[str]:
    """Five articles about one event."""
    return [document.text for document in example_documents()]


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
