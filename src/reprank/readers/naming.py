"""Titles and lines to names: what is code, and which line says what a thing is and does."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from reprank.patterns import lazy_pattern
from reprank.text.tokens import STOPPED

# A heading that is code, and neither a name such as iPhone nor a file: what a function or an option does stands below.
CODE = lazy_pattern(
    r"(?i:(?:new|class|event|interface|function|method|static|async|type):? ){0,2}"
    r"(?:(?:new )?(?:[a-z$_]|(?=[\w$]*+\.))[\w$.:-]*(?:\[[^\[\]]{0,40}\])?\((?!(?:s|es|ies|n|e|en)\))[^()\n]*\)|"
    r"--?[a-z][\w-]*(?:[ =,]\S{1,30}){0,3}|"
    r"[a-z][^\W_]*+(?:(?:_+|::)[^\W_]++)++|(?=\S*[A-Z])[a-z]\w*+(?:\.[A-Za-z]\w*+)++)|Event: '[\w:-]+'",
    re.ASCII,
)
MIN_CODE_TITLES = 3  # of a document about functions and options; else they are titles like others
MIN_DEFINITION_WORDS = 5  # of a definition without a full stop; a shorter line is metadata: "Added in: 1.2"
NAME = r"[\w.:+@/-]{1,40}(?: [\w.:+@/-]{1,40}){0,7}"
# The line below "NAME" in a manual.
PURPOSE = lazy_pattern(rf"({NAME}(?:, {NAME}){{0,9}}) +(?:-{{1,3}}|[–—]) +(\S.{{3,300}})", re.DOTALL)
MARKS = ".,;:!?()[]'\"“”‘’"  # around words
OPENING_CHARACTERS, OPENINGS = 60, 3  # of the first paragraphs, one of which names the thing at once


def is_code(title: str) -> bool:
    """Tell whether a title is the name of a function, an option or an attribute.

    >>> [is_code(title) for title in ("json.dumps(obj)", "--dry", "readStream.isRaw", "Node.js", "Risk(s)")]
    [True, True, True, False, False]
    """
    return CODE.fullmatch(title) is not None


def may_define(text: str) -> bool:
    """Tell whether a paragraph below a title may say what the thing is, or announces that: it is no metadata."""
    return STOPPED.search(text) is not None or len(text.split()) >= MIN_DEFINITION_WORDS


def purpose_of(line: str) -> str:
    """Return what a line of a manual says of a thing as a sentence; nothing if it is no such line.

    >>> purpose_of("eel, elver - count eels"), purpose_of("Eels are counted.")
    ('eel, elver: count eels.', '')
    """
    found = PURPOSE.fullmatch(line)
    if found is None:
        return ""
    purpose = f"{found[1]}: {found[2]}"
    return purpose if STOPPED.search(purpose) else f"{purpose}."


def names_itself(paragraphs: Iterable[str], names: str) -> bool:
    """Tell whether one of the first paragraphs begins with a name of the thing; commas separate its names.

    >>> names_itself(["The eel counter counts."], "eel, elver"), names_itself(["This counts eels."], "eel")
    (True, False)
    """
    openings = [_words(paragraph[:OPENING_CHARACTERS]) for paragraph in islice(paragraphs, OPENINGS)]
    return any(f" {name} " in opening for name in names.lower().split(", ") for opening in openings)


def says_the_same(text: str, purpose: str) -> bool:
    """Tell whether a short text has most words of the line above it.

    >>> says_the_same("Print or count eels.", "count eels"), says_the_same("This counts all eels.", "count eels")
    (True, False)
    """
    wanted, words = _words(purpose).split(), _words(text)
    return 2 * sum(f" {word} " in words for word in wanted) > len(wanted) and len(words.split()) <= 2 * len(wanted)


def _words(text: str) -> str:
    """Return the words of a text, lower-cased, with a space around each."""
    return f" {' '.join(word.strip(MARKS) for word in text.lower().split())} "
