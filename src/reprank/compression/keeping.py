"""What must survive to pieces: patterns, presets and whole chunks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

import numpy as np

from reprank.arrays import Booleans
from reprank.compression.pieces import Pieces
from reprank.errors import InputError
from reprank.patterns import lazy_pattern
from reprank.text.lines import CODE, HEADING, TABLE

Keep: TypeAlias = str | re.Pattern[str] | int

PATTERNS = {
    "numbers": re.compile(r"\d"),
    "paths": re.compile(r"(?<![\w:/])(?:~|\.{1,2})?(?:/[\w.@+-]+){2,}|(?<![\w-])[\w-]+(?:/[\w.-]+)+|\b[A-Za-z]:\\\S+"),
    "urls": re.compile(r"\b(?:https?|ftp)://\S+|\bwww\.\S+"),
    "quotes": re.compile(r"\"[^\"]+\"|“[^“”]+”|«[^«»]+»|「[^「」]+」"),
}
INLINE_CODE = lazy_pattern(r"`[^`\n]+`")
TITLE = lazy_pattern(r"[^\n]{1,100}$")
MAX_PATTERN_CHARACTERS = 1_000
SHOWN_CHARACTERS = 100  # of a pattern, in a message


def _is_heading(kind: str, text: str, opens: bool) -> bool:
    """Tell a heading: marked as one, or a short first line of a chunk without a full stop."""
    return kind == HEADING or (opens and TITLE.match(text) is not None and not text.rstrip().endswith((".", "!", "?")))


def _is_code(kind: str, text: str, opens: bool) -> bool:
    return kind == CODE or INLINE_CODE.search(text) is not None


def _is_table(kind: str, text: str, opens: bool) -> bool:
    return kind == TABLE


KINDS: dict[str, Callable[[str, str, bool], bool]] = {"headings": _is_heading, "code": _is_code, "tables": _is_table}
PRESETS = (*PATTERNS, *KINDS)


def kept_pieces(pieces: Pieces, keep: Iterable[Keep]) -> Booleans:
    """Tell which pieces must be kept: those in which a pattern occurs, those of a kind, those of a whole chunk."""
    required = np.zeros(len(pieces), dtype=np.bool_)
    if isinstance(keep, str | re.Pattern | int) or not isinstance(keep, Iterable):
        raise InputError(f"keep must be a list of patterns, presets or chunk numbers; got {keep!r}: put it in a list")
    for wish in keep:
        required |= _wanted(pieces, wish)
    return required


def _wanted(pieces: Pieces, wish: Keep) -> Booleans:
    if isinstance(wish, bool) or not isinstance(wish, str | re.Pattern | int):
        raise InputError(
            f"keep takes patterns, chunk numbers, or one of {', '.join(PRESETS)}; got {type(wish).__name__}"
        )
    if isinstance(wish, int):
        count = len(pieces.units.documents)
        if not 0 <= wish < count:
            raise InputError(f"keep names chunk {wish}, but there are {count}: use a number from 0 to {count - 1}")
        return np.asarray(pieces.units.document == wish, dtype=np.bool_)
    texts = pieces.units.texts
    if isinstance(wish, str) and wish in KINDS:
        opens = (pieces.units.position == 1).tolist()
        return np.array([KINDS[wish](*about) for about in zip(pieces.kind, texts, opens, strict=True)], dtype=np.bool_)
    pattern = wish if isinstance(wish, re.Pattern) else PATTERNS.get(wish) or _compiled(wish)
    if not isinstance(pattern.pattern, str):
        raise InputError(f"keep has the pattern {pattern.pattern!r}, which is for bytes: use a pattern for text")
    return np.array([pattern.search(text) is not None for text in texts], dtype=np.bool_)


def _compiled(wish: str) -> re.Pattern[str]:
    _check_length(wish)
    try:
        return re.compile(wish)
    except (re.error, RecursionError, OverflowError) as error:
        raise InputError(
            f"keep has the pattern {wish[:SHOWN_CHARACTERS]!r}, which is no regular expression: {error}"
        ) from None


def literal(keep: Iterable[str | int]) -> list[Keep]:
    """Take the wishes of a stranger: presets and chunk numbers as they are, other texts literally, in any case.

    A regular expression of a stranger could take hours; a text is found in linear time.

    >>> literal(["numbers", 0, "nine"])
    ['numbers', 0, re.compile('nine', re.IGNORECASE)]
    """
    wishes: list[Keep] = []
    for wish in keep:
        if isinstance(wish, str) and wish not in PRESETS:
            _check_length(wish)
            wishes.append(re.compile(re.escape(wish), re.IGNORECASE))
        else:
            wishes.append(wish)
    return wishes


def _check_length(wish: str) -> None:
    if len(wish) > MAX_PATTERN_CHARACTERS:
        raise InputError(f"keep has a pattern of {len(wish)} characters: give at most {MAX_PATTERN_CHARACTERS}")
