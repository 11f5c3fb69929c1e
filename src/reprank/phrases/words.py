"""Units to words as phrases need them: compounds in one piece, without elided articles and possessive endings.

Units know no punctuation. What stands between two tokens is read from the text here: "real-time" is one word of two
tokens, "river, bridge" are two words separated, and a line break inside a sentence is a space.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import numpy as np

from reprank.arrays import Booleans, Bytes, Floats, Integers, compact, first_of_equal
from reprank.caching import cached_property
from reprank.patterns import lazy_pattern
from reprank.phrases.morphology import AFFIXES
from reprank.text.languages import Language
from reprank.text.tokens import is_western, normal_form, unspaced_character
from reprank.text.units import Stems, Units
from reprank.values import value_class

OTHER, NOTHING, SPACE, JOINT, SIGN, OPENING, CLOSING = range(7)
SPACES = " \t\n\r\f\v\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
JOINTS = "-\xad\u2010\u2011–.&/"
CHARACTERS = np.zeros(0x3002, np.uint8)  # what each character does between words; the last stands for all others
CHARACTERS[[ord(character) for character in SPACES + "\u200b\u2028\u2029\u202f\u205f\u3000"]] = SPACE
CHARACTERS[[ord(character) for character in JOINTS]] = JOINT
CHARACTERS[[ord(character) for character in "+#"]] = SIGN  # C++, C#
CHARACTERS[[ord(character) for character in "{<"]] = OPENING
CHARACTERS[[ord(character) for character in "}>"]] = CLOSING
INITIALS = lazy_pattern(r"(?:[^\W\d_]\.)+[^\W\d_]")  # U.S
ADDRESS = lazy_pattern(
    r"(?:(?:https?|ftp)://|www\.)[^\s<>]{1,2000}|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,9}"
)
MARKS_OF_ADDRESSES = ("://", "www.", "@")  # no address without one of these
MARGIN = "   "  # after each text, so that looking ahead never leaves it
MAX_GAP_CHARACTERS = 20  # of white space that still join two words: a line break and the margin of the next line


@value_class
class Words:
    """The running text as words.

    Word ``i`` has the tokens ``first[i]:first[i + 1]`` of the units and the spelling ``spellings[spelling_index[i]]``.
    ``start`` and ``end`` are the places of tokens in their documents.
    """

    units: Units
    stems: Stems
    start: Integers
    end: Integers
    first: Integers
    spelling_index: Integers
    spellings: tuple[str, ...]
    separated: Booleans  # is there anything but white space before the word, or nothing at all?
    is_markup: Booleans  # is the word alone in braces or angle brackets, as {pause} and <br>, or in an address?

    def __len__(self) -> int:
        return len(self.spelling_index)

    @cached_property
    def sentence(self) -> Integers:
        """Sentence of each word."""
        return self.units.sentence_of_word[self.first[:-1]]

    @cached_property
    def document(self) -> Integers:
        """Document of each word."""
        return compact(self.units.document[self.sentence])

    @property
    def place(self) -> Integers:
        """Number of words before each word in its document."""
        begins = self.document.searchsorted(np.arange(len(self.units.documents)))
        return np.arange(len(self)) - begins[self.document]

    @cached_property
    def sentence_initial(self) -> Booleans:
        """Tell which words are the first of their sentence."""
        return first_of_equal(self.sentence)

    def stems_of(self, words: Sequence[str]) -> list[str]:
        """Return the stems of lower-cased words, made as those of the text."""
        language = self.units.language
        if affixes := AFFIXES.get(language.code):
            spans = zip(words, affixes([*words, *self.units.forms]), strict=False)
            words = [word[leading : len(word) - trailing] for word, (leading, trailing) in spans]
        return language.stem(words)

    def by_stem(self, values: Floats) -> Floats:
        """Turn a value for each stem of the units into one for each stem of the words: the largest of its forms."""
        if self.stems is self.units.stems:
            return values
        of_stem = np.zeros(len(self.stems.names))
        np.maximum.at(of_stem, self.stems.stem, values[self.units.stems.stem])
        return of_stem

    @cached_property
    def of_token(self) -> Integers:
        """Word that each token belongs to."""
        return compact(np.arange(len(self)).repeat(self.first[1:] - self.first[:-1]))


def read_words(units: Units) -> Words:
    """Put the tokens of units together to words.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> words = read_words(read_units([Document("Europe's real-time systems, in C++")], language("en")))
    >>> [words.spellings[spelling_index] for spelling_index in words.spelling_index], words.separated.tolist()
    (['Europe', 'real-time', 'systems', 'in', 'C++'], [True, True, False, True, False])
    """
    bare, leading, trailing = _without_affixes(units)
    elided, form = bool(np.count_nonzero(leading)), units.form
    stems = _stems_of_bare_forms(units, bare) if elided or units.language.code in AFFIXES else units.stems
    shortened = trailing[form]
    severed = _here_or_after(leading[form] > 0 if elided else np.zeros(len(form), np.bool_), shortened > 0)  # l'|eau
    unspaced = _unspaced(units)
    classes, offset = _character_classes(units)
    end = compact(units.word_start + np.fromiter(map(len, units.forms), np.intp, len(units.forms))[form])
    signs = _signs(classes, end + offset) if np.count_nonzero(classes == SIGN) else None
    if signs is not None:
        end += signs
    gap = _between(units, end, classes, end + offset)
    is_first = np.ones(len(form) + 1, dtype=np.bool_)  # of a word; one more for the end of the last word
    is_first[:-1] = (gap != JOINT) | severed | unspaced
    first = compact(is_first.nonzero()[0])
    begins, last = first[:-1], first[1:] - 1
    start = compact(units.word_start + leading[form]) if elided else units.word_start
    end -= shortened
    # Where a script has no spaces between words, a space ends more than a word.
    beside = (gap == NOTHING) | ((gap == SPACE) & ~unspaced)
    separated = (severed | ~beside)[begins]
    is_markup = _in_addresses(units)[begins]
    if np.count_nonzero(classes == OPENING):
        opened = classes[(units.word_start + offset)[begins] - 1] == OPENING
        is_markup |= opened & (classes[(end + offset)[last]] == CLOSING)
    longer = begins != last
    if signs is not None:
        longer |= signs[last] > 0
    spelling_index, compounds = _spell(units, start, end, first, longer.nonzero()[0])
    words = Words(units, stems, start, end, first, spelling_index, bare + compounds, separated, is_markup)
    return _with_initials(words, len(bare))


def _in_addresses(units: Units) -> Booleans:
    """Tell which tokens begin in an address of a page or of a mailbox."""
    inside = np.zeros(len(units.word_start), dtype=np.bool_)
    for document, own in zip(units.documents, units.of_document, strict=True):
        if any(mark in document.text for mark in MARKS_OF_ADDRESSES):
            first, last = units.offsets[own.start], units.offsets[own.stop]
            spans = np.array([found.span() for found in ADDRESS.finditer(document.text)], np.intp).reshape(-1, 2)
            begins, ends = units.word_start[first:last].searchsorted(spans.T)
            for begin, end in zip((first + begins).tolist(), (first + ends).tolist(), strict=True):
                inside[begin:end] = True
    return inside


def is_unspaced(word: str) -> bool:
    """Tell whether a word is one character of a script without spaces."""
    return not word.isascii() and unspaced_character().match(word) is not None


def _unspaced(units: Units) -> Booleans:
    """Tell which tokens are a character of a script without spaces, or follow one."""
    together = "".join(units.forms)
    if is_western(together) or not unspaced_character().search(together):
        return np.zeros(len(units.form), dtype=np.bool_)
    unspaced = np.fromiter(map(is_unspaced, units.forms), np.bool_, len(units.forms))[units.form]
    return _here_or_after(unspaced, unspaced)


def _here_or_after(here: Booleans, before: Booleans) -> Booleans:
    """Tell which tokens have the first flag themselves, or follow a token that has the second."""
    either = here.copy()
    either[1:] |= before[:-1]
    return either


def _without_affixes(units: Units) -> tuple[tuple[str, ...], Integers, Integers]:
    """Return each form without an elided article, a possessive ending or a particle, and how long these are."""
    bare = list(units.forms)
    leading, trailing = np.zeros(len(bare), np.intp), np.zeros(len(bare), np.intp)
    if affixes := AFFIXES.get(units.language.code):
        leading[:], trailing[:] = np.array(affixes(bare), np.intp).reshape(-1, 2).T
        changed = np.flatnonzero(leading + trailing).tolist()
    else:
        curly = "’" in "".join(bare)
        changed = [i for i, form in enumerate(bare) if "'" in form or (curly and "’" in form)]
        for i in changed:
            leading[i], trailing[i] = _apostrophe_affixes(bare[i], units.language)
    for i in changed:
        bare[i] = bare[i][leading[i] : len(bare[i]) - trailing[i]]
    return tuple(bare), leading, trailing


def _apostrophe_affixes(form: str, language: Language) -> tuple[int, int]:
    straight = form.lower().replace("’", "'")
    if straight.endswith("'s") and len(form) > 3:
        return 0, 2
    if language.code == "en" or straight in language.stopwords:
        return 0, 0
    return _elided(straight, language.stopwords), 0


def _stems_of_bare_forms(units: Units, bare: tuple[str, ...]) -> Stems:
    """Return stems of words without articles and particles, which some stemmers leave on."""
    stems = units.language.stem([normal_form(form) for form in bare])
    numbers = {name: number for number, name in enumerate(dict.fromkeys(stems))}
    stem = np.array([numbers[name] for name in stems], np.intp)[units.form]
    return Stems(tuple(numbers), stem, units.stems.stop)


def _elided(word: str, stopwords: frozenset[str]) -> int:
    """Return the length of an article or conjunction before an apostrophe: l'eau, qu'un, dell'arte."""
    article = word.partition("'")[0]
    short = len(article) < 2 or article in stopwords or article + "'" in stopwords or article + "e" in stopwords
    return len(article) + 1 if short and len(word) > len(article) + 1 else 0


