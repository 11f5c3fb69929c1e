"""The page to a picture: a service of its own, Chromium, the example, and a screenshot for the documents."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from PIL import Image  # comes with Matplotlib

from benchmarks.report import DOCS

if TYPE_CHECKING:
    from playwright.sync_api import Page

PICTURE_COLOURS = 160
FLAGS = [
    "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def main() -> None:
    """Take the picture of a question to the example, with its answer explained."""
    path = DOCS / "pictures" / "page.png"
    size = {"width": 1400, "height": 800}
    with served() as address, opened(address, viewport=size, reduced_motion="reduce") as page:
        page.get_by_label("Question").fill("Who pays for the ferry?")
        page.keyboard.press("Enter")
        page.wait_for_selector("#answer li")
        page.locator("#answer .line").first.click()
        page.wait_for_selector("[data-part=why] dt")
        page.wait_for_function("() => document.getElementById('curve').getAttribute('d')")
        page.evaluate("document.activeElement.blur()")
        page.locator("h1").hover()
        page.screenshot(path=path)
    Image.open(path).quantize(PICTURE_COLOURS).save(path, optimize=True)
    print(path.relative_to(DOCS.parent))


@contextmanager
def served() -> Iterator[str]:
    """Start a service of its own and return its address."""
    command = [sys.executable, "-m", "reprank", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stderr.readline())
        assert found, "the service did not start"
        try:
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)


@contextmanager
def opened(address: str, **context: Any) -> Iterator[Page]:
    """Open the page in Chromium without a screen."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("no Chromium: apt-get install chromium")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(**({"viewport": {"width": 1440, "height": 900}} | context))
        page.goto(address)
        yield page
        browser.close()


if __name__ == "__main__":
    main()
