"""The page in a real browser: keyboard, touch, contrast, widths, assistive technology."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.page_actions import ask, focused, inside, long_text, ready, settle, slide, summary, type_text

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import OpenPage

pytestmark = pytest.mark.browser

AXE = Path(
    os.environ.get("AXE", Path(__file__).parents[2] / "build" / "npm" / "node_modules" / "axe-core" / "axe.min.js")
)


def test_tab_reaches_every_part_in_the_order_of_reading(page: Page) -> None:
    page.locator("#summary .line").nth(1).click()
    page.wait_for_selector("[data-part=why] dt")
    page.evaluate("document.activeElement.blur(); window.getSelection().removeAllRanges()")
    page.locator("h1").click()
    parts: list[str] = []
    for _ in range(90):
        page.keyboard.press("Tab")
        part, name = focused(page)
        at = "map-end" if page.evaluate("document.activeElement === document.body") else part
        if not parts or parts[-1] != at:
            parts.append(at)
        if at == "map-end":
            break
        assert (part, name) != ("", "")
    wanted = ["ask", "length", "sentence", "why", "keywords", "sources"]
    firsts = [parts.index(part) for part in wanted]
    assert firsts == sorted(firsts), parts


def test_tab_goes_through_the_reasons_and_on_to_the_next_sentence(page: Page) -> None:
    first = page.locator("#summary li").first
    first.locator(".line").focus()
    page.keyboard.press("Enter")
    first.locator("dt").first.wait_for()
    keys = []
    for _ in range(12):
        page.keyboard.press("Tab")
        keys.append(page.evaluate("document.activeElement.closest('li')?.dataset.sentence ?? ''"))
    second = page.locator("#summary li").nth(1).get_attribute("data-sentence")
    assert keys[0] == first.get_attribute("data-sentence")  # inside the reasons
    assert second in keys


def test_every_mark_can_be_reached_by_tab(page: Page) -> None:
    page.locator("#sources").focus()
    reached = set()
    for _ in range(20):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.closest('.mark')?.dataset.sentence ?? ''"))
    marks = set(page.locator("#sources .mark").evaluate_all("marks => marks.map(it => it.dataset.sentence)"))
    assert marks <= reached


def test_all_can_be_done_with_the_keyboard(page: Page) -> None:
    ready(page)
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.wait_for_selector("[data-part=why] dt")
    order = page.locator("#summary li").evaluate_all("items => items.map(it => it.dataset.sentence)")
    assert page.locator("li.picked").get_attribute("data-sentence") == order[1]
    page.keyboard.press("k")
    assert page.locator("li.picked").get_attribute("data-sentence") == order[0]
    page.keyboard.press("p")
    page.wait_for_selector("li.pinned")
    settle(page)
    before = len(summary(page))
    for _ in range(3):
        page.keyboard.press("]")
    settle(page)
    page.wait_for_timeout(300)
    assert len(summary(page)) > before
    page.keyboard.press("[")
    page.keyboard.press("x")
    page.wait_for_selector("li.dropped")
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    page.keyboard.press("s")
    page.wait_for_selector(".not-chosen dt, li.picked dt")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "query"
    page.keyboard.type("j?")
    assert page.get_by_label("Question").input_value() == "j?"
    page.get_by_label("Question").fill("")
    page.locator("h1").click()
    page.keyboard.press("?")
    assert page.get_by_role("dialog", name="Read, doubt, take").is_visible()
    assert page.locator("#shortcuts dt").count() >= 10
    page.keyboard.press("Escape")
    assert page.locator("#help").is_hidden()


def test_a_pasted_text_needs_no_mouse(page: Page, articles: list[str]) -> None:
    page.get_by_label("Text to summarize").focus()
    page.keyboard.insert_text(articles[0])
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("body:not(.example)")
    settle(page)
    assert page.locator("article").count() == 1


def test_the_focus_stays_on_its_sentence_when_the_length_changes(page: Page) -> None:
    ready(page)
    line = page.locator("#summary .line").first
    key = page.locator("#summary li").first.get_attribute("data-sentence")
    line.focus()
    page.keyboard.press("]")
    page.wait_for_timeout(400)
    assert focused(page)[1] == key


def test_on_a_phone_a_tap_explains_in_place_and_the_source_is_a_sheet(phone: Page) -> None:
    assert phone.locator("#sources-panel").is_hidden()
    item = phone.locator("#summary li").nth(1)
    before = phone.evaluate("scrollY")
    item.locator(".line").tap()
    item.locator("[data-part=why] dt").first.wait_for()
    phone.wait_for_timeout(300)
    assert abs(phone.evaluate("scrollY") - before) < 500
    assert phone.locator("li.picked").get_attribute("data-sentence") == item.get_attribute("data-sentence")
    dock = phone.locator("#length-part").bounding_box()
    box = item.bounding_box()
    assert dock
    assert box
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= dock["y"] + 1
    at = phone.evaluate("scrollY")
    item.get_by_role("button", name="Show in").tap()
    mark = phone.locator(f"#sheet .mark[data-sentence='{item.get_attribute('data-sentence')}']").first
    phone.wait_for_timeout(400)
    assert inside(mark, phone.locator("#sources"))
    sheet = phone.locator("#sheet").bounding_box()
    assert sheet
    assert 0.7 < sheet["height"] / 844 < 0.9
    phone.get_by_role("button", name="Close the sources").tap()
    phone.wait_for_function("() => !document.getElementById('sheet').open")
    assert abs(phone.evaluate("scrollY") - at) < 3
    item.get_by_role("button", name="Show in").tap()
    phone.wait_for_selector("#sheet[open]")
    phone.go_back()
    phone.wait_for_function("() => !document.getElementById('sheet').open")


def test_on_a_phone_nothing_is_lit_but_what_was_tapped(phone: Page) -> None:
    phone.locator("#summary .line").nth(2).tap()
    phone.wait_for_selector("[data-part=why] dt")
    phone.wait_for_timeout(300)
    lit = phone.locator("#reading li.hot, #reading li.picked").evaluate_all(
        "items => items.map(it => it.dataset.sentence)"
    )
    assert set(lit) == {phone.locator("#summary li").nth(2).get_attribute("data-sentence")}


def test_on_a_phone_the_question_and_the_length_are_at_the_bottom(phone: Page) -> None:
    for selector in ("#query", "#length"):
        box = phone.locator(selector).bounding_box()
        assert box
        assert box["y"] > 700
        assert box["y"] + box["height"] <= 844
    ask(phone, "Who pays for the ferry?")
    assert phone.locator("#answer li").first.is_visible()


def test_a_long_text_on_a_phone_shows_every_place(phone: Page) -> None:
    type_text(phone, long_text(400))
    ready(phone)
    for item in phone.locator("#summary li").all():
        item.locator(".line").tap()
        item.get_by_role("button", name="Show in").tap()
        phone.wait_for_timeout(350)
        assert inside(
            phone.locator(f".mark[data-sentence='{item.get_attribute('data-sentence')}']").first,
            phone.locator("#sources"),
        )
        phone.get_by_role("button", name="Close the sources").tap()
        phone.wait_for_function("() => !document.getElementById('sheet').open")


@pytest.mark.parametrize("width", [320, 390, 768, 1024, 1280, 1440, 2560])
def test_nothing_sticks_out_at_any_width(open_page: OpenPage, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 860})
    address = "https://example.org/" + "a-very-long-path/" * 20
    page.evaluate("scrollTo(0, 0)")
    lines = f"The river rose at {address} all night. The bridge is closed. A dog slept near the bridge, see {address}. "
    type_text(page, lines * 2)
    page.locator("#summary .line").first.click()
    page.wait_for_selector("[data-part=why] dt")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for panel in page.locator("#summary-panel, #reading, #sources").all():
        assert panel.evaluate("element => element.scrollWidth <= element.clientWidth + 1")


@pytest.mark.parametrize("width", [900, 1440])
def test_nothing_above_the_summary_moves_when_the_length_changes(open_page: OpenPage, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 860}, reduced_motion="reduce")
    ready(page)
    fixed = ("#length", "#query", "#summary", "#sources", "#map", "#mark-count")
    places = [page.locator(selector).bounding_box() for selector in fixed]
    for position in (10, 3, 0, 14):
        slide(page, position)
        now = [page.locator(selector).bounding_box() for selector in fixed]
        for before, after in zip(places, now, strict=True):
            assert before
            assert after
            assert abs(before["y"] - after["y"]) < 1


def test_the_button_switches_light_and_dark(page: Page) -> None:
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Switch between light and dark").click()
    after = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert after != before
    page.reload()
    page.wait_for_function("after => getComputedStyle(document.body).backgroundColor === after", arg=after)


def test_a_screen_reader_gets_names_and_order(page: Page) -> None:
    tree = page.locator("body").aria_snapshot()
    parts = [
        'heading "RepRank"', 'searchbox "Question"', 'heading "Summary"', 'slider "Length"', 'list "Keywords"',
        'heading "Sources"', "article",
    ]  # fmt: skip
    places = [tree.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll("button, input, textarea, a, [role=button]")].filter(e =>
            e.checkVisibility() && !e.textContent.trim() && !e.getAttribute("aria-label") && !e.labels?.length
        ).map(e => e.outerHTML)"""
    )
    assert unnamed == []


