r"""Text to its display form: inline markup of Markdown, reStructuredText and HTML removed, a link shown as its text.

What is markup is found in ``reprank.text.inline_markup``, which a text without any of its marks does not enter.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Set

import numpy as np

from reprank.arrays import Integers
from reprank.caching import cached_property
from reprank.values import value_class

MARKS = "`<*_]&{[("  # no inline markup without one of these; "\\" is one in Markdown only
Edit = tuple[int, int, str]  # a stretch of the text and what is shown in its place


@value_class
class Shown:
    r"""A text in its display form, and where each part of it stands in the text.

    >>> shown = shown_form("See **the [guide](https://example.org/guide)** of `bytes`.")
    >>> shown.text
    'See the guide of bytes.'
    >>> shown.start_of(8), shown.end_of(13)
    (11, 16)
    """

    text: str
    starts: tuple[int, ...]  # of the parts, in the display form
    sources: tuple[int, ...]  # of the parts, in the text

    def start_of(self, offset: int) -> int:
        """Return where in the text the character at an offset of the display form stands."""
        part = bisect_right(self.starts, offset) - 1
        return self.sources[part] + offset - self.starts[part]

    def end_of(self, offset: int) -> int:
        """Return where in the text a stretch ends that ends before this offset of the display form."""
        return self.start_of(offset - 1) + 1

    def offsets_of(self, sources: Integers) -> Integers:
        """Return where characters of the text stand in the display form; for markup, where the text goes on."""
        starts, begin = self._arrays
        part = np.maximum(np.searchsorted(begin, sources, side="right") - 1, 0)
        following = np.append(starts[1:], len(self.text))[part]
        offsets: Integers = np.minimum(starts[part] + np.maximum(sources - begin[part], 0), following)
        return offsets

    @cached_property
    def _arrays(self) -> tuple[Integers, Integers]:
        return np.array(self.starts, np.intp), np.array(self.sources, np.intp)


def display(text: str, *, escapes: bool = False, names: Set[str] = frozenset()) -> str:
    r"""Return a text without inline markup.

    >>> display("Use :func:`os.walk`, not *find* ([docs][1]).\n\n[1]: https://example.org")
    'Use os.walk, not find (docs).\n\n'
    """
    shown = shown_form(text, escapes=escapes, names=names)
    return text if shown is None else shown.text


def spoken_form(text: str) -> Shown | None:
    """Return a text without notes of sounds such as ``[inaudible]``; None if it has none."""
    if not any(mark in text for mark in "{[("):
        return None
    from reprank.text.inline_markup import sounds

    return _shown(text, sounds(text)[0])


def shown_form(text: str, *, escapes: bool = False, names: Set[str] = frozenset()) -> Shown | None:
    """Return the display form of a text; None if it has no inline markup.

    ``escapes`` removes the backslash before a punctuation mark too, as Markdown does; elsewhere it may be part of a
    path or a formula. ``names`` are links that are defined outside this text.
    """
    if not any(mark in text for mark in (MARKS + "\\" if escapes else MARKS)):
        return None
    from reprank.text.inline_markup import inline_edits

    return _shown(text, inline_edits(text, escapes=escapes, names=names))


def _shown(text: str, edits: list[Edit]) -> Shown | None:
    if not edits:
        return None
    parts, starts, sources, length, at = [], [], [], 0, 0
    for start, end, shown in [*sorted(edits, key=_outermost_first), (len(text), len(text), "")]:
        if start < at:  # inside of what is gone, such as code in the description of a picture
            continue
        for piece, source in ((text[at:start], at), (shown, start)):
            if piece:
                parts.append(piece)
                starts.append(length)
                sources.append(source)
                length += len(piece)
        at = end
    return Shown("".join(parts), tuple(starts) or (0,), tuple(sources) or (0,))


def _outermost_first(edit: Edit) -> tuple[int, int]:
    start, end, _ = edit
    return start, -end


def masked(text: str, shown: Shown) -> str:
    """Return the text with spaces in place of its markup: offsets stay the same."""
    parts, at = [], 0
    for start, following, source in zip(shown.starts, [*shown.starts[1:], len(shown.text)], shown.sources, strict=True):
        piece = shown.text[start:following]
        parts += [" " * (source - at), piece]
        at = source + len(piece)
    return "".join(parts) + " " * (len(text) - at)
