"""Chance to texts: words of many scripts, marks in wrong places, markup, controls, and pieces of each other."""

from __future__ import annotations

import unicodedata
from random import Random

from reprank.examples import example_documents

WORDS = (
    "the of and a in river bridge flood rose closed engineers county ferry Kestrel Sorrel NATO iPhone it's don't "
    "o'clock re-elected naïve Straße Größe l'été œuvre señor år İstanbul ışık Москва река мост Αθήνα ποταμός 北京 東京 "
    "橋は閉鎖 강물이 다리 שלום נהר مرحبا نهر नदी पुल แม่น้ำ สะพาน ស្ពាន တံတား cafe\u0301 co\u00adoperate zero\u200bwidth "
    "3.14 1,000 50% $5 2024-05-01 10:30 A1 x_y C++ http://x.org/?a=b&c a@b.org #tag @name 👩‍👩‍👧 🇫🇷 ﬁn Ⅷ ½"
).split()
ABBREVIATIONS = (
    "Dr. Mr. e.g. i.e. etc. vs. No. Fig. al. U.S. J. St. p.m. approx. z.B. Prof. cf. vol. 1. a) (ii)".split()
)
ENDS = (
    ".",
    "!",
    "?",
    "...",
    "…",
    "。",
    "！",
    "؟",
    "।",
    "។",
    ":",
    ";",
    "",
    '."',
    ".”",
    ".)",
    "?!",
    " .",
    ".[1]",
    "\n",
    "\n\n",
)
MARKS = (
    '"', "'", "“", "”", "«", "»", "(", ")", "[", "]", "{", "}", "—", "--", "-", "/", "\\", "|", "*", "_", "#", "&",
    "<", ">", "`", "~", "•", ",", ";", ":", "\u0301", "\u0300\u0301\u0302", "\u200d", "\ufe0f", "\u202e", "\u2066",
    "\ufeff", "\x00", "\x07", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u2029", "\v", "\f", "\r", "\r\n", "\t", "\xa0",
    "\u3000", "\ud800", "\udfff", "\U0010ffff", "\ufffe", "\ufffd",
)  # fmt: skip
MARKUP = (
    "<script>alert(1)</script>", "</style><img src=x onerror=alert(1)>", "<!--", "-->", "&lt;b&gt;", "&#x3c;", "]]>",
    "javascript:alert(1)", '" onmouseover="x', "</title>", "<a href='http://x.org'>x</a>", "![x](http://x.org/x.png)",
    "# Heading\n", "- item\n", "1. item\n", "| a | b |\n|---|---|\n", "```\ncode = 1;\n```\n", "> quoted\n",
    "def f(x):\n", "LIMA, Peru (AP) — ", "Figure 3: ", "References\n", "[12]", "Photo by ", "-----\n",
    "1\n00:00:01,000 --> 00:00:02,000\n", "{\\rtf1 ", "From: a@b\nSubject: x\n\n",
    "%PDF-1.4\n", '{"text": "x"}\n', "\\begin{x}", "$$x^2$$", "A\tB\tC\n",
)  # fmt: skip
# What surrounds the words of one sentence and leaves its look nearly the same: a reader sees one sentence in two.
AROUND = (
    ("", ""), ("**", "**"), ("*", "*"), ("__", "__"), ("_", "_"), ("~~", "~~"), ("`", "`"), ("``", "``"),
    ("<b>", "</b>"), ("<p>", "</p>"), ("[", "](http://x.org)"), ("[", "][1]"), ("<!-- x -->", ""), ("![x](x.png)", ""),
    ("", "[^1]"), ("", " [1]_"), ("“", "”"), ("(", ")"), ("\u2066", "\u2069"), ("\ufeff", ""), ("", "\u200d"),
    ("", "\xad"), ("\u200b", ""), ("[laughter] ", ""), ("", "\u0301"), (":ref:`", "`"), ("{{", "}}"), ("<", ">"),
    ("\\", ""), ("&nbsp;", ""),
)  # fmt: skip
BREAKS = (
    "\n", " \n", "\r\n", "\r", "\t", "  ", "\xa0", "\u3000", "\u2028", "\u2029", "\x85", "\v", "\f", "\x1c", "\u200b",
    "\xad", "-\n", "\u2010\n", "-\r\n  ", "\u2010 \n", "\n\n", "-", "&amp;", "&#32;", "<br>", "<wbr>", "</b>", "'",
    "’", "\n    ", "\n- ",
)  # fmt: skip
BEFORE = (
    "LIMA, Peru (AP) — ", "PORT ALDER (Northern Wire) -- ", "Port Alder, 12 May – ", "(AP) ", "【6月18日 AFP】",
    "ANNA: ",
    "Tom: ", "Mr Lee: ", "[00:01] Anna: ", ">> TOM: ", "甲：", "RESULTS: ", "ABSTRACT ", "- ", "• ", "1. ", "2.1 ",
    "(a) ", "A. ", "iv) ", "> ", "    ", "\t", "# ", "## ", "| ", "|| ", ":Author: ", ".. note:: ", "Q: ",
    "Is it so?\n", "1. Why?\n\n", "Yes.\n", "--all  ", "\u201c", "\"", "— ", "—", "* ", "o  ",
    "The following cases are known here:\n\n", "Copies may be made in the following case:\n\n", "Copyright (c) 2019 ",
    "References\n\n", "```\n", "::\n\n    ",
)  # fmt: skip
SENTENCES = tuple(
    sentence + "." for document in example_documents() for sentence in document.text.replace("\n", " ").split(". ")
)
MAX_CODE_POINT = 0x10FFFF
FULL_WIDTH = {point: point + 0xFEE0 for point in range(0x21, 0x7F)}
CURLY = {ord("'"): "’", ord('"'): "”", ord("-"): "\u2010", ord("."): "。"}


