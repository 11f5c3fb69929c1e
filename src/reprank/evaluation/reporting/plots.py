"""Numbers to SVG: box plots of paired differences, and quality against time on a logarithmic axis.

Colours are those of the page (CSS variables), so that a plot follows its light or dark theme.
"""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

WIDTH_PX = 620
ROW_PX = 22  # height of one box
LABEL_PX = 150  # room for names
MARGIN_PX = 34
SCATTER_WIDTH_PX, SCATTER_HEIGHT_PX = 1240, 380
LETTER_PX = 6.8  # width of a letter of a label, roughly, bold ones included
DOT_PX = 4.5


@dataclass(frozen=True, slots=True)
class Axis:
    """Numbers from low to high to places from start to end."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Place a value.

        >>> Axis(0, 10, 100, 200).at(5)
        150.0
        """
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


@dataclass(frozen=True, slots=True)
class Dot:
    """A system as a dot: seconds for a cluster and score times 100."""

    name: str
    seconds: float
    score: float
    favourite: bool = False


def ticks(low: float, high: float, wanted: int = 6) -> list[float]:
    """Choose round numbers between two bounds: 1, 2 or 5 times a power of ten apart.

    >>> ticks(-3.2, 8.1)
    [-2.0, 0.0, 2.0, 4.0, 6.0, 8.0]
    """
    rough = (high - low) / wanted
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(number * step, 12) + 0.0 for number in range(first, last + 1)]


def log_ticks(low: float, high: float) -> list[float]:
    """Choose 1, 2 and 5 times powers of ten between two bounds, which are given as logarithms.

    >>> log_ticks(-1.1, 0.4)
    [0.1, 0.2, 0.5, 1.0, 2.0]
    """
    powers = range(math.floor(low), math.ceil(high) + 1)
    numbers = (float(f"{step}e{power}") for power in powers for step in (1, 2, 5))
    return [number for number in numbers if low <= math.log10(number) <= high]


def box_plot(differences: Mapping[str, Sequence[float]], *, title: str, against: str, sure: Container[str] = ()) -> str:
    """Draw one box for every system: median, quartiles, whiskers to the 5th and 95th percentile, mean as a dot.

    Right of zero the system is better than ``against``. Systems are drawn in the order given, those whose difference
    is ``sure`` in colour.
    """
    boxes = {name: np.asarray(values) * 100 for name, values in differences.items() if len(values)}
    if not boxes:
        return ""
    shapes = {name: np.percentile(values, [5, 25, 50, 75, 95]) for name, values in boxes.items()}
    low = min(0.0, *(float(shape[0]) for shape in shapes.values()))
    high = max(0.0, *(float(shape[-1]) for shape in shapes.values()))
    spare = 0.05 * (high - low) or 1.0
    axis = Axis(low - spare, high + spare, LABEL_PX, WIDTH_PX - 12)
    height = MARGIN_PX + ROW_PX * len(boxes) + MARGIN_PX
    bottom = height - MARGIN_PX
    parts = [
        f'<line class="grid" x1="{axis.at(t):.1f}" x2="{axis.at(t):.1f}" y1="{MARGIN_PX - 6}" y2="{bottom}"/>'
        f'<text class="tick" x="{axis.at(t):.1f}" y="{bottom + 15}" text-anchor="middle">{_signed(t)}</text>'
        for t in ticks(axis.low, axis.high)
    ]
    parts.append(f'<line class="zero" x1="{axis.at(0):.1f}" x2="{axis.at(0):.1f}" y1="{MARGIN_PX - 6}" y2="{bottom}"/>')
    for number, (name, values) in enumerate(boxes.items()):
        mean = float(values.mean())
        side = ("better" if mean > 0 else "worse") if name in sure else "same"
        box = _box(name, shapes[name].tolist(), mean, axis, MARGIN_PX + ROW_PX * (number + 0.5))
        parts.append(f'<g class="{side}">{box}</g>')
    parts.append(
        f'<text class="tick" x="{axis.at(0):.1f}" y="{bottom + 30}" text-anchor="middle">{escape(against)}</text>'
    )
    return _svg(title, (WIDTH_PX, height), parts)


def _box(name: str, shape: Sequence[float], mean: float, axis: Axis, middle: float) -> str:
    least, lower, median, upper, most = (axis.at(value) for value in shape)
    top = middle - ROW_PX * 0.3
    return (
        f"<title>{escape(name)}: mean {mean:+.2f}, median {shape[2]:+.2f}, "
        f"half between {shape[1]:+.2f} and {shape[3]:+.2f}</title>"
        f'<text x="{LABEL_PX - 10}" y="{middle + 4:.1f}" text-anchor="end">{escape(name)}</text>'
        f'<line class="whisker" x1="{least:.1f}" x2="{most:.1f}" y1="{middle:.1f}" y2="{middle:.1f}"/>'
        f'<rect class="box" x="{lower:.1f}" y="{top:.1f}" width="{max(upper - lower, 1):.1f}" '
        f'height="{ROW_PX * 0.6:.1f}"/>'
        f'<line class="median" x1="{median:.1f}" x2="{median:.1f}" y1="{top:.1f}" y2="{top + ROW_PX * 0.6:.1f}"/>'
        f'<circle class="mean" cx="{axis.at(mean):.1f}" cy="{middle:.1f}" r="2.6"/>'
    )


