"""Random: sentences in an order drawn by chance, the floor under every other system."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.baselines.queries import unused
from reprank.selection import Choice, Task, best_first, take


@dataclass(frozen=True)
class Random:
    """A random choice; the same seed and the same input always give the same one."""

    seed: int = 0
    name: str = "random"

    def choose(self, task: Task) -> Choice:
        """Draw a score for every sentence and take the highest."""
        scores = np.random.default_rng(self.seed).random(len(task.units))
        return Choice(take(best_first(scores), task), scores, warnings=unused(self.name, task))
