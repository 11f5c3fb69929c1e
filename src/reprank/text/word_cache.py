"""Words to answers, remembered: most words of a text occurred in the texts before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")

GENERATION_WORDS = 1 << 14  # some hundred articles fill it, so that memory soon stops growing
MAX_WORD_CHARACTERS = 64  # of a word that is remembered: data without spaces would fill the memory and never come again


class WordCache(Generic[T]):
    """A function of many words at once, called only for words that it was not called for lately.

    No answer may be None. Answers are kept in two generations. When the newer one has ``most`` words it becomes the
    older one, and the older one is dropped. Words that still occur are copied to the newer one when they are met, so
    that the cache follows a stream of texts from one language to the next and never holds more than twice ``most``.
    Very long words are not kept.

    >>> lengths = WordCache(lambda words: map(len, words))
    >>> lengths(["river", "sea"]), lengths(["sea", "lake"])
    ([5, 3], [3, 4])
    """

    def __init__(self, function: Callable[[Sequence[str]], Iterable[T]], *, most: int = GENERATION_WORDS) -> None:
        self._function, self._most = function, most
        self._newer: dict[str, T] = {}
        self._older: dict[str, T] = {}

    def __len__(self) -> int:
        return len(self._newer) + len(self._older)

    def __call__(self, words: Sequence[str]) -> list[T]:
        """Return the answer for each word."""
        known = list(map(self._newer.get, words))
        if None not in known:
            return known  # type: ignore[return-value]
        # Local names: another thread may replace the dictionaries meanwhile.
        newer, older = self._newer, self._older
        places = [place for place, answer in enumerate(known) if answer is None]
        missing = dict.fromkeys([words[place] for place in places])
        found = {word: older[word] for word in missing if word in older}
        new = [word for word in missing if word not in found] if found else list(missing)
        if new:
            found.update(zip(new, self._function(new), strict=True))
        kept = found
        if max(map(len, found)) > MAX_WORD_CHARACTERS:
            kept = {word: answer for word, answer in found.items() if len(word) <= MAX_WORD_CHARACTERS}
        if len(newer) + len(kept) > self._most:
            self._older, newer = newer, {}
            self._newer = newer
        if len(kept) <= self._most:
            newer.update(kept)
        for place in places:
            known[place] = found[words[place]]
        return known  # type: ignore[return-value]
