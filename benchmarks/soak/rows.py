"""Rows for faults: short texts, all different, the same in every run."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

PEOPLE = ("the mayor", "a ferry captain", "the school", "an old printer", "the harbour office", "a night nurse")
DEEDS = ("closed", "repaired", "praised", "painted", "counted", "forgot", "sold", "defended")
THINGS = ("the bridge", "seven lanterns", "the tram line", "every window", "the annual report", "a flooded cellar")
TIMES = ("before dawn", "on Tuesday", "after the storm", "in the third week of March", "without a word")


def text(number: int, *, sentences: int = 6) -> str:
    """Write a text with its number in it; equal numbers give equal texts."""
    chance = random.Random(number)
    lines = [f"Report {number} was filed."]
    for _ in range(sentences):
        parts = (chance.choice(PEOPLE), chance.choice(DEEDS), chance.choice(THINGS), chance.choice(TIMES))
        lines.append(" ".join(parts).capitalize() + ".")
    return " ".join(lines)


def write_rows(path: Path, count: int, *, sentences: int = 6) -> None:
    """Write a file of rows, one text each."""
    with path.open("w", encoding="utf-8") as stream:
        for number in range(count):
            stream.write(json.dumps({"id": number, "text": text(number, sentences=sentences)}) + "\n")


def digest(path: Path) -> str:
    """Return a digest of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
