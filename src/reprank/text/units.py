"""Documents to units: sentences and words, each with its place in its source."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, pairwise

import numpy as np

from reprank.arrays import Booleans, Integers
from reprank.text.documents import SELECTABLE_KINDS, UNREAD_KINDS, Document
from reprank.text.languages import Language
from reprank.text.passages import ENDED, passages, stripped
from reprank.text.tokens import count_letters, normal_form, word_pattern

LONGEST = 150  # words; a longer stretch without a full stop is a transcript or a dump, not a sentence
PIECE = 40  # words of the pieces that such a stretch is cut into
PAUSE = re.compile(r"[\n;:,–—]")
LOWER_CASED = 0.2  # share of sentences without a capital up to which capitals can be relied on
SHORTEST = 5  # words of a sentence that may stand alone in a summary
HEADING = 12  # words up to which a line without a full stop is taken for a heading …
PUNCTUATED = 0.9  # … in text of which so many sentences have one
UNSPLITTABLE = re.compile(r"[\s\ud800-\udfff]")  # line breaks within a passage, and halves of characters
MARKUP = re.compile(r"\{[^{}]*\}")  # how transcripts note a laugh or a broken-off word
LINK_TARGET = re.compile(r"\]\([^()\s]*\)")  # of a link in Markdown, whose words are part of the sentence
DATE_LINE = re.compile(r"\d{4}[/-]\d\d[/-]\d\d\b")
CREDITS = (
    "http://", "https://", "www.", "pic.twitter", "©", "(@", "contributed to this report", "contributed to this story",
    "all rights reserved", "click here", "photo by", "getty images",
)  # fmt: skip
ENUMERATOR = re.compile(r"\W*(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,4})[.)]\W*")


@dataclass(frozen=True, eq=False)
class Stems:
    """Every word of the running text as a stem, and whether it is a stop word."""

    names: tuple[str, ...]
    stem: Integers
    stop: Booleans


@dataclass(frozen=True, eq=False)
class Units:
    """Sentences and the words in them, as flat arrays.

    Words of sentence ``i`` are ``offsets[i]:offsets[i + 1]``; ``form[t]`` is the index in ``forms`` of word ``t`` as it
    stands in the text.
    """

    documents: tuple[Document, ...]
    language: Language
    document: Integers
    start: Integers
    end: Integers
    offsets: Integers
    form: Integers
    word_start: Integers
    forms: tuple[str, ...]
    was_split: bool = False

    def __len__(self) -> int:
        return len(self.start)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Every sentence exactly as it stands in its document."""
        texts = [document.text for document in self.documents]
        spans = zip(self.document.tolist(), self.start.tolist(), self.end.tolist(), strict=True)
        return tuple(texts[document][start:end] for document, start, end in spans)

    @cached_property
    def lengths(self) -> Integers:
        """Number of words in each sentence."""
        return np.diff(self.offsets)

    @cached_property
    def position(self) -> Integers:
        """Place of each sentence in its document, from 1."""
        if not len(self):
            return np.zeros(0, np.intp)
        first = np.searchsorted(self.document, self.document)
        return np.arange(len(self)) - first + 1

    @cached_property
    def sentence_of_word(self) -> Integers:
        """Sentence that each word stands in."""
        return np.repeat(np.arange(len(self)), self.lengths)

    @cached_property
    def document_count(self) -> int:
        """Number of documents that have a sentence; all that is decided by "one or several" is decided by this."""
        return int(np.count_nonzero(np.diff(self.document, prepend=-1)))

    @cached_property
    def _normal_forms(self) -> tuple[Integers, tuple[str, ...]]:
        return _numbered(map(normal_form, self.forms))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The different words, lower-cased."""
        return self._normal_forms[1]

    @cached_property
    def word_of_form(self) -> Integers:
        """Index in ``words`` of each form."""
        return self._normal_forms[0]

    @cached_property
    def word(self) -> Integers:
        """Index in ``words`` of each word of the running text."""
        return self.word_of_form[self.form]

    @cached_property
    def stems(self) -> Stems:
        """Words as stems; each distinct word is stemmed once."""
        stem_of_word, names = _numbered(self.language.stem(self.words))
        stop = np.array([word in self.language.stopwords for word in self.words], dtype=np.bool_)
        return Stems(names, stem_of_word[self.word], stop[self.word])

    @cached_property
    def duplicate_of(self) -> Integers:
        """First sentence with the same words: what is repeated counts as one."""
        words = self.word.astype(np.int32)
        first: dict[bytes, int] = {}
        edges = self.offsets.tolist()
        return np.array(
            [first.setdefault(words[a:b].tobytes(), i) for i, (a, b) in enumerate(pairwise(edges))],
            np.intp,
        )

    @cached_property
    def well_formed(self) -> Booleans:
        """Sentences fit for a summary: no headings, table rows, bylines or fragments.

        Where text is punctuated, a short line without a full stop is a heading; in a transcript it is speech.
        """
        whole = "\n".join(document.text for document in self.documents).lower()
        seen = [credit for credit in CREDITS if credit in whole]
        ended = np.array([ENDED.search(text, max(len(text) - 8, 0)) is not None for text in self.texts], dtype=np.bool_)
        prose = np.array([_is_prose(text, seen) for text in self.texts], dtype=np.bool_) & (self.lengths >= SHORTEST)
        prose &= self._in_selectable_block
        punctuated = ended[prose].sum() > PUNCTUATED * prose.sum()
        return prose & (ended | (self.lengths > HEADING)) if punctuated else prose

    @cached_property
    def _in_selectable_block(self) -> Booleans:
        """Sentences in blocks of prose and lists, and all sentences of a document without blocks."""
        selectable = np.ones(len(self), dtype=np.bool_)
        for number, document in enumerate(self.documents):
            if document.blocks:
                own = slice(*np.searchsorted(self.document, [number, number + 1]))
                block = np.searchsorted([block.start for block in document.blocks], self.start[own], side="right") - 1
                of_block = np.array([block.kind in SELECTABLE_KINDS for block in document.blocks])
                selectable[own] = of_block[block]
        return selectable


def _numbered(names: Iterable[str]) -> tuple[Integers, tuple[str, ...]]:
    """Give each name a number, in the order in which they come; return these and the different names."""
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    of_name = np.fromiter(map(numbers.__getitem__, names), np.intp)
    return of_name, tuple(numbers)


def _is_prose(text: str, seen: Sequence[str]) -> bool:
    """Tell whether a text reads as a sentence: mostly letters, no credit, link or date line, no broken-off speech."""
    if "](" in text:
        text = LINK_TARGET.sub("]", text)
    if DATE_LINE.match(text) or (seen and any(credit in text.lower() for credit in seen)):
        return False
    if "{" in text and (text.endswith("}") or len(MARKUP.sub(" ", text).split()) < SHORTEST):
        return False
    return count_letters(text) >= 0.6 * (len(text) - text.count(" "))


def read_units(documents: Sequence[Document], language: Language) -> Units:
    """Split documents into sentences and words.

    >>> from reprank.text.languages import language
    >>> units = read_units([Document("Dr. Oduya left. He ran!")], language("en"))
    >>> units.texts
    ('Dr. Oduya left.', 'He ran!')
    """
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    parts = [_read(document, language.code, numbers) for document in documents]
    spans = [span for part in parts for span in part.spans]
    offsets = np.cumsum([0, *(length for part in parts for length in part.lengths)])
    return Units(
        documents=tuple(documents),
        language=language,
        document=np.repeat(np.arange(len(parts)), [len(part.spans) for part in parts]),
        start=np.array([start for start, _ in spans], np.intp),
        end=np.array([end for _, end in spans], np.intp),
        offsets=offsets,
        form=np.concatenate([part.form for part in parts]) if parts else np.zeros(0, np.intp),
        word_start=np.concatenate([part.word_start for part in parts]) if parts else np.zeros(0, np.intp),
        forms=tuple(numbers),
        was_split=any(part.was_split for part in parts),
    )


@dataclass(frozen=True)
class _Part:
    spans: list[tuple[int, int]]
    lengths: list[int]
    form: Integers
    word_start: Integers
    was_split: bool


def _read(document: Document, code: str, numbers: defaultdict[str, int]) -> _Part:
    stretches = _readable(document)
    text = _masked(document.text, stretches) if document.blocks else document.text
    parts = word_pattern(text).split(text)  # what stands between words, and words, in turn
    form = np.fromiter(map(numbers.__getitem__, parts[1::2]), np.intp, len(parts) // 2)
    word_start = np.cumsum(np.fromiter(map(len, parts), np.intp, len(parts)))[:-1:2]
    borders = frozenset(start for start, _ in stretches) if document.blocks else frozenset[int]()
    spans = _rejoined(text, list(_sentences(text, code, stretches)), borders)
    bounds = np.searchsorted(word_start, [edge for span in spans for edge in span]).reshape(-1, 2)
    was_split = bool(len(bounds)) and bool((bounds[:, 1] - bounds[:, 0]).max() > LONGEST)
    if was_split:
        spans = [
            piece for span, (a, b) in zip(spans, bounds, strict=True) for piece in _cut(text, span, word_start[a:b])
        ]
        bounds = np.searchsorted(word_start, [edge for span in spans for edge in span]).reshape(-1, 2)
    kept = [i for i, (a, b) in enumerate(bounds.tolist()) if b > a]
    lengths = bounds[:, 1] - bounds[:, 0]
    # Words outside every sentence do not occur: sentences cover all that is not white space.
    return _Part([spans[i] for i in kept], [int(lengths[i]) for i in kept], form, word_start, was_split)


def _readable(document: Document) -> list[tuple[int, int]]:
    """Return the stretches inside which a line break is only a space: blocks that are read, or guessed passages."""
    if not document.blocks:
        return list(passages(document.text))
    blocks = [block for block in document.blocks if block.kind not in UNREAD_KINDS]
    spans = [stripped(document.text, block.start, block.end) for block in blocks]
    return [(start, end) for start, end in spans if start < end]


def _masked(text: str, stretches: Iterable[tuple[int, int]]) -> str:
    """Replace all that is not to be read by spaces: offsets stay the same."""
    parts, at = [], 0
    for start, end in stretches:
        parts += [" " * (start - at), text[start:end]]
        at = end
    return "".join(parts) + " " * (len(text) - at)


def _sentences(text: str, code: str, stretches: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield start and end of every sentence, without surrounding white space."""
    from sentencex import segment

    pending = -1
    for start, end in stretches:
        passage = text[start:end]
        if not passage.isprintable():
            passage = UNSPLITTABLE.sub(" ", passage)
        for piece in segment(code, passage):
            first, last = start, start + len(piece)
            start = last
            while first < last and text[first].isspace():
                first += 1
            while last > first and text[last - 1].isspace():
                last -= 1
            if first == last:
                continue
            if pending >= 0:
                first, pending = pending, -1
            if ENUMERATOR.fullmatch(text, first, last) and start < end:
                pending = first  # "1." belongs to the sentence that it numbers
                continue
            yield first, last


