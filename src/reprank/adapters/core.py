"""Texts of another package to results: what all adapters share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, Unpack

from reprank.compression import compress
from reprank.many import keywords_many, summarize_many
from reprank.schema import CompressOptions, KeywordOptions, SummaryOptions

SPANS = "reprank_kept"  # the key under which metadata says what was kept of a chunk

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of an item: its new text, and the kept spans of the given one."""

    text: str
    spans: list[list[int]]  # lists, as they are after a round trip through JSON


def check_options(options: CompressOptions) -> None:
    """Raise InputError now if the options cannot be used, and not with the first query."""
    compress("", "query", **options)


def kept_items(
    items: Sequence[Value], texts: Sequence[str | None], query: str | None, options: CompressOptions
) -> Iterator[tuple[Value, Kept | None]]:
    """Compress items by their texts, and yield those of which something is kept, in their order.

    An item without a text, such as an image, stays as it is.

    >>> list(kept_items(["page", "image"], ["It rained.", None], None, {"words": 9}))
    [('page', Kept(text='It rained.', spans=[[0, 10]])), ('image', None)]
    """
    numbers = [number for number, text in enumerate(texts) if text is not None]
    made = compress([text for text in texts if text is not None], query, **options)
    kept = {
        number: Kept(chunk.text, [list(span) for span in chunk.kept])
        for number, chunk in zip(numbers, made.chunks, strict=True)
        if chunk.kept
    }
    for number, item in enumerate(items):
        if number in kept or texts[number] is None:
            yield item, kept.get(number)


def summaries(
    texts: Sequence[str | None], *, workers: int | None = None, strict: bool = True, **options: Unpack[SummaryOptions]
) -> list[str | None]:
    """Return the text of a summary for each text; None stays None.

    With ``strict=False`` a value that cannot be summarized gives None; otherwise its error is raised.

    >>> summaries(["Heavy snow closed the mountain road on Friday. A dog barked.", None], sentences=1)
    ['Heavy snow closed the mountain road on Friday.', None]
    """
    present = (text for text in texts if text is not None)
    plain: SummaryOptions = {"keywords": 0, **options}
    found = summarize_many(present, workers=workers, errors="return", **plain)
    return [None if summary is None else str(summary) for summary in _aligned(texts, found, strict)]


def keyword_lists(
    texts: Sequence[str | None], *, workers: int | None = None, strict: bool = True, **options: Unpack[KeywordOptions]
) -> list[list[str] | None]:
    """Return the keywords of each text, best first; None stays None, and ``strict`` is as in ``summaries``.

    >>> keyword_lists(["The battery is empty. A new battery is small.", None], top=1)
    [['battery'], None]
    """
    present = (text for text in texts if text is not None)
    found = keywords_many(present, workers=workers, errors="return", **options)
    return [
        None if keywords is None else [keyword.text for keyword in keywords]
        for keywords in _aligned(texts, found, strict)
    ]


def _aligned(texts: Iterable[str | None], found: Iterator[Value | Exception], strict: bool) -> Iterator[Value | None]:
    """Put results beside their texts, None where a text is missing."""
    for text in texts:
        outcome: Any = None if text is None else next(found)
        if isinstance(outcome, Exception):
            if strict:
                raise outcome
            outcome = None
        yield outcome
