"""Number words to numbers, in English, German, French and Spanish."""

from __future__ import annotations

UNITS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen",
    "de": "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
    "siebzehn achtzehn neunzehn",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    "es": "cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
    "diecisiete dieciocho diecinueve",
}
TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
}
#: What multiplies the number before it.
SCALES: dict[str, float] = {
    **dict.fromkeys(("hundred", "hundert", "cent", "cents", "cien", "cientos"), 1e2),
    **dict.fromkeys(("thousand", "thousands", "tausend", "mille", "mil"), 1e3),
    **dict.fromkeys(("million", "millions", "millionen", "millón", "millones", "mn"), 1e6),
    **dict.fromkeys(("billion", "billions", "bn", "milliarde", "milliarden", "milliard", "milliards"), 1e9),
    **dict.fromkeys(("trillion", "trillions", "billionen"), 1e12),
    "dozen": 12.0,
}


def _values() -> dict[str, dict[str, int]]:
    values: dict[str, dict[str, int]] = {}
    for code, line in UNITS.items():
        words = {word: number for number, word in enumerate(line.split())}
        words |= {word: 10 * number for number, word in enumerate(TENS[code].split(), start=2)}
        values[code] = words
    values["en"] |= {
        f"{ten}-{unit}": 10 * number + ones
        for number, ten in enumerate(TENS["en"].split(), start=2)
        for ones, unit in enumerate(UNITS["en"].split()[:10])
        if ones
    }
    values["en"] |= {"twice": 2}
    return values


#: Number words of each language. "One" is left out: it is more often a pronoun than a number.
NUMBER_WORDS = _values()
for _code, _word in (("en", "one"), ("de", "ein"), ("fr", "un"), ("es", "un")):
    del NUMBER_WORDS[_code][_word]
