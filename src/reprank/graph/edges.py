"""Triples to a sparse matrix: weighted edges between two kinds of nodes, and priors over the nodes.

It is built on NumPy alone: importing ``scipy.sparse`` takes longer than summarizing a short report, and a random walk
needs only two products and two sums of a matrix.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reprank.arrays import Floats, Integers, ascending, compact, running, wide
from reprank.caching import cached_property
from reprank.errors import InputError
from reprank.values import value_class

DENSE_GATHER_EDGES = 1 << 13  # up to this number, reading all edges is faster than finding some
ONE = np.float64(1.0)  # as memory that cannot be written to
DENSE_GATHERS = 16  # times that all edges are read, before they are sorted by target: sorting takes as long


@value_class
class Edges:
    """Edges from ``sources`` nodes to ``targets`` nodes, sorted by source, then target.

    >>> edges = Edges.of([0, 0, 1], [0, 1, 1], [1.0, 3.0, 2.0], shape=(2, 2))
    >>> edges.forward(np.array([1.0, 1.0]))     # xᵀM: what arrives at each target
    array([1., 5.])
    >>> edges.backward(np.array([1.0, 1.0]))    # Mx: what each source sees
    array([4., 2.])
    >>> edges.rows_to_one().dense()
    array([[0.25, 0.75],
           [0.  , 1.  ]])
    """

    source: Integers
    target: Integers
    weight: Floats
    shape: tuple[int, int]

    @classmethod
    def of(
        cls,
        source: Iterable[int] | Integers,
        target: Iterable[int] | Integers,
        weight: Iterable[float] | Floats,
        *,
        shape: tuple[int, int],
    ) -> Edges:
        """Build edges from triples in any order; weights of the same edge are added."""
        rows = np.asarray(source, dtype=np.intp)
        columns = np.asarray(target, dtype=np.intp)
        weights = np.asarray(weight, dtype=np.float64)
        key, inverse = np.unique(rows * shape[1] + columns, return_inverse=True)
        total = _totals(inverse, weights, len(key))
        return cls(key // max(shape[1], 1), key % max(shape[1], 1), total, shape)

    @classmethod
    def from_dense(cls, matrix: Floats) -> Edges:
        """Keep the entries of a dense matrix that are not zero."""
        source, target = np.nonzero(matrix)
        return cls(source, target, matrix[source, target].astype(np.float64), matrix.shape)

    @cached_property
    def starts(self) -> Integers:
        """Where each source's edges begin: those of ``i`` are ``starts[i]:starts[i + 1]``."""
        return running(np.bincount(self.source, minlength=self.shape[0]))

    def __len__(self) -> int:
        return len(self.weight)

    def forward(self, mass: Floats) -> Floats:
        """Send mass along the edges: xᵀM."""
        return _totals(self.target, self.weight * mass.take(self.source), self.shape[1])

    def backward(self, values: Floats) -> Floats:
        """Add up, for each source, the values of its targets times the weights: Mx."""
        return _totals(self.source, self.weight * values.take(self.target), self.shape[0])

    def gather(self, targets: Integers, values: Floats) -> Floats:
        """Return Mx where x is zero but at the given targets; if asked often, only the edges of these are read.

        >>> Edges.of([0, 0, 1], [0, 1, 1], [1.0, 3.0, 2.0], shape=(2, 2)).gather(np.array([1]), np.array([1.0]))
        array([3., 2.])
        """
        if len(self) <= DENSE_GATHER_EDGES or next(self._gathers) < DENSE_GATHERS:
            dense = np.zeros(self.shape[1])
            dense[targets] = values
            return self.backward(dense)
        starts, (source, weight) = self._by_target[1], self._sorted
        first, sizes = starts[targets], starts[targets + 1] - starts[targets]
        edges = (first - (sizes.cumsum() - sizes)).repeat(sizes) + np.arange(int(sizes.sum()))
        return _totals(source[edges], values.repeat(sizes) * weight[edges], self.shape[0])

    @cached_property
    def _gathers(self) -> Iterator[int]:
        return count()

    @cached_property
    def _by_target(self) -> tuple[Integers, Integers]:
        """Places of the edges in the order of their targets, and where those to each target begin in it."""
        return compact(ascending(self.target)), running(np.bincount(self.target, minlength=self.shape[1]))

    @cached_property
    def _sorted(self) -> tuple[Integers, Floats]:
        """Sources and weights in the order of the targets."""
        order = self._by_target[0]
        return self.source[order], self.weight[order]

    def row(self, node: int) -> tuple[Integers, Floats]:
        """Return targets and weights of one source."""
        start, end = self.starts.item(node), self.starts.item(node + 1)
        return self.target[start:end], self.weight[start:end]

    def column(self, node: int) -> tuple[Integers, Floats]:
        """Return sources and weights of the edges to one target."""
        order, starts = self._by_target
        edges = order[starts.item(node) : starts.item(node + 1)]
        return self.source[edges], self.weight[edges]

    def draw(self, sources: Integers, chance: Floats) -> Integers:
        """Follow one edge from each of the sources, with probabilities in proportion to weight; each must have one.

        ``chance`` holds a number from [0, 1) for each: the inverse of the cumulative distribution at it is the target.
        """
        edge = np.searchsorted(self._cumulative, sources + chance, side="right")
        # Sums are rounded: limit each draw to the edges of its own source.
        return self.target[np.clip(edge, self.starts[sources], self.starts[sources + 1] - 1)]

    @cached_property
    def _cumulative(self) -> Floats:
        """Each source's cumulative distribution, shifted by its number: that of source i rises from i to i + 1."""
        running = np.concatenate([[0.0], np.cumsum(self.rows_to_one().weight)])
        before: Floats = running[self.starts[self.source]]
        return running[1:] - before + self.source

    def source_sums(self) -> Floats:
        """Add up the weights that leave each source."""
        return _totals(self.source, self.weight, self.shape[0])

    def target_sums(self) -> Floats:
        """Add up the weights that arrive at each target."""
        return _totals(self.target, self.weight, self.shape[1])

    def with_weight(self, weight: Floats) -> Edges:
        """Return the same edges with other weights."""
        return Edges(self.source, self.target, weight, self.shape)

    def unweighted(self) -> Edges:
        """Return the same edges, each of weight 1; all weights share the memory of one number."""
        return self.with_weight(np.ndarray(len(self), np.float64, ONE, strides=(0,)))

    def rows_to_one(self) -> Edges:
        """Divide each source's weights by their sum; a source without edges stays empty."""
        sums = self.source_sums()
        return self.with_weight(self.weight / np.where(sums > 0, sums, 1.0)[self.source])

    def wide(self) -> Edges:
        """Return the same edges with numbers of nodes of eight bytes, which NumPy reads faster."""
        return Edges(wide(self.source), wide(self.target), self.weight, self.shape)

    def transposed(self) -> Edges:
        """Reverse every edge."""
        order = ascending(self.target)
        return Edges(self.target[order], self.source[order], self.weight[order], (self.shape[1], self.shape[0]))

    def onto(self, targets: NDArray[np.bool_]) -> Edges:
        """Keep the edges to some targets, which are numbered anew."""
        number = (targets.cumsum() - 1).astype(self.target.dtype, copy=False)
        kept = targets[self.target].nonzero()[0]
        width = int(number[-1]) + 1 if len(number) else 0
        return Edges(self.source[kept], number[self.target[kept]], self.weight[kept], (self.shape[0], width))

    def onto_first(self, count: int) -> Edges:
        """Keep the edges to the first targets, up to a number of them."""
        kept = (self.target < count).nonzero()[0]
        return Edges(self.source[kept], self.target[kept], self.weight[kept], (self.shape[0], count))

    def meetings(self, first: int = 0, last: int | None = None) -> tuple[Integers, Integers]:
        """Return all pairs of edges that arrive at the same target, as places; an edge meets itself too.

        The first one of each pair is among the edges from ``first`` to before ``last``.

        >>> Edges.of([0, 1, 1], [1, 0, 1], [1, 1, 1], shape=(2, 2)).meetings()
        (array([0, 0, 1, 2, 2]), array([0, 2, 1, 0, 2]))
        """
        order, starts = self._by_target
        target = self.target[first:last]
        begin, met = starts[target], (starts[1:] - starts[:-1])[target]
        ends = met.cumsum()
        total = int(ends[-1]) if len(ends) else 0
        places = (begin - (ends - met)).repeat(met) + np.arange(total)
        return np.arange(first, first + len(target)).repeat(met), order[places]

    def dense(self) -> Floats:
        """Return the full matrix: for tests and small examples."""
        matrix = np.zeros(self.shape)
        matrix[self.source, self.target] = self.weight
        return matrix


