"""Documents to units: sentences and words, each with its place in its source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import count, pairwise, repeat

import numpy as np

from reprank.arrays import Booleans, Integers, compact, flags_of, running
from reprank.caching import cached_property
from reprank.text.blocks import recognised_passages
from reprank.text.documents import SELECTABLE_KINDS, UNREAD_KINDS, Document
from reprank.text.languages import Language
from reprank.text.lines import CODE, PROSE
from reprank.text.markup import Shown, masked, shown_form, spoken_form
from reprank.text.outline import QUESTION_END
from reprank.text.passages import stripped
from reprank.text.prefixes import PREFIX_LETTERS, base_forms
from reprank.text.scanning import Scanned, scanned_lines, scanner
from reprank.text.sentences import cut_long, split_sentences
from reprank.text.tokens import ends_lines, flatten, is_ended, is_plainly_spaced, normal_form
from reprank.text.trimming import behind_labels, trim, whole, with_announced
from reprank.values import value_class

MIN_SENTENCE_WORDS = 5  # of a sentence that may stand alone in a summary
MAX_ANSWER_WORDS = 3  # of an answer that says hardly anything without the next sentence
PIECE_CHARACTERS = 1 << 16  # of a text whose words are read at once

Span = tuple[int, int]


@value_class
class Stems:
    """Every word of the running text as a stem, and whether it is a stop word."""

    names: tuple[str, ...]
    stem: Integers
    stop: Booleans


@value_class
class Units:
    """Sentences and the words in them, as flat arrays.

    Words of sentence ``i`` are ``offsets[i]:offsets[i + 1]``; ``form[t]`` is the index in ``forms`` of word ``t``.
    Forms are spelled as in the text.
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
    shown: tuple[Shown | None, ...] = ()  # the display form of each document that has inline markup

    def __len__(self) -> int:
        return len(self.start)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Every sentence as it is shown: without inline markup."""
        if not any(self.shown):
            return self.slices
        texts: list[str] = []
        for shown, own in zip(self.shown, self.of_document, strict=True):
            if shown is None:
                texts += self.slices[own]
                continue
            starts, ends = shown.offsets_of(self.start[own]), shown.offsets_of(self.end[own] - 1) + 1
            texts += [shown.text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        return tuple(texts)

    @cached_property
    def slices(self) -> tuple[str, ...]:
        """Every sentence exactly as it is in its document."""
        texts = [document.text for document in self.documents]
        spans = zip(self.document.tolist(), self.start.tolist(), self.end.tolist(), strict=True)
        return tuple(texts[document][start:end] for document, start, end in spans)

    @property
    def joined(self) -> str:
        """All sentences as they are shown, as one string."""
        return "".join(self.texts)

    @cached_property
    def lengths(self) -> Integers:
        """Number of words in each sentence."""
        return self.offsets[1:] - self.offsets[:-1]

    @cached_property
    def position(self) -> Integers:
        """Place of each sentence in its document, from 1."""
        if not len(self):
            return np.zeros(0, np.intp)
        first = self.document.searchsorted(self.document)
        return np.arange(len(self)) - first + 1

    @cached_property
    def of_document(self) -> tuple[slice, ...]:
        """The sentences of each document."""
        edges = self.document.searchsorted(np.arange(len(self.documents) + 1)).tolist()
        return tuple(slice(first, last) for first, last in pairwise(edges))

    @cached_property
    def sentence_of_word(self) -> Integers:
        """Sentence of each word."""
        return compact(np.arange(len(self)).repeat(self.lengths))

    @cached_property
    def document_count(self) -> int:
        """Number of documents that have a sentence: whether there is one or several documents is decided by this."""
        return int(np.count_nonzero(self.document[1:] != self.document[:-1])) + (len(self) > 0)

    @cached_property
    def _normal_forms(self) -> tuple[Integers, Mapping[str, int]]:
        """Number of the normal form of each form, and the first form that has it."""
        lowered = "\0".join(self.forms).lower().split("\0") if self.forms else []  # at once: most words need no more
        return _numbered([form if form.isalnum() else normal_form(form) for form in lowered])

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The different words, lower-cased."""
        return tuple(self._normal_forms[1])

    @cached_property
    def word_of_form(self) -> Integers:
        """Index in ``words`` of each form."""
        return self._normal_forms[0]

    @cached_property
    def word(self) -> Integers:
        """Index in ``words`` of each word of the running text."""
        return compact(self.word_of_form[self.form])

    @cached_property
    def stems(self) -> Stems:
        """Words as stems; each distinct word is stemmed once."""
        stem_of_word, first = _numbered(self.language.stem(self.words))
        return Stems(tuple(first), compact(stem_of_word[self.word]), self.holding(self.language.stopwords)[self.word])

    def holding(self, wanted: Set[str]) -> Booleans:
        """Tell which of the different words are among the wanted ones."""
        of_form, first = self._normal_forms
        if len(wanted) > len(first):
            return flags_of(map(wanted.__contains__, first))
        found = np.zeros(len(first), dtype=np.bool_)
        found[of_form[[first[word] for word in wanted if word in first]]] = True
        return found

    def among(self, wanted: Mapping[str, object]) -> Set[str]:
        """Return the wanted words that occur."""
        return self._normal_forms[1].keys() & wanted.keys()

    def values_of(self, wanted: Mapping[str, int]) -> Integers:
        """Return the value of each of the different words; 0 for those that have none."""
        of_form, first = self._normal_forms
        if len(wanted) > len(first):
            return np.fromiter(map(wanted.get, first, repeat(0)), np.intp, len(first))
        values = np.zeros(len(first), np.intp)
        known = [word for word in wanted if word in first]
        values[of_form[[first[word] for word in known]]] = [wanted[word] for word in known]
        return values

    @cached_property
    def duplicate_of(self) -> Integers:
        """First sentence with the same words: repeated sentences count as one."""
        words = self.word.astype(np.int32).tobytes()
        first: dict[bytes, int] = {}
        edges = (4 * self.offsets).tolist()
        found = [first.setdefault(words[a:b], i) for i, (a, b) in enumerate(pairwise(edges))]
        looks: dict[str, int] = {}  # markup, an invisible character or the end of a line may make other words of it
        return np.array(list(map(looks.setdefault, _single_spaced(list(map(str.lower, self.texts))), found)), np.intp)

    @cached_property
    def title_lines(self) -> Booleans:
        """Sentences that are titles of documents: a first line without a final mark."""
        titles = np.zeros(len(self), dtype=np.bool_)
        for i in np.flatnonzero((self.position == 1) & (self.lengths >= MIN_SENTENCE_WORDS)).tolist():
            text, end = self.documents[int(self.document[i])].text, int(self.end[i])
            line_end = text.find("\n", end)
            titles[i] = line_end >= 0 and not text[end:line_end].strip() and not is_ended(self.texts[i])
        return titles

    @cached_property
    def substantial(self) -> Booleans:
        """Sentences of prose and lists that are long enough to say something alone."""
        return self.selectable & (self.lengths >= MIN_SENTENCE_WORDS)

    @cached_property
    def whole(self) -> Booleans:
        """Sentences that are no pieces: they begin and end as sentences do."""
        return whole(
            self.texts,
            self.joined,
            self.documents,
            lengths=self.lengths,
            document=self.document,
            running=self.in_blocks(frozenset({PROSE})),
        )

    @cached_property
    def presentable(self) -> Booleans:
        """Sentences that may be printed if need be: in a document whose blocks are known, whole ones only."""
        return self.selectable & (self.whole | ~self.structured)

    @cached_property
    def structured(self) -> Booleans:
        """Sentences of documents whose blocks are known."""
        return flags_of([bool(document.blocks) for document in self.documents])[self.document]

    @cached_property
    def selectable(self) -> Booleans:
        """Sentences in blocks of prose and lists; all those of a document without blocks."""
        return self.in_blocks(SELECTABLE_KINDS)

    def in_blocks(self, kinds: Set[str], *, without: bool = True) -> Booleans:
        """Tell which sentences are in blocks of these kinds; those of a document without blocks are as given."""
        inside = np.full(len(self), without)
        for number, document in enumerate(self.documents):
            if document.blocks:
                own = self.of_document[number]
                starts = np.array([block.start for block in document.blocks])
                of_kind = np.array([block.kind in kinds for block in document.blocks])
                inside[own] = of_kind[starts.searchsorted(self.start[own], side="right") - 1]
        return inside


