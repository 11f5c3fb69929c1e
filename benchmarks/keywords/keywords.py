"""Measure every keyword system on the keyphrase sets, take RepRank's score apart, and write docs/lab/keywords.md.

    python -m benchmarks.keywords.keywords ../shared/data/keyphrases

Writes docs/results/keywords.json and the part ``keywords`` of docs/lab/keywords.md. All gold phrases count,
including those that do not occur in the text; phrases match by stems. It takes about three minutes of one core.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.report import DOCS, table, write_between, write_figures
from reprank.arrays import Floats
from reprank.coverage.method import Coverage
from reprank.evaluation.datasets import KeyphraseText
from reprank.evaluation.keyphrases import Gold, Keyphrases, KeyphraseSettings
from reprank.evaluation.significance import paired_bootstrap
from reprank.phrases.candidates import Phrases, read_phrases
from reprank.phrases.keywords import DIVERSITY, make_keywords, select
from reprank.phrases.scores import Features, Weights, read_features, score
from reprank.selection import Costs, Task
from reprank.systems import KEYWORD_SYSTEMS
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import Units, read_units

PAGE = DOCS / "lab" / "keywords.md"
CLOSEST = 4  # other systems in the table of differences
METHOD_PAGE = DOCS / "keywords.md"
SETS = {"inspec": "en", "semeval2010": "en", "semeval2017": "en", "500n": "en", "wikinews-fr": "fr"}
CUTOFFS = (5, 10, 15)
WITHOUT = {  # name in the table: weights without the ingredient
    "frequency": {"frequency": 0.0, "single_frequency": 0.0},
    "nested occurrences": {"nested": 1e-9},
    "position": {"position": 0.0},
    "spread": {"spread": 0.0},
    "characters": {"characters": 0.0},
    "rarity": {"rarity": 0.0},
    "central words": {"words": 0.0},
    "names": {"name": 0.0},
    "acronyms": {"acronym": 0.0},
    "generic nouns": {"generic": 0.0},
    "frequency of single words": {"single_frequency": 0.0},
    "kind of text (always half-way)": {"gate_steep": 0.0},
    "kind of text (always compounds)": {"single_names": Weights().single_compounds},
    "kind of text (always names)": {"single_compounds": Weights().single_names},
}

Scores = dict[str, Floats]  # for each set: F1 at each cutoff (columns) of each text (rows), in percent


@dataclass(frozen=True, eq=False)
class Example:
    """A text with its gold phrases and, read once, its candidates."""

    text: KeyphraseText
    gold: Gold
    units: Units
    phrases: Phrases
    features: Features | None
    counted: Features | None  # with the counts of words in place of their mass in the walk over sentences


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with inspec.jsonl and the others")
    parser.add_argument("--limit", type=int, help="at most this many texts of each set: writes no page")
    options = parser.parse_args()
    examples = {name: read_examples(options.data / f"{name}.jsonl", code, options.limit) for name, code in SETS.items()}
    systems = {name: measure(name, examples) for name in KEYWORD_SYSTEMS}
    variants = {"RepRank": measure_weights(examples, Weights())}
    variants["counts for the mass of the walk"] = measure_weights(examples, Weights(), counted=True)
    for name, weights in WITHOUT.items():
        variants[f"without {name}"] = measure_weights(examples, replace(Weights(), **weights))
        print(name, flush=True)
    content = "\n\n".join([systems_table(systems), differences_table(systems), variants_table(variants)])
    print(content)
    if options.limit is None:
        write(examples, systems, variants, content)
    return 0


def read_examples(path: Path, code: str, limit: int | None) -> list[Example]:
    """Read texts and find their candidates."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[:limit]]
    return [read_example(KeyphraseText(str(row["id"]), row["text"], tuple(row["keyphrases"])), code) for row in rows]


def read_example(text: KeyphraseText, code: str) -> Example:
    """Read one text."""
    units = read_units([Document(text.text)], language(code))
    phrases = read_phrases(units, np.ones(len(units), dtype=np.bool_))
    gold = Keyphrases(KeyphraseSettings(language=code)).prepare(text)
    if not len(phrases):
        return Example(text, gold, units, phrases, None, None)
    features = read_features(phrases, centrality=walk_mass(units))
    return Example(text, gold, units, phrases, features, read_features(phrases))


def walk_mass(units: Units) -> Floats:
    """Return the stationary mass of each stem in the walk that ranks sentences, by its weight there; 0 for others."""
    eligible = units.substantial if units.substantial.sum() > 2 else np.ones(len(units), dtype=np.bool_)
    task = Task(units, Costs(units.lengths, 0, 0), eligible, np.zeros(len(units), dtype=np.bool_))
    return Coverage().rank(task).centrality()


def measure(name: str, examples: dict[str, list[Example]]) -> tuple[Scores, dict[str, float]]:
    """Return F1 of a system and its milliseconds for a text, set by set."""
    system = KEYWORD_SYSTEMS[name]()
    system.keywords("A river rose.", top=1, language="en")
    scores: Scores = {}
    milliseconds: dict[str, float] = {}
    for set_name, code in SETS.items():
        start = time.process_time()
        found = [
            [keyword.text for keyword in system.keywords(example.text.text, top=max(CUTOFFS), language=code)]
            for example in examples[set_name]
        ]
        milliseconds[set_name] = 1000 * (time.process_time() - start) / len(found)
        scores[set_name] = f1(examples[set_name], found)
    print(name, *(f"{scores[set_name][:, 1].mean():.1f}" for set_name in SETS), flush=True)
    return scores, milliseconds


