"""Editors' marks to labels of our sentences: debris or not, and which sentence each one needs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from reprank.arrays import Booleans, Integers
from reprank.pipeline import read_documents
from reprank.text.documents import Document
from reprank.text.units import Units

GROUPS = {
    kind: group
    for group, kinds in {
        "news": "cnn multi-news multi-news-truncated multiling-en news press",
        "reviews": "yelp amazon opinosis",
        "reference": "wikipedia pubmed report pdf",
        "technical": "readme handbook-en policy man changelog python-docs faq licence manual-page web-doc web-page",
        "speech": "meeting hearing interview minutes script speech",
        "mail": "mail forum",
        "story": "story memoir essay epub blog",
    }.items()
    for kind in kinds.split()
}
ALONE, UNKNOWN, MISSING = -1, -2, -3  # of ``needs``: understood alone; not marked; needs what is not there


@dataclass(frozen=True, eq=False)
class Marked:
    """An input as our sentences, with what editors said of them."""

    id: str
    kind: str
    group: str
    units: Units
    known: Booleans  # sentences that editors saw
    debris: Booleans
    needs: Integers  # the sentence that each one needs, or ALONE, UNKNOWN, MISSING
    key: Booleans


def group_of(row: Mapping[str, Any]) -> str:
    """Return the group of kinds of an input."""
    kind = str(row["set"])
    if row.get("language", "en") != "en" or (kind.startswith("handbook-") and kind != "handbook-en"):
        return "languages"
    return GROUPS.get(kind, kind)


def read_marked(paths: Iterable[Path]) -> Iterator[Marked]:
    """Read files of marked inputs; what is held back is left out."""
    for path in paths:
        for line in path.open(encoding="utf-8"):
            row = json.loads(line)
            if not row.get("held_back"):
                yield marked(row)


def marked(row: Mapping[str, Any]) -> Marked:
    """Map the marks of one input to our sentences, by overlap."""
    code = row.get("language")
    units = read_documents([Document(text) for text in row["documents"]], code)
    ours = _covering(row, units)
    debris, key = np.zeros(len(units), np.bool_), np.zeros(len(units), np.bool_)
    share = np.zeros(len(units))
    needs = np.full(len(units), UNKNOWN)
    known = np.zeros(len(units), np.bool_)
    marked_debris, marked_key = set(row["debris"]), set(row["key"])
    leans = {int(i): int(need) for i, need in row["leans"].items()}
    home = {i: max(places, key=places.__getitem__) for i, places in ours.items() if places}
    members: dict[int, list[int]] = {}
    for i, place in home.items():
        members.setdefault(place, []).append(i)
    for sentence in range(len(units)):
        over = {i: places[sentence] for i, places in ours.items() if sentence in places}
        total = sum(over.values())
        if not total:
            continue
        known[sentence] = True
        share[sentence] = sum(size for i, size in over.items() if i in marked_debris) / total
        debris[sentence] = share[sentence] > 0.5
        biggest = max(over, key=over.__getitem__)
        key[sentence] = biggest in marked_key
        if debris[sentence]:
            continue
        own = [i for i in over if i not in marked_debris]
        first = min(own) if own else biggest
        inside = set(over)
        need = leans.get(first)
        if need is None or need in inside:
            needs[sentence] = ALONE
        elif need < 0:
            needs[sentence] = MISSING
        elif need in home and home[need] != sentence:
            needs[sentence] = home[need]
        else:
            needs[sentence] = MISSING
    return Marked(str(row["id"]), str(row["set"]), group_of(row), units, known, debris, needs, key)


def _covering(row: Mapping[str, Any], units: Units) -> dict[int, dict[int, int]]:
    """Return for each sentence of the editors how many characters each of our sentences shares with it."""
    found: dict[int, dict[int, int]] = {}
    spans = list(zip(units.document.tolist(), units.start.tolist(), units.end.tolist(), strict=True))
    for i, sentence in enumerate(row["sentences"]):
        shared = {}
        for place, (document, start, end) in enumerate(spans):
            if document == sentence["document"]:
                both = min(end, sentence["end"]) - max(start, sentence["start"])
                if both > 0:
                    shared[place] = both
        found[i] = shared
    return found
