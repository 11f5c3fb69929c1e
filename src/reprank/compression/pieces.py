"""Chunks to pieces: what is kept or dropped as a whole, a sentence of prose, a block of code, or a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from reprank.arrays import Booleans, Integers
from reprank.caching import cached_property
from reprank.text.documents import Block, Document
from reprank.text.identification import detect
from reprank.text.languages import language
from reprank.text.lines import CODE, HEADING, PROSE, TABLE, line_kinds
from reprank.text.units import Units, read_units

WHOLE_KINDS = frozenset({CODE, TABLE, "furniture", "reference"})  # a stretch of these is one piece
UNSELECTED_KINDS = frozenset({HEADING, "furniture", "reference"})  # of blocks: kept only where ``keep`` asks


@dataclass(frozen=True)
class Segment:
    """A stretch of a chunk of one kind."""

    chunk: int
    start: int
    end: int
    kind: str


@dataclass(frozen=True, eq=False)
class Pieces:
    """The sentences of all chunks, each code block and table being one, and the stretch of its chunk that each owns.

    The stretches of a chunk cover all of it: what stands between two sentences belongs to the first of them. Kinds are
    those of the blocks of a document that has blocks, and guessed from the text of one that has none.
    """

    units: Units
    kind: tuple[str, ...]

    @cached_property
    def selectable(self) -> Booleans:
        """Pieces that may be selected: all but the headings, page furniture and references that a reader has found."""
        known = [bool(document.blocks) for document in self.units.documents]
        of_piece = zip(self.units.document.tolist(), self.kind, strict=True)
        return np.array([not known[i] or kind not in UNSELECTED_KINDS for i, kind in of_piece], dtype=np.bool_)

    def __len__(self) -> int:
        return len(self.units)

    @cached_property
    def bounds(self) -> list[tuple[int, int]]:
        """Start and end of the stretch that each piece owns."""
        units, count = self.units, len(self.units)
        document, start = units.document.tolist(), units.start.tolist()
        lengths = [len(chunk.text) for chunk in units.documents]
        starts = [0 if i == 0 or document[i - 1] != document[i] else start[i] for i in range(count)]
        ends = [
            starts[i + 1] if i + 1 < count and document[i + 1] == document[i] else lengths[document[i]]
            for i in range(count)
        ]
        return list(zip(starts, ends, strict=True))

    @cached_property
    def owned(self) -> list[str]:
        """The stretch of each piece as text, white space at its end included."""
        chunks = self.units.documents
        document = self.units.document.tolist()
        return [chunks[d].text[start:end] for d, (start, end) in zip(document, self.bounds, strict=True)]

    @cached_property
    def _firsts(self) -> list[int]:
        numbers = np.arange(len(self.units.documents) + 1)
        firsts: list[int] = np.searchsorted(self.units.document, numbers).tolist()
        return firsts

    def of_chunk(self, chunk: int) -> range:
        """Return the pieces of a chunk."""
        return range(self._firsts[chunk], self._firsts[chunk + 1])


def read_pieces(chunks: Sequence[Document], code: str | None) -> Pieces:
    r"""Split chunks into pieces.

    >>> text = "Run the script.\n\n```\nmake all\nmake test\n```\n\nIt prints the result. It takes a minute."
    >>> pieces = read_pieces([Document(text)], "en")
    >>> pieces.units.texts[1], pieces.kind
    ('```\nmake all\nmake test\n```', ('prose', 'code', 'prose', 'prose'))
    """
    segments = [segment for number, chunk in enumerate(chunks) for segment in _segments(number, chunk)]
    parts = [_part(chunks[segment.chunk], segment) for segment in segments]
    found = language(code or detect(chunk.text for chunk in chunks))
    units = read_units(parts, found, whole=True)
    whole = np.array([part.kind in WHOLE_KINDS for part in segments], dtype=np.bool_)
    merged, segment = _merged(units, whole)
    start = np.array([part.start for part in segments], np.intp)
    length = np.array([part.end - part.start for part in segments], np.intp)
    blocks = np.array([bool(chunks[part.chunk].blocks) for part in segments], dtype=np.bool_)
    opens = np.diff(segment, prepend=-1) > 0
    in_block = whole[segment]
    of_word = np.repeat(segment, merged.lengths)
    units = replace(
        merged,
        documents=_with_segments(chunks, segments),
        document=np.array([part.chunk for part in segments], np.intp)[segment],
        start=start[segment] + np.where(in_block | (opens & blocks[segment]), 0, merged.start),
        end=start[segment] + np.where(in_block, length[segment], merged.end),
        word_start=start[of_word] + merged.word_start,
    )
    return Pieces(units, tuple(segments[i].kind for i in segment.tolist()))


def _merged(units: Units, whole: Booleans) -> tuple[Units, Integers]:
    """Join the sentences of each segment that must stay whole; return the segment of every sentence too."""
    first = np.ones(len(units), dtype=np.bool_)
    first[1:] = (units.document[1:] != units.document[:-1]) | ~whole[units.document[1:]]
    last = np.append(first[1:], True) if len(first) else first
    offsets = np.append(units.offsets[:-1][first], units.offsets[-1])
    joined = replace(
        units, document=units.document[first], start=units.start[first], end=units.end[last], offsets=offsets
    )
    return joined, units.document[first]


def _segments(chunk: int, document: Document) -> Iterator[Segment]:
    """Yield the stretches of one kind: the blocks of a document that has some, or what its lines look like."""
    return _of_blocks(chunk, document) if document.blocks else _of_lines(chunk, document.text)


def _of_blocks(chunk: int, document: Document) -> Iterator[Segment]:
    """Yield a stretch for each block, with the markup before it on its line, such as the dash of a list item."""
    before = 0
    for block in document.blocks:
        if document.text[block.start : block.end].isspace():
            before = block.end
            continue
        start = document.text.rfind("\n", 0, block.start) + 1
        if start < before:  # the block before it ends on the same line
            stretch = document.text[block.start : block.end]
            start = block.start + len(stretch) - len(stretch.lstrip())
        if start < block.end:
            yield Segment(chunk, start, block.end, block.kind)
        before = block.end


def _part(document: Document, segment: Segment) -> Document:
    """Return a segment as a document; in a block, a line break is only a space."""
    text = document.text[segment.start : segment.end]
    return Document(text, blocks=(Block(0, len(text)),) if document.blocks else ())


def _with_segments(chunks: Sequence[Document], segments: Sequence[Segment]) -> tuple[Document, ...]:
    """Let the blocks of each document that has some begin where the segments begin."""
    blocks: dict[int, list[Block]] = {}
    for segment in segments:
        blocks.setdefault(segment.chunk, []).append(Block(segment.start, segment.end, segment.kind))
    return tuple(replace(it, blocks=tuple(blocks.get(i, ()))) if it.blocks else it for i, it in enumerate(chunks))


def _of_lines(chunk: int, text: str) -> Iterator[Segment]:
    """Yield stretches of one kind that cover all of a text."""
    start, end, kind = 0, 0, PROSE
    for line_start, line_end, line_kind in line_kinds(text):
        line_kind = line_kind if line_kind in (CODE, TABLE, HEADING) else PROSE
        if line_kind != kind or kind == HEADING:
            if start < end:
                yield _trimmed(chunk, text, start, end, kind)
            start, kind = line_start, line_kind
        end = line_end
    if start < end:
        yield _trimmed(chunk, text, start, end, kind)


def _trimmed(chunk: int, text: str, start: int, end: int, kind: str) -> Segment:
    """Leave the line breaks around a block to its neighbours."""
    if kind != PROSE:
        end = start + len(text[start:end].rstrip())
    return Segment(chunk, start, end, kind)
