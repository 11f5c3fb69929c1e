"""Words to candidate phrases: runs of nouns and what modifies them, and every place where they occur."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reprank.arrays import (
    Booleans,
    Floats,
    Integers,
    Number,
    ascending,
    compact,
    distinct,
    first_of_equal,
    running,
    running_count,
)
from reprank.caching import cached_property
from reprank.phrases.clusters import cluster_edges
from reprank.phrases.debris import prose_sentences
from reprank.phrases.grams import Codes, Grams, recurring, windows
from reprank.phrases.parts import MODIFIER
from reprank.phrases.traits import Traits, read_traits
from reprank.phrases.words import Words, read_words
from reprank.text.units import Units
from reprank.values import dataclass, value_class

COMPOUND_TOKENS = 2  # tokens that a phrase may have beyond one for each word: "real-time" is one word of two
LANGUAGES_WITH_LONG_PHRASES = frozenset({"en", "fr"})  # the others hold verbs in their runs
MAX_WORDS_ELSEWHERE = 2
# In scripts without spaces a token is a character: a letter in Thai, Lao, Burmese and Khmer, a syllable in Chinese.
CHARACTERS_OF_A_WORD = {"th": 4, "lo": 4, "my": 3, "km": 3}
CHARACTERS_OF_A_CHINESE_WORD = 2
MIN_CHARACTERS = {"th": 4, "lo": 4}
MIN_CHARACTERS_ELSEWHERE = 2
BLOCK_TOKENS = 1 << 14  # from which stretches are looked up at once


@value_class
class Runs:
    """Longest runs of words that may stand in a phrase: words ``begin`` to before ``end``; and where the noun ends.

    ``noun_end`` leaves out modifiers behind the last noun and equals ``begin`` where there is no noun.
    """

    begin: Integers
    noun_end: Integers
    end: Integers


@value_class
class Phrases:
    """Candidates and all their occurrences: phrase ``phrase[i]`` has the tokens ``first[i]`` to before ``last[i]``.

    Occurrences are sorted by phrase, those of a phrase by their place. ``whole`` tells which occurrences are a run of
    their own and not a part of a longer one. Inflections and hyphenated spellings are one phrase, because phrases are
    compared by stems.
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
        return len(self.edges) - 1

    @cached_property
    def edges(self) -> Integers:
        """Where the occurrences of each phrase begin, and at the end where those of the last one end."""
        begins = np.ones(len(self.phrase) + 1, dtype=np.bool_)
        begins[:-1] = first_of_equal(self.phrase)
        return begins.nonzero()[0]

    @cached_property
    def example(self) -> Integers:
        """The last occurrence of each phrase; any would do, since its stems are those of all."""
        return self.edges[1:] - 1

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
        return (self.edges[1:] - self.edges[:-1]).astype(np.float64)

    def total(self, values: Floats | Integers | Booleans) -> Floats:
        """Add up over the occurrences of each phrase."""
        return np.bincount(self.phrase, values, len(self)).astype(np.float64, copy=False)

    def over_tokens(self, values: NDArray[Number]) -> NDArray[Number]:
        """Add up over the tokens of each occurrence, given a value for each token of the running text."""
        sums = running(values)
        total: NDArray[Number] = sums[self.last] - sums[self.first]
        return total

    def stems(self, phrase: int) -> tuple[int, ...]:
        """Return the stems of a phrase."""
        place = self.example[phrase]
        return tuple(self.words.stems.stem[self.first[place] : self.last[place]].tolist())

    def is_unspaced(self, phrase: int) -> bool:
        """Tell whether a phrase begins in a script without spaces."""
        return bool(self.traits.unspaced[self.begin[self.example[phrase]]])

    def key(self, phrase: int) -> str:
        """Write the stems of a phrase: the same in whatever order the documents come."""
        return " ".join(self.words.stems.names[stem] for stem in self.stems(phrase))


