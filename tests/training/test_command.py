"""``reprank train`` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is not installed: training is not tested")

from reprank.cli import main
from reprank.paper.encoder import Encoder
from tests.training.texts import random_vectors, topical_documents


@pytest.fixture
def corpus(tmp_path: Path) -> list[str]:
    """The options that name a corpus, vectors and an output."""
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(text) + "\n" for text in topical_documents()))
    vectors = random_vectors()
    lines = (" ".join([word, *map(str, row)]) for word, row in zip(vectors.words, vectors.matrix.tolist(), strict=True))
    (tmp_path / "vectors.txt").write_text("\n".join(lines) + "\n")
    names = {"--vectors": "vectors.txt", "--output": "model.safetensors"}
    options = [part for option, name in names.items() for part in (option, str(tmp_path / name))]
    return ["train", str(tmp_path / "corpus.jsonl"), *options, "--workers", "0", "--epochs", "1"]


def test_a_model_is_written_with_the_head_and_the_seed_that_were_asked_for(corpus: list[str], tmp_path: Path) -> None:
    assert main([*corpus, "--head", "cosine", "--seed", "5"]) == 0
    settings = json.loads(Encoder.load(tmp_path / "model.safetensors").metadata["training"])
    assert (settings["head"], settings["seed"]) == ("cosine", 5)


def test_a_head_that_does_not_exist_is_refused_in_one_line(
    corpus: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*corpus, "--head", "dot"]) == 2
    assert "head must be bilinear or cosine, got 'dot'" in capsys.readouterr().err
    assert not (tmp_path / "model.safetensors").exists()
