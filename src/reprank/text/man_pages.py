"""Lines of a man page to their kinds: titles, headings, running text, and options with their descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from reprank.patterns import lazy_pattern
from reprank.text.lines import (
    CODE,
    FURNITURE,
    HEADING,
    MAX_CODE_COLUMNS,
    OPTION,
    OPTION_TAG,
    PROSE,
    PROSE_LINE,
    indent_of,
)

NOTE = "footnote"
# Of a man page: "LS(1) … LS(1)", often with the name of the manual in the middle.
PAGE_TITLE = lazy_pattern(r"\s*([\w.:+@-]{1,60}\(\w{1,6}\))\s{2,}(?:\S.*\s{2,})?\1\s*$")
PAGE_FOOT = lazy_pattern(r"\S.*\s{4,}\S.*\s{4,}[\w.:+@-]{1,60}\(\w{1,6}\)\s*$")
KIND_OF_SECTION = {
    **dict.fromkeys(["name", "bezeichnung", "nom", "nombre", "nome"], HEADING),
    **dict.fromkeys(["synopsis", "übersicht", "sinopsis", "sintaxis", "sintassi", "sinossi"], CODE),
    **dict.fromkeys([
        "author", "authors", "reporting bugs", "copyright", "see also", "standards", "colophon", "resources",
        "autor", "autoren", "fehler melden", "siehe auch", "übersetzung",
        "auteur", "auteurs", "signaler des bogues", "voir aussi", "traduction",
        "autores", "informar de errores", "véase también", "traducción",
        "autore", "autori", "segnalare bug", "vedere anche", "traduzione",
    ], NOTE),
}  # fmt: skip
TAGGED = lazy_pattern(r"\s*\S{1,20} {3,}\S")
TAG_COLUMNS = 7  # of a term in a man page whose text stands on the same line


def is_page_title(line: str) -> bool:
    """Tell whether a line is the running title that a man page begins with."""
    return PAGE_TITLE.match(line[:MAX_CODE_COLUMNS]) is not None


def is_prose_of_synopsis(lines: Sequence[str]) -> bool:
    """Tell whether a paragraph below "SYNOPSIS" is running text: it ends with a full stop, and most lines read as text.

    >>> [is_prose_of_synopsis([line]) for line in ("Counts eels and all other fish.", "eel [-a] [file ...]")]
    [True, False]
    """
    reads = sum(PROSE_LINE.match(line[:MAX_CODE_COLUMNS]) is not None for line in lines)
    return bool(lines) and lines[-1].rstrip().endswith(".") and 2 * reads > len(lines)


def mark_man_page(contents: list[str], kinds: list[str]) -> bool:
    """Find the parts of a man page; tell whether it is one.

    Running text has the indentation of the first line under a heading. What is indented more belongs to a term above
    it, which may be an option, a variable or a command.
    """
    first = next((i for i, content in enumerate(contents) if content), None)
    if first is None or not is_page_title(contents[first]):
        return False
    base = next((indent_of(content) for content in contents[first + 1 :] if content.startswith(" ")), 0)
    section = ""
    prose = _prose_of_synopses(contents)
    for i, content in enumerate(contents):
        if not content:
            continue
        indent, line = indent_of(content), content[:MAX_CODE_COLUMNS]
        if is_page_title(line) or PAGE_FOOT.match(line):
            kinds[i] = FURNITURE
        elif indent < base:
            kinds[i] = HEADING
            section = content.strip().lower() if indent == 0 else section
        elif section in KIND_OF_SECTION and not (KIND_OF_SECTION[section] == CODE and i in prose):
            kinds[i] = KIND_OF_SECTION[section]
        elif kinds[i] == PROSE and (
            indent > base
            or _is_tag(contents, i, base)
            or (OPTION_TAG.match(content) and (not contents[i - 1] or kinds[i - 1] == OPTION))
        ):
            kinds[i] = OPTION
    return True


def _prose_of_synopses(contents: list[str]) -> set[int]:
    """Return the lines of all paragraphs that are running text by the measure for synopses."""
    found, number = set[int](), 0
    for is_blank, paragraph in groupby(contents, key=lambda content: not content):
        lines = list(paragraph)
        if not is_blank and is_prose_of_synopsis(lines):
            found.update(range(number, number + len(lines)))
        number += len(lines)
    return found


def _is_tag(contents: list[str], i: int, base: int) -> bool:
    """Tell whether a line of a man page is a term: its text follows in a column of its own or is indented below it."""
    content, following = contents[i], contents[i + 1] if i + 1 < len(contents) else ""
    if following and indent_of(following) > base:
        return True
    if i and not contents[i - 1] and TAGGED.match(content):
        return True
    column = base + TAG_COLUMNS
    return not following and content[column - 2 : column] == "  " and content[column : column + 1] not in ("", " ")
