"""How long a summary may be, and what a sentence costs of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from reprank.errors import BudgetError
from reprank.text.tokens import unspaced_character

DEFAULT_WORDS = 200


@runtime_checkable
class Budget(Protocol):
    """Anything with a limit and a way to count: words here, model tokens in your own class."""

    @property
    def limit(self) -> int:
        """The most that a summary may cost."""

    def cost(self, text: str) -> int:
        """Count what a text costs."""


@dataclass(frozen=True)
class Words:
    """Words as ``wc -w`` counts them; characters in scripts without spaces.

    >>> Words(200).cost("Three short words"), Words(200).cost("三个字")
    (3, 3)
    """

    limit: int
    unit = "words"

    def cost(self, text: str) -> int:
        """Count the words."""
        if text.isascii():
            return len(text.split())
        return len(unspaced_character().sub(" x ", text).split())


@dataclass(frozen=True)
class Sentences:
    """Sentences, whatever their length."""

    limit: int
    unit = "sentences"

    def cost(self, text: str) -> int:
        """Count one for every sentence; a separator is free."""
        return 1 if text.strip() else 0


@dataclass(frozen=True)
class Characters:
    """Unicode characters, spaces between sentences included."""

    limit: int
    unit = "characters"

    def cost(self, text: str) -> int:
        """Count the characters."""
        return len(text)


@dataclass(frozen=True)
class Bytes:
    """Bytes of UTF-8, spaces between sentences included."""

    limit: int
    unit = "bytes"

    def cost(self, text: str) -> int:
        """Count the bytes."""
        return len(text.encode("utf-8", "surrogatepass"))


@dataclass(frozen=True)
class Ratio:
    """A share of the words of the input; becomes ``Words`` once the input is known."""

    share: float

    def of(self, total: int) -> Words:
        """Return the budget for an input of so many words."""
        return Words(int(self.share * total))


UNITS: dict[str, Callable[[int], Budget]] = {
    "words": Words,
    "sentences": Sentences,
    "characters": Characters,
    "bytes": Bytes,
}


def choose_budget(*, budget: Budget | None = None, **lengths: float | None) -> Budget | Ratio:
    """Make a budget of the one length that was given; 200 words if none was.

    >>> choose_budget(sentences=3)
    Sentences(limit=3)
    >>> choose_budget(words=200, ratio=0.1)
    Traceback (most recent call last):
    reprank.errors.BudgetError: budget must be one of words, ...; got words=200 and ratio=0.1: keep one
    """
    given: dict[str, object] = {name: value for name, value in lengths.items() if value is not None}
    if budget is not None:
        given["budget"] = budget
    if len(given) > 1:
        raise BudgetError(
            "budget must be one of words, sentences, ratio, characters, bytes, budget; got "
            + " and ".join(f"{name}={value}" for name, value in given.items())
            + ": keep one"
        )
    if budget is not None:
        return _checked(budget)
    if not given:
        return Words(DEFAULT_WORDS)
    ((name, value),) = given.items()
    if name == "ratio":
        return _ratio(value)
    return UNITS[name](_whole(name, value))


def _whole(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise BudgetError(f"{name} must be a whole number of at least 1; got {value!r}")
    return value


def _ratio(value: object) -> Ratio:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
        raise BudgetError(f"ratio must be above 0 and at most 1; got {value!r}")
    return Ratio(float(value))


def _checked(budget: Budget) -> Budget:
    if not isinstance(budget, Budget):
        raise BudgetError(f"budget must have a limit and a method cost(text); got {type(budget).__name__}")
    _whole("budget.limit", budget.limit)
    return budget
