"""Code and results to pictures: every drawing of the pages, written into docs/pictures by ``make docs``.

The pictures of the method show what the package computes for a small text; those of the measurements are drawn from
docs/results.
"""

from __future__ import annotations

import json
import math
from typing import Any

from benchmarks.report import DOCS, RESULTS

import reprank
from website.drawing import ACCENT, AMBER, CARD, INK, LINE, SOFT, Drawing

PICTURES = DOCS / "pictures"
SMALL_TEXT = (
    "Snow closed the mountain road on Friday. The village behind the mountain road has bread for a week. "
    "A school band played in the village hall. Ploughs will open the mountain road on Monday, the mayor said."
)
README_SYSTEMS = 12
NARROW: tuple[str, ...] = ()  # drawings that have a second form for small screens, NAME-narrow.svg


def write_pictures() -> None:
    """Write every picture."""
    PICTURES.mkdir(exist_ok=True)
    for name, drawing in pictures().items():
        (PICTURES / f"{name}.svg").write_text(drawing.svg(), encoding="utf-8")


def pictures() -> dict[str, Drawing]:
    """Draw every picture of the pages."""
    return {
        "flow": flow(),
        "graph": graph(),
        "coverage": coverage(),
        "quality-english": systems("english", "rouge-1", "ROUGE-1 F1 on English summaries, 95 % interval of each mean"),
        "quality-kinds": kinds(),
        "quality-keywords": systems("keyphrases", "keyphrases@10", "F1 at ten keyphrases, 95 % interval of each mean"),
    }


def flow() -> Drawing:
    """Draw the stages from documents to summary and keywords."""
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
    drawing.text((12, 30), "One direction, one module for each arrow, frozen values in between", size=12, colour=SOFT)
    return drawing


def _arrow(drawing: Drawing, x: float, y: float, length: float) -> None:
    drawing.line((x, y), (x + length, y), colour=SOFT, width=1.5)
    drawing.curve(
        f"M{x + length - 6:.1f} {y - 4:.1f} L{x + length:.1f} {y:.1f} L{x + length - 6:.1f} {y + 4:.1f}", width=1.5
    )


def graph() -> Drawing:
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
    drawing = Drawing(900, 380, "One graph of sentences and terms, of a text of four sentences")
    rows = {sentence.start: 80 + 80 * number for number, sentence in enumerate(ranking)}
    places = {text: (690.0, 62.0 + 38 * number) for number, text in enumerate(shared)}
    for sentence, reason in zip(ranking, reasons, strict=True):
        for term in reason.terms:
            if term.text in places and term.kind == "term":
                x, y = places[str(term.text)]
                drawing.line((470, rows[sentence.start]), (x, y), colour=ACCENT, width=0.6 + 12 * term.share)
        for vote in reason.votes:
            if vote.sentence is not None and vote.sentence.start > sentence.start:
                low, high = rows[sentence.start], rows[vote.sentence.start]
                bend = 470 + 40 + 0.35 * (high - low)
                drawing.curve(
                    f"M470 {low} Q{bend:.0f} {(low + high) / 2:.0f} 470 {high}", width=1 + 60 * vote.share, opacity=0.55
                )
    for sentence in ranking:
        y = rows[sentence.start]
        radius = 44 * math.sqrt(sentence.score)
        chosen = sentence.start in selected
        drawing.circle((470, y), radius, fill=AMBER if chosen else CARD, edge=ACCENT if chosen else SOFT)
        for line, words in enumerate(_two_lines(sentence.text, 52)):
            drawing.text(
                (436, y + 17 * line - (4 if len(sentence.text) > 52 else -5)), words, anchor="end", bold=chosen
            )
    for text, (x, y) in places.items():
        drawing.circle((x, y), 26 * math.sqrt(weights[text]), fill=CARD, edge=ACCENT)
        drawing.text((x + 20, y + 5), text)
    drawing.text((436, 34), "sentences", anchor="end", size=12, colour=SOFT)
    drawing.text((710, 34), "terms", size=12, colour=SOFT)
    return drawing


def _two_lines(text: str, columns: int) -> list[str]:
    if len(text) <= columns:
        return [text]
    cut = text.rfind(" ", 0, columns)
    return [text[:cut], text[cut + 1 :]]


