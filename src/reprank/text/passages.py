"""Text to passages: the stretches inside which a line break is only a space.

Text arrives wrapped at any width, with one paragraph to a line, or as headings, lists and tables. Two kinds of evidence
tell that a paragraph goes on after a line break. The words: the line ends in *of* or *the*, or the next line begins in
lower case. The width: the first word of the next line would not have fitted into this line any more. The width is
learned from the breaks that the words decide. Below an item of a list, a line that is indented like the text of the
item goes on with it even if some columns were left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from reprank.patterns import lazy_pattern
from reprank.text.abbreviations import never_last
from reprank.text.languages import UNDETERMINED, Language
from reprank.text.tokens import PAUSING, STOPPED, is_western, unspaced_character

LINE_BREAKS = "\r\n\f\v\x85\u2028\u2029"
SEPARATORS = str.maketrans(dict.fromkeys("\x1c\x1d\x1e", " "))  # other marks that ``str.splitlines`` takes for breaks
BULLETS = "•‣◦·▪●"
#: What stands before an item of a list: a bullet, a number, a capital ("A."), which may be an initial, or the number
#: of a section ("2.1"), which may be a quantity.
ITEM_MARK = lazy_pattern(
    rf"\s*(?:(?P<bullet>\*{{2,5}}|[-*+–—{BULLETS}]|o(?= {2}))|(?P<capital>[A-Z]\.)|"
    r"(?P<number>\(?(?:\d{1,3}|[a-z]|[ivx]{1,5}|[IVX]{2,5})[.)]{1,2}|\(?[A-Z]\))|"
    r"(?P<section>\(?\d{1,2}(?:\.\d{1,2}){1,3}[.):]{0,2}|[A-Z](?:\.\d{1,2}){1,3}))(?:\s+|$)"
)
SURE_MARKS = f"*{BULLETS}"  # begin items of lists, and nothing else
AROUND_WORDS = lazy_pattern(r"[\"'“”‘’«»()\[\]]")
OPENING_MARKS = ",;)]"  # marks that a line of running text may begin with, but no paragraph
CLOSING_MARKS = ",-"  # marks that a line of running text may end with, but no paragraph
TITLE_WORDS = 5  # from which on a line between blank lines is no title
NEARBY_LINES = 6  # between two titles of a table of contents
TAIL_CHARACTERS = 24  # enough for the last word of a line and the marks behind it
RAGGED_COLUMNS = 12  # by which a line may be shorter in text that people wrapped
WRAPPED_SHARE = 0.15  # of all breaks that are inside sentences, from which on a text is wrapped
TOLERANCE_COLUMNS = 8  # by which a line of wrapped text may be longer than the others
NARROWEST_COLUMNS = 20  # of wrapped text: shorter lines are utterances
PROSE_WORDS = 8  # of a line without a full stop that is no heading


Span: TypeAlias = tuple[int, int]


class Width(NamedTuple):
    """Columns of wrapped text: no line is longer, and no line with the first word of the next one is shorter."""

    most: int
    least: int


UNWRAPPED = Width(0, 0)


class _Break(NamedTuple):
    """The break between a line and the next: what stands around it."""

    columns: int  # of the line
    word: int  # columns of the first word of the next line
    blank: bool  # whether blank lines stand between
    ended: bool  # whether the line ends like a sentence
    prose: bool  # whether the line does not, and is no heading by its last word or the number of its words
    lower: bool  # whether the line has no full stop and the next one begins in lower case, or with a comma
    linked: bool  # whether the line has no full stop and ends in a word that no paragraph ends with
    caseless: bool  # whether the next line begins with a letter that has neither upper nor lower case
    item: bool  # whether the next line looks like an item of a list …
    sure_item: bool  # … and can be nothing else
    closed: bool  # whether the line ends a sentence, and the next one does not begin with the number of a section

    @property
    def sure(self) -> bool:
        """Whether the words around the break show that it is inside a sentence."""
        return self.lower or self.linked

    def full(self, width: Width) -> bool:
        """Tell whether the line fits into the width, and would not with the next word."""
        return self.columns <= width.most + TOLERANCE_COLUMNS and self.columns + 1 + self.word > width.least


def passages(text: str, language: Language = UNDETERMINED) -> Iterator[tuple[int, int]]:
    r"""Yield start and end of each passage, in order, without surrounding white space.

    >>> text = "A HEADING\nOne sentence that goes\non here. Another.\n\n* an item\n* a second"
    >>> [text[start:end] for start, end in passages(text)]
    ['A HEADING', 'One sentence that goes\non here. Another.', '* an item', '* a second']
    """
    lines = _lines(text)
    if not lines:
        return
    bare = [stripped(text, *line) for line in lines]
    breaks = [_break(text, *pair, *ends, language) for pair, ends in zip(pairwise(lines), pairwise(bare), strict=True)]
    for number in _numbered_titles(text, lines):
        breaks[number - 1] = breaks[number - 1]._replace(item=True, sure_item=True)
    width = _width(breaks)
    first, last = lines[0]
    hanging = _hanging_column(text, lines[0])
    for (start, end), (begin, _), between in zip(lines[1:], bare[1:], breaks, strict=True):
        hangs = hanging > 0 and _column(text, start, begin) == hanging
        if not _goes_on(between, width, hangs=hangs):
            yield stripped(text, first, last)
            first = start
            hanging = _hanging_column(text, (start, end))
        last = end
    yield stripped(text, first, last)


def _numbered_titles(text: str, lines: list[Span]) -> Iterator[int]:
    """Yield the lines that begin with the number of a section and stand near one with the number before or behind it.

    The first stands below a blank line, each other one below such a line or a blank one. So they are told from
    quantities: "2.1 Eels", "2.2 Fish".
    """
    numbered = [
        (i, tuple(map(int, mark["section"].strip("().:").split("."))))
        for i, line in enumerate(lines)
        if (mark := ITEM_MARK.match(text, *line)) and mark["section"] and mark["section"][0] in "(0123456789"
    ]
    found = set[int]()
    for (i, one), (j, other) in pairwise(numbered):
        follows = other == (*one[:-1], one[-1] + 1) or other == (*one, 1) or other in _next_chapters(one)
        is_listed = (i in found or _is_below_blank(text, lines, i)) and (j == i + 1 or _is_below_blank(text, lines, j))
        if follows and is_listed and j - i <= NEARBY_LINES:
            found |= {i, j}
    yield from sorted(found - {0})


def _is_below_blank(text: str, lines: list[Span], number: int) -> bool:
    """Tell whether nothing or a blank line stands above a line."""
    return number == 0 or text.count("\n", lines[number - 1][1], lines[number][0]) > 1


def _next_chapters(number: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of sections with which an outer section may begin: 3.1 and 3.0 behind 2.7."""
    for depth in range(1, len(number)):
        following = (*number[: depth - 1], number[depth - 1] + 1)
        yield from (following, (*following, 1), (*following, 0))


