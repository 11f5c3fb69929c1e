"""Small words by language, which point back, connect, mean a person or make a thing definite; phrases of pages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from reprank.text.leaning import CONNECTIVES as CONNECTIVE_WORDS
from reprank.text.leaning import POINTERS as POINTER_WORDS
from reprank.text.tokens import PLAIN_WORD as WORD
from reprank.text.units import Units


def _by_language(lists: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Read lists in which an underscore joins the words of one entry."""
    return {code: frozenset(entry.replace("_", " ") for entry in words.split()) for code, words in lists.items()}


POINTERS = _by_language(POINTER_WORDS)
CONNECTIVES = _by_language(CONNECTIVE_WORDS)
ARTICLES = _by_language(
    {
        "en": "the",
        "de": "der die das den dem des im am zum zur",
        "fr": "le la les du des au aux",
        "es": "el la los las del al",
        "it": "il lo la i gli le del della dei delle al alla",
        "pt": "o a os as do da dos das ao no na",
        "nl": "de het",
    }
)
PERSONS = _by_language(
    {
        "en": "he she his her hers him himself herself",
        "de": "er sie ihm ihn",
        "fr": "il elle lui",
        "es": "él ella",
        "it": "egli ella lui lei",
        "pt": "ele ela",
        "ru": "он она",
    }
)
POINTER, PERSON, ARTICLE = 1, 2, 4  # what a small word does: it may do several things
SMALL_WORDS = {
    code: {
        word: POINTER * (word in POINTERS.get(code, ()))
        + PERSON * (word in PERSONS.get(code, ()))
        + ARTICLE * (word in ARTICLES.get(code, ()))
        for lists in (POINTERS, PERSONS, ARTICLES)
        for word in lists.get(code, ())
    }
    for code in {*POINTERS, *PERSONS, *ARTICLES}
}
# Phrases of credits, captions, notices and navigation. They have one fitted weight together.
PAGE_PHRASES = (
    "all rights reserved", "copyright", "terms of use", "terms of service", "privacy policy", "cookie", "javascript",
    "may not be published", "click here", "click on", "read more", "read full", "learn more", "see more", "sign up",
    "sign in", "log in", "subscribe", "newsletter", "follow us", "share this", "your email", "e-mail address",
    "contributed to this", "this report was", "editor's note", "file photo", "photo by", "photo:", "photos:",
    "photograph", "getty", "associated press", "image caption", "caption:", "(l-r)", "pictured", "pic.twitter",
    "story highlights", "related articles", "related stories", "page not found", "page you requested",
    "internet archive", "wayback machine", "project gutenberg", "distributed proofread", "competing interests",
    "authors' contributions", "correspondence:", "thank you for reading", "skip to", "scroll down", "watch:",
    "tous droits réservés", "alle rechte vorbehalten", "todos los derechos reservados",
)  # fmt: skip


def page_phrases(units: Units) -> list[bool]:
    """Tell which sentences have a phrase of credits, captions, notices or navigation."""
    words = frozenset(units.words)
    present = [phrase for phrase, word in _phrase_words() if word in words]
    if not present:
        return [False] * len(units)
    return [any(phrase in text for phrase in present) for text in map(str.lower, units.texts)]


@cache
def _phrase_words() -> tuple[tuple[str, str], ...]:
    """Return each phrase with its longest word: a text without the word is not searched."""
    return tuple((phrase, max(WORD.findall(phrase), key=len)) for phrase in PAGE_PHRASES)
