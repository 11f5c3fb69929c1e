"""What the tests compare: the sentences that were written and those that a summary may select."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units
from tests.readers import texts

FILES = Path(__file__).parent / "files"
END = re.compile(r"(?<=\.) (?=[A-Z])")
ITEMS = [
    "Batteries last for six weeks in cold water.",
    "Memory cards last for one winter.",
]


def sentences(*paragraphs: str) -> list[str]:
    return [sentence for paragraph in paragraphs for sentence in END.split(paragraph)]


def report(*extra: str) -> list[str]:
    """Sentences of the report in order, with what is added after its section about the method."""
    before = [*texts.OPENING, *texts.METHOD]
    return [*sentences(*before), *extra, *sentences(*texts.RESULTS, *texts.DISCUSSION)]


def selectable(document: Document) -> list[str]:
    """Whole sentences in blocks that a summary may take from, without the bullets of lists."""
    units = read_units([document], language("en"))
    return [" ".join(units.texts[i].lstrip("• ").split()) for i in np.flatnonzero(units.presentable)]


def of_kind(document: Document, kind: str) -> list[str]:
    return [document.text[block.start : block.end] for block in document.blocks if block.kind == kind]
