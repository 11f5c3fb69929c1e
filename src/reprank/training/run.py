"""What a run consists of besides its network: texts, settings, its folder, and what was measured on the way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from reprank.files import write_whole
from reprank.training.batches import Integers, KnownSentences
from reprank.training.config import Callback, TrainingConfig

#: Draws the validation part, whatever the seed of the run is: runs with different seeds can then be compared.
VALIDATION_SEED = 0


@dataclass(frozen=True, eq=False)
class Part:
    """Windows to train on, or to validate with: first sentence and length of each."""

    sentences: KnownSentences
    spans: Integers


@dataclass(frozen=True, eq=False)
class Run:
    """A training run; ``identity`` is JSON that no other run shares, and guards the checkpoints in the folder."""

    training: Part
    validation: Part
    config: TrainingConfig
    folder: Path
    identity: Mapping[str, object]
    progress: Callback


@dataclass(frozen=True)
class Point:
    """One validation, with the means of the training steps since the last one."""

    step: int
    loss: float
    accuracy: float
    validation_loss: float
    validation_accuracy: float


Curve: TypeAlias = tuple[Point, ...]


def best(curve: Curve) -> Point:
    """Return the first point with the smallest validation loss."""
    return min(curve, key=lambda point: point.validation_loss)


def write_curve(curve: Curve, path: Path) -> None:
    """Write a learning curve as JSON, and as a picture beside it where matplotlib is installed."""
    write_whole(path, lambda part: part.write_text(json.dumps([vars(point) for point in curve], indent=1) + "\n"))
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return
    figure = Figure(figsize=(8, 3), layout="constrained")
    for place, (name, title) in enumerate([("loss", "loss"), ("accuracy", "contrastive accuracy")], 1):
        axes = figure.add_subplot(1, 2, place)
        steps = [point.step for point in curve]
        axes.plot(steps, [getattr(point, name) for point in curve], label="training")
        axes.plot(steps, [getattr(point, f"validation_{name}") for point in curve], label="validation")
        axes.set(xlabel="step", title=title)
        axes.legend()
    write_whole(path.with_suffix(".png"), lambda part: figure.savefig(part, format="png"))