def scatter(points: Sequence[Dot], *, title: str, metric: str) -> str:
    """Draw quality against time: up is better, left is faster; time is on a logarithmic axis.

    Points without a time that can be measured are left out.
    """
    shown = [point for point in points if point.seconds > 0]
    if not shown:
        return ""
    logs = [math.log10(point.seconds) for point in shown]
    heights = [point.score for point in shown]
    spare = 0.08 * (max(heights) - min(heights)) or 1.0
    across = Axis(min(logs) - 0.06, max(max(logs) + 0.06, min(logs) + 0.5), 46, SCATTER_WIDTH_PX - 120)
    up = Axis(min(heights) - spare, max(heights) + spare, SCATTER_HEIGHT_PX - MARGIN_PX - 8, MARGIN_PX + 12)
    parts = []
    for seconds in log_ticks(across.low, across.high):
        x = across.at(math.log10(seconds))
        parts.append(
            f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{up.end}" y2="{up.start}"/>'
            f'<text class="tick" x="{x:.1f}" y="{up.start + 15}" text-anchor="middle">{_duration(seconds)}</text>'
        )
    for tick in ticks(up.low, up.high):
        y = up.at(tick)
        parts.append(
            f'<line class="grid" x1="{across.start}" x2="{SCATTER_WIDTH_PX}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text class="tick" x="{across.start - 6}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>'
        )
    parts.append(
        f'<text class="tick" x="{(across.start + across.end) / 2}" y="{SCATTER_HEIGHT_PX - 8}" text-anchor="middle">'
        f"mean time for one, logarithmic</text>"
        f'<text class="tick" x="{across.start - 6}" y="{up.end - 10}" text-anchor="end">{escape(metric)}</text>'
    )
    places = [(across.at(log), up.at(point.score)) for log, point in zip(logs, shown, strict=True)]
    labels = place_labels([(x, y, len(p.name) * LETTER_PX) for (x, y), p in zip(places, shown, strict=True)])
    for point, (x, y), (left, base) in zip(shown, places, labels, strict=True):
        kind = "favourite" if point.favourite else "other"
        parts.append(
            f'<g class="{kind}"><title>{escape(point.name)}: {point.score:.2f} in {point.seconds:.3g} s</title>'
            f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{DOT_PX}"/>'
            f'<text x="{left:.1f}" y="{base:.1f}">{escape(point.name)}</text></g>'
        )
    return _svg(title, (SCATTER_WIDTH_PX, SCATTER_HEIGHT_PX), parts)


def place_labels(dots: Sequence[tuple[float, float, float]]) -> list[tuple[float, float]]:
    """Find a place for every label (x, y of its dot and its width) where it covers no dot and no earlier label.

    Tried in turn: right, left, above, below of the dot, then farther away; where all is taken, the right side stays.
    """
    height = 11.0
    taken = [(x - DOT_PX, y - DOT_PX, x + DOT_PX, y + DOT_PX) for x, y, _ in dots]
    places = []
    for x, y, width in dots:
        sides = [(x + 8, y + 4), (x - 8 - width, y + 4)]
        for away in (10.0, 20.0, 30.0):
            sides += [
                (x + 5, y - away),
                (x + 5, y + away + 6),
                (x - 5 - width, y - away),
                (x - 5 - width, y + away + 6),
            ]
        inside = [(left, base) for left, base in sides if left > 50 and left + width < SCATTER_WIDTH_PX]
        free = (place for place in inside if not any(_overlap(_area(*place, width, height), other) for other in taken))
        left, base = next(free, (inside or sides)[0])
        taken.append(_area(left, base, width, height))
        places.append((left, base))
    return places


Area = tuple[float, float, float, float]  # left, top, right, bottom


def _area(left: float, base: float, width: float, height: float) -> Area:
    return (left, base - height + 2, left + width, base + 2)


def _overlap(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _signed(number: float) -> str:
    return f"{number:+g}" if number else "0"


def _duration(seconds: float) -> str:
    return f"{seconds:g} s" if seconds >= 1 else f"{1000 * seconds:g} ms"


def _svg(title: str, size: tuple[int, int], parts: Sequence[str]) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {size[0]} {size[1]}" role="img" aria-label="{escape(title)}">'
        f'<text class="title" x="0" y="12">{escape(title)}</text>{"".join(parts)}</svg>'
    )
