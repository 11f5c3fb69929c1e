"""What a run consists of besides its network: texts, settings, and where its state is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from reprank.training.batches import Integers, Sentences
from reprank.training.config import Callback, TrainingConfig


@dataclass(frozen=True, eq=False)
class Part:
    """Windows to train on, or to validate with: first sentence and length of each."""

    sentences: Sentences
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
