"""Ask whether the contrastive prediction knows which sentence needs which: what it was trained for, on editors' marks.

    python -m benchmarks.models.needs ../shared/data/editors --models FOLDER

FOLDER holds the models of ``benchmarks.models.train_seeds`` with the folders of their training runs, which keep the
whole network. Editors marked for every sentence whether it can be understood alone, and if not, which earlier sentence
it needs. Two questions, over English inputs, cross-validated by input:

- *needs*: does the score of a sentence after the sentences before it tell whether it needs one of them?
- *which*: does the score of a sentence after each earlier one tell which of them it needs?

Writes docs/results/needs.json and the table of docs/lab/representation.md.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from benchmarks.models.representation import PAGE, paths, sif
from benchmarks.report import table, write_between, write_figures
from reprank.paper.encoder import Encoder
from reprank.paper.representation import Representation, glove
from reprank.tensors import read_tensors
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import Units, read_units
from reprank.training.config import HEADS, TrainingConfig
from reprank.training.network import HEADS as SCORES
from reprank.training.network import Network

Floats = NDArray[np.float64]

ENGLISH = ("news", "reviews", "reference", "technical")
REACH = 12  # earlier sentences of a document that may be needed
POOL = 1_000  # sentences of other inputs that a prediction is compared with
FOLDS = 5
RIDGE = 1.0
STARTS = frozenset(
    [
        "he",
        "she",
        "it",
        "they",
        "this",
        "that",
        "these",
        "those",
        "his",
        "her",
        "its",
        "their",
        "but",
        "and",
        "also",
        "so",
    ]
)


@dataclass(frozen=True)
class Marked:
    """A document of an input with its sentences as vectors are made from them, and the editors' marks."""

    input: str
    units: Units  # one document for each marked sentence
    debris: frozenset[int]
    needs: Mapping[int, int]  # sentence: the one it needs, both numbered within the document; −1 elsewhere


@dataclass(frozen=True)
class Scored:
    """What a representation says about a document: each sentence after all before it, and after each one."""

    alone: Floats  # (sentences,)
    pairs: Floats  # (sentences, sentences): row i, column j < i


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("marks", type=Path)
    parser.add_argument("--models", type=Path, required=True)
    options = parser.parse_args()
    documents = list(read_marks(options.marks))
    rows = {
        "surface alone": None,
        "cosine, GloVe": cosines(documents, glove()),
        "cosine, SIF": cosines(documents, sif()),
    }
    for head in HEADS:
        path = paths(options.models, head)[0]
        rows[f"cosine, learned with the {head} head"] = cosines(documents, Representation(Encoder.load(path)))
        rows[f"prediction, {head} head"] = predictions(documents, path)
    figures: dict[str, object] = {}
    cells = []
    for name, scored in rows.items():
        alone = auc_of_needs(documents, scored, surface=False) if scored else None
        both, which = auc_of_needs(documents, scored, surface=True), accuracy_of_which(documents, scored)
        figures[name] = {"needs": alone, "needs, with surface": both, "which": which}
        cells.append([name, f"{alone:.3f}" if alone else "", f"{both:.3f}", f"{which:.1%}"])
        print(cells[-1], flush=True)
    write_figures("needs", {"documents": len(documents), "representations": figures})
    needing = sum(len(each.needs) for each in documents)
    text = (
        f"{len(documents)} documents, {sum(len(each.units.documents) for each in documents):,} sentences, of which "
        f"{needing:,} need another one.\n\n"
        + table(
            ["score", "needs: AUC alone", "needs: AUC with surface features", "which: accuracy with distance"], cells
        )
    )
    write_between(PAGE, "needs", f"\n\n{text}\n")


def read_marks(folder: Path) -> Iterator[Marked]:
    """Read the English inputs, document by document."""
    for name in ENGLISH:
        for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            of = [sentence["document"] for sentence in row["sentences"]]
            for document, text in enumerate(row["documents"]):
                numbers = [i for i, each in enumerate(of) if each == document]
                place = {i: at for at, i in enumerate(numbers)}
                spans = [(row["sentences"][i]["start"], row["sentences"][i]["end"]) for i in numbers]
                units = read_units([Document(text[start:end]) for start, end in spans], language("en"))
                needs = {place[int(i)]: place.get(need, -1) for i, need in row["leans"].items() if int(i) in place}
                yield Marked(row["id"], units, frozenset(place[i] for i in row["debris"] if i in place), needs)


