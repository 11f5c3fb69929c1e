"""Network and optimizers to named arrays and back, every bit kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import Tensor
from torch.optim import Optimizer

from reprank.tensors import Tensor as Stored
from reprank.training.network import Network


def stored(network: Network, optimizers: Sequence[Optimizer]) -> dict[str, Stored]:
    """Return all tensors of a run under names such as ``network.w1.weight`` and ``optimizer.0.2.exp_avg``."""
    tensors: dict[str, Stored] = {f"network.{name}": _array(value) for name, value in network.state_dict().items()}
    for number, optimizer in enumerate(optimizers):
        for parameter, state in optimizer.state_dict()["state"].items():
            for name, value in state.items():
                tensors[f"optimizer.{number}.{parameter}.{name}"] = _array(value)
    return tensors


def restore(network: Network, optimizers: Sequence[Optimizer], tensors: Mapping[str, Stored]) -> None:
    """Put the tensors of ``stored`` back where they came from; without optimizers the network alone."""
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
