"""What is found about the sources of a sentence, as values."""

from __future__ import annotations

from typing import NamedTuple

from reprank.summary import Sentence


class Support(NamedTuple):
    """A sentence of another document that tells the same, and how likely it does, from 0 to 1."""

    sentence: Sentence
    similarity: float
