"""Paths to the sets of an experiment: what is to be summarized, how long, and how it is scored."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from reprank.budget import Words
from reprank.errors import InputError
from reprank.evaluation import duc
from reprank.evaluation.datasets import Cluster, KeyphraseText, read_clusters, read_keyphrase_texts
from reprank.evaluation.keyphrases import Keyphrases, KeyphraseSettings
from reprank.evaluation.rouge import RougeSettings
from reprank.text.identification import detect

STEP = 5  # default lengths are whole multiples of this many words
SHORTEST = 15  # below this hardly a sentence fits
SAMPLE = 20  # clusters looked at to tell the language of a set

_DECOMPRESS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.decompress,
    ".xz": lzma.decompress,
    ".bz2": bz2.decompress,
}
# The lengths that the paper summarized to and that its scores were limited to, for the folders it measured on.
_DUC_WORDS: dict[duc.Reader, int] = {duc.read_duc2002: duc.WORDS_2002, duc.read_duc2007: duc.WORDS_2007}


@dataclass(frozen=True, slots=True)
class SummarySet:
    """Clusters with references, the length of their summaries in words, and the settings of ROUGE."""

    name: str
    clusters: tuple[Cluster, ...]
    words: int
    rouge: RougeSettings = field(default_factory=RougeSettings)


@dataclass(frozen=True, slots=True)
class KeyphraseSet:
    """Texts with gold keyphrases, and the ids of those left out because they have none to find."""

    name: str
    texts: tuple[KeyphraseText, ...]
    settings: KeyphraseSettings = field(default_factory=KeyphraseSettings)
    unscorable: tuple[str, ...] = ()


NamedSet = SummarySet | KeyphraseSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How sets are read: ``None`` leaves words, language and limit to the set.

    ``words`` is otherwise the length of DUC's guidelines or, for other sets, near the mean length of the references.
    ``language`` is otherwise detected, once for a set. ``limit`` keeps the first so many clusters or texts. Scores on a
    DUC folder are limited to the length of its summaries, as NIST did, unless ``rouge`` has a limit.
    """

    words: int | None = None
    language: str | None = None
    limit: int | None = None
    rouge: RougeSettings = field(default_factory=RougeSettings)
    gold: str = "all"

    def __post_init__(self) -> None:
        for name in ("words", "limit"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise InputError(f"{name} must be at least 1; got {value}")


def read_sets(paths: Iterable[str | Path], reading: Reading | None = None) -> tuple[NamedSet, ...]:
    """Read every path as a set named after it; two with the same name are named by their whole path.

    Raises InputError for a path given twice and DataError for what has no known form.
    """
    places = [Path(path) for path in paths]
    if len({place.resolve() for place in places}) < len(places):
        raise InputError("a set was given twice: name each file or folder once")
    names = [_name(place) for place in places]
    return tuple(
        read_set(place, name if names.count(name) == 1 else str(place), reading or Reading())
        for place, name in zip(places, names, strict=True)
    )


def read_set(path: Path, name: str, reading: Reading) -> NamedSet:
    """Read one set: keyphrases if its first line has them, else clusters."""
    if path.is_file() and _has_keyphrases(path):
        return _keyphrase_set(name, read_keyphrase_texts(path)[: reading.limit], reading)
    clusters = read_clusters(path)[: reading.limit]
    official = _duc_words(path)
    words = reading.words or official or usual_words(clusters)
    code = reading.language or detect(text for cluster in clusters[:SAMPLE] for text in cluster.references)
    rouge = replace(reading.rouge, language=code)
    if official and rouge.word_limit is None and rouge.byte_limit is None:
        rouge = replace(rouge, word_limit=words)
    return SummarySet(name, clusters, words, rouge)


def usual_words(clusters: Sequence[Cluster]) -> int:
    """Take the mean length of all references, to the nearest five words, at least fifteen.

    >>> usual_words([Cluster("1", ("text",), ("word " * 41,)), Cluster("2", ("text",), ("word " * 45,))])
    45
    """
    lengths = [Words(1).cost(reference) for cluster in clusters for reference in cluster.references]
    return max(SHORTEST, STEP * round(sum(lengths) / len(lengths) / STEP))


def _keyphrase_set(name: str, texts: tuple[KeyphraseText, ...], reading: Reading) -> KeyphraseSet:
    code = reading.language or detect(text.text for text in texts[:SAMPLE])
    settings = KeyphraseSettings(language=code, gold=reading.gold)
    metric = Keyphrases(settings)
    scorable = tuple(text for text in texts if metric.prepare(text).keys)
    if not scorable:
        raise InputError(f"{name}: none of the {len(texts)} texts has a gold phrase to find")
    kept = {text.id for text in scorable}
    return KeyphraseSet(name, scorable, settings, tuple(text.id for text in texts if text.id not in kept))


def _duc_words(path: Path) -> int | None:
    if not path.is_dir() or any((folder / "documents").is_dir() for folder in path.iterdir()):
        return None
    reader = duc.layout(path)
    return _DUC_WORDS[reader] if reader else None


def _name(path: Path) -> str:
    return path.resolve().name.split(".jsonl")[0]


def _has_keyphrases(path: Path) -> bool:
    """Look at the first line; whatever is wrong with the file is for its reader to say."""
    try:
        content = _DECOMPRESS.get(path.suffix, bytes)(path.read_bytes())
        first = json.loads(content.lstrip().partition(b"\n")[0])
    except (OSError, EOFError, ValueError, lzma.LZMAError, zlib.error):
        return False
    return isinstance(first, dict) and "keyphrases" in first and "documents" not in first
