"""Code and results to pictures: every drawing of the pages, written into docs/pictures by ``make docs``.

The pictures of the method show what the package computes for a small text; those of the measurements are drawn from
docs/results.
"""

from __future__ import annotations

import math
import textwrap

from benchmarks.report import DOCS

import reprank
from website.drawing import ACCENT, AMBER, CARD, LINE, SOFT, Drawing
from website.plots import NARROW_COLUMNS, kinds, speed, systems

PICTURES = DOCS / "pictures"
SMALL_TEXT = (
    "Snow closed the mountain road on Friday. The village behind the mountain road has bread for a week. "
    "A school band played in the village hall. Ploughs will open the mountain road on Monday, the mayor said."
)
NARROW_SUFFIX = "-narrow"  # the form of a drawing for small screens is NAME-narrow.svg
ROUGE_TITLE = ("ROUGE-1 F1 on English summaries,", "95 % interval of each mean")
KEYPHRASES_TITLE = ("F1 at ten keyphrases,", "95 % interval of each mean")


def write_pictures() -> None:
    """Write every picture."""
    PICTURES.mkdir(exist_ok=True)
    for name, drawing in pictures().items():
        (PICTURES / f"{name}.svg").write_text(drawing.svg(), encoding="utf-8")


def pictures() -> dict[str, Drawing]:
    """Draw every picture of the pages."""
    made = {}
    for narrow in (False, True):
        suffix = NARROW_SUFFIX if narrow else ""
        made |= {
            f"flow{suffix}": flow(narrow=narrow),
            f"graph{suffix}": graph(narrow=narrow),
            f"coverage{suffix}": coverage(narrow=narrow),
            f"quality-english{suffix}": systems("english", "rouge-1", ROUGE_TITLE, narrow=narrow),
            f"quality-kinds{suffix}": kinds(narrow=narrow),
            f"quality-keywords{suffix}": systems("keyphrases", "keyphrases@10", KEYPHRASES_TITLE, narrow=narrow),
            f"speed{suffix}": speed(narrow=narrow),
        }
    return made


def flow(*, narrow: bool = False) -> Drawing:
    """Draw the stages from documents to summary and keywords."""
    if narrow:
        return _flow_down()
    stages = ["documents", "sentences, words", "terms", "graph", "ranking", "selection"]
    arrows = ["split", "count", "weigh", "walk", "cover"]
    drawing = Drawing(900, 190, "From documents to a summary and keywords")
    width, gap = 122, 29
    for number, stage in enumerate(stages):
        x = 12 + number * (width + gap)
        drawing.box((x, 60), (width, 44), edge=ACCENT if number == 4 else LINE)
        drawing.text((x + width / 2, 87), stage, anchor="middle", size=13, bold=True)
        if number < len(arrows):
            _arrow(drawing, x + width + 3, 82, gap - 6)
            drawing.text((x + width + gap / 2, 50), arrows[number], anchor="middle", size=11, colour=SOFT)
    selection, ranking = 12 + 5 * (width + gap) + width / 2, 12 + 4 * (width + gap) + width / 2
    for x, name in ((selection, "Summary"), (ranking, "Keywords")):
        drawing.line((x, 106), (x, 130), colour=SOFT, width=1.5)
        drawing.curve(f"M{x - 4:.0f} 125 L{x:.0f} 131 L{x + 4:.0f} 125", width=1.5)
        drawing.box((x - 50, 134), (100, 36), fill=AMBER, edge=AMBER)
        drawing.text((x, 157), name, anchor="middle", size=13, bold=True, colour="#1d2529")
    drawing.text((12, 30), "One direction, one module for each arrow", size=12, colour=SOFT)
    return drawing


def _flow_down() -> Drawing:
    """Draw the stages from top to bottom, with the results beside the stage that they come from."""
    stages = ["documents", "sentences, words", "terms", "graph", "ranking", "selection"]
    arrows = ["split", "count", "weigh", "walk", "cover"]
    drawing = Drawing(NARROW_COLUMNS, 42 + 62 * len(stages), "From documents to a summary and keywords")
    for number, stage in enumerate(stages):
        y = 20 + 62 * number
        drawing.box((16, y), (150, 38), edge=ACCENT if stage == "ranking" else LINE)
        drawing.text((91, y + 24), stage, anchor="middle", bold=True)
        if number < len(arrows):
            drawing.line((91, y + 40), (91, y + 60), colour=SOFT, width=1.5)
            drawing.curve(f"M87 {y + 54} L91 {y + 60} L95 {y + 54}", width=1.5)
            drawing.text((102, y + 54), arrows[number], size=11, colour=SOFT)
    for number, name in ((4, "Keywords"), (5, "Summary")):
        y = 20 + 62 * number
        _arrow(drawing, 170, y + 19, 50)
        drawing.box((224, y + 1), (110, 36), fill=AMBER, edge=AMBER)
        drawing.text((279, y + 24), name, anchor="middle", bold=True, colour="#1d2529")
    return drawing


