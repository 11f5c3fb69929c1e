"""Lead: the beginning of a text as its summary.

Wasson, "Using Leading Text for News Summaries" (ACL 1998). One document gives its first sentences. For several
documents, which the paper does not treat, the first sentence of each is taken in turn, then the second of each, and
so on. A sentence that no longer fits is skipped, and a later one that fits is taken.

``LatestLead`` is the Lead of DUC 2007: NIST's first baseline of the main task takes the leading sentences of the most
recent document up to the length (README of the evaluation). Documents are taken to be in the order of time, as the
reader of DUC 2007 gives them: the last is the most recent. If no sentence of it fits, the document before it serves. A
document that is shorter than the length gives a shorter summary.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.selection import Selection, Task, take, unused_query


@dataclass(frozen=True)
class Lead:
    """Lead, which has no settings."""

    name: str = "lead"

    def select(self, task: Task) -> Selection:
        """Take sentences by their place, documents in turn; a sentence scores one over its turn."""
        order = np.argsort(task.units.position, kind="stable")
        scores = np.empty(len(order))
        scores[order] = 1 / np.arange(1, len(order) + 1)
        return Selection(take(order, task), scores, warnings=unused_query(self.name, task))


@dataclass(frozen=True)
class LatestLead:
    """The beginning of the last document that has a sentence to select."""

    name: str = "lead-latest"

    def select(self, task: Task) -> Selection:
        """Take the first sentences of the last document; a sentence scores one over its place, that document first."""
        document = task.units.document
        last = int(document[task.eligible & task.costs.fitting(0)].max(initial=-1))
        order = np.lexsort((task.units.position, document != last))
        scores = np.empty(len(order))
        scores[order] = 1 / np.arange(1, len(order) + 1)
        leading = [int(sentence) for sentence in order if document[sentence] == last]
        return Selection(take(leading, task), scores, warnings=unused_query(self.name, task))
