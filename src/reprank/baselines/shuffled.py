"""Random: sentences in an order drawn by chance, the floor under every other system."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import best_first
from reprank.selection import Selection, Task, take, unused_query


@dataclass(frozen=True)
class Random:
    """A random selection; the same seed and the same input always give the same one."""

    seed: int = 0
    name: str = "random"

    def select(self, task: Task) -> Selection:
        """Draw a score for every sentence and take the highest."""
        scores = np.random.default_rng(self.seed).random(len(task.units))
        return Selection(take(best_first(scores), task), scores, warnings=unused_query(self.name, task))