def _arrow(drawing: Drawing, x: float, y: float, length: float) -> None:
    drawing.line((x, y), (x + length, y), colour=SOFT, width=1.5)
    drawing.curve(
        f"M{x + length - 6:.1f} {y - 4:.1f} L{x + length:.1f} {y:.1f} L{x + length - 6:.1f} {y + 4:.1f}", width=1.5
    )


def graph(*, narrow: bool = False) -> Drawing:
    """Draw sentences and terms of a small text as one graph, each as large as its share."""
    summary = reprank.summarize(SMALL_TEXT, sentences=1, ranking=True)
    ranking = sorted(summary.ranking or (), key=lambda sentence: sentence.start)
    reasons = [summary.explain(sentence) for sentence in ranking]
    selected = {sentence.start for sentence in summary.sentences}
    weights: dict[str, float] = {}
    for reason in reasons:
        for term in reason.terms:
            if term.kind == "term" and term.text:
                weights[term.text] = max(weights.get(term.text, 0.0), term.share)
    shared = sorted(weights, key=lambda text: -weights[text])[:8]
    columns, nodes, terms, characters = (NARROW_COLUMNS, 168, 244.0, 21) if narrow else (900, 470, 690.0, 52)
    drawing = Drawing(columns, 380, "One graph of sentences and terms, of a text of four sentences")
    rows = {sentence.start: 80 + 80 * number for number, sentence in enumerate(ranking)}
    places = {text: (terms, 62.0 + 38 * number) for number, text in enumerate(shared)}
    for sentence, reason in zip(ranking, reasons, strict=True):
        for term in reason.terms:
            if term.text in places and term.kind == "term":
                x, y = places[str(term.text)]
                drawing.line((nodes, rows[sentence.start]), (x, y), colour=ACCENT, width=0.6 + 12 * term.share)
        for vote in reason.votes:
            if vote.sentence is not None and vote.sentence.start > sentence.start:
                low, high = rows[sentence.start], rows[vote.sentence.start]
                bend = nodes + (20 if narrow else 40 + 0.35 * (high - low))
                path = f"M{nodes} {low} Q{bend:.0f} {(low + high) / 2:.0f} {nodes} {high}"
                drawing.curve(path, width=1 + 60 * vote.share, opacity=0.55)
    for sentence in ranking:
        y = rows[sentence.start]
        radius = 44 * math.sqrt(sentence.score)
        chosen = sentence.start in selected
        drawing.circle((nodes, y), radius, fill=AMBER if chosen else CARD, edge=ACCENT if chosen else SOFT)
        lines = textwrap.wrap(sentence.text, characters)
        for line, words in enumerate(lines):
            height = y + 5 + 15 * (line - (len(lines) - 1) / 2)
            drawing.text((nodes - 30, height), words, anchor="end", bold=chosen, size=12 if narrow else 13)
    for text, (x, y) in places.items():
        drawing.circle((x, y), 26 * math.sqrt(weights[text]), fill=CARD, edge=ACCENT)
        drawing.text((x + 18, y + 5), text, size=12 if narrow else 13)
    drawing.text((nodes - 30, 34), "sentences", anchor="end", size=12, colour=SOFT)
    drawing.text((terms, 34), "terms", size=12, colour=SOFT)
    return drawing


def coverage(*, narrow: bool = False) -> Drawing:
    """Draw how much of the terms' mass a summary of each length covers, with the knee."""
    curve = reprank.coverage_curve(reprank.example_documents())
    columns = NARROW_COLUMNS if narrow else 720
    drawing = Drawing(columns, 330, "How much of the text a summary of each length covers")
    left, top, width, height = (50 if narrow else 64), 40, columns - (80 if narrow else 100), 230
    last = curve.words[-1]

    def place(words: float, share: float) -> tuple[float, float]:
        return left + width * words / last, top + height * (1 - share)

    for share in (0, 0.25, 0.5, 0.75, 1):
        drawing.line(place(0, share), place(last, share))
        drawing.text((left - 10, place(0, share)[1] + 4), f"{share:.0%}", anchor="end", size=12, colour=SOFT)
    for words in range(0, last, 400 if narrow else 200):
        drawing.text((place(words, 0)[0], top + height + 20), f"{words:,}", anchor="middle", size=12, colour=SOFT)
    points = " L".join(
        f"{x:.1f} {y:.1f}" for x, y in (place(w, s) for w, s in zip(curve.words, curve.shares, strict=True))
    )
    drawing.curve(f"M{points}", colour=ACCENT, width=2.5)
    start, end = place(0, 0), place(last, curve.shares[-1])
    drawing.curve(f"M{start[0]:.1f} {start[1]:.1f} L{end[0]:.1f} {end[1]:.1f}", dashed=True)
    knee = curve.words.index(curve.knee) if curve.knee in curve.words else None
    if knee is not None:
        x, y = place(curve.knee, curve.shares[knee])
        drawing.circle((x, y), 6, fill=AMBER, edge=ACCENT)
        drawing.text((x + 12, y + 20), f"the knee: {curve.knee} words", bold=True)
    drawing.text((left, 22), "share of the mass of all terms", size=12, colour=SOFT)
    drawing.text((left + width, top + height + 42), "words of the summary", anchor="end", size=12, colour=SOFT)
    return drawing
