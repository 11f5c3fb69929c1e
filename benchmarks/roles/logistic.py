"""Features and labels to weights: logistic regression and a choice between candidates, with a ridge, by Newton."""

from __future__ import annotations

import numpy as np

from reprank.arrays import Booleans, Floats, Integers

MAX_STEPS = 50
TOLERANCE = 1e-6


def logistic(features: Floats, labels: Booleans, ridge: Floats) -> Floats:
    """Return weights, the intercept last, that maximise Σ log p − Σ ridge/2 · w²; the intercept is not penalised."""
    x = np.column_stack([features, np.ones(len(features))])
    y = np.asarray(labels, dtype=np.float64)
    penalty = np.append(ridge, 1e-9)
    w = np.zeros(x.shape[1])
    for _ in range(MAX_STEPS):
        p = 1 / (1 + np.exp(-(x @ w)))
        gradient = x.T @ (y - p) - penalty * w
        curvature = (x * (p * (1 - p))[:, None]).T @ x + np.diag(penalty)
        step = np.linalg.solve(curvature, gradient)
        w += step
        if np.abs(step).max() < TOLERANCE:
            return w
    raise RuntimeError(f"Newton's method did not converge in {MAX_STEPS} steps; last step {np.abs(step).max():.2g}")


def choice(
    alone: Floats, pairs: Floats, sentence: Integers, chosen: Integers, ridge: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """Fit what each sentence needs: nothing ∝ exp(alone @ u), a candidate ∝ exp(pairs @ v), something absent ∝ 1.

    ``sentence`` is the row of ``alone`` of each pair. ``chosen`` is, for each sentence, the row of the pair that is
    needed, −1 for nothing and −2 for something absent. Returns u, the intercept last, and v.
    """
    x, n = np.column_stack([alone, np.ones(len(alone))]), len(alone)
    penalty = np.concatenate([ridge[0], [1e-9], ridge[1]])
    size = x.shape[1]
    w = np.zeros(size + pairs.shape[1])
    right = np.zeros(len(pairs))
    right[chosen[chosen >= 0]] = 1
    for _ in range(MAX_STEPS):
        own, each = np.exp(x @ w[:size]), np.exp(pairs @ w[size:])
        total = own + np.bincount(sentence, each, n) + 1
        p, q = own / total, each / total[sentence]
        weighted = pairs * q[:, None]
        mean = np.zeros((n, pairs.shape[1]))
        np.add.at(mean, sentence, weighted)
        gradient = np.concatenate([x.T @ ((chosen == -1) - p), pairs.T @ (right - q)]) - penalty * w
        curvature = np.empty((len(w), len(w)))
        curvature[:size, :size] = (x * (p * (1 - p))[:, None]).T @ x
        curvature[:size, size:] = -(x * p[:, None]).T @ mean
        curvature[size:, :size] = curvature[:size, size:].T
        curvature[size:, size:] = weighted.T @ pairs - mean.T @ mean
        step = np.linalg.solve(curvature + np.diag(penalty), gradient)
        w += step
        if np.abs(step).max() < TOLERANCE:
            return w[:size], w[size:]
    raise RuntimeError(f"Newton's method did not converge in {MAX_STEPS} steps; last step {np.abs(step).max():.2g}")


def auc(scores: Floats, labels: Booleans) -> float:
    """Return the probability that a positive scores above a negative, equal scores counting half."""
    order = np.argsort(scores, kind="stable")
    _, inverse, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    positive = int(labels.sum())
    if positive in (0, len(order)):
        return float("nan")
    return float((ranks[labels].sum() - positive * (positive + 1) / 2) / (positive * (len(order) - positive)))
