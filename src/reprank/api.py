"""What users call: ``summarize``, ``keywords``, and the class that holds their settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from reprank import pipeline
from reprank.budget import Length, choose_length
from reprank.coverage import Coverage
from reprank.errors import InputError
from reprank.selection import KeywordMethod, KeywordRequest, Method
from reprank.summary import Keyword, Summary
from reprank.text.documents import Documents, as_documents

if TYPE_CHECKING:
    from reprank.paper.encoder import Encoder
    from reprank.paper.method import MakeChain
    from reprank.paper.representation import Representation


class Summarizer(Protocol):
    """What evaluation, batch and command line know of a system; ``System`` makes one of any method."""

    def summarize(
        self,
        documents: Documents,
        *,
        budget: Length | None = None,
        keywords: int = 10,
        query: str | None = None,
        seen: Documents = (),
        language: str | None = None,
        ranking: bool = False,
    ) -> Summary:
        """Select the sentences that matter, within one length."""


class KeywordSystem(Protocol):
    """What evaluation and command line know of a system that ranks keywords."""

    def keywords(
        self, documents: Documents, *, top: int = 10, max_words: int = 4, language: str | None = None
    ) -> tuple[Keyword, ...]:
        """Rank the phrases that matter, best first."""


@dataclass(frozen=True)
class System:
    """A method made into a summarizer: text, length, results and errors are the same for all methods.

    >>> from reprank.baselines.lead import Lead
    >>> str(System(Lead()).summarize("The river rose. It closed the bridge.", sentences=1))
    'The river rose.'
    """

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
        tokens: int | None = None,
        budget: Length | None = None,
        keywords: int = 10,
        query: str | None = None,
        seen: Documents = (),
        language: str | None = None,
        ranking: bool = False,
    ) -> Summary:
        """Select the sentences that matter and rank the keywords that matter.

        Args:
            documents: one text, one ``Document``, or a list of these. A list gives one summary of all of them.
            words: the most words that the summary may have. Give at most one length; without any it is 200 words.
            sentences: the most sentences.
            ratio: the largest share of the words of the input, above 0 and at most 1.
            characters: the most characters, spaces between sentences included.
            bytes: the most bytes of UTF-8.
            tokens: the most tokens of a language model, by an offline estimate.
            budget: any object with ``limit`` and ``cost(text) -> int``, to count in your own way.
            keywords: how many keywords to rank; 0 for none. A system that ranks sentences only gives none.
            query: a text that the summary should answer.
            seen: documents that the reader knows. Nothing of them is selected or repeated.
            language: the code of the language, such as ``"en"``; detected if not given.
            ranking: also list every sentence with its score in ``Summary.ranking``.

        Returns:
            A ``Summary``: ``str(summary)`` is the text; ``summary.sentences`` and ``summary.keywords`` have the places
            in the documents. It never exceeds the length. If not even one sentence fits, it is empty and
            ``summary.warnings`` says so.

        Raises:
            InputError: if an argument cannot be used; the message says what was wanted.

        >>> import reprank
        >>> text = "Heavy snow closed the mountain road on Friday. A dog barked. Ploughs will open the road on Monday."
        >>> summary = reprank.summarize(text, sentences=1, keywords=1)
        >>> str(summary)
        'Heavy snow closed the mountain road on Friday.'
        >>> summary.sentences[0].start, summary.sentences[0].end
        (0, 46)
        """
        length = choose_length(
            budget,
            words=words,
            sentences=sentences,
            ratio=ratio,
            characters=characters,
            bytes=bytes,
            tokens=tokens,
        )
        request = pipeline.Request(
            length=length,
            keywords=KeywordRequest(top=_count("keywords", keywords)),
            query=query,
            ranking=ranking,
        )
        return pipeline.summarize(self.method, as_documents(documents), as_documents(seen), language, request)

    def keywords(
        self, documents: Documents, *, top: int = 10, max_words: int = 4, language: str | None = None
    ) -> tuple[Keyword, ...]:
        """Rank the phrases that matter, best first.

        Args:
            documents: one text, one ``Document``, or a list of these. A list gives one ranking over all of them.
            top: the most keywords to return.
            max_words: the most words of one keyword.
            language: the code of the language, such as ``"en"``; detected if not given.

        Returns:
            Keywords with their text as it occurs, a score relative to the best one, and all places in the documents.

        Raises:
            InputError: if an argument cannot be used, or if the method ranks sentences only.

        >>> import reprank
        >>> text = "Sensor networks fail when the battery is empty. The battery of a sensor network is small."
        >>> [keyword.text for keyword in reprank.keywords(text, top=2)]
        ['sensor network', 'battery']
        """
        if not isinstance(self.method, KeywordMethod):
            raise InputError(f"{self.method.name} ranks sentences only: use reprank or another keyword system")
        request = KeywordRequest(top=_count("top", top), max_words=_count("max_words", max_words))
        return pipeline.keywords(self.method, as_documents(documents), language, request)


@dataclass(frozen=True)
class RepRank(System):
    """RepRank with its settings: the default method, or the paper's.

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
        vectors: str | Encoder | Representation = "attention",
        absorbing: bool = False,
        chain: MakeChain | None = None,
    ) -> RepRank:
        """Return the paper's method with the paper's numbers (sections 3 and 4).

        Args:
            vectors: ``"attention"`` for the paper's learned representation, ``"glove"`` for its average of GloVe
                vectors, an ``Encoder`` of your own, or a ``reprank.paper.representation.Representation``.
            absorbing: whether a selected sentence absorbs the walk before the next one is selected ("+ Absorb").
            chain: the matrix that ranks: ``reprank.paper.chain.as_printed`` if not given, or ``corrected``.

        Raises:
            InputError: if ``vectors`` is an unknown name.

        >>> RepRank.paper(vectors="glove").method.name
        'reprank-paper-glove'
        """
        from reprank.paper.chain import as_printed
        from reprank.paper.method import Paper

        return cls(Paper.printed(vectors, absorbing=absorbing, chain=chain or as_printed))

    @classmethod
    def calibrated(cls, *, vectors: str | Representation = "attention", absorbing: bool = False) -> RepRank:
        """Return the paper's method with thresholds and shares that suit its vectors; docs/representation.md says how.

        Args:
            vectors: ``"attention"``, ``"glove"``, or what ``reprank.paper.representation.calibrated`` returns.
            absorbing: whether a selected sentence absorbs the walk before the next one is selected.

        Raises:
            InputError: if ``vectors`` is an unknown name.

        >>> RepRank.calibrated().method.name
        'reprank-paper-calibrated'
        """
        from reprank.paper.method import Paper

        return cls(Paper.calibrated(vectors, absorbing=absorbing))


# A wrong argument is reported under the name that users call.
System.summarize.__qualname__ = "summarize"
System.keywords.__qualname__ = "keywords"

summarize = RepRank().summarize
keywords = RepRank().keywords


def _count(name: str, value: int) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__") or (number := value.__index__()) < 0:
        raise InputError(f"{name} must be a whole number of at least 0; got {value!r}")
    return int(number)
