"""Explanation to words: what a reader needs to know about a decision, without the numbers behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reprank.summary import Sentence
from reprank.text.tokens import unspaced_character

if TYPE_CHECKING:
    from reprank.explanation import Explanation, TermShare, Why

MAX_NAMED = 5  # terms in one reason
MAX_COVERING = 2  # sentences that are named as those that said it before
MAX_QUOTE_CHARACTERS = 60
MIN_QUERY_SHARE = 0.1  # of the largest share of a word of the query
MAX_KNOWN_SHARE = 0.5  # of a term's mass: a term of which more was covered before is not new
MIN_COVERED_SHARE = 0.6  # of a sentence's mass: from here on its point was made before
MIN_SIMILAR_SHARE = 0.33  # of a score, from all similar sentences: what makes a sentence central
MIN_VOTER_SHARE = 0.03  # of a score, from one similar sentence: less is chance
MIN_EARLY_SHARE = 0.38  # of a score, from the prior: what makes an early place a reason
MAX_SMALL_VALUE = 0.35  # of the best value: a sentence with less matters little

WHY_NOT: dict[Why, tuple[str, str]] = {
    "repeats word for word": ("Repeats", "another sentence word for word"),
    "not well-formed": ("Not a full sentence", "a heading, a caption, a notice or a fragment, or too short"),
    "already known": ("Already read", "it repeats what you have read"),
    "banned": ("Dropped", "you excluded it"),
    "near-duplicate": ("Says the same", "as a selected sentence, in other words"),
    "does not fit": ("No room", "it was too long for the remaining room when its turn came"),
    "not worth the room": ("Adds little", "it would fit, but it adds too little that is new"),
    "covered": ("Already said", "most of what it says is in sentences that were selected before"),
    "long": ("Long", "shorter sentences say as much"),
    "position or style": ("Less typical", "its place or style counts against it"),
    "leans": ("Depends on another", "it depends on a sentence that is not in the summary"),
    "retold": ("Told again", "a sentence of another document that says it was selected"),
    "less mass": ("Less central", "its words matter less to the text"),
    "not asked for": ("Not asked for", "neither it nor a neighbour contains a word of the question"),
    "does not name it": ("Names something else", "it does not contain the name or number that the question asks for"),
}

# What a sentence needs, by what the other one is to it (``reprank.roles.reading.LINKS``).
NEEDED: dict[str, str] = {
    "introduces a name": "the sentence that introduces a name",
    "introduces a thing": "the sentence that introduces what it mentions",
    "announces it": "the sentence that announces it",
    "the sentence before": "the sentence before it",
    "opens the document": "the sentence that opens the document",
    "earlier": "an earlier sentence",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: a short heading, what it says, and the sentences that it refers to.

    >>> print(Reason("New here", "fracture, foundation"))
    New here: fracture, foundation
    """

    name: str
    text: str = ""
    sentences: tuple[Sentence, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}: {self.detail()}"

    def detail(self) -> str:
        """Return the text with the sentences quoted behind it."""
        quotes = ", ".join(quoted(sentence) for sentence in self.sentences)
        return f"{self.text}: {quotes}" if self.text and quotes else self.text or quotes


def reasons_of(explanation: Explanation) -> tuple[Reason, ...]:
    """Return why a sentence was selected, or why not, most important first; there is at least one reason."""
    found = _selected(explanation) if explanation.selected else _not_selected(explanation)
    return tuple(found)


def quoted(sentence: Sentence | None, characters: int | None = MAX_QUOTE_CHARACTERS) -> str:
    """Quote the beginning of a sentence."""
    text = "" if sentence is None else sentence.display
    if characters is not None and len(text) > characters:
        text = text[:characters].rsplit(" ", 1)[0] + " …"
    return f"“{text}”"


def _selected(it: Explanation) -> Iterator[Reason]:
    if it.whole:
        yield Reason("Everything fits", "the whole text fits, so nothing was left out")
        return
    if it.pinned:
        yield Reason("Pinned", "you asked for it")
    found = [*_answers(it), *_content(it), *_company(it)]
    yield from found or ([] if it.pinned else [Reason("Next best", "of the sentences that fit, it adds the most")])


