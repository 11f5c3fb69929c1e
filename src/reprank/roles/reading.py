"""Units to roles: for each sentence its features, the probability that it is debris, and what it needs.

The weights were fitted to the marks of editors (``benchmarks.roles.fit``); they ship in ``data/roles.json``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from functools import cache
from weakref import WeakKeyDictionary

import numpy as np

from reprank.arrays import Booleans, Bytes, Floats, Integers, compact, first_of_equal
from reprank.patterns import lazy_pattern
from reprank.roles.antecedents import PAIR_FEATURES, Antecedents
from reprank.roles.features import FEATURES, WordTable, columns
from reprank.roles.mentions import Mentions
from reprank.roles.surface import BLOCK_SENTENCES, Surface
from reprank.shipped import DATA
from reprank.text.lines import HEADING
from reprank.text.outline import QUESTION_END
from reprank.text.tokens import normal_form, word_pattern
from reprank.text.units import Units
from reprank.values import value_class

CERTAIN_DEBRIS = 0.7  # probability; what opens a document, which says what it is about, is no debris below it
DEBRIS_OF_WHOLE = 0.45  # probability from which a whole sentence in a document with headings is debris
# "Mara Oduya (born 2 May 1961) is a clockmaker": what opens like this says what the text is about.
DEFINES = lazy_pattern(
    r"[A-Z][^:?!]{0,150}?\s(?:(?:is|was|are|were) (?:an?|the|one)|(?:ist|war|sind) (?:eine?|der|die|das)|"
    r"(?:est|était|sont) (?:une?|la|le|les|l[’'])|(?:es|era|fue) (?:una?|el|la)|(?:è|fu|era) (?:una?|uno|il|la)|"
    r"(?:é|foi|era) (?:uma?|o|a))\b"
)
# What a needed sentence is to the one that needs it, in the order in which one is preferred where several hold.
LINKS = (
    "introduces a name",
    "introduces a thing",
    "announces it",
    "the sentence before",
    "opens the document",
    "earlier",
)


@value_class
class Weights:
    """One weight for each feature, and what is added to their sum."""

    each: Floats
    intercept: float

    def scores(self, features: Floats) -> Floats:
        """Return F @ w + b."""
        return np.asarray(features @ self.each + self.intercept)

    def probability(self, features: Floats) -> Floats:
        """Return 1 / (1 + exp(−(F @ w + b))) for each row of F."""
        return np.asarray(1 / (1 + np.exp(-self.scores(features))))


@value_class
class RoleWeights:
    """Weights of debris, of standing alone and of candidates, and the probability from which a sentence is debris.

    A sentence needs nothing with a probability ∝ exp(F @ alone), one of its candidates ∝ exp(Z @ pairs), and what is
    not in the text ∝ 1.
    """

    debris: Weights
    alone: Weights
    pairs: Floats
    debris_from: float
    words: Mapping[str, WordTable] = field(default_factory=dict)  # by language

    def needs(self, features: Floats, pairs: Floats, sentence: Integers) -> tuple[Floats, Floats]:
        """Return the probability of needing nothing for each sentence, and of needing the candidate for each pair."""
        alone, scores = self.alone.scores(features), pairs @ self.pairs
        top = np.maximum(alone, 0.0)
        if len(sentence):
            starts = first_of_equal(sentence).nonzero()[0]
            top[sentence[starts]] = np.maximum(top[sentence[starts]], np.maximum.reduceat(scores, starts))
        alone, each = np.exp(alone - top), np.exp(scores - top[sentence])
        total = alone + np.bincount(sentence, each, len(alone)) + np.exp(-top)
        return alone / total, each / total[sentence]


@value_class
class Needs:
    """Which sentences may supply what a sentence needs, with the probability that it needs exactly this one.

    Pairs are in ascending order of ``sentence``, then of ``needed``; both are of one document, and ``needed`` comes
    first. The probabilities of a sentence and the probability that it stands alone add up to less than 1: the rest is
    the probability that it needs what is not in the text.
    """

    sentence: Integers
    needed: Integers
    probability: Floats
    link: Bytes  # index in LINKS

    def of(self, sentence: int) -> slice:
        """Return the place of the candidates of a sentence."""
        first, last = np.searchsorted(self.sentence, [sentence, sentence + 1]).tolist()
        return slice(first, last)


@value_class
class Roles:
    """What each sentence of a text is, and what it needs.

    ``debris`` is the probability that a sentence should be in no summary, ``alone`` the probability that it is
    understood without another sentence.
    """

    debris: Floats
    alone: Floats
    needs: Needs
    tolerable: Booleans  # sentences that are not certainly debris
    prose: Booleans  # sentences that are probably no debris, and long enough for a summary
    page_phrase: Booleans  # sentences with a phrase of credits, captions, notices or navigation


_KNOWN: WeakKeyDictionary[Units, Roles] = WeakKeyDictionary()  # several stages ask for the roles of the same text


def roles_of(units: Units) -> Roles:
    """Return the roles by the shipped weights; they are read once for a text."""
    roles = _KNOWN.get(units)
    if roles is None:
        roles = _KNOWN[units] = read_roles(units, shipped_weights())
    return roles


def read_roles(units: Units, weights: RoleWeights) -> Roles:
    """Read what each sentence is and what it needs.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> text = "Mara Oduya opened the bridge on Monday after two years of work. She thanked the engineers for it."
    >>> roles = roles_of(read_units([Document(text)], language("en")))
    >>> bool(roles.alone[0] > 0.5 > roles.alone[1]), roles.needs.sentence.tolist(), roles.needs.needed.tolist()
    (True, [1], [0])
    """
    surface, mentions = Surface(units), Mentions(units)
    features = columns(units, surface, mentions, weights.words.get(units.language.code)).T
    debris = np.where(surface.selectable, weights.debris.probability(features), 1.0)
    alone, needs = _read_needs(Antecedents(units, surface, mentions, features, debris), features, weights)
    whole = units.whole & _with_headings(units)
    opening = _first(units.document, whole & units.substantial & ~surface.asks)
    limit = np.where(whole, DEBRIS_OF_WHOLE, weights.debris_from)
    limit[opening] = CERTAIN_DEBRIS
    debris[[i for i in opening.tolist() if debris[i] < CERTAIN_DEBRIS and _names_title(units, i)]] = 0.0
    if units.document_count == 1 and (limit <= debris)[:1].any() and debris[0] < CERTAIN_DEBRIS:
        debris[0] *= DEFINES.match(units.texts[0]) is None
    page_phrase = features[:, FEATURES.index("phrase of a page")] > 0
    limit[page_phrase & units.structured] = 1 - CERTAIN_DEBRIS
    prose = units.substantial & (debris < limit) & ~_left_open(units, surface)
    return Roles(debris, alone, needs, debris < CERTAIN_DEBRIS, prose, page_phrase)


def _first(document: Integers, flags: Booleans) -> Integers:
    """Return the first sentence with the flag of each document that has one."""
    flagged = flags.nonzero()[0]
    return flagged[first_of_equal(document[flagged])] if len(flagged) else flagged


def _names_title(units: Units, sentence: int) -> bool:
    """Tell whether a sentence has a word of the title of its document that is no stop word."""
    title = units.documents[int(units.document[sentence])].title or ""
    words = {normal_form(word) for word in word_pattern(title).findall(title)} - units.language.stopwords
    own = units.word[units.offsets[sentence] : units.offsets[sentence + 1]].tolist()
    return any(units.words[word] in words for word in own)


def _left_open(units: Units, surface: Surface) -> Booleans:
    """Tell which sentences of files ask what they do not answer themselves."""
    if not units.structured.any():
        return np.zeros(len(units), dtype=np.bool_)
    answered = np.array([QUESTION_END in text for text in units.slices], dtype=np.bool_)
    return surface.asks & ~answered & units.structured


def _with_headings(units: Units) -> Booleans:
    """Tell which sentences belong to a document whose headings are known."""
    known = [any(block.kind == HEADING for block in document.blocks) for document in units.documents]
    return np.array(known, dtype=np.bool_)[units.document]


def _read_needs(antecedents: Antecedents, features: Floats, weights: RoleWeights) -> tuple[Floats, Needs]:
    """Return the probability that each sentence stands alone, and what it needs otherwise.

    The features of all pairs of a long text would be its largest table; they are read for some thousand sentences at
    once and dropped.
    """
    alone, parts = np.empty(len(features)), []
    for first in range(0, max(len(features), 1), BLOCK_SENTENCES):
        last = min(first + BLOCK_SENTENCES, len(features))
        found = antecedents.of(first, last)
        alone[first:last], each = weights.needs(features[first:last], found.features, found.sentence - first)
        parts.append((compact(found.sentence), compact(found.needed), each, found.links()))
    needs = Needs(*parts[0]) if len(parts) == 1 else Needs(*map(np.concatenate, zip(*parts, strict=True)))
    return alone, needs


@cache
def shipped_weights() -> RoleWeights:
    """Read the weights that ship."""
    fitted = json.loads((DATA / "roles.json").read_text(encoding="utf-8"))
    debris, alone = fitted["debris"], fitted["alone"]
    return RoleWeights(
        debris=Weights(_in_order(debris["weights"], FEATURES), debris["intercept"]),
        alone=Weights(_in_order(alone["weights"], FEATURES), alone["intercept"]),
        pairs=_in_order(fitted["needed"]["weights"], PAIR_FEATURES),
        debris_from=debris["threshold"],
        words={code: WordTable.of(words) for code, words in fitted["words"].items()},
    )


def _in_order(weights: Mapping[str, float], names: tuple[str, ...]) -> Floats:
    return np.array([weights.get(name, 0.0) for name in names])
