"""Write the page about roles: how good the fit is, what each group of columns adds, and the weights that ship.

    python -m benchmarks.roles.page MARKED.jsonl…    measure, and write all parts of docs/lab/roles.md
    python -m benchmarks.roles.page                  write the tables of the weights that ship

MARKED are files of ``benchmarks.editors.rebuild`` or of the same form; held-back inputs are left out. Single words
make the fit slow, so groups of columns are left out of a model without single words.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.editors.curve import mixed
from benchmarks.report import DOCS, replace_between, table, write_between, write_figures
from benchmarks.roles.fit import OUTPUT, Example, Judged, cross_validated, figures, fit, folds
from benchmarks.roles.marked import marked
from reprank.roles.features import GROUPS, OTHER_WORD

PAGE = DOCS / "lab" / "roles.md"
SIZES = (100, 200)
SHOWN_WORDS = 20
MIN_SHOWN = 0.005
GROUP_WORDS = {
    "length": "length",
    "shape": "shape",
    "ends": "beginning and end",
    "place": "place",
    "profile": "kind of text",
    "openings": "first words",
    "mentions": "names, things and words met before",
}
COLUMN_WORDS = {
    "one or two words": "it has one or two words",
    "five to seven words": "it has five to seven words",
    "length": "logarithm of the number of words / 3",
    "over fifty words": "it has more than fifty words",
    "symbols": "share of symbols among its characters, at most 0.3",
    "few letters": "fewer than 60 % of its characters are letters",
    "web address": "it contains a web or mail address",
    "braces": "it contains {, < or a vertical bar",
    "brackets": "it contains [",
    "dash": "it contains a dash or a bar between spaces",
    "quotation": "it contains a quotation mark",
    "phrase of a page": "it contains a phrase of web pages, such as “all rights reserved”",
    "caption": "it looks like the caption of a photograph: “(left)”, or a weekday with a full date",
    "no final mark": "it has no final punctuation mark",
    "no final mark, punctuated text": "… times the share of words in punctuated sentences of the document",
    "no final mark, not at the end": "… and it is not the last sentence of the document",
    "asks": "it is a question",
    "exclaims": "it ends with an exclamation mark",
    "announces": "it ends with a colon",
    "trails off": "it ends with an ellipsis",
    "opens small": "it begins with a small letter",
    "opens small, cased text": "… times the share of sentences in the document that do not",
    "opens with a mark": "it begins with neither a letter nor a digit",
    "opens with a digit": "it begins with a digit",
    "opens quoted": "it begins with a quotation mark",
    "first, no final mark": "it is the first sentence of its document and has no final mark",
    "second or third": "it is the second or third sentence",
    "position": "logarithm of its position / 4, at most 1",
    "last": "it is the last sentence of its document",
    "near the end": "its position as a share of the document",
    "in a list": "it is in an item of a list",
    "opens paragraph": "it is the first sentence of its paragraph",
    "own paragraph": "it is the only sentence of its paragraph",
    "repeated": "its document contains it more than once",
    "many short documents": "the input consists of many short documents, such as reviews",
    "several documents": "logarithm of the number of documents / 3",
    "mean length": "logarithm of the mean sentence length / 3",
    "uncased text": "share of sentences in the document that begin with a small letter",
    "opens with a pointer": "it begins with a pronoun or demonstrative",
    "opens with a connective": "it begins with a connective, such as “however”",
    "second word points": "its second word is a pronoun or demonstrative",
    "opens with a stop word": "it begins with a stop word",
    "capitalised words": "share of capitalised words",
    "stop words": "share of stop words",
    "no stop word": "it has no stop word",
    "names": "share of names",
    "points inside": "pronouns and demonstratives after the first word, at most 3, / 3",
    "a person inside, no name": "it refers to a person by pronoun and has no name",
    "given words": "share of its content words that appeared before",
    "words of the sentence before": "share of its content words that the previous sentence contains",
    "words of the opening": "share of its rare words that the first sentence contains",
    "taken up later": "how much of what it introduces appears again (logarithm / 4)",
    "opens with a given word": "it begins with a content word that appeared before",
    "short names": "short forms of names introduced before, at most 2, / 2",
    "full names": "words of names in full, at most 4, / 4",
    "abbreviations": "abbreviations in capitals, at most 3, / 3",
    "the, of a known thing": "“the” before a word that appeared before, at most 3, / 3",
    "opens with the, of a known thing": "it begins with “the” and such a word",
    "numbers": "numbers, at most 4, / 4",
}
CANDIDATE_WORDS = {
    "any sentence": "any candidate",
    "the sentence before": "it is the previous sentence",
    "distance": "logarithm of the distance in sentences",
    "opens the document": "it is the first sentence of the document that is not debris",
    "opens the paragraph": "it is the first sentence of the paragraph",
    "same paragraph": "both are in one paragraph",
    "announces": "it ends with a colon",
    "asks": "it is a question",
    "debris": "its probability of debris",
    "has full names": "words of names in full, at most 4, / 4",
    "length": "logarithm of its number of words / 3",
    "introduces the name": "it has the full form of a name that the sentence shortens",
    "introduces the thing": "it is the first to contain what the sentence calls “the …”",
    "shares words that it introduced": "share of the sentence's rare words that it was the first to contain",
    "shares words that it had last": "share of the sentence's rare words that it was the last to contain",
    "shares words": "it was the first or last to contain a word of the sentence",
    "introduced words of the sentence before": "share of the previous sentence's rare words that it introduced",
    "the sentence before, a pointer opens": "it is the previous sentence, and the sentence begins with a pronoun",
    "the sentence before, a connective opens": "it is the previous sentence, and the sentence begins with a connective",
    "the sentence before, within the paragraph": "it is the previous sentence, in the same paragraph",
    "opens the document, a pointer opens": "it opens the document, and the sentence begins with a pronoun",
    "announces, a list item": "it ends with a colon, and the sentence is an item of a list",
    "has full names, a person is meant": "it has names in full, and the sentence refers to a person by pronoun",
    "opens the document, several documents": "it opens the document, times log(number of documents) / 3",
}
FIGURE_WORDS = {
    "debris AUC": "debris, AUC",
    "precision": "precision",
    "recall": "recall",
    "leans AUC": "needs another, AUC",
    "alone / before / far": "none / previous / other",
    "antecedent": "the right sentence",
}


def main() -> None:
    """Measure if there are inputs, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    files = parser.parse_args().files
    if files:
        rows = [json.loads(line) for path in files for line in path.open(encoding="utf-8")]
        measured = measure([row for row in rows if not row.get("held_back")])
        write_figures("roles", measured)
        write_results(measured)
    write_weights()