def _lines(text: str) -> list[Span]:
    """Return the lines that are not blank; searching for them with a pattern takes four times as long."""
    if any(chr(mark) in text for mark in SEPARATORS):
        text = text.translate(SEPARATORS)
    lines, end = [], 0
    for line in text.splitlines(keepends=True):
        start, end = end, end + len(line)
        if not line.isspace():
            lines.append((start, start + len(line.rstrip(LINE_BREAKS))))
    return lines


def _hanging_column(text: str, line: Span) -> int:
    """Return the column at which the text of an item of a list begins, behind its mark; 0 for any other line."""
    mark = _item_mark(text, line)
    return _column(text, line[0], mark.end()) if mark else 0


def _item_mark(text: str, line: Span) -> re.Match[str] | None:
    """Return the mark with which an item begins; the number of a section may be a quantity."""
    mark = ITEM_MARK.match(text, *line)
    return mark if mark and not mark["section"] else None


def _column(text: str, start: int, place: int) -> int:
    """Return the column of a place in the line that begins at ``start``."""
    return len(text[start:place].expandtabs(8))


def _break(text: str, line: Span, following: Span, bare: Span, bare_following: Span, language: Language) -> _Break:
    (begin, end), start = bare, bare_following[0]
    opening = text[start : start + 40].split(maxsplit=1)[0]
    last = text[max(begin, end - TAIL_CHARACTERS) : end].rsplit(None, 1)[-1]
    is_open = last.isalnum()  # neither a mark nor a bracket behind the last word: most lines of wrapped text
    last = last if is_open else AROUND_WORDS.split(last)[-1]
    ended = not is_open and STOPPED.search(text, max(begin, end - 8), end) is not None
    blank = text.count("\n", end, start) > 1
    noted = blank and text[end - 1] == "]"  # a note in brackets ends its paragraph
    lower = not (ended or noted) and (opening[0].islower() or opening[0] in OPENING_MARKS)
    lower = lower and not (blank and _is_title(text, line, bare))
    linked = not (blank or ended) and _linked(text[begin:end], last, opening, language)
    mark = ITEM_MARK.match(text, *following)
    numbered = mark is not None and mark["section"] is not None
    item = mark is not None and not numbered
    closed = ended and not blank and not numbered and text[end - 1] not in PAUSING
    # Where words are written without spaces, a line may break after any character.
    word = 1 if not is_western(opening) and unspaced_character().match(opening) else len(opening)
    caseless = opening[0].isalpha() and opening[0].lower() == opening[0].upper()
    sure_item = item and opening[0] in SURE_MARKS
    prose = not ended and (last.lower() in never_last(language) or len(text[begin:end].split()) >= PROSE_WORDS)
    return _Break(end - line[0], word, blank, ended, prose, lower, linked, caseless, item, sure_item, closed)


