"""Text of a sentence to its quantities: numbers with their units, hedges and ranges.

Every pattern is linear: numbers are found first, and what surrounds one is read from a few characters beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from reprank.patterns import lazy_pattern
from reprank.sources.numerals import NUMBER_WORDS, SCALES

CONTEXT_CHARACTERS = 32  # that are read beside a number
COMMA_DECIMALS = frozenset(("de", "fr", "es", "it", "pt", "nl", "pl", "ru", "tr", "sv", "da", "nb", "fi", "cs", "uk"))
ABOUT = 0.15  # share by which an approximate value may be off
OPEN = 0.4  # share by which the true value may exceed "more than", or fall short of "less than"
ROUNDING = 0.1  # largest share of a number that its last digit may stand for
ROUNDED_FROM = 100  # smaller whole numbers are exact
MAX_RATIO = 10  # of two numbers that may be taken for values of the same thing
MAX_NUMBER_CHARACTERS = 24  # a longer one is a code
COUNTED = ""  # the unit of things that are counted
YEARS = range(1500, 2100)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a sentence: the values that it allows, its unit, and where it is written."""

    low: float
    high: float
    unit: str  # what is measured, such as "length" or "$"; empty if things are counted
    start: int
    end: int  # of the number and its unit
    text: str

    def comparable(self, other: Quantity) -> bool:
        """Tell whether both measure the same and are of a similar size."""
        near = max(self.low, other.low) <= MAX_RATIO * max(min(self.high, other.high), 1e-12)
        return self.unit == other.unit and near

    def agrees(self, other: Quantity) -> bool:
        """Tell whether both may be true of one thing."""
        return self.low <= other.high and other.low <= self.high


def _units() -> dict[str, tuple[str, float]]:
    table: dict[str, tuple[str, float]] = {}
    for kind, factor, words in (
        ("%", 1, "% percent prozent"),
        ("$", 1, "dollar dollars usd dólares"),
        ("€", 1, "€ euro euros eur"),
        ("£", 1, "£ sterling gbp"),
        ("crowns", 1, "crown crowns kronor kroner"),
        ("yen", 1, "yen"),
        ("cents", 1, "cents"),
        ("length", 1, "m metre metres meter meters mètres metros metern"),
        ("length", 1000, "km kilometre kilometres kilometer kilometers kilometern kilomètres kilómetros"),
        ("length", 0.01, "cm centimetre centimetres centimeter centimeters zentimeter centímetros centimètres"),
        ("length", 0.001, "mm millimetres millimeters millimeter"),
        ("length", 1609.34, "mile miles"),
        ("length", 0.3048, "ft foot feet"),
        ("mass", 1, "kg kilogram kilograms kilos kilogramm"),
        ("mass", 0.001, "g gram grams gramm grammes gramos"),
        ("mass", 1000, "tonne tonnes ton tons tonnen toneladas"),
        ("mass", 0.4536, "lb lbs pound pounds"),
        ("time", 1, "seconds sekunden secondes segundos"),
        ("time", 60, "minute minutes min minuten minutos"),
        ("time", 3600, "hour hours stunden heures horas"),
        ("time", 86400, "day days tage tagen jours días"),
        ("time", 604800, "week weeks wochen semaines semanas"),
        ("time", 2630000, "month months monate monaten mois meses"),
        ("time", 31557600, "year years jahre jahren ans années años"),
        ("speed", 1, "km/h kmh kph"),
        ("speed", 1.609, "mph"),
        ("degrees", 1, "° °c degree degrees grad degrés grados"),
        ("area", 1, "hectare hectares hektar hectáreas"),
        ("area", 0.4047, "acre acres"),
        ("litres", 1, "litre litres liter liters litros"),
    ):
        table |= dict.fromkeys(words.split(), (kind, factor))
    return table


