"""The page in a real browser: what is kept, undone, opened again and taken away."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.page_actions import ask, drop, ready, settle, slide, summary, type_text

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TEXT = (
    "Snow closed the mountain road on Friday. The village behind the mountain road has bread for a week. "
    "A school band played in the village hall. Ploughs will open the mountain road on Monday, the mayor said. "
    "The baker has asked the army for a helicopter. Nobody has been hurt, but two cars are buried in the snow. "
    "The county closed the road at noon. A ski race was put off until March. Forecasters expect more snow on Sunday."
)

COUNT_KEPT = """async () => {
    const done = request => new Promise(resolve => { request.onsuccess = () => resolve(request.result); });
    const database = await done(indexedDB.open("reprank"));
    return (await done(database.transaction("texts").objectStore("texts").getAllKeys())).length; }"""


def restored(page: Page) -> None:
    page.wait_for_selector("#reading[aria-busy=false] li")
    settle(page)


def test_reloading_keeps_texts_settings_and_the_picked_sentence(page: Page) -> None:
    type_text(page, TEXT)
    ask(page, "Who closed the road?")
    line = page.locator("#reading li").first
    line.locator(".line").click()
    line.get_by_role("button", name="Pin").click()
    page.wait_for_function("() => location.hash.includes('pin=')")
    settle(page)
    before, address = summary(page), page.evaluate("location.hash")
    page.reload()
    restored(page)
    assert page.locator("body.example").count() == 0
    assert page.get_by_label("Question").input_value() == "Who closed the road?"
    assert summary(page) == before
    assert page.evaluate("location.hash") == address
    page.wait_for_selector("li.picked.pinned [data-part=why] dt")


def test_the_address_never_has_a_word_of_the_texts(page: Page) -> None:
    type_text(page, TEXT)
    page.locator("#summary .line").first.click()
    assert "snow" not in page.url.lower()


def test_starting_over_can_be_undone_and_back_goes_back(page: Page) -> None:
    type_text(page, TEXT)
    before = summary(page)
    page.get_by_role("button", name="Start over").click()
    page.wait_for_selector("body.example")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector("body:not(.example)")
    settle(page)
    assert summary(page) == before
    ask(page, "Who closed the road?")
    assert page.locator("#answer li").count() > 0
    page.go_back()
    page.wait_for_function("() => !location.hash.includes('ask=')")
    settle(page)
    assert page.get_by_label("Question").input_value() == ""
    assert summary(page) == before
    page.get_by_role("button", name="Start over").click()
    page.wait_for_selector("body.example")
    settle(page)
    page.go_back()
    page.wait_for_selector("body:not(.example)")
    settle(page)
    assert summary(page) == before


def test_a_picked_sentence_is_let_go_by_back_and_by_escape(page: Page) -> None:
    page.locator("#summary .line").first.click()
    page.wait_for_selector("[data-part=why]")
    page.go_back()
    page.wait_for_function("() => !document.querySelector('[data-part=why]')")
    page.locator("#summary .line").first.click()
    page.wait_for_selector("[data-part=why]")
    page.keyboard.press("Escape")
    assert page.locator("[data-part=why]").count() == 0


def test_forget_leaves_nothing_in_the_browser(page: Page) -> None:
    type_text(page, TEXT)
    page.wait_for_timeout(300)
    assert page.evaluate(COUNT_KEPT) == 1
    page.get_by_role("button", name="Forget").click()
    page.wait_for_selector("body.example")
    assert page.evaluate(COUNT_KEPT) == 0
    page.reload()
    restored(page)
    assert page.locator("body.example").count() == 1


def test_a_new_tab_begins_anew_and_forgets_the_texts_of_a_closed_one(page: Page) -> None:
    type_text(page, TEXT)
    page.wait_for_timeout(300)
    context, address = page.context, page.url.split("#")[0]
    page.close()
    other = context.new_page()
    other.goto(address)
    restored(other)
    assert other.locator("body.example").count() == 1
    other.wait_for_timeout(300)
    assert other.evaluate(COUNT_KEPT) == 0


@pytest.mark.parametrize(("form", "ending"), [("Save as a web page", "html"), ("Save as JSON", "json")])
def test_a_saved_file_carries_its_question_and_opens_as_it_was(
    page: Page, tmp_path: Path, form: str, ending: str
) -> None:
    type_text(page, TEXT)
    ready(page)
    slide(page, 2)
    ask(page, "Who closed the road?")
    page.locator("#answer .line").first.click()
    page.locator("#reading li.picked").get_by_role("button", name="Pin").click()
    page.wait_for_selector("li.pinned")
    settle(page)
    before, words = summary(page), page.get_by_label("Maximum words").input_value()
    page.locator("#take > summary").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name=form).click()
    assert saved.value.suggested_filename == f"who-closed-the-road.{ending}"
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    written = path.read_text(encoding="utf-8")
    assert "Who closed the road?" in written
    assert date.today().isoformat() in written
    if ending == "json":
        assert json.loads(written)["query"] == "Who closed the road?"
        assert json.loads(written)["reasons"]
    else:
        assert "<title>Who closed the road?</title>" in written
        assert "Answers" in written
    page.get_by_role("button", name="Start over").click()
    page.wait_for_selector("body.example")
    settle(page)
    drop(page, path)
    page.wait_for_selector("body:not(.example)")
    settle(page)
    assert summary(page) == before
    assert page.get_by_label("Question").input_value() == "Who closed the road?"
    assert page.get_by_label("Maximum words").input_value() == words
    assert page.locator("li.pinned").count() == 1


def test_the_last_way_of_taking_is_repeated_by_a_key(page: Page) -> None:
    page.locator("#take > summary").click()
    page.get_by_role("button", name="Copy the text").click()
    page.get_by_text("Copied.").wait_for()
    page.evaluate("navigator.clipboard.writeText('')")
    page.locator("h1").click()
    page.keyboard.press("c")
    page.wait_for_function("async () => (await navigator.clipboard.readText()).length > 100")
    assert page.evaluate("navigator.clipboard.readText()") == " ".join(summary(page))


def test_markdown_has_title_question_date_and_places(page: Page) -> None:
    ask(page, "Who pays for the ferry?")
    page.locator("#take > summary").click()
    page.get_by_role("button", name="Copy with sources").click()
    page.get_by_text("Copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("# Who pays for the ferry?")
    assert date.today().isoformat() in copied
    for text in summary(page):
        assert text in copied


def test_the_title_of_the_tab_names_what_it_shows(page: Page) -> None:
    assert page.title() == "RepRank"
    type_text(page, TEXT)
    assert page.title().startswith("Snow closed the mountain road")
    ask(page, "Who closed the road?")
    assert page.title() == "Who closed the road? · RepRank"


def test_back_leads_to_before_the_question_however_it_was_typed(page: Page) -> None:
    for part in ("Who", " pays", " for the ferry?"):
        page.get_by_label("Question").press_sequentially(part)
        page.wait_for_timeout(500)
    page.wait_for_function("() => location.hash.includes('ferry')")
    page.go_back()
    page.wait_for_function("() => !location.hash.includes('ask=')")
    assert page.get_by_label("Question").input_value() == ""


def test_back_from_a_first_text_leads_to_the_example(page: Page) -> None:
    before = summary(page)
    type_text(page, TEXT)
    page.go_back()
    page.wait_for_selector("body.example")
    settle(page)
    assert summary(page) == before


def test_the_link_over_the_head_changes_nothing_but_the_focus(page: Page) -> None:
    ask(page, "Who pays for the ferry?")
    before = summary(page)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert summary(page) == before
    assert "ask=" in page.url
