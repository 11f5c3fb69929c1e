"""ICSI: the sentences that together cover the most weight of bigrams, by an integer program solved exactly.

After Gillick and Favre, "A Scalable Global Model for Summarization" (2009), and the ICSI system at TAC 2008:

    maximise Σ_c w_c z_c   subject to   Σ_s (l_s + separator) x_s ≤ L + separator,   z_c ≤ Σ_{s has c} x_s,
    x and z being 0 or 1

Concepts are bigrams of neighbouring stems that are not both stop words; w_c is the number of documents with the
concept. The paper also asks x_s ≤ z_c for every concept of a selected sentence; with positive weights an optimum does
so by itself.

What the paper leaves open, and what was selected:

- Concepts in fewer than three documents are dropped, in clusters of ten. Here a concept must occur in at least
  three documents if there are five or more, in two if there are two to four. In a single document it must occur in
  two sentences.
- Sentences of fewer than ``shortest`` words are left out, unless fewer than three are left. The default of five is
  that of every system here; ten, as in other implementations, costs about 0.8 ROUGE-1 on our development sets.
- Room that is left after the optimum goes to the sentences that cover most of the dropped concepts for their cost.
- A concept that occurs in a document which the reader has seen has weight zero.
- Concepts with the same sentences are one variable, and z needs no integrality since x has it: both change the size of
  the program and not its optimum. SfourWeights are whole numbers, so the solver may stop at a gap below one.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, best_first
from reprank.baselines.concepts import Concepts, candidates, cover_greedily, presence, spread
from reprank.errors import MissingExtra
from reprank.graph.edges import Edges
from reprank.selection import Selection, Task, unused_query
from reprank.terms import Terms, read_terms


@dataclass(frozen=True)
class Icsi:
    """ICSI and its settings: least frequency of a concept, shortest sentence in words, seconds for the solver."""

    least: int = 3
    shortest: int = 5
    seconds: float = 30.0
    name: str = "icsi"

    def select(self, task: Task) -> Selection:
        """Cover the most weight of bigrams within the costs."""
        terms = read_terms(task.units, recurring=1)
        every = bigrams(terms, spread(terms, task.units))
        every = every.without(every.covered_by(np.flatnonzero(task.seen).tolist()))
        frequent = _pruned(every, self._threshold(task))
        selected, warnings = self._solve(frequent, task)
        scores = frequent.incidence.backward(frequent.weight)
        ordered = [sentence for sentence in best_first(scores).tolist() if sentence in set(selected)]
        selected = cover_greedily(every, task, start=ordered)
        return Selection(selected, scores, warnings=(*unused_query(self.name, task), *warnings))

    def _threshold(self, task: Task) -> int:
        return self.least if task.units.document_count >= 5 else min(self.least, 2)

    def _solve(self, concepts: Concepts, task: Task) -> tuple[list[int], tuple[str, ...]]:
        allowed = candidates(task)
        long = allowed & (task.units.lengths >= self.shortest)
        sentences = np.flatnonzero(long if long.sum() >= 3 else allowed)
        separator = task.costs.separator
        costs = task.costs.each[sentences] + separator
        program = Program.of(concepts, sentences, costs, task.costs.limit + separator)
        solution = program.solve(seconds=self.seconds)
        selected = [] if solution.selected is None else _needed(concepts, sentences[solution.selected].tolist())
        if solution.optimal:
            return selected, ()
        quick = cover_greedily(concepts, task)
        which = "the best selection found so far was taken"
        if solution.selected is None or concepts.value(quick) > concepts.value(selected):
            selected, which = quick, "a greedy selection was taken instead"
        return selected, (f"icsi: no proof of the optimum within {self.seconds:g} seconds; {which}",)


def bigrams(terms: Terms, frequency: Integers) -> Concepts:
    """Take the pairs of neighbouring stems as concepts; the weight of each is its frequency."""
    pairs = np.arange(terms.counts.shape[1]) >= terms.unigrams
    return Concepts(presence(terms.counts.onto(pairs)), frequency[pairs].astype(np.float64))


def _pruned(concepts: Concepts, threshold: int) -> Concepts:
    kept = concepts.weight >= threshold
    return Concepts(concepts.incidence.onto(kept), concepts.weight[kept]) if kept.any() else concepts


def _needed(concepts: Concepts, selected: list[int]) -> list[int]:
    """Drop sentences that add nothing to the others; another sentence can use their room."""
    total = concepts.value(selected)
    for sentence in sorted(selected, reverse=True):
        others = [other for other in selected if other != sentence]
        if concepts.value(others) >= total:
            selected = others
    return selected


@dataclass(frozen=True, eq=False)
class Solution:
    """Selected sentences, None if the time ended before any were found, and whether they are proven best."""

    selected: Booleans | None
    optimal: bool


@dataclass(frozen=True, eq=False)
class Program:
    """Maximise Σ profit x + Σ weight z within the room, where z needs one of the sentences that have it.

    A concept that only one sentence has is part of that sentence's profit.
    """

    profit: Floats
    costs: Integers
    room: int
    incidence: Edges  # sentence to concept group
    weight: Floats

    @classmethod
    def of(cls, concepts: Concepts, sentences: Integers, costs: Integers, room: int) -> Program:
        """Keep the sentences that may be selected and merge the concepts that occur in the same sentences."""
        number = np.full(concepts.incidence.shape[0], -1)
        number[sentences] = np.arange(len(sentences))
        on = number[concepts.incidence.source] >= 0
        holders = Edges(
            concepts.incidence.target[on],
            number[concepts.incidence.source[on]],
            np.ones(int(on.sum())),
            concepts.incidence.shape[::-1],
        )
        holders = Edges.of(holders.source, holders.target, holders.weight, shape=holders.shape)
        profit = np.zeros(len(sentences))
        groups: dict[bytes, float] = {}
        for concept, weight in enumerate(concepts.weight.tolist()):
            group = holders.row(concept)[0]
            if len(group) == 1:
                profit[group[0]] += weight
            elif len(group) and weight > 0:
                groups[group.tobytes()] = groups.get(group.tobytes(), 0.0) + weight
        members = [np.frombuffer(group, dtype=holders.target.dtype) for group in groups]
        incidence = Edges.of(
            np.concatenate([*members, np.zeros(0, np.intp)]),
            np.repeat(np.arange(len(members)), [len(group) for group in members]),
            np.ones(sum(map(len, members))),
            shape=(len(sentences), len(members)),
        )
        return cls(profit, costs, room, incidence, np.array(list(groups.values())))

    def solve(self, *, seconds: float) -> Solution:
        """Solve with HiGHS within this time."""
        try:
            from scipy.optimize import Bounds, LinearConstraint, milp
            from scipy.sparse import coo_array
        except ImportError as error:
            raise MissingExtra("the system icsi", "evaluate") from error

        n, groups = self.incidence.shape
        total = float(self.profit.sum() + self.weight.sum())
        if not total:
            return Solution(np.zeros(n, dtype=np.bool_), optimal=True)
        rows = np.concatenate([np.zeros(n, np.intp), 1 + np.arange(groups), 1 + self.incidence.target])
        variables = np.concatenate([np.arange(n), n + np.arange(groups), self.incidence.source])
        values = np.concatenate([self.costs, np.ones(groups), -np.ones(len(self.incidence))])
        left = coo_array((values, (rows, variables)), shape=(1 + groups, n + groups)).tocsc()
        with _quiet():
            result = milp(
                -np.concatenate([self.profit, self.weight]),
                integrality=np.concatenate([np.ones(n), np.zeros(groups)]),
                bounds=Bounds(0, 1),
                constraints=LinearConstraint(left, ub=np.concatenate([[self.room], np.zeros(groups)])),
                options={"time_limit": seconds, "mip_rel_gap": 0.999 / total},
            )
        return Solution(None if result.x is None else result.x[:n] > 0.5, optimal=result.status == 0)


@contextmanager
def _quiet() -> Iterator[None]:
    """Discard what the solver sometimes writes to standard output, below Python, so that results stay clean."""
    try:
        saved = os.dup(1)
    except OSError:  # there is no standard output to protect
        yield
        return
    sys.stdout.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        if os.name == "posix":
            ctypes.CDLL(None).fflush(None)  # empty the C library's buffer, or its text comes out later
        os.dup2(saved, 1)
        os.close(saved)
        os.close(nowhere)
