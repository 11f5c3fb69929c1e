"""KLSum: the summary whose words are distributed most like those of the documents.

After Haghighi and Vanderwende, "Exploring Content Models for Multi-Document Summarization" (2009). Every step adds the
sentence after which KL(P_D ‖ P_S) = Σ_w P_D(w) ln(P_D(w) / P_S(w)) is smallest.

What the paper leaves open: words are stems outside the stop list; P_S is smoothed by adding ``smoothing`` to the count
of every word, without which the divergence is infinite until the summary has all words; sentences are added until none
fits. What the reader has seen counts as the beginning of the summary.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Floats
from reprank.baselines.tfidf import read_vocabulary
from reprank.graph.edges import Edges
from reprank.selection import Selection, Task, select_greedily, unused_query


@dataclass(frozen=True)
class KlSum:
    """KLSum and its smoothing."""

    smoothing: float = 0.01
    name: str = "kl"

    def select(self, task: Task) -> Selection:
        """Bring the summary's words close to the documents'."""
        counts = read_vocabulary(task.units).counts
        target = counts.target_sums() / max(float(counts.weight.sum()), 1.0)
        summary = counts.forward(task.seen.astype(np.float64))
        scores = -divergences(counts, target, np.zeros(len(target)), smoothing=self.smoothing)

        def values(selected: list[int]) -> Floats:
            if selected:
                column, count = counts.row(selected[-1])
                summary[column] += count
            return -divergences(counts, target, summary, smoothing=self.smoothing)

        return Selection(
            select_greedily(task, values), scores - scores.min(initial=0.0), warnings=unused_query(self.name, task)
        )


def divergences(counts: Edges, target: Floats, summary: Floats, *, smoothing: float) -> Floats:
    """Return KL(P_D ‖ P_S) for each sentence, as if it were added to a summary with these counts of words.

    Only words of the sentence change their logarithm, so a step costs as much as there are words in the text.
    """
    before = np.log(summary + smoothing)
    change = np.log(summary[counts.target] + counts.weight + smoothing) - before[counts.target]
    expected = target @ before + counts.with_weight(change * target[counts.target]).source_sums()
    size = np.log(summary.sum() + counts.source_sums() + smoothing * max(len(target), 1))
    present = target[target > 0]
    return np.asarray(present @ np.log(present) - expected + size * target.sum())
