"""A text that is not a ``Summary`` to its sentences."""

from __future__ import annotations

from reprank.text.joining import flatten


def split_sentences(text: str, language: str) -> tuple[str, ...]:
    r"""Split a text at its line breaks and, within lines, at the ends of sentences.

    >>> split_sentences("Dr. Lee spoke. Nobody left.\nIt rained.", "en")
    ('Dr. Lee spoke.', 'Nobody left.', 'It rained.')
    """
    from sentencex import segment

    pieces = (piece for line in text.splitlines() if line.strip() for piece in segment(language, line))
    return tuple(flatten(piece).strip() for piece in pieces if piece.strip())