def measure_weights(
    examples: dict[str, list[Example]], weights: Weights, *, counted: bool = False, diversity: float = DIVERSITY
) -> Scores:
    """Return F1 of RepRank's score under other weights."""
    return {
        name: f1(those, [_best(one, weights, counted, diversity) for one in those]) for name, those in examples.items()
    }


def _best(example: Example, weights: Weights, counted: bool, diversity: float) -> list[str]:
    features = example.counted if counted else example.features
    if features is None:
        return []
    selected = select(example.phrases, score(features, weights), top=max(CUTOFFS), diversity=diversity)
    return [keyword.text for keyword in make_keywords(example.phrases, selected)]


def f1(examples: Sequence[Example], found: Iterable[list[str]]) -> Floats:
    """Return F1 in percent, texts × cutoffs."""
    scored = [
        [scores[cutoff].f1 for cutoff in CUTOFFS]
        for example, phrases in zip(examples, found, strict=True)
        for scores in [example.gold.scores(phrases, CUTOFFS)]
    ]
    return 100 * np.array(scored)


def macro(scores: Scores) -> float:
    """Return F1@10, mean over sets."""
    return float(np.mean([scores[name][:, 1].mean() for name in SETS]))


def write(
    examples: dict[str, list[Example]],
    systems: dict[str, tuple[Scores, dict[str, float]]],
    variants: dict[str, Scores],
    content: str,
) -> None:
    """Write figures and tables."""
    figures: dict[str, object] = {
        "texts": {name: len(those) for name, those in examples.items()},
        "settings": Keyphrases(KeyphraseSettings()).settings.signature,
        "systems": {
            name: {
                set_name: {
                    **{
                        f"f1@{cutoff}": round(float(scores[set_name][:, i].mean()), 2)
                        for i, cutoff in enumerate(CUTOFFS)
                    },
                    "milliseconds": round(milliseconds[set_name], 2),
                }
                for set_name in SETS
            }
            for name, (scores, milliseconds) in systems.items()
        },
        "variants": {
            name: {set_name: round(float(scores[set_name][:, 1].mean()), 2) for set_name in SETS}
            for name, scores in variants.items()
        },
    }
    write_figures("keywords", figures)
    write_between(PAGE, "keywords", content)
    write_between(METHOD_PAGE, "formula", formula(Weights()))


def formula(w: Weights) -> str:
    """Write the score with its weights, and what an occurrence inside a longer phrase counts."""
    alone = f"{w.single_compounds:g} {w.single_names - w.single_compounds:+.2g} g {w.single_frequency:+g} ln tf"
    return (
        f"   ln s = {w.frequency:g} ln tf {w.position:+g} ln(1 + place) {w.spread:+g} ln(1 + spread) "
        f"{w.characters:+g} ln characters {w.rarity:+g} rarity {w.words:+g} centrality\n"
        f"   {w.name:+g} [name] {w.acronym:+g} [acronym] {w.generic:+g} [generic noun] + [single word] · ({alone})\n\n"
        f"   An occurrence inside a longer phrase counts {w.nested:g}. Diversity is {DIVERSITY:g} by default."
    )


def systems_table(systems: dict[str, tuple[Scores, dict[str, float]]]) -> str:
    """Lay out F1 at all cutoffs, the macro average and the time."""
    header = ["F1@5 / 10 / 15", *SETS, "mean @10", "ms a text"]
    rows = [
        [
            name,
            *(" / ".join(f"{value:.1f}" for value in scores[set_name].mean(axis=0)) for set_name in SETS),
            f"{macro(scores):.1f}",
            f"{np.mean(list(milliseconds.values())):.1f}",
        ]
        for name, (scores, milliseconds) in systems.items()
    ]
    return table(header, rows, caption="Every system over the same candidates; time includes reading the text.")


def differences_table(systems: dict[str, tuple[Scores, dict[str, float]]]) -> str:
    """Lay out RepRank's lead in F1@10 over the best other systems, with its interval."""
    ours = systems["reprank"][0]
    closest = sorted((name for name in systems if name != "reprank"), key=lambda name: -macro(systems[name][0]))

    def lead(theirs: Scores, name: str) -> str:
        found = paired_bootstrap(ours[name][:, 1], theirs[name][:, 1], rng=np.random.default_rng(0))
        return f"{found.mean:+.1f} [{found.low:+.1f}, {found.high:+.1f}]"

    rows = [
        [name, *(lead(scores, set_name) for set_name in SETS), f"{macro(ours) - macro(scores):+.1f}"]
        for name, (scores, _) in systems.items()
        if name in closest[:CLOSEST]
    ]
    return table(["RepRank's lead, F1@10", *SETS, "mean"], rows, caption="Paired bootstrap over texts, 95% intervals.")


def variants_table(variants: dict[str, Scores]) -> str:
    """Lay out F1@10 with parts of the score left out."""
    rows = [
        [name, *(f"{scores[set_name][:, 1].mean():.1f}" for set_name in SETS), f"{macro(scores):.2f}"]
        for name, scores in variants.items()
    ]
    return table(["F1@10", *SETS, "mean"], rows, caption="RepRank's score taken apart, the other weights unchanged.")


if __name__ == "__main__":
    raise SystemExit(main())
