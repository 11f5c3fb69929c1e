"""Features and labels to weights: logistic regression and conditional logit with a ridge, by Newton's method."""

from __future__ import annotations

import numpy as np

from reprank.arrays import Booleans, Floats, Integers

MAX_STEPS = 50
TOLERANCE = 1e-8


def logistic(features: Floats, labels: Booleans | Floats, ridge: float, weight: Floats | None = None) -> Floats:
    """Return weights, the intercept last, that maximise Σ log p − ridge/2 · |w|²; the intercept is not penalised."""
    x = np.column_stack([features, np.ones(len(features))])
    y = np.asarray(labels, dtype=np.float64)
    sample = np.ones(len(y)) if weight is None else weight
    penalty = np.full(x.shape[1], ridge)
    penalty[-1] = 1e-9
    w = np.zeros(x.shape[1])
    for _ in range(MAX_STEPS):
        p = 1 / (1 + np.exp(-(x @ w)))
        gradient = x.T @ (sample * (y - p)) - penalty * w
        curvature = (x * (sample * p * (1 - p))[:, None]).T @ x + np.diag(penalty)
        step = np.linalg.solve(curvature, gradient)
        w += step
        if np.abs(step).max() < TOLERANCE:
            return w
    raise RuntimeError(f"Newton's method did not converge in {MAX_STEPS} steps; last step {np.abs(step).max():.2g}")


def conditional(features: Floats, group: Integers, chosen: Booleans, ridge: float) -> Floats:
    """Return weights of a conditional logit: in each group one row is chosen with probability ∝ exp(features @ w)."""
    size = int(group.max()) + 1
    w = np.zeros(features.shape[1])
    for _ in range(MAX_STEPS):
        p = softmax(features @ w, group, size)
        mean = np.zeros((size, features.shape[1]))
        np.add.at(mean, group, p[:, None] * features)
        gradient = features[chosen].sum(axis=0) - (p[:, None] * features).sum(axis=0) - ridge * w
        centred = features - mean[group]
        curvature = (centred * p[:, None]).T @ centred + ridge * np.eye(len(w))
        step = np.linalg.solve(curvature, gradient)
        w += step
        if np.abs(step).max() < TOLERANCE:
            return w
    raise RuntimeError(f"Newton's method did not converge in {MAX_STEPS} steps; last step {np.abs(step).max():.2g}")


def softmax(scores: Floats, group: Integers, size: int) -> Floats:
    """Return probabilities that add up to 1 in each group."""
    top = np.full(size, -np.inf)
    np.maximum.at(top, group, scores)
    value = np.exp(scores - top[group])
    return np.asarray(value / np.bincount(group, value, size)[group])


def auc(scores: Floats, labels: Booleans) -> float:
    """Return the probability that a positive scores above a negative, equal scores counting half."""
    order = np.argsort(scores, kind="stable")
    _, inverse, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    positive = int(labels.sum())
    if positive in (0, len(order)):
        return float("nan")
    return float((ranks[labels].sum() - positive * (positive + 1) / 2) / (positive * (len(order) - positive)))
