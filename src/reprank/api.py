"""The whole flow: documents in, a summary out, whatever the method in the middle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from reprank.arrays import Booleans
from reprank.budget import Budget, Ratio, Words, choose_budget
from reprank.coverage.method import Coverage
from reprank.errors import InputError
from reprank.paper.encoder import Encoder
from reprank.selection import Allowance, Choice, Task, best_first
from reprank.summary import Keyword, Sentence, Spent, Summary
from reprank.text.documents import Document, Documents, as_documents
from reprank.text.joining import join_sentences
from reprank.text.languages import Language, detect, language
from reprank.text.tokens import normal_form, word_pattern
from reprank.text.units import Units, read_units
from reprank.version import __version__


class Summarizer(Protocol):
    """What evaluation, batch, web and command line know of a system."""

    def summarize(
        self,
        documents: Documents,
        *,
        words: int | None = None,
        sentences: int | None = None,
        ratio: float | None = None,
        characters: int | None = None,
        bytes: int | None = None,
        budget: Budget | None = None,
        keywords: int = 10,
        query: str | None = None,
        seen: Documents = (),
        language: str | None = None,
        ranking: bool = False,
    ) -> Summary:
        """Choose the sentences that matter, within one length."""


class Method(Protocol):
    """The middle of the flow: which sentences of a task."""

    @property
    def name(self) -> str:
        """The name in the summary and in tables."""

    def choose(self, task: Task) -> Choice:
        """Choose sentences within the allowance and score all of them."""


@dataclass(frozen=True)
class System:
    """A method made into a Summarizer: text, budget, results and bad input are the same for all."""

    method: Method

    def summarize(
        self,
        documents: Documents,
        *,
        words: int | None = None,
        sentences: int | None = None,
        ratio: float | None = None,
        characters: int | None = None,
        bytes: int | None = None,
        budget: Budget | None = None,
        keywords: int = 10,
        query: str | None = None,
        seen: Documents = (),
        language: str | None = None,
        ranking: bool = False,
    ) -> Summary:
        """Choose the sentences that matter, within one length (200 words if none is given).

        ``query`` is text that the summary should answer. ``seen`` are documents that the reader knows: nothing of them
        is selected or repeated. ``ranking`` asks for every sentence with its score. Raises InputError for what cannot
        be used.
        """
        length = choose_budget(
            words=words, sentences=sentences, ratio=ratio, characters=characters, bytes=bytes, budget=budget
        )
        new = as_documents(documents)
        units = _read(new, as_documents(seen), language)
        return _summarize(self.method, units, new, length, _Request(_count("keywords", keywords), query, ranking))


@dataclass(frozen=True)
class RepRank(System):
    """RepRank with its settings.

    >>> text = (
    ...     "A dog barked. Heavy snow closed the mountain road on Friday. The village on the mountain has bread. "
    ...     "Snow ploughs will open the mountain road on Monday."
    ... )
    >>> str(RepRank().summarize(text, sentences=1))
    'Heavy snow closed the mountain road on Friday.'
    """

    method: Method = field(default_factory=Coverage)

    @classmethod
    def paper(
        cls,
        *,
        encoder: Encoder | None = None,
        attention: bool = True,
        absorbing: bool = False,
        printed: bool = True,
    ) -> RepRank:
        """Return RepRank exactly as the paper prints it (sections 3 and 4).

        The table's rows: ``attention=False`` is "Glove", the default is "Self-attention", ``absorbing=True`` adds
        "+ Absorb". ``printed=False`` is the corrected chain P*. See ``reprank.paper.method.Paper`` for every number.
        """
        from reprank.paper.method import Paper

        return cls(Paper(encoder=encoder, attention=attention, absorbing=absorbing, printed=printed))

    def keywords(
        self, documents: Documents, *, top: int = 10, max_words: int = 4, language: str | None = None
    ) -> tuple[Keyword, ...]:
        """Name the phrases that matter, of at most so many words, best first."""
        units = _read(as_documents(documents), (), language)
        seen = np.zeros(len(units), dtype=np.bool_)
        allowance = Allowance(units.lengths, limit=int(units.lengths.sum()), separator=0)
        task = Task(units, allowance, _eligible(units, ~seen, allowance), seen)
        # A method that ranks no phrases, such as the paper's, leaves them to the default walk.
        method = self.method if isinstance(self.method, Coverage) else Coverage()
        walked = method.walk(task)
        return walked.keywords(_count("top", top), seen=seen, max_words=_count("max_words", max_words))


summarize = RepRank().summarize
keywords = RepRank().keywords


def _count(name: str, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InputError(f"{name} must be a whole number of at least 0; got {value!r}")
    return value


@dataclass(frozen=True)
class _Request:
    keywords: int
    query: str | None
    ranking: bool


def _read(new: tuple[Document, ...], seen: tuple[Document, ...], code: str | None) -> Units:
    documents = (*new, *seen)
    spoken: Language = language(code if code else detect(document.text for document in documents))
    return read_units(documents, spoken)


def _summarize(
    method: Method, units: Units, new: tuple[Document, ...], length: Budget | Ratio, request: _Request
) -> Summary:
    budget = length.of(_words_in(new)) if isinstance(length, Ratio) else length
    seen = units.document >= len(new)
    fresh = (units.idea == np.arange(len(units))) & ~seen & ~np.isin(units.idea, units.idea[seen])
    allowance = Allowance.of(budget, units)
    task = Task(units, allowance, _eligible(units, fresh, allowance), seen, _words_of(request.query), request.keywords)
    choice = method.choose(task) if fresh.any() else Choice([], np.zeros(len(units)))
    if fresh.any() and _fits_whole(units, fresh, allowance, budget):
        choice = replace(choice, chosen=[int(i) for i in best_first(choice.scores) if fresh[i]])
    chosen = _within(units, choice.chosen, budget)
    keywords = choice.keywords
    if keywords is None and request.keywords:
        keywords = Coverage().walk(task).keywords(request.keywords, seen=seen)
    rank = {sentence: place for place, sentence in enumerate(chosen, start=1)}
    return Summary(
        sentences=tuple(_sentence(units, i, choice, rank[i]) for i in sorted(chosen)),
        keywords=keywords or (),
        budget=Spent(getattr(budget, "unit", type(budget).__name__), budget.limit, _cost(units, chosen, budget)),
        system=method.name,
        version=__version__,
        warnings=(*choice.warnings, *_warnings(units, chosen, fresh, allowance, budget)),
        ranking=_ranking(units, choice, chosen, seen) if request.ranking else (),
        documents=new,
    )


def _words_in(documents: tuple[Document, ...]) -> int:
    return sum(Words(1).cost(document.text) for document in documents)


def _words_of(query: str | None) -> tuple[str, ...]:
    return tuple(normal_form(word) for word in word_pattern(query).findall(query)) if query else ()


def _eligible(units: Units, fresh: Booleans, allowance: Allowance) -> Booleans:
    """Leave out what does not read as a sentence, unless hardly anything else is there or fits."""
    eligible = fresh & units.presentable
    enough = int(eligible.sum()) >= 3 and bool((eligible & allowance.fits(0)).any())
    return eligible if enough else fresh


def _fits_whole(units: Units, fresh: Booleans, allowance: Allowance, budget: Budget) -> bool:
    if allowance.costs[fresh].sum() > 2 * allowance.limit:  # far over, whatever joining saves: spare the joining
        return False
    return _cost(units, np.flatnonzero(fresh).tolist(), budget) <= budget.limit


def _within(units: Units, chosen: list[int], budget: Budget) -> list[int]:
    """Drop the last chosen while the joined text costs more than its sentences did, as with model tokens."""
    while chosen and _cost(units, chosen, budget) > budget.limit:
        chosen = chosen[:-1]
    return chosen


def _cost(units: Units, chosen: Iterable[int], budget: Budget) -> int:
    texts = [units.texts[i] for i in sorted(chosen)]
    return len(texts) if getattr(budget, "unit", "") == "sentences" else budget.cost(join_sentences(texts))


def _sentence(units: Units, i: int, choice: Choice, rank: int) -> Sentence:
    return Sentence(
        text=units.texts[i],
        document=int(units.document[i]),
        start=int(units.start[i]),
        end=int(units.end[i]),
        score=float(choice.scores[i]),
        rank=rank,
    )


def _ranking(units: Units, choice: Choice, chosen: list[int], seen: Booleans) -> tuple[Sentence, ...]:
    """List the chosen in the order of choice, then all others by score."""
    taken = set(chosen)
    others = [int(i) for i in best_first(choice.scores) if not seen[i] and i not in taken]
    return tuple(_sentence(units, i, choice, rank) for rank, i in enumerate([*chosen, *others], start=1))


def _warnings(units: Units, chosen: list[int], fresh: Booleans, allowance: Allowance, budget: Budget) -> Iterable[str]:
    if not len(units.form):
        yield "nothing to summarize: the documents hold no words"
    elif not fresh.any():
        yield "nothing new: every sentence stands in the documents already seen"
    elif not chosen:
        unit = getattr(budget, "unit", "units of the budget")
        yield f"no sentence fits in {budget.limit} {unit}: the shortest takes {allowance.costs[fresh].min()}"
    if units.cut:
        yield "long stretches without a full stop were cut into pieces of about 40 words"
