"""Sentences to whole ones: what begins and ends as a sentence does. A piece is never part of a summary.

In a document that is punctuated, a whole sentence ends with a final mark; in one with capitals it begins with a
capital, unless it begins with a name that is written in lower case: *pypdf*, *bzip2*, *iPhone*. A sentence with an
address is not taken either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

import numpy as np

from reprank.arrays import Booleans, Integers
from reprank.patterns import lazy_pattern
from reprank.text.abbreviations import never_last
from reprank.text.documents import Document
from reprank.text.frequency import SHIFT, ZIPF, rarity
from reprank.text.languages import Language
from reprank.text.marks import is_ended

OPENING_MARKS = " \t\"'“”„«»‘’‚‹›([{`*_¿¡"
ADDRESS = lazy_pattern(r"https?:/|ftp:/|www\.\w|[\w>.]@[\w-]{1,63}\.\w", re.IGNORECASE)
NO_OPENING = frozenset(",;:.)]}·−=+|/\\%…-")  # marks that no sentence begins with
BRACKETED = lazy_pattern(r"\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)\.?|\[[^\[\]]*+\]\.?")
TERM = lazy_pattern(r"(?:\([^()]*+\))?(?:: | [-–—]{1,2} )")
FIRST_WORD = lazy_pattern(r"[^\s,;:!?()\[\]\"“”]+")
NAME_MARK = lazy_pattern(r"[\dA-Z_/$=<>@\\#%&+]|\.\w")  # inside a word: hidden_layers, iPhone, os.path, bzip2
# What sends the reader of a page elsewhere: to what stands above or below, or to another page.
POINTER = lazy_pattern(
    r"(?:Here(?:['’]s| is| are)|The (?:following|above)|(?:Please )?(?:[Ss]ee|[Rr]efer to|[Cc]onsult|[Cc]heck out)|"
    r"For (?:more|further|full|additional) (?:information|details|documentation))\b|"
    r".*?\b(?:shown|described|included|specified|code|example) (?:above|below)\b",
    re.DOTALL,
)
WORD = lazy_pattern(r"[^\W\d_][\w+.-]*")
PUNCTUATED_SHARE = 0.3  # of the words of a document in sentences with a final mark, from which on all need one
CASED_SHARE = 0.5  # of the sentences of a document that begin with a capital, from which on all must
MIN_RARITY = float(np.log10(ZIPF * (30_000 + SHIFT)))  # of a word that no text begins a sentence with in lower case
MAX_TITLE_CHARACTERS = 100


def whole(
    texts: Sequence[str],
    documents: Sequence[Document],
    *,
    lengths: Integers,
    document: Integers,
    running: Booleans,
    language: Language,
) -> Booleans:
    """Tell which sentences are whole: they begin with a capital or a name, end with a final mark, have no address.

    Whether a document is punctuated and has capitals is told by its ``running`` text, outside lists and headings.
    """
    ended = np.fromiter(map(is_ended, texts), np.bool_, len(texts))
    openings = [text.lstrip(OPENING_MARKS)[:1] for text in texts]
    upper = np.fromiter(map(str.isupper, openings), np.bool_, len(texts))
    lower = np.fromiter(map(str.islower, openings), np.bool_, len(texts))
    size = len(documents)
    words = np.bincount(document, lengths * running, size)
    punctuated = np.bincount(document, lengths * (running & ended), size) > PUNCTUATED_SHARE * words
    with_case = np.bincount(document, running & (upper | lower), size)
    cased = np.bincount(document, running & upper, size) > CASED_SHARE * with_case
    opened = np.fromiter((opening not in NO_OPENING for opening in openings), np.bool_, len(texts))
    fit = (ended & opened) | ~punctuated[document]
    if any(text[:1] in "([" for text in texts):  # an aside: "(Contributed by two owners.)"
        fit &= ~np.fromiter((BRACKETED.fullmatch(text) is not None for text in texts), np.bool_, len(texts))
    for i in np.flatnonzero(lower & cased[document]).tolist():
        fit[i] &= begins_with_name(texts[i], documents[int(document[i])], language)
    if language.code == "en":
        structured = np.array([bool(each.blocks) for each in documents], dtype=np.bool_)[document]
        for i in np.flatnonzero(fit & structured).tolist():
            fit[i] = POINTER.match(texts[i]) is None
    if any("@" in part or "://" in part or "www." in part for part in texts):
        fit &= np.array([ADDRESS.search(text) is None for text in texts], dtype=np.bool_)
    return fit


def begins_with_name(text: str, document: Document, language: Language) -> bool:
    """Tell whether a sentence begins with a name that is written in lower case.

    >>> from reprank.text.languages import language
    >>> eels, english = Document("The eel tools", title="eel"), language("en")
    >>> [begins_with_name(text, eels, english) for text in ("eel finds it.", "the eels swim.", "libeel2 counts eels.")]
    [True, False, True]
    """
    found = FIRST_WORD.match(text.lstrip(OPENING_MARKS))
    if found is None:
        return False
    word = found[0].rstrip(".'’").removesuffix("'s").removesuffix("’s")
    is_marked = NAME_MARK.search(word) is not None
    if TERM.match(text.lstrip(OPENING_MARKS), found.end()):  # what it means follows: "overline - Draws a line."
        return is_marked and word.isalnum()  # an entry of a changelog may begin so: "mergeWith: works with an array."
    if is_marked or text.lstrip(OPENING_MARKS)[found.end() : found.end() + 1] in ("(", "["):
        return True
    if word in own_names(document) and word not in never_last(language):
        return True
    return word not in language.stopwords and float(rarity([word], language.code)[0]) >= MIN_RARITY


def own_names(document: Document) -> frozenset[str]:
    """Return the words of the title, of the name of the file, of the first line and of headings, in lower case."""
    first = document.text[: 10 * MAX_TITLE_CHARACTERS].lstrip().partition("\n")[0]
    named = f"{document.title or ''} {PurePath(document.id or '').stem}"
    if len(first) <= MAX_TITLE_CHARACTERS:
        named += " " + first
    named = " ".join([named, *(document.text[it.start : it.end] for it in document.blocks if it.kind == "heading")])
    words = WORD.findall(named.lower().replace("_", " "))
    return frozenset(part for word in words for part in (word, *re.split(r"[-.+]", word)))
