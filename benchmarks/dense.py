"""Measure what word vectors are worth in each place where they can act, and write docs/representation.md's tables.

    python benchmarks/dense.py ../shared/data

Every cell is compared, cluster by cluster, with the default method, which has no vectors. Numbers go to
docs/results/dense.json and, as tables, between the lines <!-- dense:begin --> and <!-- dense:end -->. Scores of cells
that are done stay in build/dense/: a run that was interrupted goes on, as long as code and models are the same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dense_parts import Dense, Parts, Representation, centroid_cosines, representations
from quality import GROUPS
from reprank.api import Method, System
from reprank.arrays import Floats
from reprank.coverage.method import Coverage, Walked
from reprank.evaluation.keyphrases import Keyphrases
from reprank.evaluation.rouge import Rouge
from reprank.evaluation.sets import KeyphraseSet, Reading, SummarySet, read_set
from reprank.evaluation.significance import Comparison, macro_comparison
from reprank.paper.method import Paper
from reprank.phrases.candidates import Phrases, read_phrases
from reprank.phrases.keywords import make_keywords, select
from reprank.phrases.scores import Weights, read_features, score
from reprank.selection import Allowance, Task
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units

ROOT = Path(__file__).resolve().parent.parent
METRICS = ("rouge-1", "rouge-2")
TOP = 10

Scores = dict[str, list[list[float]]]  # set → clusters → metrics

PLACES = {
    "sentence similarity": Parts(similarity=0.3),
    "word–word edges": Parts(word_edges=0.1),
    "soft coverage": Parts(soft_cover=0.3),
    "term weights": Parts(term_weight=0.25),
    "sentence worth": Parts(centroid=0.1),
}
USES = {"word–word edges": "vectors", "soft coverage": "vectors", "term weights": "weights"}  # others use both
TRIALS = {
    "sentence similarity, all positive cosines": Parts(similarity=0.3, sentence_floor=0.0),
    "word–word edges .05, cosine above .6, three neighbours": Parts(word_edges=0.05, word_floor=0.6, neighbours=3),
    "soft coverage, cosine above .7": Parts(soft_cover=0.3, word_floor=0.7),
    "term weights, η = .1": Parts(term_weight=0.1),
    "term weights, η = −.1": Parts(term_weight=-0.1),
    "mass after the walk, η = .1": Parts(term_mass=0.1),
    "sentence worth, .05": Parts(centroid=0.05),
    "sentence worth, of the summary so far, .05": Parts(centroid=0.05, so_far=True),
}
KEYWORDS = {"keywords, cosine": 1.0, "keywords, ½ cosine": 0.5}


@dataclass(frozen=True, eq=False)
class Text:
    """A text with gold keyphrases, read once."""

    phrases: Phrases
    lexical: Floats
    scores: Callable[[list[str]], float]


class Cells:
    """Scores of what was measured, kept on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[str, Scores] = json.loads(path.read_text()) if path.exists() else {}

    def get(self, key: str, measure: Callable[[], Scores]) -> Scores:
        """Return the scores of a cell, measured unless they are known."""
        if key not in self.known:
            self.known[key] = measure()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            part = self.path.with_suffix(".part")
            part.write_text(json.dumps(self.known), encoding="utf-8")
            part.replace(self.path)
        return self.known[key]


