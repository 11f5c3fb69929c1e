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
FIRST_POSITION, LAST_POSITION = 5, 95  # of the slider, whose positions are 0 to 100
SETTLE_MS = 1500  # until the page has asked for the reasons and is at rest
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
    }).observe(document.getElementById("summary"), { childList: true }));
    slider.value = position;
    slider.dispatchEvent(new Event("input"));
    const { drawn, painted } = await shown;
    const { requestStart, responseEnd } = performance.getEntriesByType("resource").at(-1);
    return { painted, drawn, service: responseEnd - requestStart };
}"""


def main() -> None:
    """Measure, print, and write the part of the page about the service."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, metavar="N", help="measure N steps only, print, and write nothing")
    limit = parser.parse_args().limit
    text = article()
    busy = round(os.getloadavg()[0], 1)  # how many processes wanted a core in the minute before
    steps = measure(text, limit or LAST_POSITION - FIRST_POSITION + 1)
    painted = [step["painted"] for step in steps]
    figures: dict[str, object] = {
        "words": len(text.split()),
        "steps": len(steps),
        "load": busy,
        "cores": available_cores(),
        "median_ms": round(median(painted), 1),
        "p95_ms": round(quantiles(painted, n=20)[-1], 1),
        "service_median_ms": round(median(step["service"] for step in steps), 1),
    }
    line = (
        f"From a move of the slider to the new text on the screen, in Chromium, for an article of {figures['words']} "
        f"words: median {figures['median_ms']} ms, 95 of 100 steps within {figures['p95_ms']} ms, over "
        f"{figures['steps']} steps. The service takes {figures['service_median_ms']} ms of it; the rest is drawing and "
        "waiting for the next frame of the screen. The load of the machine was "
        f"{figures['load']} on {figures['cores']} cores before the measurement began."
    )
    print(line)
    if limit is None:
        write_figures("slider", figures)
        write_between(DOCS / "service.md", "slider", line)


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
        page.wait_for_selector("#summary a")
        page.wait_for_timeout(SETTLE_MS)
        positions = [FIRST_POSITION + n % (LAST_POSITION - FIRST_POSITION + 1) for n in range(count)]
        return [page.evaluate(STEP, position) for position in positions]


if __name__ == "__main__":
    main()
