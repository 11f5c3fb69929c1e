"""The site in a real browser: on a phone and on a desk, with the keyboard alone, and without any other machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from website.build import build

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
PHONE_PIXELS, DESK_PIXELS = 360, 1280


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build(folder)
    return folder


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": DESK_PIXELS, "height": 900})
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("width", [PHONE_PIXELS, DESK_PIXELS])
def test_no_page_is_wider_than_the_window_and_none_asks_another_machine(page: Page, site: Path, width: int) -> None:
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda asked: faults.append(asked.url) if not asked.url.startswith(("file:", "data:")) else None)
    page.set_viewport_size({"width": width, "height": 900})
    for path in sorted(site.rglob("*.html")):
        page.goto(path.as_uri())
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{path.name} is wider than {width} pixels")
    assert faults == []


@pytest.mark.parametrize(
    ("asked", "page_found"),
    [
        ("OCR", "Files"),
        ("lenght", "Length"),
        ("how do I cite", "Licences"),
        ("my own tokenizer", "Length"),
        ("web address", "Limits"),
        ("sherman", "The paper, read closely"),
    ],
)
def test_search_finds_what_people_type(page: Page, site: Path, asked: str, page_found: str) -> None:
    page.goto((site / "search.html").as_uri() + f"?q={asked}")
    page.wait_for_function(  # results arrive one after another
        "name => document.querySelector('#search-results').innerText.toLowerCase().includes(name)",
        arg=page_found.lower(),
    )


def test_search_says_so_when_nothing_is_found(page: Page, site: Path) -> None:
    page.goto((site / "search.html").as_uri() + "?q=xyzzyxyzzyxyzzy")
    page.wait_for_function("document.querySelector('#search-results').innerText.includes('did not match')")


def test_the_theme_is_kept_from_page_to_page(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    colours = []
    for _ in range(3):
        page.locator("button.theme-toggle:visible").first.click()
        colours.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(set(colours)) == 2
    page.goto((site / "limits.html").as_uri())
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == colours[-1]


def test_the_text_can_be_read_without_a_script(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "how-it-works.html").as_uri())
    assert "random" in page.inner_text("article")
    context.close()