def _is_title(text: str, line: Span, bare: Span) -> bool:
    """Tell whether a line with a blank line above it is short and begins with a capital or a number."""
    above = text[max(0, line[0] - NARROWEST_COLUMNS) : line[0]].rstrip(" \t\r")
    opening = text[bare[0] : bare[0] + 1]
    is_apart = not above or above.endswith(("\n\n", "\n\r\n"))
    return is_apart and (opening.isupper() or opening.isdigit()) and text.count(" ", *bare) + 1 < TITLE_WORDS


def _linked(line: str, last: str, opening: str, language: Language) -> bool:
    """Tell whether a line without a full stop goes on in the next, which begins with a capital or a number."""
    words = line.count(" ") + 1
    if opening[0].isdigit():
        return words >= PROSE_WORDS and last.isalpha() and last.islower()
    if last[-1:] in CLOSING_MARKS and last[:-1].isalnum():
        return True
    # In a transcript, a line that breaks off is followed by the next speaker, who begins with another kind of word.
    name = opening == "I" or opening.lower() not in language.stopwords
    return name and last.lower() in never_last(language)


def _width(breaks: list[_Break]) -> Width:
    """Return the columns at which the text was wrapped, or no width if it was not.

    Programs break a line where the next word does not fit; people break it some columns before.
    """
    unblank = [between for between in breaks if not between.blank]
    inside = [between for between in unblank if between.sure and not between.item]
    if inside:
        most = _percentile([between.columns for between in inside], 0.98)
        if most < NARROWEST_COLUMNS or len(inside) < WRAPPED_SHARE * len(unblank):
            return UNWRAPPED
        for width in (Width(most, most), Width(most, most - RAGGED_COLUMNS)):
            if 2 * sum(between.full(width) for between in inside) >= len(inside):
                return width
        return UNWRAPPED
    # In a script without lower case, words may say nothing: if most lines end in mid-sentence, the text is wrapped.
    caseless = [between for between in unblank if between.caseless]
    most = _percentile([between.columns for between in caseless], 0.9) if caseless else 0
    unfinished = sum(not between.ended for between in caseless)
    return Width(most, most) if unfinished > len(unblank) / 2 else UNWRAPPED


def _percentile(numbers: list[int], share: float) -> int:
    return sorted(numbers)[int(share * (len(numbers) - 1))]


def _goes_on(between: _Break, width: Width, *, hangs: bool) -> bool:
    """Tell whether a break is inside running text; ``hangs`` if the next line is indented like the text of an item."""
    if hangs or between.prose:  # even a program that fills its lines breaks some of them early
        width = width._replace(least=min(width.least, width.most - RAGGED_COLUMNS))
    full = width.most > 0 and not between.blank and between.full(width)
    if between.item:
        # "J. Paul Getty" or a dash at the beginning of a wrapped line is no item.
        return full and not between.ended and not between.sure_item
    return between.sure or full or (hangs and between.closed)


def stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span without the white space at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
