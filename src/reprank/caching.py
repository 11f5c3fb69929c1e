"""What is computed once: values of an instance, and answers for words.

``cached_property`` is that of ``functools`` without its lock. In Python 3.11 that lock is one for all instances of a
class. Threads wait for each other at it, and a process that is forked while another thread holds it waits for ever.
Here two threads may compute a value at the same time; both get the same, since everything that is cached is a function
of frozen values. ``WordCache`` remembers words: most words of a text occurred in the texts before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")

GENERATION_WORDS = 1 << 14  # some hundred articles fill it, so that memory soon stops growing
MAX_WORD_CHARACTERS = 64  # of a word that is remembered: data without spaces would fill the memory and never come again


class CachedProperty(Generic[T]):
    """A value that an instance computes when it is first asked for, and keeps in its ``__dict__``."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        self._function = function
        self.__doc__ = function.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> CachedProperty[T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> CachedProperty[T] | T:
        if instance is None:
            return self
        value = self._function(instance)
        instance.__dict__[self._name] = value  # found before this descriptor from now on
        return value


def cached_property(function: Callable[[Any], T]) -> CachedProperty[T]:
    """Compute a value once for each instance.

    >>> class Text:
    ...     @cached_property
    ...     def words(self) -> list[str]:
    ...         return "computed once".split()
    >>> text = Text()
    >>> text.words is text.words
    True
    """
    return CachedProperty(function)


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
