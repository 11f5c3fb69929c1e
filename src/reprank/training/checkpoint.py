"""State of a run to a file and back: tensors beside JSON in one safetensors file, so that both are of the same step."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from reprank.errors import DataError, ModelError
from reprank.tensors import Tensor, read_tensors, write_tensors
from reprank.training.curve import Curve, Point

FORMAT = "reprank-checkpoint-1"


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """A run after a step: all tensors of network and optimizers, and what was measured so far."""

    step: int
    curve: Curve
    tensors: Mapping[str, Tensor]


def save_checkpoint(path: Path, checkpoint: Checkpoint, identity: Mapping[str, object]) -> None:
    """Write a checkpoint whole or not at all; ``identity`` is JSON that names settings and texts of the run."""
    metadata = {
        "format": FORMAT,
        "identity": json.dumps(identity, sort_keys=True),
        "step": str(checkpoint.step),
        "curve": json.dumps([vars(point) for point in checkpoint.curve]),
    }
    write_tensors(path, checkpoint.tensors, metadata)


def load_checkpoint(path: Path, identity: Mapping[str, object]) -> Checkpoint:
    """Read a checkpoint of the run with this identity.

    Raises ``ModelError`` if the file is no checkpoint, such as a pickle, and ``DataError`` if it is of another run.
    """
    tensors, metadata = read_tensors(path)
    if metadata.get("format") != FORMAT:
        raise ModelError(f"{path} is not a checkpoint of the format {FORMAT}: delete it to start anew")
    held, wanted = json.loads(metadata["identity"]), json.loads(json.dumps(identity))
    if held != wanted:
        differing = sorted(name for name in {*held, *wanted} if held.get(name) != wanted.get(name))
        raise DataError(
            f"{path} belongs to a run with other {', '.join(differing)}: "
            f"delete the folder {path.parent} to start anew, or choose another output"
        )
    curve = tuple(Point(**point) for point in json.loads(metadata["curve"]))
    # Copies, because the file is replaced while the run goes on.
    return Checkpoint(int(metadata["step"]), curve, {name: np.array(tensor) for name, tensor in tensors.items()})