def coverage() -> Drawing:
    """Draw how much of the terms' mass a summary of each length covers, with the knee."""
    curve = reprank.coverage_curve(reprank.example_documents())
    drawing = Drawing(720, 330, "Share of the mass of all terms that a summary of each length covers")
    left, top, width, height = 64, 40, 620, 230
    last = curve.words[-1]

    def place(words: float, share: float) -> tuple[float, float]:
        return left + width * words / last, top + height * (1 - share)

    for share in (0, 0.25, 0.5, 0.75, 1):
        drawing.line(place(0, share), place(last, share))
        drawing.text((left - 10, place(0, share)[1] + 4), f"{share:.0%}", anchor="end", size=12, colour=SOFT)
    for words in range(0, last, 200):
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


def _results(name: str) -> dict[str, Any]:
    return dict(json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8")))


def systems(name: str, metric: str, title: str) -> Drawing:
    """Draw the best systems of a group of sets, each mean with its interval."""
    rows = _results(name)["tables"][0]["systems"]
    oracle = [row for row in rows if row["saw_references"]]
    rows = [row for row in rows if not row["saw_references"]][:README_SYSTEMS]
    scores = [row["scores"][metric] for row in (*rows, *oracle)]
    low, high = min(s["low"] for s in scores), max(s["high"] for s in scores)
    step = 0.02 if high - low <= 0.2 else 0.05
    low, high = step * math.floor(low / step), step * math.ceil(high / step)
    drawing = Drawing(820, 78 + 26 * (len(rows) + len(oracle)), title)
    left, width = 190, 570

    def x(value: float) -> float:
        return left + width * (value - low) / (high - low)

    bottom = drawing.height - 30
    for number in range(round((high - low) / step) + 1):
        at = low + step * number
        drawing.line((x(at), 40), (x(at), bottom))
        drawing.text((x(at), bottom + 18), f"{100 * at:.0f}", anchor="middle", size=12, colour=SOFT)
    for number, row in enumerate((*oracle, *rows)):
        y, score, ours = 58 + 26 * number, row["scores"][metric], row["system"] == "reprank"
        label = row["system"] + (" (sees the references)" if row["saw_references"] else "")
        if row["saw_references"]:
            drawing.text((x(score["low"]) - 10, y + 4), label, anchor="end", size=12, colour=SOFT)
        else:
            drawing.text((left - 14, y + 4), label, anchor="end", bold=ours)
        drawing.line(
            (x(score["low"]), y), (x(score["high"]), y), colour=ACCENT if ours else SOFT, width=3 if ours else 2
        )
        drawing.circle(
            (x(score["mean"]), y), 6 if ours else 4.5, fill=AMBER if ours else CARD, edge=ACCENT if ours else SOFT
        )
        drawing.text(
            (x(score["high"]) + 10, y + 4), f"{100 * score['mean']:.1f}", size=12, colour=INK if ours else SOFT
        )
    drawing.text((14, 24), title, size=13, bold=True)
    return drawing


def kinds() -> Drawing:
    """Draw RepRank, the best rival and the oracle for each set of summaries."""
    tables = [table for name in ("english", "languages") for table in _results(name)["tables"][1:]]
    drawing = Drawing(820, 96 + 28 * len(tables), "ROUGE-1 by set: RepRank, the best other system, and the oracle")
    left, width, high = 190, 590, 0.75

    def x(value: float) -> float:
        return left + width * value / high

    for percent in range(0, 76, 15):
        drawing.line((x(percent / 100), 62), (x(percent / 100), drawing.height - 30))
        drawing.text((x(percent / 100), drawing.height - 12), str(percent), anchor="middle", size=12, colour=SOFT)
    for number, table in enumerate(tables):
        y = 78 + 28 * number
        means = {row["system"]: row["scores"]["rouge-1"]["mean"] for row in table["systems"]}
        rival = max(value for system, value in means.items() if system not in ("reprank", "oracle"))
        drawing.text((left - 14, y + 4), table["name"], anchor="end")
        drawing.line((x(min(rival, means["reprank"])), y), (x(means["oracle"]), y), colour=LINE, width=4)
        drawing.circle((x(means["oracle"]), y), 4.5, fill=SOFT)
        drawing.circle((x(rival), y), 4.5)
        drawing.circle((x(means["reprank"]), y), 6, fill=AMBER, edge=ACCENT)
    for place, (words, fill) in zip(
        (20, 120, 270), (("RepRank", AMBER), ("best other system", CARD), ("oracle", SOFT)), strict=True
    ):
        drawing.circle((place, 42), 5, fill=fill, edge=ACCENT if fill == AMBER else SOFT)
        drawing.text((place + 12, 46), words, size=12)
    drawing.text((14, 24), drawing.title, size=13, bold=True)
    return drawing
