"""Write the table of English parts of speech that ships with the package, from WordNet 3.0.

Run from the project's root, with the folder of WordNet's database (package ``wordnet-base`` of Debian)::

    python -m benchmarks.models.build_english_parts /usr/share/wordnet

WordNet counts how often each sense of a lemma occurs in its hand-tagged texts (cntlist.rev). The counts are added up by
part of speech and shared out over the inflected forms. A form is written if it is among the words of the table of
general frequencies and can be something other than a noun, or if its ending would mislead. A noun in -ing has at least
one eighth, because the tagged texts count most of its occurrences as verbs. The same database gives the same bytes.
Prints the number of words and the size.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from reprank.phrases.english import TABLE, ending_shares
from reprank.phrases.parts import PARTS, Shares
from reprank.tensors import read_tensors
from reprank.text.vocabulary import Vocabulary

FREQUENCY = TABLE.with_name("english-frequency.safetensors")
SENSE_NUMBERS = {"1": "noun", "2": "verb", "3": "adjective", "4": "adverb", "5": "adjective"}
UNCOUNTED = 0.4  # what a sense that never occurs in the tagged texts counts
PLAIN = re.compile(r"[a-z]{2,}(?:-[a-z]+)*")
# How the occurrences of a lemma are shared out over its forms.
NOUN_FORMS = {"singular": 0.7, "plural": 0.3}
VERB_FORMS = {"base": 0.4, "third": 0.12, "past": 0.33, "gerund": 0.15}
EIGHTHS = 8
HEADER = """\
# What English words can be, for reprank.phrases.english: a line of the shares of {parts}, in eighths, and the words
# that have them. Derived from WordNet 3.0 by benchmarks/models/build_english_parts.py.
#
# WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. NOTICE has the licence.
"""


def main() -> None:
    """Read WordNet, write the table, report."""
    parser = argparse.ArgumentParser(description="Write the table of English parts of speech from WordNet.")
    parser.add_argument("wordnet", type=Path, help="folder with index.noun, cntlist.rev, verb.exc and the others")
    parser.add_argument("--output", type=Path, default=TABLE, help="where the table goes")
    options = parser.parse_args()
    counts = form_counts(options.wordnet)
    sections: defaultdict[Shares, list[str]] = defaultdict(list)
    for word in sorted(counts.keys() & set(frequent_words())):
        shares = in_eighths(counts[word])
        if word.endswith("ing") and counts[word]["noun"] and not shares[0]:
            shares = (1, *in_eighths(counts[word] | {"noun": 0.0}, whole=EIGHTHS - 1)[1:])
        if shares != ending_shares(word) or word.endswith("ly"):
            sections[shares].append(word)
    lines = [HEADER.format(parts=", ".join(PARTS))]
    for shares in sorted(sections, reverse=True):
        lines += [f"[{' '.join(map(str, shares))}]", " ".join(sections[shares])]
    options.output.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(sum(map(len, sections.values())), "words,", len(sections), "lines,", options.output.stat().st_size, "bytes")


def frequent_words() -> tuple[str, ...]:
    """Return the words of the table of general frequencies."""
    tensors, _ = read_tensors(FREQUENCY)
    return Vocabulary(*(tensors[name] for name in ("letters", "ends", "checksums", "order"))).words()  # type: ignore[arg-type]


def lemma_counts(folder: Path) -> dict[str, dict[str, float]]:
    """Return for each part of speech how often each lemma occurs."""
    counts: dict[str, dict[str, float]] = {}
    for part, name in {"noun": "noun", "verb": "verb", "adjective": "adj", "adverb": "adv"}.items():
        lines = (folder / f"index.{name}").read_text(encoding="ascii").splitlines()
        fields = [line.split() for line in lines if not line.startswith(" ")]
        counts[part] = {field[0]: UNCOUNTED * int(field[2]) for field in fields if PLAIN.fullmatch(field[0])}
    for line in (folder / "cntlist.rev").read_text(encoding="ascii").splitlines():
        key, _, count = line.split()
        lemma, _, sense = key.partition("%")
        part = SENSE_NUMBERS[sense[0]]
        if lemma in counts[part]:
            counts[part][lemma] += int(count)
    return counts


def form_counts(folder: Path) -> dict[str, dict[str, float]]:
    """Return for each inflected form how often it is what."""
    lemmas = lemma_counts(folder)
    counts: defaultdict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(PARTS, 0.0))
    plurals = read_exceptions(folder / "noun.exc")
    for lemma, count in lemmas["noun"].items():
        counts[lemma]["noun"] += count * NOUN_FORMS["singular"]
        for plural in plurals.get(lemma, [_with_s(lemma)]):
            counts[plural]["noun"] += count * NOUN_FORMS["plural"]
    irregular = read_exceptions(folder / "verb.exc")
    for lemma, count in lemmas["verb"].items():
        for form, part, share in verb_forms(lemma, irregular.get(lemma, [])):
            counts[form][part] += count * share
    for part in ("adjective", "adverb"):
        exceptions = read_exceptions(folder / f"{part[:3]}.exc")
        for lemma, count in lemmas[part].items():
            for form in (lemma, *exceptions.get(lemma, [])):
                counts[form][part] += count
    return counts


def verb_forms(lemma: str, irregular: list[str]) -> Iterator[tuple[str, str, float]]:
    """Yield the forms of a verb, each with its part and its share of the occurrences."""
    yield lemma, "verb", VERB_FORMS["base"]
    yield _with_s(lemma), "verb", VERB_FORMS["third"]
    gerunds = [form for form in irregular if form.endswith("ing")]
    pasts = [form for form in irregular if not form.endswith(("ing", "s"))]
    for form in gerunds or [_stem(lemma) + "ing"]:
        yield form, "gerund", VERB_FORMS["gerund"]
    for form in pasts or [lemma[:-1] + "ied" if _ends_in_consonant_y(lemma) else _stem(lemma) + "ed"]:
        yield form, "participle", VERB_FORMS["past"]


def read_exceptions(path: Path) -> dict[str, list[str]]:
    """Read irregular forms: for each lemma its forms."""
    forms: defaultdict[str, list[str]] = defaultdict(list)
    for line in path.read_text(encoding="ascii").splitlines():
        form, *lemmas = line.split()
        for lemma in lemmas:
            forms[lemma].append(form)
    return forms


def in_eighths(counts: dict[str, float], whole: int = EIGHTHS) -> Shares:
    """Round shares to eighths that add up to the whole, the largest remainders up."""
    total = sum(counts.values())
    exact = [whole * counts[part] / total for part in PARTS]
    floor = [int(share) for share in exact]
    by_remainder = sorted(range(len(exact)), key=lambda i: (floor[i] - exact[i], i))
    for i in by_remainder[: whole - sum(floor)]:
        floor[i] += 1
    return tuple(floor)


def _with_s(word: str) -> str:
    if _ends_in_consonant_y(word):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


def _stem(verb: str) -> str:
    return verb[:-1] if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) else verb


def _ends_in_consonant_y(word: str) -> bool:
    return word.endswith("y") and word[-2] not in "aeiou"


if __name__ == "__main__":
    main()