def _single_spaced(texts: Sequence[str]) -> Sequence[str]:
    """Write each text on one line with single spaces between its words."""
    together = f" {' '.join(texts)} "
    if "  " not in together and is_plainly_spaced(together):
        return texts
    return [" ".join(flatten(text).split()) for text in texts]


class _Numbering:
    """Names as numbers, in the order in which they first come."""

    def __init__(self) -> None:
        self.first: dict[str, int] = {}  # the place at which each name first comes
        self._places = count()

    def read(self, names: Sequence[str]) -> Integers:
        """Return for each of some more names the place at which it first came."""
        return np.fromiter(map(self.first.setdefault, names, self._places), np.intp, len(names))

    def numbers(self, first: Integers) -> Integers:
        """Return the numbers of the names that first come at these places."""
        number = np.empty(next(self._places), np.intp)
        number[np.fromiter(self.first.values(), np.intp, len(self.first))] = np.arange(len(self.first))
        return compact(number[first])


def _numbered(names: Sequence[str]) -> tuple[Integers, Mapping[str, int]]:
    """Return the number of each name, and the place at which each different name first comes."""
    numbering = _Numbering()
    return numbering.numbers(numbering.read(names)), numbering.first


def read_units(documents: Sequence[Document], language: Language, *, whole: bool = False) -> Units:
    """Split documents into sentences and words.

    With ``whole``, nothing is left out: labels of speakers, markup and code in plain text are text.

    >>> from reprank.text.languages import language
    >>> units = read_units([Document("Dr. Oduya left. He ran!")], language("en"))
    >>> units.texts
    ('Dr. Oduya left.', 'He ran!')
    """
    numbering = _Numbering()
    parts = [_read(document, language, numbering, whole=whole) for document in documents]
    spans = [span for part in parts for span in part.spans]
    forms = tuple(numbering.first)
    if language.code in PREFIX_LETTERS:
        language = language.with_base_forms(base_forms(map(normal_form, forms), language.code))
    return Units(
        documents=tuple(part.document for part in parts),
        language=language,
        document=np.repeat(np.arange(len(parts)), [len(part.spans) for part in parts]),
        start=np.array([start for start, _ in spans], np.intp),
        end=np.array([end for _, end in spans], np.intp),
        offsets=running(_concatenated([part.lengths for part in parts])),
        form=numbering.numbers(_concatenated([part.form for part in parts])),
        word_start=compact(_concatenated([part.word_start for part in parts])),
        forms=forms,
        was_split=any(part.was_split for part in parts),
        shown=tuple(part.shown for part in parts),
    )