@value_class
class TokenRuns:
    """Runs as tokens ``first`` to before ``last``: how many words each has, and which are written without spaces."""

    first: Integers
    last: Integers
    words: Integers
    unspaced: Booleans

    @classmethod
    def of(cls, traits: Traits, runs: Runs) -> TokenRuns:
        """Find the tokens of the runs, without modifiers at their ends."""
        first_token = traits.words.first
        unspaced = np.zeros(len(runs.begin), dtype=np.bool_)
        if traits.unspaced.any():
            before = running_count(traits.unspaced)
            unspaced = before[runs.end] > before[runs.begin]
        return cls(first_token[runs.begin], first_token[runs.noun_end], runs.noun_end - runs.begin, unspaced)

    def where(self, flags: Booleans) -> TokenRuns:
        """Return the runs that have the flag."""
        return TokenRuns(self.first[flags], self.last[flags], self.words[flags], self.unspaced[flags])

    @property
    def size(self) -> Integers:
        """Number of tokens of each run."""
        return self.last - self.first


@dataclass(frozen=True)
class Limits:
    """How long candidates may be in a language."""

    words: int
    tokens: int  # a hyphenated word has several
    unspaced_tokens: range  # in a script without spaces, where a token is one character
    parts_of_all: bool  # are parts of short runs candidates too, because runs hold verbs?

    @classmethod
    def of(cls, code: str, max_words: int) -> Limits:
        """Return the limits: shorter where nothing tells nouns from verbs."""
        known = code in LANGUAGES_WITH_LONG_PHRASES
        words = max_words if known else min(max_words, MAX_WORDS_ELSEWHERE)
        characters = max_words * CHARACTERS_OF_A_WORD.get(code, CHARACTERS_OF_A_CHINESE_WORD)
        shortest = min(MIN_CHARACTERS.get(code, MIN_CHARACTERS_ELSEWHERE), characters)
        return cls(words, words + COMPOUND_TOKENS, range(shortest, characters + 1), parts_of_all=not known)


def read_phrases(units: Units, new: Booleans, *, max_words: int = 4) -> Phrases:
    """Find candidate phrases in the new sentences.

    A candidate is a run of at most ``max_words`` words. Of longer runs, and of scripts without spaces, where every run
    is long, stretches that recur are candidates. A candidate occurs in prose at least once (``prose_sentences``).
    """
    traits = read_traits(read_words(units), new)
    runs = _find_runs(traits)
    token_runs = TokenRuns.of(traits, runs)
    max_words = min(max_words, len(units.form))  # numbers that no text can reach do not fit into arrays
    limits = Limits.of(units.language.code, max_words)
    grams = Grams(traits.words.stems.stem)
    codes = [_short_runs(token_runs, grams, limits), _parts_of_runs(traits, token_runs, grams, limits)]
    if token_runs.unspaced.any():
        codes.append(_unspaced_stretches(traits, token_runs, grams, limits))
    longest = max(limits.tokens, limits.unspaced_tokens[-1] if token_runs.unspaced.any() and max_words else 0)
    candidate, first, last = _occurrences(distinct(np.concatenate(codes)), grams, token_runs, longest)
    in_prose = prose_sentences(units, new)[units.sentence_of_word[first]]
    occurs_in_prose = np.zeros(int(candidate.max(initial=-1)) + 1, dtype=np.bool_)
    occurs_in_prose[candidate[in_prose]] = True
    kept = occurs_in_prose[candidate].nonzero()[0]
    kept = compact(kept)[ascending(candidate[kept])]
    phrase, first, last = compact(first_of_equal(candidate[kept]).cumsum() - 1), first[kept], last[kept]
    return Phrases(traits, runs, phrase, first, last, _whole(first, last, token_runs))


def _find_runs(traits: Traits) -> Runs:
    content, separated = traits.content, traits.words.separated
    joined = np.zeros(len(content) + 1, dtype=np.bool_)  # does a word continue the run of the word before it?
    np.logical_and(content[:-1], content[1:] > separated[1:], out=joined[1:-1])
    begin, end = compact((content > joined[:-1]).nonzero()[0]), compact((content > joined[1:]).nonzero()[0] + 1)
    trailing = (traits.part == MODIFIER) & (~traits.capital | traits.words.sentence_initial)
    noun_end = np.where(trailing, 0, np.arange(1, len(content) + 1))  # of the last word before that may end a phrase
    return Runs(begin, np.maximum(compact(np.maximum.accumulate(noun_end)[end - 1]), begin), end)


