"""Measure how well English candidates agree with the noun phrases of a treebank, and write docs/lab/keywords.md.

    python -m benchmarks.keywords.noun_phrases en_ewt-ud-test.conllu en_gum-ud-test.conllu [--label before]

Any file in CoNLL-U format will do, for example those of UD_English-EWT and UD_English-GUM (CC BY-SA; they are measured
on only). Figures go to docs/results/noun-phrases.json under the label, the table of all labels to docs/lab/keywords.md
between <!-- noun-phrases:begin --> and <!-- noun-phrases:end -->.

A noun phrase of the treebank is a longest run of nouns, names, adjectives and attributive participles that ends in a
noun or name. Words that the package leaves out of phrases on purpose ("new", "Tuesday", "several"; the lists of
english-words.txt) divide the phrases of both sides. Nouns are judged alone as well: how many of the nouns and names are
part of a candidate, and how many of the last words of candidates are a noun or name.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.keywords.keywords import PAGE
from benchmarks.report import RESULTS, table, write_between
from reprank.phrases.candidates import read_phrases
from reprank.phrases.english import LISTS
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units

NOUNS = ("NOUN", "PROPN")
COLUMNS = ("phrase precision", "phrase recall", "phrase F1", "noun precision", "noun recall")


@dataclass(frozen=True)
class Token:
    """A token of the treebank: where it ends in its text, and what it is."""

    end: int
    is_noun: bool
    is_modifier: bool


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebanks", type=Path, nargs="+", help="files in CoNLL-U format")
    parser.add_argument("--label", default="now", help="name of the rows (default: now)")
    options = parser.parse_args()
    left_out = excluded_words()
    results = RESULTS / "noun-phrases.json"
    figures = json.loads(results.read_text(encoding="utf-8")) if results.exists() else {}
    figures[options.label] = {path.name: measure(path, left_out) for path in options.treebanks}
    results.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    rows = [
        [f"{name.removesuffix('.conllu')}, {label}", *(f"{values[column]:.1f}" for column in COLUMNS)]
        for name in dict.fromkeys(name for values in figures.values() for name in values)
        for label, of_label in figures.items()
        if (values := of_label.get(name))
    ]
    for row in rows:
        print(*row)
    write_between(PAGE, "noun-phrases", table(["%", *COLUMNS], rows, caption="Candidates against a treebank."))
    return 0


def excluded_words() -> frozenset[str]:
    """Return the words that are no part of a phrase by list."""
    lists = LISTS.read_text(encoding="utf-8").split("\n[")
    chosen = [part.split("]\n", 1)[1] for part in lists if part.startswith(("function]", "general]"))]
    return frozenset(word for text in chosen for line in text.split("\n") if line[:1] != "#" for word in line.split())


def measure(path: Path, left_out: frozenset[str]) -> dict[str, float]:
    """Return precision, recall and F1 in percent."""
    found = gold = both = last_words = noun_ends = nouns = covered = 0
    for text, tokens in read_treebank(path):
        units = read_units([Document(text)], language("en"))
        phrases = read_phrases(units, np.ones(len(units), dtype=np.bool_))
        words, runs = phrases.words, phrases.runs
        tags = align(tokens, words.end[words.first[1:] - 1].tolist())
        spelled = [words.spellings[i].lower().rstrip(".") for i in words.spelling_index.tolist()]
        kept = [word not in left_out and any(map(str.isalpha, word)) and len(word) > 1 for word in spelled]
        ours = {
            (a, b)
            for a, b in zip(
                runs.begin.tolist(), (runs.noun_end if hasattr(runs, "noun_end") else runs.stop).tolist(), strict=True
            )
            if b > a
        }
        theirs = set(noun_phrases(tags, kept, words.separated.tolist()))
        found, gold, both = found + len(ours), gold + len(theirs), both + len(ours & theirs)
        last_words, noun_ends = last_words + len(ours), noun_ends + sum(tags[b - 1].is_noun for _, b in ours)
        inside = {i for a, b in ours for i in range(a, b)}
        of_noun = {i for i, tag in enumerate(tags) if tag.is_noun and kept[i]}
        nouns, covered = nouns + len(of_noun), covered + len(of_noun & inside)
    precision, recall = both / found, both / gold
    values = precision, recall, 2 * precision * recall / (precision + recall), noun_ends / last_words, covered / nouns
    return {column: round(100 * value, 2) for column, value in zip(COLUMNS, values, strict=True)}


def read_treebank(path: Path) -> Iterator[tuple[str, list[Token]]]:
    """Yield each document: its text and its tokens."""
    text, tokens = "", list[Token]()
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        if "# newdoc" in block and tokens:
            yield text, tokens
            text, tokens = "", []
        rows = [line.split("\t") for line in block.split("\n") if line[:1].isdigit()]
        multiword_until = part_end = 0
        for row in rows:
            if "." in row[0]:
                continue
            if "-" in row[0]:  # "don't" is written once and has two tokens
                multiword_until, part_end = int(row[0].split("-")[1]), len(text)
                text += row[1] + ("" if "SpaceAfter=No" in row[9] else " ")
                continue
            if int(row[0]) > multiword_until:
                text += row[1]
                part_end = len(text)
            else:
                part_end += len(row[1])
            attributive = row[3] == "ADJ" or (row[3] == "VERB" and row[7].startswith("amod"))
            tokens.append(Token(part_end, row[3] in NOUNS, attributive))
            if int(row[0]) > multiword_until and "SpaceAfter=No" not in row[9]:
                text += " "
        text = text.rstrip() + ("\n" if rows else "")
    if tokens:
        yield text, tokens


def align(tokens: list[Token], ends: list[int]) -> list[Token]:
    """Return for each word the last token that ends within it."""
    token_ends = [token.end for token in tokens]
    places = np.searchsorted(token_ends, ends, side="right") - 1
    return [tokens[max(place, 0)] for place in places.tolist()]


def noun_phrases(tags: list[Token], kept: list[bool], separated: list[bool]) -> Iterator[tuple[int, int]]:
    """Yield the first word of each noun phrase and the word after it."""
    begin = stop = None
    for i, tag in enumerate(tags):
        inside = kept[i] and (tag.is_noun or tag.is_modifier)
        if begin is not None and (separated[i] or not inside):
            if stop is not None:
                yield begin, stop
            begin = stop = None
        if inside:
            begin = i if begin is None else begin
            stop = i + 1 if tag.is_noun else stop
    if begin is not None and stop is not None:
        yield begin, stop


if __name__ == "__main__":
    raise SystemExit(main())
