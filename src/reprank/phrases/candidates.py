"""Words to candidate phrases: runs of nouns and what modifies them, and every place where they occur."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, distinct
from reprank.phrases.parts import MODIFIER
from reprank.phrases.grams import Codes, Grams, recurring, windows
from reprank.phrases.traits import Traits, read_traits
from reprank.phrases.words import Words, read_words
from reprank.text.units import Units

COMPOUND_TOKENS = 2  # tokens that a phrase may have beyond one for each word: "real-time" is one word of two
CHARACTERS_OF_A_WORD = {"th": 3, "lo": 3, "my": 3, "km": 3}  # letters, not syllables, stand for themselves there
CHARACTERS_OF_A_CHINESE_WORD = 2


@dataclass(frozen=True, eq=False)
class Runs:
    """Longest runs of words that may stand in a phrase: words ``begin`` to before ``end``; and where the noun ends.

    ``stop`` leaves out modifiers behind the last noun and equals ``begin`` where there is no noun.
    """

    begin: Integers
    stop: Integers
    end: Integers


@dataclass(frozen=True, eq=False)
class Phrases:
    """Candidates and all their occurrences: phrase ``phrase[i]`` has the tokens ``first[i]`` to before ``last[i]``.

    ``whole`` tells which occurrences are a run of their own and not a part of a longer one. Inflections and hyphenated
    spellings are one phrase, because phrases are compared by stems.
    """

    traits: Traits
    runs: Runs
    phrase: Integers
    first: Integers
    last: Integers
    whole: Booleans

    @property
    def words(self) -> Words:
        """The words that the phrases are made of."""
        return self.traits.words

    def __len__(self) -> int:
        return len(self.example)

    @cached_property
    def example(self) -> Integers:
        """One occurrence of each phrase; any would do, since its stems are those of all."""
        example = np.zeros(int(self.phrase.max(initial=-1)) + 1, np.intp)
        example[self.phrase] = np.arange(len(self.phrase))
        return example

    @cached_property
    def size(self) -> Integers:
        """Number of tokens of each phrase."""
        return (self.last - self.first)[self.example]

    @cached_property
    def begin(self) -> Integers:
        """First word of each occurrence."""
        return self.words.of_token[self.first]

    @cached_property
    def end(self) -> Integers:
        """Word after each occurrence."""
        return self.words.of_token[self.last - 1] + 1

    @cached_property
    def document(self) -> Integers:
        """Document of each occurrence."""
        return self.words.document[self.begin]

    @cached_property
    def count(self) -> Floats:
        """Number of occurrences of each phrase."""
        return np.bincount(self.phrase, minlength=len(self)).astype(np.float64)

    def total(self, values: Floats | Booleans) -> Floats:
        """Add up over the occurrences of each phrase."""
        return np.bincount(self.phrase, values, len(self)).astype(np.float64, copy=False)

    def over_tokens(self, values: Floats) -> Floats:
        """Add up over the tokens of each occurrence, given a value for each token of the running text."""
        sums: Floats = np.concatenate([[0.0], np.cumsum(values)])
        return sums[self.last] - sums[self.first]

    def stems(self, phrase: int) -> tuple[int, ...]:
        """Return the stems of a phrase."""
        place = self.example[phrase]
        return tuple(self.words.stems.stem[self.first[place] : self.last[place]].tolist())

    def key(self, phrase: int) -> str:
        """Write the stems of a phrase: the same in whatever order the documents come."""
        return " ".join(self.words.stems.names[stem] for stem in self.stems(phrase))


def read_phrases(units: Units, new: Booleans, *, max_words: int = 4) -> Phrases:
    """Find candidate phrases in the new sentences.

    A candidate is a run of at most ``max_words`` words. Of longer runs, and of scripts without spaces, where every run
    is long, stretches that recur are candidates.
    """
    traits = read_traits(read_words(units), new)
    runs = _find_runs(traits)
    grams = Grams(traits.words.stems.stem)
    first, last = traits.words.first[runs.begin], traits.words.first[runs.stop]
    unspaced = _holding(traits.unspaced, runs)
    codes = _candidates(traits, runs, grams, unspaced, max_words)
    longest = max(max_words + COMPOUND_TOKENS, _longest(units, max_words) if unspaced.any() else 0)
    phrase, at, until = _occurrences(codes, grams, first, last, longest)
    return Phrases(traits, runs, phrase, at, until, _whole(at, until, first, last, unspaced))


def _find_runs(traits: Traits) -> Runs:
    content, separated = traits.content, traits.words.separated
    goes_on = content.copy()
    goes_on[:1] = False
    goes_on[1:] &= content[:-1] & ~separated[1:]
    begin = np.flatnonzero(content & ~goes_on)
    end = np.flatnonzero(content & ~np.append(goes_on[1:], False)) + 1 if len(content) else begin
    trailing = (traits.part == MODIFIER) & (~traits.capital | traits.words.sentence_initial)
    stop = end.copy()
    for _ in range(int((end - begin).max(initial=0))):
        cut = (stop > begin) & trailing[stop - 1]
        if not cut.any():
            break
        stop -= cut
    return Runs(begin, stop, end)


def _holding(flags: Booleans, runs: Runs) -> Booleans:
    """Tell which runs hold a word with the flag."""
    sums = np.concatenate([[0], np.cumsum(flags)])
    return sums[runs.end] > sums[runs.begin]


def _longest(units: Units, max_words: int) -> int:
    """Return how many characters make so many words in a script without spaces."""
    return max_words * CHARACTERS_OF_A_WORD.get(units.language.code, CHARACTERS_OF_A_CHINESE_WORD)


def _candidates(traits: Traits, runs: Runs, grams: Grams, unspaced: Booleans, max_words: int) -> Codes:
    """Return the codes of all candidates, sorted."""
    words = traits.words
    first, last = words.first[runs.begin], words.first[runs.stop]
    may_end = (traits.part != MODIFIER)[words.of_token]
    fitting = ~unspaced & (runs.stop - runs.begin <= max_words) & (last - first <= max_words + COMPOUND_TOKENS)
    long = ~unspaced & (runs.stop - runs.begin > max_words)
    parts, _ = recurring(grams, first[long], last[long], sizes=range(1, max_words + 1), may_end=may_end)
    if unspaced.any():
        longest = _longest(words.units, max_words)
        sizes = range(2, longest + 1)
        stretches, reach = recurring(grams, first[unspaced], last[unspaced], sizes=sizes, may_end=may_end)
        parts = np.concatenate([parts, stretches])
        held = np.concatenate([[0], np.cumsum(reach > 0)])
        untouched = (last - first > 1) & (last - first <= longest) & (held[last] == held[first])
        if words.units.language.code == "ja" or not len(stretches):
            fitting |= unspaced & untouched  # in Japanese what stands between two endings is a word
    fitting &= last > first
    return distinct(np.concatenate([parts, grams.codes(first[fitting], last[fitting])]))


def _occurrences(
    codes: Codes, grams: Grams, first: Integers, last: Integers, longest: int
) -> tuple[Integers, Integers, Integers]:
    """Find every place of the candidates within the runs: candidate, first token, token after."""
    phrase, at, until = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)], [np.zeros(0, np.intp)]
    start, end = windows(first, last, 1), np.repeat(last, last - first)
    for size in range(1, longest + 1) if len(codes) else ():
        inside = start + size <= end
        start, end = start[inside], end[inside]
        if not len(start):
            break
        code = grams.codes(start, start + size)
        candidate = np.minimum(np.searchsorted(codes, code), len(codes) - 1)
        found = codes[candidate] == code
        phrase.append(candidate[found])
        at.append(start[found])
        until.append(start[found] + size)
    return np.concatenate(phrase), np.concatenate(at), np.concatenate(until)


def _whole(at: Integers, until: Integers, first: Integers, last: Integers, unspaced: Booleans) -> Booleans:
    """Tell which occurrences fill their run or, without spaces, are not a part of another."""
    if not len(at):
        return np.zeros(0, dtype=np.bool_)
    run = np.searchsorted(first, at, side="right") - 1
    fills: Booleans = (first[run] == at) & (last[run] == until)
    if not unspaced.any():
        return fills
    ends = np.zeros(int(until.max()) + 1, np.intp)
    np.maximum.at(ends, at, until)
    here = np.maximum.accumulate(ends)
    before = np.concatenate([[0], here[:-1]])
    inside: Booleans = (before[at] >= until) | (ends[at] > until)
    return fills | (unspaced[run] & ~inside)