def main() -> None:
    """Measure all cells and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with summaries/ and keyphrases/")
    parser.add_argument("--limit", type=int, help="at most so many of each set: a quick look that writes no document")
    options = parser.parse_args()
    cells = Cells(ROOT / "build" / "dense" / f"{_fingerprint(options.limit)}.json")
    sets, texts = _read(options.data, options.limit)
    lexical = cells.get("lexical", lambda: _summaries(Coverage(), sets))
    if cells.get("check", lambda: _summaries(Dense(), sets)) != lexical:
        raise SystemExit("Dense without dense parts no longer chooses what the default chooses: bring it up to date")
    plain = cells.get("keywords", lambda: _keywords(texts, None, 0.0))
    report: dict[str, object] = {
        "lexical": {"summaries": _means(lexical), "keywords": _means(plain)},
        "clusters": {name: len(scores) for name, scores in (lexical | plain).items()},
    }
    rows = representations()
    papers = {row.name: cells.get(f"paper {row.name}", lambda row=row: _paper(row, sets)) for row in rows}  # type: ignore[misc]
    paper = {name: _against(scores, papers[rows[0].name]) for name, scores in papers.items()}
    table = {row.name: _row(row, cells, sets, texts, (lexical, plain)) for row in rows}
    trials = {
        name: {row.name: _against(_cell(row, name, parts, cells, sets), lexical) for row in (rows[3], rows[5])}
        for name, parts in TRIALS.items()
    }
    report |= {"paper": paper, "table": table, "trials": trials}
    text = _markdown(paper, table, trials, (_means(lexical), _means(plain)))
    print(text)
    if options.limit is None:
        (ROOT / "docs" / "results" / "dense.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
        fill(ROOT / "docs" / "representation.md", "dense", text)


Cell = dict[str, dict[str, float]]  # metric → mean, difference, low, high


def _row(
    row: Representation,
    cells: Cells,
    sets: list[SummarySet],
    texts: Mapping[str, list[Text]],
    lexical: tuple[Scores, Scores],
) -> dict[str, Cell | None]:
    """Measure one representation in every place."""
    found: dict[str, Cell | None] = {}
    for place, parts in PLACES.items():
        idle = USES.get(place) == "weights" and not row.weighted
        found[place] = None if idle else _against(_cell(row, place, parts, cells, sets), lexical[0])
    for name, weight in KEYWORDS.items():
        scores = cells.get(f"{name} {row.name}", lambda weight=weight: _keywords(texts, row, weight))  # type: ignore[misc]
        found[name] = _against(scores, lexical[1])
    return found


def _paper(row: Representation, sets: list[SummarySet]) -> Scores:
    return _summaries(Paper(encoder=row.encoder, attention=row.weighted), sets)


def _cell(row: Representation, place: str, parts: Parts, cells: Cells, sets: list[SummarySet]) -> Scores:
    source = {"vectors": row.vectors, "weights": row.weights}.get(USES.get(place, ""), row.name)
    return cells.get(f"{place} {source}", lambda: _summaries(Dense(representation=row, parts=parts), sets))


def _summaries(method: Method, sets: list[SummarySet]) -> Scores:
    """Score a method's summaries."""
    system, found = System(method), Scores()
    for each in sets:
        rouge = Rouge(each.rouge)
        found[each.name] = []
        for cluster in each.clusters:
            summary = str(system.summarize(cluster.documents, words=each.words, keywords=0))
            scores = rouge.prepare(cluster.references).scores(summary, METRICS)
            found[each.name].append([round(100 * scores[metric].f1, 6) for metric in METRICS])
    return found


def _keywords(texts: Mapping[str, list[Text]], row: Representation | None, weight: float) -> Scores:
    """Score keywords by F1 of the first ten, with the cosine of phrase and text added to their log-score."""
    found = Scores()
    for name, each in texts.items():
        found[name] = []
        for text in each:
            scores = text.lexical + (weight * centroid_cosines(row, text.phrases) if row else 0.0)
            best = make_keywords(text.phrases, select(text.phrases, scores, top=TOP), np.exp(scores - scores.max()))
            found[name].append([round(100 * text.scores([keyword.text for keyword in best]), 6)])
    return found


def _read(data: Path, limit: int | None) -> tuple[list[SummarySet], dict[str, list[Text]]]:
    """Read the English sets, as many clusters of each as docs/quality.md has, and those with keyphrases."""
    groups = {group.name: group for group in GROUPS}
    sets, texts = list[SummarySet](), dict[str, list[Text]]()
    for group in (groups["english"], groups["keyphrases"]):
        for name, most in group.sets.items():
            limits = [number for number in (most, limit) if number is not None]
            each = read_set(data / group.folder / f"{name}.jsonl", name, Reading(limit=min(limits, default=None)))
            if isinstance(each, SummarySet):
                sets.append(each)
            elif each.settings.language == "en":
                texts[name] = _read_texts(each)
    return sets, texts


def _read_texts(each: KeyphraseSet) -> list[Text]:
    found = list[Text]()
    for text in each.texts:
        units = read_units([Document(text.text)], language("en"))
        everything = np.ones(len(units), dtype=np.bool_)
        phrases = read_phrases(units, everything)
        gold = Keyphrases(each.settings).prepare(text)
        if len(phrases):
            walked = Coverage().walk(Task(units, Allowance(units.lengths, 0, 0), everything, ~everything))
            lexical = score(read_features(phrases, centrality=_centrality(walked)), Weights())
            found.append(Text(phrases, lexical, lambda names, gold=gold: gold.scores(names, (TOP,))[TOP].f1))  # type: ignore[misc]
    return found


