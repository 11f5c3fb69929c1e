"""Selection to explanation: why a sentence was selected or passed over, in words and as data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from reprank.reasons import Reason, quoted, reasons_of
from reprank.summary import Sentence, rounded

MAX_SHOWN = 5  # terms, voters and sentences that the words name; the data have all of them
REST = "all other words"
LEAST_NAMED_SHARE = 0.005  # of a score: what is smaller is 0 percent to a reader

VoteKind = Literal[
    "sentence", "other sentences", "itself", "terms", "prior", "query term", "passage", "opening", "walk"
]
TermKind = Literal["term", "stop words", "group", "query term", "nearby", "passage", "opening", "walk"]
Why = Literal[
    "repeats word for word",
    "not well-formed",
    "already known",
    "banned",
    "near-duplicate",
    "does not fit",
    "not worth the room",
    "covered",
    "long",
    "position or style",
    "leans",
    "retold",
    "less mass",
    "not asked for",
    "does not name it",
]

WHY_WORDS: dict[Why, str] = {
    "repeats word for word": "it repeats another sentence word for word",
    "not well-formed": "it looks like a heading, a caption, a notice or a fragment, or is too short",
    "already known": "it repeats what the reader knows",
    "banned": "you excluded it",
    "near-duplicate": "it is a near-duplicate of a selected sentence",
    "does not fit": "it did not fit into the remaining length",
    "not worth the room": "it fits, but it is too short or of too little value to fill the remaining room",
    "covered": "its value was lower, mainly because its terms were already covered",
    "long": "its value was lower, mainly because it is long",
    "position or style": "its value was lower, mainly because of its position or style",
    "leans": "its value was lower, mainly because it needs a sentence that is not in the summary",
    "retold": "its value was lower, mainly because it repeats what a selected sentence of another document says",
    "less mass": "its value was lower, because its terms have less mass",
    "not asked for": "it does not belong to the answer: neither it nor a neighbour contains a word of the query",
    "does not name it": "it does not contain a name of the query that no selected sentence contains",
}
KIND_WORDS: dict[str, str] = {
    "sentence": "similar sentences",
    "other sentences": "similar sentences",
    "itself": "itself",
    "terms": "its terms",
    "prior": "its place in the document",
    "stop words": "common words",
    "group": "terms of the sentences selected together with it",
    "nearby": "words of the question next to it",
    "passage": "the best match around it",
    "opening": "it opens its document",
    "walk": "its rank in the walk",
}


@dataclass(frozen=True, slots=True)
class Vote:
    """A part of the score of a sentence and where it comes from."""

    kind: VoteKind
    share: float  # all shares of an explanation add up to its score
    text: str = ""  # of a term of the query
    sentence: Sentence | None = None  # the voter


@dataclass(frozen=True, slots=True)
class TermShare:
    """A part of the value of a sentence at the time of its selection, and the term that carries it.

    ``covered`` is the share of the term's mass that was covered before, ``covered_by`` the first selected sentence that
    contains the term.
    """

    kind: TermKind
    share: float  # all shares of an explanation add up to its value
    text: str = ""
    covered: float = 0.0
    covered_by: Sentence | None = None


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A sentence that was not selected, and why.

    ``other`` is the sentence that it repeats. ``value`` is its value at the time, None where it had none.
    """

    sentence: Sentence
    why: Why
    other: Sentence | None = None
    value: float | None = None

    def __str__(self) -> str:
        text = WHY_WORDS[self.why]
        return f"{text}, {quoted(self.other)}" if self.other is not None else text


