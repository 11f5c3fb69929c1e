"""What is found about the sources of sentences, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from reprank.sources.numerals import NUMBER_WORDS
from reprank.summary import Sentence

NUMBERS = frozenset(word for words in NUMBER_WORDS.values() for word in words)


class Support(NamedTuple):
    """A sentence of another document that tells the same, and how likely it does, from 0 to 1."""

    sentence: Sentence
    similarity: float


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two sentences of different documents that disagree.

    ``kind`` is ``"number"``, ``"date"``, ``"negation"``, or ``"update"``: there ``second`` is the later one and says
    what has changed. ``values`` are the two values as they are written; for a negation ``"claimed"`` and ``"denied"``.
    ``names`` are the names of the two documents. ``str`` says it in words.
    """

    first: Sentence
    second: Sentence
    kind: str
    values: tuple[str, str]
    names: tuple[str, str]

    def __str__(self) -> str:
        return f"{self.headline} “{self.first.display}” “{self.second.display}”"

    @property
    def headline(self) -> str:
        """Who says what, without the sentences."""
        one, other = self.names
        if set(self.values) == {"claimed", "denied"}:
            if self.kind == "update":
                return f"{other} now says otherwise than {one} did."
            claims, denies = (one, other) if self.values[0] == "claimed" else (other, one)
            return f"{claims} says so; {denies} says not."
        values = [it.lower() if it.lower() in NUMBERS else it for it in self.values]
        if self.kind == "update":
            return f"{one} said {values[0]}; later, {other} says {values[1]}."
        return f"{one} says {values[0]}; {other} says {values[1]}."

    def to_dict(self) -> dict[str, object]:
        """Return plain values, ready for JSON."""
        return {
            "kind": self.kind,
            "values": list(self.values),
            "text": self.headline,
            "first": told_fields(self.first),
            "second": told_fields(self.second),
        }


def told_fields(sentence: Sentence) -> dict[str, object]:
    """Write a sentence as it is printed, with its place, as plain values."""
    place = {name: getattr(sentence, name) for name in ("document", "start", "end")}
    return {"text": sentence.display, **place}
