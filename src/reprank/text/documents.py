"""Arguments to documents: a text, a ``Document``, or a list of these."""

from __future__ import annotations

import datetime
import os
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from operator import attrgetter

from reprank.errors import InputError
from reprank.patterns import lazy_pattern
from reprank.values import dataclass

#: One word that ends as names of files do: nobody wants a summary of it.
FILE_NAME = lazy_pattern(
    r"[^\s<>|]{1,255}\.(?:txt|text|md|pdf|docx?|odt|rtf|html?|epub|jsonl?|csv|tsv|xml|eml|srt|gz|zip)"
)
ADDRESS = lazy_pattern(r"\s*(?:https?://|www\.)\S+\s*")
SELECTABLE_KINDS = frozenset({"prose", "list"})  # sentences of these may be selected
UNREAD_KINDS = frozenset({"code", "furniture", "reference"})  # these have no sentences and no words
KINDS = SELECTABLE_KINDS | UNREAD_KINDS | {"heading", "caption", "table", "footnote", "option"}


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of a text and its kind, one of ``KINDS``. Inside a block, a line break is only a space."""

    start: int
    end: int
    kind: str = "prose"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the text from ``start`` on comes from, for people: ``page 3``, ``slide 2``, ``00:04:10``."""

    start: int
    label: str


@dataclass(frozen=True, slots=True)
class Document:
    r"""A text, with a title and an identifier for people if there are any.

    Offsets of sentences and keywords count the characters of ``text``. With ``blocks``, no sentence crosses the border
    of a block except for one that announces a list; text outside all blocks is markup and is not read, and sentences
    are selected from prose and lists only.
    Without blocks, headings and paragraphs are guessed from the text. ``places`` says where the text comes from.
    ``date`` is the day on which it was written, to which weekdays and "yesterday" refer.

    >>> text = "Results\nThe river rose all night."
    >>> document = Document(text, blocks=(Block(0, 7, "heading"), Block(8, 33)), places=(Place(0, "page 3"),))
    >>> document.place_of(8)
    'page 3'
    """

    text: str
    title: str | None = None
    id: str | None = None
    blocks: tuple[Block, ...] = ()
    places: tuple[Place, ...] = ()
    date: datetime.date | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise InputError(_not_text(self.text))
        for name in ("title", "id"):
            if not isinstance(getattr(self, name), str | None):
                raise InputError(f"{name} must be text; got {type(getattr(self, name)).__name__}")
        if not isinstance(self.date, datetime.date | None):
            raise InputError(f"date must be a datetime.date; got {type(self.date).__name__}")
        if isinstance(self.date, datetime.datetime):  # which cannot be compared with a day
            object.__setattr__(self, "date", self.date.date())
        if self.blocks:
            _check_blocks(self.blocks, len(self.text))
        if self.places:
            _check_places(self.places)

    def __getitem__(self, span: slice) -> str:
        return self.text[span]

    def place_of(self, offset: int) -> str | None:
        """Return the label of the place that the character at this offset comes from, or None if it is not known."""
        number = bisect_right(self.places, offset, key=attrgetter("start"))
        return self.places[number - 1].label if number else None


def _check_blocks(blocks: Sequence[Block], length: int) -> None:
    for block in blocks:
        if block.kind not in KINDS:
            raise InputError(f"unknown kind of block {block.kind!r}: use one of {', '.join(sorted(KINDS))}")
        if not 0 <= block.start < block.end <= length:
            raise InputError(
                f"a block must be a stretch of the text, from 0 to {length}; got {block.start} to {block.end}"
            )
    for one, following in pairwise(blocks):
        if following.start < one.end:
            raise InputError(
                f"blocks must be in order and must not overlap; got one that starts at {following.start} "
                f"after one that ends at {one.end}"
            )


def _check_places(places: Sequence[Place]) -> None:
    for one, following in pairwise(places):
        if following.start < one.start:
            raise InputError(f"places must be in order; got {following.start} after {one.start}")


Documents = str | Document | Iterable[str | Document]


def as_documents(documents: Documents) -> tuple[Document, ...]:
    """Turn whatever was passed into documents; one bare text and a list of one are the same.

    >>> as_documents("One text.") == as_documents(["One text."])
    True
    """
    if isinstance(documents, str | Document):
        documents = [documents]
    if isinstance(documents, bytes | Mapping) or hasattr(documents, "read") or not isinstance(documents, Iterable):
        raise InputError(_not_text(documents))
    made = tuple(item if isinstance(item, Document) else Document(item) for item in documents)
    if made and all(FILE_NAME.fullmatch(document.text) for document in made):
        raise InputError(
            f"{made[0].text!r} looks like the name of a file, not like a text: pass reprank.read({made[0].text!r})"
        )
    if made and all(ADDRESS.fullmatch(document.text) for document in made):
        raise InputError(not_fetched(made[0].text.strip()))
    return made


def not_fetched(address: str) -> str:
    """Say what to do with the address of a page."""
    from shlex import quote

    return (
        f"{address} is an address, and pages are not fetched: save the page and name its file, or use "
        f"curl -sL {quote(address)} | reprank summarize -"
    )


def _not_text(value: object) -> str:
    if isinstance(value, bytes):
        advice = "decode it first"
    elif isinstance(value, Mapping):
        advice = "pass the texts that it contains, for example list(texts.values())"
    elif hasattr(value, "read"):
        advice = "pass the text that it contains, file.read()"
    elif isinstance(value, os.PathLike):
        advice = "pass what the file contains, reprank.read(path)"
    else:
        advice = "pass str, Document, or a list of these"
    return f"a document must be text; got {type(value).__name__}: {advice}"