@dataclass(frozen=True, repr=False)
class Explanation:
    """Why a sentence was selected, or why it was not.

    ``votes`` are the parts of its score and add up to ``score``. ``score`` is the score before it is limited to that of
    the sentence ranked before it (``Sentence.score``). ``value`` decided the selection: 1 is the best value before
    anything was selected. ``terms`` are its parts and add up to it. For a sentence that was not selected, value and
    terms are those at the end.

    ``str`` gives the reasons in words, ``numbers`` the shares behind them, ``to_dict`` everything as plain values. A
    notebook shows the words, with the numbers folded away.
    """

    sentence: Sentence
    system: str
    score: float
    votes: tuple[Vote, ...]
    value: float
    terms: tuple[TermShare, ...]
    covered: float = 0.0  # share of the mass of its terms that was covered before
    leans_on: tuple[Sentence, ...] = ()  # sentences that it was selected with, because it needs them
    links: tuple[str, ...] = ()  # what each of them is to it: one of ``reprank.roles.reading.LINKS``
    needed_by: tuple[Sentence, ...] = ()  # sentences that it was selected with, because they need it
    passed_over: tuple[PassedOver, ...] = ()  # sentences of a higher score that were not selected, best first
    not_selected: PassedOver | None = None  # why the sentence itself was not selected; None if it was
    whole: bool = False  # the whole text fits: nothing was left out
    required: bool = False  # it contains a name, number or quotation of the query that no earlier sentence contains
    pinned: bool = False  # it was asked for

    @property
    def selected(self) -> bool:
        """Whether the sentence is in the summary."""
        return self.not_selected is None

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why it was selected, or why not, in words: the most important reason first."""
        return reasons_of(self)

    def __str__(self) -> str:
        return "\n".join([f"Sentence: {quoted(self.sentence, None)}", *map(str, self.reasons)])

    def __repr__(self) -> str:
        return f"<Explanation of {quoted(self.sentence)}, {'selected' if self.selected else 'not selected'}>"

    def _repr_html_(self) -> str:
        from reprank.rendering import explanation_fragment

        return explanation_fragment(self)

    def carriers(self) -> list[tuple[str, float]]:
        """Return what contributed to the value, as names and shares that add up to it.

        Terms come first, largest first; common words and what is too small to be named are one part at the end.
        """
        named = [(term.text or KIND_WORDS[term.kind], term.share) for term in self.terms if term.kind != "stop words"]
        shown = _largest(named, self.value)
        rest = self.value - sum(share for _, share in shown)
        return [*shown, (REST, rest)] if rest >= LEAST_NAMED_SHARE * self.value > 0 else shown

    def numbers(self, *, carriers: bool = True) -> list[tuple[str, list[str]]]:
        """Return the shares behind the reasons: a heading and one or more texts for each.

        Without ``carriers`` the terms that contributed to the value are left out.
        """
        points = [("Selected", [self._decision()])]
        if carriers and self.value > 0:
            points.append(("Value from", [_in_percent(self.carriers(), self.value)]))
        points.append((f"Score {self.score:.4f} from", [self._votes()]))
        voters = [vote for vote in self.votes if vote.sentence is not None]
        lists = [
            ("Similar sentences", [f"{quoted(vote.sentence)} {vote.share / self.score:.0%}" for vote in voters]),
            ("Already covered", [self._covered()] if self.covered >= LEAST_NAMED_SHARE else []),
            ("Passed over", self._passed_over()),
        ]
        return [*points, *((name, _first(texts)) for name, texts in lists if texts)]

    def _passed_over(self) -> list[str]:
        """Name the sentences that were passed over, those with the same reason together."""
        by_reason: dict[str, list[str]] = {}
        for it in self.passed_over:
            by_reason.setdefault(str(it), []).append(quoted(it.sentence))
        return [f"{', '.join(_first(quotes))}: {reason}" for reason, quotes in by_reason.items()]

    def _decision(self) -> str:
        if self.not_selected is not None:
            return f"no, {self.not_selected}; its value is {self.value:.2f}"
        if self.whole:
            return f"number {self.sentence.rank} by score; the whole text fits, so nothing was left out"
        if self.pinned:
            return f"number {self.sentence.rank}, because you pinned it; its value was {self.value:.2f}"
        required = ", because it contains something that the query names and that no earlier sentence contains"
        return f"number {self.sentence.rank}, with a value of {self.value:.2f}" + (required if self.required else "")

    def _votes(self) -> str:
        """Name the parts of the score, all similar sentences as one."""
        parts: dict[str, float] = {}
        for vote in self.votes:
            name = vote.text or KIND_WORDS[vote.kind]
            parts[name] = parts.get(name, 0.0) + vote.share
        lowered = f" (shown as {self.sentence.score:.4f}, the score of a sentence selected before it)"
        limited = self.selected and self.sentence.score < self.score * (1 - 1e-9)
        ordered = sorted(parts.items(), key=lambda part: -part[1])
        named = [part for part in ordered if part[1] >= LEAST_NAMED_SHARE * self.score > 0]
        return _in_percent(named, self.score) + (lowered if limited else "")

    def _covered(self) -> str:
        known = sorted((t for t in self.terms if t.covered >= LEAST_NAMED_SHARE), key=lambda t: -t.covered * t.share)
        names = ", ".join(_first([f"{t.text} {t.covered:.0%}" for t in known if t.text]))
        return f"{self.covered:.0%} of the mass of its terms" + (f" ({names})" if names else "")

    def to_dict(self) -> dict[str, object]:
        """Return the explanation as plain values, ready for JSON."""
        fields: dict[str, object] = {
            "sentence": place_fields(self.sentence),
            "system": self.system,
            "selected": self.selected,
            "whole": self.whole,
            "required": self.required,
            "pinned": self.pinned,
            "reasons": [reason_fields(reason) for reason in self.reasons],
            "score": rounded(self.score),
            "votes": [_plain(vote) for vote in self.votes],
            "value": rounded(self.value),
            "terms": [_plain(term) for term in self.terms],
            "covered": rounded(self.covered),
            "leans_on": [place_fields(sentence) for sentence in self.leans_on],
            "needed_by": [place_fields(sentence) for sentence in self.needed_by],
            "passed_over": [_plain(it) for it in self.passed_over],
        }
        if self.not_selected is not None:
            fields["not_selected"] = _plain(self.not_selected)
        return fields


def place_fields(sentence: Sentence) -> dict[str, object]:
    """Write the text and the place of a sentence as plain values."""
    return {name: getattr(sentence, name) for name in ("text", "document", "start", "end", "rank")}


def reason_fields(reason: Reason) -> dict[str, object]:
    """Write a reason as plain values."""
    sentences = [place_fields(sentence) for sentence in reason.sentences]
    return {"name": reason.name, "text": reason.text, "sentences": sentences}


def _plain(value: Vote | TermShare | PassedOver) -> dict[str, object]:
    """Write a flat value as a dict; what is empty is left out."""
    fields: dict[str, object] = {}
    for name in value.__slots__:
        item = getattr(value, name)
        if item is not None and item != "":
            fields[name] = place_fields(item) if isinstance(item, Sentence) else rounded(item)
    return fields


def _largest(parts: Iterable[tuple[str, float]], total: float) -> list[tuple[str, float]]:
    """Return the largest parts that are not negligible."""
    ordered = sorted(parts, key=lambda part: -part[1])
    return [part for part in ordered[:MAX_SHOWN] if part[1] >= LEAST_NAMED_SHARE * total > 0]


def _in_percent(parts: Iterable[tuple[str, float]], total: float) -> str:
    return ", ".join(f"{name} {share / total:.0%}" for name, share in parts)


def _first(texts: list[str]) -> list[str]:
    """Keep the first texts and count the others."""
    more = [f"{len(texts) - MAX_SHOWN} more"] if len(texts) > MAX_SHOWN else []
    return texts[:MAX_SHOWN] + more
