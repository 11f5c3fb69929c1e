"""Walk to expected visits by sampling, as the paper does it: start anywhere, walk until absorbed, count the visits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reprank.arrays import Floats, Integers
from reprank.errors import ConvergenceError
from reprank.graph.absorbing import TeleportingWalk, transient_states

#: Visits per transient state after which the sampled distribution is within about 1e-4 of the true one (KL).
ACCURATE_VISITS_PER_STATE = 5000
#: Visits after which sampling ends with an error.
MAX_VISITS = 50_000_000


def sampled_visits(
    walk: TeleportingWalk,
    absorbing: Sequence[int],
    *,
    rng: np.random.Generator,
    kappa: float = 1e-4,
    walkers: int = 100,
    visits_per_state: int | None = None,
) -> Floats:
    """Estimate the expected visits as the paper does: start uniformly, walk until absorbed, count.

    After each batch of ``walkers`` the visits so far make a distribution π₍ₖ₎; the paper stops when
    KL(π₍ₖ₎‖π₍ₖ₊₁₎) ≤ κ. That compares an estimate with one that contains it, and stops while the true divergence is
    still many times κ. With ``visits_per_state`` the walks go on until the transient states have that number of visits
    on average; ``ACCURATE_VISITS_PER_STATE`` gives a true divergence of about 1e-4.

    Raises ``ConvergenceError`` after ``MAX_VISITS`` visits, and ``InputError`` as ``exact_visits`` does.
    """
    transient = transient_states(walk, absorbing)
    states = np.flatnonzero(transient)
    visits, walks, divergence = np.zeros(len(walk), dtype=np.intp), 0, np.inf
    batch = walkers if visits_per_state is None else max(walkers, len(states))
    while len(states):
        before = visits
        visits = before.copy()
        at = rng.choice(states, batch)
        while len(at):
            visits += np.bincount(at, minlength=len(walk))
            if visits.sum() > MAX_VISITS:
                raise ConvergenceError(
                    f"walks not settled after {MAX_VISITS} visits: residual {divergence:.3g}, "
                    f"wanted {kappa:.3g}; raise kappa or use exact_visits"
                )
            at = _move(walk, at, rng)
            at = at[transient[at]]
        walks += batch
        divergence = _divergence(before, visits) if before.any() else np.inf
        if divergence <= kappa if visits_per_state is None else visits.sum() >= visits_per_state * len(states):
            break
    return visits / max(1, walks)


def _move(walk: TeleportingWalk, at: Integers, rng: np.random.Generator) -> Integers:
    """Draw each walker's next state from its row of P̂."""
    chance, place = rng.random((2, len(at)))
    follows = chance >= walk.teleport_probability[at]
    after: Integers = np.searchsorted(walk.teleport_cumulative, place, side="right")
    after[follows] = walk.edges.draw(at[follows], place[follows])
    return after


def _divergence(before: Integers, after: Integers) -> float:
    """Return KL(before‖after) of two tables of counts, the second of which contains the first."""
    seen = before > 0
    p = before[seen] / before.sum()
    return float(p @ np.log(p / (after[seen] / after.sum())))
