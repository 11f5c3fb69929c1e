"""The page in a real browser: what people do, and what they then see."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import reprank

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

FILES = Path(__file__).parents[1] / "readers" / "files"
EXPECTED_PROBLEM = "the server responded with a status of 422"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a service of its own."""
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
def page(browser: Browser, address: str) -> Iterator[Page]:
    """An open page; at the end nothing may have gone wrong and nothing may have left the machine."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", color_scheme="light"
    )
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    local = (address, "blob:", "data:")
    opened.on("request", lambda request: None if request.url.startswith(local) else wrong.append(request.url))
    opened.goto(address)
    yield opened
    context.close()
    assert [line for line in wrong if EXPECTED_PROBLEM not in line] == []


@pytest.fixture
def example(page: Page) -> Page:
    """The page with the example and its summary."""
    page.get_by_role("button", name="Try the example").click()
    settle(page)
    return page


def settle(page: Page) -> None:
    """Wait for the last summary that was asked for, with its marks and its picture."""
    page.wait_for_selector("#summary[aria-busy=false] a")


def summary(page: Page) -> list[str]:
    return page.locator("#summary .sentence").all_text_contents()


def slide(page: Page, position: int) -> None:
    page.locator("#length").evaluate(
        "(slider, position) => { slider.value = position; slider.dispatchEvent(new Event('input')); }", position
    )
    settle(page)


def drop(page: Page, *paths: Path) -> None:
    """Drop files on the page as a person would."""
    files = [{"name": path.name, "bytes": list(path.read_bytes())} for path in paths]
    transfer = page.evaluate_handle(
        """files => {
            const transfer = new DataTransfer();
            for (const { name, bytes } of files) transfer.items.add(new File([new Uint8Array(bytes)], name));
            return transfer;
        }""",
        files,
    )
    page.dispatch_event("body", "dragenter", {"dataTransfer": transfer})
    assert page.locator("#drop").is_visible()
    page.dispatch_event("body", "drop", {"dataTransfer": transfer})


def test_a_pasted_text_is_summarized_at_once_as_the_library_does(page: Page, articles: list[str]) -> None:
    page.evaluate("text => navigator.clipboard.writeText(text)", articles[0])
    page.locator("#text").focus()
    page.keyboard.press("Control+V")
    settle(page)
    words = int(re.findall(r"\d+", page.locator("#length-text").text_content() or "")[0])
    expected = reprank.summarize(articles[0].replace("\r", ""), words=words)
    assert summary(page) == [" ".join(sentence.text.split()) for sentence in expected]


def test_dropped_files_are_read_and_one_that_cannot_be_is_named(page: Page) -> None:
    drop(page, FILES / "paper.pdf", FILES / "scan.pdf", FILES / "report.docx")
    settle(page)
    assert page.locator("article").count() == 2
    assert re.search(r"paper\.pdf, page \d", page.locator("#summary").text_content() or "")
    assert "scan.pdf is a scan" in (page.get_by_role("alert").text_content() or "")
    page.get_by_role("button", name="Close the message").click()
    assert not page.locator("#alert").is_visible()


def test_the_summary_follows_the_slider(example: Page) -> None:
    slide(example, 5)
    short = summary(example)
    slide(example, 80)
    long = summary(example)
    assert 0 < len(short) < len(long)
    assert example.locator(".mark").count() >= len(long)
    words = int(re.findall(r"\d+", example.locator("#length-text").text_content() or "")[0])
    assert sum(len(text.split()) for text in long) <= words


def test_a_sentence_and_its_place_light_each_other(example: Page) -> None:
    first = example.locator("#summary a").nth(1)
    key = first.get_attribute("data-key")
    mark = example.locator(f".mark[data-key='{key}']").first
    first.hover()
    assert "hot" in (mark.get_attribute("class") or "")
    assert "hot" in (example.locator(f"circle[data-key='{key}']").get_attribute("class") or "")
    example.locator("h1").hover()
    assert "hot" not in (mark.get_attribute("class") or "")
    mark.hover()
    assert "hot" in (first.get_attribute("class") or "")
    last = example.locator("#summary a").last
    last.click()
    place = example.locator(f".mark[data-key='{last.get_attribute('data-key')}']").first
    box, panel = place.bounding_box(), example.locator("#sources-panel").bounding_box()
    assert box
    assert panel
    assert panel["y"] <= box["y"] <= panel["y"] + panel["height"]
    assert (last.locator(".sentence").text_content() or "") == example.locator("#why .quote").text_content()


def test_a_circle_says_why_and_which_sentences_are_similar(example: Page) -> None:
    example.locator("h1").hover()
    example.locator("#graph circle:not(.selected)").first.dispatch_event("click")
    assert "not selected" in (example.locator("#why").text_content() or "")
    assert example.locator("#why li").count() > 0
    example.get_by_text("In detail").click()
    assert "Carried by" in (example.locator("#why details").text_content() or "")
    assert example.locator("line.near").count() >= example.locator("#why li").count()


def test_a_question_bends_the_summary(example: Page) -> None:
    example.get_by_label("Question").fill("Who pays for the emergency ferry?")
    example.wait_for_function("() => document.getElementById('summary').textContent.includes('would pay')")


def test_what_is_known_is_left_out(example: Page) -> None:
    known = summary(example)[0]
    example.get_by_text("What I already know").click()
    example.get_by_label("Text that you already know").fill(known)
    example.wait_for_function("known => !document.getElementById('summary').textContent.includes(known)", arg=known)
    assert summary(example)


def test_a_keyword_lights_its_places(example: Page) -> None:
    chip = example.locator("#keywords button").first
    name, count = (chip.text_content() or "").rsplit(" ", 1)
    chip.hover()
    # A place with another keyword inside it is lit in pieces, one beside the other.
    lit = example.evaluate(
        """() => [...document.querySelectorAll(".key.lit")].reduce((places, piece) => {
            if (piece.previousSibling?.classList?.contains("lit")) places[places.length - 1] += piece.textContent;
            else places.push(piece.textContent);
            return places;
        }, [])"""
    )
    assert len(lit) == int(count)
    assert name in lit
    example.locator("h1").hover()
    assert example.locator(".key.lit").count() == 0


def test_the_summary_can_be_taken_along(example: Page) -> None:
    example.get_by_role("button", name="Copy text").click()
    example.wait_for_function("() => document.getElementById('status').textContent === 'Copied'")
    assert summary(example)[0] in example.evaluate("navigator.clipboard.readText()")
    with example.expect_download() as saved:
        example.get_by_role("button", name="Save JSON").click()
    members = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert [sentence["text"] for sentence in members["sentences"]] == summary(example)
    with example.expect_download() as saved:
        example.get_by_role("button", name="Save page").click()
    assert "<mark" in Path(saved.value.path()).read_text(encoding="utf-8")


def test_all_can_be_done_with_the_keyboard(page: Page, articles: list[str]) -> None:
    page.keyboard.press("Tab")  # to the button that switches light and dark
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "text"
    page.keyboard.insert_text(articles[0])
    page.keyboard.press("Control+Enter")
    settle(page)
    page.get_by_label("Length").focus()
    before = summary(page)
    for _ in range(15):
        page.keyboard.press("ArrowRight")
    settle(page)
    assert len(summary(page)) > len(before)
    page.locator("#summary a").first.focus()
    page.keyboard.press("ArrowDown")
    key = page.evaluate("document.activeElement.dataset.key")
    assert key == page.locator("#summary a").nth(1).get_attribute("data-key")
    page.keyboard.press("Enter")
    assert page.evaluate("[document.activeElement.dataset.key, document.activeElement.dataset.from]") == [key, "source"]
    page.keyboard.press("Enter")
    assert page.evaluate("[document.activeElement.dataset.key, document.activeElement.dataset.from]") == [
        key,
        "summary",
    ]


def test_the_focus_stays_where_it_was_moved_while_the_page_is_drawn(example: Page) -> None:
    example.evaluate("() => { window.requestAnimationFrame = (draw) => setTimeout(draw, 1000); }")  # a slow machine
    first, second = (example.locator("#summary a").nth(number) for number in (0, 1))
    first.focus()
    before = len(summary(example))
    example.locator("#length").evaluate("slider => { slider.value = 70; slider.dispatchEvent(new Event('input')); }")
    example.locator("#summary a").nth(before).wait_for()
    second.focus()
    settle(example)
    assert second.evaluate("sentence => sentence === document.activeElement")


def test_a_problem_is_said_and_the_page_goes_on(example: Page) -> None:
    problem = json.dumps({"status": 422, "title": "Unprocessable", "detail": "query is odd", "field": "query"})
    example.route(
        "**/api/summarize",
        lambda route: route.fulfill(status=422, body=problem, content_type="application/problem+json"),
    )
    example.get_by_label("Question").fill("odd")
    example.get_by_text("query is odd").wait_for()
    assert example.get_by_label("Question").get_attribute("aria-invalid") == "true"
    example.unroute("**/api/summarize")
    slide(example, 70)
    assert example.get_by_label("Question").get_attribute("aria-invalid") is None


def test_long_work_shows_its_progress_and_can_be_cancelled(example: Page) -> None:
    before = summary(example)
    held: list[Any] = []
    example.route("**/api/summarize", lambda route: held.append(route))  # and never answered
    example.get_by_label("Question").fill("Who pays?")
    example.get_by_role("button", name="Cancel").wait_for()
    assert "Summarizing" in (example.locator("#progress-text").text_content() or "")
    example.get_by_role("button", name="Cancel").click()
    assert not example.locator("#progress").is_visible()
    assert example.locator("#status").text_content() == "Cancelled"
    assert summary(example) == before


def test_a_removed_document_is_gone_and_starting_over_is_the_beginning(example: Page) -> None:
    example.get_by_role("button", name="Remove Harbour gazette", exact=True).click()
    example.wait_for_function("() => document.querySelectorAll('article').length === 4")
    example.get_by_role("button", name="Start over").click()
    assert example.get_by_role("heading", name="What do these texts say?").is_visible()


def test_the_first_length_of_a_short_text_leaves_most_of_it_out(page: Page, articles: list[str]) -> None:
    text = articles[0].split("\n\n")[1]
    page.get_by_label("Text to summarize").fill(text)
    page.get_by_role("button", name="Summarize").click()
    settle(page)
    assert sum(len(sentence.split()) for sentence in summary(page)) <= 0.5 * len(text.split())


def test_a_heading_of_a_file_reads_as_one_line_of_text(page: Page) -> None:
    drop(page, FILES / "paper.pdf")
    settle(page)
    assert page.locator("article p.heading").first.evaluate("element => getComputedStyle(element).display") == "block"


def test_offsets_are_right_behind_characters_of_two_units(page: Page) -> None:
    text = "😀😀 The river rose all night. By dawn the river had closed the bridge 🌊. A dog slept. The bridge is old."
    page.get_by_label("Text to summarize").fill(text * 3)
    page.get_by_role("button", name="Summarize").click()
    settle(page)
    for link in page.locator("#summary a").all():
        mark = page.locator(f".mark[data-key='{link.get_attribute('data-key')}']").first
        assert (mark.text_content() or "") == link.locator(".sentence").text_content()


def test_arabic_runs_from_right_to_left(page: Page) -> None:
    text = (
        "أغلقت السلطات الجسر الكبير بعد أن اصطدمت به سفينة. أصيب أربعة أشخاص بجروح طفيفة. بدأت عبارة جديدة نقل الركاب."
    )
    page.get_by_label("Text to summarize").fill(text)
    page.get_by_role("button", name="Summarize").click()
    link = page.locator("#summary a").first
    assert link.evaluate("element => getComputedStyle(element).direction") == "rtl"
    assert page.locator("article p").first.evaluate("element => getComputedStyle(element).direction") == "rtl"


CONTRASTS = """() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgba = color => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
        const d = canvas.getImageData(0, 0, 1, 1).data; return [d[0], d[1], d[2], d[3] / 255]; };
    const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3]));
    const ground = element => { const chain = []; for (let e = element; e; e = e.parentElement) chain.unshift(e);
        return chain.reduce((under, e) => over(rgba(getComputedStyle(e).backgroundColor), under), [255, 255, 255]); };
    const light = color => color.map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
    return [...document.querySelectorAll("main *, header *")].filter(e => e.checkVisibility() && !e.closest("svg")
        && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())).map(e => {
        const back = ground(e), front = over(rgba(getComputedStyle(e).color), back);
        const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
        return [(a + .05) / (b + .05), e.tagName + "." + e.className + " " + e.textContent.trim().slice(0, 30)]; });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_has_enough_contrast(example: Page, scheme: str) -> None:
    example.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    example.locator("#keywords button").first.hover()
    contrasts: list[Any] = example.evaluate(CONTRASTS)
    assert len(contrasts) > 50
    assert [entry for entry in contrasts if entry[0] < 4.5] == []


