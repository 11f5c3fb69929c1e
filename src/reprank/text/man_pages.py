"""Lines of a man page to their kinds: titles, headings, running text, and options with their descriptions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, islice

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
# Of a man page: "LS(1) … LS(1)", often with the name of the manual in the middle. A name may have spaces.
PAGE_NAME = r"[\w.:+@-]{1,60}(?: [\w.:+@-]{1,60}){0,4}\(\w{1,6}\)"
PAGE_TITLE = lazy_pattern(rf"\s*({PAGE_NAME})\s{{2,}}(?:\S.*\s{{2,}})?\1\s*$")
PAGE_FOOT = lazy_pattern(rf"\S.*\s{{4,}}\S.*\s{{4,}}{PAGE_NAME}\s*$")
SECTION_NUMBER = lazy_pattern(r"\S\(\d\w{0,5}\)\s*$")
NAME_CHARACTERS = 8  # at the beginning of a name: as many of it are left of one that is cut
NAMES = ("name", "bezeichnung", "nom", "nombre", "nome")  # the first section of a man page
KIND_OF_SECTION = {
    **dict.fromkeys(NAMES, HEADING),
    **dict.fromkeys(["synopsis", "übersicht", "sinopsis", "sintaxis", "sintassi", "sinossi"], CODE),
    **dict.fromkeys([
        "author", "authors", "reporting bugs", "copyright", "see also", "standards", "colophon", "resources",
        "disclaimer", "support",
        "autor", "autoren", "fehler melden", "siehe auch", "übersetzung",
        "auteur", "auteurs", "signaler des bogues", "voir aussi", "traduction",
        "autores", "informar de errores", "véase también", "traducción",
        "autore", "autori", "segnalare bug", "vedere anche", "traduzione",
    ], NOTE),
}  # fmt: skip
TAGGED = lazy_pattern(r"\s*\S{1,20} {3,}\S")
TAG_COLUMNS = 7  # of a term in a man page whose text stands on the same line


def is_man_page(lines: Iterable[str]) -> bool:
    """Tell by its first two lines whether a text is a man page.

    Its title stands at both ends of the line. Where both do not fit into it, the heading below tells.

    >>> is_man_page(["EEL(1)   Fish   EEL(1)", "Eels"]), is_man_page(["EEL_KEEPING(1Fish and WEEL_KEEPING(1)", "NAME"])
    (True, True)
    >>> is_man_page(["Applicant(s)", "Name"])
    False
    """
    first, second = [*islice((line[:MAX_CODE_COLUMNS] for line in lines if line.strip()), 2), "", ""][:2]
    name = first[:NAME_CHARACTERS]
    is_cut = second.lower() in NAMES and name in first[NAME_CHARACTERS:] and SECTION_NUMBER.search(first) is not None
    return _is_page_title(first) or is_cut


def _is_page_title(line: str) -> bool:
    return PAGE_TITLE.match(line) is not None


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
    if not is_man_page(contents):
        return False
    first = next(i for i, content in enumerate(contents) if content)
    base = next((indent_of(content) for content in contents[first + 1 :] if content.startswith(" ")), 0)
    section = ""
    prose = _lines_of_paragraphs(contents, is_prose_of_synopsis)
    listings = _lines_of_paragraphs(contents, _lists_options)
    for i, content in enumerate(contents):
        if not content:
            continue
        indent, line = indent_of(content), content[:MAX_CODE_COLUMNS]
        if i == first or _is_page_title(line) or PAGE_FOOT.match(line):
            kinds[i] = FURNITURE
        elif indent < base:
            kinds[i] = HEADING
            section = content.strip().lower() if indent == 0 else section
        elif section in KIND_OF_SECTION and not (KIND_OF_SECTION[section] == CODE and i in prose):
            kinds[i] = KIND_OF_SECTION[section]
        elif kinds[i] == PROSE and (
            indent > base
            or i in listings
            or _is_tag(contents, i, base)
            or (OPTION_TAG.match(content) and (not contents[i - 1] or kinds[i - 1] == OPTION))
        ):
            kinds[i] = OPTION
    return True


def _lists_options(lines: Sequence[str]) -> bool:
    """Tell whether half of the words of a paragraph are options: "Available to all commands: --help, --quiet."."""
    words = " ".join(lines).split()
    return 2 * sum(word.startswith("-") for word in words) >= len(words)


def _lines_of_paragraphs(contents: list[str], wanted: Callable[[Sequence[str]], bool]) -> set[int]:
    """Return the numbers of the lines of all paragraphs of a kind."""
    found, number = set[int](), 0
    for is_blank, paragraph in groupby(contents, key=lambda content: not content):
        lines = list(paragraph)
        if not is_blank and wanted(lines):
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
