"""Measure how often the language of a text is identified, and write the tables of docs/lab/languages.md.

    python -m benchmarks.quality.languages NTREX-128

The texts are those of NTREX-128 (Federmann, Kocmi and Xin 2022, CC BY-SA 4.0): news in 128 languages, translated by
people. None of them went into the table of weights. Settings were chosen with the first ``SEEN_LINES`` lines of each
language in view; only the lines after these are measured here. Lines are joined to texts of a given length.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.report import RESULTS, ROOT, write_between
from reprank.text.identification import IDENTIFIED, detect
from reprank.text.languages import NAMES, STEMMERS, language

SEEN_LINES = 1_000
LENGTHS_CHARACTERS = (300, 100, 50)
MAIN_LENGTH_CHARACTERS = 300
RELIABLE_PERCENT = 99  # languages below it are listed
TEXTS = 200  # at most, of each language, length and variant

# Files of NTREX-128 for each code. Variants of a language are averaged.
FILES = {
    "af": "afr", "am": "amh", "ar": "arb", "az": "aze-Latn", "be": "bel", "bg": "bul", "bn": "ben", "bo": "bod",
    "ca": "cat", "ckb": "ckb-Arab", "cs": "ces", "cy": "cym", "da": "dan", "de": "deu", "dv": "div", "el": "ell",
    "en": "eng-GB eng-IN", "es": "spa spa-MX", "et": "est", "eu": "eus", "fa": "fas", "fi": "fin", "fr": "fra fra-CA",
    "ga": "gle", "gl": "glg", "gu": "guj", "ha": "hau", "he": "heb", "hi": "hin", "hr": "hrv", "hu": "hun",
    "hy": "hye", "id": "ind", "ig": "ibo", "is": "isl", "it": "ita", "ja": "jpn", "ka": "kat", "kk": "kaz",
    "km": "khm", "kn": "kan", "ko": "kor", "ku": "kmr", "ky": "kir", "lb": "ltz", "lo": "lao", "lt": "lit",
    "lv": "lav", "mg": "mlg", "mi": "mri", "mk": "mkd", "ml": "mal", "mn": "mon", "mr": "mar", "ms": "msa",
    "mt": "mlt", "my": "mya", "ne": "nep", "nl": "nld", "no": "nob nno", "pa": "pan", "pl": "pol", "ps": "pus",
    "pt": "por por-BR", "ro": "ron", "ru": "rus", "rw": "kin", "si": "sin", "sk": "slk", "sl": "slv", "so": "som",
    "sq": "sqi", "sr": "srp-Cyrl", "sv": "swe", "sw": "swa", "ta": "tam", "te": "tel", "tg": "tgk-Cyrl", "th": "tha",
    "ti": "tir", "tk": "tuk", "tl": "fil", "tr": "tur", "tt": "tat", "ug": "uig", "uk": "ukr", "ur": "urd",
    "uz": "uzb", "vi": "vie", "xh": "xho", "yo": "yor", "zh": "zho-CN zho-TW", "zu": "zul",
}  # fmt: skip


def main() -> int:
    """Measure, write docs/results/identification.json and the tables."""
    parser = argparse.ArgumentParser(description="Measure how often the language of a text is identified.")
    parser.add_argument("ntrex", type=Path, help="folder with the text files of NTREX-128")
    folder = parser.parse_args().ntrex
    begin = time.perf_counter()
    found = {code: {str(length): _answers(folder, code, length) for length in LENGTHS_CHARACTERS} for code in FILES}
    seconds = time.perf_counter() - begin
    texts = sum(answers.total() for lengths in found.values() for answers in lengths.values())
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "identification.json").write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    write_between(ROOT / "docs" / "lab" / "languages.md", "identification", _overview(found))
    write_between(ROOT / "docs" / "lab" / "languages.md", "support", _support(found))
    print(f"{_overview(found)}\n{1000 * seconds / texts:.2f} ms a text")
    return 0


def _answers(folder: Path, code: str, length: int) -> Counter[str]:
    return Counter(detect([text]) for name in FILES[code].split() for text in _texts(folder, name, length))


def _texts(folder: Path, name: str, length: int) -> Iterator[str]:
    lines = (folder / f"newstest2019-ref.{name}.txt").read_text(encoding="utf-8").splitlines()[SEEN_LINES:]
    text, count = "", 0
    for line in lines:
        text = f"{text} {line}".strip()
        if len(text) >= length:
            yield text[:length]
            text, count = "", count + 1
            if count == TEXTS:
                return


def _share(answers: Counter[str], code: str) -> float:
    return 100 * answers[code] / answers.total()


def _overview(found: dict[str, dict[str, Counter[str]]]) -> str:
    rows = ["| characters of a text | languages | mean | languages at 95 % or more | lowest |", "|---|---|---|---|---|"]
    for length in map(str, LENGTHS_CHARACTERS):
        shares = {code: _share(lengths[length], code) for code, lengths in found.items()}
        lowest = ", ".join(
            f"{code} {share:.0f} %" for code, share in sorted(shares.items(), key=lambda item: item[1])[:4]
        )
        good = sum(share >= 95 for share in shares.values())
        rows.append(f"| {length} | {len(shares)} | {sum(shares.values()) / len(shares):.1f} % | {good} | {lowest} |")
    return "\n".join(rows)


def _support(found: dict[str, dict[str, Counter[str]]]) -> str:
    """List the languages by what they have, and those that are recognised less often than others."""
    stop = {code for code in NAMES if language(code).stopwords}
    groups = {
        "stop words and a stemmer": [code for code in NAMES if code in stop and code in STEMMERS],
        "stop words": [code for code in NAMES if code in stop and code not in STEMMERS],
        "a stemmer": [code for code in NAMES if code not in stop and code in STEMMERS],
        "neither": [code for code in NAMES if code not in stop and code not in STEMMERS],
    }
    lines = [f"- **{title.capitalize()}** ({len(codes)}): {_names(codes)}." for title, codes in groups.items() if codes]
    lines[-1] = f"- **Neither** ({len(groups['neither'])}): all others."
    measured = {code: lengths[str(MAIN_LENGTH_CHARACTERS)] for code, lengths in found.items()}
    rows = [
        f"| {NAMES[code].title()} | {_share(answers, code):.0f} % | "
        + ", ".join(NAMES[other].title() for other, _ in answers.most_common(3) if other != code and other in NAMES)
        + " |"
        for code, answers in measured.items()
        if _share(answers, code) < RELIABLE_PERCENT
    ]
    rest = [code for code in NAMES if code in IDENTIFIED and code not in measured]
    head = ["| language | recognised | otherwise taken for |", "|---|---|---|"]
    return "\n".join([*lines, f"- **Not measured**: {_names(rest)}.", "", *head, *rows])


def _names(codes: list[str]) -> str:
    return ", ".join(NAMES[code].title() for code in codes)


if __name__ == "__main__":
    raise SystemExit(main())
