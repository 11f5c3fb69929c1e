"""The Lead of DUC 2007: the beginning of the most recent document.

NIST's first baseline of the main task takes the leading sentences of the most recent document up to the length (README
of the evaluation). Documents are taken to be in the order of time, as the reader of DUC 2007 gives them: the last is
the most recent. If no sentence of it fits, the document before it serves. A sentence that does not fit is passed over
for a later one that does, as in ``lead``. A document that is shorter than the length gives a shorter summary.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.selection import Selection, Task, take, unused_query


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
