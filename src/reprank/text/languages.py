"""Text to language: its code, its stop words and its stemmer."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from reprank.errors import LanguageError
from reprank.text.tokens import PLAIN_STRETCH, count_letters, word_pattern
from reprank.text.word_cache import WordCache

UNKNOWN = "und"  # the ISO 639 code for "undetermined": no stop words, no stemmer, everything else works

# Snowball's algorithm for each code; a language without one keeps its words as they are.
STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish", "fr": "french",
    "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian",
    "lt": "lithuanian", "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip

# A script that belongs to one language decides at once; the others leave it to stop words.
SCRIPTS = {
    "latin": (r"[\u00c0-\u024f\u1e00-\u1eff]", None),
    "cyrillic": (r"[\u0400-\u04ff]", None),
    "arabic": (r"[\u0600-\u06ff]", None),
    "devanagari": (r"[\u0900-\u097f]", None),
    "greek": (r"[\u0370-\u03ff\u1f00-\u1fff]", "el"),
    "armenian": (r"[\u0530-\u058f]", "hy"),
    "hebrew": (r"[\u0590-\u05ff]", "he"),
    "bengali": (r"[\u0980-\u09ff]", "bn"),
    "gujarati": (r"[\u0a80-\u0aff]", "gu"),
    "tamil": (r"[\u0b80-\u0bff]", "ta"),
    "thai": (r"[\u0e00-\u0e7f]", "th"),
    "hangul": (r"[\uac00-\ud7a3\u1100-\u11ff]", "ko"),
    "kana": (r"[\u3040-\u30ff]", "ja"),
    "han": (r"[\u3400-\u4dbf\u4e00-\u9fff]", "zh"),
}
SAMPLE = 2_000  # characters looked at: more than a decision needs

# Between languages that a few words cannot tell apart, the more widespread one is the better guess.
WIDESPREAD = frozenset(
    ["ar", "de", "en", "es", "fa", "fi", "fr", "hi", "id", "it", "nl", "pl", "pt", "ru", "sv", "tr", "uk", "vi"]
)
WIDESPREAD_FACTOR = 1.5


@dataclass(frozen=True)
class Language:
    """A language as far as ranking needs it."""

    code: str
    stopwords: frozenset[str]
    algorithm: str | None = None

    def stem(self, words: Sequence[str]) -> list[str]:
        """Reduce lower-cased words to their stems.

        >>> language("en").stem(["ranking", "ranked"])
        ['rank', 'rank']
        """
        if self.algorithm is None:
            return list(words)
        return _stems(self.algorithm)(words)


@cache
def _stems(algorithm: str) -> WordCache[str]:
    """Stem words with a new stemmer each time: threads must not share one."""
    import Stemmer

    def stem(words: Sequence[str]) -> list[str]:
        stems: list[str] = Stemmer.Stemmer(algorithm, 0).stemWords(words)
        return stems

    return WordCache(stem)


def known_languages() -> list[str]:
    """List the codes that ``language`` accepts."""
    import stopwordsiso

    return sorted({*stopwordsiso.langs(), *STEMMERS, UNKNOWN})


@cache
def language(code: str) -> Language:
    """Look up a language by its ISO 639-1 code; raise LanguageError if nobody knows it."""
    import stopwordsiso

    code = code.lower()
    known = known_languages()
    if code not in known:
        raise LanguageError(f"unknown language {code!r}: use one of {', '.join(known)}")
    return Language(code, frozenset(stopwordsiso.stopwords(code)), STEMMERS.get(code))


def detect(texts: Iterable[str]) -> str:
    """Name the language of texts by script and, where scripts are shared, by stop words.

    >>> detect(["The cat sat on the mat."]), detect(["Le chat est sur la table."]), detect(["42"])
    ('en', 'fr', 'und')
    """
    sample = _sample(list(texts))
    if sample.isascii():
        return _by_stopwords(sample)
    beyond = PLAIN_STRETCH.sub("", sample)
    letters = Counter({name: len(re.findall(script, beyond)) for name, (script, _) in SCRIPTS.items()})
    letters["latin"] += count_letters("".join(PLAIN_STRETCH.findall(sample)))
    if not letters.total():
        return UNKNOWN
    if (
        letters["kana"] > 0.1 * (letters["kana"] + letters["han"])
        and letters["han"] + letters["kana"] > letters["latin"]
    ):
        return "ja"  # Japanese mixes kana into Han characters; Chinese has none
    script = letters.most_common(1)[0][0]
    return SCRIPTS[script][1] or _by_stopwords(sample)


def _sample(texts: list[str]) -> str:
    share = max(SAMPLE // max(len(texts), 1), 200)
    return " ".join(text[:share] for text in texts[: SAMPLE // 200]).lower()


def _by_stopwords(sample: str) -> str:
    evidence: defaultdict[str, float] = defaultdict(float)
    words = filter(_every_stopword().__contains__, word_pattern(sample).findall(sample))
    for word, count in Counter(words).items():
        codes = _languages_with(word)
        for code in codes:  # a word that many languages share says little
            evidence[code] += count / len(codes)
    return max(sorted(evidence), key=lambda code: evidence[code] * _trust(code), default=UNKNOWN)


@cache
def _languages_with(word: str) -> tuple[str, ...]:
    """Name the languages that a stop word belongs to."""
    return tuple([code for code, stopwords in _stopwords().items() if word in stopwords])


@cache
def _every_stopword() -> frozenset[str]:
    return frozenset[str]().union(*_stopwords().values())


@cache
def _trust(code: str) -> float:
    """Return what a hit counts: less in a long list than in a short one, more for a widespread language."""
    factor = WIDESPREAD_FACTOR if code in WIDESPREAD else 1.0
    return float(factor / len(_stopwords()[code]) ** 0.25)


@cache
def _stopwords() -> dict[str, set[str]]:
    import stopwordsiso

    return {code: stopwordsiso.stopwords(code) for code in sorted(stopwordsiso.langs())}
