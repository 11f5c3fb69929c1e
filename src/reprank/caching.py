"""Methods to values that are computed once: like ``functools.cached_property``, without its lock.

In Python 3.11 that lock is one for all instances of a class. Threads wait for each other at it, and a process that is
forked while another thread holds it waits for ever. Here two threads may compute a value at the same time; both get the
same, since everything that is cached is a function of frozen values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


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
