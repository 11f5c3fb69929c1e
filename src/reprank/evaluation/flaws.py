"""Summaries to counts of what disturbs a reader, beside what ROUGE counts.

ROUGE does not see whether a summary can be read. These measures count, without references: openings that point back to
something which is not there, sentences that are not prose, quotations and brackets that do not close, fragments, the
same event twice, and words of the budget that are not used. They are written independently of the summarizers and share
no rule or list with them but the stop words and stems that ROUGE uses as well. Each is a rule of thumb: it compares
systems, and a single flag can be wrong. ``docs/evaluation.md`` has the definitions and their limits.

>>> flood = Source(["The dam broke. It flooded the town (for a week). Many fled."], words=20)
>>> find_flaws(["It flooded the town (for a week).", "Many fled."], flood).dangling
1
>>> find_flaws(["The dam broke.", "It flooded the town (for a week)."], flood).dangling
0
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reprank.budget import Words
from reprank.caching import cached_property
from reprank.evaluation.tokenization import tokenizer
from reprank.patterns import lazy_pattern

#: The measures that are shares of sentences, in the order of tables, with the words that name them there.
SENTENCE_MEASURES = {
    "dangling": "dangling",
    "debris": "debris",
    "unbalanced": "unbalanced",
    "fragments": "fragments",
    "repeated": "told twice",
}
MEASURES = {**SENTENCE_MEASURES, "unused": "unused"}

REPEATED_SHARE = 0.6  # of the content words of the shorter sentence, in common with an earlier one
REPEATED_SHARE_WITH_NAMES = 0.5  # the same, if two names or numbers are in common
REPEATED_MIN_WORDS = 4  # content words in common
PROSE_MIN_WORDS = 3
PROSE_MIN_LETTERS = 0.6  # share of letters among the visible characters
CAPITALS_MAX_SHARE = 0.6  # of the words, in sentences of at least this many words:
CAPITALS_MIN_WORDS = 5
CHARACTERS_FOR_ONE_END = 400  # sources with fewer ends of sentences do not mark them

_OPENING_MARKS = " \t\"'“”„«»‘’([{-–—*•"
_POINTS_BACK = lazy_pattern(
    r"""(?: (?:he|she|they|it|his|her|hers|their|theirs|its|him|them|this|that|these|those|such)\b(?!-)
          | (?:but|and|or|nor|however|moreover|furthermore|nevertheless|nonetheless|therefore|thus|hence|consequently
              |accordingly|meanwhile|afterwards?|likewise|similarly|besides|additionally|conversely|instead
              |otherwise|also|then|too|yet)\b
          | (?:so|still|again|finally|second|secondly|third|thirdly|lastly|next)\s*,
          | (?:another|others|the\s+(?:latter|former|others?|same))\b
          | (?:in\s+addition|in\s+contrast|by\s+contrast|in\s+turn|in\s+response|in\s+other\s+words|in\s+that\s+case
              |as\s+a\s+result|as\s+such|for\s+(?:example|instance|this\s+reason|that\s+reason)|on\s+the\s+other\s+hand
              |on\s+the\s+contrary|at\s+the\s+same\s+time|after\s+(?:that|this)|because\s+of\s+(?:this|that|these)
              |despite\s+(?:this|that|these)|even\s+so|to\s+this\s+end|of\s+(?:these|those))\b
        )""",
    re.IGNORECASE | re.VERBOSE,
)
# "It is clear that …", "It's unclear how …", "It took years to …" and "It was in 1969 that …" point forward, and "this
# study" is the text that the reader has.
_POINTS_FORWARD = lazy_pattern(
    r"""it\s+(?:is|was|has\s+been|will\s+be|seems|appears|takes|took)\b.{1,40}\b(?:that|to|who|whether)\b
      | it(?:\s+is|['’]s)\s+(?!an?\b|the\b|my\b|our\b).{1,20}\b(?:that|to|who|whether|what|how|why)\b
      | this\s+(?:study|paper|article|report|review)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_DEICTIC = lazy_pattern(r"th(?:is|ese)\b", re.IGNORECASE)

_DEBRIS = lazy_pattern(
    r"""https?://|www\.|\S@[^\s@]+\.\w|</\w+>|<(?:a|b|i|p|br|div|em|img|li|span|strong|td|tr|ul)\b[^<>]*>
      | \{\{|\}\}|\[\[|&\w{2,6};|©|\(@\w
      | ^\W*(?:\(?(?:ap|afp|cnn|reuters|upi|xinhua|bbc)\)\s*(?:[-–—]|$)
          |[A-Z][A-Z .,]{3,40}\((?:AP|AFP|CNN|Reuters|UPI)\))
      | ^\W*(?:fig(?:ure|s?\.)|table|photo(?:graph)?s?|image|video|caption|source|credit|copyright|advertisement
          |update[ds]?|close|related|read\s+more|see\s+also|click|share|follow\s+us|sign\s+up|subscribe|loading|posted|published
          |last\s+updated|story\s+highlights|editor'?s\s+note|correction|references|acknowledge?ments?)\b\s*(?:\d|[:.]|$)
      | \b(?:all\s+rights\s+reserved|click\s+here|getty\s+images|read\s+more\s*[:>]|continue\s+reading|follow\s+us\s+on
          |sign\s+up\s+for|terms\s+of\s+(?:use|service)|privacy\s+policy|contributed\s+to\s+this\s+(?:report|story)
          |this\s+material\s+may\s+not\s+be|scroll\s+down|hide\s+caption|toggle\s+caption)\b
      | ^\s*(?:[#|>•▪*]|\d+\s*[|])|\s[|•▪]\s""",
    re.IGNORECASE | re.VERBOSE,
)

_BRACKETS = {")": "(", "]": "[", "}": "{", "）": "（", "】": "【", "》": "《", "」": "「", "』": "『"}
_BRACKET = lazy_pattern("[" + re.escape("".join([*_BRACKETS, *_BRACKETS.values()])) + "]")
_QUOTATION_MARKS = lazy_pattern(r"[\"“”„‟«»]|``|''")
_SMILEY = lazy_pattern(r"[:;]-?\Z")
_NO_CLOSING = lazy_pattern(r"(?:(?:^|[\s;,:])\w{1,3}|[:;]-?)\Z")  # "a)" and ":)" close nothing

_END = lazy_pattern(r"[.!?…。！？．।॥؟۔។။་፡።]['\"”“’»」』）)\]\s]*(?:\[\d+\])?$")
_ENDS = lazy_pattern(r"[.!?…。！？।॥؟۔។။።]")
_STARTS = lazy_pattern(r"[.!?]\s+([^\W\d_])")
_BROKEN_START = lazy_pattern(r"[,;:.!?)\]}%&/]")
_NAME_OR_NUMBER = lazy_pattern(r"(?<=\S\s)[A-Z][\w'’-]+|\d[\d.,]*\d|\d")
_NUMBER = lazy_pattern(r"\d[\d.,]*\d|\d")


@dataclass(frozen=True)
class Source:
    """What a summary was made from: the documents, the length that it was allowed, and the language."""

    documents: Sequence[str]
    words: int
    language: str = "en"

    @cached_property
    def length(self) -> int:
        """The words of all documents."""
        return sum(Words(1).cost(text) for text in self.documents)

    @cached_property
    def marks_ends(self) -> bool:
        """Whether the documents mark the ends of sentences; transcripts and some languages do not."""
        characters = sum(map(len, self.documents))
        return sum(len(_ENDS.findall(text)) for text in self.documents) * CHARACTERS_FOR_ONE_END >= characters

    @cached_property
    def capitalizes(self) -> bool:
        """Whether most sentences of the documents start with a capital, in a script that has capitals."""
        starts = [match[1] for text in self.documents for match in _STARTS.finditer(text)]
        return 2 * sum(map(str.isupper, starts)) > len(starts)

    @cached_property
    def _flat(self) -> list[str]:
        return [" ".join(text.split()) for text in self.documents]

    def has(self, text: str) -> bool:
        """Whether the text occurs in a document, whatever its line breaks."""
        return any(text in document for document in self._flat)

    def begins(self, text: str) -> bool:
        """Whether a document begins with the text."""
        return any(document.startswith(text) for document in self._flat)

    def follows(self, first: str, second: str) -> bool:
        """Whether the second sentence comes directly after the first in a document."""
        return any(f"{first}{space}{second}" in document for document in self._flat for space in (" ", ""))


@dataclass(frozen=True)
class Flaws:
    """Counts of one summary; ``None`` where a measure does not apply.

    ``unused`` is the share of the budget that is not used, ``over`` how many words are too many.
    """

    sentences: int
    dangling: int | None
    debris: int
    unbalanced: int
    fragments: int
    repeated: int
    unused: float | None
    over: int


def find_flaws(sentences: Sequence[str], source: Source) -> Flaws:
    """Count the flaws of a summary, given as its sentences."""
    flat = [" ".join(sentence.split()) for sentence in sentences]
    used = sum(Words(1).cost(sentence) for sentence in flat)
    free = source.length > source.words  # otherwise the whole text fits
    return Flaws(
        sentences=len(flat),
        dangling=sum(dangling(flat, source)) if source.language == "en" else None,
        debris=sum(map(is_debris, flat)),
        unbalanced=sum(not is_balanced(" ".join(run)) for run in runs(flat, source)),
        fragments=sum(is_fragment(sentence, capitals=source.capitalizes, ends=source.marks_ends) for sentence in flat),
        repeated=sum(repeated(flat, source.language)),
        unused=max(source.words - used, 0) / source.words if free else None,
        over=max(used - source.words, 0),
    )


def dangling(sentences: Sequence[str], source: Source) -> Iterator[bool]:
    """Return for each sentence whether it opens by pointing back, and what it points to may be missing.

    It does so with a pronoun, a demonstrative, a connective or a word such as *another*. Nothing is missing if the
    sentence before it in the summary is also the one before it in its document, or if its document begins with it and
    it opens with *this*: "This fan is loud." A sentence that is in no document was written for the summary, and points
    to the sentence before it.
    """
    before: str | None = None
    for sentence in sentences:
        opening = sentence.lstrip(_OPENING_MARKS)
        points_back = _POINTS_BACK.match(opening) is not None and _POINTS_FORWARD.match(opening) is None
        if points_back and _DEICTIC.match(opening):
            points_back = not source.begins(sentence)
        written = before is not None and not source.has(sentence)
        yield points_back and not written and (before is None or not source.follows(before, sentence))
        before = sentence


def is_debris(sentence: str) -> bool:
    """Return whether a sentence has marks of captions, credits, links, tables or markup, or is hardly prose.

    >>> [is_debris(text) for text in ("Photo: A. Lee", "CLOSE", "The photo shows a bridge.", "12 | 14 | 9 | 3.5 %")]
    [True, True, False, True]
    """
    if _DEBRIS.search(sentence):
        return True
    visible = [character for character in sentence if not character.isspace()]
    letters = sum(character.isalpha() or not character.isascii() for character in visible)
    if letters < PROSE_MIN_LETTERS * len(visible):
        return True
    words = [word for word in sentence.split() if any(map(str.isalpha, word))]
    capitals = sum(word.isupper() and len(word) > 1 for word in words)
    return len(words) >= CAPITALS_MIN_WORDS and capitals > CAPITALS_MAX_SHARE * len(words)


def runs(sentences: Sequence[str], source: Source) -> Iterator[list[str]]:
    """Join sentences that come directly after each other in a document too: a quotation may span them."""
    run: list[str] = list(sentences[:1])
    for before, sentence in pairwise(sentences):
        if source.follows(before, sentence):
            run.append(sentence)
        else:
            yield run
            run = [sentence]
    if run:
        yield run


def is_balanced(text: str) -> bool:
    """Return whether brackets close in order and quotation marks come in pairs; apostrophes are ignored.

    >>> [is_balanced(text) for text in ('He said "no" (twice).', 'He said "no.', "a) first", "(see below", "„Ja“")]
    [True, False, True, False, True]
    """
    stack: list[str] = []
    for found in _BRACKET.finditer(text):
        place, character = found.start(), found[0]
        if character not in _BRACKETS:
            stack += [] if _SMILEY.search(text, 0, place) else [character]
        elif not stack and _NO_CLOSING.search(text, 0, place):
            continue
        elif not stack or stack.pop() != _BRACKETS[character]:
            return False
    return not stack and len(_QUOTATION_MARKS.findall(text)) % 2 == 0


def is_fragment(sentence: str, *, capitals: bool = True, ends: bool = True) -> bool:
    """Return whether a sentence lacks a beginning (small letter first), an end (no full stop) or words (under three).

    ``capitals`` and ``ends`` say whether the language and the documents mark beginnings and ends of sentences.

    >>> [is_fragment(text) for text in ("The bridge fell.", "iPads sell well.", "of the bridge.", "The bridge fell on")]
    [False, False, True, True]
    """
    start = sentence.lstrip(_OPENING_MARKS)
    first = start.split(maxsplit=1)[0] if start else ""
    if not first or _BROKEN_START.match(first):
        return True
    if capitals and first[0].islower() and first == first.lower():
        return True
    return (ends and _END.search(sentence) is None) or Words(1).cost(sentence) < PROSE_MIN_WORDS


def repeated(sentences: Sequence[str], language: str) -> Iterator[bool]:
    """Return for each sentence whether an earlier one tells the same: most content words are common to both.

    Content words are stems without stop words. Fewer are enough if two names or numbers are common too. Sentences whose
    numbers all differ do not tell the same.
    """
    tokenize = tokenizer(language, remove_stop_words=True)
    earlier: list[_Content] = []
    for sentence in sentences:
        own = _Content(
            frozenset(tokenize(sentence)),
            frozenset(_NAME_OR_NUMBER.findall(sentence)),
            frozenset(_NUMBER.findall(sentence)),
        )
        yield any(own.repeats(other) for other in earlier)
        earlier.append(own)


@dataclass(frozen=True)
class _Content:
    words: frozenset[str]
    names: frozenset[str]
    numbers: frozenset[str]

    def repeats(self, other: _Content) -> bool:
        if self.numbers and other.numbers and not self.numbers & other.numbers:
            return False
        common = len(self.words & other.words)
        share = common / max(min(len(self.words), len(other.words)), 1)
        enough = REPEATED_SHARE_WITH_NAMES if len(self.names & other.names) > 1 else REPEATED_SHARE
        return common >= REPEATED_MIN_WORDS and share >= enough


def summarize_flaws(found: Sequence[Flaws]) -> dict[str, float]:
    """Return the share of sentences with each flaw, over all summaries, and the mean share of unused budget.

    A measure that applies to no summary is missing.
    """
    shares: dict[str, float] = {}
    for name in SENTENCE_MEASURES:
        counted = [flaws for flaws in found if getattr(flaws, name) is not None]
        total = sum(flaws.sentences for flaws in counted)
        if total:
            shares[name] = sum(getattr(flaws, name) for flaws in counted) / total
    unused = [flaws.unused for flaws in found if flaws.unused is not None]
    if unused:
        shares["unused"] = sum(unused) / len(unused)
    return shares
