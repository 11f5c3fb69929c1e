"""Data set to its tuning part and its held-back part, by a hash of each identifier.

Settings are chosen on the tuning part. The held-back part is for reports only: scripts that choose settings take their
data through the functions below, which leave it out, and a test checks that they do. Translations of one cluster have
one identifier, so that they are on the same side.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from reprank.evaluation.experiment import Results
from reprank.evaluation.sets import KeyphraseSet, NamedSet, SummarySet

# One cluster of three is held back. The salt is part of the split: with another one it would be another split.
HELD_BACK_ONE_OF = 3
SALT = "reprank-held-back-1"


class _WithId(Protocol):
    @property
    def id(self) -> str: ...


Item = TypeVar("Item", bound=_WithId)


def is_held_back(identifier: str) -> bool:
    """Tell whether the cluster or text with this identifier is held back.

    >>> is_held_back("c1"), is_held_back("c4")
    (True, False)
    """
    digest = hashlib.sha256(f"{SALT}/{identifier}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % HELD_BACK_ONE_OF == 0


def for_tuning(items: Sequence[Item]) -> tuple[Item, ...]:
    """Return the clusters, texts or questions that settings may be chosen on."""
    return tuple(item for item in items if not is_held_back(item.id))


def sets_for_tuning(sets: Sequence[NamedSet]) -> list[NamedSet]:
    """Return sets without what is held back; the length of the summaries stays that of the whole set."""
    return [_part(named, held_back=False) for named in sets]


def held_back(results: Results) -> Results | None:
    """Return the outcomes on what is held back, or ``None`` if some set has nothing there."""
    sets = tuple(_part(named, held_back=True) for named in results.sets)
    if not all(_identifiers(named) for named in sets):
        return None
    kept = {named.name: _identifiers(named) for named in sets}
    outcomes = tuple(outcome for outcome in results.outcomes if outcome.id in kept[outcome.set])
    return replace(results, sets=sets, outcomes=outcomes)


def _part(named: NamedSet, *, held_back: bool) -> NamedSet:
    if isinstance(named, SummarySet):
        return replace(named, clusters=tuple(one for one in named.clusters if is_held_back(one.id) is held_back))
    assert isinstance(named, KeyphraseSet)
    return replace(named, texts=tuple(one for one in named.texts if is_held_back(one.id) is held_back))


def _identifiers(named: NamedSet) -> set[str]:
    return {one.id for one in (named.clusters if isinstance(named, SummarySet) else named.texts)}