UNITS = _units()
CURRENCIES = {"$": "$", "€": "€", "£": "£", "¥": "yen"}
ABOUT_WORDS = frozenset(
    word
    for line in (
        "about around some roughly nearly almost approximately circa estimated approx rund etwa knapp fast ungefähr",
        "environ quelque presque unos unas cerca casi alrededor aproximadamente",
    )
    for word in line.split()
)
_DIGITS = (
    r"(?P<clock>\b\d{1,2}:\d\d:\d\d\b)"
    r"|(?P<code>\b\d+(?:[:/]\d+)+\b|\b\d+-\d+-\d+\b)"
    r"|(?P<score>(?<![\w.,$€£¥])\d{1,2}[-–]\d{1,2}(?![\w-]))"
    r"|(?P<digits>(?<![\w.,-])\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?"
    r"|(?<![\w.,-])\d+(?:[.,]\d+)?)"
)
IN_DIGITS = lazy_pattern(_DIGITS)
IN_DIGITS_OR_WORDS = lazy_pattern(_DIGITS + r"|(?P<word>(?<![\w-])[^\W\d_]{3,11}(?:-[^\W\d_]{3,5})?(?![\w]))")
WORD = lazy_pattern(r"[^\W\d_]+(?:/h)?|[%°]C?|[$€£¥]")
LESS = lazy_pattern(
    r"(?:(?:less|fewer|lower|weniger|moins|menos)\s(?:than|als|de|que)|under|below|up to|at most|maximum of)\s$", re.I
)
MORE = lazy_pattern(
    r"(?:(?:more|greater|higher|mehr|plus|más)\s(?:than|als|de|que)|over|at least|exceeding|above|mindestens|au moins"
    r"|al menos)\s$",
    re.I,
)
# Before a number that counts nothing: the whole of a part, a label, the rest of a longer number.
NOT_COUNTED = lazy_pattern(
    r"\bof\s(?:the|its|their|his|her|all|those|these)\s$"
    r"|\b(?:stage|flight|route|highway|chapter|number|no\.|day|week|page|article|section|room|level|type|class|phase|round"
    r"|game|act|bill|proposition|model|interstate|season|episode|step|title|district|grade|ages?|aged|version|ages of"
    r"|young as|old as)\s$"
    r"|\b(?:hundred|thousand|million)\s(?:and\s)?$",
    re.I,
)
YEAR_BEFORE = lazy_pattern(
    r"\b(?:in|of|by|since|until|before|after|from|to|en|de|d.ici|depuis|seit|bis|im jahr)\s$", re.I
)
AGE = lazy_pattern(r"[,.]")
MAX_AGE = 120
YEARS_OLD = lazy_pattern(r"[-\s]years?[-\s]olds?\b", re.I)
ORDINAL = lazy_pattern(r"(?:st|nd|rd|th|er|re|e|º|ª)\b|\.\s(?=[A-ZÄÖÜ])")
RANGE = lazy_pattern(r"\s?(?:-|–|to|and|bis|à|a|y|et|und)\s?$")
BETWEEN = lazy_pattern(r"\b(?:between|from|zwischen|von|entre|de)\s$", re.I)


def quantities(text: str, code: str, *, in_words: bool = True) -> list[Quantity]:
    """Find the quantities of a sentence; without ``in_words``, those in digits only, which is faster.

    >>> [(it.text, it.unit) for it in quantities("About 90 men worked seven hours; it cost $4.5 million.", "en")]
    [('90', ''), ('seven hours', 'time'), ('$4.5 million', '$')]
    >>> one, other = quantities("The bridge is 310 metres long, or 0.31 km.", "en")
    >>> one.agrees(other)
    True
    """
    found = _ranges(text, list(_found(text, code, IN_DIGITS_OR_WORDS if in_words else IN_DIGITS)))
    return [it for at, it in enumerate(found) if not (at and _is_conversion(text, found[at - 1], it))]


def _is_conversion(text: str, one: Quantity, other: Quantity) -> bool:
    """Tell whether a value in brackets repeats the one before it in another unit."""
    return one.unit == other.unit != COUNTED and text[one.end : other.start].strip() in ("(", ", or", "or", "/")


def _found(text: str, code: str, pattern: re.Pattern[str]) -> Iterator[Quantity]:
    words = NUMBER_WORDS.get(code, {})
    last = 0
    for match in pattern.finditer(text):
        if match.start() < last or match["code"] or match.end() - match.start() > MAX_NUMBER_CHARACTERS:
            continue
        if match.lastgroup == "word":
            named = words.get(match.group().lower())
            if named is None:
                continue
            value, step = float(named), 0.0
        elif match["clock"]:
            hours, minutes, seconds = map(int, match["clock"].split(":"))
            value, step = float(3600 * hours + 60 * minutes + seconds), 0.0
            yield Quantity(value, value, "clock", match.start(), match.end(), match.group())
            continue
        elif match["score"]:
            one, other = map(int, re.split("[-–]", match["score"]))
            yield Quantity(one + other / 100, one + other / 100, "score", match.start(), match.end(), match.group())
            continue
        else:
            value, step = _in_digits(match["digits"], code)
        quantity = _measured(text, match.start(), match.end(), value, step)
        if quantity is not None:
            last = quantity.end
            yield quantity


