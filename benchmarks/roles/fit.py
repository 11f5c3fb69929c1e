"""Fit the weights of roles to the marks of editors, and tell how good they are on inputs that they have not seen.

    python -m benchmarks.roles.fit MARKED.jsonl… [--write] [--by-kind] [--drop]

MARKED are files of ``benchmarks.editors.rebuild`` or of the same form; held-back inputs are left out. Prints areas
under the curve and accuracies, cross-validated by input; with ``--by-kind`` each group of kinds is left out in turn,
with ``--drop`` each group of features. ``--write`` fits to all inputs and writes ``src/reprank/data/roles.json``.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.report import ROOT, table
from benchmarks.roles.logistic import auc, choice, logistic
from benchmarks.roles.marked import ALONE, MISSING, UNKNOWN, Marked, marked
from reprank.arrays import Booleans, Floats, Integers
from reprank.roles.antecedents import PAIR_FEATURES, Antecedents, Candidates
from reprank.roles.features import FEATURES, GROUPS, OTHER_WORD, WORDS, WordTable, columns
from reprank.roles.mentions import Mentions
from reprank.roles.reading import RoleWeights, Weights
from reprank.roles.surface import Surface

RIDGE = 2.0
WORD_RIDGE = 16.0
PAIR_RIDGE = 2.0
MIN_INPUTS, MIN_GROUPS = 20, 3  # a word is fitted only if inputs of several groups of kinds have it
MIN_WORD_WEIGHT = 0.05
DEBRIS_FROM = 0.33  # probability; readers mind a caption more than they miss a sentence
LANGUAGE = "en"  # the language of which single words are fitted: the others have too few inputs
FOLDS = 5
OUTPUT = ROOT / "src" / "reprank" / "data" / "roles.json"
NAMED = FEATURES[: -len(WORDS)]


@dataclass(frozen=True, eq=False)
class Example:
    """A marked input and the features of its sentences, without those of single words."""

    input: Marked
    surface: Surface
    mentions: Mentions
    features: Floats

    @classmethod
    def of(cls, given: Marked) -> Example:
        """Compute the features of an input."""
        surface, mentions = Surface(given.units), Mentions(given.units)
        return cls(given, surface, mentions, columns(given.units, surface, mentions, None)[: len(NAMED)].T)

    @property
    def judged(self) -> Booleans:
        """Sentences of which editors said whether they need another one."""
        return np.asarray(self.input.known & ~self.input.debris & (self.input.needs != UNKNOWN))

    @property
    def leans(self) -> Booleans:
        """Sentences that need another one."""
        return np.asarray(self.input.needs != ALONE)

    def counts(self, words: Mapping[str, float]) -> Floats:
        """Count how often each sentence has each of these words, less what is expected of a sentence of its length.

        So a sentence of average words has a sum of 0, as has one in a language of which no words are fitted.
        """
        units = self.input.units
        table = np.zeros((len(units), len(words)))
        if units.language.code == LANGUAGE and words:
            number = {word: i for i, word in enumerate(words)}
            column = np.array([number.get(word, -1) for word in units.words])[units.word]
            np.add.at(table, (units.sentence_of_word[column >= 0], column[column >= 0]), 1)
            table -= units.lengths[:, None] * np.array(list(words.values()))
        return table

    def candidates(self, debris: Floats) -> Candidates:
        """List the candidates of every sentence."""
        units = self.input.units
        return Antecedents(units, self.surface, self.mentions, self.features, debris).of(0, len(units))


@dataclass(frozen=True, eq=False)
class Fitted:
    """Weights, and which words have one."""

    debris: Floats  # of NAMED, then of words, then the intercept
    alone: Floats
    pairs: Floats
    words: dict[str, float]  # each with its share of all words

    def all_features(self, example: Example) -> Floats:
        """Return the features of an input, single words included, and a column of ones."""
        return np.column_stack([example.features, example.counts(self.words), np.ones(len(example.features))])

    def debris_of(self, example: Example) -> Floats:
        """Return the probability of debris of every sentence."""
        probability = 1 / (1 + np.exp(-(self.all_features(example) @ self.debris)))
        return np.where(example.surface.selectable, probability, 1.0)

    def weights(self) -> RoleWeights:
        """Return the weights as they ship: the words of a sentence are added up into one column for each role."""
        named, last = len(NAMED), len(NAMED) + len(self.words)
        one, share = np.eye(len(WORDS)), np.array(list(self.words.values()))
        each = np.column_stack([self.debris[named:last], self.alone[named:last]])
        expected = share @ each
        table = {OTHER_WORD: np.round(-expected, 3).tolist()}
        for word, pair in zip(self.words, each, strict=True):
            if np.abs(pair).max() >= MIN_WORD_WEIGHT:
                table[word] = np.round(pair - expected, 2).tolist()
        return RoleWeights(
            Weights(np.concatenate([self.debris[:named], one[0]]), float(self.debris[last])),
            Weights(np.concatenate([self.alone[:named], one[1]]), float(self.alone[last])),
            self.pairs,
            debris_from=DEBRIS_FROM,
            words={LANGUAGE: WordTable.of(table)},
        )


def fit(examples: Sequence[Example], without: frozenset[str] = frozenset()) -> Fitted:
    """Fit all weights; columns that are named in ``without`` get weight 0."""
    words = {} if "words" in without else _common_words(examples)
    ridge = np.array([RIDGE] * len(NAMED) + [WORD_RIDGE] * len(words))
    ridge[: len(NAMED)][[name in without for name in NAMED]] = 1e9
    features = [np.column_stack([e.features, e.counts(words)]) for e in examples]
    used = [e.input.known & e.surface.selectable for e in examples]
    debris = logistic(
        np.concatenate([x[of] for x, of in zip(features, used, strict=True)]),
        np.concatenate([e.input.debris[of] for e, of in zip(examples, used, strict=True)]),
        ridge,
    )
    known = Fitted(debris, np.zeros(0), np.zeros(0), words)
    rows, pairs, of, chosen, size, count = [], [], [], [], 0, 0
    for example, x in zip(examples, features, strict=True):
        found = example.candidates(known.debris_of(example))
        needs, judged = example.input.needs, example.judged
        kept = np.flatnonzero(judged[found.sentence])
        place = np.cumsum(judged) - 1
        target = np.where(needs == ALONE, -1, -2)
        hit = kept[found.needed[kept] == needs[found.sentence[kept]]]
        target[found.sentence[hit]] = count + np.searchsorted(kept, hit)
        usable = judged & ((target >= -1) | (needs == MISSING))
        rows.append(x[judged])
        pairs.append(found.features[kept])
        of.append(size + place[found.sentence[kept]])
        chosen.append(np.where(usable, target, -2)[judged])
        size, count = size + int(judged.sum()), count + len(kept)
    pair_ridge = np.full(len(PAIR_FEATURES), PAIR_RIDGE)
    pair_ridge[[name in without for name in PAIR_FEATURES]] = 1e9
    alone, candidate = choice(
        np.concatenate(rows),
        np.concatenate(pairs),
        np.concatenate(of),
        np.concatenate(chosen),
        (ridge, pair_ridge),
    )
    return Fitted(debris, alone, candidate, words)


def _common_words(examples: Sequence[Example]) -> dict[str, float]:
    """Return the words that inputs of several groups have, with their share of all words."""
    inputs: Counter[str] = Counter()
    running: Counter[str] = Counter()
    groups: dict[str, set[str]] = {}
    for example in examples:
        if example.input.units.language.code == LANGUAGE:
            inputs.update(example.input.units.words)
            running.update(example.input.units.words[word] for word in example.input.units.word.tolist())
            for word in example.input.units.words:
                groups.setdefault(word, set()).add(example.input.group)
    kept = sorted(w for w, n in inputs.items() if n >= MIN_INPUTS and len(groups[w]) >= MIN_GROUPS and w.isalpha())
    return {word: running[word] / running.total() for word in kept}


@dataclass(frozen=True, eq=False)
class Judged:
    """What weights that have not seen an input say of it."""

    example: Example
    debris: Floats
    leans: Floats
    before: Floats  # probability that a sentence that leans needs the one before it
    needed: Integers  # the most probable antecedent, or −1

    @classmethod
    def by(cls, fitted: Fitted, example: Example) -> Judged:
        """Judge an input."""
        debris = fitted.debris_of(example)
        found = example.candidates(debris)
        weights = RoleWeights(Weights(np.zeros(0), 0), Weights(fitted.alone, 0), fitted.pairs, 0.5)
        alone, choices = weights.needs(fitted.all_features(example), found.features, found.sentence)
        before, needed, best = np.zeros(len(debris)), np.full(len(debris), -1), np.zeros(len(debris))
        for sentence, of, probability in zip(
            found.sentence.tolist(), found.needed.tolist(), choices.tolist(), strict=True
        ):
            if of == sentence - 1:
                before[sentence] = probability / max(1 - alone[sentence], 1e-9)
            if probability > best[sentence]:
                best[sentence], needed[sentence] = probability, of
        return cls(example, debris, 1 - alone, before, needed)


def cross_validated(
    examples: Sequence[Example], fold: Sequence[object], without: frozenset[str] = frozenset()
) -> list[Judged]:
    """Judge every input by weights that were fitted to the inputs of other folds."""
    judged: dict[int, Judged] = {}
    for held in sorted(set(map(str, fold))):
        fitted = fit([e for e, of in zip(examples, fold, strict=True) if str(of) != held], without)
        for number, of in enumerate(fold):
            if str(of) == held:
                judged[number] = Judged.by(fitted, examples[number])
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
    fitted = fit([Example.of(marked(row)) for row in seen])
    return figures([Judged.by(fitted, Example.of(marked(row))) for row in unseen])


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
            "method": f"logistic regression (debris) and conditional logit (alone, needed) with ridges "
            f"{RIDGE:g} (columns), {WORD_RIDGE:g} (words) and {PAIR_RIDGE:g} (candidates)",
            "cross-validated by input": {name: round(value, 3) for name, value in measured.items()},
        },
        "debris": {
            "intercept": round(weights.debris.intercept, 3),
            "threshold": weights.debris_from,
            "weights": named(FEATURES, weights.debris.each),
        },
        "alone": {"intercept": round(weights.alone.intercept, 3), "weights": named(FEATURES, weights.alone.each)},
        "needed": {"weights": named(PAIR_FEATURES, weights.pairs)},
        "words": {
            code: {word: words.weights[row].tolist() for word, row in words.row.items()}
            for code, words in weights.words.items()
        },
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
        for group, names in {**GROUPS, "words": ("words",)}.items():
            dropped[group] = figures(cross_validated(examples, fold, frozenset(names)))
        _print(dropped, "Without a group of features")
    if arguments.write:
        text = json.dumps(written(fit(examples).weights(), examples, lines["all"]), indent=1, ensure_ascii=False)
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
