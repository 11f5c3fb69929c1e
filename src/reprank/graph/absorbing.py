"""Ranking to diverse ranking: selected items absorb the walk, so that items similar to them are visited less.

Over one kind of nodes, with the scores π̃ of the joint chain already known, the paper walks along

    P̂ˢ = αP̃ˢ + 1tᵀ,   t = βπ̃ˢ + γπ̃ʷM̃ˢ   (and the same for words),

makes the selected items absorbing, starts uniformly among the others and counts visits until absorption. With Q the
part of P̂ˢ among the others and u the uniform start, the expected visits are v = u(I − Q)⁻¹. ``exact_visits`` solves
for them without a dense matrix, ``fundamental_visits`` with one, which is faster where it is small, and
``sampling.sampled_visits`` samples walks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from reprank.arrays import Floats, best_first
from reprank.caching import cached_property
from reprank.errors import ConvergenceError, InputError
from reprank.graph.edges import Edges, distribution
from reprank.values import value_class

#: Up to this number of states an inverse matrix is faster: 32 MB and less than a second at the limit.
MAX_DENSE_STATES = 2000


@value_class
class TeleportingWalk:
    """A walk over k nodes that follows an edge with probability α and teleports otherwise.

        P̂ = αP̃ + 1tᵀ

    ``edges`` need not be normalised; ``teleport`` is t up to a factor. A node without edges always teleports (the paper
    is silent), so that every row sums to one. Raises ``InputError`` unless 0 ≤ α < 1.

    >>> line = Edges.of([0, 1, 1, 2, 2, 3], [1, 0, 2, 1, 3, 2], [1, 1, 1, 1, 1, 1], shape=(5, 5))  # 0-1-2-3 and 4 alone
    >>> walk = TeleportingWalk(line, alpha=0.7, teleport=np.ones(5))
    >>> walk.step(np.array([0.0, 0.0, 0.0, 0.0, 1.0]))
    array([0.2, 0.2, 0.2, 0.2, 0.2])
    >>> exact_visits(walk, [1]).round(2)        # 0 has no other neighbour than 1 and gets as few visits as 4
    array([0.5 , 0.  , 1.13, 0.9 , 0.5 ])
    """

    edges: Edges
    alpha: float
    teleport: Floats

    def __post_init__(self) -> None:
        if not 0 <= self.alpha < 1:
            raise InputError(f"alpha is {self.alpha:g}, wanted at least 0 and less than 1")
        if self.edges.shape != (len(self.teleport),) * 2:
            raise InputError(f"edges have shape {self.edges.shape}, teleport has {len(self.teleport)} entries")

    def __len__(self) -> int:
        return len(self.teleport)

    @cached_property
    def teleport_distribution(self) -> Floats:
        """Where a teleport ends: t divided by its sum."""
        return distribution(self.teleport)

    @cached_property
    def teleport_probability(self) -> Floats:
        """Probability that a step from each node is a teleport: 1 − α, or 1 without edges."""
        return np.where(self.edges.source_sums() > 0, 1 - self.alpha, 1.0)

    @cached_property
    def edge_factor(self) -> Floats:
        """Factor of each node that turns its weights into the probabilities αP̃."""
        sums = self.edges.source_sums()
        return np.where(sums > 0, self.alpha, 0.0) / np.where(sums > 0, sums, 1.0)

    @cached_property
    def teleport_cumulative(self) -> Floats:
        """Cumulative distribution of ``teleport_distribution``; its last entry is exactly one."""
        running = np.cumsum(self.teleport_distribution)
        return running / running[-1:]

    def along(self, mass: Floats) -> Floats:
        """Send mass along the edges only: xᵀαP̃."""
        return self.edges.forward(self.edge_factor * mass)

    def step(self, mass: Floats) -> Floats:
        """Move mass one step on: xᵀP̂."""
        return self.along(mass) + float(self.teleport_probability @ mass) * self.teleport_distribution


#: Expected visits to every state (0 for absorbing ones), given the walk and the absorbing states.
Visits = Callable[[TeleportingWalk, Sequence[int]], Floats]


def rank_with_absorption(
    walk: TeleportingWalk,
    first: Floats,
    *,
    method: Visits,
    absorbing: Sequence[int] = (),
    fits: Callable[[int], bool] = lambda item: True,
) -> Iterator[tuple[int, float]]:
    """Yield items and scores, best first; each item becomes absorbing before the next one is selected.

    A score is the share of all visits, or of ``first``, that the item had when it was selected.
    The first item has the largest of the scores ``first``; but if some states are ``absorbing`` from the start (what
    the reader has seen), visits decide at once, and those states are never yielded. ``fits`` is asked in order of
    score: an item that does not fit is neither yielded nor absorbing. Of equal scores, by the rule of ``arrays``, the
    lower index comes first.

    >>> pair = Edges.of([0, 1, 2, 3], [1, 0, 3, 2], [1, 1, 1, 1], shape=(5, 5))       # 0-1, 2-3 and 4 alone
    >>> walk = TeleportingWalk(pair, alpha=0.7, teleport=np.array([0.3, 0.3, 0.2, 0.2, 0.1]))
    >>> [item for item, score in rank_with_absorption(walk, walk.teleport_distribution, method=exact_visits)]
    [0, 2, 1, 3, 4]
    """
    taken = list(dict.fromkeys(int(item) for item in absorbing))
    scores = first
    while len(taken) < len(walk):
        if taken:
            scores = distribution(method(walk, taken))
        known = set(taken)
        order = (item for item in best_first(scores).tolist() if item not in known)
        selected = next((item for item in order if fits(item)), None)
        if selected is None:
            return
        yield selected, float(scores[selected])
        taken.append(selected)


def exact_visits(
    walk: TeleportingWalk, absorbing: Sequence[int], *, tolerance: float = 1e-10, limit: int = 10_000
) -> Floats:
    """Solve for the expected visits before absorption without a dense matrix.

        v = u(I − Q)⁻¹,   Q = A + ctᵀ,   A = αP̃ among the transient states, c the probability to teleport
        x = u(I − A)⁻¹ = u + uA + uA² + …,   y = t(I − A)⁻¹,   v = x + y (x·c)/(1 − y·c)

    The series shrink by α with every term. Raises ``InputError`` if nothing is absorbing or cannot be reached, and
    ``ConvergenceError`` with the residual if a series needs more than ``limit`` terms.
    """
    transient = transient_states(walk, absorbing)
    if not transient.any():
        return np.zeros(len(walk))
    start = transient / transient.sum()
    from_start = _neumann(walk, transient, start, tolerance=tolerance, limit=limit)
    from_teleport = _neumann(walk, transient, walk.teleport_distribution * transient, tolerance=tolerance, limit=limit)
    # 1 − y·c is the probability to be absorbed between two teleports. As a sum of its parts it loses no digits.
    absorbed = _absorbed(walk, transient, walk.along(from_teleport))
    return from_start + from_teleport * (float(from_start @ walk.teleport_probability) / absorbed)


def _neumann(
    walk: TeleportingWalk, transient: NDArray[np.bool_], start: Floats, *, tolerance: float, limit: int
) -> Floats:
    """Return start (I − A)⁻¹."""
    total, term, left = start, start, 0.0
    for _ in range(limit):
        term = walk.along(term) * transient
        total = total + term
        left = float(term.sum())
        if left <= tolerance * (1 - walk.alpha):  # the terms after this one sum to at most left·α/(1 − α)
            return total
    raise ConvergenceError(
        f"expected visits not reached after {limit} terms: residual {left:.3g}, wanted {tolerance:.3g}; "
        f"raise the limit or lower alpha, {walk.alpha:g}"
    )


def _absorbed(walk: TeleportingWalk, transient: NDArray[np.bool_], walked: Floats) -> float:
    """Return the probability that a walk which has just teleported is absorbed before it teleports again."""
    absorbed = float(((walk.teleport_distribution + walked) * ~transient).sum())
    if not absorbed > 0:
        raise InputError("no walk reaches an absorbing state: let teleport or an edge lead to one")
    return absorbed


def transient_states(walk: TeleportingWalk, absorbing: Sequence[int]) -> NDArray[np.bool_]:
    """Return which states are not absorbing; raise ``InputError`` if all are transient."""
    if len(absorbing) == 0:
        raise InputError("no state is absorbing, so no walk ends: name at least one")
    transient = np.ones(len(walk), dtype=bool)
    transient[np.asarray(absorbing, dtype=np.intp)] = False
    return transient


@value_class
class FundamentalMatrix:
    """N = (I − Q)⁻¹ with a rank-one update for each further absorbing state i: N ← N − N[:,i]N[i,:]/N[i,i].

    Of the updated matrix only the absorbed states' rows and the column sums are ever needed, and only they are kept:
    the k-th update costs k rows instead of the whole matrix.
    """

    walk: TeleportingWalk
    absorbing: tuple[int, ...]
    matrix: Floats
    rows: tuple[tuple[int, Floats], ...]  # the state and its row of N at the time of its absorption
    sums: Floats  # column sums of N over the transient states

    @classmethod
    def of(cls, walk: TeleportingWalk, absorbing: Sequence[int]) -> FundamentalMatrix:
        """Invert I − A and add teleporting as in ``exact_visits``; raises what it raises."""
        transient = transient_states(walk, absorbing)
        among = (walk.edge_factor * transient)[:, None] * walk.edges.dense() * transient
        inverse = np.linalg.inv(np.eye(len(walk)) - among).astype(np.float64, copy=False)
        from_teleport: Floats = (walk.teleport_distribution * transient) @ inverse
        absorbed = _absorbed(walk, transient, walk.along(from_teleport)) if transient.any() else 1.0
        matrix = inverse + np.outer(inverse @ (walk.teleport_probability * transient), from_teleport / absorbed)
        return cls(walk, tuple(absorbing), matrix, (), transient @ matrix)

    def absorb(self, item: int) -> FundamentalMatrix:
        """Return the matrix after one more state has become absorbing; one that is so already changes nothing."""
        if item in self.absorbing:
            return replace(self, absorbing=(*self.absorbing, item))
        row = self.matrix[item].copy()
        for state, past in self.rows:
            row -= row[state] / past[state] * past
        sums = np.maximum(self.sums - self.sums[item] / row[item] * row, 0.0)
        sums[item] = 0.0
        return replace(self, absorbing=(*self.absorbing, item), rows=(*self.rows, (item, row)), sums=sums)

    def visits(self) -> Floats:
        """Return uN, the expected visits from a uniform start."""
        return self.sums / max(1, len(self.walk) - len(set(self.absorbing)))


def fundamental_visits(limit: int = MAX_DENSE_STATES) -> Visits:
    """Make a method for ranking that keeps the fundamental matrix from one selection to the next.

    It gives what ``exact_visits`` gives, but for rounding errors. It calls ``exact_visits`` when the walk has more than
    ``limit`` states and a full matrix would take more memory than the edges.
    """
    last: FundamentalMatrix | None = None

    def visits(walk: TeleportingWalk, absorbing: Sequence[int]) -> Floats:
        nonlocal last
        if len(walk) > limit and len(walk) ** 2 > 3 * len(walk.edges):  # an edge is three numbers
            return exact_visits(walk, absorbing)
        wanted = tuple(absorbing)
        if last is None or last.walk is not walk or last.absorbing != wanted[: len(last.absorbing)]:
            last = FundamentalMatrix.of(walk, wanted)
        for item in wanted[len(last.absorbing) :]:
            last = last.absorb(item)
        return last.visits()

    return visits
