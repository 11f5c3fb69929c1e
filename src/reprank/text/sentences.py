"""Text to sentences: where each begins and ends.

``sentencex`` finds full stops. It keeps quotations and brackets whole, however long they are, and it breaks at the
abbreviations of science; both is mended here. Thai and Lao have no full stop: they are cut at spaces.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate, pairwise

from reprank.patterns import lazy_pattern
from reprank.text.abbreviations import AFTER_HOUR, CONTINUING, LINKING, MAY_END, NEEDS_MORE, NEEDS_NUMBER, RANKS
from reprank.text.languages import Language
from reprank.text.marks import close_quotations
from reprank.text.passages import BULLETS, passages
from reprank.text.segments import ABBREVIATIONS, segment_as_kazakh

Span = tuple[int, int]

# Characters that sentencex does not expect: line breaks within a passage, halves of characters, bullets; and full stops
# of Khmer and Tibetan, which it does not know.
UNEXPECTED = lazy_pattern(rf"[^\S ]|[\ud800-\udfff{BULLETS}។៕།༎]")
FULL_STOPS = "។៕།༎"
UNENDING = "၊"  # the comma of Burmese, at which sentencex ends a sentence
QUOTES = '"“”„‟«»‹›「」『』()[]{}（）'
WITHOUT_QUOTES = str.maketrans(dict.fromkeys(QUOTES, " "))
ENUMERATOR = lazy_pattern(r"\W*(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,4})[.)]\W*")
# What sentencex takes for initials and abbreviations, though it ends a sentence: a unit ("48 h. We", "30 min. The") and
# words that are also spelled like an abbreviation ("He fell ill. The", "in May. Nobody").
NO_ABBREVIATION = lazy_pattern(
    r"(?:\d|\bper) (?:[a-zµ]|min|sec)\.(?= [A-Z])|\b(?:no|art|ill|ore|ok|ark|miss|[Mm]ay)\.(?= [A-Z][a-z])"
)
NUMBER_BEFORE = lazy_pattern(r"[\d>] ?$")
OPENING_MARKS = '(["“‘«'
HOUR = frozenset(["a.m", "p.m"])
LOWER_CASED_ACRONYM = lazy_pattern(r"[a-z]{1,2}(?:\.[a-z])+")
BRACKET_CHARACTERS = 80  # on either side of a full stop that may be inside brackets
INNER_CAPITAL = lazy_pattern(r"(?<=[a-z,] )[A-Z]")
FIRST_WORD = lazy_pattern(r"\w+")
TOKEN = lazy_pattern(r"\S{1,60}")
CODE_NAME = lazy_pattern(r"[_()\[\]]|[a-z0-9][A-Z]|\w\.\w|^[A-Z]{2,}$")  # hidden_size, ExitStack, UTC
QUOTED_STOPS = ("'.'", '"."', "‘.’", "“.”")  # a full stop that is talked about
DOTTED = lazy_pattern(r"(?<![^\W_])[^\W_]+(?=\.[a-z])")
MIN_DOTTED = 2  # names with a full stop behind one word, from which on the word does not end a sentence there
QUOTATION_CHARACTERS = 400  # a sentence that is longer because of a quotation of several sentences is split inside it
QUOTATION_CHARACTERS_UNSPACED = 120  # the same for Chinese and Japanese
# Marks behind each of which sentencex looks for the closing one, to the end of the passage. A passage with too many of
# them is no prose, and is split as if it had none.
OPENING_QUOTES = ("“", "‘", "„", "«", "‹", "`", "''")
MAX_OPENING_QUOTES = 1_000
WITHOUT_MARKS = str.maketrans(dict.fromkeys(QUOTES + "‘’‚‛`'", " "))
WINDOW_CHARACTERS = 10_000  # of a passage that is split at once
LOOKAHEAD_CHARACTERS = 2_000  # at the end of a window, in which a quotation may still be open
LOST_SAMPLE_CHARACTERS = 2_000  # of a text, in which capitals are counted
MAX_INNER_CAPITALS = 1 / 1_000  # capitals inside sentences for each character, in a text that has lost its names
LOWER_CASED_SHARE = 0.2  # of sentences without a capital, up to which capitals can be relied on

SPACED_CLAUSES = frozenset(["th", "lo"])  # languages that put spaces between clauses, and no full stops
CLAUSE_CHARACTERS = 80  # a clause of these languages ends at the first space after as many characters
CLAUSE_SPACE = lazy_pattern(r"(?<=[\u0e00-\u0eff]) +(?=[\u0e01-\u0e2e\u0e40-\u0e44\u0e81-\u0eae\u0ec0-\u0ec4])")


def split_sentences(text: str, language: Language, stretches: Iterable[Span] | None = None) -> list[Span]:
    r"""Return start and end of every sentence, without surrounding white space.

    ``stretches`` are the parts of the text inside which a line break is only a space; they are guessed where a file
    does not tell them.

    >>> from reprank.text.languages import language
    >>> text = "Dr. Oduya saw F. solani var. coeruleum in 3.5 % of the\nGerman fields. He left."
    >>> [text[start:end] for start, end in split_sentences(text, language("en"))]
    ['Dr. Oduya saw F. solani var. coeruleum in 3.5 % of the\nGerman fields.', 'He left.']
    """
    known = passages(text, language) if stretches is None else stretches
    of_passages = [list(_passage_sentences(text, start, end, language.code)) for start, end in known]
    capitals = sum(text[start].isupper() for spans in of_passages for start, _ in spans)
    cased = 2 * capitals >= sum(map(len, of_passages))
    beginning = _beginning(language)
    dotted = _dotted_words(text, of_passages)
    joined = [_join_abbreviated(text, spans, beginning, dotted, cased=cased) for spans in of_passages]
    starts = [start for spans in joined for start, _ in spans]
    lower = sum(text[start].islower() for start in starts)
    if 0 < lower <= LOWER_CASED_SHARE * len(starts):
        joined = [_join_lower_cased(text, spans) for spans in joined]
    return close_quotations(text, [span for spans in joined for span in spans])


@cache
def _beginning(language: Language) -> frozenset[str]:
    """Return the function words that may begin a sentence."""
    return language.stopwords - CONTINUING


def _passage_sentences(text: str, start: int, end: int, code: str) -> Iterator[Span]:
    if text[start:end].isalnum():  # one word: nothing to split
        yield start, end
        return
    pending = -1
    for first, last in _pieces(text, start, end, code):
        if pending >= 0:
            first, pending = pending, -1
        unended = text[last - 1] in UNENDING or (code in SPACED_CLAUSES and text[last - 1] == ".")
        if last < end and (unended or ENUMERATOR.fullmatch(text, first, last)):
            pending = first  # "1." belongs to the sentence that it numbers, a full stop in Thai to an abbreviation
            continue
        if code in SPACED_CLAUSES:
            yield from _clauses(text, first, last)
        else:
            yield first, last


def _pieces(text: str, start: int, end: int, code: str) -> Iterator[Span]:
    """Yield the stretches that sentencex makes of a passage, and shorter ones where it keeps a long quotation whole."""
    passage = text[start:end]
    if not passage.isprintable() or not passage.isascii():
        passage = UNEXPECTED.sub(lambda match: "。" if match[0] in FULL_STOPS else " ", passage)
    most = QUOTATION_CHARACTERS_UNSPACED if code in ("zh", "ja") else QUOTATION_CHARACTERS
    for piece in _segmented(passage, code):
        stop = start + len(piece)
        edges = [start, stop]
        if len(piece) > most and (plain := piece.translate(WITHOUT_QUOTES)) != piece:
            lengths = map(len, _segmented(plain, code))
            edges[1:1] = [_behind_closing_marks(text, edge) for edge in list(accumulate(lengths, initial=start))[1:-1]]
        elif piece.find(". ", 0, -2) >= 0:
            edges[1:1] = [start + match.end() for match in NO_ABBREVIATION.finditer(piece)]
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

    In some languages, and among quotation marks that nobody closes, the time of sentencex grows with the square of the
    length. Sentences near the end of a window are looked at again in the next one, with what follows them.
    """
    at, size = 0, WINDOW_CHARACTERS
    while len(passage) - at > 2 * size:
        ends = list(accumulate(map(len, _split(code, passage[at : at + size])), initial=at))
        sure = bisect_right(ends, at + size - LOOKAHEAD_CHARACTERS)
        if sure < 2:  # no sentence ends in this window: look at a larger one
            size *= 2
            continue
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


