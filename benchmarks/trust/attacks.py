"""Pattern to attack strings: what its structure repeats, pumped, and fragments that have stopped patterns before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

Nodes = Any  # a parsed sequence: pairs of an operation and its argument

REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
MANY = 9  # a repetition that may be this long counts as one without a limit
CHOICES = 6  # alternatives and characters that are tried of one part
MAX_PUMPED = 250  # attacks from the structure of one pattern
MANY_CHARACTERS = 10_000  # of a string, beyond which the check takes its time
LETTERS = "aA0 .,-'’\n\t_/:;()[]{}<>*#`~@&=+?!\"“”‘«»|\\$^%é中١\x00"
CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_NOT_DIGIT: r"\D", sre.CATEGORY_SPACE: r"\s", sre.CATEGORY_NOT_SPACE: r"\S",
    sre.CATEGORY_WORD: r"\w", sre.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip
SUFFIXES = ("", "\x00", " b", "\n\x00")
FRAGMENTS = (
    *LETTERS, "A ", "a ", "A. ", "a. ", "A.", "a-", "-a", "1.", "1,", "1 ", "1-", "A,", ", ", "\n\n", "\r\n", "\n ",
    " \n", "- ", "* ", "> ", "1. ", "[](", "[a](", "![", "[^a", ".[^a", "](", "]: ", "<a ", "</", "<!--", "-->",
    "<!-- a -->\n", "&#", "&a;", "http://", "www.", "a@", "a.b", "a.", "--", "==", "``", "$$", "\\(", "…", "...", "“a ",
    "‘a ",
    "« a", "”“", "''", "a'", "a: ", ": ", "a:", "| ", "|-", "obj ", "1 0 R ", "/A ", "<<", ">>", "00:00 ", "a\n\n",
    "A\n", "Fig. ", "et al. ", "(A ", "(a) ", "§ ", "e.g. ", "a/", "/a", "~~", "\x0c",
)  # fmt: skip
BEGINNINGS = (
    "", "a", "A", "AA, ", "(", "[", "# ", "- ", "> ", '"', "“", "1. ", "a: ", "---\ntitle: a", "<", "<!--", "http://a",
    "Fig. 1", "See ", "By A", "\n", "`",
)  # fmt: skip


@dataclass(frozen=True)
class Attack:
    """A string of any length: a beginning, something repeated, an end."""

    begin: str
    pump: str
    end: str = ""
    middle: str = ""  # between two runs of the pump

    def of(self, characters: int) -> str:
        """Return the string with about as many characters, at least two pumps."""
        runs = 2 if self.middle else 1
        times = max(characters // (len(self.pump) * runs), 2)
        return self.begin + self.middle.join([self.pump * times] * runs) + self.end


def attacks(pattern: re.Pattern[Any], *, anchored: bool, characters: int) -> Iterator[Attack]:
    """Yield what may take a pattern long; ``anchored`` if it is only tried at the beginning of a text.

    Where strings are to be long, every fragment follows every beginning.
    """
    raw = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    parsed = _parser.parse(raw, pattern.flags & (re.IGNORECASE | re.MULTILINE | re.DOTALL | re.VERBOSE | re.ASCII))
    found = dict.fromkeys(islice(_pumped(parsed, anchored=anchored), 4 * MAX_PUMPED))
    yield from islice(found, MAX_PUMPED)
    for begin in BEGINNINGS if anchored or characters > MANY_CHARACTERS else BEGINNINGS[:6]:
        for fragment in FRAGMENTS:
            yield Attack(begin, fragment)


def _pumped(parsed: Nodes, *, anchored: bool) -> Iterator[Attack]:
    """Pump every repetition behind an example of what is before it."""
    places = dict.fromkeys(_repetitions(parsed, ""))
    for before, pump in places:
        for end in SUFFIXES:
            yield Attack(before, pump, end)
        if not anchored:
            yield Attack("", before + pump)
            yield Attack("", before + pump, "\x00")
            if before:
                yield Attack("", before)
    for (before, pump), (later, other) in zip(places, list(places)[1:], strict=False):
        if pump == other and later.startswith(before):
            yield Attack(before, pump, "\x00", later[len(before) :] or pump)
    for choice in range(CHOICES):
        for whole in (_example(parsed, choice), _example(parsed, choice, longest=True)):
            if whole:
                yield Attack("", whole, "\x00")
                yield Attack(whole[:-1], whole[-1], "\x00")


def _repetitions(nodes: Nodes, before: str) -> Iterator[tuple[str, str]]:
    for number, (operation, value) in enumerate(nodes):
        prefix = before + _example(nodes[:number])
        if operation in REPEATS:
            _, highest, inner = value
            if highest >= MANY:
                yield from (
                    (prefix, pump) for pump in dict.fromkeys(_example(inner, it) for it in range(CHOICES)) if pump
                )
                if len(inner) == 1:
                    yield from ((prefix, letter) for letter in LETTERS if _fits(inner[0], letter))
            yield from _repetitions(inner, prefix)
            yield from _repetitions(inner, prefix + _example(inner, longest=True))
        else:
            for part in _parts(operation, value):
                yield from _repetitions(part, prefix)


def _parts(operation: Any, value: Any) -> list[Nodes]:
    """Return the sequences inside a node that is no repetition."""
    if operation is sre.SUBPATTERN:
        return [value[-1]]
    if operation is sre.BRANCH:
        return list(value[1])
    if operation in (sre.ASSERT, sre.ASSERT_NOT):
        return [value[1]] if value[0] > 0 else []
    return [value] if operation is sre.ATOMIC_GROUP else []


def _example(nodes: Nodes, choice: int = 0, *, longest: bool = False) -> str:
    """Return a text that the nodes match, or nearly so."""
    written = ""
    for operation, value in nodes:
        if operation is sre.LITERAL:
            written += chr(value)
        elif operation in (sre.NOT_LITERAL, sre.IN, sre.ANY):
            fitting = [letter for letter in LETTERS if _fits((operation, value), letter)]
            if operation is sre.IN:
                fitting += [chr(it) for kind, it in value if kind is sre.LITERAL and value[0][0] is not sre.NEGATE][:3]
                fitting += [chr(it[0]) for kind, it in value if kind is sre.RANGE and value[0][0] is not sre.NEGATE][:3]
            written += fitting[choice % len(fitting)] if fitting else ""
        elif operation in REPEATS:
            lowest, highest, inner = value
            times = min(int(highest), MANY) if longest else max(int(lowest), 1 if choice % 2 else 0)
            written += _example(inner, choice, longest=longest) * times
        elif operation is sre.BRANCH:
            written += _example(value[1][choice % len(value[1])], choice, longest=longest)
        elif operation in (sre.SUBPATTERN, sre.ATOMIC_GROUP):
            written += _example(_parts(operation, value)[0], choice, longest=longest)
    return written


def _fits(node: tuple[Any, Any], letter: str) -> bool:
    """Return whether a node of one character matches a letter."""
    operation, value = node
    if operation is sre.LITERAL:
        return ord(letter) == value
    if operation is sre.NOT_LITERAL:
        return ord(letter) != value
    if operation is sre.ANY:
        return letter != "\n"
    if operation is not sre.IN:
        return False
    negated, found = False, False
    for kind, it in value:
        negated |= kind is sre.NEGATE
        found |= kind is sre.LITERAL and ord(letter) == it
        found |= kind is sre.RANGE and it[0] <= ord(letter) <= it[1]
        found |= kind is sre.CATEGORY and re.match(CATEGORIES[it], letter) is not None
    return found != negated