def _totals(nodes: Integers, weights: Floats, count: int) -> Floats:
    # Without edges bincount returns integers, and arithmetic in place would then fail in the caller.
    return np.bincount(nodes, weights, count).astype(np.float64, copy=False)


def distribution(weights: ArrayLike) -> Floats:
    """Divide weights by their sum; weights that are all zero become uniform.

    Raises ``InputError`` for a negative or infinite weight.

    >>> distribution([3, 1])
    array([0.75, 0.25])
    >>> distribution([0.0, 0.0])
    array([0.5, 0.5])
    """
    values = np.asarray(weights, dtype=np.float64)
    smallest, largest = values.min(initial=0.0), values.max(initial=0.0)
    if not (smallest >= 0 and largest < np.inf):  # a weight that is no number makes both no number
        raise InputError("a weight is negative or not finite, wanted weights from 0 up")
    # Dividing by the largest weight first keeps the sum from overflow and underflow.
    shares = values / largest if largest > 0 else np.ones_like(values)
    return shares / shares.sum() if len(shares) else shares


def position_prior(position: Sequence[int] | Integers, exponent: float) -> Floats:
    """Prefer early sentences: ρ^−τ, normalised over all sentences of all documents, positions counted from 1.

    Raises ``InputError`` for a position below 1.

    >>> position_prior([1, 4, 1], 0.5)
    array([0.4, 0.2, 0.4])
    """
    place = np.asarray(position, dtype=np.float64)
    if np.any(~(place >= 1)):
        raise InputError(f"a position is {place[~(place >= 1)][0]:g}, wanted 1 or more: count from 1 in each document")
    return distribution(place**-exponent)
