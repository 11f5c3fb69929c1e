"""Learn the weights of the keyword score on all sets but one and measure them on that one.

    python -m benchmarks.keywords.keyword_weights ../shared/data/keyphrases

The weights that ship were selected with all sets in view; this says how good such weights are on a set that they were
not selected on. From a neutral start (frequency alone), coordinate ascent on the mean F1@10 of the other sets. Writes
docs/results/keyword-weights.json and the part ``weights`` of docs/lab/keywords.md. It takes a few minutes of one core.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

import numpy as np

from benchmarks.data.split import is_held_back
from benchmarks.keywords.keywords import (
    PAGE,
    SETS,
    Example,
    Scores,
    macro,
    measure_weights,
    read_examples,
)
from benchmarks.report import table, write_between, write_figures
from reprank.arrays import Booleans
from reprank.phrases.keywords import make_keywords
from reprank.phrases.scores import Features, Weights, score

TOP = 10
NEUTRAL = Weights(
    frequency=1.0,
    nested=0.5,
    position=0.0,
    spread=0.0,
    characters=0.0,
    rarity=0.0,
    words=0.0,
    name=0.0,
    acronym=0.0,
    generic=0.0,
    single_compounds=0.0,
    single_names=0.0,
    single_frequency=0.0,
)
FIXED = frozenset({"documents", "gate_steep"})  # the sets hold single documents, and the steepness is a matter of taste
STEPS = (1.0, -1.0, 0.3, -0.3, 0.1, -0.1)
ROUNDS = 8
WORTHWHILE = 0.02  # points of F1 below which a step is noise
SMALLEST_NESTED = 0.01


@dataclass(frozen=True, eq=False)
class Judged:
    """Features of a text's phrases, and which of them are gold."""

    features: Features
    gold: Booleans
    wanted: int


def main() -> int:
    """Learn, measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with inspec.jsonl and the others")
    parser.add_argument("--limit", type=int, help="at most this many texts of each set: writes no page")
    options = parser.parse_args()
    every = {name: read_examples(options.data / f"{name}.jsonl", code, options.limit) for name, code in SETS.items()}
    examples = {name: [one for one in those if not is_held_back(one.text.id)] for name, those in every.items()}
    judged = {name: [judge(one) for one in those if one.features is not None] for name, those in examples.items()}
    learned = {name: learn(_others(judged, name)) for name in SETS}
    on_all = learn(list(judged.values()))
    rows = {
        "learned on the other sets": _left_out(examples, learned),
        "learned on all sets": measure_weights(examples, on_all),
        "as shipped": measure_weights(examples, Weights()),
    }
    figures: dict[str, object] = {
        "f1@10": {
            row: {name: round(float(scores[name][:, 1].mean()), 2) for name in SETS} for row, scores in rows.items()
        },
        "weights": {
            name: {key: round(value, 2) for key, value in asdict(w).items()}
            for name, w in {**learned, "none": on_all}.items()
        },
    }
    lines = [
        [row, *(f"{scores[name][:, 1].mean():.1f}" for name in SETS), f"{macro(scores):.1f}"]
        for row, scores in rows.items()
    ]
    content = table(["F1@10", *SETS, "mean"], lines, caption="Weights and where they were learned.")
    print(content)
    if options.limit is None:
        write_figures("keyword-weights", figures)
        write_between(PAGE, "weights", content)
    return 0


def judge(example: Example) -> Judged:
    """Tell which phrases of a text are gold."""
    assert example.features is not None
    every = list(range(len(example.phrases)))
    keywords = make_keywords(example.phrases, dict.fromkeys(every, 1.0))
    keys = [example.gold.metric.keys([keyword.text]) for keyword in keywords]
    gold = np.array([bool(key) and key[0] in example.gold.keys for key in keys], dtype=np.bool_)
    return Judged(example.features, gold, len(example.gold.keys))


def _others(judged: dict[str, list[Judged]], left_out: str) -> list[list[Judged]]:
    return [judged[name] for name in SETS if name != left_out]


def _left_out(examples: dict[str, list[Example]], learned: dict[str, Weights]) -> Scores:
    """Measure on each set the weights that were learned without it."""
    return {name: measure_weights({name: examples[name]}, learned[name])[name] for name in SETS}


def learn(sets: Sequence[list[Judged]]) -> Weights:
    """Change one weight at a time as long as the mean over sets gains."""
    weights = _centred(sets)
    best = objective(sets, weights)
    names = [field.name for field in fields(Weights) if field.name not in FIXED]
    for _ in range(ROUNDS):
        before = best
        for name in names:
            for step in STEPS:
                changed = replace(weights, **{name: max(getattr(weights, name) + step, _floor(name))})
                value = objective(sets, changed)
                if value > best + WORTHWHILE:
                    weights, best = changed, value
        print(f"{best:.2f}", end=" ", flush=True)
        if best == before:
            break
    print(flush=True)
    return weights


def _centred(sets: Sequence[list[Judged]]) -> Weights:
    """Start with the gate at the middle of the texts, which needs no gold."""
    middles = [np.median([one.features.names_over_compounds for one in texts]) for texts in sets]
    return replace(NEUTRAL, gate_at=float(np.mean(middles)))


def _floor(name: str) -> float:
    return SMALLEST_NESTED if name == "nested" else -np.inf


def objective(sets: Sequence[list[Judged]], weights: Weights) -> float:
    """Return F1@10 in percent, mean over sets, without the rule about parts of selected phrases."""
    return 100 * float(np.mean([np.mean([_f1(one, weights) for one in texts]) for texts in sets]))


def _f1(one: Judged, weights: Weights) -> float:
    scores = score(one.features, weights)
    top = np.argpartition(-scores, TOP)[:TOP] if len(scores) > TOP else slice(None)
    hits = int(one.gold[top].sum())
    return 2 * hits / max(min(TOP, len(scores)) + one.wanted, 1)


if __name__ == "__main__":
    raise SystemExit(main())
