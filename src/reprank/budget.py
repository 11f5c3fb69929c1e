"""How long a summary may be, and what a text costs.

One object carries the length from the public call down: a ``Budget``, or a ``Ratio`` that becomes one when the input is
known. ``Auto`` leaves the length to the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Sized
from math import nan
from operator import index
from typing import Protocol, TypeAlias, cast, runtime_checkable

from reprank.errors import BudgetError
from reprank.text.tokens import is_western, join_sentences, unspaced_character, unspaced_letters
from reprank.values import dataclass

DEFAULT_WORDS = 200
MAX_BITS = 256  # of a whole number that is given
WORD_LETTERS = 4  # letters and signs of a word of Thai, Lao, Burmese or Khmer, on average


@runtime_checkable
class Budget(Protocol):
    """Anything with a limit and a way to count, such as the tokens of a model.

    >>> class Syllables:
    ...     limit = 40
    ...     def cost(self, text: str) -> int:
    ...         return sum(letter in "aeiou" for letter in text.lower())
    >>> isinstance(Syllables(), Budget)
    True
    """

    @property
    def limit(self) -> int:
        """The maximum cost of a summary."""

    def cost(self, text: str) -> int:
        """Count what a text costs."""


@dataclass(frozen=True)
class Words:
    """Words as ``wc -w`` counts them; in scripts without spaces, characters or an estimate.

    >>> Words(200).cost("Three short words"), Words(200).cost("三个字"), Words(200).cost("สะพานปิดแล้ว")
    (3, 3, 3)
    """

    limit: int
    unit = "words"

    def cost(self, text: str) -> int:
        """Count the words."""
        if is_western(text):
            return len(text.split())
        spaced = unspaced_letters().sub(_estimated_words, text)
        return len(unspaced_character().sub(" x ", spaced).split())


def _estimated_words(letters: re.Match[str]) -> str:
    """Return as many words as a stretch of letters without spaces is likely to have."""
    return " x" * -(-len(letters[0]) // WORD_LETTERS)


@dataclass(frozen=True)
class Sentences:
    """Sentences, whatever their length."""

    limit: int
    unit = "sentences"

    def cost(self, text: str) -> int:
        """Count one for a sentence, nothing for a separator."""
        return 1 if text.strip() else 0


@dataclass(frozen=True)
class Characters:
    """Unicode characters, including the spaces between sentences."""

    limit: int
    unit = "characters"

    def cost(self, text: str) -> int:
        """Count the characters."""
        return len(text)


@dataclass(frozen=True)
class Bytes:
    """Bytes of UTF-8, including the spaces between sentences."""

    limit: int
    unit = "bytes"

    def cost(self, text: str) -> int:
        """Count the bytes."""
        return len(text.encode("utf-8", "surrogatepass"))


class Tokenizer(Protocol):
    """A tokenizer object of a model library: ``encode`` returns something that has a length."""

    def encode(self, text: str) -> Sized:
        """Return the tokens of a text."""


@dataclass(frozen=True)
class Tokens:
    """Tokens of a language model: by an offline estimate, or by your own counter (docs/length.md).

    ``counter`` is any function from text to a number of tokens, or a tokenizer object with a method ``encode(text)``.

    >>> Tokens(100).cost("The bridge was closed on Friday."), Tokens(100, counter=len).cost("four")
    (10, 4)
    """

    limit: int
    counter: Callable[[str], int] | Tokenizer | None = None
    unit = "tokens"

    def __post_init__(self) -> None:
        if self.counter is not None and not callable(getattr(self.counter, "encode", self.counter)):
            raise BudgetError(
                "counter must be a function from text to a number, or have a method encode(text); "
                f"got {type(self.counter).__name__}"
            )

    def cost(self, text: str) -> int:
        """Count the tokens, or estimate them where there is no counter."""
        if self.counter is None:
            from reprank.text.token_estimate import estimate_tokens

            return estimate_tokens(text)
        # A tokenizer may be callable too, with another result: its ``encode`` decides.
        encode = getattr(self.counter, "encode", None)
        if encode is not None:
            return len(encode(text))
        return int(cast("Callable[[str], int]", self.counter)(text))


@dataclass(frozen=True)
class Multiple:
    """A whole multiple of another budget, counted in the same way."""

    budget: Budget
    factor: int

    @property
    def limit(self) -> int:
        """The maximum cost of a summary."""
        return self.factor * self.budget.limit

    @property
    def unit(self) -> str:
        """The unit of the other budget."""
        return unit_of(self.budget)

    def cost(self, text: str) -> int:
        """Count as the other budget does."""
        return self.budget.cost(text)


@dataclass(frozen=True)
class Ratio:
    """A share of the words of the input."""

    share: float
    unit = "ratio"

    def of(self, texts: Sequence[str]) -> Words:
        """Return the budget for these documents."""
        return Words(int(self.share * sum(Words(1).cost(text) for text in texts)))


@dataclass(frozen=True)
class Auto:
    """The knee of the coverage curve, beyond which more words add little (docs/length.md)."""

    unit = "auto"


Length: TypeAlias = Budget | Ratio | Auto
AUTO = "auto"  # as words

#: Every length that a public call, the command line and batch settings accept by name.
LENGTHS: Mapping[str, Callable[[int], Budget] | Callable[[float], Ratio]] = {
    "words": Words,
    "sentences": Sentences,
    "ratio": Ratio,
    "characters": Characters,
    "bytes": Bytes,
    "tokens": Tokens,
}


def choose_length(budget: Length | None = None, **lengths: float | str | None) -> Length:
    """Return the one length that was given; 200 words if none was.

    >>> choose_length(sentences=3), choose_length(words="auto")
    (Sentences(limit=3), Auto())
    >>> choose_length(words=200, ratio=0.1)
    Traceback (most recent call last):
    reprank.errors.BudgetError: length must be one of words, ...; got words=200 and ratio=0.1: keep one
    """
    given: dict[str, object] = {name: value for name, value in lengths.items() if value is not None}
    if budget is not None:
        given["budget"] = budget
    if len(given) > 1:
        raise BudgetError(
            f"length must be one of {', '.join(LENGTHS)}, budget; got "
            + " and ".join(f"{name}={value}" for name, value in given.items())
            + ": keep one"
        )
    if budget is not None:
        return _checked(budget)
    if not given:
        return Words(DEFAULT_WORDS)
    ((name, value),) = given.items()
    if name == "words" and isinstance(value, str) and value == AUTO:
        return Auto()
    return _ratio(value) if name == "ratio" else LENGTHS[name](_whole(name, value))


def unit_of(length: Length) -> str:
    """Name the unit of a length; a budget of the user's own class is named by its class."""
    return str(getattr(length, "unit", type(length).__name__))


