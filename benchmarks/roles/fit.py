"""Fit the weights of roles to the marks of editors, and tell how good they are on inputs that they have not seen.

    python -m benchmarks.roles.fit MARKED.jsonl… [--write] [--by-kind] [--drop]

MARKED are files of ``benchmarks.editors.rebuild`` or of the same form; held-back inputs are left out. Prints areas
under the curve and accuracies, cross-validated by input; with ``--by-kind`` each group of kinds is left out in turn,
with ``--drop`` each group of features. ``--write`` fits to all inputs and writes ``src/reprank/data/roles.json``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.report import ROOT, table
from benchmarks.roles.logistic import auc, conditional, logistic
from benchmarks.roles.marked import ALONE, UNKNOWN, Marked, marked
from reprank.arrays import Booleans, Floats
from reprank.roles.antecedents import PAIR_FEATURES, Candidates, candidates
from reprank.roles.features import FEATURES, GROUPS, columns
from reprank.roles.mentions import Mentions
from reprank.roles.reading import softmax
from reprank.roles.surface import Surface
from reprank.roles.weights import RoleWeights, Weights

RIDGE = 4.0
PAIR_RIDGE = 2.0
FOLDS = 5
OUTPUT = ROOT / "src" / "reprank" / "data" / "roles.json"


@dataclass(frozen=True, eq=False)
class Example:
    """A marked input and the features of its sentences."""

    input: Marked
    surface: Surface
    mentions: Mentions
    columns: dict[str, Floats]
    features: Floats

    @classmethod
    def of(cls, given: Marked) -> Example:
        """Compute the features of an input."""
        surface, mentions = Surface(given.units), Mentions(given.units)
        named = columns(given.units, surface, mentions)
        return cls(given, surface, mentions, named, np.column_stack([named[name] for name in FEATURES]))

    @property
    def judged(self) -> Booleans:
        """Sentences of which editors said whether they need another one."""
        return np.asarray(self.input.known & ~self.input.debris & (self.input.needs != UNKNOWN))

    @property
    def leans(self) -> Booleans:
        """Sentences that need another one."""
        return np.asarray(self.input.needs != ALONE)

    def candidates(self, debris: Floats, alone: Floats) -> Candidates:
        """List the candidates of every sentence."""
        return candidates(self.input.units, self.surface, self.mentions, self.columns, debris, alone)


def fit(examples: Sequence[Example], without: frozenset[str] = frozenset()) -> RoleWeights:
    """Fit all weights; columns that are named in ``without`` get weight 0."""
    kept = np.array([name not in without for name in FEATURES])
    debris = _fit_one(
        examples, kept, [e.input.known & e.surface.selectable for e in examples], [e.input.debris for e in examples]
    )
    leans = _fit_one(examples, kept, [e.judged for e in examples], [e.leans for e in examples])
    kept_pairs = np.array([name not in without for name in PAIR_FEATURES])
    rows, group, chosen, size = [], [], [], 0
    for example in examples:
        found = example.candidates(debris.probability(example.features), 1 - leans.probability(example.features))
        needs = example.input.needs
        right = example.judged[found.sentence] & (found.needed == needs[found.sentence])
        answered = np.zeros(len(needs), dtype=np.bool_)
        answered[found.sentence[right]] = True
        used = answered[found.sentence]
        rows.append(found.features[used][:, kept_pairs])
        group.append(size + (np.cumsum(answered) - 1)[found.sentence[used]])
        chosen.append(right[used])
        size += int(answered.sum())
    pairs = np.zeros(len(PAIR_FEATURES))
    pairs[kept_pairs] = conditional(np.concatenate(rows), np.concatenate(group), np.concatenate(chosen), PAIR_RIDGE)
    return RoleWeights(debris, leans, pairs, debris_from=0.5)


def _fit_one(
    examples: Sequence[Example], kept: Booleans, used: Sequence[Booleans], labels: Sequence[Booleans]
) -> Weights:
    features = np.concatenate([e.features[of][:, kept] for e, of in zip(examples, used, strict=True)])
    fitted = logistic(features, np.concatenate([y[of] for y, of in zip(labels, used, strict=True)]), RIDGE)
    weights = np.zeros(len(kept))
    weights[kept] = fitted[:-1]
    return Weights(weights, float(fitted[-1]))


@dataclass(frozen=True, eq=False)
class Judged:
    """What weights that have not seen an input say of it."""

    example: Example
    debris: Floats
    leans: Floats
    before: Floats  # probability that a sentence that leans needs the one before it
    needed: Floats  # the most probable antecedent, or −1

    @classmethod
    def by(cls, weights: RoleWeights, example: Example) -> Judged:
        """Judge an input."""
        debris = np.where(example.surface.selectable, weights.debris.probability(example.features), 1.0)
        leans = weights.leans.probability(example.features)
        found = example.candidates(debris, 1 - leans)
        choice = softmax(found.features @ weights.pairs, found.sentence, len(debris))
        before, needed, best = np.zeros(len(debris)), np.full(len(debris), -1), np.zeros(len(debris))
        for sentence, of, probability in zip(
            found.sentence.tolist(), found.needed.tolist(), choice.tolist(), strict=True
        ):
            if of == sentence - 1:
                before[sentence] = probability
            if probability > best[sentence]:
                best[sentence], needed[sentence] = probability, of
        return cls(example, debris, leans, before, needed)


def cross_validated(
    examples: Sequence[Example], fold: Sequence[object], without: frozenset[str] = frozenset()
) -> list[Judged]:
    """Judge every input by weights that were fitted to the inputs of other folds."""
    judged: dict[int, Judged] = {}
    for held in sorted(set(map(str, fold))):
        weights = fit([e for e, of in zip(examples, fold, strict=True) if str(of) != held], without)
        for number, of in enumerate(fold):
            if str(of) == held:
                judged[number] = Judged.by(weights, examples[number])
    return [judged[number] for number in range(len(examples))]


def figures(judged: Sequence[Judged]) -> dict[str, float]:
    """Return areas under the curve of debris and leaning, and accuracies of what is needed."""
    known = [j.example.input.known for j in judged]
    debris = np.concatenate([j.debris[of] for j, of in zip(judged, known, strict=True)])
    is_debris = np.concatenate([j.example.input.debris[of] for j, of in zip(judged, known, strict=True)])
    leans = np.concatenate([j.leans[j.example.judged] for j in judged])
    does_lean = np.concatenate([j.example.leans[j.example.judged] for j in judged])
    kinds, right = [], []
    for j in judged:
        needs, numbers = j.example.input.needs, np.arange(len(j.debris))
        told = j.example.judged & (needs >= ALONE)
        gold = np.where(needs < 0, 0, np.where(needs == numbers - 1, 1, 2))
        guess = np.stack([1 - j.leans, j.leans * j.before, j.leans * (1 - j.before)]).argmax(axis=0)
        kinds.append((gold == guess)[told])
        right.append((j.needed == needs)[told & (needs >= 0)])
    caught = debris >= 0.5
    return {
        "debris AUC": auc(debris, is_debris),
        "precision": float(is_debris[caught].mean()),
        "recall": float(caught[is_debris].mean()),
        "leans AUC": auc(leans, does_lean),
        "alone / before / far": float(np.concatenate(kinds).mean()),
        "antecedent": float(np.concatenate(right).mean()),
    }


def folds(examples: Sequence[Example]) -> list[int]:
    """Spread the inputs of every group of kinds over the folds."""
    fold = [0] * len(examples)
    for group in sorted({e.input.group for e in examples}):
        members = [i for i, e in enumerate(examples) if e.input.group == group]
        for place, number in enumerate(np.random.default_rng(0).permutation(len(members)).tolist()):
            fold[members[number]] = place % FOLDS
    return fold


def fit_and_measure(seen: list[Mapping[str, Any]], unseen: list[Mapping[str, Any]]) -> dict[str, float]:
    """Fit to some inputs and measure on others: what ``benchmarks.editors.curve`` calls."""
    weights = fit([Example.of(marked(row)) for row in seen])
    return figures([Judged.by(weights, Example.of(marked(row))) for row in unseen])


def written(weights: RoleWeights, examples: Sequence[Example], measured: Mapping[str, float]) -> dict[str, Any]:
    """Return what ships: weights by name, and how they were fitted."""

    def named(names: Iterable[str], each: Floats) -> dict[str, float]:
        return {name: round(weight, 3) for name, weight in zip(names, each.tolist(), strict=True)}

    return {
        "about": {
            "fitted to": "marks of editors (language models with a brief), benchmarks/editors",
            "by": "benchmarks.roles.fit",
            "inputs": len(examples),
            "sentences": int(sum(e.input.known.sum() for e in examples)),
            "method": f"logistic regression, ridge {RIDGE:g}; candidates: conditional logit, ridge {PAIR_RIDGE:g}",
            "cross-validated by input": {name: round(value, 3) for name, value in measured.items()},
        },
        "debris": {
            "intercept": round(weights.debris.intercept, 3),
            "threshold": weights.debris_from,
            "weights": named(FEATURES, weights.debris.each),
        },
        "leans": {"intercept": round(weights.leans.intercept, 3), "weights": named(FEATURES, weights.leans.each)},
        "needs": {"weights": named(PAIR_FEATURES, weights.pairs)},
    }


def main() -> None:
    """Fit, measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--by-kind", action="store_true")
    parser.add_argument("--drop", action="store_true")
    arguments = parser.parse_args()
    rows = [json.loads(line) for path in arguments.files for line in path.open(encoding="utf-8")]
    examples = [Example.of(marked(row)) for row in rows if not row.get("held_back")]
    fold = folds(examples)
    judged = cross_validated(examples, fold)
    groups = sorted({e.input.group for e in examples})
    lines = {"all": figures(judged)}
    lines |= {group: figures([j for j in judged if j.example.input.group == group]) for group in groups}
    _print(lines, f"{len(examples)} inputs, cross-validated by input")
    if arguments.by_kind:
        apart = cross_validated(examples, [e.input.group for e in examples])
        _print(
            {group: figures([j for j in apart if j.example.input.group == group]) for group in groups},
            "Each group of kinds judged by weights that were fitted to the others",
        )
    if arguments.drop:
        dropped = {"nothing": lines["all"]}
        for group, names in GROUPS.items():
            dropped[group] = figures(cross_validated(examples, fold, frozenset(names)))
        _print(dropped, "Without a group of features")
    if arguments.write:
        text = json.dumps(written(fit(examples), examples, lines["all"]), indent=1, ensure_ascii=False)
        OUTPUT.write_text(text + "\n", encoding="utf-8")


def _print(lines: Mapping[str, Mapping[str, float]], caption: str) -> None:
    names = list(next(iter(lines.values())))
    print(
        table(
            ["", *names], [[row, *(f"{found[n]:.3f}" for n in names)] for row, found in lines.items()], caption=caption
        )
    )
    print()


if __name__ == "__main__":
    main()
