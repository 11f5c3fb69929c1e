"""Text to its back matter: where references and acknowledgements begin and end in a text that marks no parts."""

from __future__ import annotations

import re

from reprank.patterns import lazy_pattern

OF_REFERENCES = (
    r"(?:references(?: cited)?|bibliography|works cited|literature(?: cited)?|literatur(?:verzeichnis)?|"
    r"quellen(?:verzeichnis)?|références(?: bibliographiques)?|bibliographie|referencias(?: bibliográficas)?|"
    r"bibliografía|referências(?: bibliográficas)?|bibliografia|riferimenti bibliografici|referenties|literatuur|"
    r"referenser|litteratur|литература|список литературы|参考文献|참고문헌)"
)
# Short sections that are no part of what a paper says.
OF_NOTES = (
    r"(?:acknowledge?ments?|authors?['’]? contributions?|competing interests?|"
    r"(?:declaration of )?conflicts? of interests?|"
    r"data availability(?: statement)?|danksagung|remerciements|agradecimientos|ringraziamenti|dankwoord)"
)
REFERENCE_TITLES = lazy_pattern(rf"(?:\W|\d)*{OF_REFERENCES}\W*", re.IGNORECASE)
# A line with nothing but a title and perhaps its number.
TITLE_LINE = lazy_pattern(
    rf"\n[^\w\n]*(?:\d{{1,2}}[^\w\n]+)?(?:(?P<references>{OF_REFERENCES})|{OF_NOTES})[^\w\n]*\n", re.IGNORECASE
)
SECTION = lazy_pattern(r"\n[ \t]*\n[^\n]{1,60}[^\s.!?…]\n")  # a blank line and then a title
# Sections that may follow a list of references, which has blank lines itself.
NEXT_TITLE = lazy_pattern(
    r"\n[^\w\n]*(?:\d{1,2}[^\w\n]+)?(?:append(?:ix|ices)|supplement\w*|acknowledge?ments?|anhang|annexes?|anexos?|"
    r"about the authors?|figure legends)\b[^\n]{0,60}\n",
    re.IGNORECASE,
)
ENTRY = lazy_pattern(r"\b(?:1[6-9]|20)\d\d[a-z]?\b|\bdoi\b|https?:|\bet al\b|\bpp?\. ?\d|\bISBN\b")
MIN_ENTRY_SHARE = 0.25  # of lines with a year or the like: an entry may be wrapped over several lines
MAX_NOTES_CHARACTERS = 4_000  # of acknowledgements and the like
EARLIEST = 0.2  # share of the text that comes before


def back_matter(text: str) -> list[tuple[int, int]]:
    r"""Return start and end of the list of references and of acknowledgements and the like, if there are any.

    >>> text = "Eels live long.\n\nAcknowledgements\nWe thank two owners.\n\nOutlook\nEels will live on."
    >>> [text[start:end] for start, end in back_matter(text)]
    ['\nAcknowledgements\nWe thank two owners.\n']
    """
    titles = list(TITLE_LINE.finditer(text, int(EARLIEST * len(text))))
    notes = [_notes(text, title) for title in titles if title["references"] is None]
    lists = [title for title in titles if title["references"] is not None][-1:]
    return notes + [listed for title in lists if (listed := _references(text, title))]


def _notes(text: str, title: re.Match[str]) -> tuple[int, int]:
    end = min(title.end() + MAX_NOTES_CHARACTERS, len(text))
    following = SECTION.search(text, title.end(), end)
    return title.start(), following.start() + 1 if following else end


def _references(text: str, title: re.Match[str]) -> tuple[int, int] | None:
    """Return start and end of the list of references under a title, if it is one: most entries have a year."""
    following = NEXT_TITLE.search(text, title.end() - 1)
    end = following.start() if following else len(text)
    lines = [line for line in text[title.end() : end].splitlines() if line.strip()]
    entries = sum(ENTRY.search(line) is not None for line in lines)
    return (title.start() + 1, end) if entries > 1 and entries >= MIN_ENTRY_SHARE * len(lines) else None
