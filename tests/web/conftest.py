"""A service that all tests of this folder share: starting worker processes takes seconds."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("httpx2", reason="httpx2, which starlette's test client needs, is not installed")

from starlette.testclient import TestClient

from reprank.web.app import create_app
from reprank.web.settings import ServiceSettings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BASE = "http://127.0.0.1:8000"


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    """A client of a service with small limits."""
    settings = ServiceSettings(workers=2, max_bytes=400_000, max_documents=20, seconds=60)
    with TestClient(create_app(settings), base_url=BASE) as made:
        yield made


EXPECTED_PROBLEMS = ("the server responded with a status of 422", "net::ERR_FAILED", "net::ERR_CONNECTION_REFUSED")
OpenPage = Callable[..., "Page"]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a service of its own, for browsers."""
    command = [sys.executable, "-m", "reprank", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stderr.readline())
        try:
            assert found
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[OpenPage]:
    """Open the page, with motion; at the end nothing may have gone wrong, and nothing may have left the machine."""
    contexts = []
    wrong: list[str] = []
    local = (address, "blob:", "data:")

    def opened(**options: Any) -> Page:
        context = browser.new_context(
            **{"viewport": {"width": 1440, "height": 900}, "color_scheme": "light", **options}
        )
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: None if request.url.startswith(local) else wrong.append(request.url))
        page.goto(address)
        page.wait_for_selector("#reading[aria-busy=false] li")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [line for line in wrong if not any(expected in line for expected in EXPECTED_PROBLEMS)] == []


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """The page on a desktop, with the example."""
    return open_page()


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    """The page on a phone that is touched, with the example."""
    return open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
