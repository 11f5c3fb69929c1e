"""Texts made for these tests: a small world of words, different in every document and the same in every run."""

from __future__ import annotations

import json
import random
from pathlib import Path

PEOPLE = ("the mayor", "a ferry captain", "the school", "an old printer", "the harbour office", "a night nurse")
DEEDS = ("closed", "repaired", "praised", "painted", "counted", "forgot", "sold", "defended")
THINGS = ("the bridge", "seven lanterns", "the tram line", "every window", "the annual report", "a flooded cellar")
TIMES = ("before dawn", "on Tuesday", "after the storm", "in the third week of March", "without a word")


def document(number: int, sentences: int = 12) -> str:
    """Write a document; equal numbers give equal documents."""
    chance = random.Random(number)
    lines = []
    for _ in range(sentences):
        parts = (chance.choice(PEOPLE), chance.choice(DEEDS), chance.choice(THINGS), chance.choice(TIMES))
        lines.append(" ".join(parts).capitalize() + ".")
    return " ".join(lines)


def write_rows(path: Path, count: int) -> list[dict[str, object]]:
    """Write a file of rows, one document each, and return them."""
    rows: list[dict[str, object]] = [{"id": f"row-{i}", "text": document(i)} for i in range(count)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return rows


def read_results(path: Path) -> list[dict[str, object]]:
    """Read a file of results."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