def words_of(marked: Marked) -> list[list[str]]:
    """Return the words of every marked sentence."""
    units = marked.units
    words: list[list[str]] = [[] for _ in units.documents]
    for word, sentence in zip(units.word.tolist(), units.sentence_of_word.tolist(), strict=True):
        words[int(units.document[sentence])].append(units.words[word])
    return words


def vectors(words: Sequence[Sequence[str]], representation: Representation) -> NDArray[np.float32]:
    """Return a vector for every list of words; zero where no word is known."""
    made = np.zeros((len(words), representation.encoder.dimension), np.float32)
    stop = language("en").stopwords
    for i, each in enumerate(words):
        chosen = [word for word in each if representation.stop_words or word not in stop]
        scores = representation.encoder.attention_of(chosen) if chosen else np.zeros(0)
        known = np.isfinite(scores)
        if known.any():
            weights = np.exp(representation.attention * (scores[known] - scores[known].max()))
            made[i] = weights / weights.sum() @ representation.encoder.vectors_of(chosen)[known]
    return made


def cosines(documents: Sequence[Marked], representation: Representation) -> list[Scored]:
    """Score sentences by their cosine with each earlier one, and with the mean of the earlier ones."""
    made = [vectors(words_of(each), representation) for each in documents]
    everything = np.concatenate(made)
    mean = everything[np.any(everything, axis=1)].mean(axis=0)
    found = []
    for table_ in made:
        centred = np.where(np.any(table_, axis=1, keepdims=True), table_ - mean, 0).astype(np.float64)
        unit = centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-9)
        earlier = np.cumsum(unit, axis=0) - unit
        length = np.maximum(np.linalg.norm(earlier, axis=1), 1e-9)
        found.append(Scored(np.einsum("ij,ij->i", unit, earlier) / length, unit @ unit.T))
    return found


@torch.no_grad()
def predictions(documents: Sequence[Marked], path: Path) -> list[Scored]:
    """Score sentences by the trained network: log probability of a sentence among others, after what came before."""
    encoder, network, config = Encoder.load(path), *load_network(path)
    representation = Representation(encoder)
    made = [torch.from_numpy(vectors(words_of(each), representation)) for each in documents]
    every = torch.cat(made)
    pool = every[torch.linspace(0, len(every) - 1, POOL).long()]
    found = []
    for sentences in made:
        contexts, _ = network.context(sentences[None])
        pairs = np.full((len(sentences), len(sentences)), -20.0)
        for k, ahead in enumerate(network.ahead, 1):
            predicted = ahead(contexts[0])  # (S, d)
            own = SCORES[config.head](predicted, sentences, config.temperature)
            others = torch.logsumexp(SCORES[config.head](predicted, pool, config.temperature), dim=1, keepdim=True)
            score = functional.logsigmoid(own - others).T.double().numpy()  # row: sentence, column: after which one
            last = k == len(network.ahead)
            for i in range(len(sentences)):
                for j in range(max(0, i - REACH), i):
                    if i - j == k or (last and i - j > k):
                        pairs[i, j] = score[i, j]
        alone = np.array([pairs[i, i - 1] if i else 0.0 for i in range(len(sentences))])
        found.append(Scored(alone, pairs))
    return found


def load_network(path: Path) -> tuple[Network, TrainingConfig]:
    """Load the whole network of a training run from its best checkpoint."""
    tensors, metadata = read_tensors(path.with_name(path.name + ".training") / "best.safetensors")
    config = TrainingConfig(**json.loads(metadata["identity"])["settings"])
    state = {
        name.removeprefix("network."): torch.from_numpy(np.array(value))
        for name, value in tensors.items()
        if name.startswith("network.")
    }
    network = Network(np.asarray(tensors["network.vectors.weight"]), config)
    network.load_state_dict(state)
    return network.eval(), config