def test_parts_and_sentences_carry_their_names(page: Page) -> None:
    ask(page, "Who pays for the ferry?")
    page.locator("#answer .line").click()
    page.wait_for_selector("[data-part=why]")
    found = set(page.locator("[data-part]").evaluate_all("parts => parts.map(it => it.dataset.part)"))
    assert {"summary", "answer", "sources", "why", "keywords", "length", "ask"} <= found
    sentences = set(
        page.locator("#reading [data-sentence]").evaluate_all("items => items.map(it => it.dataset.sentence)")
    )
    marks = set(page.locator("#sources [data-sentence]").evaluate_all("items => items.map(it => it.dataset.sentence)"))
    assert sentences == marks


@pytest.mark.parametrize("scheme", ["light", "dark", "phone"])
def test_axe_finds_no_serious_fault(open_page: OpenPage, scheme: str) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make test-browser, which needs npm")
    options: dict[str, Any] = {"color_scheme": "dark" if scheme == "dark" else "light", "reduced_motion": "reduce"}
    if scheme == "phone":
        options |= {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = open_page(**options)
    script = AXE.read_text(encoding="utf-8")
    serious: list[Any] = []

    def check(state: str) -> None:
        page.evaluate(script)
        found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
        serious.extend(
            (state, it["id"], [node["html"][:120] for node in it["nodes"]][:3])
            for it in found if it["impact"] in ("serious", "critical")
        )  # fmt: skip

    check("arrival")
    page.locator("#summary .line").first.click()
    page.wait_for_selector("[data-part=why] dt")
    page.locator("#keywords button").first.click()
    check("picked")
    if scheme == "phone":
        page.get_by_role("button", name="Show in").click()
        page.wait_for_selector("#sheet[open]")
        check("sheet")
        page.get_by_role("button", name="Close the sources").click()
    ask(page, "Who pays for the ferry?")
    check("answer")
    ask(page, "zebra xylophone")
    check("no answer")
    page.get_by_role("button", name="Help and shortcuts").click()
    check("help")
    assert serious == []
