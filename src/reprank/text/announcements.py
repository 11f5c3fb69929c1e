"""Sentences to announcements: one that ends with a colon is one sentence with the list that it announces.

"Copies may be made if: (a) …; and (b) …." says half of it without its list, and the items say little without it. So a
sentence that ends with a colon goes on up to the end of the list below it, if this is short and ends with a final mark.
In a text of paragraphs only, a paragraph is what "the following" announces. Elsewhere the colon stays the end: there
is no final mark, so that the sentence is not selected.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter

from reprank.patterns import lazy_pattern
from reprank.text.documents import Document
from reprank.text.lines import FURNITURE, HEADING, PROSE
from reprank.text.passages import ITEM_MARK
from reprank.text.tokens import is_ended

MIN_ANNOUNCING_WORDS = 5  # fewer are a label: "Example:", "In the browser:"
MAX_ANNOUNCED_WORDS = 100  # of an announcement with what it announces
ANNOUNCING_MARKS = (":", "：")
LIST = "list"
FOLLOWING = lazy_pattern(r"\bfollowing\b|\bfolgende|\bsuivante?s?\b|\bsiguientes?\b|\bseguent[ei]\b|\bseguintes?\b")
#: The end of an item that is no sentence; the next one goes on with it.
GOES_ON = lazy_pattern(r"[,;；] ?(?:[a-z/]{1,6},?)?$")

Span = tuple[int, int]


def with_announced(document: Document, spans: Sequence[Span]) -> list[Span]:
    r"""Join the sentences that end with a colon with what they announce.

    >>> text = "Copies may be made in the following case:\n\nNobody pays.\n\nThere is no other case."
    >>> spans = [(0, 41), (43, 55), (57, 80)]
    >>> [text[start:end] for start, end in with_announced(Document(text), spans)][1:]
    ['There is no other case.']
    """
    joined: list[Span] = []
    at = 0
    while at < len(spans):
        announces = document.text.endswith(ANNOUNCING_MARKS, 0, spans[at][1])
        last = _last_announced(document, spans, at) if announces else at
        joined.append((spans[at][0], spans[last][1]))
        at = last + 1
    return joined


def _last_announced(document: Document, spans: Sequence[Span], first: int) -> int:
    """Return the last sentence of what an announcement announces; itself if this has no end or is too long."""
    text, (start, end) = document.text, spans[first]
    words = len(text[start:end].split())
    kind = _kind(document, spans[first + 1][0]) if first + 1 < len(spans) else ""
    if words < MIN_ANNOUNCING_WORDS or _kind(document, start) not in (PROSE, LIST):
        return first
    if kind != LIST and not (kind == PROSE and FOLLOWING.search(text, start, end) and _has_paragraphs_only(document)):
        return first
    last, ended = first, False
    while last + 1 < len(spans) and not (kind == PROSE and ended):
        following, after = spans[last + 1]
        is_apart = text[end:following].strip() and not ITEM_MARK.fullmatch(text, end, following)
        if is_apart or _kind(document, following) != kind:
            break
        words += len(text[following:after].split())
        if words > MAX_ANNOUNCED_WORDS or (ended and text[following].islower()):
            return first
        last, end, ended = last + 1, after, is_ended(text[following:after])
        if not ended and not GOES_ON.search(text, following, after):
            return first
    return last if ended else first


def _kind(document: Document, start: int) -> str:
    """Return the kind of the block in which a sentence begins."""
    block = bisect_right(document.blocks, start, key=attrgetter("start")) - 1
    return document.blocks[block].kind if block >= 0 else PROSE


def _has_paragraphs_only(document: Document) -> bool:
    """Tell whether a document has neither lists nor code nor tables, which are announced as well."""
    return all(block.kind in (PROSE, HEADING, FURNITURE) for block in document.blocks)
