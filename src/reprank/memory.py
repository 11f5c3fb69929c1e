"""Words to answers, remembered: most words of a text stood in the text before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")

MOST = 1 << 16  # words that are remembered: those of ordinary text come first and stay, whatever else comes


class Remembered(Generic[T]):
    """A function of many words at once, asked only for those it was not asked for before.

    >>> lengths = Remembered(lambda words: map(len, words))
    >>> lengths(["river", "sea"]), lengths(["sea", "lake"])
    ([5, 3], [3, 4])
    """

    def __init__(self, function: Callable[[Sequence[str]], Iterable[T]], *, most: int = MOST) -> None:
        self._function, self._most = function, most
        self._answers: dict[str, T] = {}

    def __call__(self, words: Sequence[str]) -> list[T]:
        """Return the answer for each word."""
        answers = self._answers
        new = [word for word in words if word not in answers]
        if not new:
            return [answers[word] for word in words]
        found = dict(zip(new, self._function(new), strict=True))
        if len(answers) + len(found) <= self._most:
            answers.update(found)
            return [answers[word] for word in words]
        return [found[word] if word in found else answers[word] for word in words]