def _between(units: Units, end: Integers, classes: Bytes, after: Integers) -> Bytes:
    """Tell for each token what stands before it in its sentence, given the places ``after`` all tokens in ``classes``.

    NOTHING, SPACE for white space, JOINT for one hyphen or the like, OTHER for all else and for a new sentence.
    """
    gap = np.full(len(end), OTHER, np.uint8)
    if not len(end):
        return gap
    width = units.word_start[1:] - end[:-1]
    width[units.offsets[1:-1] - 1] = 0
    what = classes[after[:-1]]
    what[(what == JOINT) & (width != 1)] = OTHER
    wide = ((what == SPACE) & (width > 1)).nonzero()[0]
    for step in range(1, MAX_GAP_CHARACTERS + 1):  # every character of a gap must be white space
        if not len(wide):
            break
        found = classes[after[wide] + step] == SPACE
        what[wide[~found] if step < MAX_GAP_CHARACTERS else wide] = OTHER
        wide = wide[found & (width[wide] > step + 1)]
    what[width == 0] = NOTHING
    gap[1:] = what
    gap[units.offsets[:-1]] = OTHER
    return gap


def _signs(classes: Bytes, at: Integers) -> Integers:
    """Count plus signs and sharps that follow a word, up to two, if white space follows them."""
    one, two, three = classes[at], classes[at + 1], classes[at + 2]
    signs = np.where(one == SIGN, np.where(two == SIGN, 2, 1), 0)
    return np.where(np.where(signs == 2, three, two) == SPACE, signs, 0)


