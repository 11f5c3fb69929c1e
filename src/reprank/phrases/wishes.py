"""What a user asks for to phrases: excluded words, phrases that must appear, own candidates, seed words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.phrases.candidates import Phrases
from reprank.phrases.words import Words
from reprank.text.tokens import normal_form, word_pattern
from reprank.values import value_class

StemSequence = tuple[int, ...]


@value_class
class Places:
    """Where given phrases occur: phrase ``phrase[i]`` of the list has the tokens ``first[i]`` to before ``last[i]``."""

    phrase: Integers
    first: Integers
    last: Integers


def stem_sequences(words: Words, phrases: Iterable[str]) -> list[StemSequence]:
    """Return the stems of each phrase that consists of words of the text; leave out the others.

    Each sequence is given once, in the order of the phrases.
    """
    numbers = {name: number for number, name in enumerate(words.stems.names)}
    sequences: dict[StemSequence, None] = {}
    for phrase in phrases:
        spelled = [normal_form(word) for word in word_pattern(phrase).findall(phrase)]
        stems = [numbers.get(stem, -1) for stem in words.stems_of(spelled)]
        if stems and min(stems) >= 0:
            sequences[tuple(stems)] = None
    return list(sequences)


def find_places(words: Words, sequences: list[StemSequence], allowed: Booleans) -> Places:
    """Find every occurrence of stem sequences within sentences; ``allowed`` tells which tokens count."""
    stem, sentence = words.stems.stem, words.units.sentence_of_word
    found = [(np.zeros(0, np.intp),) * 3]
    for number, sequence in enumerate(sequences):
        size, count = len(sequence), len(stem) - len(sequence) + 1
        if count < 1:
            continue
        matches = allowed[:count] & (sentence[:count] == sentence[size - 1 :])
        for offset, wanted in enumerate(sequence):
            matches &= stem[offset : offset + count] == wanted
        first = np.flatnonzero(matches)
        found.append((np.full(len(first), number), first, first + size))
    phrase, first, last = (np.concatenate(column) for column in zip(*found, strict=True))
    return Places(phrase, first, last)


def only_given(phrases: Phrases, given: Iterable[str], new: Booleans) -> Phrases:
    """Return the given phrases that occur in new sentences in place of the candidates found."""
    words = phrases.words
    places = find_places(words, stem_sequences(words, given), new[words.units.sentence_of_word])
    _, phrase = np.unique(places.phrase, return_inverse=True)
    every = np.ones(len(phrase), dtype=np.bool_)
    return replace(phrases, phrase=phrase.astype(np.intp), first=places.first, last=places.last, whole=every)


def with_included(phrases: Phrases, include: Iterable[str], new: Booleans) -> tuple[Phrases, list[int]]:
    """Add phrases that must appear, if they occur in new sentences; return the numbers that they have."""
    words = phrases.words
    known = {phrases.stems(i): i for i in range(len(phrases))}
    sequences = stem_sequences(words, include)
    missing = [sequence for sequence in sequences if sequence not in known]
    places = find_places(words, missing, new[words.units.sentence_of_word])
    occurring, phrase = np.unique(places.phrase, return_inverse=True)
    numbers = [known[sequence] for sequence in sequences if sequence in known]
    numbers += [len(phrases) + i for i in range(len(occurring))]
    extended = replace(
        phrases,
        phrase=np.concatenate([phrases.phrase, phrase + len(phrases)]).astype(np.intp),
        first=np.concatenate([phrases.first, places.first]),
        last=np.concatenate([phrases.last, places.last]),
        whole=np.concatenate([phrases.whole, np.ones(len(phrase), dtype=np.bool_)]),
    )
    return extended, numbers


def allowed_phrases(phrases: Phrases, exclude: Sequence[str], min_words: int) -> Booleans | None:
    """Tell which phrases hold no excluded phrase and have enough words; None if nothing is asked for."""
    if not exclude and min_words <= 1:
        return None
    words = phrases.words
    lengths: Integers = (phrases.end - phrases.begin)[phrases.example]
    characters = phrases.traits.unspaced[phrases.begin][phrases.example]  # their words cannot be counted
    allowed: Booleans = (lengths >= min_words) | characters
    excluded = find_places(words, stem_sequences(words, exclude), np.ones(len(words.stems.stem), dtype=np.bool_))
    if not len(excluded.first):
        return allowed
    earliest_end = np.full(len(words.stems.stem) + 1, len(words.stems.stem) + 1)  # of excluded phrases from a token on
    np.minimum.at(earliest_end, excluded.first, excluded.last)
    earliest_end = np.minimum.accumulate(earliest_end[::-1])[::-1]
    holds: Booleans = earliest_end[phrases.first] <= phrases.last
    allowed &= phrases.total(holds) == 0
    return allowed


def seed_nearness(phrases: Phrases, seeds: Iterable[str]) -> Floats:
    """Return how near each phrase is to the seed words, from 0 to 2.

    It is the share of its words that are seeds, plus the share of its occurrences in a sentence with a seed.
    """
    words = phrases.words
    wanted = np.zeros(len(words.stems.names), dtype=np.bool_)
    wanted[[stem for sequence in stem_sequences(words, seeds) for stem in sequence]] = True
    if not wanted.any():
        return np.zeros(len(phrases))
    is_seed = wanted[words.stems.stem]
    in_sentence = np.bincount(words.units.sentence_of_word, is_seed, len(words.units)) > 0
    share = phrases.over_tokens(is_seed.astype(np.float64)) / (phrases.last - phrases.first)
    beside = in_sentence[words.units.sentence_of_word[phrases.first]]
    return (phrases.total(share) + phrases.total(beside)) / phrases.count


def seen_share(phrases: Phrases, new: Booleans) -> Floats:
    """Return the share of the words of each phrase that occur in sentences that are not new."""
    if new.all():
        return np.zeros(len(phrases))
    words = phrases.words
    old = ~new[words.units.sentence_of_word]
    known = np.bincount(words.stems.stem[old], minlength=len(words.stems.names)) > 0
    share = phrases.over_tokens(known[words.stems.stem].astype(np.float64)) / (phrases.last - phrases.first)
    return phrases.total(share) / phrases.count
