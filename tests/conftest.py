"""Texts that many tests share."""

from __future__ import annotations

import pytest

from reprank.cli.demo import example_documents


@pytest.fixture(scope="session")
def articles() -> list[str]:
    """Five articles about one event."""
    return [document.text for document in example_documents()]
