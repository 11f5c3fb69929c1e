"""SPARSE: the summary from which every sentence can be rebuilt out of a few of its sentences.

After Liu, Yu and Deng, "Multi-Document Summarization Based on Two-Level Sparse Representation Model" (2015). The first
level is sparse in sentences: a summary S of few sentences stands for the documents. The second is sparse in codes: each
sentence x_i is a combination A_i ≥ 0 of few summary sentences. The best summary minimises, as written here,

    J(S) = 1/n · min_{A ≥ 0} Σ_i (‖x_i − Σ_j A_ij s_j‖² + λ Σ_j A_ij)  +  δ · max_{j ≠ k} cos(s_j, s_k)
           └────────────── coverage ──────────────┘ └ sparsity ┘       └──── diversity ────┘

where the last term is the correlation of the least different pair, and is found by simulated annealing. The three
properties, the non-negative codes, that pair and the annealing are the authors'; how the terms are put together and
every number are ours, made from their description and not from their code, so that figures may differ from theirs.

Chosen where the paper leaves it open: x_i are tf-idf vectors of length one (stems outside the stop list); λ = 0.05 and
δ = 0.1 out of twelve settings tried on some fifty development clusters; codes by cyclic coordinate descent, exact to
1e-3 and 50 rounds at most; a neighbour of a summary lacks one of its sentences and has others in its place, in random
order, as long as they fit, so that every summary is as full as can be; it replaces the summary if J falls, else with
probability exp(−ΔJ / T), where T starts at 0.001 and falls by a factor at each step to a thousandth of that; the best
summary met is returned. The walk starts from the sentences with the largest total similarity, and its random numbers
come from ``seed``, so that equal inputs give equal summaries. The error of a sentence counts the less, the more similar
it is to one that the reader has seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import ROUNDING_DIGITS, Booleans, Floats, best_first
from reprank.baselines.concepts import candidates
from reprank.baselines.tfidf import Cosines, read_vocabulary
from reprank.selection import Selection, Task, take, unused_query

EXACT = 1e-3
ROUNDS = 50
COLDEST = 1e-3  # last temperature, as a share of the first


@dataclass(frozen=True)
class Sparse:
    """The two-level sparse model and its settings."""

    sparsity: float = 0.05
    diversity: float = 0.1
    steps: int = 500
    temperature: float = 0.001
    seed: int = 0
    name: str = "sparse"

    def select(self, task: Task) -> Selection:
        """Anneal towards the summary that rebuilds the documents."""
        cosines = Cosines.of(read_vocabulary(task.units).weighted)
        model = Model(cosines, _news(cosines, task.seen), self.sparsity, self.diversity)
        scores = model.alone()
        selected = set(self._anneal(model, take(best_first(cosines.times(model.share)), task), task))
        ordered = [sentence for sentence in best_first(scores).tolist() if sentence in selected]
        return Selection(ordered, scores, warnings=unused_query(self.name, task))

    def _anneal(self, model: Model, start: list[int], task: Task) -> list[int]:
        random = np.random.default_rng(self.seed)
        possible = np.flatnonzero(candidates(task)).tolist()
        if not start or len(start) == len(possible):
            return start
        current = best = model.rebuild(start)
        for step in range(self.steps):
            temperature = self.temperature * COLDEST ** (step / self.steps)
            neighbour = model.rebuild(_neighbour(current.summary, possible, task, random), near=current)
            rise = max(neighbour.cost - current.cost, 0.0)
            if random.random() < np.exp(-rise / temperature):
                current = neighbour
            if current.cost < best.cost:
                best = current
        return best.summary


def _news(cosines: Cosines, seen: Booleans) -> Floats:
    """Return for each sentence how far it is from what was seen: one, less the largest cosine."""
    return np.clip(1.0 - cosines.nearest(seen), 0.0, 1.0)


def _neighbour(summary: list[int], possible: list[int], task: Task, random: np.random.Generator) -> list[int]:
    leaving = int(random.integers(len(summary)))
    kept = summary[:leaving] + summary[leaving + 1 :]
    there = set(summary)
    others = [sentence for sentence in possible if sentence not in there]
    # The sentence that leaves comes last: if no other one fits, it stays and the summary does not shrink.
    return take([*kept, *random.permutation(others).tolist(), summary[leaving]], task)


@dataclass(frozen=True, eq=False)
class Rebuilt:
    """A summary, what it shares with all sentences, their codes, and J."""

    summary: list[int]
    shared: Floats  # summary × sentences
    codes: Floats  # summary × sentences
    cost: float


@dataclass(frozen=True, eq=False)
class Model:
    """J, which needs of the vectors only their cosines with the sentences of a summary."""

    cosines: Cosines
    share: Floats  # of each sentence in the error
    sparsity: float
    diversity: float

    def rebuild(self, summary: list[int], near: Rebuilt | None = None) -> Rebuilt:
        """Find codes and J of a summary, starting from those of a similar one, which is faster."""
        known = {} if near is None else {sentence: row for row, sentence in enumerate(near.summary)}
        shared = np.zeros((len(summary), len(self.cosines)))
        codes = np.zeros_like(shared)
        for row, sentence in enumerate(summary):
            if near is not None and sentence in known:
                shared[row], codes[row] = near.shared[known[sentence]], near.codes[known[sentence]]
            else:
                shared[row] = self.cosines.row(sentence)
        among = shared[:, summary]
        codes = code(among, shared, sparsity=self.sparsity, start=codes)
        errors = self.cosines.itself + (codes * (among @ codes - 2 * shared + self.sparsity)).sum(axis=0)
        alike = among[~np.eye(len(summary), dtype=np.bool_)].max(initial=0.0)
        cost = float(self.share @ errors / max(self.share.sum(), 1e-300) + self.diversity * alike)
        return Rebuilt(summary, shared, codes, round(cost, ROUNDING_DIGITS))  # J is at most about one

    def alone(self) -> Floats:
        """Return for each sentence j how much it lowers the error by itself: Σ_i max(0, cos_ij − λ/2)²."""
        less = self.sparsity / 2
        return np.array(
            [self.share @ np.maximum(self.cosines.row(j) - less, 0.0) ** 2 for j in range(len(self.cosines))]
        )


def code(among: Floats, shared: Floats, *, sparsity: float, start: Floats | None = None) -> Floats:
    """Find codes A ≥ 0 that minimise ‖x − SA‖² + λ ΣA for all x at once, given SᵀS and Sᵀx.

    One coordinate at a time has a closed form, A_j ← max(0, A_j + (Sᵀx − SᵀSA)_j − λ/2) for vectors of length one.

    >>> code(np.eye(2), np.array([[0.6], [0.02]]), sparsity=0.1)
    array([[0.55],
           [0.  ]])
    """
    codes = np.zeros_like(shared) if start is None else start.copy()
    wanted = shared - sparsity / 2
    for _ in range(ROUNDS):
        moved = 0.0
        for j in range(len(among)):
            fresh = np.maximum(codes[j] + wanted[j] - among[j] @ codes, 0.0)
            moved = max(moved, float(np.abs(fresh - codes[j]).max(initial=0.0)))
            codes[j] = fresh
        if moved < EXACT:
            break
    return codes