def _answers(it: Explanation) -> Iterator[Reason]:
    asked = [term for term in it.terms if term.kind == "query term" and term.text]
    least = MIN_QUERY_SHARE * max((term.share for term in asked), default=0.0)
    if names := _distinct(term.text for term in _largest(asked) if term.share > least):
        first = it.sentence.rank == 1
        yield Reason("Answers" if first else "Mentions", ", ".join(f"“{name}”" for name in names))
    elif any(term.kind == "passage" for term in it.terms):
        yield Reason("Near the answer", "sentences around it contain words of the question")
    if it.required:
        yield Reason("First to name it", "no sentence selected before contains this name or number of the question")
    if any(term.kind == "opening" and term.share > MIN_QUERY_SHARE * it.value for term in it.terms):
        yield Reason("Opening", "it opens its document")


def _content(it: Explanation) -> Iterator[Reason]:
    new = [term for term in it.terms if term.kind == "term" and term.covered < MAX_KNOWN_SHARE]
    if names := _distinct(term.text for term in _largest(new)):
        yield Reason("New here", ", ".join(names))
    if it.score <= 0:
        return
    shares = [vote.share / it.score for vote in it.votes if vote.kind in ("sentence", "other sentences")]
    voters = [vote for vote in it.votes if vote.sentence is not None and vote.share >= MIN_VOTER_SHARE * it.score]
    if sum(shares) >= MIN_SIMILAR_SHARE and voters:
        others = "1 other sentence shares" if len(voters) == 1 else f"{len(voters)} other sentences share"
        yield Reason("Central", f"{others} its words, most of all", tuple(v.sentence for v in voters[:1] if v.sentence))
    if any(vote.kind == "prior" and vote.share >= MIN_EARLY_SHARE * it.score for vote in it.votes):
        yield Reason("Early", "it comes near the beginning of its document")


def _company(it: Explanation) -> Iterator[Reason]:
    """Name the sentences that were selected together with this one."""
    if it.leans_on:
        needed = " and ".join(dict.fromkeys(NEEDED[link] for link in it.links)) or "this"
        yield Reason("Depends on", f"to be understood, it needs {needed}", it.leans_on)
    if it.needed_by:
        yield Reason("Needed by", "this depends on it, so both are here", it.needed_by)


def _not_selected(it: Explanation) -> Iterator[Reason]:
    assert it.not_selected is not None
    why, other = it.not_selected.why, it.not_selected.other
    if why in ("does not fit", "not worth the room"):
        said = _covering(it.terms) if it.covered >= MIN_COVERED_SHARE else ()
        if said:
            yield Reason("Already said", "most of what it says is in", said)
            return
        if any(term.kind == "passage" for term in it.terms):
            yield Reason("Answers less", "the sentences of the summary have more of the question in them")
            return
        if it.value < MAX_SMALL_VALUE:
            yield Reason("Less central", "the sentences of the summary tell more that is new in as many words")
            return
    name, text = WHY_NOT[why]
    yield Reason(name, text, () if other is None else (other,))


def _covering(terms: Iterable[TermShare]) -> tuple[Sentence, ...]:
    """Return the sentences that cover most of the terms, those that cover more first."""
    count = Counter(term.covered_by for term in terms if term.covered_by is not None and term.kind == "term")
    return tuple(sentence for sentence, _ in count.most_common(MAX_COVERING))


def _largest(terms: list[TermShare]) -> list[TermShare]:
    return sorted(terms, key=lambda term: -term.share)


def _distinct(names: Iterable[str]) -> list[str]:
    """Keep the first names, and of names that contain one another the longer one.

    >>> _distinct(["central", "pier", "central pier", "water"])
    ['central pier', 'water']
    >>> _distinct(["桥", "桥墩", "船"])
    ['桥墩', '船']
    """
    kept: list[str] = []
    unspaced = unspaced_character()
    for name in names:
        words = set(name.lower().split())
        tight = unspaced.match(name) is not None
        if any(words <= set(other.lower().split()) or (tight and name in other) for other in kept):
            continue
        shorter = [
            i for i, other in enumerate(kept) if set(other.lower().split()) <= words or (tight and other in name)
        ]
        if len(kept) - len(shorter) >= MAX_NAMED and not shorter:
            break
        place = shorter[0] if shorter else len(kept)
        kept = [other for i, other in enumerate(kept) if i not in shorter]
        kept.insert(place, name)
    return kept
