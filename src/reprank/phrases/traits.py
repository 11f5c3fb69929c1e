"""Words to what they may do in a phrase: end it, be its last word, modify it; and how they are written."""

from __future__ import annotations

import re

import numpy as np

from reprank.arrays import Booleans, Bytes, Floats
from reprank.caching import WordCache, cached_property
from reprank.patterns import lazy_pattern
from reprank.phrases.english import english
from reprank.phrases.morphology import ENDINGS, LANGUAGES_WITH_CAPITAL_NOUNS
from reprank.phrases.parts import BREAK, NAME_CATEGORY, NOUN, Category, parts_in_context
from reprank.phrases.words import Words, is_unspaced
from reprank.text.languages import Language
from reprank.values import value_class

# Characters that end a word where no space does: hiragana, which writes endings and particles in Japanese, and Chinese
# function words that hardly occur in others. (Stop lists hold 中 and 大 as well, which most names contain.)
FUNCTION_CHARACTER = lazy_pattern(
    "[\u3041-\u309f的了是在与與或也就而但被把让讓从從于於之其这這那此哪谁我你您他她它们們不没沒很更最又还還再才只已"
    "吗嗎呢吧啊呀么麼着著该每并並且至]"
)
ADDRESS = ("www.", "http")
MIN_CAPITAL_SHARE = 0.1  # of words with a capital, from which on German text has its nouns in capitals
TITLE_WORDS = 3  # in a line of more words than that, capitals throughout make a title
TITLE_SHARE = 0.8
ROW = ("part", "letter", "lower", "capital", "acronym", "generic", "unspaced", "category", "profile", "plural", "name")


@value_class
class Traits:
    """What is known of every word of the running text."""

    words: Words
    part: Bytes  # BREAK, NOUN or MODIFIER
    letter: Booleans  # begins with a letter
    lower: Booleans  # has no capital
    capital: Booleans  # begins with a capital
    acronym: Booleans  # has nothing but capitals
    generic: Booleans  # says little alone
    unspaced: Booleans  # one character of a script without spaces
    case_informative: Booleans  # a capital here means a name: not at the beginning of a sentence, not in a title

    @cached_property
    def content(self) -> Booleans:
        """Tell which words may stand in a phrase."""
        content: Booleans = self.part != BREAK
        return content

    def per_sentence(self, flags: Booleans) -> Floats:
        """Count the words of each sentence that have the flag."""
        return _per_sentence(self.words, flags)


def read_traits(words: Words, new: Booleans) -> Traits:
    """Look up each distinct word once; words outside the new sentences belong to no phrase."""
    language = words.units.language
    if language.code == "en":
        rows = _remembered_rows(words.spellings)
    else:
        rows = [_row(spelling, language) for spelling in words.spellings]
    table = np.frombuffer(b"".join(rows), np.uint8).reshape(-1, len(ROW))
    looked_up = table.take(words.spelling_index, axis=0).T
    letter, lower, capital, acronym, generic, unspaced = np.ascontiguousarray(looked_up[1:7]).view(np.bool_)
    part = looked_up[0].copy()
    in_title = _titles(words, part != BREAK, letter, capital)[words.sentence]
    case_informative = ~(words.sentence_initial | in_title)
    if language.code == "en":
        part = _english_parts(words, part, capital & case_informative, *looked_up[7:])
    outside = words.is_markup.copy()
    if not new.all():
        outside |= ~new[words.sentence]
    if language.code in LANGUAGES_WITH_CAPITAL_NOUNS and capital.sum() > MIN_CAPITAL_SHARE * len(words):
        outside |= lower
    if unspaced.any():
        outside |= _stopped(words, language.stopwords)
    part[outside] = BREAK
    return Traits(words, part, letter, lower, capital, acronym, generic, unspaced, case_informative)


def _per_sentence(words: Words, flags: Booleans) -> Floats:
    return np.bincount(words.sentence, flags, len(words.units)).astype(np.float64, copy=False)


