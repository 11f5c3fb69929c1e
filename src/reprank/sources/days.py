"""Text of a sentence to its days: dates, weekdays, months and years, in English, German, French and Spanish."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from reprank.patterns import lazy_pattern
from reprank.text.documents import Document

DATED_CHARACTERS = 300  # at the beginning of a document in which its date is looked for
BEFORE_CHARACTERS = 24  # that are read before a day

_MONTHS = (
    "january january januar janvier enero",
    "february february februar février febrero",
    "march march märz mars marzo",
    "april april april avril abril",
    "may may mai mai mayo",
    "june june juni juin junio",
    "july july juli juillet julio",
    "august august august août agosto",
    "september september september septembre septiembre",
    "october october oktober octobre octubre",
    "november november november novembre noviembre",
    "december december dezember décembre diciembre",
)
_WEEKDAYS = (
    "monday montag lundi lunes",
    "tuesday dienstag mardi martes",
    "wednesday mittwoch mercredi miércoles",
    "thursday donnerstag jeudi jueves",
    "friday freitag vendredi viernes",
    "saturday samstag samedi sábado",
    "sunday sonntag dimanche domingo",
)
MONTHS = {name: number for number, line in enumerate(_MONTHS, start=1) for name in line.split()}
MONTHS |= {name[:3]: number for name, number in MONTHS.items() if number not in (5, 3)} | {"sept": 9, "mar": 3}
WEEKDAYS = {name: number for number, line in enumerate(_WEEKDAYS) for name in line.split()}
RELATIVE = {"yesterday": -1, "today": 0, "tomorrow": 1, "gestern": -1, "ayer": -1}
DAY_WORDS = frozenset((*MONTHS, *WEEKDAYS, *RELATIVE))
MONTH_NAMES = "|".join(sorted({name for name in MONTHS if len(name) > 4 or name in ("june", "july", "juni", "juli")}))
TOKEN = lazy_pattern(
    r"\b(?P<iso>\d{4}-\d\d-\d\d)\b"
    r"|(?<![\w.,$€£¥-])(?P<year>1[5-9]\d\d|20\d\d)\b(?![.,:]?\d|\s?[%€$£]|-)"
    r"|(?P<word>[^\W\d_]{3,11})"
)
DAY_BEFORE = lazy_pattern(r"\b(\d{1,2})(?:st|nd|rd|th|er|\.|º)?\s(?:of\s|de\s)?$", re.IGNORECASE)
DAY_BEHIND = lazy_pattern(r"\.?\s(\d{1,2})(?:st|nd|rd|th)?\b(?!\s?(?:%|percent|million))", re.IGNORECASE)
YEAR_BEHIND = lazy_pattern(r"\.?,?\s(?:de\s)?(\d{4})\b")
UNTIL = lazy_pattern(
    r"\b(?:until|till|before|by|bis|jusqu.au|jusqu.à|hasta|antes del?)\s(?:the\s|zum\s|le\s|el\s|early\s|late\s)?$",
    re.I,
)
MONTH_AFTER = lazy_pattern(r"\b(?:in|by|im|bis|since|from)\s$", re.I)
YEAR_AFTER = lazy_pattern(
    r"\b(?:in|since|of|by|until|before|from|to|year|im|jahr|seit|bis|en|depuis|desde|for|than)\s$", re.I
)


@dataclass(frozen=True, slots=True)
class Day:
    """A day, month, year or weekday in a sentence, as far as it is known."""

    kind: str  # "day", "month", "year", "weekday" or "relative"
    value: tuple[int, ...]  # (month, day), (month,), (year,), (weekday,) or (days from today,)
    year: int | None
    until: bool
    start: int
    end: int
    text: str
    date: datetime.date | None = None  # where it follows from the day on which it is told

    def comparable(self, other: Day) -> bool:
        """Tell whether both are known equally well."""
        return self.kind == other.kind or (self.date is not None and other.date is not None)

    def agrees(self, other: Day) -> bool:
        """Tell whether both may be the same time."""
        if self.date is not None and other.date is not None:
            return self.date == other.date
        same_year = self.year is None or other.year is None or self.year == other.year
        return self.value == other.value and same_year

    def resolved(self, told: datetime.date | None) -> Day:
        """Return the same with its date, where that follows from the day on which it is told.

        A weekday is the next one where something lasts until then, else the last one.
        """
        if told is None:
            return self
        if self.kind == "weekday":
            ahead = (self.value[0] - told.weekday()) % 7
            return replace(self, date=_after(told, ahead if self.until else ahead - 7 * (ahead > 0)))
        if self.kind == "relative":
            return replace(self, date=_after(told, self.value[0]))
        if self.kind == "day":
            return replace(self, date=_date(self.year or told.year, *self.value))
        return self


def days(text: str) -> list[Day]:
    """Find the days of a sentence.

    >>> [(it.kind, it.value, it.until) for it in days("Closed until Friday, it opened on 4 May 1961, not in 1967.")]
    [('weekday', (4,), True), ('day', (5, 4), False), ('year', (1967,), False)]
    """
    return list(_days(text))


def _days(text: str) -> Iterator[Day]:
    last = 0
    for match in TOKEN.finditer(text):
        if match.start() < last:
            continue
        word = match["word"]
        if word and (name := word.lower()) not in DAY_WORDS:
            continue
        day = _day_at(text, match, name if word else "")
        if day is not None:
            last = day.end
            yield day


def _day_at(text: str, match: re.Match[str], name: str) -> Day | None:
    """Read the day that a token belongs to: a month or weekday in lower case, a date or a year."""
    start, end = match.span()
    before = text[max(start - BEFORE_CHARACTERS, 0) : start]
    if match["iso"]:
        year, month, day = map(int, match["iso"].split("-"))
        return _made("day", (month, day), year, text, (start, end))
    if match["year"]:
        return _made("year", (int(match["year"]),), None, text, (start, end)) if YEAR_AFTER.search(before) else None
    if name in WEEKDAYS:
        return _made("weekday", (WEEKDAYS[name],), None, text, (start, end))
    if name in RELATIVE:
        return _made("relative", (RELATIVE[name],), None, text, (start, end))
    month = MONTHS[name]
    if found := DAY_BEFORE.search(before):
        start -= len(before) - found.start()
    elif found := DAY_BEHIND.match(text, end):
        end = found.end()
    year_found = YEAR_BEHIND.match(text, end)
    year_told = int(year_found[1]) if year_found else None
    end = year_found.end() if year_found else end
    if found:
        return _made("day", (month, int(found[1])), year_told, text, (start, end))
    if _is_month(match.group()) and (year_found or UNTIL.search(before) or MONTH_AFTER.search(before)):
        return _made("month", (month,), year_told, text, (start, end))
    return None


def _made(kind: str, value: tuple[int, ...], year: int | None, text: str, span: tuple[int, int]) -> Day:
    start, end = span
    until = UNTIL.search(text[max(start - BEFORE_CHARACTERS, 0) : start]) is not None
    return Day(kind, value, year, until, start, end, text[start:end])


def _is_month(name: str) -> bool:
    """Tell a month from a word that is written like one, or like its abbreviation."""
    return name[0].isupper() and (len(name) > 3 or name in ("May", "Mai"))


def day_of(document: Document) -> datetime.date | None:
    """Return the day that relative days of a document refer to: its date, or the first full date at its beginning."""
    if document.date is not None:
        return document.date
    for it in _days(document.text[:DATED_CHARACTERS]):
        if it.kind == "day" and it.year is not None:
            return _date(it.year, *it.value)
    return None


def _after(told: datetime.date, number: int) -> datetime.date | None:
    """Return the date so many days later; None beyond the first and the last day of the calendar."""
    try:
        return told + datetime.timedelta(number)
    except OverflowError:
        return None


def _date(year: int, month: int, day: int) -> datetime.date | None:
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None
