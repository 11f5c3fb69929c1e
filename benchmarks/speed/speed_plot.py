"""Measurements to SVG: seconds and megabytes against sentences, both axes logarithmic."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from reprank.evaluation.reporting.plots import Axis, log_ticks

PANEL, HEIGHT, LEFT, TOP, BOTTOM, GAP = 430, 330, 62, 40, 46, 150
COLOURS = ("#0b6e99", "#c2410c", "#a16207", "#7c3aed", "#4d7c0f", "#be185d", "#525252")
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#404040}.title{font-weight:600;font-size:13px;fill:#171717}"
    ".grid{stroke:#d4d4d4;stroke-width:1}.back{fill:#fff}"
    "@media(prefers-color-scheme:dark){text{fill:#d4d4d4}.title{fill:#fafafa}.grid{stroke:#404040}.back{fill:#171717}}"
)

Series = Mapping[str, Sequence[tuple[float, float]]]  # name -> (sentences, value)


def plot(seconds: Series, megabytes: Series) -> str:
    """Draw two panels side by side, the same colours for the same systems."""
    names = list(dict.fromkeys([*seconds, *megabytes]))
    colours = {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}
    width = 2 * (LEFT + PANEL + GAP) - 20
    panels = [
        _panel(seconds, colours, title="Seconds for one text", left=LEFT),
        _panel(megabytes, colours, title="Megabytes at the highest", left=2 * LEFT + PANEL + GAP),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" role="img" '
        f'width="{width}" height="{HEIGHT}">'
        f"<title>Time and memory against the number of sentences</title><style>{STYLE}</style>"
        f'<rect class="back" width="{width}" height="{HEIGHT}"/>{"".join(panels)}</svg>\n'
    )


def _panel(series: Series, colours: Mapping[str, str], *, title: str, left: float) -> str:
    points = [point for line in series.values() for point in line]
    low_x, high_x = _bounds([x for x, _ in points])
    low_y, high_y = _bounds([y for _, y in points])

    across = Axis(low_x, high_x, left, left + PANEL)
    up = Axis(low_y, high_y, HEIGHT - BOTTOM, TOP)

    def place(x: float, y: float) -> tuple[float, float]:
        return across.at(math.log10(x)), up.at(math.log10(y))

    parts = [f'<text class="title" x="{left}" y="22">{escape(title)}</text>']
    for value in _decades(low_y, high_y):
        _, y = place(10**low_x, value)
        parts.append(f'<line class="grid" x1="{left}" x2="{left + PANEL}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{_short(value)}</text>')
    for value in _decades(low_x, high_x):
        x, _ = place(value, 10**low_y)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{_short(value)}</text>')
    parts.append(f'<text x="{left + PANEL / 2}" y="{HEIGHT - 8}" text-anchor="middle">sentences</text>')
    ends = []
    for name, line in series.items():
        places = [place(x, y) for x, y in line]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        heavy = 2.6 if name == "RepRank" else 1.6
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colours[name]}" stroke-width="{heavy}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colours[name]}"/>' for x, y in places]
        ends.append((places[-1][1], places[-1][0], name))
    parts += _labels(ends, colours)
    return "".join(parts)


def _labels(ends: list[tuple[float, float, str]], colours: Mapping[str, str]) -> list[str]:
    """Write names at the ends of lines, moved apart where they would touch."""
    parts, floor = [], -math.inf
    for y, x, name in sorted(ends):
        floor = max(y + 4, floor + 14)
        parts.append(f'<text x="{x + 8:.1f}" y="{floor:.1f}" style="fill:{colours[name]}">{escape(name)}</text>')
    return parts


def _bounds(values: Sequence[float]) -> tuple[float, float]:
    low, high = math.log10(min(values)), math.log10(max(values))
    room = 0.05 * max(high - low, 0.1)
    return low - room, high + room


def _decades(low: float, high: float) -> list[float]:
    marks = log_ticks(low, high)
    return marks if high - low <= 2 else [mark for mark in marks if math.log10(mark).is_integer()]


def _short(value: float) -> str:
    if value >= 1000:
        return f"{value / 1000:g}k"
    return f"{value:g}"