def _join_abbreviated(
    text: str, spans: list[Span], beginning: frozenset[str], dotted_words: frozenset[str], *, cased: bool
) -> list[Span]:
    """Join what was split behind an abbreviation, inside brackets or inside a name.

    ``beginning`` are words that may begin a sentence; they matter where capitals do not tell it. ``dotted_words`` have
    a full stop inside a name elsewhere.
    """
    joined = spans[:1]
    for start, end in spans[1:]:
        first, last = joined[-1]
        abbreviated = text[last - 1] == "." and _abbreviated(text, first, last, start, beginning, cased=cased)
        dotted = start == last and (_is_dotted_name(text, start) or _last_word(text, first, last - 1) in dotted_words)
        if abbreviated or dotted or _in_brackets(text, first, last, start, end):
            joined[-1] = first, end
        else:
            joined.append((start, end))
    return joined


def _abbreviated(text: str, first: int, last: int, following: int, beginning: frozenset[str], *, cased: bool) -> bool:
    """Tell whether the full stop before ``last`` belongs to an abbreviation inside a sentence."""
    words = text[max(first, last - 12) : last - 1].rsplit(None, 1)
    spelled = words[-1].lstrip(OPENING_MARKS) if words else ""
    word = spelled.lower()
    if word in NEEDS_MORE or ("-" in word and word.rpartition("-")[2] in RANKS):  # "Det.-Sgt."
        return True
    if word == "ms":
        return not NUMBER_BEFORE.search(text, max(first, last - 12), last - 3)  # a title, and no milliseconds
    if word in NEEDS_NUMBER:
        return text[following].isdigit() or text[following] in "<#"
    if word not in HOUR and word not in MAY_END and "." not in spelled:
        return False
    opening = FIRST_WORD.match(text, following)
    if opening is None:
        return False
    if word in HOUR and (opening[0].lower() in AFTER_HOUR or text.startswith(" time", opening.end())):  # "Paris time"
        return True
    if opening[0].lower() in LINKING and (word in HOUR or word in MAY_END) and _lost_capitals(text):
        return True
    if word not in HOUR and LOWER_CASED_ACRONYM.fullmatch(spelled):
        return opening[0].lower() not in beginning  # "the u.s. And": capitals were lost, and those left mean nothing
    return word in MAY_END and text[following].islower() and (cased or opening[0] not in beginning)


