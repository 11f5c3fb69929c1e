r"""Text to its display form: without inline markup, on one line, words whole that a hyphen at a line's end divides.

What is markup is found in ``reprank.text.inline_markup``, which a text without any of its marks does not enter.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass

import numpy as np

from reprank.arrays import Integers
from reprank.caching import cached_property
from reprank.patterns import lazy_pattern
from reprank.text.tokens import unspaced_character

MARKS = "`<*_]&{[("  # no inline markup without one of these; "\\" is one in Markdown only
Edit = tuple[int, int, str]  # a stretch of the text and what is shown in its place
# Between two letters. The hyphen comes first in the pattern: it is found faster than a letter.
LINE_END_HYPHEN = lazy_pattern(r"([-\u2010])(?<=[^\W\d_].)[ \t]*\r?\n[ \t]*(?=[^\W\d_])")
HYPHENS = ("-", "\u2010")
DIVIDING_HYPHEN = HYPHENS[1]  # put at the end of a line by a program, as man does


@dataclass(frozen=True)
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

    return _shown(text, sorted(inline_edits(text, escapes=escapes, names=names)))


def _shown(text: str, edits: list[Edit]) -> Shown | None:
    if not edits:
        return None
    parts, starts, sources, length, at = [], [], [], 0, 0
    for start, end, shown in [*edits, (len(text), len(text), "")]:
        for piece, source in ((text[at:start], at), (shown, start)):
            if piece:
                parts.append(piece)
                starts.append(length)
                sources.append(source)
                length += len(piece)
        at = end
    return Shown("".join(parts), tuple(starts) or (0,), tuple(sources) or (0,))


def masked(text: str, shown: Shown) -> str:
    """Return the text with spaces in place of its markup: offsets stay the same."""
    parts, at = [], 0
    for start, following, source in zip(shown.starts, [*shown.starts[1:], len(shown.text)], shown.sources, strict=True):
        piece = shown.text[start:following]
        parts += [" " * (source - at), piece]
        at = source + len(piece)
    return "".join(parts) + " " * (len(text) - at)


def join_sentences(texts: Iterable[str]) -> str:
    r"""Join sentences into running text, hard line breaks as spaces, none where the script has none.

    >>> join_sentences(["One\nsentence.", "Another."]), join_sentences(["一句。", "二句。"])
    ('One sentence. Another.', '一句。二句。')
    """
    joined = ""
    for text in texts:
        flat = flatten(text)
        tight = not joined or (not joined.isascii() and joined[-1] in "。！？」』）" and _unspaced_start(flat))
        joined += flat if tight else " " + flat
    return joined


def flatten(text: str) -> str:
    r"""Write a sentence on one line; a hyphen at the end of a line needs no space, and a dividing one goes.

    >>> flatten("A well-\nknown\nman"), flatten("The com\u2010\n   mand")
    ('A well-known man', 'The command')
    """
    if "\n" not in text and "\r" not in text and "  " not in text and "\t" not in text:
        return text
    return " ".join(LINE_END_HYPHEN.sub(lambda mark: mark[1].replace(DIVIDING_HYPHEN, ""), text).split())


def _unspaced_start(text: str) -> bool:
    return unspaced_character().match(text) is not None


def ends_lines(text: str) -> bool:
    r"""Tell whether a hyphen between two letters ends a line of the text.

    >>> ends_lines("a depart-\nment"), ends_lines("well-known")
    (True, False)
    """
    return "\n" in text and LINE_END_HYPHEN.search(text) is not None


def join_hyphenated(parts: list[str]) -> list[str]:
    r"""Join the halves of words in a list that has words at odd places and what stands between them at even places.

    A word keeps the hyphen and the line break, so that it is an exact stretch of the text; ``normal_form`` drops them.
    Two halves stay apart if the text has them as a compound with a hyphen, or as two words and never as one.

    >>> join_hyphenated(["", "The", " ", "depart", "-\n", "ment", "."])
    ['', 'The', ' ', 'depart-\nment', '.']
    """
    counts = Counter(word.lower() for word in parts[1::2])
    compounds = {
        (parts[i - 1].lower(), parts[i + 1].lower()) for i in range(2, len(parts) - 1, 2) if parts[i] in HYPHENS
    }
    joined = parts[:2]
    for gap, word in zip(parts[2::2], parts[3::2], strict=False):
        first, second = joined[-1].lower(), word.lower()
        halves = gap[:1] in HYPHENS and gap.count("\n") == 1 and not gap[1:].strip()
        halves = halves and joined[-1].isalpha() and word[0].islower()
        if halves and (first, second) not in compounds and not _are_words(first, second, counts):
            joined[-1] += gap + word
        else:
            joined += [gap, word]
    return joined + parts[-1:] if len(parts) > 1 else parts


def _are_words(first: str, second: str, counts: Counter[str]) -> bool:
    return counts[first] > 1 and counts[second] > 1 and not counts[first + second]
