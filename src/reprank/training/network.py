"""The network of section 2.2 of the paper, whole: words to sentences, sentences to context, context to what follows.

Letters in the shape comments: U different words and W words in a batch, S sentences, B windows of T sentences,
d dimensions of a vector, h attention units, H units of the context, k steps ahead, P predictions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from reprank.training.batches import Batch
from reprank.training.config import TrainingConfig


@dataclass(frozen=True, eq=False)
class StepResult:
    """Result of a batch: the loss to minimise, and how many predictions rank the true sentence first."""

    loss: Tensor
    right: int
    predictions: int


def inner_products(predicted: Tensor, sentences: Tensor, temperature: float) -> Tensor:
    """Score as the paper prints it: log f_k = s·W_k c; the temperature is not used."""
    return predicted @ sentences.T


def scaled_cosines(predicted: Tensor, sentences: Tensor, temperature: float) -> Tensor:
    """Score by what the graph measures later: log f_k = cos(s, W_k c) / τ."""
    return functional.normalize(predicted, dim=1) @ functional.normalize(sentences, dim=1).T / temperature


#: How a prediction (P, d) is compared with all sentences (S, d), by the name in ``TrainingConfig.head``.
HEADS: dict[str, Callable[[Tensor, Tensor, float], Tensor]] = {"bilinear": inner_products, "cosine": scaled_cosines}


class Network(nn.Module):
    """Word vectors, self-attention, context, and one matrix W_k for every step ahead."""

    def __init__(self, vectors: np.ndarray[tuple[int, int], np.dtype[np.float32]], config: TrainingConfig) -> None:
        super().__init__()
        d = vectors.shape[1]
        # Sparse gradients: a batch touches a few thousand of a hundred thousand words.
        self.vectors = nn.Embedding(*vectors.shape, sparse=True, _weight=torch.from_numpy(vectors.copy()))
        self.vectors.weight.requires_grad_(config.vector_rate > 0)
        self.w1 = nn.Linear(d, config.attention_size, bias=False)  # W₁ (h, d)
        self.w2 = nn.Linear(config.attention_size, 1, bias=False)  # W₂ (1, h)
        self.context = nn.LSTM(d, config.context_size, batch_first=True)
        self.ahead = nn.ModuleList(
            nn.Linear(config.context_size, d, bias=False) for _ in range(config.steps_ahead)
        )  # W_k
        self.head, self.temperature = HEADS[config.head], config.temperature

    def attention(self, vectors: Tensor) -> Tensor:
        """Score every word before the softmax: W₂ tanh(W₁ e). It depends on the word alone."""
        scores: Tensor = self.w2(torch.tanh(self.w1(vectors))).squeeze(-1)  # (U, d) → (U, h) → (U,)
        return scores

    def sentences(self, batch: Batch) -> Tensor:
        """Return e_s = Σ aᵢ e_wᵢ for every sentence of a batch."""
        device = self.vectors.weight.device
        words, starts = (torch.from_numpy(array).to(device) for array in (batch.words, batch.starts))
        vectors = self.vectors(torch.from_numpy(batch.vocabulary).to(device))  # (U, d)
        weights = _softmax(self.attention(vectors)[words], starts)  # (W,)
        return functional.embedding_bag(words, vectors, starts, mode="sum", per_sample_weights=weights)  # (S, d)

    def forward(self, batch: Batch) -> StepResult:
        """Predict the sentences that follow: −log f_k(s_{t+k}, c_t) / Σ_j f_k(s_j, c_t), the mean over all t and k.

        f_k is the exponential of what the head of the settings returns. The sum runs over the true sentence and all
        sentences of other documents in the batch.
        """
        sentences = self.sentences(batch)  # (S, d)
        windows = torch.from_numpy(batch.windows).to(sentences.device)  # (B, T)
        documents = torch.from_numpy(batch.documents).to(sentences.device)  # (S,)
        read = sentences[windows.clamp(min=0)]  # (B, T, d); padding comes last and no prediction uses it
        contexts, _ = self.context(read)  # (B, T, H)
        excluded = same_document(documents)  # (S, S)
        losses, right, predictions = [], 0, 0
        for k, w_k in enumerate(self.ahead, 1):
            targets = windows[:, k:]  # (B, T−k)
            there = targets >= 0
            target = targets[there]  # (P,)
            if not len(target):
                continue
            predicted = w_k(contexts[:, : targets.shape[1]][there])  # (P, H) → (P, d)
            logits = self.head(predicted, sentences, self.temperature)  # (P, S)
            logits = logits.masked_fill(excluded[target], -torch.inf)
            losses.append(functional.cross_entropy(logits, target))
            right += int((logits.argmax(dim=1) == target).sum())
            predictions += len(target)
        return StepResult(torch.stack(losses).mean(), right, predictions)


def same_document(documents: Tensor) -> Tensor:
    """Mark, in the row of each sentence, what must not be its negative: the other sentences of its document.

    >>> same_document(torch.tensor([0, 0, 1]))
    tensor([[False,  True, False],
            [ True, False, False],
            [False, False, False]])
    """
    same = documents[:, None] == documents[None, :]  # (S, S)
    return same.fill_diagonal_(False)


def _softmax(scores: Tensor, starts: Tensor) -> Tensor:
    """Softmax within each sentence: (W,) scores, the sentences of which begin at (S,) starts."""
    sentence = torch.zeros_like(scores, dtype=torch.long)
    sentence[starts[1:]] = 1
    sentence = sentence.cumsum(0)  # (W,): no sentence is empty, so every start is a new one
    highest = torch.full((len(starts),), -torch.inf, device=scores.device)
    highest = highest.scatter_reduce(0, sentence, scores.detach(), "amax")
    powers = torch.exp(scores - highest[sentence])
    total = torch.zeros(len(starts), device=scores.device).index_add(0, sentence, powers)
    return powers / total[sentence]
