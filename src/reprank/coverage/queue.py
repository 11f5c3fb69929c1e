"""Values to their order: required sentences first, then the largest value, of equal values the first sentence."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

import numpy as np

from reprank.arrays import Floats, Integers, flags_of

LOADED_ENTRIES = 1 << 8  # that are made at once: in a long text, most sentences never come near the first place
NO_VALUE = -np.inf  # of a place where no sentence waits any more

# Whether a sentence is not required, minus the value that it was entered with, and its number; the smallest is next.
Entry = tuple[bool, float, int]


class Queue:
    """Sentences in the order of the values that they were entered with; one may be entered several times.

    The best sentences are in a heap; the others of a long text wait in arrays until it is their turn.

    >>> queue = Queue()
    >>> queue.enter_all(np.array([0, 1, 2]), np.array([0.3, 0.9, 0.3]), lambda sentence: False)
    >>> queue.enter(3, 0.1, is_required=True)
    >>> [queue.pop() for _ in range(5)]
    [(False, -0.1, 3), (True, -0.9, 1), (True, -0.3, 0), (True, -0.3, 2), None]
    """

    def __init__(self) -> None:
        self._heap: list[Entry] = []
        self.waiting = np.zeros(0, np.intp)
        self._shown = np.zeros(0)
        self._best_waiting = NO_VALUE

    def enter(self, sentence: int, value: float, *, is_required: bool) -> None:
        """Enter a sentence."""
        heappush(self._heap, (not is_required, -value, sentence))

    def enter_all(self, sentences: Integers, values: Floats, is_required: Callable[[int], bool]) -> None:
        """Enter several sentences."""
        if len(sentences) > LOADED_ENTRIES:
            required, waits = flags_of(map(is_required, sentences.tolist())), self._shown > NO_VALUE
            self.waiting = np.concatenate([self.waiting[waits], sentences[~required]])
            self._shown = np.concatenate([self._shown[waits], values[~required]])
            self._best_waiting = self._shown.max(initial=NO_VALUE)
            sentences, values = sentences[required], values[required]
        heap = self._heap
        for sentence, value in zip(sentences.tolist(), values.tolist(), strict=True):
            heappush(heap, (not is_required(sentence), -value, sentence))

    @property
    def begins_required(self) -> bool:
        """Tell whether the first sentence is required."""
        return bool(self._heap) and not self._heap[0][0]

    def above(self, value: float) -> Integers:
        """Return the places of the waiting sentences that were entered with more than this value."""
        return (self._shown > value).nonzero()[0]

    def lower(self, places: Integers, values: list[float]) -> None:
        """Let the waiting sentences at these places wait with other values, below those that they have."""
        self._shown[places] = values
        self._best_waiting = self._shown.max()

    def pop(self) -> Entry | None:
        """Return the first sentence."""
        heap = self._heap
        while self._best_waiting > NO_VALUE and not (heap and heap[0] < (True, -self._best_waiting)):
            self._load()
        return heappop(heap) if heap else None

    def _load(self) -> None:
        """Enter the best of the waiting sentences."""
        count = min(LOADED_ENTRIES, len(self._shown))
        best = np.argpartition(-self._shown, count - 1)[:count]
        for sentence, value in zip(self.waiting[best].tolist(), self._shown[best].tolist(), strict=True):
            if value > NO_VALUE:
                heappush(self._heap, (True, -value, sentence))
        self._shown[best] = NO_VALUE
        self._best_waiting = self._shown.max()
