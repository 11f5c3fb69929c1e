"""Language code or name to stop words and stemmer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from reprank.caching import WordCache
from reprank.errors import LanguageError
from reprank.patterns import lazy_pattern
from reprank.text.identification import UNKNOWN
from reprank.values import dataclass

# Snowball's algorithm for each code; a language without one keeps its words as they are.
STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish", "fr": "french",
    "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian",
    "lt": "lithuanian", "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip

NAMES = {
    "af": "afrikaans", "am": "amharic", "ar": "arabic", "az": "azerbaijani", "be": "belarusian", "bg": "bulgarian",
    "bn": "bengali", "bo": "tibetan", "br": "breton", "ca": "catalan", "ckb": "sorani", "cs": "czech", "cy": "welsh",
    "da": "danish", "de": "german", "dv": "dhivehi", "el": "greek", "en": "english", "eo": "esperanto",
    "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish", "fr": "french",
    "fy": "frisian", "ga": "irish", "gd": "gaelic", "gl": "galician", "gu": "gujarati", "ha": "hausa", "he": "hebrew",
    "hi": "hindi", "hr": "croatian", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "ig": "igbo",
    "is": "icelandic", "it": "italian", "ja": "japanese", "ka": "georgian", "kk": "kazakh", "km": "khmer",
    "kn": "kannada", "ko": "korean", "ku": "kurdish", "ky": "kyrgyz", "la": "latin", "lb": "luxembourgish",
    "lo": "lao", "lt": "lithuanian", "lv": "latvian", "mg": "malagasy", "mi": "maori", "mk": "macedonian",
    "ml": "malayalam", "mn": "mongolian", "mr": "marathi", "ms": "malay", "mt": "maltese", "my": "burmese",
    "ne": "nepali", "nl": "dutch", "no": "norwegian", "or": "odia", "pa": "punjabi", "pl": "polish", "ps": "pashto",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "rw": "kinyarwanda", "si": "sinhala", "sk": "slovak",
    "sl": "slovenian", "so": "somali", "sq": "albanian", "sr": "serbian", "st": "sesotho", "sv": "swedish",
    "sw": "swahili", "ta": "tamil", "te": "telugu", "tg": "tajik", "th": "thai", "ti": "tigrinya", "tk": "turkmen",
    "tl": "tagalog", "tr": "turkish", "tt": "tatar", "ug": "uyghur", "uk": "ukrainian", "ur": "urdu", "uz": "uzbek",
    "vi": "vietnamese", "xh": "xhosa", "yi": "yiddish", "yo": "yoruba", "zh": "chinese", "zu": "zulu",
}  # fmt: skip

# Other codes and names, and languages that are treated as a close relative.
SAME_AS = {name: code for code, name in NAMES.items()} | {
    "bokmål": "no", "nb": "no", "nn": "no", "nynorsk": "no", "fil": "tl", "filipino": "tl", "iw": "he", "in": "id",
    "ji": "yi", "cmn": "zh", "mandarin": "zh", "farsi": "fa", "flemish": "nl", "bs": "hr", "bosnian": "hr",
    "sh": "hr", "slovene": "sl", "kmr": "ku", "undetermined": UNKNOWN,
}  # fmt: skip

# "and the", "so the": Snowball knows each of the two prefixes, but not both together.
CONJUNCTION_AND_ARTICLE = lazy_pattern(r"^[وف]ال(?=\w{3})")


@dataclass(frozen=True)
class Language:
    """What ranking needs to know about a language."""

    code: str
    stopwords: frozenset[str]
    algorithm: str | None = None
    base_forms: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)  # words without prefixes

    def with_base_forms(self, base_forms: Mapping[str, str]) -> Language:
        """Return the language with what documents show about its prefixes (see ``text.prefixes``)."""
        return replace(self, base_forms=base_forms) if base_forms else self

    def stem(self, words: Sequence[str]) -> list[str]:
        """Reduce lower-cased words to their stems.

        >>> language("en").stem(["ranking", "ranked"])
        ['rank', 'rank']
        """
        if self.base_forms:
            words = [self.base_forms.get(word, word) for word in words]
        if self.algorithm is None:
            return list(words)
        return _stems(self.algorithm)(words)


# In a text of unknown language, single letters are articles, initials or numbers of a list: never what it is about.
UNDETERMINED = Language(UNKNOWN, frozenset("abcdefghijklmnopqrstuvwxyz"))


@cache
def _stems(algorithm: str) -> WordCache[str]:
    """Stem words with a new stemmer each time: threads must not share one."""
    import Stemmer

    def stem(words: Sequence[str]) -> list[str]:
        if algorithm == "arabic":
            words = [CONJUNCTION_AND_ARTICLE.sub("ال", word) for word in words]
        stems: list[str] = Stemmer.Stemmer(algorithm, 0).stemWords(words)
        return stems

    return WordCache(stem)


def known_languages() -> list[str]:
    """List the codes that ``language`` accepts."""
    return sorted({*NAMES, UNKNOWN})


def language(name: str) -> Language:
    """Look up a language by its code, by its English name, or by a locale such as ``pt-BR`` or ``zh-Hans``.

    >>> language("german").code, language("pt-BR").code
    ('de', 'pt')

    Raises LanguageError for other names.
    """
    if not isinstance(name, str):
        raise LanguageError(f"language must be a code such as en; got {type(name).__name__}")
    code = re.split(r"[-_.@\s]", name.strip().lower(), maxsplit=1)[0]
    code = SAME_AS.get(code, code)
    if code not in NAMES and code != UNKNOWN:
        raise LanguageError(
            f"unknown language {name!r}: use one of {', '.join(known_languages())}, an English name such as german, "
            "or a locale such as pt-BR"
        )
    return UNDETERMINED if code == UNKNOWN else _known(code)


@cache
def _known(code: str) -> Language:
    """Make a language once: by its code, since users may write as many names of it as they like."""
    return Language(code, _stopwords(code), STEMMERS.get(code))


def _stopwords(code: str) -> frozenset[str]:
    """Read the stop words of one language from the data file of the package ``stopwordsiso``.

    The package is not imported, and the other lists are not parsed: both take longer than a summary.
    """
    lists = _stopword_lists()
    start = lists.find(f'"{code}":')
    if start < 0:
        return frozenset()
    words, _ = json.JSONDecoder().raw_decode(lists, lists.index("[", start))
    return frozenset(words)


@cache
def _stopword_lists() -> str:
    package = find_spec("stopwordsiso")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("No module named 'stopwordsiso'", name="stopwordsiso")
    return Path(package.origin).with_name("stopwords-iso.json").read_text(encoding="utf-8")
