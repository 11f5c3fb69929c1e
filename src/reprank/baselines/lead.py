"""Lead: the beginning of a text as its summary.

Wasson, "Using Leading Text for News Summaries" (ACL 1998). One document gives its first sentences. For several
documents, which the paper does not treat, the first sentence of each is taken in turn, then the second of each, and
so on. A sentence that no longer fits is skipped, and a later one that fits is taken.
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
