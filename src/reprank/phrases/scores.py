"""Phrases to scores: how much a text is about each of them.

A log-linear sum of what can be counted: how often, how early and how far through a text a phrase occurs, how specific
it is, how central its words are to the text. Single words are judged by the kind of text: news names its topics by
names and single words, technical prose by compounds, and how much of either a text holds is counted as well.
"""

from __future__ import annotations

import math

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, first_of_equal, running_count, sizes, wide
from reprank.phrases.candidates import LANGUAGES_WITH_LONG_PHRASES, Phrases
from reprank.phrases.traits import Traits
from reprank.text.frequency import rarity
from reprank.values import dataclass, value_class

MIN_PROSE_WORDS = 6  # words of a sentence of prose
MIN_PROSE_FILLERS = 0.3  # share of words between phrases in a sentence of prose
UNCASED_NAMES = 0.09  # share of names assumed where case does not tell
# Added to counts, so that ratios of a short text are near those of an average one: hits and trials.
COMPOUNDS_PRIOR = (3, 8)  # of runs in lower case: compounds among all
NAMES_PRIOR = (2, 24)  # of words: names among all
PHRASES_PRIOR = (4, 12)  # of phrases: names, and compounds
MAJORITY = 0.5  # share of its occurrences in which a phrase must be written as a name, an acronym or a generic noun
NAMES_OVER_COMPOUNDS_ELSEWHERE = -0.5  # where verbs look like nouns, runs are no evidence of compounds


@dataclass(frozen=True)
class Weights:
    """Weights of the ingredients, one set for every kind of text (docs/lab/keywords.md says how they were selected)."""

    frequency: float = 0.57  # ln tf
    nested: float = 0.34  # what an occurrence inside a longer phrase counts
    documents: float = 0.5  # tf over documents is (Σ tf_dᵖ)^(1/p): below 1, spread over documents counts more
    position: float = -0.2  # ln(1 + words before the first occurrence), mean over documents
    spread: float = 0.095  # ln(1 + words from the first occurrence to the last), mean over documents
    characters: float = 0.65  # ln characters: long words and phrases are specific, in any language
    rarity: float = 0.26  # −log₁₀ p in general language, mean over words
    words: float = 0.2  # ln count in this text, mean over words: central vocabulary
    name: float = 0.29
    acronym: float = 1.03
    generic: float = -1.6  # "approach", "problem": true of any text
    single_compounds: float = -1.13  # a single word in a text of compounds …
    single_names: float = 0.9  # … and in a text of names
    single_frequency: float = -0.3  # single words repeat more easily than phrases: their frequency says less
    gate_at: float = -1.2  # where a text is half-way between compounds and names
    gate_steep: float = 3.0


@value_class
class Features:
    """What is counted of each phrase, and of the text as a whole."""

    pair: Integers  # phrase of each pair of a phrase and a document that holds it
    pair_whole: Floats
    pair_nested: Floats
    position: Floats
    spread: Floats
    characters: Floats
    rarity: Floats
    words: Floats
    name: Booleans
    acronym: Booleans
    generic: Booleans
    single: Booleans
    names_over_compounds: float


def read_features(phrases: Phrases, *, centrality: Floats | None = None) -> Features:
    """Count what the score needs.

    ``centrality`` is a weight for each stem, on any scale, in place of its count in the text; where it is zero, the
    count stays.
    """
    words, traits, begin = phrases.words, phrases.traits, phrases.begin
    pair, pair_whole, pair_nested, position, spread = _places(phrases)
    case_informative = traits.case_informative[begin]
    named = phrases.total(case_informative & _throughout(traits.capital, phrases))
    name = named > MAJORITY * np.maximum(phrases.total(case_informative), 1)
    majority = MAJORITY * phrases.count
    acronym = phrases.total(_throughout(traits.acronym, phrases)) > majority
    single = phrases.size == 1
    weight = _central(_counts(traits), None if centrality is None else words.by_stem(centrality))  # of each stem
    size = (phrases.last - phrases.first).astype(np.float64)
    return Features(
        pair=pair,
        pair_whole=pair_whole,
        pair_nested=pair_nested,
        position=position,
        spread=spread,
        characters=_mean(phrases, phrases.over_tokens(words.end - words.start)),
        rarity=_mean(phrases, phrases.over_tokens(read_rarity(phrases)) / size),
        words=_mean(phrases, phrases.over_tokens(np.log(weight)[words.stems.stem]) / size),
        name=name,
        acronym=acronym,
        generic=single & (phrases.total(traits.generic[begin]) > majority),
        single=single,
        names_over_compounds=_names_over_compounds(phrases, name, ~(single | name | acronym)),
    )


