"""Units to changes: the releases of a changelog, and what kind of change each of its entries is.

In a changelog, headings are releases: versions that descend, where the numbers of chapters ascend. Versions with the
same first two numbers are one release with its patches. The kind of change is said by the heading above an entry, such
as "Added" or "Bug Fixes", and by the first word of this sort in the entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np

from reprank.arrays import Floats, Integers, distinct
from reprank.patterns import lazy_pattern
from reprank.text.change_kinds import MIN_RELEASES, kind_of_change
from reprank.text.lines import HEADING, PROSE
from reprank.text.units import Units

VERSION = lazy_pattern(
    r"(?<![\w.])v?(\d{1,4}(?:\.\d{1,4}){1,3})|\b(?:versions?|changes with) (?:\d{1,4} and )?(\d{1,4})(?![\w.])",
    re.IGNORECASE,
)
DESCENDING_SHARE = 0.7  # of neighbouring versions: old branches go on beside new ones
FEATURES = 2  # numbers of a version that name a release; a third one is that of a patch
AGE = 2  # exponent of the number of a release: what is new comes first
DETAIL = 2  # how much less a sentence counts that only explains an entry

Version = tuple[int, ...]
Changelog = tuple[slice, list[tuple[int, Version]]]  # its sentences, and the headings that name a version


def lateness(units: Units, logs: Iterable[Changelog]) -> Floats:
    """Return how late each sentence of a changelog is: n², if its release is the n-th from the newest; 1 for others."""
    number = np.ones(len(units))
    for own, versions in logs:
        starts = [i for (_, before), (i, version) in pairwise(versions) if version[:FEATURES] != before[:FEATURES]]
        number[own] += np.searchsorted(starts, np.arange(own.start, own.stop), side="right")
    return number**AGE


def changes(units: Units, above: Integers, logs: Iterable[Changelog]) -> Floats:
    """Return for each sentence of a changelog how much it changes: from 1 for a main change, down; 0 for all others.

    What was added, removed, deprecated or made secure is a main change (1); fixes, documents and tests are slight ones
    (−1). An entry of a patch release counts 1 less, and a detail, which is not the first sentence of an entry, 2 less.
    Where the newest release has nothing but these, the first of its best entries counts 0: readers look for it.
    """
    found = np.zeros(len(units))
    for own, versions in logs:
        kinds = {i: kind_of_change(units.texts[i]) for i in distinct(above[own]).tolist() if i >= 0}
        kinds.update((i, 0) for i, _ in versions)
        details, patches = _details(units, own, above), _patches(own, versions)
        kind = 0
        for i in range(own.start, own.stop):
            if not details[i - own.start]:
                kind = min(max(kinds.get(int(above[i]), 0) + kind_of_change(units.texts[i]), -1), 1)
            found[i] = kind
        found[own] -= DETAIL * details + patches
        newest = np.arange(versions[0][0] + 1, versions[1][0])
        _raise_best(found, newest[units.substantial[newest]])
    return found


def _raise_best(found: Floats, sentences: Integers) -> None:
    """Count the first of the best of these sentences as 0, if all count less."""
    if len(sentences) and found[sentences].max() < 0:
        found[sentences[np.argmax(found[sentences])]] = 0


def _details(units: Units, own: slice, above: Integers) -> Integers:
    """Tell for each sentence of a changelog whether it only explains an entry: 1 or 0.

    An entry is a block. Where most entries are items of lists, a paragraph below an item belongs to it.
    """
    blocks = units.documents[units.document[own.start]].blocks
    number = np.array([block.start for block in blocks]).searchsorted(units.start[own], side="right") - 1
    goes_on = np.diff(number, prepend=-1) == 0
    listed, prose = (np.array([block.kind == kind for block in blocks]) for kind in ("list", PROSE))
    if listed.sum() > prose.sum():
        first = np.diff(above[own], prepend=-2) != 0
        goes_on |= ~listed[number] & ~first
    return np.asarray(goes_on, dtype=np.intp)


def changelogs(units: Units) -> Iterator[Changelog]:
    """Yield the documents that are changelogs."""
    heads = units.in_blocks(frozenset({HEADING}), without=False)
    for own in units.of_document:
        found = [
            (i, tuple(map(int, (version[1] or version[2]).split("."))))
            for i in (own.start + np.flatnonzero(heads[own])).tolist()
            if (version := VERSION.search(units.texts[i])) is not None
        ]
        descents = [one > following for (_, one), (_, following) in pairwise(found) if one != following]
        if len(descents) + 1 >= MIN_RELEASES and sum(descents) >= DESCENDING_SHARE * len(descents):
            yield own, found


def _patches(own: slice, versions: list[tuple[int, Version]]) -> Integers:
    """Tell for each sentence whether it is about a patch release: 1 or 0."""
    is_patch = np.array([0, *(len(version) > FEATURES and version[FEATURES] > 0 for _, version in versions)])
    return is_patch[np.searchsorted([i for i, _ in versions], np.arange(own.start, own.stop), side="right")]
