"""Ranking to prepared selection: what summaries of every length, pin and ban have in common, computed once."""

from __future__ import annotations

from dataclasses import field, replace

from reprank.arrays import Booleans, Floats
from reprank.coverage.cover import Dependencies
from reprank.coverage.duplicates import NearDuplicates
from reprank.coverage.ranking import TermRanking
from reprank.graph.edges import Edges
from reprank.roles.reading import Roles
from reprank.selection import KeywordRequest, Task
from reprank.summary import Keyword
from reprank.values import value_class

MAX_KEPT_KEYWORDS = 8  # different requests


@value_class
class Prepared:
    """A ranking with the roles, dependencies and near-duplicates of its sentences and the mass of its terms."""

    ranking: TermRanking
    roles: Roles
    dependencies: Dependencies
    duplicates: NearDuplicates
    incidence: Edges  # which terms each sentence contains, function words included
    mass: Floats  # of each term, less what the reader knows
    original_mass: Floats
    allowed: Booleans  # eligible sentences that do not repeat what the reader knows
    reviews: bool  # the documents are reviews of one thing
    _kept: dict[tuple[KeywordRequest, bytes], tuple[Keyword, ...]] = field(default_factory=dict)

    def keywords(self, task: Task, among: Booleans) -> tuple[Keyword, ...]:
        """Rank the phrases of some sentences as the task asks; the words of its query count more."""
        request = task.keywords
        if task.query:
            request = replace(request, seeds=(*request.seeds, *task.query))
        if not request.top and not request.include:
            return ()
        from reprank.phrases.keywords import rank_phrases

        key = request, among.tobytes()
        if key not in self._kept:
            if len(self._kept) >= MAX_KEPT_KEYWORDS:
                self._kept.clear()
            self._kept[key] = rank_phrases(task.units, among, request, centrality=self.ranking.centrality())
        return self._kept[key]
