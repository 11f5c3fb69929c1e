"""Names of paragraph styles to kinds of blocks, for the office files that have styles."""

from __future__ import annotations

import re
from collections.abc import Iterable

from reprank.patterns import lazy_pattern
from reprank.readers.archive import Archive
from reprank.readers.draft import useful_title

HEADING_STYLE = lazy_pattern(
    r"(?:heading|überschrift|titre|título|titolo|kop|rubrik|nagłówek|заголовок|标题|見出し)[ _]?\d?", re.IGNORECASE
)
TITLE_STYLE = lazy_pattern(r"(?:sub)?title|author|date", re.IGNORECASE)
CAPTION_STYLE = lazy_pattern(r".*caption|beschriftung|légende|illustration|drawing|figure|table", re.IGNORECASE)
CODE_STYLE = lazy_pattern(r".*(?:source ?code|preformatted|html pre|verbatim|listing|code block).*", re.IGNORECASE)
FURNITURE_STYLE = lazy_pattern(
    r"(?:toc|contents|index|verzeichnis)[ _]?(?:heading)?[ _]?\d*|header|footer|table of .*", re.IGNORECASE
)
REFERENCE_STYLE = lazy_pattern(r"bibliography.*|.*references", re.IGNORECASE)
NOTE_STYLE = lazy_pattern(r"(?:footnote|endnote)(?: text)?(?: block text)?", re.IGNORECASE)

MAX_NAME_CHARACTERS = 200  # of a style, that are looked at
MAX_STYLE_DEPTH = 10  # styles that are based on each other, in case they go in a circle


def kind_of_style(name: str) -> str | None:
    """Return the kind of block that a paragraph style stands for, or None for a body style.

    >>> kind_of_style("heading 2"), kind_of_style("Source Code"), kind_of_style("Body Text")
    ('heading', 'code', None)
    """
    patterns = {
        "furniture": FURNITURE_STYLE, "heading": HEADING_STYLE, "caption": CAPTION_STYLE, "code": CODE_STYLE,
        "reference": REFERENCE_STYLE, "footnote": NOTE_STYLE,
    }  # fmt: skip
    name = name[:MAX_NAME_CHARACTERS]
    if TITLE_STYLE.fullmatch(name):
        return "title"
    return next((kind for kind, pattern in patterns.items() if pattern.fullmatch(name)), None)


def kind_of_styles(names: Iterable[str]) -> str | None:
    """Return the kind of the first style that stands for one: a style's own name comes before what it is based on."""
    return next((kind for name in names if (kind := kind_of_style(name))), None)


def style_names(identifier: str, styles: dict[str, tuple[str, str]]) -> list[str]:
    """Return the shown names of a style and of those that it is based on, nearest first."""
    names = [] if identifier in styles else [identifier.replace("_20_", " ")]
    while identifier in styles and len(names) < MAX_STYLE_DEPTH:
        shown, identifier = styles[identifier]
        names.append(shown.replace("_20_", " "))
    return names


def core_title(archive: Archive, part: str) -> str | None:
    """Return the title among the properties of a document, if it has one."""
    if part not in archive.names:
        return None
    return next((title for node in archive.xml(part).iter("title") if (title := useful_title(node.text or ""))), None)
