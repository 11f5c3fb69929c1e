"""One huge cluster of documents to one summary: rank partitions, then the union of their leading sentences.

Map: each partition of N documents is summarized to its leading sentences, a few times the final length. Reduce: the
leading sentences of all partitions, each in its document and in reading order, are summarized to the final length. A
sentence that its partition does not select is lost, so this is an approximation: it is made on request only, and the
summary says so.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from reprank.batch.job import Engine, Job, Local, Progress, Stop
from reprank.batch.journal import RowNumbers
from reprank.batch.rows import Row, RowFormat
from reprank.batch.sources import grouped, input_of, open_source
from reprank.batch.storage import STANDARD, exists, format_of
from reprank.batch.worker import RowSettings, summarize_documents, summarize_row
from reprank.batch.writers import encode, write_result
from reprank.budget import Auto, Multiple, Ratio, choose_length, unit_of
from reprank.errors import DataError, InputError, RepRankError
from reprank.result_rows import result_row, summary_columns
from reprank.summary import Keyword, Occurrence, Sentence, Summary

LENGTH_FACTOR = 5  # times the final length is the length of a partition's summary
SEPARATOR = "\n\n"  # between leading sentences, so that no two are read as one sentence
Show = Callable[[Progress], None]


@dataclass(frozen=True)
class Leader:
    """A sentence that its partition selected, with its place in all documents."""

    text: str
    document: int
    start: int


def summarize(documents: Sequence[str], *, partition: int, settings: RowSettings | None = None) -> Summary:
    """Summarize documents by partitions, in this process; if one partition holds all, the summary is exact.

    >>> from reprank.budget import Sentences
    >>> texts = ["The river rose all night.", "By dawn the river had closed the bridge.", "A dog slept through it all."]
    >>> summary = summarize(texts, partition=2, settings=RowSettings(budget=Sentences(1)))
    >>> len(summary.sentences), summary.warnings[0]
    (1, 'approximate: 2 partitions of up to 2 documents were ranked, then their leading sentences')
    """
    wish = settings or RowSettings()
    inner = partition_settings(wish)
    if len(documents) <= partition:
        return summarize_documents(documents, wish)
    rows = grouped(iter([Row(0, tuple(documents))]), partition)
    found = [leader for row in rows for leader in _leaders(summarize_row(row, inner))]
    return merge(found, wish, warning=_warning(-(-len(documents) // partition), partition))


def partition_settings(settings: RowSettings) -> RowSettings:
    """Return the settings for a partition: a multiple of the length, no keywords.

    Raises InputError for a ratio or auto: a partition does not know the length of the whole input.
    """
    length = choose_length(settings.budget)
    if isinstance(length, Ratio | Auto):
        raise InputError(
            f"a partition needs a fixed length: use words, sentences, characters or bytes instead of {unit_of(length)}"
        )
    return replace(settings, keywords=0, budget=Multiple(length, LENGTH_FACTOR))


def merge(leaders: Iterable[Leader], settings: RowSettings, *, warning: str) -> Summary:
    """Summarize the union of the leading sentences; results have their places in the original documents."""
    union: list[_Gathered] = []
    by_place = sorted(leaders, key=lambda leader: (leader.document, leader.start))
    for document, group in groupby(by_place, key=lambda leader: leader.document):
        union.append(_Gathered.of(document, list(group)))
    summary = summarize_documents([gathered.text for gathered in union], settings)
    return replace(
        summary,
        sentences=tuple(_original(sentence, union) for sentence in summary.sentences),
        keywords=tuple(_original_keyword(keyword, union) for keyword in summary.keywords),
        warnings=(warning, *summary.warnings),
        documents=(),
        origin=None,
    )


@dataclass(frozen=True)
class _Gathered:
    """The leading sentences of one document as one text, and where each begins in it."""

    document: int
    text: str
    begins: list[int]
    leaders: list[Leader]

    @classmethod
    def of(cls, document: int, leaders: list[Leader]) -> _Gathered:
        begins, position = [], 0
        for leader in leaders:
            begins.append(position)
            position += len(leader.text) + len(SEPARATOR)
        return cls(document, SEPARATOR.join(leader.text for leader in leaders), begins, leaders)

    def original(self, position: int) -> int:
        """Return the position in the document of a position in the gathered text."""
        k = bisect_right(self.begins, position) - 1
        return self.leaders[k].start + position - self.begins[k]


def _original(sentence: Sentence, union: list[_Gathered]) -> Sentence:
    gathered = union[sentence.document]
    start = gathered.original(sentence.start)
    return replace(sentence, document=gathered.document, start=start, end=start + sentence.end - sentence.start)


def _original_keyword(keyword: Keyword, union: list[_Gathered]) -> Keyword:
    places = []
    for place in keyword.occurrences:
        gathered = union[place.document]
        start = gathered.original(place.start)
        places.append(Occurrence(gathered.document, start, start + place.end - place.start))
    return replace(keyword, occurrences=tuple(places))


def _leaders(fields: dict[str, object]) -> Iterator[Leader]:
    """Read the sentences that a partition selected; its id is the number of its first document."""
    if "error" in fields:
        raise RepRankError(f"a partition failed: {fields['error']}")
    first = int(str(fields["id"]))
    sentences = fields["sentences"]
    assert isinstance(sentences, list)
    for sentence in sentences:
        yield Leader(sentence["text"], first + sentence["document"], sentence["start"])


def run(
    source: str | Path,
    target: str | Path,
    *,
    partition: int,
    job: Job | None = None,
    engine: Engine | None = None,
    progress: Show = lambda now: None,
) -> Summary:
    """Summarize all rows of ``source`` as one cluster into the one row of ``target``, whose id is the source.

    The engine summarizes the partitions. Raises DataError for a row that cannot be read, RepRankError when a partition
    fails, and otherwise what ``reprank.batch.run`` raises.
    """
    work, where = job or Job(), engine or Local()
    source, target = str(source), str(target)
    kind = format_of(target, work.rows.format)
    if STANDARD in (source, target):
        raise InputError("a partitioned batch needs files, not standard input or output: name them")
    if not isinstance(input_of(source, work.rows, target=target), str):
        raise InputError(f"a partitioned batch needs a file of rows, not documents; got {source}")
    if exists(target):
        raise DataError(f"{target} exists: remove it to begin again")
    if partition < 1:
        raise InputError(f"partition must be at least 1 document; got {partition}")
    work.settings.check()
    inner = replace(work, settings=partition_settings(work.settings))
    few = _few(source, partition, work.rows)
    summary = (
        summarize_documents(few, work.settings)
        if few is not None
        else _by_partitions(source, partition, inner, work.settings, where, progress)
    )
    line = encode(result_row(source, {}, summary_columns(summary)))
    write_result(target, kind, lambda: [line])
    return replace(summary, documents=())


def _few(source: str, partition: int, format: RowFormat) -> list[str] | None:
    """Return all documents if one partition holds them, and None if there are more."""
    with closing(open_source(source, format)) as opened:
        first, more = next(groups := grouped(opened.rows, partition), Row(0)), next(groups, None)
        return list(first.documents) if more is None else None


def _by_partitions(
    source: str, partition: int, job: Job, settings: RowSettings, engine: Engine, progress: Show
) -> Summary:
    leaders: list[Leader] = []
    done = RowNumbers()
    with Stop.on_signals() as stop, closing(engine.results(source, job, done, stop, partition=partition)) as results:
        for finished, share in results:
            for line in finished.lines:
                leaders += _leaders(json.loads(line))
            done.add(finished.numbers)
            progress(Progress(len(done), finished.failed, share))
        if stop.code:
            raise KeyboardInterrupt
    return merge(leaders, settings, warning=_warning(len(done), partition))


def _warning(partitions: int, partition: int) -> str:
    return (
        f"approximate: {partitions} partitions of up to {partition} documents were ranked, then their leading sentences"
    )
