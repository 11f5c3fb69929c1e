"""Small texts, units and tasks that tests share."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from reprank.budget import Budget, Sentences
from reprank.selection import Costs, KeywordRequest, Task
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import Units, read_units

ROOT = Path(__file__).resolve().parents[1]
# Development data, which are not part of the project: tests that need them are skipped where they are missing.
DATA = Path(os.environ.get("REPRANK_DATA") or ROOT.parent / "shared" / "data")

RIVER = (
    "The river rose after heavy rain. Heavy rain made the river flood the town. The mayor opened the school hall. "
    "The flood closed the bridge over the river. Volunteers cooked soup in the school hall. A cat slept."
)
BRIDGE = (
    "The bridge over the river stayed closed after the flood. Engineers checked the bridge for cracks. "
    "Soup was served in the hall."
)


def units_of(*texts: str, code: str = "en") -> Units:
    """Read the units of these documents."""
    return read_units([Document(text) for text in texts], language(code))


def task_of(
    *documents: str,
    budget: Budget | None = None,
    seen: tuple[str, ...] = (),
    query: tuple[str, ...] = (),
    keywords: int = 0,
    repeated: bool = False,
) -> Task:
    """Ask for sentences of these documents; all but seen ones, and repeated ones if not asked for, may be selected."""
    units = units_of(*documents, *seen)
    known = units.document >= len(documents)
    eligible = ((units.duplicate_of == np.arange(len(units))) | repeated) & ~known
    return Task(
        units, Costs.of(budget or Sentences(3), units), eligible, known, query, keywords=KeywordRequest(top=keywords)
    )