def _concatenated(arrays: Sequence[Integers]) -> Integers:
    return np.concatenate(arrays) if arrays else np.zeros(0, np.intp)


@value_class
class _Part:
    document: Document
    spans: list[tuple[int, int]]
    lengths: Integers
    form: Integers  # as ``_Numbering`` reads them
    word_start: Integers
    was_split: bool
    shown: Shown | None


def _read(given: Document, language: Language, numbering: _Numbering, *, whole: bool) -> _Part:
    document, passages = (given, None) if whole else recognised_passages(given, language)
    shown = None
    if not whole:  # readers of files deliver text without markup
        shown = spoken_form(given.text) if given.blocks else shown_form(given.text)
    stretches = _readable(document)
    text = document.text if shown is None else masked(document.text, shown)
    if stretches is not None:
        text = _masked(text, stretches)
    form, word_start = _read_words(text, numbering)
    read = text if shown is None else shown.text
    if stretches is not None and shown is not None:
        stretches = _shown_stretches(shown, stretches)
    if stretches is None and shown is None:
        stretches = passages
    has_code = any(block.kind == CODE for block in given.blocks)
    uncut = split_sentences(read, language, stretches, has_code=has_code)
    spans = cut_long(read, uncut, word_start if shown is None else shown.offsets_of(word_start), language.code)
    was_split = len(spans) > len(uncut)
    if not whole and not _is_listed(document):
        spans = behind_labels(read, spans, language.stopwords)
    spans = trim(read, spans)
    if stretches is not None:
        spans = _with_answers(read, spans, stretches)
    if shown is not None:
        spans = [(shown.start_of(start), shown.end_of(end)) for start, end in spans]
    if not whole:
        spans = with_announced(document, spans)
    bounds = word_start.searchsorted([edge for span in spans for edge in span]).reshape(-1, 2)
    lengths = bounds[:, 1] - bounds[:, 0]
    if (count := int(lengths.sum())) < len(word_start):  # words that were trimmed belong to no sentence
        inside = (bounds[:, 1] - lengths.cumsum()).repeat(lengths) + np.arange(count)
        form, word_start = form[inside], word_start[inside]
    if lengths.min(initial=1) == 0:
        spans = [span for span, length in zip(spans, lengths.tolist(), strict=True) if length]
        lengths = lengths[lengths > 0]
    return _Part(document, spans, lengths, form, word_start, was_split, shown)


