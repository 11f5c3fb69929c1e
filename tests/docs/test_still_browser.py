"""The page without a service, opened from the file system: everything works, and nothing is asked of anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from website.still import QUESTIONS, STOPS
from website.still import page as page_without_service

import reprank
from tests.web.page_actions import inside, settle, slide, summary

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page in one file."""
    file = tmp_path_factory.mktemp("still") / "demo.html"
    file.write_text(page_without_service(), encoding="utf-8")
    return file


@pytest.fixture
def still(browser: Browser, demo: Path) -> Iterator[Page]:
    """The page as somebody opens it from a folder."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "request", lambda request: None if request.url.startswith(("data:", "file:")) else wrong.append(request.url)
    )
    page.goto(demo.as_uri())
    settle(page)
    yield page
    context.close()
    assert wrong == []


def shown(found: reprank.Summary) -> list[str]:
    return [" ".join(sentence.text.split()) for sentence in found]


def test_it_has_the_summaries_of_the_library(still: Page) -> None:
    documents = reprank.example_documents()
    for position in (1, 6, 9):
        slide(still, position)
        assert summary(still) == shown(reprank.summarize(documents, words=STOPS[position]))


def test_every_question_is_answered_as_the_library_does(still: Page) -> None:
    documents = reprank.example_documents()
    for question in QUESTIONS:
        still.get_by_role("button", name=question).click()
        still.wait_for_selector("#answer li")
        settle(still)
        still.wait_for_timeout(250)
        assert sorted(summary(still)) == sorted(shown(reprank.summarize(documents, words=120, query=question)))
    still.get_by_label("Question").fill("What is the weather?")
    still.get_by_text("Install RepRank to ask your own").wait_for()


def test_reasons_places_and_pins_work(still: Page) -> None:
    documents = reprank.example_documents()
    ranked = reprank.rank(documents)
    shortest = min(still.locator("#summary li").all(), key=lambda it: len(it.text_content() or ""))
    key = shortest.get_attribute("data-sentence") or ""
    document, start = (int(part) for part in key.split("-"))
    chosen = still.locator(f"#summary li[data-sentence='{key}']")
    chosen.locator(".line").click()
    chosen.locator("dt").first.wait_for()
    names = chosen.locator("[data-part=why] dt").all_text_contents()
    expected = [reason.name for reason in ranked.explain((document, start), words=120).reasons]
    assert names[: len(expected)] == expected
    mark = still.locator(f".mark[data-sentence='{document}-{start}']").first
    assert inside(mark, still.locator("#sources"))
    chosen.get_by_role("button", name="Pin").click()
    still.wait_for_selector("li.pinned")
    slide(still, 1)
    assert summary(still) == shown(ranked.summarize(words=STOPS[1], pinned=[(document, start)]))
