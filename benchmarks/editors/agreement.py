"""Marks of two editors to how far they agree: pooled over the inputs that both marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from benchmarks.editors.inputs import Input
from benchmarks.editors.marks import Marks

Pair = tuple[Marks, Marks]


@dataclass(frozen=True)
class Agreement:
    """How far two editors agree, from 0 to 1: F1 over all sentences, and in words for what they selected.

    ``core``: share of inputs in which they have a core sentence in common. ``need``: of the sentences that both say
    need another one, the share for which both name the same.
    """

    inputs: int
    pick: float
    core: float
    key: float
    debris: float
    leans: float
    need: float


def pairs(marks: Iterable[Marks]) -> list[Pair]:
    """Return the marks of the inputs that two editors marked."""
    by_editor: dict[int, dict[str, Marks]] = {1: {}, 2: {}}
    for each in marks:
        by_editor[each.editor][each.id] = each
    return [(first, by_editor[2][name]) for name, first in by_editor[1].items() if name in by_editor[2]]


def agreement(both: list[Pair], inputs: Mapping[str, Input]) -> Agreement:
    """Measure how far two editors agree on the inputs that both marked.

    F1 = 2 |A ∩ B| / (|A| + |B|), with the sums over all inputs; 1 if neither marked anything.
    """
    leaning = [(first, second, set(first.leans) & set(second.leans)) for first, second in both]
    shared = sum(len(ids) for *_, ids in leaning)
    same_need = sum(first.leans[i] == second.leans[i] for first, second, ids in leaning for i in ids)
    common_core = sum(bool(set(first.core) & set(second.core)) for first, second in both)
    return Agreement(
        inputs=len(both),
        pick=_f1(both, lambda marks: marks.pick, lambda name, i: inputs[name].sentences[i].words),
        core=common_core / len(both) if both else 1.0,
        key=_f1(both, lambda marks: marks.key),
        debris=_f1(both, lambda marks: marks.debris),
        leans=_f1(both, lambda marks: marks.leans),
        need=same_need / shared if shared else 1.0,
    )


def _f1(
    both: list[Pair], ids: Callable[[Marks], Iterable[int]], weight: Callable[[str, int], int] = lambda name, i: 1
) -> float:
    common = total = 0
    for first, second in both:
        a, b = set(ids(first)), set(ids(second))
        common += sum(weight(first.id, i) for i in a & b)
        total += sum(weight(first.id, i) for i in a) + sum(weight(first.id, i) for i in b)
    return 2 * common / total if total else 1.0