def text(chance: Random, *, most: int = 6) -> str:
    """Make a text of at most about ``most`` sentences; now and then a longer or an empty one."""
    kind = chance.random()
    if kind < 0.03:
        return chance.choice(("", " ", "\n", ".", "a", "\x00", "…", "\ud800", "- ", "1."))
    if kind < 0.05:
        most *= 10
    elif kind < 0.2:
        return twins(chance)
    sentences: list[str] = []
    for _ in range(chance.randrange(1, most + 1)):
        made = chance.choice(sentences) if sentences and chance.random() < 0.15 else sentence(chance)
        sentences.append(damaged(chance, made) if chance.random() < 0.3 else made)
    separator = chance.choice((" ", " ", " ", "\n", "\n\n", "  ", "", "\r\n", "\t", "\u2028"))
    return separator.join(sentences)


def sentence(chance: Random) -> str:
    """Make one sentence, or something that looks a little like one."""
    kind = chance.random()
    if kind < 0.35:
        return chance.choice(SENTENCES)
    if kind < 0.8:
        pools = (WORDS, WORDS, WORDS, ABBREVIATIONS, MARKS) if kind > 0.5 else (WORDS,)
        words = [chance.choice(chance.choice(pools)) for _ in range(chance.randrange(1, 14))]
        return " ".join(words).capitalize() + chance.choice(ENDS)
    if kind < 0.88:
        return chance.choice(MARKUP) + chance.choice(WORDS) + chance.choice(MARKUP)
    if kind < 0.94:
        return chance.choice(chance.choice((WORDS, MARKS, ENDS, ABBREVIATIONS, MARKUP))) * chance.randrange(1, 60)
    return "".join(character(chance) for _ in range(chance.randrange(1, 30)))


def twin(chance: Random, made: str) -> str:
    """Write a text in another way that looks the same, or nearly."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        words = [at for at in range(1, len(made)) if made[at].isalnum() != made[at - 1].isalnum()] or [0]
        at, way = chance.choice(words), chance.randrange(8)
        if way == 0:
            opening, closing = chance.choice(AROUND)
            end = chance.choice([other for other in words if other >= at])
            made = made[:at] + opening + made[at:end] + closing + made[end:]
        elif way == 1:
            opening, closing = chance.choice(AROUND)
            made = opening + made + closing
        elif way == 2:
            made = made.replace(" ", chance.choice(BREAKS), chance.choice((1, 1, 2, 99)))
        elif way == 3:
            at = chance.randrange(len(made) + 1)
            made = made[:at] + chance.choice(BREAKS) + made[at:]
        elif way == 4:
            made = chance.choice(BEFORE) + made
        elif way == 5:
            made = unicodedata.normalize(chance.choice(("NFC", "NFD", "NFKC", "NFKD")), made)
        elif way == 6:
            made = made.translate(chance.choice((FULL_WIDTH, CURLY)))
        else:
            made = made.rstrip(".!?。") + chance.choice(ENDS) + chance.choice(("", '"', "”", "\u200d", "*", "`", " »"))
    return made


def twins(chance: Random) -> str:
    """Make a text of few sentences that come again and again, written in other ways."""
    made = [sentence(chance) for _ in range(chance.randrange(1, 4))]
    parts = [
        twin(chance, chance.choice(made)) if chance.random() < 0.7 else chance.choice(made)
        for _ in range(chance.randrange(2, 9))
    ]
    return chance.choice((" ", "\n", "\n\n", "\n", "\r\n\r\n", "")).join(parts)


def character(chance: Random) -> str:
    """Take any code point, low ones more often."""
    return chr(chance.randrange(MAX_CODE_POINT + 1) >> chance.choice((0, 0, 4, 8, 13)))


def damaged(chance: Random, made: str) -> str:
    """Insert, delete, double or change a place of a text."""
    at = chance.randrange(len(made) + 1)
    way = chance.randrange(6)
    if way == 0:
        return made[:at] + chance.choice(MARKS) + made[at:]
    if way == 1:
        return made[:at] + made[at + chance.randrange(1, 5) :]
    if way == 2:
        return made[:at] + made[max(at - chance.randrange(1, 20), 0) :]
    if way == 3:
        return made[:at] + character(chance) + made[at:]
    if way == 4:
        return chance.choice((str.upper, str.lower, str.swapcase, str.title))(made)
    return made[:at] + chance.choice(MARKUP) + made[at:]
