"""Settings of a training run, and what a run reports while it works."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

from reprank.errors import InputError

HEADS = ("bilinear", "cosine")


@dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """Every number that shapes a model; two runs with equal settings and texts make equal models.

    >>> TrainingConfig(steps_ahead=2).steps_ahead
    2
    >>> TrainingConfig(window=1)
    Traceback (most recent call last):
    reprank.errors.InputError: window must be at least 2, got 1

    ``language``: the language of the corpus, a code such as ``en``; it decides how sentences are split.
    ``vocabulary``: most words the model may hold. ``new_words``: most words taken from the corpus that the given
    vectors lack. ``smallest_count``: occurrences a word of the corpus needs before it is added. ``dimension``: length
    of the word vectors when they are learned from the corpus.
    ``attention_size``: h of the paper. ``context_size``: width of the LSTM. ``steps_ahead``: k of the paper.
    ``window``: consecutive sentences of a document that are read together. ``batch``: windows in one step; sentences of
    different documents in it are each other's negatives.
    ``shortest``, ``longest``: known words of a sentence; a shorter one is left out, a longer one is cut.
    ``head``: how a prediction is compared with sentences: ``bilinear`` as in the paper, or ``cosine``, which is what
    the graph measures later; ``temperature``: what a cosine is divided by before the softmax.
    ``learning_rate``: of the network; ``vector_rate``: of the word vectors, zero keeps them as they are.
    ``epochs``: passes over the corpus. ``warmup``: share of the steps during which the rates rise from zero.
    ``validate_every``: steps between two validations, each followed by a checkpoint;
    ``validation_batches``: batches of a validation; ``validation_share``: share of the documents set aside when no
    validation texts are given; ``patience``: validations without improvement before the run stops.
    ``centred``: subtract the mean sentence from every exported word vector.
    ``threads``: threads of the linear algebra; with one, equal runs on one machine give equal bytes.
    ``seed``: of the initial weights and of the order of the windows; the validation part does not depend on it.
    ``workers``: processes that split and tokenise, zero does it in this one. ``device``: ``auto``, ``cpu`` or ``cuda``.
    """

    language: str = "en"
    vocabulary: int = 150_000
    new_words: int = 10_000
    smallest_count: int = 20
    dimension: int = 100
    attention_size: int = 100
    context_size: int = 128
    steps_ahead: int = 4
    window: int = 16
    batch: int = 64
    shortest: int = 3
    longest: int = 60
    head: str = "bilinear"
    temperature: float = 0.07
    learning_rate: float = 1e-3
    vector_rate: float = 5e-3
    epochs: int = 2
    warmup: float = 0.05
    validate_every: int = 250
    validation_batches: int = 40
    validation_share: float = 0.02
    patience: int = 4
    centred: bool = True
    threads: int = 1
    workers: int = 2
    device: str = "auto"
    seed: int = 0

    def __post_init__(self) -> None:
        smallest = {
            "vocabulary": 2, "new_words": 0, "smallest_count": 1, "dimension": 1, "attention_size": 1,
            "context_size": 1, "steps_ahead": 1, "window": 2, "batch": 2, "shortest": 1, "longest": 1, "epochs": 1,
            "validate_every": 1, "validation_batches": 1, "patience": 1, "threads": 1, "workers": 0,
            "seed": 0, "learning_rate": 0, "vector_rate": 0,
        }  # fmt: skip
        for name, least in smallest.items():
            if not getattr(self, name) >= least:
                raise InputError(f"{name} must be at least {least}, got {getattr(self, name)}")
        for name in ("warmup", "validation_share"):
            if not 0 <= getattr(self, name) < 1:
                raise InputError(f"{name} must be a share from 0 to below 1, got {getattr(self, name)}")
        if self.longest < self.shortest:
            raise InputError(f"longest must not be below shortest={self.shortest}, got {self.longest}")
        if self.steps_ahead >= self.window:
            raise InputError(f"steps_ahead must be below window={self.window}, got {self.steps_ahead}")
        if not self.temperature > 0:
            raise InputError(f"temperature must be above 0, got {self.temperature}")
        if self.head not in HEADS:
            raise InputError(f"head must be {' or '.join(HEADS)}, got {self.head!r}")
        if self.device not in ("auto", "cpu", "cuda"):
            raise InputError(f"device must be auto, cpu or cuda, got {self.device!r}")

    def settings(self) -> dict[str, str | int | float | bool]:
        """Return what shapes the result: all settings but where and with how many processes it is computed."""
        return {name: value for name, value in asdict(self).items() if name not in ("workers", "device")}


@dataclass(frozen=True)
class TrainingProgress:
    """Progress of a run: given to the callback every few steps and after every validation."""

    stage: str
    step: int = 0
    steps: int = 0
    loss: float = 0.0
    accuracy: float = 0.0
    words_per_second: float = 0.0
    seconds_left: float = 0.0
    validation_loss: float | None = None
    validation_accuracy: float | None = None

    def __str__(self) -> str:
        """Format it as one line.

        >>> print(TrainingProgress("training", 50, 100, loss=2.5, accuracy=0.25, words_per_second=900, seconds_left=61))
        training 50/100, loss 2.500, accuracy 25.0%, 900 words/s, 1:01 left
        >>> print(TrainingProgress("tokenising", step=12))
        tokenising 12
        """
        if not self.steps:
            return f"{self.stage} {self.step}" if self.step else self.stage
        minutes, seconds = divmod(round(self.seconds_left), 60)
        line = (
            f"{self.stage} {self.step}/{self.steps}, loss {self.loss:.3f}, accuracy {self.accuracy:.1%}, "
            f"{self.words_per_second:.0f} words/s, {minutes}:{seconds:02d} left"
        )
        if self.validation_loss is None or self.validation_accuracy is None:
            return line
        return f"{line}, validation loss {self.validation_loss:.4f}, accuracy {self.validation_accuracy:.2%}"


Callback = Callable[[TrainingProgress], None]


def silent(progress: TrainingProgress) -> None:
    """Ignore all progress."""