def score(features: Features, weights: Weights) -> Floats:
    """Return the logarithm of each phrase's score.

    ln s = w·x + [single word]·(c + (n − c)·g + f·ln tf),   g = 1/(1 + exp(−steep·(ln(names/compounds) − at)))
    """
    w, x = weights, features
    occurrences = (x.pair_whole + w.nested * x.pair_nested) ** w.documents
    frequency: Floats = np.log(np.bincount(x.pair, occurrences, len(x.single))) / w.documents
    gate = 1 / (1 + math.exp(-w.gate_steep * (x.names_over_compounds - w.gate_at)))
    alone: Floats = w.single_compounds + (w.single_names - w.single_compounds) * gate + w.single_frequency * frequency
    logarithm: Floats = (
        w.frequency * frequency
        + w.position * x.position
        + w.spread * x.spread
        + w.characters * np.log(x.characters)
        + w.rarity * x.rarity
        + w.words * x.words
        + w.name * x.name
        + w.acronym * x.acronym
        + w.generic * x.generic
        + x.single * alone
    )
    return logarithm


def _places(phrases: Phrases) -> tuple[Integers, Floats, Floats, Floats, Floats]:
    """Count whole and nested occurrences in each document, and tell where they are.

    The last two are means over documents: of ln(1 + first place), and of ln(1 + words from there to the last place).
    """
    width = len(phrases.words.units.documents)
    code = phrases.phrase if width == 1 else wide(phrases.phrase) * width + phrases.document
    is_first = first_of_equal(code)
    pair, first = is_first.cumsum() - 1, is_first.nonzero()[0]
    pairs, count = code[first], sizes(first, len(code))
    whole = np.bincount(pair, phrases.whole, len(pairs)).astype(np.float64, copy=False)
    nested = count - whole
    place = phrases.words.place[phrases.begin]
    earliest, latest = place[first], place[first + count - 1]
    position, spread = np.log1p(earliest), np.log1p(latest - earliest)
    if width == 1:
        return pairs, whole, nested, position, spread
    phrase: Integers = pairs // max(width, 1)
    documents = np.maximum(np.bincount(phrase, minlength=len(phrases)), 1)
    position = np.bincount(phrase, position, len(phrases)) / documents
    return phrase, whole, nested, position, np.bincount(phrase, spread, len(phrases)) / documents


def _counts(traits: Traits) -> Floats:
    """Count each stem outside the words that end phrases."""
    stems = traits.words.stems
    content = traits.content[traits.words.of_token]
    return np.maximum(np.bincount(stems.stem[content], minlength=len(stems.names)), 1).astype(np.float64)


def _central(counts: Floats, centrality: Floats | None) -> Floats:
    """Replace counts by weights where there are any, keeping their sum."""
    if centrality is None or not centrality.any():
        return counts
    weighted = centrality > 0
    scale = counts[weighted].sum() / centrality[weighted].sum()
    return np.where(weighted, np.where(weighted, centrality, 1.0) * scale, counts)


def read_rarity(phrases: Phrases) -> Floats:
    """Return −log₁₀ p of each token in general language; 0 where no frequencies ship for the language."""
    units = phrases.words.units
    return rarity(units.words, units.language.code)[units.word]


def _names_over_compounds(phrases: Phrases, name: Booleans, compound: Booleans) -> float:
    """Return ln(names / compounds): of words and runs in prose, and of phrases, half each.

    Reference lists, tables and headings would count as names, hence prose only.
    """
    traits, runs = phrases.traits, phrases.runs
    if traits.words.units.language.code not in LANGUAGES_WITH_LONG_PHRASES:
        return NAMES_OVER_COMPOUNDS_ELSEWHERE
    letters, fillers = traits.per_sentence(traits.letter), traits.per_sentence(traits.letter & ~traits.content)
    prose = ((letters >= MIN_PROSE_WORDS) & (fillers >= MIN_PROSE_FILLERS * letters))[traits.words.sentence]
    capitals = running_count(~traits.lower)
    lower_runs = prose[runs.begin] & (capitals[runs.end] == capitals[runs.begin])
    compound_runs = lower_runs & (runs.end - runs.begin > 1)
    compounds = (_number(compound_runs) + COMPOUNDS_PRIOR[0]) / (_number(lower_runs) + COMPOUNDS_PRIOR[1])
    if not (_number(traits.capital) and _number(traits.lower)):
        return math.log(UNCASED_NAMES / compounds)
    inside = traits.content & prose & ~traits.words.sentence_initial
    names, plain = _number(inside & traits.capital & ~traits.acronym), _number(inside & traits.lower)
    by_words = math.log((names + NAMES_PRIOR[0]) / (names + plain + NAMES_PRIOR[1]) / compounds)
    by_phrases = math.log((_number(name) + PHRASES_PRIOR[0]) / (_number(compound) + PHRASES_PRIOR[1]))
    return (by_words + by_phrases) / 2


def _number(flags: Booleans) -> int:
    return int(np.count_nonzero(flags))


def _throughout(flags: Booleans, phrases: Phrases) -> Booleans:
    """Tell which occurrences have the flag at all their words."""
    missing = running_count(~flags)
    throughout: Booleans = missing[phrases.end] == missing[phrases.begin]
    return throughout


def _mean(phrases: Phrases, values: Floats | Integers) -> Floats:
    """Average over the occurrences of each phrase."""
    return phrases.total(values) / phrases.count