def _in_digits(text: str, code: str) -> tuple[float, float]:
    """Return the number and the place value of its last digit that is written."""
    plain = text.replace(" ", "").replace("\u00a0", "").replace("\u202f", "")
    groups = re.fullmatch(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*", plain)
    decimal = "," if code in COMMA_DECIMALS else "."
    if groups and (groups[1] != decimal or plain.count(decimal) > 1):
        plain = plain.replace(groups[1], "")
    else:
        plain = plain.replace("." if decimal == "," else ",", "").replace(decimal, ".")
    value = float(plain) if plain.count(".") < 2 else 0.0
    digits = len(plain.partition(".")[2])
    return value, 10.0**-digits if digits else 0.0


def _measured(text: str, start: int, end: int, value: float, step: float) -> Quantity | None:
    """Read scale and unit behind a number, currency and hedge before it; None for what is no quantity."""
    before, behind = text[max(start - CONTEXT_CHARACTERS, 0) : start], text[end : end + CONTEXT_CHARACTERS]
    if ORDINAL.match(behind) or NOT_COUNTED.search(before):
        return None
    if AGE.match(behind) and value < MAX_AGE and before[-2:] == ", " and before[-3:-2].isalpha():
        return Quantity(value, value, "age", start, end, text[start:end])
    if old := YEARS_OLD.match(behind):
        return Quantity(value, value, "age", start, end + old.end(), text[start : end + old.end()])
    if value in YEARS and end - start == 4 and (YEAR_BEFORE.search(before) or not behind[:1].isspace()):
        return None
    unit, begin, stop = COUNTED, start, end
    if before.rstrip()[-1:] in CURRENCIES and before.rstrip()[-1:]:
        unit = CURRENCIES[before.rstrip()[-1]]
        begin = start - (len(before) - len(before.rstrip())) - 1
        before = before.rstrip()[:-1]
    position, factor = 0, 1.0
    for _ in range(3):
        word = WORD.match(behind, position + (behind[position : position + 1] in ("-", " ", "\u00a0", "\u202f")))
        if word is None:
            break
        name = word.group().lower()
        if name in SCALES and not (name in ("cent", "cents") and value < 2):
            factor *= SCALES[name]
        elif (name in ("of", "de", "d", "square", "per", "nautical", "us") and factor > 1) or name in ("square", "per"):
            if name == "per" and not behind[word.end() :].lower().startswith((" cent",)):
                break
            if name == "per":
                unit, position = "%", word.end() + 5
                stop = end + position
                break
        elif name in UNITS and unit in (COUNTED,):
            unit, scale = UNITS[name]
            factor *= scale
            position = word.end()
            stop = end + position
            break
        else:
            break
        position = word.end()
        if name in SCALES:
            stop = end + position
    low, high = _interval(value, step, factor, before)
    return Quantity(low, high, unit, begin, stop, text[begin:stop])


def _interval(value: float, step: float, factor: float, before: str) -> tuple[float, float]:
    if not step and value >= ROUNDED_FROM:
        step = 10.0 ** (len(str(int(value))) - len(str(int(value)).rstrip("0")))
        step = 0.0 if step == 1 else step
    elif not step and factor >= 1000 and value < ROUNDED_FROM:
        step = 1.0
    step = min(step, ROUNDING * value)
    low, high = value - step / 2, value + step / 2
    words = before.lower().split()
    if MORE.search(before):
        low, high = value, value * (1 + OPEN)
    elif LESS.search(before):
        low, high = value * (1 - OPEN), value
    elif words and words[-1] in ABOUT_WORDS:
        low, high = min(low, value * (1 - ABOUT)), max(high, value * (1 + ABOUT))
    return low * factor, high * factor


def _ranges(text: str, found: list[Quantity]) -> list[Quantity]:
    """Join the two ends of a range, such as four to six months."""
    joined: list[Quantity] = []
    for it in found:
        if joined and RANGE.fullmatch(text[joined[-1].end : it.start]):
            one = joined[-1]
            between = text[joined[-1].end : it.start].strip() not in ("and", "und", "et", "y") or BETWEEN.search(
                text[max(one.start - 10, 0) : one.start]
            )
            if between and one.unit in (it.unit, COUNTED) and it.high >= one.low:
                factor = 1.0
                if one.unit == COUNTED and it.unit and it.high > 0:
                    factor = _factor(it, text)
                joined[-1] = replace(
                    it, low=one.low * factor, start=one.start, text=text[one.start : it.end], high=it.high
                )
                continue
        joined.append(it)
    return joined


def _factor(quantity: Quantity, text: str) -> float:
    word = quantity.text.split()[-1].lower()
    return UNITS.get(word, ("", 1.0))[1]
