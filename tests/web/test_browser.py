"""The page in a real browser: reading a summary, doubting a sentence, asking, and changing the length."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

import reprank
from tests.web.page_actions import (
    FILES,
    ask,
    drop,
    inside,
    long_text,
    misses,
    paste,
    ready,
    requests_of,
    settle,
    slide,
    summary,
    type_text,
    write_pdf,
)

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.web.conftest import OpenPage

pytestmark = pytest.mark.browser

ARABIC = (
    "أغلقت السلطات الجسر الكبير بعد أن اصطدمت به سفينة محملة بالحصى. أصيب أربعة أشخاص بجروح طفيفة في الحادث. "
    "بدأت عبارة جديدة نقل الركاب بين الجزيرة والبر الرئيسي. قال كبير المهندسين إن إصلاح الجسر سيستغرق أربعة أشهر "
    "على الأقل. يعيش على الجزيرة أحد عشر ألف شخص يعبر نصفهم الجسر كل يوم. "
    "طلبت المقاطعة من شركتين للعبارات بدء خدمة طارئة يوم الخميس."
)
CHINESE = (
    "一艘装满碎石的驳船星期二清晨撞上了大桥的中央桥墩，通往小岛的唯一道路因此关闭。四人受轻伤。首席工程师说，修理大桥至少需要四个月。"
    "岛上住着一万一千人，其中一半每天过桥上班。县政府已要求两家渡轮公司在星期四之前开始应急服务。部长承诺由国家支付应急渡轮的费用。"
    "潜水员在水下三米处的桥墩基础上发现了第二道裂缝。大桥可能要关闭八个月而不是四个月。"
)


def test_the_example_is_there_on_arrival_and_a_paste_replaces_it(page: Page, articles: list[str]) -> None:
    assert "Paste your own text" in (page.locator("#example-note").text_content() or "")
    assert len(summary(page)) > 3
    page.evaluate("text => navigator.clipboard.writeText(text)", articles[0])
    page.locator("h1").click()
    page.keyboard.press("Control+V")
    page.wait_for_selector("body:not(.example)")
    settle(page)
    assert page.locator("article").count() == 1
    words = int(page.get_by_label("Maximum words").input_value())
    expected = reprank.summarize(articles[0].replace("\r", ""), words=words)
    assert summary(page) == [" ".join(sentence.text.split()) for sentence in expected]


def test_a_laptop_shows_at_least_five_sentences_of_the_example(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 720})
    lines, frame = page.locator("#reading .line"), page.locator("#reading")
    assert page.get_by_label("Maximum words").input_value() == "120"
    assert sum(inside(lines.nth(i), frame) for i in range(lines.count())) >= 5


def test_only_a_click_explains_and_the_reasons_open_below_the_sentence(page: Page) -> None:
    first, second = (page.locator("#summary li").nth(number) for number in (0, 1))
    first.hover()
    second.locator(".line").focus()
    assert page.locator("[data-part=why]").count() == 0
    first.locator(".line").click()
    why = first.locator("[data-part=why]")
    why.get_by_text("New here").wait_for()
    text = why.text_content() or ""
    assert not re.search(r"stop words|the prior|% of the best", text)
    second.hover()
    page.locator("#sources").hover()
    assert why.text_content() == text
    first.locator(".line").click()
    assert page.locator("[data-part=why]").count() == 0


def test_a_reason_that_names_a_sentence_leads_to_it_without_moving_under_the_pointer(page: Page) -> None:
    page.locator("#summary .line").first.click()
    link = page.locator("[data-part=why] a.other").first
    link.wait_for()
    key, before = link.get_attribute("data-go"), link.bounding_box()
    link.hover()
    page.wait_for_timeout(200)
    assert link.bounding_box() == before
    link.click()
    page.wait_for_selector(f"#reading li.picked[data-sentence='{key}'], .not-chosen[data-sentence='{key}']")


def test_a_sentence_and_its_place_light_each_other(page: Page) -> None:
    line = page.locator("#summary li").nth(1)
    mark = page.locator(f".mark[data-sentence='{line.get_attribute('data-sentence')}']").first
    line.hover()
    assert "hot" in (mark.get_attribute("class") or "")
    page.locator("h1").hover()
    assert "hot" not in (mark.get_attribute("class") or "")
    mark.scroll_into_view_if_needed()
    mark.hover()
    assert "hot" in (line.get_attribute("class") or "")
    mark.click()
    assert "picked" in (line.get_attribute("class") or "")
    assert inside(line, page.locator("#reading"))


@pytest.mark.parametrize("pages", [27, 63])
def test_every_click_shows_its_place_in_a_long_pdf(page: Page, tmp_path: Path, pages: int) -> None:
    drop(page, write_pdf(tmp_path / "long.pdf", pages))
    page.wait_for_selector("body:not(.example)")
    ready(page)
    slide(page, 9)
    assert page.locator("#summary li").count() >= 7
    assert re.search(r"page \d+", page.locator("#summary").text_content() or "")
    assert misses(page) == []


def test_every_click_shows_its_place_in_400_paragraphs_and_in_400_kilobytes(page: Page) -> None:
    type_text(page, long_text(400))
    ready(page)
    assert page.locator("article.long").count() == 1
    assert misses(page) == []
    page.get_by_role("button", name="Start over").click()
    page.wait_for_selector("body.example")
    settle(page)
    text = long_text(1800)
    assert len(text) > 400_000
    paste(page, text)
    page.wait_for_selector("body:not(.example)")
    ready(page)
    assert misses(page) == []


def test_marks_are_counted_and_gone_through_and_the_map_leads_to_them(page: Page) -> None:
    type_text(page, long_text(300))
    count = page.locator(".mark").evaluate_all("marks => new Set(marks.map(it => it.dataset.sentence)).size")
    assert page.locator("#mark-count").text_content() == f"{count} marks"
    for number in range(1, count + 1):
        page.get_by_role("button", name="Next mark").click()
        assert page.locator("#mark-count").text_content() == f"mark {number} of {count}"
        page.wait_for_timeout(150)
        assert inside(page.locator(".mark.picked").first, page.locator("#sources"))
    strip = page.locator("#map").bounding_box()
    assert strip
    page.mouse.click(strip["x"] + 8, strip["y"] + 0.5 * strip["height"])
    page.wait_for_timeout(300)
    seen = page.evaluate(
        """() => { const frame = document.getElementById("sources").getBoundingClientRect();
        const all = [...document.querySelectorAll("#sources p")];
        return all.findIndex(it => it.getBoundingClientRect().bottom > frame.y); }"""
    )
    assert 110 < seen < 190  # of 300: in the middle


def test_the_answer_comes_first_and_the_words_of_the_question_are_underlined(page: Page) -> None:
    page.locator("#summary .line").nth(2).click()
    ask(page, "Who pays for the ferry?")
    answer = page.locator("[data-part=answer] #answer li")
    assert answer.count() == 1
    assert "the state would pay for the emergency ferry" in (answer.text_content() or "")
    first = page.locator("#reading li").first
    assert first.get_attribute("data-sentence") == answer.get_attribute("data-sentence")
    mark = page.locator(f".mark[data-sentence='{answer.get_attribute('data-sentence')}']").first
    assert inside(mark, page.locator("#sources"))  # the source follows
    assert page.locator("[data-part=why]").count() == 0  # what was picked before is let go
    lit = page.evaluate("[...CSS.highlights.get('asked')].map(range => range.toString())")
    assert {"pay", "ferry"} <= set(lit)


def test_a_question_without_an_answer_is_said_at_the_box_and_the_summary_is_dimmed(page: Page) -> None:
    plain = page.locator("#summary .sentence").first.evaluate("it => getComputedStyle(it).color")
    ask(page, "zebra xylophone unicorn")
    note, box = page.locator("#ask-note"), page.locator("#query")
    assert "None of these words are in the sources" in (note.text_content() or "")
    below, above = note.bounding_box(), box.bounding_box()
    assert below
    assert above
    assert 0 <= below["y"] - above["y"] - above["height"] < 12
    assert page.locator("#summary .sentence").first.evaluate("it => getComputedStyle(it).color") != plain
    page.get_by_label("Question").fill("")
    page.wait_for_function("() => document.getElementById('ask-note').hidden")
    assert page.locator("#summary .sentence").first.evaluate("it => getComputedStyle(it).color") == plain


def test_the_slider_asks_nothing_and_shows_what_the_library_selects(page: Page, articles: list[str]) -> None:
    ready(page)
    asked = requests_of(page)
    for position in (2, 8, 14, 5):
        slide(page, position)
        words = int(page.get_by_label("Maximum words").input_value().replace(",", ""))
        expected = reprank.summarize(articles, words=words)
        assert summary(page) == [" ".join(sentence.text.split()) for sentence in expected]
    assert asked == []
    assert re.search(r"covers \d+", page.locator("#share").text_content() or "")


def test_what_enters_and_leaves_is_counted_and_tinted(page: Page) -> None:
    ready(page)
    slide(page, 6)
    before = set(summary(page))
    page.locator("#length").evaluate("it => { it.value = 9; it.dispatchEvent(new Event('input')); }")
    assert page.locator("li.entered").count() > 0
    page.wait_for_timeout(300)
    after = set(summary(page))
    assert page.locator("#exchange").text_content() == f"+{len(after - before)} −{len(before - after)}"
    assert page.locator("li.leaving").count() == 0


def test_moving_the_slider_on_two_megabytes_asks_nothing(page: Page) -> None:
    text = re.sub(r"\.( In \d+ the [^.]*\.)", lambda it: ", while" + it[1].lower(), long_text(9000))
    assert len(text) > 2_000_000
    paste(page, text)
    page.wait_for_selector("body:not(.example)")
    page.wait_for_function(
        "() => document.getElementById('curve').getAttribute('d').split('L').length > 12", timeout=400_000
    )
    page.wait_for_timeout(1500)
    asked = requests_of(page)
    before = summary(page)
    for position in (2, 9, 4):
        slide(page, position)
        assert summary(page) != before
    assert asked == []


def test_the_knee_is_on_the_track_and_can_be_gone_to(page: Page, articles: list[str]) -> None:
    ready(page)
    knee = reprank.coverage_curve(articles).knee
    assert page.locator("#knee").text_content() == f"knee {knee}"
    page.locator("#knee").click()
    settle(page)
    assert abs(int(page.get_by_label("Maximum words").input_value()) - knee) < 40


def test_a_length_can_be_typed(page: Page, articles: list[str]) -> None:
    field = page.get_by_label("Maximum words")
    field.fill("77")
    field.press("Enter")
    page.wait_for_function("() => location.hash.includes('words=77')")
    settle(page)
    assert summary(page) == [" ".join(it.text.split()) for it in reprank.summarize(articles, words=77)]


def test_a_pinned_sentence_stays_and_a_dropped_one_can_be_brought_back(page: Page) -> None:
    ready(page)
    shortest = min(page.locator("#summary li").all(), key=lambda it: len(it.text_content() or ""))
    key, text = shortest.get_attribute("data-sentence"), shortest.locator(".sentence").text_content() or ""
    pinned = page.locator(f"#summary li[data-sentence='{key}']")
    pinned.locator(".line").click()
    pinned.get_by_role("button", name="Pin").click()
    page.wait_for_selector(f"li.pinned[data-sentence='{key}']")
    settle(page)
    slide(page, 1)
    assert text in summary(page)
    first = next(it for it in page.locator("#summary li").all() if it.get_attribute("data-sentence") == key)
    first.get_by_role("button", name="Unpin").click()
    settle(page)
    slide(page, 8)
    victim = page.locator("#summary li").first
    victim_key, victim_text = victim.get_attribute("data-sentence"), victim.locator(".sentence").text_content() or ""
    victim.locator(".line").click()
    victim.get_by_role("button", name="Drop").click()
    struck = page.locator(f"li.dropped[data-sentence='{victim_key}']")
    struck.wait_for()
    settle(page)
    assert victim_text not in summary(page)
    struck.get_by_role("button", name="Bring back").click()
    page.wait_for_function("() => !document.querySelector('li.dropped')")
    settle(page)
    assert victim_text in summary(page)


def test_a_sentence_that_was_not_chosen_says_why_in_one_line_and_can_be_used(page: Page) -> None:
    unmarked = page.locator("#document-0 p:not(:has(.mark))").last
    unmarked.scroll_into_view_if_needed()
    place = unmarked.bounding_box()
    assert place
    page.mouse.click(place["x"] + 60, place["y"] + 12)
    card = page.locator(".not-chosen")
    card.locator("dt").first.wait_for()
    assert card.locator("dt").count() == 1
    key = card.get_attribute("data-sentence")
    card.get_by_role("button", name="Use it").click()
    page.wait_for_selector(f"#summary li.pinned[data-sentence='{key}']")
    assert page.locator(".not-chosen").count() == 0


def test_a_keyword_is_held_counted_and_let_go(page: Page) -> None:
    chip = page.locator("#keywords button").nth(2)
    name = chip.get_attribute("data-keyword") or ""
    chip.click()
    assert chip.get_attribute("aria-pressed") == "true"
    page.locator("h1").hover()
    lit = page.evaluate("[...CSS.highlights.get('held')].length")
    count = int(chip.locator("small").text_content() or "0")
    assert lit >= count > 1
    for number in (1, 2):
        page.keyboard.press("n")
        assert f"{number} of {count}" in (page.locator("#held").text_content() or "")
        place = page.evaluate(
            "() => { const { top, bottom } = [...CSS.highlights.get('held-place')][0].getBoundingClientRect(); "
            "return [top, bottom]; }"
        )
        frame = page.locator("#sources").bounding_box()
        assert frame
        assert frame["y"] <= place[0] <= place[1] <= frame["y"] + frame["height"]
    ask(page, "Who pays for the ferry?")
    pressed = page.locator("#keywords [aria-pressed=true]")
    assert pressed.count() == 0 or pressed.get_attribute("data-keyword") == name
    assert page.locator("#held").is_hidden()


def test_a_keyword_that_is_part_of_another_is_one_chip_with_it(page: Page) -> None:
    names = [
        name.lower() for name in page.locator("#keywords button").evaluate_all("it => it.map(b => b.dataset.keyword)")
    ]
    assert not any(one != other and f" {one} " in f" {other} " for one in names for other in names)


def test_a_source_that_was_read_is_not_repeated(page: Page) -> None:
    page.locator("#contents > summary").click()
    page.locator("#contents li").first.get_by_label("I have read this").check()
    page.wait_for_selector("article.read")
    settle(page)
    assert "Harbour gazette · " not in (page.locator("#summary").text_content() or "")
    assert page.locator("#document-0 .mark").count() == 0


def test_files_are_read_and_one_that_cannot_be_has_a_line_of_its_own(page: Page, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_bytes(b"")
    drop(page, FILES / "paper.pdf", FILES / "scan.pdf", FILES / "report.docx", empty)
    page.wait_for_selector("body:not(.example)")
    settle(page)
    assert page.locator("article").count() == 2
    lines = page.locator("#problems li").all_text_contents()
    assert len(lines) == 2
    assert any("scan.pdf" in line for line in lines)
    assert any("empty.txt is empty" in line for line in lines)
    strip, reading = page.locator("#strip").bounding_box(), page.locator("#reading").bounding_box()
    assert strip
    assert reading
    assert reading["y"] + reading["height"] <= strip["y"] + 1  # covers nothing
    page.locator("#problems button").first.click()
    assert page.locator("#problems li").count() == 1
    words = page.get_by_label("Maximum words").input_value()
    drop(page, FILES / "report.docx")
    page.wait_for_function("() => document.querySelectorAll('article').length === 3")
    assert page.get_by_label("Maximum words").input_value() == words


@pytest.mark.parametrize(
    ("text", "words"), [("", "Paste or type a text"), ("https://example.org/a", "Pages are not fetched")]
)
def test_what_cannot_be_summarized_is_said_in_plain_words(page: Page, text: str, words: str) -> None:
    page.get_by_label("Text to summarize").fill(text)
    page.get_by_role("button", name="Summarize").click()
    assert words in (page.get_by_role("alert").text_content() or "")
    assert page.locator("body.example").count() == 1


def test_a_text_that_is_too_large_is_refused_before_it_is_laid_out(page: Page) -> None:
    page.wait_for_timeout(500)  # the limits have come
    page.evaluate(
        """() => { const data = new DataTransfer(); data.setData("text/plain", "word ".repeat(11_000_000));
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })); }"""
    )
    assert "split it" in (page.get_by_role("alert").text_content() or "")
    assert page.locator("article").count() == 5


@pytest.mark.parametrize("text", ["Rain.", "word " * 3000])
def test_odd_texts_have_no_odd_numbers(page: Page, text: str) -> None:
    type_text(page, text)
    shown = page.locator("#summary-panel").inner_text()
    assert not re.search(r"\b[1-9]\d{2,} ?%", shown)
    assert "NaN" not in shown
    assert "1 words" not in shown


def test_an_answer_on_its_way_and_a_dead_service_are_seen_and_can_be_asked_again(page: Page) -> None:
    held: list[Any] = []
    page.route("**/api/summarize", lambda route: held.append(route))
    page.get_by_label("Question").fill("Who pays?")
    page.get_by_role("button", name="Cancel").wait_for()
    assert page.locator("body.stale").count() == 1
    page.get_by_role("button", name="Cancel").click()
    assert "Cancelled" in (page.locator("#notices").text_content() or "")
    page.unroute("**/api/summarize")
    page.route("**/api/summarize", lambda route: route.abort())
    page.get_by_role("button", name="Again").click()
    page.get_by_text("cannot be reached").wait_for()
    assert page.locator("body.stale").count() == 1
    page.unroute("**/api/summarize")
    page.get_by_role("button", name="Again").click()
    page.wait_for_selector("#answer li")
    assert page.locator("body.stale").count() == 0
    assert page.locator("#notices p").count() == 0


def test_offsets_are_right_behind_characters_of_two_units(page: Page) -> None:
    text = "😀😀 The river rose all night. By dawn the river had closed the bridge 🌊. A dog slept. The bridge is old. "
    type_text(page, text * 3)
    for line in page.locator("#summary li").all():
        mark = page.locator(f".mark[data-sentence='{line.get_attribute('data-sentence')}']").first
        assert (mark.text_content() or "") == line.locator(".sentence").text_content()


def test_arabic_runs_from_right_to_left_in_every_part(page: Page) -> None:
    type_text(page, ARABIC)
    for selector in ("#summary .line", "article h3", "article p", "#keywords", "#keywords button", "#current-source"):
        assert page.locator(selector).first.evaluate("it => getComputedStyle(it).direction") == "rtl", selector


def test_chinese_is_counted_in_characters(page: Page) -> None:
    type_text(page, CHINESE)
    assert page.locator("#unit").text_content() == "characters"
    assert "characters" in (page.locator("#status").text_content() or "")
    page.locator("#summary .line").first.click()
    new = page.locator("[data-part=why] dd").first
    new.wait_for()
    assert not re.search(r"\S \S", (new.text_content() or "").replace(", ", ","))


def test_who_else_says_it_stands_beside_the_sentence_and_leads_there(page: Page) -> None:
    said = page.locator("#summary .tellers")
    assert said.count() > 0
    item = page.locator("#summary li", has=page.locator(".tellers")).first
    item.locator(".line").click()
    other = item.locator(".support a").first
    other.wait_for()
    key = other.get_attribute("data-go") or ""
    assert key.split("-")[0] != (item.get_attribute("data-sentence") or "").split("-")[0]
    other.click()
    page.wait_for_selector(f"#reading li.picked[data-sentence='{key}'], .not-chosen[data-sentence='{key}']")


def test_what_sources_disagree_about_is_listed_and_said_at_the_sentence(page: Page, articles: list[str]) -> None:
    lines = page.locator("[data-part=conflicts] li")
    assert lines.count() == len(reprank.rank(articles).conflicts()) > 0
    link = lines.first.locator("a").first
    key = link.get_attribute("data-go")
    link.click()
    where = page.locator(f"#reading li[data-sentence='{key}'], .not-chosen[data-sentence='{key}']")
    where.locator(".conflict").first.wait_for()
