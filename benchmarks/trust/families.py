"""Sizes to hostile texts: families that make programs slow, each as large as wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle, islice

from benchmarks.speed.speed_texts import sentences, vocabulary

AVERAGE_SENTENCE_CHARACTERS = 118
FEW_COPIES = 10_000  # of one document


@dataclass(frozen=True)
class Family:
    """Texts of one kind: ``make`` takes the number of bytes in UTF-8; the largest texts have ``megabytes``."""

    make: Callable[[int], list[str]]
    seen: bool = False  # whether the second half of the documents is what the reader knows
    megabytes: tuple[float, ...] = (0.25, 0.5, 1.0)
    language: str | None = None  # that the text is read as; detected if not given


def repeated(piece: str) -> Family:
    """Make a family that repeats one piece."""
    return Family(lambda size: [piece * (size // len(piece.encode()))])


def prose(size: int, separator: str) -> str:
    """Make running text."""
    return separator.join(sentences(size // AVERAGE_SENTENCE_CHARACTERS + 1))[:size]


def _one_word_sentences(size: int) -> list[str]:
    return [" ".join(f"{word.capitalize()}." for word in islice(cycle(vocabulary()), size // 8))[:size]]


def _equal_documents(size: int) -> list[str]:
    copies = FEW_COPIES * size // 1_000_000
    return [prose(size // copies, " ")] * copies


def _known(size: int) -> list[str]:
    text = prose(size, " ")
    return [text[: size // 2], text[size // 2 :]]


def _announcements(size: int) -> list[str]:
    """Make sentences that announce what is not there, in a document with a heading."""
    cases = (f"Copies may be made in the following case {number}:\n\nNobody pays;\n\n" for number in range(size // 60))
    return ["# Copies\n\n" + "".join(cases)]


FAMILIES = {
    "one word": repeated("river "),
    "one word and full stops": repeated("river. "),
    "no spaces": repeated("abcdefghijklmnopqrstuvwxyz"),
    "only full stops": repeated("."),
    "full stops and spaces": repeated(". "),
    "abbreviations": repeated("Dr. Mr. e.g. U.S. No. vs. "),
    "initials": repeated("J. R. "),
    "dotted letters": repeated("a.b.c."),
    "quotation marks": repeated('"'),
    "open quotations": repeated("He said “yes. "),
    "open brackets": repeated("(a [b {c "),
    "only brackets": repeated("("),
    "combining marks": Family(lambda size: ["e" + "\u0301" * (size // 2)]),
    "emoji": repeated("👩‍👩‍👧"),
    "flags": repeated("🇫🇷 "),
    "hyphens": repeated("-"),
    "hyphenated": repeated("a-"),
    "apostrophes": repeated("a'"),
    "digits": repeated("1"),
    "numbers": repeated("1.2,3"),
    "numbered items": repeated("1. "),
    "commas": repeated("word, "),
    "speakers": repeated("Ann: word "),
    "links": repeated("http://x.org/a?b=c "),
    "spaces": repeated(" "),
    "line breaks": repeated("\n"),
    "words on lines": repeated("river\n"),
    "bullets": repeated("- river\n"),
    "announcements": Family(_announcements),
    "table": repeated("| a | b |\n"),
    "code": repeated("x = f(1);\n"),
    "markup": repeated("<b>{x}</b>"),
    "capitals": repeated("RIVER BRIDGE "),
    "capitals after a comma": Family(lambda size: [f"AA, {'A' * (size // 2)}, {'A' * (size // 2)} flooded the town."]),
    "capitals in an open bracket": Family(lambda size: [f"({'A' * size} flooded the town."]),
    "Chinese without marks": repeated("河水上涨"),
    "Thai without spaces": repeated("แม่น้ำ"),
    "zero bytes": repeated("\x00"),
    "one-word sentences": Family(_one_word_sentences),
    "10,000 equal documents": Family(_equal_documents),
    "seen as large as the input": Family(_known, seen=True),
    "prose on one line": Family(lambda size: [prose(size, " ")]),
    "prose with line breaks": Family(lambda size: [prose(size, "\n")]),
    "prose on one line, as Italian": Family(lambda size: [prose(size, " ")], language="it"),
    "prose on one line, as Danish": Family(lambda size: [prose(size, " ")], language="da"),
    "one-word sentences, as Danish": Family(_one_word_sentences, language="da"),
    "one-word sentences, as Italian": Family(_one_word_sentences, language="it"),
}
#: Running text, measured up to twenty megabytes.
