"""Texts that many tests share."""

from __future__ import annotations

import pytest
from hypothesis import settings

from reprank.examples import example_documents


@pytest.fixture(scope="session")
def articles() -> list[str]:
    """Five articles about one event."""
    return [document.text for document in example_documents()]


# A slow machine is no failure, and the same examples come every time.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
