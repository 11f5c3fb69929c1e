"""What people do to the page, for tests in a browser, and long texts and PDFs to do it with."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

FILES = Path(__file__).parents[1] / "readers" / "files"
SENTENCES = "#reading li[data-sentence]:not(.dropped) .sentence"
SUBJECTS = (
    "harbour", "bridge", "ferry", "island", "council", "engineer", "river", "market", "lighthouse", "school", "railway",
    "hospital", "mill", "quarry", "library", "fishery",
)  # fmt: skip
DEEDS = (
    "counted {n} boats", "paid {n} crowns for new timber", "closed its gates after {n} days of rain",
    "hired {n} workers from the mainland", "lost {n} metres of wall to the flood", "published a report of {n} pages",
)  # fmt: skip


def settle(page: Page) -> None:
    """Wait for the last summary that was asked for, and for all its lengths."""
    page.wait_for_selector("#reading[aria-busy=false] li")
    page.wait_for_function("() => document.getElementById('progress').hidden")


def ready(page: Page) -> None:
    """Wait until every length of the slider is known."""
    page.wait_for_function("() => document.getElementById('curve').getAttribute('d')", timeout=120_000)
    settle(page)


def summary(page: Page) -> list[str]:
    """Return the sentences as they follow each other on the page."""
    return page.locator(SENTENCES).all_text_contents()


def slide(page: Page, position: int) -> None:
    """Move the slider to a stop, counted from the shortest."""
    page.locator("#length").evaluate(
        "(slider, position) => { slider.value = position; slider.dispatchEvent(new Event('input')); }", position
    )
    page.wait_for_timeout(250)  # what leaves folds away
    settle(page)


def type_text(page: Page, text: str) -> None:
    """Type a text and summarize it."""
    page.get_by_label("Text to summarize").fill(text)
    page.get_by_role("button", name="Summarize").click()
    page.wait_for_selector("body:not(.example)")
    settle(page)


def paste(page: Page, text: str) -> None:
    """Paste a text on the page, which for a long one is faster than typing."""
    page.evaluate(
        """text => { const data = new DataTransfer(); data.setData("text/plain", text);
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })); }""",
        text,
    )


def ask(page: Page, question: str) -> None:
    """Ask a question and wait for what the page says to it."""
    page.get_by_label("Question").fill(question)
    page.keyboard.press("Enter")
    page.wait_for_function("question => location.hash.includes('ask=')", arg=question)
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


def inside(place: Locator, frame: Locator) -> bool:
    """Tell whether a place can be seen whole in its frame, or fills it."""
    inner, outer = place.bounding_box(), frame.bounding_box()
    assert inner
    assert outer
    if inner["height"] > outer["height"]:
        return inner["y"] < outer["y"] + outer["height"] and inner["y"] + inner["height"] > outer["y"]
    return outer["y"] - 1 <= inner["y"] and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1


def misses(page: Page, milliseconds: int = 400) -> list[str]:
    """Click every sentence of the summary; return those whose marks cannot then be seen in the sources."""
    missed = []
    for key in page.locator("#reading li[data-sentence]").evaluate_all("items => items.map(it => it.dataset.sentence)"):
        page.locator(f"#reading li[data-sentence='{key}'] .line").click()
        page.wait_for_timeout(milliseconds)
        if not inside(page.locator(f".mark[data-sentence='{key}']").first, page.locator("#sources")):
            missed.append(key)
    return missed


def long_text(paragraphs: int) -> str:
    """Make a text of short and of long paragraphs, with something to tell in every part."""
    made = []
    for number in range(paragraphs):
        lines = []
        for line in range(11 if number % 4 == 0 else 2):
            subject = SUBJECTS[(number * 5 + line * line + line) % len(SUBJECTS)]
            deed = DEEDS[(number + 3 * line) % len(DEEDS)].format(n=number * 13 + line + 2)
            lines.append(f"In {1600 + number} the {subject} {deed}.")
        if number % 50 == 45:
            lines = [f"The council of {1600 + number} paid the engineer, the harbour and the ferry for the bridge."]
        made.append(" ".join(lines))
    return "\n\n".join(made)


def write_pdf(path: Path, pages: int) -> Path:
    """Write a PDF of this many pages, of words made here: Helvetica, forty lines on a page."""
    lines: list[str] = []
    number = 0
    while len(lines) < 40 * pages:
        part = long_text(number + 8).split("\n\n")[number:]
        for paragraph in part:
            lines += [*textwrap.wrap(paragraph, 84), ""]
        number += 8
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    kids = []
    for page in range(pages):
        text = "".join(f"({line}) Tj T*\n" for line in lines[40 * page : 40 * page + 40])
        stream = f"BT /F1 11 Tf 60 780 Td 17 TL\n{text}ET".encode("ascii")
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {len(objects) + 2} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {pages} >>".encode()
    written, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    path.write_bytes(written + end % (len(objects) + 1, table, len(objects) + 1, len(written)))
    return path


def requests_of(page: Page) -> list[str]:
    """Return a list to which the page's requests to the service are added from now on."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if "/api/" in request.url else None)
    return found


def focused(page: Page) -> Any:
    """Return where the focus is: the part of the page, and the sentence or the name."""
    return page.evaluate(
        """() => { const at = document.activeElement; return [
            at.matches(".line") ? "sentence" : at.closest("[data-part]")?.dataset.part ?? at.closest("[id]")?.id ?? "",
            at.closest("[data-sentence]")?.dataset.sentence ?? at.id ?? ""]; }"""
    )
