"""Text for measuring speed: made, not found, so that everybody measures the same, and as large as wanted.

Words follow Zipf's law, two fifths of them are English function words, and every stretch of fifty sentences has words
of its own, so that counts, stop lists and similarities behave as on real text. Nothing of it means anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import numpy as np

FREQUENT = "the of and to in a is that for it was on as with be by at from this have are his which or had not were they"
STARTS = "b c d f g h j k l m n p r s t v w z br cl dr fl gr pl pr sl st tr th sh"
FUNCTION_WORDS, ONSETS = FREQUENT.split(), STARTS.split()
NUCLEI = ["a", "e", "i", "o", "u", "ai", "ea", "io", "ou"]
CODAS = ["", "", "n", "r", "s", "l", "t", "m", "nd", "ck"]
VOCABULARY = 60_000
FUNCTION_SHARE = 0.4
TOPIC_SHARE = 0.2  # of the other words that belong to the stretch they stand in
STRETCH, TOPIC_WORDS = 50, 30


@cache
def vocabulary() -> tuple[str, ...]:
    """Make words of one to four syllables, the frequent ones short."""
    chance = np.random.default_rng(1)
    syllables = [onset + nucleus + coda for onset in ONSETS for nucleus in NUCLEI for coda in CODAS]
    words: dict[str, None] = {}
    for longest, enough in ((1, 800), (2, 6000), (3, 25_000), (4, VOCABULARY)):
        while len(words) < enough:
            lengths = chance.integers(max(longest - 1, 1), longest + 1, 10_000)
            drawn = chance.integers(0, len(syllables), (10_000, longest))
            made = ("".join(syllables[k] for k in row[:length]) for row, length in zip(drawn, lengths, strict=True))
            words.update(dict.fromkeys(islice(made, enough - len(words))))
    return tuple(words)


@cache
def _distribution() -> tuple[np.ndarray, np.ndarray]:
    """Return the words and their cumulated frequencies, after Zipf and Mandelbrot."""
    return np.array(vocabulary(), dtype=object), np.cumsum((np.arange(VOCABULARY) + 2.7) ** -1.07)


def sentences(count: int, *, seed: int = 0) -> Iterator[str]:
    """Make sentences, on average of 20 words; the first ones are the same whatever the count."""
    words, zipf = _distribution()
    for stretch in range(-(-count // STRETCH)):
        chance = np.random.default_rng([seed, stretch])
        topic = words[chance.integers(200, VOCABULARY, TOPIC_WORDS)]
        lengths = np.clip(np.round(chance.lognormal(2.92, 0.4, STRETCH)), 5, 45).astype(int)
        total = int(lengths.sum())
        drawn = words[np.searchsorted(zipf, chance.random(total) * zipf[-1])]
        topical = chance.random(total) < TOPIC_SHARE
        drawn[topical] = topic[chance.integers(0, TOPIC_WORDS, int(topical.sum()))]
        functional = chance.random(total) < FUNCTION_SHARE
        share = chance.random(int(functional.sum())) ** 2 * len(FUNCTION_WORDS)
        drawn[functional] = np.array(FUNCTION_WORDS, dtype=object)[share.astype(int)]
        ends = np.cumsum(lengths)
        for k in range(min(STRETCH, count - stretch * STRETCH)):
            line = " ".join(drawn[ends[k] - lengths[k] : ends[k]])
            yield line[0].upper() + line[1:] + "."


def paragraphs(lines: list[str]) -> str:
    """Set sentences in paragraphs of five."""
    return "\n\n".join(" ".join(lines[i : i + 5]) for i in range(0, len(lines), 5)) + "\n"


def articles(count: int, *, shortest: int = 15, longest: int = 40) -> Iterator[list[str]]:
    """Make articles, of the length of news unless told otherwise."""
    lengths = np.random.default_rng(7).integers(shortest, longest + 1, count)
    for number, length in enumerate(lengths):
        yield list(sentences(int(length), seed=1000 + number))