def _short_runs(runs: TokenRuns, grams: Grams, limits: Limits) -> Codes:
    """Return the codes of runs that are short enough to be candidates as they are."""
    short = runs.where(~runs.unspaced & (runs.words <= limits.words) & (runs.size <= limits.tokens) & (runs.size > 0))
    return grams.codes(short.first, short.last)


def _parts_of_runs(traits: Traits, runs: TokenRuns, grams: Grams, limits: Limits) -> Codes:
    """Return the codes of parts that recur in runs that are too long."""
    of = ~runs.unspaced & (limits.parts_of_all | (runs.words > limits.words))
    if not of.any():
        return np.zeros(0, np.uint64)
    searched = runs.where(of)
    may_end = (traits.part != MODIFIER)[traits.words.of_token]
    sizes = range(1, limits.words + 1)
    return recurring(grams, searched.first, searched.last, sizes=sizes, may_end=may_end)[0]


def _unspaced_stretches(traits: Traits, runs: TokenRuns, grams: Grams, limits: Limits) -> Codes:
    """Return the codes of stretches that recur in scripts without spaces, and in Japanese of runs that hold none.

    What stands between two endings is a word in Japanese.
    """
    words, unspaced = traits.words, runs.where(runs.unspaced)
    may_begin, may_end = cluster_edges(words)
    stretches, reach = recurring(
        grams, unspaced.first, unspaced.last, sizes=limits.unspaced_tokens, may_end=may_end, may_begin=may_begin
    )
    if words.units.language.code != "ja" and len(stretches):
        return stretches
    touched = np.concatenate([[0], np.cumsum(reach > 0)])
    alone = touched[unspaced.last] == touched[unspaced.first]
    alone &= (unspaced.size >= limits.unspaced_tokens[0]) & (unspaced.size <= limits.unspaced_tokens[-1])
    whole = unspaced.where(alone)
    return np.concatenate([stretches, grams.codes(whole.first, whole.last)])


def _occurrences(codes: Codes, grams: Grams, runs: TokenRuns, longest: int) -> tuple[Integers, ...]:
    """Find every place of the candidates within the runs: candidate, first token, and token after the last."""
    tokens = windows(runs.first, runs.last, 1)
    ends = np.minimum(runs.last.repeat(runs.size), tokens + longest)  # of the longest stretch from each token on
    found = [
        _found(codes, grams, tokens[at : at + BLOCK_TOKENS], ends[at : at + BLOCK_TOKENS])
        for at in range(0, max(len(tokens), 1), BLOCK_TOKENS)
    ]
    return found[0] if len(found) == 1 else tuple(map(np.concatenate, zip(*found, strict=True)))


def _found(codes: Codes, grams: Grams, tokens: Integers, ends: Integers) -> tuple[Integers, ...]:
    """Return candidate, first token and token after the last of the stretches from these tokens that are candidates."""
    first, last = tokens.repeat(ends - tokens), windows(tokens, ends, 1) + 1
    code = grams.codes(first, last)
    candidate = codes.searchsorted(code)
    candidate[candidate == len(codes)] = 0
    found = (codes[candidate] == code).nonzero()[0] if len(codes) else candidate[:0]
    return compact(candidate[found]), compact(first[found]), compact(last[found])


def _whole(first: Integers, last: Integers, runs: TokenRuns) -> Booleans:
    """Tell which occurrences fill their run or, without spaces, are not a part of another occurrence."""
    run = runs.first.searchsorted(first, side="right") - 1
    fills: Booleans = (runs.first[run] == first) & (runs.last[run] == last)
    if not len(first) or not runs.unspaced.any():
        return fills
    longest_from = np.zeros(int(last.max()) + 1, np.intp)  # end of the longest occurrence that begins at a token
    np.maximum.at(longest_from, first, last)
    reached = np.maximum.accumulate(longest_from)
    reached_before = np.concatenate([[0], reached[:-1]])
    is_part: Booleans = (reached_before[first] >= last) | (longest_from[first] > last)
    return fills | (runs.unspaced[run] & ~is_part)
