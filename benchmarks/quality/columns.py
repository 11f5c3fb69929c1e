"""Summaries against what editors marked: points, core, debris, unmet needs and repetition, as shares.

points   key points told (repetitions are one point), as a share of those that the editors' extract tells, at most 1
core     1 if the summary has a core sentence, or one that tells the same
debris   share of the sentences that should never be in a summary
unmet    share of the sentences, debris left out, whose needed sentence is not before them in the summary
twice    share of the sentences that tell what an earlier one told
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from reprank import Summary
from reprank.api import Summarizer

COLUMNS = ("points", "core", "debris", "unmet", "twice")
HALF = 0.5  # of a marked sentence that a selected one must cover to be the same

Marked = Mapping[str, Any]


def read_marked(paths: Iterable[Path], limit: int | None = None) -> list[Marked]:
    """Read marked inputs, at most ``limit`` of each file; what is held back is left out."""
    rows: list[Marked] = []
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            found = [row for row in map(json.loads, lines) if not row.get("held_back")]
        rows += found[:limit]
    return rows


def measure(row: Marked, summary: Summary) -> dict[str, float]:
    """Measure one summary."""
    groups = {i: f"group {number}" for number, members in enumerate(row["same"]) for i in reversed(members)}
    debris, leans = set(row["debris"]), {int(i): int(need) for i, need in row["leans"].items()}

    def told_by(ids: Iterable[int]) -> set[str]:
        return {groups.get(i, str(i)) for i in ids}

    selected = marked_sentences(row, summary)
    told: set[str] = set()
    twice = unmet = 0
    for i in selected:
        unmet += i in leans and i not in debris and groups.get(leans[i], str(leans[i])) not in told
        twice += groups.get(i, str(i)) in told
        told |= told_by([i])
    points = told_by(row["key"])
    count = max(len(selected), 1)
    return {
        "points": min(len(points & told) / max(len(points & told_by(row["pick"])), 1), 1.0),
        "core": float(bool(told_by(row["core"]) & told)),
        "debris": sum(i in debris for i in selected) / count,
        "unmet": unmet / count,
        "twice": twice / count,
    }


def marked_sentences(row: Marked, summary: Summary) -> list[int]:
    """Return the numbers of the marked sentences that a summary has, in reading order."""
    found: dict[int, None] = {}
    for sentence in summary.sentences:
        for number, marked in enumerate(row["sentences"]):
            if marked["document"] == sentence.document:
                common = min(marked["end"], sentence.end) - max(marked["start"], sentence.start)
                if common > HALF * max(marked["end"] - marked["start"], 1):
                    found.setdefault(number)
    return list(found)


def mean_columns(rows: Sequence[Marked], system: Summarizer) -> dict[str, float]:
    """Summarize all inputs and average the columns, in percent."""
    measured = [measure(row, system.summarize(row["documents"], words=row["words"], keywords=0)) for row in rows]
    return {name: 100 * fmean(one[name] for one in measured) for name in COLUMNS}
