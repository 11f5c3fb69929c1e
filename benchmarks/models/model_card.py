"""Write docs/lab/model-card.md from a trained model, the folder of its training run and the vectors it started from."""

from __future__ import annotations

import argparse
import json
import textwrap
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.models.measure import batch_sentences, retrieval_accuracy
from reprank.paper.encoder import Encoder
from reprank.paper.vectors import WordVectors, read_vectors
from reprank.training.batches import Batch, batch, epoch_order, known_sentences, windows
from reprank.training.cache import Tokenised, open_tokenised
from reprank.training.initial import word_numbers
from reprank.training.run import VALIDATION_SEED

FREQUENT = 20_000  # words among which attention and neighbours are shown: rarer ones are known by accident
SHOWN = 20
PROBES = ("river", "bank", "virus", "goal", "said")
RARITY = 1e-3  # a of the SIF weight a / (a + p)

Matrix = NDArray[np.float32]


def main() -> None:
    """Read the options and write the card."""
    parser = argparse.ArgumentParser(description="Write the model card.")
    parser.add_argument("model", type=Path)
    parser.add_argument("--run", type=Path, help="folder of the training run; MODEL.training by default")
    parser.add_argument("--vectors", type=Path, default=Path("../shared/data/vectors/glove-100d.f16.npy"))
    parser.add_argument("--output", type=Path, default=Path("docs/lab/model-card.md"))
    options = parser.parse_args()
    run = options.run or options.model.with_name(options.model.name + ".training")
    encoder, given = Encoder.load(options.model), read_vectors(options.vectors)
    settings = json.loads(encoder.metadata["training"])
    held = open_tokenised(run / "validation")
    curve = json.loads((run / "curve.json").read_text())
    sections = [
        head(encoder, options.model),
        "## Learning curve\n\n" + curve_table(curve),
        "## Finding the next sentences\n\n" + retrieval(encoder, given, held, run, settings),
        "## Attention\n\n" + attention_words(encoder),
        "## Nearest words, before and after\n\n" + neighbours(encoder, given),
        LIMITS,
    ]
    options.output.write_text("\n\n".join(sections) + "\n", encoding="utf-8")


def head(encoder: Encoder, path: Path) -> str:
    """Say what the model is, from what it was made, and how."""
    about = encoder.metadata
    settings = json.loads(about["training"])
    rows = "\n".join(f"| {name} | {value} |" for name, value in settings.items())
    return f"""# The {about["name"]} model

The model is a table of {len(encoder):,} words, each with {encoder.dimension} dimensions and one attention score, in
{path.stat().st_size / 1e6:.1f} MB. A sentence is the sum of its words' vectors, weighted by the softmax of their
scores. The vectors started as GloVe and were tuned, together with the attention, so that sentences predict the ones
that follow them (section 2.2 of the paper). `benchmarks/models/model_card.py` writes this page.

- **Texts**: {about["corpus"]}; {int(about["corpus_documents"]):,} documents, {int(about["corpus_words"]):,} words.
{bullet("Licence", about["licence"])}
- **Reproduce**: `make train-en` (`benchmarks/models/train_english.py`), seed {about["seed"]}; the model was exported
  after step {int(about["steps"]):,}. The same texts, settings and code give the same bytes on one thread. A revision
  that splits sentences differently gives a slightly different model, as does another seed;
  [representation](representation.md) shows the spread.

| setting | value |
|---|---|
{rows}"""


def bullet(name: str, text: str) -> str:
    """Return a list item, wrapped like the rest of the page."""
    return textwrap.fill(f"- **{name}**: {text}", 118, subsequent_indent="  ", break_on_hyphens=False)


def curve_table(curve: list[dict[str, float]]) -> str:
    """Show what was measured on the way."""
    lines = ["| step | loss | accuracy | validation loss | validation accuracy |", "|---:|---:|---:|---:|---:|"]
    lines += [
        f"| {point['step']:.0f} | {point['loss']:.3f} | {point['accuracy']:.1%} | {point['validation_loss']:.3f} "
        f"| {point['validation_accuracy']:.1%} |"
        for point in curve
    ]
    return "\n".join(lines)


