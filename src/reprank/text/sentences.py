"""Text to sentences: where each begins and ends.

``sentencex`` finds full stops. It keeps quotations and brackets whole, however long they are, and it breaks at the
abbreviations of science; both is mended here. Thai and Lao have no full stop: they are cut at spaces. Long stretches
without a full stop are cut at pauses.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from itertools import accumulate, pairwise
from unicodedata import combining

import numpy as np

from reprank.arrays import Integers
from reprank.caching import cached_property
from reprank.patterns import lazy_pattern
from reprank.text.abbreviations import AFTER_HOUR, MAY_END, NEEDS_MORE, NEEDS_NUMBER, RANKS
from reprank.text.languages import Language
from reprank.text.passages import BULLETS, ITEM_MARK, passages, stripped
from reprank.text.segments import ABBREVIATIONS, segment_as_kazakh
from reprank.text.tokens import is_plainly_spaced

Span = tuple[int, int]

# Characters that sentencex does not expect: line breaks within a passage, halves of characters, bullets; and full stops
# of Khmer and Tibetan, which it does not know.
UNEXPECTED = lazy_pattern(rf"[^\S ]|[\ud800-\udfff{BULLETS}។៕།༎]")
FULL_STOPS = "។៕།༎"
UNENDING = "၊"  # the comma of Burmese, at which sentencex ends a sentence
QUOTES = '"“”„‟«»‹›「」『』()[]{}（）'
WITHOUT_QUOTES = str.maketrans(dict.fromkeys(QUOTES, " "))
# What sentencex takes for initials and abbreviations, though it ends a sentence: a unit ("48 h. We", "30 min. The") and
# words that are also spelled like an abbreviation ("He fell ill. The", "in May. Nobody").
NO_ABBREVIATION = lazy_pattern(
    r"(?:\d|\bper) (?:[a-zµ]|min|sec)\.(?= [A-Z])|\b(?:no|art|ill|ore|ok|ark|miss|[Mm]ay)\.(?= [A-Z][a-z])"
)
# A sentence in brackets before another one, with which sentencex keeps it: "(He was ill.) The mill stood still."
BRACKETED = lazy_pattern(r"(?:\([^()]*+(?<=[.!?])\)|\[[^\[\]]*+(?<=[.!?])\])\s+(?=\S)")
# A German ordinal, before a noun: "im 19. Jahrhundert", "des 19. und frühen 20. Jahrhunderts".
ORDINAL = lazy_pattern(
    r"(?:\b(?:de[rsmn]|das|die|im|vom|zu[mr]|beim|ins)|\d\.,?(?: und| oder| bis)?)(?: frühen| späten)? \d{1,3}$",
    re.IGNORECASE,
)
ORDINAL_CHARACTERS = 25
NO_ABBREVIATION_CHARACTERS = 10  # at most, before the full stop
OPENING_MARKS = '(["“‘«'
BRACKETS = ("(", "[")
MAX_SHORTENED_LETTERS = 6  # of an abbreviation
HOUR = frozenset(["a.m", "p.m"])
FIRST_WORD = lazy_pattern(r"\w+")
CODE_NAME = lazy_pattern(r"[_()\[\]<]|[a-z0-9][A-Z]|\w\.\w|^[A-Z]{2,}$")  # hidden_size, HEAD..<branch>, ExitStack, UTC
MAX_NAME_LETTERS = 40  # before or behind a full stop
DOTTED = lazy_pattern(rf"([^\W_]\w{{0,{MAX_NAME_LETTERS - 1}}})\.(?=(\w{{1,{MAX_NAME_LETTERS}}}))")  # vm.Script
MAX_MARK_CHARACTERS = 20  # more than the number of a section has
QUOTATION_CHARACTERS = 400  # a sentence that is longer because of a quotation of several sentences is split inside it
# Marks behind each of which sentencex looks for the closing one, to the end of the passage. A passage with too many of
# them is no prose, and is split as if it had none.
OPENING_QUOTES = ("“", "‘", "„", "«", "‹", "`", "''")
MAX_OPENING_QUOTES = 1_000
WITHOUT_MARKS = str.maketrans(dict.fromkeys(QUOTES + "‘’‚‛`'", " "))
WINDOW_CHARACTERS = 10_000  # of a passage that is split at once
MAX_WINDOW_CHARACTERS = 40_000  # of a passage in which no sentence ends
LOOKAHEAD_CHARACTERS = 2_000  # at the end of a window, in which a quotation may still be open

SPACED_CLAUSES = frozenset(["th", "lo"])  # languages that put spaces between clauses, and no full stops
CLAUSE_CHARACTERS = 80  # a clause of these languages ends at the first space after as many characters
PAUSE = lazy_pattern(r"[\n;:,–—…，、；：،؛]|\.\.\.|[\[({][a-z ]{2,20}[\])}]")  # marks, and notes such as [pause]
MAX_SENTENCE_WORDS = 150  # a longer stretch is a transcript or a dump
PIECE_WORDS = 40  # about as long are the pieces of a longer stretch
UNSPACED_CODES = frozenset(["zh", "ja", "th", "lo", "km", "my"])  # languages in which a word has about two characters
CLAUSE_SPACE = lazy_pattern(r"(?<=[\u0e00-\u0eff]) +(?=[\u0e01-\u0e2e\u0e40-\u0e44\u0e81-\u0eae\u0ec0-\u0ec4])")


def split_sentences(
    text: str, language: Language, stretches: Iterable[Span] | None = None, *, has_code: bool = False
) -> list[Span]:
    r"""Return start and end of every sentence, without surrounding white space.

    ``stretches`` are the parts of the text inside which a line break is only a space; they are guessed where a file
    does not tell them. ``has_code`` says that the document has code.

    >>> from reprank.text.languages import language
    >>> text = "Dr. Oduya saw F. solani var. coeruleum in 3.5 % of the\nGerman fields. He left."
    >>> [text[start:end] for start, end in split_sentences(text, language("en"))]
    ['Dr. Oduya saw F. solani var. coeruleum in 3.5 % of the\nGerman fields.', 'He left.']
    """
    known = passages(text, language) if stretches is None else stretches
    of_passages = [list(_passage_sentences(text, start, end, language.code)) for start, end in known]
    starts = [start for spans in of_passages for start, _ in spans]
    cased = 2 * sum(text[start].islower() for start in starts) < len(starts)
    names = _DottedNames(text, language.stopwords, has_code=has_code)
    german = language.code == "de"
    return [span for spans in of_passages for span in _joined(text, spans, names, cased=cased, german=german)]


class _DottedNames:
    """Names with a full stop inside, such as vm.Script or Mr.Oduya, and sentences with no space between them.

    A text has a name more than once, while the same two words hardly meet again at the end of a sentence. In a document
    with code, names are more frequent than missing spaces: there all are names. A stop word begins a sentence.
    """

    def __init__(self, text: str, stopwords: Set[str], *, has_code: bool) -> None:
        self._text, self._stopwords, self._has_code = text, stopwords, has_code

    @cached_property
    def _twice(self) -> frozenset[tuple[str, str]]:
        return frozenset(name for name, times in Counter(DOTTED.findall(self._text)).items() if times > 1)

    def has(self, stop: int) -> bool:
        """Tell whether the full stop at a place is inside such a name."""
        text, start = self._text, stop
        while stop - start < MAX_NAME_LETTERS and start and (text[start - 1].isalnum() or text[start - 1] == "_"):
            start -= 1
        before, after = text[start:stop].lstrip("_"), FIRST_WORD.match(text, stop + 1, stop + 1 + MAX_NAME_LETTERS)
        if not before or after is None:
            return False
        following = text[after.end() : after.end() + 1].strip()
        may_open = following in ",;'’" and after[0].lower() in self._stopwords  # not so in tclX.Y-dev
        if may_open and not before[0].isupper():
            return False
        return (self._has_code and not may_open) or (before, after[0]) in self._twice


def _passage_sentences(text: str, start: int, end: int, code: str) -> Iterator[Span]:
    if text[start:end].isalnum():  # one word: nothing to split
        yield start, end
        return
    pending = -1
    for first, last in _pieces(text, start, end, code):
        if pending >= 0:
            first, pending = pending, -1
        unended = text[last - 1] in UNENDING or (code in SPACED_CLAUSES and text[last - 1] == ".")
        if last < end and (unended or _is_mark(text, first, last)):
            pending = first  # "1." belongs to the sentence that it numbers, a full stop in Thai to an abbreviation
            continue
        if code in SPACED_CLAUSES:
            yield from _clauses(text, first, last)
        else:
            yield first, last


def _is_mark(text: str, start: int, end: int) -> bool:
    """Tell whether a stretch is nothing but the mark of an item, perhaps behind other marks: "1.", "§ 2."."""
    while start < end and not text[start].isalnum():
        start += 1
    return end - start <= MAX_MARK_CHARACTERS and ITEM_MARK.fullmatch(text, start, end) is not None


def _pieces(text: str, start: int, end: int, code: str) -> Iterator[Span]:
    """Yield the stretches that sentencex makes of a passage, and shorter ones where it keeps a long quotation whole."""
    passage = text[start:end]
    if not passage.isascii() or not is_plainly_spaced(passage):
        passage = UNEXPECTED.sub(lambda match: "。" if match[0] in FULL_STOPS else " ", passage)
    for piece in _segmented(passage, code):
        stop = start + len(piece)
        edges = [start, stop]
        if len(piece) > QUOTATION_CHARACTERS and (plain := piece.translate(WITHOUT_QUOTES)) != piece:
            lengths = map(len, _segmented(plain, code))
            edges[1:1] = [_behind_closing_marks(text, edge) for edge in list(accumulate(lengths, initial=start))[1:-1]]
        elif (inner := piece.find(". ", 0, -2)) >= 0:
            matches = NO_ABBREVIATION.finditer(piece, max(0, inner - NO_ABBREVIATION_CHARACTERS))
            edges[1:1] = [start + match.end() for match in matches]
        if piece[:1] in BRACKETS and (aside := BRACKETED.match(piece)) is not None:
            inside = aside[0].strip()[1:-2]
            of_words = " " in inside or len(inside) > MAX_SHORTENED_LETTERS  # not "(U.S.) Steel", but "[Applause.] We"
            if of_words and not piece[aside.end()].islower():  # "(Nobody!) he cried"
                behind = start + aside.end()
                edges = [start, behind, *(edge for edge in edges if edge > behind)]
        for first, last in pairwise(edges) if len(edges) > 2 else ((start, stop),):
            while first < last and text[first].isspace():
                first += 1
            while last > first and text[last - 1].isspace():
                last -= 1
            if first < last:
                yield first, last
        start = stop


def _segmented(passage: str, code: str) -> Iterator[str]:
    """Yield the stretches that sentencex makes of a passage, a long one window by window.

    In some languages, among quotation marks that nobody closes and among full stops that end nothing, the time of
    sentencex grows with the square of the length. Sentences near the end of a window are looked at again in the next
    one, with what follows them. A window in which no sentence ends at all is cut at a space.
    """
    at, size = 0, WINDOW_CHARACTERS
    while len(passage) - at > 2 * size:
        ends = list(accumulate(map(len, _split(code, passage[at : at + size])), initial=at))
        sure = bisect_right(ends, at + size - LOOKAHEAD_CHARACTERS)
        if sure < 2 and size < MAX_WINDOW_CHARACTERS:  # no sentence ends in this window: look at a larger one
            size *= 2
            continue
        if sure < 2:
            ends[1:] = [passage.rfind(" ", at, at + size) + 1 or at + size]
            sure = 2
        for start, end in pairwise(ends[:sure]):
            yield passage[start:end]
        at, size = ends[sure - 1], WINDOW_CHARACTERS
    yield from _split(code, passage[at:])


def _split(code: str, passage: str) -> list[str]:
    if sum(map(passage.count, OPENING_QUOTES)) <= MAX_OPENING_QUOTES:
        return _by_sentencex(code, passage)
    ends = accumulate(map(len, _by_sentencex(code, passage.translate(WITHOUT_MARKS))), initial=0)
    return [passage[start:end] for start, end in pairwise(ends)]


def _by_sentencex(code: str, passage: str) -> list[str]:
    if code in ABBREVIATIONS:  # sentencex is slow in these languages
        return segment_as_kazakh(code, passage)
    from sentencex import segment

    found: list[str] = segment(code, passage)
    return found


def _behind_closing_marks(text: str, edge: int) -> int:
    """Move the end of a sentence behind the quotation marks that close it, and before those that open the next."""
    while text[edge - 1].isspace() or text[edge - 1] in QUOTES:
        edge -= 1
    while text[edge : edge + 1] and text[edge] in QUOTES:
        edge += 1
    return edge + 2 if text[edge : edge + 2] in (" »", "\u00a0»") else edge


def _joined(text: str, spans: list[Span], names: _DottedNames, *, cased: bool, german: bool) -> list[Span]:
    """Join what was split at a full stop that does not end a sentence, or before the accents of its last character."""
    joined = spans[:1]
    for start, end in spans[1:]:
        first, last = joined[-1]
        while start < end - 1 and (combining(text[start]) or text[start].isspace()):
            start += 1
            joined[-1] = first, last = first, start if combining(text[start - 1]) else last
        if text[last - 1] == "." and (
            (german and _is_ordinal(text, first, last)) or _goes_on(text, first, last, start, names, cased=cased)
        ):
            joined[-1] = first, end
        else:
            joined.append((start, end))
    return joined


def _is_ordinal(text: str, first: int, last: int) -> bool:
    """Tell whether the full stop before ``last`` makes an ordinal of a number."""
    return (
        text[last - 2].isdecimal()
        and ORDINAL.search(text[max(first, last - ORDINAL_CHARACTERS) : last - 1]) is not None
    )


def _goes_on(text: str, first: int, last: int, following: int, names: _DottedNames, *, cased: bool) -> bool:
    """Tell whether a sentence goes on behind the full stop before ``last``: it is part of a name or an abbreviation.

    In text with capitals, what begins in lower case begins no sentence.
    """
    if following == last:
        before = text[max(first, last - MAX_NAME_LETTERS) : last - 1].rsplit(None, 1)[-1:]
        word = text[following : following + 60].split(maxsplit=1)[0].rstrip(".,;:")
        return CODE_NAME.search(word) is not None or "_" in "".join(before) or names.has(last - 1)
    words = text[max(first, last - 12) : last - 1].rsplit(None, 1)
    word = words[-1].lstrip(OPENING_MARKS).lower() if words else ""
    if word in NEEDS_MORE or ("-" in word and word.rpartition("-")[2] in RANKS):  # "Det.-Sgt."
        return True
    if word in NEEDS_NUMBER:
        return text[following].isdigit() or text[following] in "<#"
    if word in HOUR and (opening := FIRST_WORD.match(text, following)):
        return opening[0].lower() in AFTER_HOUR or text.startswith(" time", opening.end())  # "Paris time"
    return text[following].islower() and (cased or word in MAY_END)


def _clauses(text: str, start: int, end: int) -> Iterator[Span]:
    """Cut a stretch of Thai or Lao at spaces between clauses, each part about as long as a sentence."""
    for space in CLAUSE_SPACE.finditer(text, start, end):
        if space.start() - start >= CLAUSE_CHARACTERS and end - space.end() >= CLAUSE_CHARACTERS // 2:
            yield start, space.start()
            start = space.end()
    yield start, end


def cut_long(text: str, spans: list[Span], word_start: Integers, code: str) -> list[Span]:
    """Cut the sentences that are too long; ``word_start`` is where the words of the text begin."""
    bounds = np.searchsorted(word_start, [edge for span in spans for edge in span]).reshape(-1, 2)
    units = 2 if code in UNSPACED_CODES else 1  # that are counted for each word
    if (bounds[:, 1] - bounds[:, 0]).max(initial=0) <= units * MAX_SENTENCE_WORDS:
        return spans
    cut: list[Span] = []
    for span, (first, last) in zip(spans, bounds.tolist(), strict=True):
        is_long = last - first > units * MAX_SENTENCE_WORDS
        cut += _pieces_of(text, *span, word_start[first:last], units * PIECE_WORDS) if is_long else [span]
    return cut


def _pieces_of(text: str, start: int, end: int, words: Integers, size: int) -> Iterator[Span]:
    """Cut a stretch into pieces of about ``size`` words, at pauses where there are any."""
    pauses = np.array([match.end() - 1 for match in PAUSE.finditer(text, start, end)], np.intp)
    at = 0
    while len(words) - at > size + size // 2:
        low, high = words[at + size // 2], words[at + size]
        last = int(np.searchsorted(pauses, high)) - 1
        at = int(np.searchsorted(words, pauses[last])) if last >= 0 and pauses[last] > low else at + size
        yield stripped(text, start, int(words[at]))
        start = int(words[at])
    yield start, end
