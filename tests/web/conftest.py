"""A service that all tests of this folder share: starting worker processes takes seconds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("httpx2", reason="httpx2, which starlette's test client needs, is not installed")

from starlette.testclient import TestClient

from reprank.web.app import create_app
from reprank.web.settings import ServiceSettings

BASE = "http://127.0.0.1:8000"


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    """A client of a service with small limits."""
    settings = ServiceSettings(workers=2, max_bytes=400_000, max_documents=20, seconds=60)
    with TestClient(create_app(settings), base_url=BASE) as made:
        yield made