def surface_features(marked: Marked) -> Floats:
    """Return what is seen without vectors: first word, place, length, and new words."""
    words = words_of(marked)
    stop, met = language("en").stopwords, set[str]()
    rows = []
    for i, each in enumerate(words):
        content = {word for word in each if word not in stop}
        given = len(content & met) / max(len(content), 1)
        opening = any(word in STARTS for word in each[:2])
        rows.append([opening, np.log1p(i), i == 0, np.log1p(len(each)), given, any(word.isdigit() for word in each)])
        met |= content
    return np.array(rows, dtype=np.float64)


def auc_of_needs(documents: Sequence[Marked], scored: Sequence[Scored] | None, *, surface: bool) -> float:
    """Return the area under the curve for "needs another sentence", over all sentences that are no debris."""
    features, labels, inputs = [], [], []
    for number, each in enumerate(documents):
        columns = [surface_features(each)] if surface else []
        if scored is not None:
            columns.append(scored[number].alone[:, None])
        matrix = np.concatenate(columns, axis=1)
        for i in range(len(matrix)):
            if i not in each.debris:
                features.append(matrix[i])
                labels.append(i in each.needs)
                inputs.append(each.input)
    target = np.array(labels)
    return area(out_of_fold(np.array(features), target, inputs), target)


def accuracy_of_which(documents: Sequence[Marked], scored: Sequence[Scored] | None) -> float:
    """Return how often the needed sentence comes first among the earlier ones, by distance and score together."""
    features, labels, inputs, groups = [], [], [], []
    for number, each in enumerate(documents):
        for i, need in each.needs.items():
            candidates = [j for j in range(max(0, i - REACH), i) if j not in each.debris]
            if need not in candidates or i in each.debris:
                continue
            for j in candidates:
                row = [i - candidates[-1] == i - j, np.log(i - j), j == candidates[0]]
                features.append([*row, scored[number].pairs[i, j]] if scored is not None else row)
                labels.append(j == need)
                inputs.append(each.input)
                groups.append((number, i))
    target = np.array(labels)
    score = out_of_fold(np.array(features, dtype=np.float64), target, inputs)
    best: dict[tuple[int, int], tuple[float, bool]] = {}
    for group, value, right in zip(groups, score.tolist(), labels, strict=True):
        best[group] = max(best.get(group, (-np.inf, False)), (value, bool(right)))
    return float(np.mean([right for _, right in best.values()]))


def out_of_fold(features: Floats, target: NDArray[np.bool_], inputs: Sequence[str]) -> Floats:
    """Return the score of every row by a logistic regression that has not seen its input."""
    names = sorted(set(inputs))
    fold = np.array([names.index(name) % FOLDS for name in inputs])
    scores = np.zeros(len(target))
    scaled = (features - features.mean(axis=0)) / np.maximum(features.std(axis=0), 1e-9)
    design = np.concatenate([scaled, np.ones((len(scaled), 1))], axis=1)
    for number in range(FOLDS):
        held = fold == number
        scores[held] = design[held] @ fitted(design[~held], target[~held].astype(np.float64))
    return scores


def fitted(design: Floats, target: Floats) -> Floats:
    """Fit a ridge logistic regression by Newton's method."""
    weights = np.zeros(design.shape[1])
    for _ in range(25):
        probability = 1 / (1 + np.exp(-design @ weights))
        gradient = design.T @ (probability - target) + RIDGE * weights
        curvature = (design * (probability * (1 - probability))[:, None]).T @ design + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(curvature, gradient)
        weights -= step
        if np.abs(step).max() < 1e-8:
            return weights
    raise ArithmeticError(f"the regression has not converged: the last step was {np.abs(step).max():.1e}")


def area(scores: Floats, target: NDArray[np.bool_]) -> float:
    """Return the area under the ROC curve: how often a positive scores above a negative, ties counting half."""
    order = np.argsort(scores, kind="stable")
    _, inverse, counts = np.unique(scores[order], return_inverse=True, return_counts=True)
    ranks = np.empty(len(scores))
    ranks[order] = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    positives = int(target.sum())
    return float((ranks[target].sum() - positives * (positives + 1) / 2) / (positives * (len(target) - positives)))


if __name__ == "__main__":
    main()
