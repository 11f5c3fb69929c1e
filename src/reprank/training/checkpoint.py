"""State of a run to a file and back: tensors and JSON of one step in one safetensors file, every bit kept."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.optim import Optimizer

from reprank.errors import DataError, ModelError
from reprank.tensors import Tensor as Stored
from reprank.tensors import read_tensors, write_tensors
from reprank.training.network import Network
from reprank.training.run import Curve, Point

FORMAT = "reprank-checkpoint-1"


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """A run after a step: all tensors of network and optimizers, and what was measured so far."""

    step: int
    curve: Curve
    tensors: Mapping[str, Stored]


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
        raise ModelError(f"{path} is not a checkpoint of the format {FORMAT}: delete it to start again")
    held, wanted = json.loads(metadata["identity"]), json.loads(json.dumps(identity))
    if held != wanted:
        differing = sorted(name for name in {*held, *wanted} if held.get(name) != wanted.get(name))
        raise DataError(
            f"{path} belongs to a run with other {', '.join(differing)}: "
            f"delete the folder {path.parent} to start again, or choose another output"
        )
    curve = tuple(Point(**point) for point in json.loads(metadata["curve"]))
    # Copies, because the file is replaced while the run goes on.
    return Checkpoint(int(metadata["step"]), curve, {name: np.array(tensor) for name, tensor in tensors.items()})


def state_of(network: Network, optimizers: Sequence[Optimizer]) -> dict[str, Stored]:
    """Return all tensors of a run under names such as ``network.w1.weight`` and ``optimizer.0.2.exp_avg``."""
    tensors: dict[str, Stored] = {f"network.{name}": _array(value) for name, value in network.state_dict().items()}
    for number, optimizer in enumerate(optimizers):
        for parameter, state in optimizer.state_dict()["state"].items():
            for name, value in state.items():
                tensors[f"optimizer.{number}.{parameter}.{name}"] = _array(value)
    return tensors


def restore(network: Network, optimizers: Sequence[Optimizer], tensors: Mapping[str, Stored]) -> None:
    """Put the tensors of ``state_of`` back where they came from; without optimizers the network alone."""
    network.load_state_dict({name: torch.from_numpy(array) for name, array in _under("network.", tensors).items()})
    for number, optimizer in enumerate(optimizers):
        state: dict[int, dict[str, Tensor | int]] = {}
        for place, array in _under(f"optimizer.{number}.", tensors).items():
            parameter, name = place.split(".")
            state.setdefault(int(parameter), {})[name] = _steps(array) if name == "step" else torch.from_numpy(array)
        optimizer.load_state_dict({**optimizer.state_dict(), "state": state})


def _array(value: Tensor | int) -> Stored:
    if isinstance(value, Tensor):
        array: Stored = value.detach().cpu().numpy()
        return array
    return np.array([value], dtype=np.int64)


def _steps(array: Stored) -> Tensor | int:
    """Return a count of steps as its optimizer keeps it: Adam in a tensor without axes, SparseAdam in a number."""
    return int(array.item()) if array.dtype.kind == "i" else torch.from_numpy(array).reshape(())


def _under(prefix: str, tensors: Mapping[str, Stored]) -> dict[str, Stored]:
    return {name.removeprefix(prefix): array for name, array in tensors.items() if name.startswith(prefix)}