def _titles(words: Words, content: Booleans, letter: Booleans, capital: Booleans) -> Booleans:
    """Tell which sentences are titles: nearly all words that may stand in a phrase have a capital."""
    counts, capitals = _per_sentence(words, content), _per_sentence(words, content & capital)
    titles: Booleans = (_per_sentence(words, letter) > TITLE_WORDS) & (capitals > TITLE_SHARE * np.maximum(counts, 1))
    return titles


def _english_parts(
    words: Words, part: Bytes, capital: Booleans, category: Bytes, profile: Bytes, plural: Bytes, may_be_name: Bytes
) -> Bytes:
    """Tell what each word does in its place; ``capital`` tells which words have a capital that means something."""
    open_ = part != BREAK
    named = capital & (open_ | (may_be_name > 0))
    kinds = category.copy()
    kinds[named] = NAME_CATEGORY
    separated = words.separated | words.sentence_initial
    undecided = (open_ & ~named).nonzero()[0]
    priors = english().log_shares
    prior = plural[undecided].astype(np.intp) * priors.shape[1] + profile[undecided]  # more than a byte holds
    return parts_in_context(priors.reshape(-1, priors.shape[2]), prior, undecided, kinds, plural > 0, separated)


def _english_row(spelling: str) -> bytes:
    lexicon = english()
    word = spelling.lower().replace("’", "'")
    bare = word.rstrip(".")
    breaks = _is_no_word(word) or lexicon.breaks(bare)
    name = breaks and bool(bare) and lexicon.may_be_name(bare)
    category = lexicon.category(bare) if breaks and bare else Category.SINGULAR
    plural = bare[-1:] == "s" and bare[-2:] != "ss"
    profile = lexicon.profile_number[lexicon.shares(bare)] if not breaks else 0
    part = BREAK if breaks else NOUN
    return bytes(
        (part, *_case(spelling, word), bare in lexicon.generic, is_unspaced(word), category, profile, plural, name)
    )


_remembered_rows = WordCache(lambda spellings: map(_english_row, spellings))


def _row(spelling: str, language: Language) -> bytes:
    word = spelling.lower().replace("’", "'")
    unspaced = is_unspaced(word)
    return bytes((_part(spelling, word, unspaced, language), *_case(spelling, word), False, unspaced, 0, 0, 0, 0))


def _case(spelling: str, word: str) -> tuple[bool, bool, bool, bool]:
    """Tell whether a word begins with a letter, has no capital, begins with one, has nothing else."""
    first = spelling[0]
    return first.isalpha(), word == spelling, first.isupper(), len(spelling) > 1 and spelling.isupper()


def _part(spelling: str, word: str, unspaced: bool, language: Language) -> int:
    """Tell nouns from the rest by stop words and, where the language has rules, by endings; names have a capital."""
    if unspaced:
        return BREAK if FUNCTION_CHARACTER.match(word) else NOUN
    if word in language.stopwords or _is_no_word(word):
        return BREAK
    endings = ENDINGS.get(language.code)
    return endings.part(word) if endings and word == spelling else NOUN


def _is_no_word(word: str) -> bool:
    return len(word) < 2 or word.startswith(ADDRESS) or not (word.isalpha() or any(map(str.isalpha, word)))


def _stopped(words: Words, stopwords: frozenset[str]) -> Booleans:
    """Tell which characters are part of a stop word of several: 我们, because there no space sets it off."""
    stopped = np.zeros(len(words), dtype=np.bool_)
    several = sorted(
        (word for word in stopwords if len(word) > 1 and is_unspaced(word)), key=lambda word: (-len(word), word)
    )
    if not several:
        return stopped
    pattern = re.compile("|".join(map(re.escape, several)))
    start, documents = words.start[words.first[:-1]], words.document
    for number, document in enumerate(words.units.documents):
        a, b = np.searchsorted(documents, [number, number + 1])
        for match in pattern.finditer(document.text):
            first, last = a + np.searchsorted(start[a:b], match.span())
            stopped[first:last] = True
    return stopped
