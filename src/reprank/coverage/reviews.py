"""Opinions to balance: praise and complaint in the proportion of the reviews, as far as words tell it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.coverage.settings import Reviews


def balanced(
    cover: Callable[[Floats], list[int]], opinions: Integers, allowed: Booleans, settings: Reviews
) -> tuple[list[int], Floats]:
    """Select with a factor for sentences that state an opinion, raised for praise or complaint while it is missing.

    Return what was selected and the factors. ``cover`` selects with a factor for each sentence. An opinion is missing
    if its share among the opinions of the reviews is at least ``min_share`` and no selected sentence states it.
    """
    share = {
        sign: float((opinions[allowed] == sign).sum()) / max(float((opinions[allowed] != 0).sum()), 1.0)
        for sign in (1, -1)
    }
    factor = np.where(opinions != 0, np.exp(settings.opinion), 1.0)
    selected = cover(factor)
    for _ in range(settings.rounds):
        stated = {int(opinions[i]) for i in selected}
        missing = [sign for sign in (1, -1) if share[sign] >= settings.min_share and sign not in stated]
        if not missing or len(selected) < settings.min_sentences:
            break
        factor = np.where(opinions == missing[0], factor * settings.step, factor)
        selected = cover(factor)
    return selected, factor
