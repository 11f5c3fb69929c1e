"""The page to a time: from a move of the length slider to the new summary on the screen, in Chromium.

The text is an article of some 800 words. A step begins with the ``input`` event of the slider and ends after the frame
that shows the new summary: the first message after an animation frame in which the list of sentences was replaced.
"""

from __future__ import annotations

import argparse
import os
from statistics import median, quantiles

import reprank
from benchmarks.page import opened, served
from benchmarks.report import DOCS, write_between, write_figures
from reprank.processes import available_cores

ARTICLE_WORDS = 800
STEPS = 90
SETTLE_MS = 1500  # until the page has all lengths and is at rest
STEP = """async position => {
    const slider = document.getElementById("length"), began = performance.now();
    const shown = new Promise(resolve => new MutationObserver((_, observer) => {
        observer.disconnect();
        const drawn = performance.now();
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve({ drawn: drawn - began, painted: performance.now() - began });
            port2.postMessage(null);
        });
    }).observe(document.getElementById("summary"), { childList: true, subtree: true, attributes: true }));
    slider.value = position;
    slider.dispatchEvent(new Event("input"));
    return shown;
}"""


def main() -> None:
    """Measure, print, and write the part of the page about the service."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, metavar="N", help="measure N steps only, print, and write nothing")
    limit = parser.parse_args().limit
    text = article()
    busy = round(os.getloadavg()[0], 1)  # how many processes wanted a core in the minute before
    steps = measure(text, limit or STEPS)
    painted = [step["painted"] for step in steps]
    figures: dict[str, object] = {
        "words": len(text.split()),
        "steps": len(steps),
        "load": busy,
        "cores": available_cores(),
        "median_ms": round(median(painted), 1),
        "p95_ms": round(quantiles(painted, n=20)[-1], 1),
    }
    line = (
        f"From a move of the slider to the new text on the screen, in Chromium, for an article of {figures['words']} "
        f"words: median {figures['median_ms']} ms, 95 of 100 steps within {figures['p95_ms']} ms, over "
        f"{figures['steps']} steps. A move sends no request, because one request brings the summaries of all lengths. "
        "The load of the machine was "
        f"{figures['load']} on {figures['cores']} cores before the measurement began."
    )
    print(line)
    if limit is None:
        write_figures("slider", figures)
        write_between(DOCS / "lab" / "robustness.md", "slider", line)


def article() -> str:
    """Return the first articles of the example as one text of about 800 words."""
    texts = [document.text.strip() for document in reprank.example_documents()]
    counts = [sum(len(text.split()) for text in texts[:n]) for n in range(len(texts) + 1)]
    return "\n\n".join(texts[: min(range(len(counts)), key=lambda n: abs(counts[n] - ARTICLE_WORDS))])


def measure(text: str, count: int) -> list[dict[str, float]]:
    """Paste a text and move the slider from step to step, each after the one before it is shown."""
    with served() as address, opened(address) as page:
        page.get_by_label("Text to summarize").fill(text)
        page.get_by_role("button", name="Summarize").click()
        page.wait_for_selector("body:not(.example) #summary li")
        page.wait_for_function("() => document.getElementById('curve').getAttribute('d')")
        page.wait_for_timeout(SETTLE_MS)
        stops = int(page.locator("#length").get_attribute("max") or 0) + 1
        positions = [7 * n % stops for n in range(count)]
        return [page.evaluate(STEP, position) for position in positions]


if __name__ == "__main__":
    main()