def _character_classes(units: Units) -> tuple[Bytes, Integers]:
    """Tell what every character of all texts does between words, and where the text of each token begins in them."""
    text = "".join([document.text + MARGIN for document in units.documents])
    offset = np.zeros(1, np.intp)
    if len(units.documents) > 1:
        lengths = np.array([len(document.text) + len(MARGIN) for document in units.documents])
        offset = (lengths.cumsum() - lengths)[units.document[units.sentence_of_word]]
    if text.isascii():
        return np.frombuffer(text.encode().translate(CHARACTERS[:256].tobytes()), np.uint8), offset
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    return CHARACTERS[np.minimum(codes, len(CHARACTERS) - 1)], offset


def _spell(
    units: Units, start: Integers, end: Integers, first: Integers, longer: Integers
) -> tuple[Integers, tuple[str, ...]]:
    """Spell every word: a single token as its form, a ``longer`` one as it stands in the text."""
    spelling_index = units.form[first[:-1]]
    numbers: defaultdict[str, int] = defaultdict(count(len(units.forms)).__next__)
    last = first[longer + 1] - 1
    documents = units.document[units.sentence_of_word[last]]
    places = zip(documents.tolist(), start[first[longer]].tolist(), end[last].tolist(), strict=True)
    spelling_index[longer] = [numbers[units.documents[document].text[a:b]] for document, a, b in places]
    return spelling_index, tuple(numbers)


def _with_initials(words: Words, single: int) -> Words:
    """Add the full stop to initials; it no longer separates them from the next word: U.S. Senate.

    The first ``single`` spellings are of one token, which has a full stop between figures only.
    """
    initials = [
        spelling_index
        for spelling_index, spelling in enumerate(words.spellings[single:], start=single)
        if "." in spelling and INITIALS.fullmatch(spelling)
    ]
    if not initials:
        return words
    end, spelling_index, separated = words.end.copy(), words.spelling_index.copy(), words.separated.copy()
    is_initials = np.zeros(len(words.spellings), dtype=np.bool_)
    is_initials[initials] = True
    for word in is_initials[spelling_index].nonzero()[0].tolist():
        text, last = words.units.documents[words.document[word]].text, words.first[word + 1] - 1
        if not text.startswith(".", end[last]):
            continue
        end[last] += 1
        spelling_index[word] = len(words.spellings) + initials.index(spelling_index[word])
        if word + 1 < len(words) and not words.sentence_initial[word + 1]:
            separated[word + 1] = not text[end[last] : words.start[words.first[word + 1]]].isspace()
    stopped = tuple(words.spellings[number] + "." for number in initials)
    return replace(
        words, end=end, spelling_index=spelling_index, separated=separated, spellings=words.spellings + stopped
    )
