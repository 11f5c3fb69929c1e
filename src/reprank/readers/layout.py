"""Lines of pages to running text: columns and pages joined, notes and captions set aside, hyphens resolved."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from reprank.patterns import lazy_pattern
from reprank.readers.columns import in_reading_order, without_loose_gaps
from reprank.readers.draft import Draft, clean
from reprank.readers.furniture import without_furniture
from reprank.readers.lines import HYPHEN, Line
from reprank.text.tokens import STOPPED

BULLET = lazy_pattern(
    r"\s*(?:[-•‣◦·–—▪●■○*\x88\uf020-\uf0ff\u2219]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]|\[\d{1,3}\])\s+\S"
)
LIST_MARK = lazy_pattern(r"\s*(?:[-•‣◦·–—▪●■○*\uf020-\uf0ff\u2219]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+(?=\S)")
CAPTION_START = (
    r"(?:fig(?:ure|\.|ura)?|table|tab\.|abb(?:ildung|\.)|tabelle|tableau|tabla|tabela|chart|exhibit|plate|scheme|box|"
    r"рис(?:унок|\.)|таблица|图|表|図)\s*(?:[A-Z]\.?)?[\dIVX]+(?:\.\d+)*"
)
CAPTION = lazy_pattern(CAPTION_START + r"\s*(?:[:.|–—)]|$)", re.IGNORECASE)
SMALL_CAPTION = lazy_pattern(CAPTION_START, re.IGNORECASE)
NUMBERED_HEADING = lazy_pattern(r"(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-Z]\.)\s+[^\W\d_]")
MATH = lazy_pattern("[=≤≥∈∑∫⊕·×÷±∀∃→⇒−∗]")
MAX_FORMULA_WORDS = 2
NOTE_MARK = lazy_pattern(r"[\d*†‡§¶,\s]{1,4}")
NOTE_NUMBER = lazy_pattern(r"(?:(?<=[a-z]{5}[.!?])|(?<=[.!?][)”]))\s\d{1,2}$")  # behind the end of a paragraph
MAX_MARK_SIZE = 0.8  # of the size of the body: smaller numbers are marks of notes
WORD = lazy_pattern(r"[^\W\d_]+(?:-[^\W\d_]+)*")
MAX_WORD_CHARACTERS = 100
LAST_WORD = lazy_pattern(WORD.pattern + "$")
BODY_TOLERANCE = 0.06  # of the size: within it, two lines have the same size
MAX_NOTE_SIZE = 0.93  # of the size of the body
MIN_HEADING_SIZE = 1.08  # of the size of the body
MAX_HEADING_WORDS = 25
MAX_TERM_WORDS = 6
MIN_BOOK_PAGES = 8  # of a document that may have an imprint …
MAX_IMPRINT_PAGE = 5  # … on one of its first pages
COPYRIGHT = lazy_pattern(r"©|\bcopyright\b|\(c\) ?(?:19|20)\d\d|\bISBN\b|\bfreely redistribut", re.IGNORECASE)
SECTION = lazy_pattern(
    r"(?:abstract|summary|preface|foreword|introduction)\b|\d{1,2}(?:\.\d{1,2})*\.?\s", re.IGNORECASE
)
MIN_SENTENCE_WORDS = 6  # of large type with a full stop that is no heading, as on slides
MAX_SMALL_HEADING_WORDS = 12  # of a heading in the size of the body
TERM_GAP = 1.15  # of the usual distance between lines: between a term and its definition
PARAGRAPH_GAP = 1.3  # of the usual distance between lines
MAX_STEP = 2.6  # of the size: a line that is farther below stands apart
COLUMN_STEP_POINTS = 20  # left edges within it are those of one column


@dataclass
class Chunk:
    """Lines that stand together: a paragraph or its part on one page or in one column."""

    lines: list[Line]
    kind: str = "prose"
    follows: bool = False  # whether it stands right below the chunk before it

    @property
    def text(self) -> str:
        """The lines, as they stand."""
        return " ".join(line.text.strip() for line in self.lines)


@dataclass(frozen=True)
class Measures:
    """What is usual in this document: size of the body, distance of lines, middle of the page, words."""

    body: float
    leading: float
    middle: float
    body_is_proportional: bool
    words: Counter[str] = field(repr=False)


def write_pages(pages: Sequence[Sequence[Line]], draft: Draft) -> str | None:
    """Write the running text of pages into a draft; return the title that the first page shows, if any."""
    kept = [in_reading_order(without_loose_gaps(page)) for page in without_furniture(pages)]
    lines = [line for page in kept for line in page]
    if not lines:
        return None
    measures = _measure(lines)
    kept = [[line for line in page if not _is_mark(line, measures)] for page in kept]
    chunks = [chunk for page in kept for chunk in _chunks(page, measures)]
    _name_kinds(chunks, measures)
    title = _title(chunks, measures)
    _Flow(draft, measures.words).write(chunks)
    return title


def _measure(lines: Sequence[Line]) -> Measures:
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
    body = max(sizes, key=lambda size: (sizes[size], size))
    steps = [
        a.base - b.base for a, b in pairwise(lines) if _is_below(a, b) and abs(a.size - body) <= BODY_TOLERANCE * body
    ]
    middle = (min(line.left for line in lines) + max(line.right for line in lines)) / 2
    # The last word of a line and the first of the next may be halves of one word.
    words = Counter(word.lower() for line in lines for word in WORD.findall(line.text)[1:-1])
    proportional = sum(not line.mono for line in lines) > len(lines) / 2
    return Measures(body, median(steps) if steps else 1.2 * body, middle, proportional, words)


def _is_mark(line: Line, measures: Measures) -> bool:
    """Tell whether a line is nothing but the mark of a note."""
    return line.size < MAX_MARK_SIZE * measures.body and NOTE_MARK.fullmatch(line.text) is not None


def _is_below(one: Line, other: Line) -> bool:
    """Tell whether a line stands right below another one, in the same column."""
    distance = one.base - other.base
    overlap = min(one.right, other.right) - max(one.left, other.left)
    return one.page == other.page and 0 < distance < MAX_STEP * max(one.size, other.size) and overlap > 0


def _chunks(page: Sequence[Line], measures: Measures) -> Iterator[Chunk]:
    """Cut the lines of a page where a paragraph ends, a column ends or the style changes."""
    right = _right_edges(page)
    current: list[Line] = []
    follows = False
    for line in page:
        if current and not _same_paragraph(current, line, right, measures):
            yield Chunk(current, follows=follows)
            follows = _is_below(current[-1], line)
            current = []
        current.append(line)
    if current:
        yield Chunk(current, follows=follows)


def _right_edges(page: Sequence[Line]) -> dict[int, float]:
    """Return, for each column by its rounded left edge, where full lines end."""
    ends: defaultdict[int, list[float]] = defaultdict(list)
    for line in page:
        ends[round(line.left / COLUMN_STEP_POINTS)].append(line.right)
    return {left: sorted(values)[int(0.8 * (len(values) - 1))] for left, values in ends.items()}


def _same_paragraph(current: Sequence[Line], line: Line, right: dict[int, float], measures: Measures) -> bool:
    last = current[-1]
    if not _same_row(last, line) and not _is_below(last, line):
        return False
    if not _same_type(line, last):
        return False
    if line.marked or BULLET.match(line.text):
        return False
    leading = measures.leading * last.size / measures.body
    if last.base - line.base > PARAGRAPH_GAP * leading:
        return False
    if last.mono != line.mono and last.base - line.base > 1.08 * leading:
        return False
    em = last.size
    ended = STOPPED.search(NOTE_NUMBER.sub("", last.text.rstrip())) is not None
    short = last.right < right.get(round(last.left / COLUMN_STEP_POINTS), last.right) - 2 * em
    if (BULLET.match(current[0].text) or current[0].marked) and line.left > current[0].left + 0.3 * em:
        term = len(current) == 1 and short and not ended
        set_off = last.base - line.base > TERM_GAP * leading or (last.mono, last.bold) != (line.mono, line.bold)
        return not (term and set_off)  # the lines of an item or a note hang below its first words
    if len(current) == 1 and short and _is_heading(clean(last.text), last.text.split(), last):
        return line.left >= last.left and line.size > MIN_HEADING_SIZE * measures.body
    moved_right = line.left > last.left + 0.8 * em
    if moved_right and (ended or short) and not CAPTION.match(current[0].text):
        return False
    return not (ended and short and not line.text[:1].islower())


def _same_row(one: Line, other: Line) -> bool:
    return one.page == other.page and abs(one.base - other.base) < 0.3 * one.size and other.left >= one.right - 1


def _name_kinds(chunks: Sequence[Chunk], measures: Measures) -> None:
    lowest: dict[tuple[int, int], float] = {}  # lowest line of the body, by page and side
    for chunk in chunks:
        for line in chunk.lines:
            if line.size > MAX_NOTE_SIZE * measures.body:
                for side in _sides(line, measures):
                    key = (line.page, side)
                    lowest[key] = min(lowest.get(key, line.base), line.base)
    for chunk in chunks:
        chunk.kind = _kind(chunk, measures, lowest)
    _name_terms(chunks)
    _name_imprints(chunks)
    for one, other in pairwise(chunks):
        for chunk, neighbour in ((one, other), (other, one)):
            if chunk.kind == "prose" and neighbour.kind == "table" and all(line.italic for line in chunk.lines):
                chunk.kind = "caption"


def _name_terms(chunks: Sequence[Chunk]) -> None:
    """Find terms: one short line without a full stop, and right below it a paragraph that is indented."""
    for one, other in pairwise(chunks):
        first = one.lines[0]
        if (
            len(one.lines) == 1
            and one.kind in ("list", "code", "heading")
            and other.kind == "prose"
            and other.follows
            and other.lines[0].left > first.left + 0.5 * first.size
            and len(first.text.split()) <= MAX_TERM_WORDS
            and (one.kind != "heading" or first.size <= MIN_HEADING_SIZE * other.lines[0].size)
            and not STOPPED.search(first.text)
            and not NUMBERED_HEADING.match(first.text)
        ):
            one.kind = "term"


def _name_imprints(chunks: Sequence[Chunk]) -> None:
    """Find the imprint of a book: a page before the first section that claims a copyright, without a heading."""
    pages: defaultdict[int, list[Chunk]] = defaultdict(list)
    for chunk in chunks:
        if chunk.lines[0].page < MAX_IMPRINT_PAGE:
            pages[chunk.lines[0].page].append(chunk)
    if len({chunk.lines[0].page for chunk in chunks}) < MIN_BOOK_PAGES:
        return
    for page, own in sorted(pages.items()):
        headings = [chunk for chunk in own if chunk.kind == "heading"]
        if page > 0 and headings and not all(chunk is own[0] for chunk in headings):
            break
        if any(COPYRIGHT.search(chunk.text) for chunk in own) and not any(
            SECTION.match(clean(chunk.text)) for chunk in headings
        ):
            for chunk in own:
                chunk.kind = chunk.kind if chunk.kind == "heading" else "furniture"


def _sides(line: Line, measures: Measures) -> tuple[int, ...]:
    """Return the halves of the page that a line stands in: 0 is left, 1 is right."""
    reach = 1.5 * measures.body
    on = (line.left < measures.middle - reach, line.right > measures.middle + reach)
    return tuple(side for side in (0, 1) if on[side])


def _kind(chunk: Chunk, measures: Measures, lowest: dict[tuple[int, int], float]) -> str:
    text, first = clean(chunk.text), chunk.lines[0]
    words = text.split()
    size = median(line.size for line in chunk.lines)
    small = size < MAX_NOTE_SIZE * measures.body
    if all(line.mono for line in chunk.lines) and measures.body_is_proportional:
        return "code"
    if CAPTION.match(text) or (small and SMALL_CAPTION.match(text)):
        return "caption"
    letters = sum(character.isalpha() for character in text)
    large = size > MIN_HEADING_SIZE * measures.body
    if letters < 0.5 * len(text.replace(" ", "")) and not (large and NUMBERED_HEADING.match(text)):
        return "table"  # in large type too: "3.2M"
    is_sentence = len(words) >= MIN_SENTENCE_WORDS and text.endswith((".", "!"))
    if large and len(words) <= MAX_HEADING_WORDS and not is_sentence:
        return "heading"
    cells = sum(len(line.gaps) > (LIST_MARK.match(line.text) is not None) for line in chunk.lines)
    if cells > len(chunk.lines) / 2 or _is_formula(words):
        return "table"
    if small and (
        first.marked or all(first.base < lowest.get((first.page, side), 0.0) for side in _sides(first, measures))
    ):
        return "footnote"
    if BULLET.match(first.text) and not _is_heading(text, words, first):
        return "list"
    return "heading" if _is_heading(text, words, first) else "prose"


def _is_formula(words: Sequence[str]) -> bool:
    """Tell whether a text has hardly a word, as a formula that stands apart."""
    spelled = sum(len(word) > 2 and word.isalpha() for word in words)
    return spelled <= MAX_FORMULA_WORDS and any(MATH.search(word) for word in words)


def _is_heading(text: str, words: Sequence[str], first: Line) -> bool:
    if len(words) > MAX_SMALL_HEADING_WORDS or STOPPED.search(text):
        return False
    return first.bold or NUMBERED_HEADING.match(text) is not None or (text.isupper() and len(text) > 3)


def _title(chunks: Sequence[Chunk], measures: Measures) -> str | None:
    """Return the text in the largest type of the first page with text, if it is larger than the body."""
    first = [chunk for chunk in chunks if chunk.lines[0].page == chunks[0].lines[0].page]
    largest = max(first, key=lambda chunk: chunk.lines[0].size)
    lines = list(largest.lines)
    for chunk in first[first.index(largest) + 1 :]:
        if chunk.kind != "heading" or not chunk.follows or not _same_type(chunk.lines[0], lines[-1]):
            break
        lines += chunk.lines
    title = clean(_joined(lines, measures.words)[0])
    if lines[0].size <= MIN_HEADING_SIZE * measures.body or len(title.split()) > MAX_HEADING_WORDS:
        return None
    is_stopped = STOPPED.search(title) and title[-1] not in "?!"
    return None if is_stopped or "://" in title else title


def _same_type(one: Line, other: Line) -> bool:
    return abs(one.size - other.size) <= BODY_TOLERANCE * other.size and one.bold == other.bold


class _Flow:
    """Write chunks as blocks: a paragraph goes on across columns and pages, what interrupts it comes after it."""

    def __init__(self, draft: Draft, words: Counter[str]) -> None:
        self.draft = draft
        self.words = words
        self.open: list[Line] = []
        self.open_kind = "prose"
        self.asides: list[Chunk] = []

    def write(self, chunks: Iterable[Chunk]) -> None:
        for chunk in chunks:
            if chunk.kind in ("caption", "table", "footnote", "code"):
                self.asides.append(chunk)
            elif chunk.kind in ("heading", "furniture"):
                self._close()
                self._add(chunk.kind, chunk.lines)
            elif chunk.kind == "term":
                self._close()
                term = _joined(chunk.lines, self.words)[0]
                mark = LIST_MARK.match(term)
                self.draft.add_term(term[mark.end() :] if mark else term)
            elif self.open and self._goes_on(chunk):
                self.open += chunk.lines
            else:
                self._close()
                self.open, self.open_kind = list(chunk.lines), chunk.kind
        self._close()

    def _goes_on(self, chunk: Chunk) -> bool:
        """Tell whether a chunk continues the open paragraph after a column, a page or an interruption."""
        if chunk.kind != "prose" or (chunk.follows and not self.asides):
            return False
        last = NOTE_NUMBER.sub("", self.open[-1].text.rstrip())
        return last.endswith(HYPHEN) or STOPPED.search(last) is None or chunk.lines[0].text[:1].islower()

    def _close(self) -> None:
        if self.open:
            self._add(self.open_kind, self.open)
        self.open = []
        for aside in self.asides:
            self._add(aside.kind, aside.lines)
        self.asides = []

    def _add(self, kind: str, lines: Sequence[Line]) -> None:
        text, starts = _joined(lines, self.words)
        text = NOTE_NUMBER.sub("", text)
        mark = LIST_MARK.match(text) if kind == "list" else None
        cut = mark.end() if mark else 0
        self.draft.add(kind, text[cut:], [(max(start - cut, 0), f"page {page + 1}") for start, page in starts])


def _joined(lines: Sequence[Line], words: Counter[str]) -> tuple[str, list[tuple[int, int]]]:
    """Join lines into one, divided words whole again; return also where each page begins."""
    text = ""
    starts: list[tuple[int, int]] = []
    for line in lines:
        piece = clean(line.text.replace("\x88", "•"))
        if text.endswith((HYPHEN, "-")) and len(text) > 1 and text[-2].isalnum():
            text = _undivided(text[:-1], piece, words)
        elif text:
            text += " "
        if not starts or starts[-1][1] != line.page:
            starts.append((len(text), line.page))
        text += piece
    return text.replace(HYPHEN, "-"), starts


def _undivided(text: str, following: str, words: Counter[str]) -> str:
    """Return the text with or without the hyphen at its end, by the words that the document itself uses."""
    start = LAST_WORD.search(text[-MAX_WORD_CHARACTERS:])
    rest = re.match(r"[^\W\d_]+", following)
    if start is None or rest is None or not following[0].islower():
        return text + "-"
    one, other = start.group().lower(), rest.group().lower()
    joined, hyphenated = words[one + other], words[f"{one}-{other}"]
    if joined or hyphenated:
        return text + "-" if hyphenated > joined else text
    both_words = words[one] and words[other] and len(one) > 3
    return text + "-" if both_words else text
