"""Results to plots: every picture of the measurements, wide for a page and narrow for a phone."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from benchmarks.report import RESULTS

from website.drawing import ACCENT, AMBER, CARD, INK, LINE, SOFT, Drawing

SHOWN_SYSTEMS = 12
NARROW_COLUMNS = 360
Point = tuple[float, float]
Series = Mapping[str, Sequence[Point]]

SYSTEM_NAMES = {
    "reprank": "RepRank",
    "sumy-lexrank": "sumy LexRank",
    "sumy-textrank": "sumy TextRank",
    "lexrank": "lexrank",
    "summa": "summa TextRank",
    "yake": "YAKE",
    "keybert": "KeyBERT",
}


def _results(name: str) -> dict[str, Any]:
    return dict(json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8")))


def systems(name: str, metric: str, title: Sequence[str], *, narrow: bool = False) -> Drawing:
    """Draw the best systems of a group of sets, each mean with its interval; ``title`` has one or two lines."""
    rows = _results(name)["tables"][0]["systems"]
    oracle = [row for row in rows if row["saw_references"]]
    rows = [row for row in rows if not row["saw_references"]][:SHOWN_SYSTEMS]
    scores = [row["scores"][metric] for row in (*rows, *oracle)]
    low, high = min(s["low"] for s in scores), max(s["high"] for s in scores)
    step = (0.05 if high - low <= 0.2 else 0.1) if narrow else (0.02 if high - low <= 0.2 else 0.05)
    low, high = step * math.floor(low / step), step * math.ceil(high / step)
    columns, left = (NARROW_COLUMNS, 150) if narrow else (820, 190)
    head = 42 + 18 * (len(title) - 1) if narrow else 42
    width = columns - left - (40 if narrow else 60)
    drawing = Drawing(columns, head + 36 + 26 * (len(rows) + len(oracle)), " ".join(title))

    def x(value: float) -> float:
        return left + width * (value - low) / (high - low)

    bottom = drawing.height - 30
    for number in range(round((high - low) / step) + 1):
        at = low + step * number
        drawing.line((x(at), head - 2), (x(at), bottom))
        drawing.text((x(at), bottom + 18), f"{100 * at:.0f}", anchor="middle", size=12, colour=SOFT)
    for number, row in enumerate((*oracle, *rows)):
        y, score, ours = head + 16 + 26 * number, row["scores"][metric], row["system"] == "reprank"
        seen = " (sees the references)" if row["saw_references"] and not narrow else ""
        colour = SOFT if row["saw_references"] else INK
        drawing.text((left - 14, y + 4), row["system"] + seen, anchor="end", bold=ours, colour=colour, size=12)
        drawing.line(
            (x(score["low"]), y), (x(score["high"]), y), colour=ACCENT if ours else SOFT, width=3 if ours else 2
        )
        drawing.circle(
            (x(score["mean"]), y), 6 if ours else 4.5, fill=AMBER if ours else CARD, edge=ACCENT if ours else SOFT
        )
        drawing.text((x(score["high"]) + 8, y + 4), f"{100 * score['mean']:.1f}", size=12, colour=INK if ours else SOFT)
    _title(drawing, title if narrow else [" ".join(title)])
    return drawing


def _title(drawing: Drawing, lines: Sequence[str]) -> None:
    for number, line in enumerate(lines):
        drawing.text((14, 24 + 18 * number), line, size=13, bold=True)


def kinds(*, narrow: bool = False) -> Drawing:
    """Draw RepRank, the best rival and the oracle for each set of summaries."""
    tables = [table for name in ("english", "languages") for table in _results(name)["tables"][1:]]
    title = ["ROUGE-1 by set: RepRank, the best other", "system, and the oracle"]
    columns, left, high, head = (NARROW_COLUMNS, 152, 0.8, 98) if narrow else (820, 190, 0.75, 62)
    width = columns - left - (20 if narrow else 40)
    drawing = Drawing(columns, head + 34 + 28 * len(tables), " ".join(title))

    def x(value: float) -> float:
        return left + width * value / high

    for percent in range(0, 81 if narrow else 76, 20 if narrow else 15):
        drawing.line((x(percent / 100), head), (x(percent / 100), drawing.height - 30))
        drawing.text((x(percent / 100), drawing.height - 12), str(percent), anchor="middle", size=12, colour=SOFT)
    for number, table in enumerate(tables):
        y = head + 16 + 28 * number
        means = {row["system"]: row["scores"]["rouge-1"]["mean"] for row in table["systems"]}
        rival = max(value for system, value in means.items() if system not in ("reprank", "oracle"))
        drawing.text((left - 12, y + 4), table["name"], anchor="end", size=12)
        drawing.line((x(min(rival, means["reprank"])), y), (x(means["oracle"]), y), colour=LINE, width=4)
        drawing.circle((x(means["oracle"]), y), 4.5, fill=SOFT)
        drawing.circle((x(rival), y), 4.5)
        drawing.circle((x(means["reprank"]), y), 6, fill=AMBER, edge=ACCENT)
    legend = (("RepRank", AMBER), ("best other system", CARD), ("oracle", SOFT))
    for place, (words, fill) in zip((20, 110, 250), legend, strict=True):
        drawing.circle((place, head - 20), 5, fill=fill, edge=ACCENT if fill == AMBER else SOFT)
        drawing.text((place + 12, head - 16), words, size=12)
    _title(drawing, title if narrow else [" ".join(title)])
    return drawing


def speed(*, narrow: bool = False) -> Drawing:
    """Draw seconds and peak memory against the number of sentences, one panel above the other."""
    runs = [run for run in _results("speed")["runs"] if "wall" in run]
    columns, panel = (NARROW_COLUMNS, 250) if narrow else (760, 280)
    message = _message(runs)
    head = 34 + 18 * len(message)
    drawing = Drawing(columns, head + 2 * panel + 20, " ".join(message))
    _title(drawing, message if narrow else [" ".join(message)])
    top = head if narrow else 50
    drawing.height = top + 2 * panel + 16
    sizes = sorted({run["sentences"] for run in runs})
    _panel(drawing, (top, panel), "seconds", _series(runs, "wall", 1), sizes, lambda value: f"{value:g} s")
    memory = _series(runs, "peak", 1024)
    _panel(drawing, (top + panel, panel), "peak memory", memory, sizes, _size)
    return drawing


def _size(megabytes: float) -> str:
    return f"{megabytes:g} MB" if megabytes < 1000 else f"{megabytes / 1000:g} GB"


def _message(runs: Sequence[Mapping[str, Any]]) -> list[str]:
    """Say how many times faster RepRank is than the fastest and the slowest rival that ranks sentences."""
    size = 1000
    seconds = {run["system"]: run["wall"] for run in runs if run["sentences"] == size and run["system"] != "yake"}
    ours = seconds.pop("reprank")
    if not seconds:
        return ["Time and memory against the number of sentences"]
    low, high = min(seconds.values()) / ours, max(seconds.values()) / ours
    return [f"For {size:,} sentences RepRank is {low:.0f} to", f"{high:.0f} times faster than other graph rankers"]


def _series(runs: Sequence[Mapping[str, Any]], value: str, unit: float) -> Series:
    found: dict[str, list[Point]] = {}
    for run in runs:
        found.setdefault(SYSTEM_NAMES[run["system"]], []).append((run["sentences"], run[value] / unit))
    return found


def _panel(
    drawing: Drawing,
    place: tuple[float, float],
    name: str,
    series: Series,
    sizes: Sequence[int],
    label: Callable[[float], str],
) -> None:
    """Draw one panel with logarithmic axes; each line is named at its end."""
    top, height = place[0] + 26, place[1] - 66
    left, right = 58.0, drawing.width - 118.0
    values = [value for points in series.values() for _, value in points]
    first, last = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    low, high = math.log10(sizes[0]), math.log10(sizes[-1])

    def at(point: Point) -> Point:
        x = left + (right - left) * (math.log10(point[0]) - low) / (high - low)
        return x, top + height * (last - math.log10(point[1])) / (last - first)

    drawing.text((14, place[0] + 12), name, size=12, bold=True, colour=SOFT)
    for power in range(first, last + 1):
        y = at((sizes[0], 10.0**power))[1]
        drawing.line((left, y), (right, y))
        drawing.text((left - 8, y + 4), label(10.0**power), anchor="end", size=11, colour=SOFT)
    for power in range(math.ceil(low), math.floor(high) + 1):
        x = at((10.0**power, 10.0**first))[0]
        drawing.text((x, top + height + 18), f"{10**power:,}", anchor="middle", size=11, colour=SOFT)
    drawing.text((right, top + height + 34), "sentences", anchor="end", size=11, colour=SOFT)
    ends = []
    for system, points in series.items():
        ours = system == SYSTEM_NAMES["reprank"]
        path = " L".join(f"{x:.1f} {y:.1f}" for x, y in map(at, points))
        drawing.curve(f"M{path}", colour=ACCENT if ours else SOFT, width=3 if ours else 1.5)
        for point in points:
            drawing.circle(at(point), 4 if ours else 2.5, fill=AMBER if ours else CARD, edge=ACCENT if ours else SOFT)
        ends.append((at(points[-1]), system, ours))
    own = next(end for end in ends if end[2])
    if drawing.width == NARROW_COLUMNS:
        _labels(drawing, ends, right + 12, (top, top + height))
    else:
        rivals = [end for end in ends if not end[2]]
        drawing.text((own[0][0] + 12, own[0][1] + 4), own[1], size=12, bold=True)
        if rivals:
            lowest = max(end[0][1] for end in rivals) - 14
            _labels(drawing, rivals, max(end[0][0] for end in rivals) + 18, (top, lowest))


def _labels(
    drawing: Drawing, ends: list[tuple[Point, str, bool]], x: float, between: tuple[float, float], apart: float = 17
) -> None:
    """Name lines next to their ends, with leaders; names are moved apart, upwards, where ends are close."""
    ends.sort(key=lambda end: end[0][1])
    places = [end[0][1] for end in ends]
    for number in range(1, len(places)):
        places[number] = max(places[number], places[number - 1] + apart)
    shift = max(0.0, places[-1] - between[1])
    places = [place - shift for place in places]
    for number in range(len(places) - 2, -1, -1):
        places[number] = min(places[number], places[number + 1] - apart)
    for (point, system, ours), y in zip(ends, places, strict=True):
        drawing.line((point[0] + 6, point[1]), (x - 4, y), colour=LINE)
        drawing.text((x, y + 4), system, size=12, bold=ours)