def _rejoined(text: str, spans: list[tuple[int, int]], borders: frozenset[int]) -> list[tuple[int, int]]:
    """Join what was split at an abbreviation: where sentences begin with capitals, lower case begins none.

    A sentence that begins at one of the ``borders`` is the first of its block and is never joined to another block.
    """
    lower = [text[start].islower() for start, _ in spans]
    if not any(lower) or sum(lower) > LOWER_CASED * len(spans):
        return spans
    joined = spans[:1]
    for (start, end), continues in zip(spans[1:], lower[1:], strict=True):
        first, last = joined[-1]
        if continues and start not in borders and text[last - 1] == "." and "\n" not in text[last:start]:
            joined[-1] = first, end
        else:
            joined.append((start, end))
    return joined


def _cut(text: str, span: tuple[int, int], words: Integers) -> Iterator[tuple[int, int]]:
    """Cut a stretch without full stops into pieces, at pauses where there are any."""
    start, end = span
    if len(words) <= LONGEST:
        yield span
        return
    pauses = np.array([match.start() for match in PAUSE.finditer(text, start, end)], np.intp)
    at = 0
    while len(words) - at > PIECE + PIECE // 2:
        low, high = words[at + PIECE // 2], words[at + PIECE]
        inside = pauses[(pauses > low) & (pauses < high)]
        at = int(np.searchsorted(words, inside[-1])) if len(inside) else at + PIECE
        yield start, _before(text, int(words[at]))
        start = int(words[at])
    yield start, end


def _before(text: str, end: int) -> int:
    while text[end - 1].isspace():
        end -= 1
    return end
