"""Every summarizer by name."""

from __future__ import annotations

from collections.abc import Callable

from reprank.errors import InputError
from reprank.summarizer import RepRank, Summarizer

SYSTEMS: dict[str, Callable[[], Summarizer]] = {"reprank": RepRank}


def make(name: str) -> Summarizer:
    """Make the summarizer of that name; raise InputError with the known names for another."""
    if name not in SYSTEMS:
        raise InputError(f"unknown system {name!r}: use one of {', '.join(SYSTEMS)}")
    return SYSTEMS[name]()
