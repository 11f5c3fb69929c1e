"""Many texts to many results: one summary or one list of keywords for each, in order, as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sized
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TypeVar, Unpack, overload

from reprank.api import KeywordSystem, RepRank, System
from reprank.errors import InputError
from reprank.examples import TRIAL_TEXT
from reprank.progress import ProgressLine
from reprank.schema import KeywordOptions, SummaryOptions
from reprank.selection import count
from reprank.summary import Keyword, Summary
from reprank.text.documents import Document, Documents, as_documents
from reprank.worker_pool import Failed, WorkerPool

Result = TypeVar("Result")
Input = tuple[Document, ...] | InputError  # an input that cannot be read is an error in its place

Outcomes = Generator[tuple[Input, Result | Exception], None, None]

CHUNK_TEXTS = 8  # sent to a worker at once: sending costs little then, and results come soon


@dataclass(frozen=True, kw_only=True)
class RunSettings:
    """How many texts are worked on.

    ``workers``: worker processes; 0 or None works in this process. ``errors``: ``"raise"`` ends at the first text that
    cannot be used, ``"return"`` yields the exception in the place of its result. ``progress`` is True to show how far
    the work is, or a function that is called with the number of texts that are done.
    """

    workers: int | None = None
    errors: Literal["raise", "return"] = "raise"
    progress: bool | Callable[[int], object] = False

    def __post_init__(self) -> None:
        count("workers", self.workers or 0)
        if self.errors not in ("raise", "return"):
            raise InputError(f"errors must be 'raise' or 'return'; got {self.errors!r}")
        if not isinstance(self.progress, bool) and not callable(self.progress):
            raise InputError(f"progress must be True, False or a function of a number; got {self.progress!r}")

    @contextmanager
    def report(self, total: int | None) -> Iterator[Callable[[int], object]]:
        """Return the function that is called with the number of texts that are done, of ``total`` if it is known."""
        if not isinstance(self.progress, bool):
            yield self.progress
        elif not self.progress:
            yield lambda done: None
        else:
            with ProgressLine("texts") as line:
                yield lambda done: line.update(done, done / total if total else 0.0, total=total)


@overload
def summarize_many(
    texts: Iterable[Documents],
    *,
    system: System | None = None,
    workers: int | None = None,
    errors: Literal["raise"] = "raise",
    progress: bool | Callable[[int], object] = False,
    **options: Unpack[SummaryOptions],
) -> Iterator[Summary]: ...
@overload
def summarize_many(
    texts: Iterable[Documents],
    *,
    system: System | None = None,
    workers: int | None = None,
    errors: Literal["return"],
    progress: bool | Callable[[int], object] = False,
    **options: Unpack[SummaryOptions],
) -> Iterator[Summary | Exception]: ...
def summarize_many(
    texts: Iterable[Documents],
    *,
    system: System | None = None,
    workers: int | None = None,
    errors: Literal["raise", "return"] = "raise",
    progress: bool | Callable[[int], object] = False,
    **options: Unpack[SummaryOptions],
) -> Iterator[Summary | Exception]:
    """Yield one summary for each text, in order.

    Texts are consumed lazily, so the input may be infinite and memory stays small.

    Args:
        texts: any iterable, such as a list, a generator or a column of a table. Each item is a text, or a list of
            documents that share one summary.
        system: another system, such as ``reprank.systems.make("lexrank")``; the default is ``reprank.RepRank()``.
        workers: worker processes; 0 or None works in this process. A script that starts workers needs the usual
            ``if __name__ == "__main__":``.
        errors: ``"raise"`` raises the exception of the first text that cannot be summarized; ``"return"`` yields it
            instead of the summary and continues.
        progress: True shows the progress, on a terminal or in a notebook; a function is called after each text with the
            number of texts that are done.
        options: those of ``reprank.summarize``, such as ``words=60``; they apply to every text.

    Raises:
        InputError: at once, if an argument cannot be used.

    >>> import reprank
    >>> texts = ["The river rose. It closed the bridge.", "A dog barked. The cat slept."]
    >>> [str(summary) for summary in reprank.summarize_many(texts, sentences=1)]
    ['The river rose.', 'A dog barked.']
    """
    running = RunSettings(workers=workers, errors=errors, progress=progress)
    if "seen" in options:
        options["seen"] = as_documents(options["seen"])
    work = partial(_summarize, system=system or RepRank(), options=options, apart=bool(workers))
    found = _each(texts, work, running)
    return (
        replace(summary, documents=_readable(documents)) if workers and isinstance(summary, Summary) else summary
        for documents, summary in found
    )


@overload
def keywords_many(
    texts: Iterable[Documents],
    *,
    system: KeywordSystem | None = None,
    workers: int | None = None,
    errors: Literal["raise"] = "raise",
    progress: bool | Callable[[int], object] = False,
    **options: Unpack[KeywordOptions],
) -> Iterator[tuple[Keyword, ...]]: ...
@overload
def keywords_many(
    texts: Iterable[Documents],
    *,
    system: KeywordSystem | None = None,
    workers: int | None = None,
    errors: Literal["return"],
    progress: bool | Callable[[int], object] = False,
    **options: Unpack[KeywordOptions],
) -> Iterator[tuple[Keyword, ...] | Exception]: ...
def keywords_many(
    texts: Iterable[Documents],
    *,
    system: KeywordSystem | None = None,
    workers: int | None = None,
    errors: Literal["raise", "return"] = "raise",
    progress: bool | Callable[[int], object] = False,
    **options: Unpack[KeywordOptions],
) -> Iterator[tuple[Keyword, ...] | Exception]:
    """Yield the keywords of each text, in order; ``options`` are those of ``reprank.keywords``.

    All other arguments are those of ``summarize_many``.

    >>> import reprank
    >>> texts = ["The battery is empty. A new battery is small.", "Snow closed the road. The road is steep."]
    >>> [keywords[0].text for keywords in reprank.keywords_many(texts, top=1)]
    ['battery', 'road']
    """
    running = RunSettings(workers=workers, errors=errors, progress=progress)
    found = _each(texts, partial(_rank_keywords, system=system or RepRank(), options=options), running)
    return (keywords for _, keywords in found)


def _summarize(documents: Input, *, system: System, options: SummaryOptions, apart: bool) -> Summary:
    """Summarize; in a process ``apart``, leave out the documents, which the parent process has."""
    summary = system.summarize(_readable(documents), **options)
    return replace(summary, documents=()) if apart else summary


def _rank_keywords(documents: Input, *, system: KeywordSystem, options: KeywordOptions) -> tuple[Keyword, ...]:
    return system.keywords(_readable(documents), **options)


def _readable(documents: Input) -> tuple[Document, ...]:
    if isinstance(documents, InputError):
        raise documents
    return documents


def _each(texts: Iterable[Documents], work: Callable[[Input], Result], running: RunSettings) -> Outcomes[Result]:
    """Check the arguments now, and return the iterator over the inputs and their results."""
    if isinstance(texts, str | Document):
        raise InputError("texts must be a list or another iterable of texts; got one text: put it in a list")
    if isinstance(texts, bytes | Mapping) or not isinstance(texts, Iterable):
        raise InputError(f"texts must be a list or another iterable of texts; got {type(texts).__name__}")
    work((Document(TRIAL_TEXT),))  # an option that cannot be used is an error of the call, not of the first text
    outcomes = _outcomes(map(_input, texts), work, running.workers)
    return _reported(outcomes, running, len(texts) if isinstance(texts, Sized) else None)


def _input(item: Documents) -> Input:
    try:
        return as_documents(item)
    except InputError as error:
        return error


def _outcomes(inputs: Iterator[Input], work: Callable[[Input], Result], workers: int | None) -> Outcomes[Result]:
    if not workers:
        for documents in inputs:
            outcome: Result | Exception
            try:
                outcome = work(documents)
            except Exception as error:  # noqa: BLE001 - it is raised again, or the caller asked for it
                outcome = error
            yield documents, outcome
        return
    with WorkerPool[Input, Result](partial(_start, work), workers=workers) as pool:
        for documents, found in pool.map(inputs, chunk_items=CHUNK_TEXTS):
            yield documents, found.exception() if isinstance(found, Failed) else found


def _start(work: Callable[[Input], Result]) -> Callable[[Input], Result]:
    """Return the function of a worker: it was sent ready for use."""
    return work


def _reported(outcomes: Outcomes[Result], running: RunSettings, total: int | None) -> Outcomes[Result]:
    with closing(outcomes), running.report(total) as report:
        for done, (documents, outcome) in enumerate(outcomes, start=1):
            if isinstance(outcome, Exception) and running.errors == "raise":
                raise outcome
            report(done)
            yield documents, outcome