def cost_of(budget: Budget, sentences: Sequence[str]) -> int:
    """Return what sentences cost as one text."""
    return len(sentences) if unit_of(budget) == "sentences" else budget.cost(join_sentences(sentences))


def _whole(name: str, value: object) -> int:
    number = as_whole(value)
    if number is None or number < 1:
        automatic = ' or "auto"' if name == "words" and isinstance(value, str) else ""
        is_unit = callable(value) or hasattr(value, "cost")
        own = ": pass a counter of your own as budget=Tokens(N, counter=…)" if is_unit else ""
        raise BudgetError(f"{name} must be a whole number of at least 1{automatic}; got {shown(value)}{own}")
    return number


def _ratio(value: object) -> Ratio:
    share = as_number(value)
    if not 0 < share <= 1:
        raise BudgetError(f"ratio must be above 0 and at most 1; got {shown(value)}")
    return Ratio(share)


def _checked(budget: Length) -> Length:
    if isinstance(budget, Auto):
        return budget
    if isinstance(budget, Ratio):
        return _ratio(budget.share)
    if type(budget) not in LENGTHS.values() and not isinstance(budget, Budget):  # a look at a protocol takes long
        raise BudgetError(f"budget must have a limit and a method cost(text); got {type(budget).__name__}")
    _whole("budget.limit", budget.limit)
    return budget


def as_whole(value: object) -> int | None:
    """Return a whole number as an int; None for anything else, and for a number that is too long."""
    if isinstance(value, bool):
        return None
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
    return number if number.bit_length() <= MAX_BITS else None


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
