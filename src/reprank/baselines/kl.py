"""KLSum: the summary whose words are distributed most like those of the documents.

After Haghighi and Vanderwende, "Exploring Content Models for Multi-Document Summarization" (2009). Every step adds the
sentence after which KL(P_D ‖ P_S) = Σ_w P_D(w) ln(P_D(w) / P_S(w)) is smallest.

What the paper leaves open: words are stems outside the stop list; P_S is smoothed by adding ``smoothing`` to the count
of every word, without which the divergence is infinite until all words are said; sentences are added until none fits.
What the reader has seen counts as the beginning of the summary.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Floats
from reprank.baselines.concepts import candidates
from reprank.baselines.queries import unused
from reprank.baselines.tfidf import read_vocabulary
from reprank.graph.edges import Edges
from reprank.selection import Selection, Task


@dataclass(frozen=True)
class KlSum:
    """KLSum and its smoothing."""

    smoothing: float = 0.01
    name: str = "kl"

    def select(self, task: Task) -> Selection:
        """Bring the summary's words close to the documents'."""
        counts = read_vocabulary(task.units).counts
        target = counts.target_sums() / max(float(counts.weight.sum()), 1.0)
        said = counts.forward(task.seen.astype(np.float64))
        scores = -divergences(counts, target, np.zeros(len(target)), smoothing=self.smoothing)
        open_, selected, used = candidates(task), [], 0
        while (possible := open_ & task.costs.fitting(used)).any():
            after = divergences(counts, target, said, smoothing=self.smoothing)
            after[~possible] = np.inf
            best = int(np.round(after, 12).argmin())
            selected.append(best)
            used = task.costs.after(used, best)
            column, count = counts.row(best)
            said[column] += count
            open_[best] = False
        return Selection(selected, scores - scores.min(initial=0.0), warnings=unused(self.name, task))


def divergences(counts: Edges, target: Floats, said: Floats, *, smoothing: float) -> Floats:
    """Return KL(P_D ‖ P_S) for each sentence, as if it were added to what was said.

    Only words of the sentence change their logarithm, so a step costs as much as there are words in the text.
    """
    before = np.log(said + smoothing)
    change = np.log(said[counts.target] + counts.weight + smoothing) - before[counts.target]
    expected = target @ before + counts.with_weight(change * target[counts.target]).source_sums()
    size = np.log(said.sum() + counts.source_sums() + smoothing * max(len(target), 1))
    present = target[target > 0]
    return np.asarray(present @ np.log(present) - expected + size * target.sum())
