"""Words to answers, remembered: most words of a text stood in the text before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")

MOST = 1 << 16  # words that are remembered: those of ordinary text come first and stay, whatever else comes


class WordCache(Generic[T]):
    """A function of many words at once, asked only for those it was not asked for before; no answer may be None.

    >>> lengths = WordCache(lambda words: map(len, words))
    >>> lengths(["river", "sea"]), lengths(["sea", "lake"])
    ([5, 3], [3, 4])
    """

    def __init__(self, function: Callable[[Sequence[str]], Iterable[T]], *, most: int = MOST) -> None:
        self._function, self._most = function, most
        self._answers: dict[str, T] = {}

    def __call__(self, words: Sequence[str]) -> list[T]:
        """Return the answer for each word."""
        known = list(map(self._answers.get, words))
        new = [word for word, answer in zip(words, known, strict=True) if answer is None] if None in known else []
        found = dict(zip(new, self._function(new), strict=True)) if new else {}
        if len(self._answers) + len(found) <= self._most:
            self._answers.update(found)
        return [found[word] if answer is None else answer for word, answer in zip(words, known, strict=True)]