def _with_answers(text: str, spans: Sequence[Span], stretches: Sequence[Span]) -> list[Span]:
    """Join a question that stands alone at the beginning of a block with the next sentence, after "Yes." with two."""
    questions = {start: (text.find(QUESTION_END, start, end), end) for start, end in stretches}
    if all(place < 0 for place, _ in questions.values()):
        return list(spans)
    joined = list(spans[:1])
    for start, end in spans[1:]:
        first, last = joined[-1]
        question, block_end = questions.get(first, (-1, 0))
        if question < 0 or start >= block_end:
            joined.append((start, end))
            continue
        _, mark, answer = text[first:last].partition("?")
        is_title = text.startswith("\n\n", question + 1)
        if (
            (is_title and start < question)
            or (mark and not answer and text.startswith("\n", last))
            or (answer.startswith("\n") and len(answer.split()) <= MAX_ANSWER_WORDS)
        ):
            joined[-1] = (first, end)
        else:
            joined.append((start, end))
    return joined


def _is_listed(document: Document) -> bool:
    """Tell whether most blocks of a document are items of lists: their labels are no speakers."""
    return 2 * sum(block.kind == "list" for block in document.blocks) > len(document.blocks)


def _read_words(text: str, numbering: _Numbering) -> tuple[Integers, Integers]:
    """Return what ``numbering`` reads for each word of a text, and where the word begins."""
    pieces = [(0, scanned_lines(text))] if ends_lines(text) else _scanned_pieces(text)
    forms, starts = [], []
    for at, (words, place) in pieces:
        forms.append(numbering.read(words))
        starts.append(place + at)
    return np.concatenate(forms), np.concatenate(starts)


def _scanned_pieces(text: str) -> Iterator[tuple[int, Scanned]]:
    """Scan a text cut at spaces: the strings of all words of a long text would take ten times its memory."""
    scan, start = scanner(text), 0
    while (end := text.find(" ", start + PIECE_CHARACTERS)) >= 0:
        yield start, scan(text[start:end])
        start = end
    yield start, scan(text[start:])


def _readable(document: Document) -> list[tuple[int, int]] | None:
    """Return the blocks that are read, inside which a line break is only a space; None for plain text."""
    if not document.blocks:
        return None
    blocks = [block for block in document.blocks if block.kind not in UNREAD_KINDS]
    spans = [stripped(document.text, block.start, block.end) for block in blocks]
    return [(start, end) for start, end in spans if start < end]


def _shown_stretches(shown: Shown, stretches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return where stretches of a text are in its display form, without those that have nothing but markup."""
    edges = shown.offsets_of(np.array(stretches, np.intp).reshape(-1)).reshape(-1, 2).tolist()
    spans = [stripped(shown.text, start, end) for start, end in edges]
    return [(start, end) for start, end in spans if start < end]


def _masked(text: str, stretches: Iterable[tuple[int, int]]) -> str:
    """Replace all that is not to be read by spaces: offsets stay the same."""
    parts, at = [], 0
    for start, end in stretches:
        parts += [" " * (start - at), text[start:end]]
        at = end
    return "".join(parts) + " " * (len(text) - at)