def _centrality(walked: Walked) -> Floats:
    """Weigh stems as the default does for keywords: mass divided by rarity."""
    centrality = np.zeros(len(walked.terms.stems.names))
    singles = slice(0, walked.terms.unigrams)
    centrality[walked.terms.first[singles]] = walked.mass[singles] / walked.weights[singles]
    return centrality


def _against(scores: Scores, base: Scores) -> Cell:
    """Compare with the method without vectors: sets count alike, pairs are resampled within each."""
    names = METRICS if len(next(iter(base.values()))[0]) > 1 else ("f1",)
    cell: Cell = {}
    for column, metric in enumerate(names):
        both = [[np.array(each[name])[:, column] for name in base] for each in (scores, base)]
        found: Comparison = macro_comparison(both[0], both[1], rng=np.random.default_rng(0))
        mean = float(np.mean([values.mean() for values in both[0]]))
        cell[metric] = {
            key: round(value, 3)
            for key, value in {"mean": mean, "difference": found.mean, "low": found.low, "high": found.high}.items()
        }
    return cell


def _means(scores: Scores) -> list[float]:
    means = np.mean([np.mean(each, axis=0) for each in scores.values()], axis=0)
    return [round(float(mean), 2) for mean in means]


def _markdown(
    paper: Mapping[str, Cell],
    table: Mapping[str, Mapping[str, Cell | None]],
    trials: Mapping[str, Mapping[str, Cell]],
    lexical: tuple[list[float], list[float]],
) -> str:
    """Write the tables: differences with their 95% intervals, those that exclude zero in bold."""
    (rouge_1, rouge_2), (keywords,) = lexical
    parts = [
        "### In the paper's method",
        "Differences are from the plain average of GloVe; 95% intervals, those that exclude zero in bold.",
        grid(
            ("representation", "ROUGE-1", "ROUGE-2", "Δ ROUGE-1<br>Δ ROUGE-2"),
            {
                name: [f"{value['mean']:.2f}" for value in cell.values()] + [_shown(cell)]
                for name, cell in paper.items()
            },
        ),
        "### In the default method",
        f"Without vectors it has ROUGE-1 {rouge_1:.2f}, ROUGE-2 {rouge_2:.2f}; its keywords, F1@10 {keywords:.2f}.\n"
        "Cells are differences from these: ROUGE-1 above, ROUGE-2 below; F1@10 for keywords.",
        grid(
            ("representation", *next(iter(table.values()))),
            {name: [_shown(cell) for cell in row.values()] for name, row in table.items()},
        ),
        "### Other settings",
        grid(
            ("trial", *next(iter(trials.values()))),
            {name: [_shown(cell) for cell in row.values()] for name, row in trials.items()},
        ),
    ]
    return "\n\n".join(parts)


def grid(titles: Sequence[str], rows: Mapping[str, Sequence[str]]) -> str:
    """Write a Markdown table with the names of the rows in the first column."""
    lines = ["| " + " | ".join(titles) + " |", "|---|" + "---:|" * (len(titles) - 1)]
    return "\n".join([*lines, *("| " + " | ".join([name, *cells]) + " |" for name, cells in rows.items())])


def _shown(cell: Cell | None) -> str:
    if cell is None:
        return "–"
    return "<br>".join(map(_difference, cell.values()))


def _difference(value: Mapping[str, float]) -> str:
    text = f"{value['difference']:+.2f} [{value['low']:+.2f}, {value['high']:+.2f}]".replace("-", "−")
    return f"**{text}**" if value["low"] > 0 or value["high"] < 0 else text


def _fingerprint(limit: int | None) -> str:
    """Return a digest of everything that the scores depend on but the data."""
    digest = hashlib.sha256(str(limit).encode())
    package = ROOT / "src" / "reprank"
    for path in sorted([*package.glob("*.py"), *package.glob("models/*"), ROOT / "benchmarks" / "dense_parts.py"]):
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()[:16]


def fill(path: Path, name: str, content: str) -> None:
    """Put content between the markers of that name."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    before, _, rest = path.read_text(encoding="utf-8").partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"{path.name} has no lines {begin} and {end}: put them where the tables shall stand")
    path.write_text(f"{before}{begin}\n\n{content}\n\n{end}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