def retrieval(encoder: Encoder, given: WordVectors, held: Tokenised, run: Path, settings: dict[str, int]) -> str:
    """Compare representations by how often the true sentence is the most similar among those of other documents."""
    words = encoder.vocabulary.words()
    learned, attention = encoder.vectors_of(words), encoder.attention_of(words)
    rows = {word: row for row, word in reversed(list(enumerate(given.words)))}
    places = np.array([rows.get(word, -1) for word in words])
    glove = np.where(places[:, None] >= 0, given.matrix[places], np.float32(0))
    numbers = word_numbers(held, words)
    counts = np.bincount(numbers[numbers >= 0], weights=held.counts[numbers >= 0], minlength=len(words))
    rarity = np.log(RARITY / (RARITY + counts / counts.sum()))
    known, alike = np.where(places >= 0, 0.0, -np.inf), np.zeros(len(words))
    texts = validation_texts(held, numbers, run, settings)
    variants = {
        "GloVe, plain average": (glove, known),
        "GloVe, SIF weights": (glove, known + rarity),
        "GloVe, learned attention": (glove, known + attention),
        "learned vectors, plain average": (learned, alike),
        "learned vectors, SIF weights": (learned, rarity),
        "learned vectors, learned attention": (learned, attention),
    }
    lines = ["| representation | as it is | mean sentence removed |", "|---|---:|---:|"]
    best = 0.0
    for name, (vectors, weights) in variants.items():
        mean = np.concatenate([batch_sentences(vectors, weights, text) for text in texts]).mean(axis=0)
        accuracies = [
            retrieval_accuracy(table, weights, texts, steps_ahead=settings["steps_ahead"])
            for table in (vectors, vectors - mean)
        ]
        lines.append(f"| {name} | {accuracies[0]:.1%} | {accuracies[1]:.1%} |")
        best = max(best, *accuracies)
    own = float(encoder.metadata["validation_accuracy"])
    return (
        "The table shows how often the true next sentence comes first among about 1,000, on the validation texts, by\n"
        "cosine with the mean of the preceding sentences and without trained context, so that trained and untrained\n"
        f"representations are treated alike. The trained network itself, with its LSTM, reaches {own:.1%}, which is\n"
        f"{'below' if own < best else 'not below'} the best in the table ({best:.1%}).\n\n" + "\n".join(lines) + "\n\n"
        "These texts are not neutral: they decided when training stopped and which settings were kept, which favours\n"
        "the learned rows a little; the SIF weights also take their word frequencies from them; and GloVe is measured\n"
        "without the words that were added for the learned model. The table measures only the training task, not\n"
        "summaries."
    )


def validation_texts(held: Tokenised, numbers: NDArray[np.int32], run: Path, settings: dict[str, int]) -> list[Batch]:
    """Return the batches with which the run was validated."""
    sentences = known_sentences(
        held, numbers, run / "card.bin", shortest=settings["shortest"], longest=settings["longest"]
    )
    spans = windows(sentences, settings["window"])
    order = epoch_order(len(spans), seed=VALIDATION_SEED, epoch=0)
    size = settings["batch"]
    last = min(len(order) - size + 1, settings["validation_batches"] * size)
    return [batch(sentences, spans[order[place : place + size]]) for place in range(0, last, size)]


def attention_words(encoder: Encoder) -> str:
    """List the words with the highest and the lowest scores."""
    words = encoder.vocabulary.words()[:FREQUENT]
    scores = encoder.attention_of(words)
    order = np.argsort(scores, kind="stable")
    spread = np.exp(np.quantile(scores, [0.05, 0.5, 0.95]) - np.median(scores))
    return (
        f"Among the {FREQUENT:,} most frequent words, a word at the 5th percentile weighs {spread[0]:.2f} times as\n"
        f"much as the median word, and one at the 95th {spread[2]:.2f} times as much.\n\n"
        + bullet("Highest", ", ".join(words[i] for i in order[::-1][:SHOWN]) + ".")
        + "\n"
        + bullet("Lowest", ", ".join(words[i] for i in order[:SHOWN]) + ".")
    )


def neighbours(encoder: Encoder, given: WordVectors) -> str:
    """Show how tuning moved words, in examples and on average."""
    frequent = [word for word in encoder.vocabulary.words()[:FREQUENT] if word.isalpha()]
    row = {word: number for number, word in enumerate(given.words)}
    words = [word for word in frequent if word in row]
    before = unit(given.matrix[[row[word] for word in words]])
    after = unit(encoder.vectors_of(words))
    lines = ["| word | GloVe | tuned |", "|---|---|---|"]
    for probe in PROBES:
        place = words.index(probe)
        lists = [", ".join(words[i] for i in nearest(table, place, 8)) for table in (before, after)]
        lines.append(f"| {probe} | {lists[0]} | {lists[1]} |")
    sample = range(0, len(words), max(1, len(words) // 500))
    kept = np.mean([len({*nearest(before, i, 10)} & {*nearest(after, i, 10)}) / 10 for i in sample])
    cosines = [np.sort((table[sample] @ table[sample].T)[np.triu_indices(len(sample), 1)]) for table in (before, after)]
    return (
        "\n".join(lines) + f"\n\nOf the ten nearest words, {kept:.0%} stay the same. The mean cosine of two words is "
        f"{cosines[0].mean():.3f} in GloVe and {cosines[1].mean():.3f} here."
    )


def nearest(table: Matrix, place: int, count: int) -> list[int]:
    """Return the rows with the highest cosine to a row, without itself."""
    order = np.argsort(-(table @ table[place]), kind="stable")
    return [int(i) for i in order[: count + 1] if i != place][:count]


def unit(table: Matrix) -> Matrix:
    """Divide rows by their length."""
    scaled: Matrix = table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), np.float32(1e-9))
    return scaled


LIMITS = """## Known limits

- Each word has one vector, so senses are not distinguished, and word order does not matter.
- The texts are encyclopaedic English of 2018. Colloquial words, later names and other domains are known only as far as
  GloVe knew them.
- Numbers have no vectors, and words that do not occur in the corpus keep their GloVe vectors, which were not tuned with
  the others.
- Attention was learned to predict neighbouring sentences. It prefers words of a topic to words of
  judgement, so opinions in reviews get little weight.
- What Wikipedia and GloVe's news and web texts say about people is in the vectors too, stereotypes included."""


if __name__ == "__main__":
    main()
