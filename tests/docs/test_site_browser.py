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


def test_a_keyboard_reaches_the_text_first(page: Page, site: Path) -> None:
    page.goto((site / "tutorial.html").as_uri())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Go to the text"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


def test_search_works_with_the_keyboard(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("sherman")
    page.wait_for_selector("#found [role=option]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/how-it-works.html#*")


def test_search_says_so_when_nothing_is_found(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    page.fill("#words", "xyzzyxyzzy")
    page.wait_for_selector("#found p")
    assert page.inner_text("#found") == "Nothing found."


def test_the_buttons_of_the_front_page_change_the_summary(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    assert page.locator(".case:visible").count() == 1
    sixty = page.locator(".case:visible .chosen").inner_text()
    page.locator("#case-2").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".case:visible").count() == 1
    longer = page.locator(".case:visible .chosen").inner_text()
    assert len(longer) > len(sixty)


def test_the_menu_of_a_phone_opens_and_closes(page: Page, site: Path) -> None:
    page.set_viewport_size({"width": PHONE_PIXELS, "height": 700})
    page.goto((site / "guides" / "book.html").as_uri())
    assert not page.is_visible("#navigation")
    page.click("#menu")
    assert page.is_visible("#navigation")
    assert page.get_attribute("#menu", "aria-expanded") == "true"
    page.keyboard.press("Escape")
    assert not page.is_visible("#navigation")


def test_the_theme_is_kept_from_page_to_page(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("#theme")
    after = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert after != before
    page.goto((site / "limits.html").as_uri())
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == after


def test_the_text_can_be_read_without_a_script(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    assert "Summary" in page.inner_text(".case-2")
    page.goto((site / "how-it-works.html").as_uri())
    assert page.is_visible("#navigation")
    context.close()
