"""Paths to the sets of an experiment: what is to be summarized, how long, and how it is scored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from reprank.budget import Words
from reprank.errors import InputError
from reprank.evaluation import duc
from reprank.evaluation.datasets import Cluster, KeyphraseText, has_keyphrases, read_clusters, read_keyphrase_texts
from reprank.evaluation.keyphrases import Keyphrases, KeyphraseSettings
from reprank.evaluation.rouge import Rouge, RougeSettings
from reprank.text.identification import detect

LENGTH_STEP_WORDS = 5  # default lengths are multiples of this
LENGTH_MIN_WORDS = 15  # hardly a sentence fits into less
LANGUAGE_SAMPLE = 20  # clusters that the language of a set is detected from

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
class ReadOptions:
    """How sets are read.

    ``words=None`` means the length of DUC's guidelines or, for other sets, near the mean length of the references.
    ``language=None`` detects it, once for a set. ``limit`` keeps the first clusters or texts only. Scores on a DUC
    folder are limited to the length of its summaries, as NIST did, unless ``rouge`` has a limit.
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


def read_sets(paths: Iterable[str | Path], options: ReadOptions | None = None) -> tuple[NamedSet, ...]:
    """Read every path as a set named after it; two with the same name are named by their whole path.

    Raises InputError for a path given twice and DataError for a file or folder of unknown form.
    """
    options = options or ReadOptions()
    Rouge(options.rouge).prepare(["words"])  # settings that cannot work are reported once, not for every cluster
    places = [Path(path) for path in paths]
    if len({place.resolve() for place in places}) < len(places):
        raise InputError("a set was given twice: name each file or folder once")
    names = [place.resolve().name.split(".jsonl")[0] for place in places]
    return tuple(
        read_set(place, name if names.count(name) == 1 else str(place), options)
        for place, name in zip(places, names, strict=True)
    )


def read_set(path: Path, name: str, options: ReadOptions) -> NamedSet:
    """Read one set: keyphrases if its first line has them, else clusters."""
    if path.is_file() and has_keyphrases(path):
        return _keyphrase_set(name, read_keyphrase_texts(path)[: options.limit], options)
    clusters = read_clusters(path)[: options.limit]
    official = _duc_words(path)
    words = options.words or official or usual_words(clusters)
    code = options.language or detect(text for cluster in clusters[:LANGUAGE_SAMPLE] for text in cluster.references)
    rouge = replace(options.rouge, language=code)
    if official and rouge.word_limit is None and rouge.byte_limit is None:
        rouge = replace(rouge, word_limit=words)
    return SummarySet(name, clusters, words, rouge)


def usual_words(clusters: Sequence[Cluster]) -> int:
    """Take the mean length of all references, to the nearest five words, at least fifteen.

    >>> usual_words([Cluster("1", ("text",), ("word " * 41,)), Cluster("2", ("text",), ("word " * 45,))])
    45
    """
    lengths = [Words(1).cost(reference) for cluster in clusters for reference in cluster.references]
    return max(LENGTH_MIN_WORDS, LENGTH_STEP_WORDS * round(sum(lengths) / len(lengths) / LENGTH_STEP_WORDS))


def _keyphrase_set(name: str, texts: tuple[KeyphraseText, ...], options: ReadOptions) -> KeyphraseSet:
    code = options.language or detect(text.text for text in texts[:LANGUAGE_SAMPLE])
    settings = KeyphraseSettings(language=code, gold=options.gold)
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
