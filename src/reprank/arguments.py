"""Arguments of public calls to checked values; a wrong one is an InputError that says what was wanted."""

from __future__ import annotations

from collections.abc import Iterable
from math import nan

from reprank.errors import InputError

MAX_BITS = 256  # of a whole number that is given


def count(name: str, value: int) -> int:
    """Return a whole number that is not negative.

    >>> count("top", -1)
    Traceback (most recent call last):
    reprank.errors.InputError: top must be a whole number of at least 0; got -1
    """
    number = as_whole(value)
    if number is None or number < 0:
        raise InputError(f"{name} must be a whole number of at least 0; got {shown(value)}")
    return number


def as_whole(value: object) -> int | None:
    """Return a whole number as an int; None for anything else, and for a number that is too long."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    number = int(value.__index__())
    return number if number.bit_length() <= MAX_BITS else None


def share(name: str, value: float | None) -> float | None:
    """Return a number from 0 to 1, or None."""
    if value is None:
        return None
    number = as_number(value)
    if not 0 <= number <= 1:
        raise InputError(f"{name} must be a number from 0 to 1; got {shown(value)}")
    return number


def as_number(value: object) -> float:
    """Return a number as a float; not a number for anything else, and for a number that no float can hold."""
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        return nan
    try:
        return float(value)
    except (OverflowError, ValueError, TypeError):
        return nan


def shown(value: object) -> str:
    """Write a value for a message; Python refuses to write very long numbers."""
    is_long = isinstance(value, int) and value.bit_length() > MAX_BITS
    return f"a number of {value.bit_length()} bits" if is_long else repr(value)  # type: ignore[attr-defined]


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