def measure(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Judge every input by weights that have not seen it, with all columns and with fewer, and with fewer inputs."""
    examples = [Example.of(marked(row)) for row in rows]
    fold = folds(examples)
    groups = Counter(example.input.group for example in examples)
    by_input = cross_validated(examples, fold)
    by_kind = cross_validated(examples, [example.input.group for example in examples])
    print("cross-validated", flush=True)
    columns_only = {"nothing else": _without(examples, fold, ())}
    for group, names in GROUPS.items():
        columns_only[GROUP_WORDS[group]] = _without(examples, fold, names)
    return {
        "inputs": {"all": len(examples), **dict(sorted(groups.items()))},
        "sentences": int(sum(example.input.known.sum() for example in examples)),
        "by input": _by_group(by_input, groups),
        "by kind": _by_group(by_kind, groups),
        "all columns": figures(by_input),
        "without single words": columns_only,
        "curve": {**_curve(rows, examples, fold), round(len(examples) * 0.8): figures(by_input)},
    }


def _without(examples: Sequence[Example], fold: Sequence[int], names: Iterable[str]) -> dict[str, float]:
    return figures(cross_validated(examples, fold, frozenset({"words", *names})))


def _by_group(judged: Sequence[Judged], groups: Iterable[str]) -> dict[str, dict[str, float]]:
    """Return figures for all inputs and for each group, with what is marked and the mean of what is said."""
    found = {}
    for group in ("all", *sorted(groups)):
        own = [j for j in judged if group in ("all", j.example.input.group)]
        leans = np.concatenate([j.example.leans[j.example.judged] for j in own])
        debris = np.concatenate([j.example.input.debris[j.example.input.known] for j in own])
        found[group] = {
            **figures(own),
            "debris marked": float(debris.mean()),
            "debris said": float(np.concatenate([j.debris[j.example.input.known] for j in own]).mean()),
            "leans marked": float(leans.mean()),
            "leans said": float(np.concatenate([j.leans[j.example.judged] for j in own]).mean()),
        }
    return found


def _curve(
    rows: Sequence[Mapping[str, Any]], examples: Sequence[Example], fold: Sequence[int]
) -> dict[int, dict[str, float]]:
    """Return the figures of weights that were fitted to fewer inputs, with all kinds of text in proportion."""
    place = {id(row): number for number, row in enumerate(rows)}
    order = [place[id(row)] for row in mixed(rows, 0)]
    found = {}
    for size in SIZES:
        judged = []
        for held in sorted(set(fold)):
            fitted = fit([examples[number] for number in order if fold[number] != held][:size])
            judged += [Judged.by(fitted, examples[number]) for number in order if fold[number] == held]
        found[size] = figures(judged)
    return found


def write_results(measured: Mapping[str, Any]) -> None:
    """Write the parts of the page with measurements."""
    inputs, by_input, by_kind = measured["inputs"], measured["by input"], measured["by kind"]
    whole = {f"**{group}**" if group == "all" else group: found for group, found in by_input.items()}
    counts = [f"{inputs[group]:,}" for group in by_input]
    caption = f"{inputs['all']:,} inputs, {measured['sentences']:,} sentences, cross-validated by input:\n\n"
    write_between(PAGE, "roles-kinds", caption + _figures("group of kinds", whole, counts=counts))
    rows = [
        [group, *(f"{found[name]:.3f}" for name in ("debris AUC", "leans AUC", "antecedent")), *_said(found)]
        for group, found in by_kind.items()
        if group != "all"
    ]
    head = ["group left out", *(FIGURE_WORDS[name] for name in ("debris AUC", "leans AUC", "antecedent"))]
    write_between(
        PAGE, "roles-apart", table([*head, "debris: predicted / marked", "needs another: predicted / marked"], rows)
    )
    curve = {f"{int(size):,}": found for size, found in sorted(measured["curve"].items(), key=lambda e: int(e[0]))}
    write_between(PAGE, "roles-curve", _figures("inputs", curve))
    full, fewer = measured["all columns"], measured["without single words"]
    start = fewer["nothing else"]
    lines = [["all columns and words", *(f"{full[name]:.3f}" for name in FIGURE_WORDS)]]
    lines.append(["without single words", *(f"{start[name]:.3f}" for name in FIGURE_WORDS)])
    for group, found in fewer.items():
        if group != "nothing else":
            lines.append([f"… and without {group}", *(_difference(found[n] - start[n]) for n in FIGURE_WORDS)])
    write_between(PAGE, "roles-drop", table(["columns", *FIGURE_WORDS.values()], lines))


def _figures(head: str, lines: Mapping[str, Mapping[str, float]], *, counts: Sequence[str] | None = None) -> str:
    rows = [[name, *(f"{found[figure]:.3f}" for figure in FIGURE_WORDS)] for name, found in lines.items()]
    if counts is None:
        return table([head, *FIGURE_WORDS.values()], rows)
    with_counts = [[row[0], count, *row[1:]] for row, count in zip(rows, counts, strict=True)]
    return table([head, "inputs", *FIGURE_WORDS.values()], with_counts)


def _difference(value: float) -> str:
    text = f"{value:+.3f}"
    return "0" if float(text) == 0 else text


def _said(found: Mapping[str, float]) -> list[str]:
    return [f"{found[f'{what} said']:.0%} / {found[f'{what} marked']:.0%}" for what in ("debris", "leans")]


def write_weights() -> None:
    """Write the tables of the weights that ship."""
    for name, content in weight_tables().items():
        replace_between(PAGE, name, content)


def weight_tables() -> dict[str, str]:
    """Return the tables of the weights that ship, by the name of their part of the page."""
    shipped = json.loads(OUTPUT.read_text(encoding="utf-8"))
    debris, alone = shipped["debris"]["weights"], shipped["alone"]["weights"]
    columns = []
    for group, names in GROUPS.items():
        columns.append([f"**{GROUP_WORDS[group]}**", "", ""])
        columns += [[COLUMN_WORDS[name], _weight(debris[name]), _weight(-alone[name])] for name in names]
    ends = [_weight(shipped["debris"]["intercept"]), _weight(-shipped["alone"]["intercept"])]
    columns.append(["**every sentence**", *ends])
    needed = shipped["needed"]["weights"]
    return {
        "roles-columns": table(["column", "debris", "needs another"], columns),
        "roles-words": table(["role", "strongest words"], _word_rows(shipped["words"]["en"])).replace("---:|", "---|"),
        "roles-candidates": table(
            ["candidate", "weight"], [[CANDIDATE_WORDS[name], _weight(weight)] for name, weight in needed.items()]
        ),
    }


def _word_rows(words: Mapping[str, Sequence[float]]) -> list[list[str]]:
    """Return the strongest words for debris and for needing another sentence."""
    rows = []
    for number, (role, sign) in enumerate(zip(("debris", "needs another"), (1, -1), strict=True)):
        weights = {word: sign * pair[number] for word, pair in words.items() if word != OTHER_WORD}
        strongest = sorted(weights, key=lambda word: (-abs(weights[word]), word))[:SHOWN_WORDS]
        for tells, of in (("more", 1), ("less", -1)):
            named = [f"{word} {_weight(weights[word])}" for word in strongest if weights[word] * of > 0]
            rows.append([f"{role}, {tells} probable", ", ".join(named)])
    return rows


def _weight(value: float) -> str:
    return "0" if abs(value) < MIN_SHOWN else f"{value:+.2f}".replace("-", "−")


if __name__ == "__main__":
    main()