def test_the_button_switches_light_and_dark(page: Page) -> None:
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Switch between light and dark").click()
    after = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert after != before
    page.reload()
    page.wait_for_function("after => getComputedStyle(document.body).backgroundColor === after", arg=after)


@pytest.mark.parametrize("width", [320, 420, 800, 1024, 1440])
def test_nothing_sticks_out_at_any_width(example: Page, width: int) -> None:
    example.set_viewport_size({"width": width, "height": 860})
    assert example.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for panel in example.locator(".panel").all():
        assert panel.evaluate("element => element.scrollWidth <= element.clientWidth + 1")


# Chromium does not count what moves within half a second after a click. A person sees it: here it counts.
WATCH_SHIFTS = """() => { window.shifts = []; new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries())
        shifts.push([value, sources.map(({ node }) => node?.id || node?.className || node?.nodeName)]);
}).observe({ type: "layout-shift", buffered: true }); }"""
MAX_SHIFT = 0.001  # of Chromium's measure, in which 0.1 is good


def shifts(page: Page) -> list[Any]:
    """Wait for two frames, then return what has moved since the last call."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[Any] = page.evaluate("() => shifts.splice(0)")
    return found


@pytest.mark.parametrize("width", [900, 1440])
def test_nothing_moves_when_the_example_comes_and_the_slider_goes(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 860})
    page.evaluate(WATCH_SHIFTS)
    shifts(page)
    page.get_by_role("button", name="Try the example").click()
    settle(page)
    page.wait_for_selector("#why details")  # the reasons come last
    found = shifts(page)
    for position in (60, 30, 5, 95):
        slide(page, position)
        found += shifts(page)
    assert sum(value for value, _ in found) < MAX_SHIFT, found


def test_on_a_phone_only_what_is_below_a_longer_summary_moves(page: Page) -> None:
    page.set_viewport_size({"width": 420, "height": 860})
    page.evaluate(WATCH_SHIFTS)
    shifts(page)
    page.get_by_role("button", name="Try the example").click()
    settle(page)
    assert sum(value for value, _ in shifts(page)) < MAX_SHIFT
    above = ("#length", "#query", "#status", "#summary")
    places = [page.locator(selector).bounding_box() for selector in above]
    slide(page, 80)
    after = [page.locator(selector).bounding_box() for selector in above]
    assert [(box and (box["x"], box["y"])) for box in after] == [(box and (box["x"], box["y"])) for box in places]


def test_before_the_first_text_there_is_nothing_but_the_welcome(page: Page) -> None:
    for width in (420, 900, 1440):
        page.set_viewport_size({"width": width, "height": 860})
        assert [panel.is_visible() for panel in page.locator(".panel").all()] == [False] * 3


def test_a_screen_reader_gets_names_and_order(example: Page) -> None:
    tree = example.locator("body").aria_snapshot()
    parts = [
        'heading "RepRank"', 'slider "Length"', 'searchbox "Question"', 'heading "Summary"', 'button "Copy text"',
        'heading "Why this sentence"', 'heading "Sources"', 'list "Keywords"', "article",
    ]  # fmt: skip
    places = [tree.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)
    unnamed = example.evaluate(
        """() => [...document.querySelectorAll("button, input, textarea, a, [role=button]")].filter(e =>
            e.checkVisibility() && !e.textContent.trim() && !e.getAttribute("aria-label") && !e.labels?.length
        ).map(e => e.outerHTML)"""
    )
    assert unnamed == []


def long_text(paragraphs: int) -> str:
    """Make a text of short and of long paragraphs, with something to tell in every part."""
    subjects = ("harbour", "bridge", "ferry", "island", "council", "engineer", "river", "market")
    made = []
    for number in range(paragraphs):
        names = [subjects[(number * 5 + line * line) % 8] for line in range(14 if number % 4 == 0 else 1)]
        lines = [
            f"In {1600 + number} the {name} counted {number * 13 + line} boats." for line, name in enumerate(names)
        ]
        if number % 50 == 45:
            lines = [
                f"The council of year {1600 + number} paid the engineer, the harbour and the ferry for the bridge."
            ]
        made.append(" ".join(lines))
    return "\n\n".join(made)


def test_with_motion_a_click_on_a_sentence_shows_its_place_in_a_long_document(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_label("Text to summarize").fill(long_text(400))
    page.get_by_role("button", name="Summarize").click()
    settle(page)
    links = page.locator("#summary a")
    assert links.count() > 3
    for number in range(links.count()):
        links.nth(number).click()
        page.wait_for_timeout(1500)
        mark = page.locator(f"article [data-key='{links.nth(number).get_attribute('data-key')}']").first
        place, frame = mark.bounding_box(), page.locator("#sources-panel").bounding_box()
        head = page.locator(".sources-head").bounding_box()
        assert place
        assert frame
        assert head
        assert head["y"] + head["height"] <= place["y"]
        assert place["y"] + place["height"] <= frame["y"] + frame["height"]


def test_tab_reaches_every_part_of_the_page(example: Page) -> None:
    example.locator("#start-over").focus()
    visited = []
    for _ in range(80):
        example.keyboard.press("Tab")
        visited.append(example.evaluate("document.activeElement.closest('[id]')?.id ?? ''"))
        if visited[-1] == "document-4":
            break
    assert {"length", "query", "summary", "why", "keywords", "contents", "add", "document-4"} <= set(visited)


def test_the_reasons_stay_under_the_pointer(example: Page) -> None:
    aimed = example.locator("#why li a").nth(1)
    key, text = aimed.get_attribute("data-key"), example.locator("#why .quote").text_content()
    aimed.hover()
    example.locator("#summary a").last.hover()
    assert example.locator("#why .quote").text_content() == text
    aimed.hover()
    example.mouse.down()
    example.mouse.up()
    assert example.locator(f"#why .quote >> text={text}").count() == 0
    assert example.evaluate("document.querySelector('.picked').dataset.key") == key
