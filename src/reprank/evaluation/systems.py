"""Names, import paths and files of ready outputs to the systems of an experiment.

A system is given as a function without arguments that makes it, so that every process can make its own. It makes one
of RepRank's own systems, or any object with ``summarize(documents, words=…)`` that returns a text or a ``Summary``:

>>> class FirstWords:
...     def summarize(self, documents: list[str], words: int) -> str:
...         return " ".join(documents[0].split()[:words])
>>> call(FirstWords(), SummaryRequest(["The river rose all night."], words=3))
'The river rose'
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Protocol, TypeVar, cast, runtime_checkable

from reprank.api import KeywordSystem, Summarizer
from reprank.budget import Words
from reprank.errors import InputError
from reprank.summary import Summary
from reprank.text.tokens import flatten

UNSPACED_ENDS = "。！？…」』）．"  # of scripts that put no space between sentences


class TextSummarizer(Protocol):
    """The least that a system must offer to be evaluated."""

    def summarize(self, documents: list[str], *, words: int) -> str | Summary:
        """Summarize the documents within a number of words."""


@runtime_checkable
class NeedsReferences(Protocol):
    """A summarizer that must see the references, such as the oracle."""

    def given(self, references: tuple[str, ...]) -> Summarizer:
        """Return the summarizer for these references."""


SummarizerMaker = Callable[[], Summarizer | TextSummarizer]
KeywordMaker = Callable[[], KeywordSystem]
Predictions = Mapping[str, str]  # id of a cluster to its ready summary
Maker = TypeVar("Maker")


@dataclass(frozen=True)
class Systems:
    """Systems by name: makers of summarizers, makers of keyword systems, and summaries that are ready already."""

    summarizers: Mapping[str, SummarizerMaker] = field(default_factory=dict)
    keyword_systems: Mapping[str, KeywordMaker] = field(default_factory=dict)
    predictions: Mapping[str, Predictions] = field(default_factory=dict)

    def __post_init__(self) -> None:
        twice = sorted(self.summarizers.keys() & self.predictions.keys())
        if twice:
            raise InputError(f"{twice[0]!r} is both a system and a file of predictions: name one of them NAME=…")


def registered() -> Systems:
    """Return every system that RepRank has."""
    from reprank import systems

    return Systems(systems.SYSTEMS, systems.KEYWORD_SYSTEMS)


def choose(names: Iterable[str], *, summaries: bool = True, keyphrases: bool = True) -> Systems:
    """Choose systems: names of RepRank's own, ``module:attribute``, or ``NAME=module:attribute``.

    ``summaries`` and ``keyphrases`` say which kinds of systems are wanted. Raises InputError for an unknown name, a
    module or attribute that does not exist, and two systems of one name.
    """
    every = registered()
    known = {**(every.summarizers if summaries else {}), **(every.keyword_systems if keyphrases else {})}
    own: dict[str, SummarizerMaker] = {}
    chosen: list[str] = []
    for name in names:
        if ":" in name:
            label, maker = imported(name)
            if label in own or label in chosen:
                raise InputError(f"two systems are named {label!r}: write NAME={name} to name one of them")
            own[label] = maker
        elif name not in known:
            raise InputError(
                f"unknown system {name!r}: use one of {', '.join(known)}, or module:Class for a system of your own"
            )
        chosen.append(name)
    return Systems(
        {**_chosen(every.summarizers, chosen if summaries else ()), **own},
        _chosen(every.keyword_systems, chosen if keyphrases else ()),
    )


def _chosen(makers: Mapping[str, Maker], names: Iterable[str]) -> dict[str, Maker]:
    return {name: makers[name] for name in names if name in makers}


@dataclass(frozen=True)
class Imported:
    """A maker that is found by module and attribute. Can be pickled, so that other processes import it too."""

    module: str
    attribute: str

    def __call__(self) -> TextSummarizer:
        """Import the attribute; call it if it is a class or a function that makes the system."""
        found = self.find()
        made = found if hasattr(found, "summarize") and not isinstance(found, type) else _made(found, str(self))
        if not callable(getattr(made, "summarize", None)):
            raise InputError(f"{self} must have summarize(documents, words=…); got {type(made).__name__} without it")
        return cast(TextSummarizer, made)

    def find(self) -> object:
        """Import the attribute; raise InputError if the module or the attribute does not exist."""
        try:
            module = import_module(self.module)
        except ModuleNotFoundError as error:
            raise InputError(
                f"cannot import {error.name!r} for {self}: the module must be in this folder or installed"
            ) from error
        try:
            found: object = reduce(getattr, self.attribute.split("."), module)
        except AttributeError as error:
            raise InputError(f"module {self.module!r} has no {self.attribute!r}: write module:Class") from error
        return found

    def source(self) -> bytes:
        """Return the source of the module, so that results of an older version are not used again."""
        file = getattr(import_module(self.module), "__file__", None)
        return Path(file).read_bytes() if file else b""

    def __str__(self) -> str:
        return f"{self.module}:{self.attribute}"


def imported(text: str) -> tuple[str, Imported]:
    """Read ``module:attribute`` or ``NAME=module:attribute``; without a name the attribute is the name.

    >>> imported("json:JSONDecoder")[0], imported("mine=json:JSONDecoder")[0]
    ('JSONDecoder', 'mine')
    """
    name, _, path = text.rpartition("=")
    module, _, attribute = path.partition(":")
    if not module or not attribute:
        raise InputError(f"a system of your own is written module:Class or NAME=module:Class; got {text!r}")
    maker = Imported(module, attribute)
    maker.find()
    return name or attribute, maker


def _made(found: object, name: str) -> object:
    if not callable(found):
        raise InputError(f"{name} must have summarize(documents, words=…); got {type(found).__name__} without it")
    try:
        return found()
    except TypeError as error:
        raise InputError(f"{name}() failed: {error}: it must be made without arguments") from error


@dataclass(frozen=True)
class SummaryRequest:
    """What a summarizer is asked for; ``language=None`` leaves the language to the system."""

    documents: list[str]
    words: int
    query: str | None = None
    language: str | None = None


@dataclass(frozen=True)
class Produced:
    """The sentences of a summary, and what the system warned of."""

    sentences: tuple[str, ...]
    warnings: tuple[str, ...] = ()


def call(system: Summarizer | TextSummarizer, request: SummaryRequest) -> object:
    """Call a summarizer with the options that its ``summarize`` takes."""
    options: dict[str, object] = {"words": request.words, "budget": Words(request.words), "keywords": 0}
    if request.query is not None:
        options["query"] = request.query
    if request.language is not None:
        options["language"] = request.language
    parameters = inspect.signature(system.summarize).parameters
    if "budget" in parameters:
        del options["words"]
    taken = {name: value for name, value in options.items() if name in parameters or name == "words"}
    return system.summarize(request.documents, **taken)  # type: ignore[arg-type]


def sentences_of(result: object, system: object, language: str) -> Produced:
    """Read what a summarizer returned; raise InputError if it is neither a text nor a ``Summary``."""
    if isinstance(result, Summary):
        return Produced(tuple(sentence.display for sentence in result.sentences), result.warnings)
    if isinstance(result, str):
        return Produced(split_sentences(result, language))
    name = type(system).__name__
    raise InputError(f"{name}.summarize must return a text or a reprank.Summary; got {type(result).__name__}")


def split_sentences(text: str, language: str) -> tuple[str, ...]:
    r"""Split a text at its line breaks and, within lines, at the ends of sentences.

    Where no space follows, as in ``good.Really``, a text is not split, so that the number of its words stays the same;
    Chinese and Japanese need no space.

    >>> split_sentences("Dr. Lee spoke. Nobody left.\nIt rained.", "en")
    ('Dr. Lee spoke.', 'Nobody left.', 'It rained.')
    >>> split_sentences("It is good.Really good. Buy it.", "en"), split_sentences("好。很好。", "zh")
    (('It is good.Really good.', 'Buy it.'), ('好。', '很好。'))
    """
    pieces = (piece for line in text.splitlines() if line.strip() for piece in _pieces(line, language))
    return tuple(piece for piece in map(flatten, pieces) if piece)


def _pieces(line: str, language: str) -> Iterator[str]:
    from sentencex import segment

    start = end = 0
    for piece in map(str.strip, segment(language, line)):
        place = line.index(piece, end)
        if place == end > 0 and line[end - 1] not in UNSPACED_ENDS:
            end = place + len(piece)  # no space between: this piece goes on the one before
            continue
        if end:
            yield line[start:end].strip()
        start, end = place, place + len(piece)
    yield line[start:end].strip()