def _is_dotted_name(text: str, following: int) -> bool:
    """Tell whether what follows a full stop without a space is a part of a name: datetime.UTC, enum.Enum.name()."""
    token = TOKEN.match(text, following)
    return token is not None and CODE_NAME.search(token[0].rstrip(".,;:")) is not None


def _last_word(text: str, first: int, last: int) -> str:
    start = last
    while start > first and text[start - 1].isalnum():
        start -= 1
    return text[start:last]


def _dotted_words(text: str, passages: Iterable[list[Span]]) -> frozenset[str]:
    """Return the words that have a full stop inside a name, as in httpx.get and httpx.put: so has httpx.Limits."""
    if not any(one[1] == other[0] for spans in passages for one, other in pairwise(spans)):
        return frozenset()
    found = Counter(match[0] for match in DOTTED.finditer(text))
    return frozenset(word for word, count in found.items() if count >= MIN_DOTTED)


def _lost_capitals(text: str) -> bool:
    """Tell whether a text has capitals only where a machine put them: behind each full stop, "6 p.m. On sunday"."""
    sample = text[:LOST_SAMPLE_CHARACTERS]
    return len(INNER_CAPITAL.findall(sample)) <= MAX_INNER_CAPITALS * len(sample)


def _in_brackets(text: str, first: int, last: int, following: int, end: int) -> bool:
    """Tell whether a bracket that was opened before ``last`` is closed soon behind it."""
    if text[following] in ")]":
        return True
    opened = text.rfind("(", max(first, last - BRACKET_CHARACTERS), last)
    if opened < 0 or text.find(")", opened, last) >= 0:
        return False
    closed = text.find(")", following, min(end, following + BRACKET_CHARACTERS))
    return closed >= 0 and text.find("(", following, closed) < 0


def _join_lower_cased(text: str, spans: list[Span]) -> list[Span]:
    """Join what begins in lower case behind a full stop: in text with capitals, it begins no sentence."""
    joined = spans[:1]
    for start, end in spans[1:]:
        first, last = joined[-1]
        if text[start].islower() and (text[last - 1] == "." or text[last - 3 : last] in QUOTED_STOPS):
            joined[-1] = first, end
        else:
            joined.append((start, end))
    return joined


def _clauses(text: str, start: int, end: int) -> Iterator[Span]:
    """Cut a stretch of Thai or Lao at spaces between clauses, each part about as long as a sentence."""
    for space in CLAUSE_SPACE.finditer(text, start, end):
        if space.start() - start >= CLAUSE_CHARACTERS and end - space.end() >= CLAUSE_CHARACTERS // 2:
            yield start, space.start()
            start = space.end()
    yield start, end
