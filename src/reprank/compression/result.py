"""Kept pieces to compressed chunks: their text, what was kept, and what was dropped."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import pairwise

from reprank.compression.pieces import Pieces
from reprank.patterns import lazy_pattern
from reprank.summary import BudgetUse
from reprank.text.documents import Document

Span = tuple[int, int]
BLANK_LINE = lazy_pattern(r"\n[^\S\n]*\n")


@dataclass(frozen=True, slots=True)
class CompressedChunk:
    """What is left of one chunk: ``chunk.text[start:end]`` for each kept span, in order; empty if nothing is.

    ``kept`` and ``dropped`` are offsets into the chunk that was given. Together they cover all of it but white space.
    """

    text: str
    kept: tuple[Span, ...]
    dropped: tuple[Span, ...]
    id: str | None = None


@dataclass(frozen=True)
class Compressed:
    """As many chunks as were given, in the same order, and how they came about."""

    chunks: tuple[CompressedChunk, ...]
    budget: BudgetUse | None  # None where a threshold alone decided
    version: str
    warnings: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n\n".join(chunk.text for chunk in self.chunks if chunk.text)

    def to_dict(self) -> dict[str, object]:
        """Return plain values, ready for JSON."""
        return {
            "chunks": [asdict(chunk) for chunk in self.chunks],
            "budget": asdict(self.budget) if self.budget else None,
            "version": self.version,
            "warnings": list(self.warnings),
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """Return JSON, other scripts readable as they are."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)


def make_chunk(pieces: Pieces, chunk: int, is_kept: Callable[[int], bool], marker: str | None) -> CompressedChunk:
    """Write what is left of a chunk."""
    document = pieces.units.documents[chunk]
    text = document.text
    kept = [_stripped(text, *span) for span in _runs(pieces, pieces.of_chunk(chunk), is_kept)]
    if kept == [_stripped(text, 0, len(text))]:
        return CompressedChunk(text, tuple(kept), (), document.id)
    edges = [(0, 0), *kept, (len(text), len(text))]
    gaps = [(one[1], other[0]) for one, other in pairwise(edges)]
    dropped = tuple(span for gap in gaps if (span := _inside(text, *gap))[0] < span[1])
    return CompressedChunk(_joined(text, kept, marker) if kept else "", tuple(kept), dropped, document.id)


def whole_chunk(document: Document) -> CompressedChunk:
    """Keep a chunk as it is."""
    span = _stripped(document.text, 0, len(document.text))
    return CompressedChunk(document.text, (span,) if span[0] < span[1] else (), (), document.id)


def _runs(pieces: Pieces, places: range, is_kept: Callable[[int], bool]) -> list[Span]:
    """Return the stretches of neighbouring pieces that are kept."""
    runs: list[Span] = []
    before = False
    for i in places:
        start, end = pieces.bounds[i]
        if is_kept(i):
            if before:
                runs[-1] = runs[-1][0], end
            else:
                runs.append((start, end))
        before = is_kept(i)
    return runs


def _joined(text: str, kept: list[Span], marker: str | None) -> str:
    """Join stretches with the white space that stood between them, and a marker where something was dropped."""
    parts = [_gap(text[: kept[0][0]], marker, opens=True)]
    for (start, end), (following, _) in pairwise([*kept, (len(text), len(text))]):
        parts += text[start:end], _gap(text[end:following], marker, closes=following == len(text))
    return "".join(parts)


def _gap(dropped: str, marker: str | None, *, opens: bool = False, closes: bool = False) -> str:
    """Return what is written for a dropped stretch, never longer than the stretch itself."""
    if not dropped.strip():
        return ""
    if BLANK_LINE.search(dropped):
        space = "\n\n"
    elif "\n" in dropped:
        space = "\n"
    else:
        space = " " if any(map(str.isspace, dropped)) else ""
    if marker is not None:
        marked = ("" if opens else space) + marker + ("" if closes else space)
        if len(marked.encode("utf-8", "surrogatepass")) <= len(dropped.encode("utf-8", "surrogatepass")) and len(
            marked
        ) <= len(dropped):
            return marked
    return "" if opens or closes else space


def _inside(text: str, start: int, end: int) -> Span:
    """Leave out white space at both ends."""
    stretch = text[start:end]
    end = start + len(stretch.rstrip())
    return min(start + len(stretch) - len(stretch.lstrip()), end), end


def _stripped(text: str, start: int, end: int) -> Span:
    """Leave out white space at the end, and empty lines at the beginning: indentation belongs to code."""
    stretch = text[start:end]
    end = start + len(stretch.rstrip())
    blank = re.match(r"(?:[^\S\n]*\n)*", stretch)
    first = start + (blank.end() if blank else 0)
    return (first, end) if first < end else (end, end)
