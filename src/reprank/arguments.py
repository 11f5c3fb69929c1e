"""Arguments of public calls to checked values; a wrong one is an InputError that says what was wanted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import SupportsFloat

from reprank.errors import InputError


def count(name: str, value: int) -> int:
    """Return a whole number that is not negative.

    >>> count("top", -1)
    Traceback (most recent call last):
    reprank.errors.InputError: top must be a whole number of at least 0; got -1
    """
    if isinstance(value, bool) or not hasattr(value, "__index__") or (number := value.__index__()) < 0:
        raise InputError(f"{name} must be a whole number of at least 0; got {value!r}")
    return int(number)


def share(name: str, value: float | None) -> float | None:
    """Return a number from 0 to 1, or None."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, SupportsFloat) or not 0 <= float(value) <= 1:
        raise InputError(f"{name} must be a number from 0 to 1; got {value!r}")
    return float(value)


def phrases(name: str, value: str | Iterable[str]) -> tuple[str, ...]:
    """Return one phrase or several as a tuple."""
    found = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, Iterable) else (value,)
    if not all(isinstance(phrase, str) for phrase in found):
        raise InputError(f"{name} must be a phrase or a list of phrases; got {value!r}")
    return found


def one_text(name: str, value: str | None) -> str | None:
    """Return a text, or None."""
    if value is not None and not isinstance(value, str):
        raise InputError(f"{name} must be one text; got {type(value).__name__}: join its parts with spaces")
    return value
