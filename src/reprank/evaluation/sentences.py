"""A text that is not a ``Summary`` to its sentences."""

from __future__ import annotations

from collections.abc import Iterator

from reprank.text.joining import flatten

UNSPACED_ENDS = "。！？…」』）．"  # of scripts that put no space between sentences


def split_sentences(text: str, language: str) -> tuple[str, ...]:
    r"""Split a text at its line breaks and, within lines, at the ends of sentences.

    Where no space follows, as in ``good.Really``, a text is not split, so that the number of its words stays the same;
    Chinese and Japanese need no space.

    >>> split_sentences("Dr. Lee spoke. Nobody left.\nIt rained.", "en")
    ('Dr. Lee spoke.', 'Nobody left.', 'It rained.')
    >>> split_sentences("It is good.Really good. Buy it.", "en"), split_sentences("好。很好。", "zh")
    (('It is good.Really good.', 'Buy it.'), ('好。', '很好。'))
    """
    pieces = (piece for line in text.splitlines() if line.strip() for piece in _pieces(line, language))
    return tuple(piece for piece in map(flatten, pieces) if piece)


def _pieces(line: str, language: str) -> Iterator[str]:
    from sentencex import segment

    start = end = 0
    for piece in map(str.strip, segment(language, line)):
        place = line.index(piece, end)
        if place == end > 0 and line[end - 1] not in UNSPACED_ENDS:
            end = place + len(piece)  # no space between: this piece goes on the one before
            continue
        if end:
            yield line[start:end].strip()
        start, end = place, place + len(piece)
    yield line[start:end].strip()
