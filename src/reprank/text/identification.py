"""Text to language code: by script, and by letter sequences and words where several languages share a script.

The table ``data/languages.safetensors`` holds one weight for each language and feature: log (p(feature | language) /
p(feature)), in steps of 1 / ``STEPS_PER_NAT``. Features are words and sequences of one to three letters; several
features share a row of the table by their hash. The weights of a text's features are added (naive Bayes).
``benchmarks/models/build_languages.py`` makes the table; docs/lab/languages.md says how often it is right.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from reprank.arrays import Integers
from reprank.patterns import lazy_pattern
from reprank.shipped import DATA
from reprank.tensors import read_tensors
from reprank.text.tokens import word_pattern

UNKNOWN = (
    "und"  # the ISO 639 code for "undetermined": no stop words but single letters, no stemmer, everything else works
)

SAMPLE_CHARACTERS = 600  # of all texts together: more than a decision needs
TEXT_CHARACTERS = 120  # at least, of each text
TABLE_BITS = 12  # the table has 2 ** 12 rows
STEPS_PER_NAT = 4
SEQUENCE_LETTERS = np.arange(1, 4, dtype=np.uint64)
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2 ** 64 divided by the golden ratio: spreads neighbouring numbers
SHIFT_BITS = np.uint64(29)
KEPT_BITS = np.uint64(64 - TABLE_BITS)

# Between languages that a few words cannot tell apart, the more widespread one is the better guess.
WIDESPREAD = ("ar", "de", "es", "fa", "fr", "hi", "it", "nl", "pl", "pt", "ru", "sv", "tr", "uk")
HEAD_START = {"en": 16} | dict.fromkeys(WIDESPREAD, 8)  # steps
FEW_WORDS = 3  # a text with no more different words than this needs a clear lead
CLEAR_LEAD = 20  # steps ahead of the second best language

# First character of each block, its last, and the language that alone uses it, or the name of a shared script.
BLOCKS = (
    (0x41, 0x5A, "latin"), (0x61, 0x7A, "latin"), (0xC0, 0x24F, "latin"), (0x370, 0x3FF, "el"),
    (0x400, 0x52F, "cyrillic"), (0x530, 0x58F, "hy"), (0x590, 0x5FF, "hebrew"), (0x600, 0x6FF, "arabic"),
    (0x750, 0x77F, "arabic"), (0x780, 0x7BF, "dv"), (0x900, 0x97F, "devanagari"), (0x980, 0x9FF, "bn"),
    (0xA00, 0xA7F, "pa"), (0xA80, 0xAFF, "gu"), (0xB00, 0xB7F, "or"), (0xB80, 0xBFF, "ta"), (0xC00, 0xC7F, "te"),
    (0xC80, 0xCFF, "kn"), (0xD00, 0xD7F, "ml"), (0xD80, 0xDFF, "si"), (0xE00, 0xE7F, "th"), (0xE80, 0xEFF, "lo"),
    (0xF00, 0xFFF, "bo"), (0x1000, 0x109F, "my"), (0x10A0, 0x10FF, "ka"), (0x1100, 0x11FF, "ko"),
    (0x1200, 0x139F, "ethiopic"), (0x1780, 0x17FF, "km"), (0x1E00, 0x1EFF, "latin"), (0x1F00, 0x1FFF, "el"),
    (0x3040, 0x30FF, "ja"), (0x3400, 0x4DBF, "zh"), (0x4E00, 0x9FFF, "zh"), (0xAC00, 0xD7A3, "ko"),
    (0xF900, 0xFAFF, "zh"), (0xFB1D, 0xFB4F, "hebrew"), (0xFB50, 0xFDFF, "arabic"), (0xFE70, 0xFEFF, "arabic"),
)  # fmt: skip
SHARED = {
    "latin": "af az br ca cs cy da de en eo es et eu fi fr fy ga gd gl ha hr hu id ig is it ku la lb lt lv mg mi ms mt "
    "nl no pl pt ro rw sk sl so sq st sv sw tk tl tr uz vi xh yo zu",
    "cyrillic": "be bg kk ky mk mn ru sr tg tt uk",
    "arabic": "ar ckb fa ps ug ur",
    "devanagari": "hi mr ne",
    "ethiopic": "am ti",
    "hebrew": "he yi",
}
COLUMNS = tuple(code for codes in SHARED.values() for code in codes.split())
IDENTIFIED = frozenset(COLUMNS) | {name for _, _, name in BLOCKS if name not in SHARED}
LETTER = lazy_pattern(r"[^\W\d_]")
KANA_SHARE = 0.1  # Japanese mixes kana into Han characters; Chinese has none


def detect(texts: Iterable[str]) -> str:
    """Return the code of the language that texts are written in, or ``und`` if they do not show one.

    >>> detect(["The cat sat on the mat."]), detect(["Le chat est sur la table."]), detect(["42"])
    ('en', 'fr', 'und')
    """
    sample = _sample(list(texts))
    script = "latin" if sample.isascii() else _script(sample)
    if script not in SHARED:
        return script
    words = [word for word in word_pattern(sample).findall(sample) if not word[0].isdigit()]
    if not words:
        return UNKNOWN
    codes, head_start = _languages(script)
    counts = np.bincount(features(words), minlength=1 << TABLE_BITS).astype(np.float32)
    scores = counts @ _weights(script) + head_start  # whole numbers: no rounding
    best: int
    second, best = scores.argsort(kind="stable")[-2:].tolist()
    if len(set(words)) <= FEW_WORDS and scores[best] - scores[second] < CLEAR_LEAD:
        return UNKNOWN
    return codes[best]


def features(words: Sequence[str]) -> Integers:
    """Return the row of the table for each word and each sequence of letters; words are lower-cased and in NFC."""
    text = " ".join(words)
    letters = np.frombuffer(f" {text} ".encode("utf-32-le", "surrogatepass"), "<u4").astype(np.uint64)
    spelled = text.encode("utf-8", "surrogatepass").split(b" ") if words else []
    hashes = [np.array(list(map(crc32, spelled)), np.uint64)]
    codes = letters ^ SEQUENCE_LETTERS[:, None]  # lengths of sequences × places
    for following in range(1, len(SEQUENCE_LETTERS) + 1):
        codes *= MULTIPLIER
        codes ^= codes >> SHIFT_BITS
        hashes.append(codes[0])
        codes = codes[1:, :-1] ^ letters[following:]
    return (np.concatenate(hashes) * MULTIPLIER >> KEPT_BITS).astype(np.intp)


def _sample(texts: list[str]) -> str:
    share = max(SAMPLE_CHARACTERS // max(len(texts), 1), TEXT_CHARACTERS)
    sample = " ".join(_beginning(text, share) for text in texts[: SAMPLE_CHARACTERS // TEXT_CHARACTERS]).lower()
    return sample if sample.isascii() else unicodedata.normalize("NFC", sample)


def _beginning(text: str, share: int) -> str:
    """Return the first characters of a text, from the first letter on if none of them is a letter."""
    beginning = text[:share]
    if LETTER.search(beginning) is None and (letter := LETTER.search(text, len(beginning))):
        return text[letter.start() : letter.start() + share]
    return beginning


def _script(sample: str) -> str:
    """Return the script that most characters belong to, or the language if the script has only one."""
    edges, names = _edges()
    letters = np.frombuffer(sample.encode("utf-32-le", "surrogatepass"), "<u4")
    counts = np.bincount(np.searchsorted(edges, letters, side="right"), minlength=len(names))
    of_name: dict[str, int] = {}
    for name, count in zip(names, counts.tolist(), strict=True):
        of_name[name] = of_name.get(name, 0) + count
    del of_name[""]
    if of_name["ja"] > KANA_SHARE * (of_name["ja"] + of_name["zh"]):
        of_name["ja"] += of_name["zh"]
    script = max(of_name, key=lambda name: of_name[name])
    return script if of_name[script] else UNKNOWN


@cache
def _edges() -> tuple[NDArray[np.uint32], tuple[str, ...]]:
    """Return where blocks begin and end, and the name of each stretch between: empty outside the blocks."""
    edges, names = [0], ["", ""]
    for first, last, name in BLOCKS:
        if first == edges[-1]:
            names[-1] = name
        else:
            edges.append(first)
            names.append(name)
        edges.append(last + 1)
        names.append("")
    return np.array(edges, np.uint32), tuple(names)


@cache
def _languages(script: str) -> tuple[list[str], NDArray[np.float32]]:
    """Return the codes of the languages that share a script, and the head start of each."""
    codes = SHARED[script].split()
    return codes, np.array([HEAD_START.get(code, 0) for code in codes], np.float32)


@cache
def _weights(script: str) -> NDArray[np.float32]:
    """Return the columns of the languages that share a script."""
    tensors, _ = read_tensors(DATA / "languages.safetensors")
    codes = SHARED[script].split()
    first = COLUMNS.index(codes[0])
    return tensors["weights"][:, first : first + len(codes)].astype(np.float32)
