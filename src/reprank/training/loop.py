"""Batches to a trained network: the loop, in the order in which things happen."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

import numpy as np
import torch
from torch import nn
from torch.optim import Adam, Optimizer, SparseAdam

from reprank.errors import ConvergenceError
from reprank.training.batches import Batch, batch, epoch_order
from reprank.training.checkpoint import Checkpoint, load_checkpoint, restore, save_checkpoint, state_of
from reprank.training.config import TrainingConfig, TrainingProgress
from reprank.training.network import Network
from reprank.training.run import VALIDATION_SEED, Curve, Point, Run, best

MAX_GRADIENT_NORM = 1.0  # of the network without the word vectors
REPORT_STEPS = 50  # between two reports


def fit(network: Network, run: Run) -> Curve:
    """Train until the epochs are over or validation stops improving; leave the best network, return the curve.

    A run whose folder holds a checkpoint goes on from there and ends with the same numbers as one never interrupted.
    Raises ``ConvergenceError`` if the loss is no longer finite.
    """
    config, spans = run.config, run.training.spans
    size = min(config.batch, len(spans))
    epoch_steps = len(spans) // size
    steps = config.epochs * epoch_steps
    optimizers = _optimizers(network, config)
    step, curve = _resumed(network, optimizers, run)
    order, epoch = np.zeros(0, dtype=np.int64), -1
    loss = accuracy = 0.0
    seen, meter = 0, _Meter()

    while step < steps and not _exhausted(curve, config.patience):
        if step // epoch_steps != epoch:
            epoch = step // epoch_steps
            order = epoch_order(len(spans), seed=config.seed, epoch=epoch)
        place = step % epoch_steps * size
        current = batch(run.training.sentences, spans[order[place : place + size]])

        _set_rates(optimizers, config, step / steps)
        outcome = network(current)
        outcome.loss.backward()
        nn.utils.clip_grad_norm_(
            [p for p in network.parameters() if p is not network.vectors.weight], MAX_GRADIENT_NORM
        )
        for optimizer in optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        step, seen = step + 1, seen + 1
        loss += outcome.loss.item()
        accuracy += outcome.right / outcome.predictions
        if not math.isfinite(loss):
            raise ConvergenceError(f"the loss is {loss} at step {step}: lower learning_rate or vector_rate")
        meter.add(len(current.words))

        if step % config.validate_every == 0 or step == steps:
            point = Point(step, loss / seen, accuracy / seen, *validate(network, run))
            curve = (*curve, point)
            if best(curve) is point:
                _save(network, (), run, "best", curve)
            _save(network, optimizers, run, "last", curve)
            run.progress(_report(point, steps, meter, validated=True))
            loss, accuracy, seen = 0.0, 0.0, 0
        elif step % REPORT_STEPS == 0:
            point = Point(step, loss / seen, accuracy / seen, math.nan, math.nan)
            run.progress(_report(point, steps, meter, validated=False))

    kept = load_checkpoint(run.folder / "best.safetensors", run.identity)
    restore(network, (), kept.tensors)
    return curve


@torch.no_grad()
def validate(network: Network, run: Run) -> tuple[float, float]:
    """Return loss and accuracy over the validation part."""
    outcomes = [network(current) for current in validation_batches(run)]
    loss = sum(outcome.loss.item() for outcome in outcomes) / len(outcomes)
    return loss, sum(outcome.right for outcome in outcomes) / sum(outcome.predictions for outcome in outcomes)


def validation_batches(run: Run) -> Iterator[Batch]:
    """Yield the batches of the validation part, the same every time."""
    spans, config = run.validation.spans, run.config
    size = min(config.batch, len(spans))
    order = epoch_order(len(spans), seed=VALIDATION_SEED, epoch=0)
    for place in range(0, min(len(order) - size + 1, config.validation_batches * size), size):
        yield batch(run.validation.sentences, spans[order[place : place + size]])


def chosen_device(name: str) -> torch.device:
    """Return the device of that name; ``auto`` is a GPU if there is one."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.device(name)


class _Meter:
    """Words and steps since the run was started or resumed."""

    def __init__(self) -> None:
        self.began, self.words, self.steps = time.monotonic(), 0, 0

    def add(self, words: int) -> None:
        self.words, self.steps = self.words + words, self.steps + 1

    def seconds(self) -> float:
        return max(time.monotonic() - self.began, 1e-9)


def _optimizers(network: Network, config: TrainingConfig) -> tuple[Optimizer, ...]:
    vectors = network.vectors.weight
    dense = [parameter for parameter in network.parameters() if parameter is not vectors]
    if config.vector_rate == 0:
        return (Adam(dense, lr=config.learning_rate),)
    return Adam(dense, lr=config.learning_rate), SparseAdam([vectors], lr=config.vector_rate)


def _set_rates(optimizers: tuple[Optimizer, ...], config: TrainingConfig, share: float) -> None:
    """Let the rates rise during the warm-up and then fall along a cosine: a function of the step alone."""
    rising = (share + 1e-4) / config.warmup if config.warmup else 1.0
    factor = min(1.0, rising) * 0.5 * (1 + math.cos(math.pi * share))
    for optimizer, rate in zip(optimizers, (config.learning_rate, config.vector_rate), strict=False):
        optimizer.param_groups[0]["lr"] = rate * factor


def _exhausted(curve: Curve, patience: int) -> bool:
    return bool(curve) and len(curve) - 1 - curve.index(best(curve)) >= patience


def _report(point: Point, steps: int, meter: _Meter, *, validated: bool) -> TrainingProgress:
    return TrainingProgress(
        stage="training",
        step=point.step,
        steps=steps,
        loss=point.loss,
        accuracy=point.accuracy,
        words_per_second=meter.words / meter.seconds(),
        seconds_left=(steps - point.step) * meter.seconds() / meter.steps,
        validation_loss=point.validation_loss if validated else None,
        validation_accuracy=point.validation_accuracy if validated else None,
    )


def _save(network: Network, optimizers: tuple[Optimizer, ...], run: Run, name: str, curve: Curve) -> None:
    checkpoint = Checkpoint(curve[-1].step, curve, state_of(network, optimizers))
    save_checkpoint(run.folder / f"{name}.safetensors", checkpoint, run.identity)


def _resumed(network: Network, optimizers: tuple[Optimizer, ...], run: Run) -> tuple[int, Curve]:
    path = run.folder / "last.safetensors"
    if not path.exists():
        return 0, ()
    checkpoint = load_checkpoint(path, run.identity)
    restore(network, optimizers, checkpoint.tensors)
    return checkpoint.step, checkpoint.curve
