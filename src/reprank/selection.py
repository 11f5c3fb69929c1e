"""What a method is asked and what it answers, and the selection loops that methods share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Protocol, runtime_checkable

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, best
from reprank.budget import Budget, as_number, as_whole, shown
from reprank.errors import InputError
from reprank.summary import Keyword, Sentence
from reprank.text.tokens import flatten
from reprank.text.units import Units
from reprank.values import dataclass, value_class

MAX_LIMIT = 1 << 60  # of any length: a larger one is no limit either, and does not fit into an array


@dataclass(frozen=True, eq=False)
class Costs:
    """What each sentence costs, and the limit for all selected sentences together."""

    each: Integers
    limit: int
    separator: int  # cost of the space between two sentences

    def __post_init__(self) -> None:
        object.__setattr__(self, "limit", min(self.limit, MAX_LIMIT))

    @classmethod
    def of(cls, budget: Budget, units: Units) -> Costs:
        """Count the cost of every sentence."""
        each = np.array([budget.cost(flatten(text)) for text in units.texts], dtype=np.intp)
        return cls(each, budget.limit, budget.cost(" "))

    def fitting(self, used: int) -> Booleans:
        """Tell which sentences still fit when ``used`` is already spent."""
        return self.each + (self.separator if used else 0) + used <= self.limit

    def after(self, used: int, sentence: int) -> int:
        """Return the cost after one more sentence is selected."""
        return used + (self.separator if used else 0) + self.each.item(sentence)


@dataclass(frozen=True)
class KeywordRequest:
    """Which keywords are wanted.

    ``diversity`` is from 0 (the best phrases, however similar) to 1; None leaves it to the method. Phrases are compared
    by stems, so case and inflection do not matter.
    """

    top: int = 10
    min_words: int = 1
    max_words: int = 4
    diversity: float | None = None
    exclude: tuple[str, ...] = ()  # no keyword holds one of these words or phrases
    include: tuple[str, ...] = ()  # keywords if they occur, whatever their score
    candidates: tuple[str, ...] | None = None  # if given, nothing else is a keyword
    seeds: tuple[str, ...] = ()  # words that boost phrases with them or near them

    @classmethod
    def checked(
        cls,
        *,
        top: int = 10,
        min_words: int = 1,
        max_words: int = 4,
        diversity: float | None = None,
        exclude: str | Iterable[str] = (),
        include: str | Iterable[str] = (),
        candidates: str | Iterable[str] | None = None,
        seeds: str | Iterable[str] = (),
    ) -> KeywordRequest:
        """Make a request of the arguments of a public call; raise InputError if one cannot be used."""
        return cls(
            top=count("top", top),
            min_words=count("min_words", min_words),
            max_words=count("max_words", max_words),
            diversity=share("diversity", diversity),
            exclude=phrases("exclude", exclude),
            include=phrases("include", include),
            candidates=None if candidates is None else phrases("candidates", candidates),
            seeds=phrases("seeds", seeds),
        )

    @property
    def is_plain(self) -> bool:
        """Tell whether nothing but the number of keywords and the largest number of words is asked for."""
        return self == KeywordRequest(top=self.top, max_words=self.max_words)


@dataclass(frozen=True, eq=False)
class Task:
    """What a method is asked: select from these sentences, within these costs.

    ``units`` holds the documents and, after them, the documents that the reader knows (``seen``). ``eligible`` excludes
    what must not be selected: seen sentences, repetitions, headings and fragments. ``query`` holds the lower-cased
    words of the query, ``query_text`` the query as it was written. Selection for a query may end at a ``threshold``:
    no sentence is selected whose value is a smaller share of the best one's. With ``fill``, what does not belong to the
    answer is selected too while it fits. ``pinned`` sentences are selected first, eligible or not; ``banned`` ones
    never are. Pins and bans change the selection only, not the ranking.
    """

    units: Units
    costs: Costs
    eligible: Booleans
    seen: Booleans
    query: tuple[str, ...] = ()
    query_text: str = ""
    threshold: float = 0.0
    fill: bool = False
    keywords: KeywordRequest = field(default_factory=lambda: KeywordRequest(top=0))
    pinned: tuple[int, ...] = ()
    banned: tuple[int, ...] = ()

    @property
    def selectable(self) -> Booleans:
        """Eligible sentences that are neither banned nor a repetition of a pinned one."""
        if not self.pinned and not self.banned:
            return self.eligible
        selectable = self.eligible & ~np.isin(self.units.duplicate_of, self.units.duplicate_of[list(self.pinned)])
        selectable[list(self.pinned)] = False
        selectable[list(self.banned)] = False
        return selectable


@dataclass(frozen=True, eq=False)
class Selection:
    """What a method answers: selected sentences, best first, and a score for every sentence.

    ``keywords`` stays empty if the method only ranks sentences. ``order`` lists the selected sentences as they
    should be read; without it they are read in the order of the documents.
    """

    sentences: list[int]
    scores: Floats
    keywords: tuple[Keyword, ...] = ()
    warnings: tuple[str, ...] = ()
    order: list[int] | None = None


class Method(Protocol):
    """The middle of the pipeline: from a task to a selection."""

    @property
    def name(self) -> str:
        """The name in summaries and tables."""

    def select(self, task: Task) -> Selection:
        """Select sentences within the costs and score all of them."""


@runtime_checkable
class KeywordMethod(Protocol):
    """A method that ranks phrases too; ``select`` then returns the same keywords as ``keywords``."""

    def keywords(self, task: Task) -> tuple[Keyword, ...]:
        """Rank the phrases of the task, best first, as ``task.keywords`` asks."""


@value_class
class Outcome:
    """What became of a selection in the summary: the sentences that it has, by number, and each sentence in its place.

    ``whole`` tells that the whole text fits, so that all sentences are in the summary, best score first.
    """

    selected: list[int]
    whole: bool
    places: Mapping[int, Sentence]  # all but seen sentences

    def sentence(self, number: int) -> Sentence:
        """Return a sentence in its place."""
        return self.places[number]


def take(order: Iterable[int], task: Task) -> list[int]:
    """Take sentences in the given order, each if it is eligible, fits, and repeats no earlier one word for word."""
    selected: list[int] = []
    used = 0
    taken: set[int] = set()
    cheapest = int(task.costs.each[task.eligible].min(initial=task.costs.limit + 1))
    for sentence in map(int, order):
        if used + cheapest > task.costs.limit:
            break
        cost = task.costs.after(used, sentence)
        original = int(task.units.duplicate_of[sentence])
        if task.eligible[sentence] and original not in taken and cost <= task.costs.limit:
            selected.append(sentence)
            taken.add(original)
            used = cost
    return selected


def select_greedily(task: Task, values: Callable[[list[int]], Floats], *, start: Sequence[int] = ()) -> list[int]:
    """Select the sentence of the largest value that fits, again and again; of equal values, the first.

    ``values`` gets the selected sentences, the last selected one last, and returns the value of every sentence now;
    −inf excludes a sentence. It is called once for each selection. ``start`` is selected already.
    """
    selected = list(start)
    used = 0
    for sentence in start:
        used = task.costs.after(used, sentence)
    left = task.eligible & ~np.isin(task.units.duplicate_of, task.units.duplicate_of[selected])
    while (open_ := left & task.costs.fitting(used)).any():
        value = np.where(open_, values(selected), -np.inf)
        sentence = best(value)
        if value[sentence] == -np.inf:
            break
        selected.append(sentence)
        used = task.costs.after(used, sentence)
        left &= task.units.duplicate_of != task.units.duplicate_of[sentence]
    return selected


def unused_query(name: str, task: Task) -> tuple[str, ...]:
    """Return a warning if the task has a query and the system of this name does not use one."""
    return (f"{name} does not use a query",) if task.query else ()


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


def share(name: str, value: float | None) -> float | None:
    """Return a number from 0 to 1, or None."""
    if value is None:
        return None
    number = as_number(value)
    if not 0 <= number <= 1:
        raise InputError(f"{name} must be a number from 0 to 1; got {shown(value)}")
    return number


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
