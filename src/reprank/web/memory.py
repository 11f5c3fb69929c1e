"""Documents to what a worker keeps of them: read and ranked once, so that another length of the same text is fast."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from reprank.api import RepRank
from reprank.arrays import Booleans
from reprank.coverage import Coverage
from reprank.coverage.ranking import TermRanking
from reprank.pipeline import read_documents
from reprank.selection import Task
from reprank.summary import Keyword
from reprank.text.documents import Document
from reprank.text.units import Units

MAX_CHARACTERS = 300_000  # of all documents together: what is made of a longer text takes too much memory to keep
MAX_RESULTS = 16  # rankings and keywords of one text, each for another query

Made = TypeVar("Made")


class Memory:
    """The last text of a worker: its sentences and words, their ranking and the keywords.

    ``system`` is the default system. Its results do not depend on what is kept: these are intermediate results of the
    same functions for the same arguments.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._units: Units | None = None
        self.system = RepRank(RememberingCoverage(), self.read)

    def read(self, documents: Sequence[Document], code: str | None) -> Units:
        """Read documents into sentences and words, or return what was read of the same documents before."""
        key = (tuple(documents), code)
        if self._units is None or key != self._key:
            self._key, self._units = key, read_documents(documents, code)
        units = self._units
        if not _is_short(units):
            self._key = self._units = None
        return units


@dataclass(frozen=True)
class RememberingCoverage(Coverage):
    """The default method. What does not depend on the length is computed once for the units of the last task."""

    _kept: _Kept = field(default_factory=lambda: _Kept(), repr=False, compare=False)

    def rank(self, task: Task) -> TermRanking:
        """Rank sentences and terms, or return the ranking of the same task with another length."""
        key = ("ranking", task.query_text, task.eligible.tobytes(), task.seen.tobytes())
        return self._kept.result(task.units, key, lambda: super(RememberingCoverage, self).rank(task))

    def _keywords(self, task: Task, ranking: TermRanking, among: Booleans) -> tuple[Keyword, ...]:
        def make() -> tuple[Keyword, ...]:
            return super(RememberingCoverage, self)._keywords(task, ranking, among)

        key = ("keywords", task.keywords, task.query, task.eligible.tobytes(), among.tobytes())
        return self._kept.result(task.units, key, make)


@dataclass
class _Kept:
    """Results for one object of units, by what they were made from."""

    units: Units | None = None
    results: dict[Hashable, Any] = field(default_factory=dict)

    def result(self, units: Units, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return the result for a key, made now if it is not kept."""
        if self.units is not units or len(self.results) >= MAX_RESULTS:
            self.units = units if _is_short(units) else None
            self.results.clear()
        if key in self.results:
            return cast(Made, self.results[key])
        made = make()
        if self.units is units:
            self.results[key] = made
        return made


def _is_short(units: Units) -> bool:
    return sum(len(document.text) for document in units.documents) <= MAX_CHARACTERS
