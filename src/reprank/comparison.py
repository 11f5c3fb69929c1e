"""Documents to a comparison: what several of them report, where they disagree, what changed, what only one reports."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reprank.api import rank
from reprank.errors import InputError
from reprank.ranked import RankedText
from reprank.rendering import markdown_escape
from reprank.selection import count
from reprank.sources.findings import Conflict, told_fields
from reprank.summary import Sentence, rounded
from reprank.text.documents import Document, Documents, as_documents

MAX_COMPARED = 400  # best sentences whose sources are looked up, so that time stays linear
AGREED_SHARE = 0.5  # of the words


@dataclass(frozen=True)
class Comparison:
    """What documents on the same subject agree and disagree about.

    ``agreed`` are the most important sentences that several documents report, ``single`` those that only one reports,
    both in the order of the documents, with ``Sentence.sources``. ``conflicts`` and ``updates`` list all that were
    found. ``str`` is the text for a person.

    >>> import reprank
    >>> made = reprank.compare(reprank.example_documents(), words=60)
    >>> [conflict.values for conflict in made.conflicts]
    [('Three', 'Four')]
    >>> made.agreed[0].citation
    '[2, 1, 4]'
    """

    agreed: tuple[Sentence, ...]
    conflicts: tuple[Conflict, ...]
    updates: tuple[Conflict, ...]
    single: tuple[Sentence, ...]
    documents: tuple[Document, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each document."""
        return tuple(it.id or it.title or f"document {number}" for number, it in enumerate(self.documents, start=1))

    def parts(self) -> list[tuple[str, list[str]]]:
        """Return a heading and its lines for each part that is not empty."""
        told = [
            ("Reported by several", [_told(it) for it in self.agreed]),
            ("Where they disagree", list(map(str, self.conflicts))),
            ("What changed", list(map(str, self.updates))),
            ("Reported by one", [_told(it) for it in self.single]),
        ]
        return [(title, lines) for title, lines in told if lines]

    def __str__(self) -> str:
        sources = [f"{number}  {name}" for number, name in enumerate(self.names, start=1)]
        return "\n\n".join("\n".join([title, *lines]) for title, lines in [("Sources", sources), *self.parts()])

    def __repr__(self) -> str:
        sizes = f"{len(self.agreed)} agreed, {len(self.conflicts)} conflicts, {len(self.updates)} updates"
        return f"<Comparison of {len(self.documents)} documents: {sizes}, {len(self.single)} single>"

    def to_markdown(self) -> str:
        """Return the comparison as Markdown."""
        sources = [f"{number}. {markdown_escape(name)}" for number, name in enumerate(self.names, start=1)]
        parts = ["\n".join(["## Sources", "", *sources])]
        parts += [
            "\n".join([f"## {title}", "", *(f"- {markdown_escape(line)}" for line in lines)])
            for title, lines in self.parts()
        ]
        return "\n\n".join(parts) + "\n"

    def to_dict(self) -> dict[str, object]:
        """Return the comparison as plain values, ready for JSON."""
        return {
            "agreed": [_fields(it) for it in self.agreed],
            "conflicts": [it.to_dict() for it in self.conflicts],
            "updates": [it.to_dict() for it in self.updates],
            "single": [_fields(it) for it in self.single],
            "documents": list(self.names),
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """Return the comparison as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)


def compare(documents: Documents, *, words: int = 200, language: str | None = None) -> Comparison:
    """Compare documents on the same subject: what several report, conflicts, updates, and what only one reports.

    Args:
        documents: two or more texts or ``Document`` objects. Documents with a ``date`` show what changed.
        words: maximum number of words of the sentences in ``agreed`` and ``single``; conflicts are all listed.
        language: the code of the language, such as ``"en"``; detected if not given.

    Returns:
        A ``Comparison``. A document that repeats another one word for word is not a second source.

    Raises:
        InputError: if there are fewer than two documents with text, or if an argument cannot be used.
    """
    read = as_documents(documents)
    told = sum(bool(document.text.strip()) for document in read)
    if told < 2:
        raise InputError(f"compare needs two or more documents with text; got {told}: to shorten one, use summarize")
    return compared(rank(read, language=language), words=words)


def compared(ranked: RankedText, *, words: int = 200) -> Comparison:
    """Compare documents that were ranked."""
    limit = count("words", words)
    best = sorted(ranked.sentences, key=lambda it: it.rank)[:MAX_COMPARED]
    sources = {(it.document, it.start): ranked.sources(it) for it in best}
    several = [it for it in ranked.sentences if len(sources.get((it.document, it.start), ())) > 1]
    others = [it for it in ranked.sentences if len(sources.get((it.document, it.start), ())) < 2]
    agreed = _once(ranked, _chosen(ranked, round(AGREED_SHARE * limit), others, sources)) if several else ()
    used = sum(len(it.display.split()) for it in agreed)
    conflicts = ranked.conflicts()
    disputed = [it for conflict in conflicts for it in (conflict.first, conflict.second)]
    single = _chosen(ranked, limit - used, [*several, *disputed], sources)
    return Comparison(
        agreed,
        tuple(it for it in conflicts if it.kind != "update"),
        tuple(it for it in conflicts if it.kind == "update"),
        single,
        ranked.given.documents,
    )


def _chosen(
    ranked: RankedText,
    words: int,
    banned: Sequence[Sentence],
    sources: dict[tuple[int, int], tuple[int, ...]],
) -> tuple[Sentence, ...]:
    if words < 1:
        return ()
    summary = ranked.summarize(words=words, keywords=0, banned=banned)
    told = sorted(summary.sentences, key=lambda it: (it.document, it.start))
    return tuple(replace(it, sources=sources.get((it.document, it.start), (it.document,))) for it in told)


def _once(ranked: RankedText, sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """Keep the best of sentences that tell the same."""
    told: set[tuple[int, int]] = set()
    kept: set[tuple[int, int]] = set()
    for it in sorted(sentences, key=lambda it: it.rank):
        if (it.document, it.start) not in told:
            kept.add((it.document, it.start))
            told |= {(found.sentence.document, found.sentence.start) for found in ranked.support(it)}
    return tuple(it for it in sentences if (it.document, it.start) in kept)


def _told(sentence: Sentence) -> str:
    return f"{sentence.citation} {sentence.display}"


def _fields(sentence: Sentence) -> dict[str, object]:
    return {**told_fields(sentence), "score": rounded(sentence.score), "sources": list(sentence.sources)}
