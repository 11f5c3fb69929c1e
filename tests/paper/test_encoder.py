"""The encoder, its file, and the sums that make sentence vectors."""

import json
import math
import os
import pickle
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from safetensors import safe_open

from reprank.errors import ModelError
from reprank.paper.encoder import ENGLISH, GLOVE, Encoder, attention_weights, sentence_vectors
from reprank.paper.vectors import WordVectors, read_vectors
from reprank.tensors import read_tensors, write_tensors
from reprank.text.vocabulary import Vocabulary
from tests.helpers import DATA

WORDS = ("the", "river", "flood", "town", "Łódź", "x-ray", "new york", "'s")
SOURCE = str(Path(__file__).parents[2] / "src")
ORIGINAL = DATA / "vectors" / "glove-100d.f16.npy"


def made() -> Encoder:
    matrix = np.random.default_rng(1).normal(size=(len(WORDS), 6)).astype(np.float32)
    attention = np.linspace(-2, 3, len(WORDS))
    return Encoder.from_vectors(WordVectors(WORDS, matrix), attention=attention, metadata={"name": "small"})


@pytest.fixture
def encoder() -> Encoder:
    return made()


@pytest.fixture
def model(tmp_path: Path, encoder: Encoder) -> Path:
    encoder.save(tmp_path / "small.safetensors")
    return tmp_path / "small.safetensors"


# The vocabulary


@settings(deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), unique_by=str.lower))
def test_rows_are_those_of_a_dictionary(words: list[str]) -> None:
    known = [unicodedata.normalize("NFC", word.lower()).replace("’", "'") for word in words]
    table = {word: row for row, word in reversed(list(enumerate(known)))}
    asked = [*known, "no such word", "", "\ud800"]
    rows = Vocabulary.of(tuple(table)).rows(asked)
    assert rows.tolist() == [list(table).index(word) if word in table else -1 for word in asked]


def test_words_of_one_checksum_are_told_apart() -> None:
    first, second = "plumless", "buckeroo"
    assert crc32(first.encode()) == crc32(second.encode())
    vocabulary = Vocabulary.of(["river", second, first])
    assert vocabulary.rows([first, second, "river"]).tolist() == [2, 1, 0]
    assert Vocabulary.of(["river", first]).rows([second, first]).tolist() == [-1, 1]


def test_an_empty_vocabulary_knows_nothing() -> None:
    assert Vocabulary.of([]).rows(["river"]).tolist() == [-1]
    assert Vocabulary.of([]).words() == ()


def test_lookup_does_not_mind_case_composition_or_apostrophe(encoder: Encoder) -> None:
    decomposed = unicodedata.normalize("NFD", "ŁÓDŹ")
    assert encoder.rows(["River", "RIVER", decomposed, "’s", "rivers"]).tolist() == [1, 1, 4, 7, -1]
    assert "Flood" in encoder
    assert "floods" not in encoder


def test_quantised_vectors_are_within_half_a_step_of_the_originals() -> None:
    matrix = np.random.default_rng(0).normal(size=(50, 20)).astype(np.float32) * np.logspace(-30, 30, 50)[:, None]
    words = tuple(f"w{row}" for row in range(50))
    vectors = Encoder.from_vectors(WordVectors(words, matrix.astype(np.float32))).vectors_of(words)
    step = np.abs(matrix).max(axis=1, keepdims=True) / 127
    assert np.all(np.abs(vectors - matrix) <= 0.5001 * step)


def test_extreme_vectors_stay_finite() -> None:
    tiny, huge = np.float32(1e-45), np.finfo(np.float32).max
    matrix = np.array([[tiny, 0], [huge, -huge], [0, 0]], dtype=np.float32)
    vectors = Encoder.from_vectors(WordVectors(("tiny", "huge", "zero"), matrix)).vectors_of(["tiny", "huge", "zero"])
    assert np.all(np.isfinite(vectors))
    np.testing.assert_allclose(vectors[1:], matrix[1:], rtol=0.01)


def test_of_words_that_differ_in_case_the_first_stays() -> None:
    matrix = np.array([[1], [2], [3], [4]], dtype=np.float32)
    vectors = WordVectors(("Rose", "rose", "", "lily"), matrix)
    encoder = Encoder.from_vectors(vectors, attention=np.array([5.0, 6, 7, 8]))
    assert encoder.vocabulary.words() == ("rose", "lily")
    np.testing.assert_allclose(encoder.vectors_of(["ROSE", "lily"]), [[1], [4]], rtol=1e-6)
    assert encoder.attention_of(["rose", "lily"]).tolist() == [5, 8]


def test_unknown_words_have_no_vector_and_no_weight(encoder: Encoder) -> None:
    assert not np.any(encoder.vectors_of(["xyzzyx", "", "-", "a-b"]))
    assert encoder.attention_of(["xyzzyx", ""]).tolist() == [-math.inf, -math.inf]
    assert encoder.vectors_of([]).shape == (0, 6)
    assert encoder.attention_of([]).shape == (0,)


def test_a_compound_gets_the_mean_of_its_known_parts(encoder: Encoder) -> None:
    river, flood, town = encoder.vectors_of(["river", "flood", "town"])
    compounds = encoder.vectors_of(["river-flood", "Town's", "flood-xyzzyx-town-River", "x-ray"])
    expected = [(river + flood) / 2, town, (flood + town + river) / 3, encoder.vectors_of(["X-Ray"])[0]]
    np.testing.assert_allclose(compounds, expected, rtol=1e-6)
    attention = dict(zip(WORDS, np.linspace(-2, 3, len(WORDS)), strict=True))
    np.testing.assert_allclose(
        encoder.attention_of(["river-flood", "town’s"]),
        [(attention["river"] + attention["flood"]) / 2, attention["town"]],
        rtol=1e-6,
    )


@pytest.mark.parametrize("attention", [np.zeros(3), np.full(len(WORDS), np.nan), np.full(len(WORDS), 1e39)])
def test_attention_must_fit_the_words(attention: np.ndarray) -> None:
    with pytest.raises(ModelError, match="finite 32-bit numbers, one a word"):
        Encoder.from_vectors(WordVectors(WORDS, np.ones((len(WORDS), 2), dtype=np.float32)), attention=attention)


# The file


def test_a_saved_encoder_loads_the_same(encoder: Encoder, model: Path) -> None:
    loaded = Encoder.load(model)
    assert loaded.vocabulary.words() == encoder.vocabulary.words() == tuple(word.lower() for word in WORDS)
    np.testing.assert_array_equal(loaded.vectors_of(WORDS), encoder.vectors_of(WORDS))
    np.testing.assert_array_equal(loaded.attention_of(WORDS), encoder.attention_of(WORDS))
    assert loaded.metadata == encoder.metadata == {
        "name": "small", "format": "reprank-encoder-1", "words": "8", "dimension": "6",
    }  # fmt: skip
    assert repr(loaded) == "Encoder(8 words, 6 dimensions, small)"
    assert (len(loaded), loaded.dimension) == (8, 6)


def test_an_encoder_without_attention_weighs_all_words_the_same(tmp_path: Path) -> None:
    Encoder.from_vectors(WordVectors(("a", "b"), np.eye(2, dtype=np.float32))).save(tmp_path / "plain")
    assert Encoder.load(tmp_path / "plain").attention_of(["a", "b"]).tolist() == [0, 0]


def test_an_empty_encoder_survives_the_round_trip(tmp_path: Path) -> None:
    Encoder.from_vectors(WordVectors((), np.zeros((0, 4), dtype=np.float32))).save(tmp_path / "empty")
    loaded = Encoder.load(tmp_path / "empty")
    assert len(loaded) == 0
    assert loaded.vectors_of(["river", "river-bed"]).shape == (2, 4)


def test_the_safetensors_library_reads_what_is_written(encoder: Encoder, model: Path) -> None:
    with safe_open(model, framework="numpy") as file:
        assert file.metadata() == encoder.metadata
        np.testing.assert_array_equal(file.get_tensor("vectors"), encoder.quantised)
        np.testing.assert_array_equal(file.get_tensor("attention"), encoder.attention)
        assert bytes(file.get_tensor("letters")).decode() == "".join(WORDS).lower()


@pytest.mark.slow
def test_equal_encoders_give_equal_bytes_in_every_process(tmp_path: Path, model: Path) -> None:
    program = "import sys; from test_encoder import made; made().save(sys.argv[1])"
    for seed in ("1", "2"):
        path = tmp_path / seed
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": f"{SOURCE}{os.pathsep}{Path(__file__).parent}",
        }
        subprocess.run([sys.executable, "-c", program, str(path)], check=True, env=environment)
        assert path.read_bytes() == model.read_bytes()
    Encoder.load(model).save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == model.read_bytes()


def test_a_failed_save_leaves_the_path_as_it_was(tmp_path: Path, encoder: Encoder) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "inside").write_text("kept")
    with pytest.raises(ModelError, match="cannot write"):
        encoder.save(tmp_path / "taken")
    with pytest.raises(ModelError, match="No such file"):
        encoder.save(tmp_path / "nowhere" / "model")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_saving_over_a_loaded_file_does_not_disturb_the_reader(model: Path) -> None:
    loaded = Encoder.load(model)
    before = loaded.vectors_of(WORDS).copy()
    loaded.save(model)
    np.testing.assert_array_equal(loaded.vectors_of(WORDS), before)


def rewritten(model: Path, **changes: np.ndarray | None) -> Path:
    tensors, metadata = read_tensors(model)
    for name, tensor in changes.items():
        if tensor is None:
            del tensors[name]
        else:
            tensors[name] = tensor
    write_tensors(model.with_name("changed"), tensors, metadata)
    return model.with_name("changed")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"order": None}, "no tensor 'order'"),
        ({"vectors": np.zeros((8, 6), dtype=np.float32)}, "'vectors' is not of type int8"),
        ({"vectors": np.zeros(8, dtype=np.int8)}, "with 2 axes"),
        ({"scale": np.zeros(7, dtype=np.float32)}, "8 vectors but 7 entries in 'scale'"),
        ({"scale": np.full(8, np.nan, dtype=np.float32)}, "is damaged"),
        ({"scale": np.full(8, -1, dtype=np.float32)}, "is damaged"),
        ({"scale": np.full(8, 3e38, dtype=np.float32)}, "is damaged"),
        ({"attention": np.full(8, np.inf, dtype=np.float32)}, "is damaged"),
        ({"order": np.full(8, 8, dtype=np.uint32)}, "is damaged"),
        ({"checksums": np.arange(8, 0, -1, dtype=np.uint32)}, "is damaged"),
        ({"ends": np.arange(8, dtype=np.uint32)}, "is damaged"),
    ],
)
def test_tables_that_do_not_fit_are_refused(model: Path, changes: dict[str, np.ndarray | None], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Encoder.load(rewritten(model, **changes))


def test_a_model_without_words_may_not_claim_any_dimension(tmp_path: Path) -> None:
    """Its vectors take no byte of the file, but those of unknown words would take memory."""
    nothing = WordVectors((), np.zeros((0, 6), dtype=np.float32))
    Encoder.from_vectors(nothing).save(tmp_path / "empty")
    changed = rewritten(tmp_path / "empty", vectors=np.zeros((0, 10**9), dtype=np.int8))
    with pytest.raises(ModelError, match=r"its vectors have 1,000,000,000 dimensions; expected 1 to 10,000"):
        Encoder.load(changed)


def with_header(header: object, body: bytes = b"") -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + body


ENTRY = {"dtype": "I8", "shape": [2], "data_offsets": [0, 2]}


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (b"", "fewer than 8 bytes"),
        (b"\xff" * 100, "its header would have"),
        (with_header(b"nonsense"), "not JSON"),
        (with_header(b"[" * 100_000), "not JSON"),
        (with_header([1]), "not a JSON object"),
        (with_header({"__metadata__": {"a": 1}}), "metadata are not strings"),
        (with_header({"a": 1}), "lacks a known dtype"),
        (with_header({"a": {**ENTRY, "dtype": "C64"}}, b"ab"), "lacks a known dtype"),
        (with_header({"a": {**ENTRY, "shape": [-2]}}, b"ab"), "has the shape"),
        (with_header({"a": {**ENTRY, "shape": [2.0]}}, b"ab"), "has the shape"),
        (with_header({"a": {**ENTRY, "shape": [0, 2**62, 2**62], "data_offsets": [0, 0]}}), "has the shape"),
        (with_header({"a": {**ENTRY, "shape": [3]}}, b"ab"), "claims bytes 0 to 2 of 2"),
        (with_header({"a": ENTRY}, b"a"), "cut short"),
        (with_header({"a": {**ENTRY, "data_offsets": [-2, 0]}}, b"ab"), "claims bytes"),
        (with_header(b'{"a":' + json.dumps(ENTRY).encode() + b',"a":{}}', b"ab"), "its header has 'a' twice"),
        (with_header({"a": ENTRY, "b": {**ENTRY, "data_offsets": [1, 3]}}, b"abc"), "'a' and 'b' share bytes"),
        (with_header({"a": ENTRY}, b"ab"), "metadata name the format None"),
        (b"\x80\x04\x95" + b"pickle" * 20, "not a safetensors model file"),
    ],
)
def test_a_garbage_file_is_told_with_what_was_expected(tmp_path: Path, contents: bytes, message: str) -> None:
    (tmp_path / "garbage").write_bytes(contents)
    with pytest.raises(ModelError, match=message):
        Encoder.load(tmp_path / "garbage")


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="No such file"):
        Encoder.load(tmp_path / "nowhere")
    with pytest.raises(ModelError, match="directory"):
        Encoder.load(tmp_path)


@settings(deadline=None)
@given(share=st.floats(0, 1, exclude_max=True))
def test_a_truncated_file_is_refused(tmp_path_factory: pytest.TempPathFactory, share: float) -> None:
    path = tmp_path_factory.getbasetemp() / "truncated"
    made().save(path)
    contents = path.read_bytes()
    path.write_bytes(contents[: int(share * len(contents))])
    with pytest.raises(ModelError):
        Encoder.load(path)


@settings(deadline=None)
@given(start=st.integers(0, 1100), garbage=st.binary(min_size=1, max_size=20))
def test_a_damaged_file_is_refused_or_stays_within_its_bounds(
    tmp_path_factory: pytest.TempPathFactory, start: int, garbage: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged"
    made().save(path)
    contents = path.read_bytes()
    path.write_bytes(contents[:start] + garbage + contents[start + len(garbage) :])
    try:
        encoder = Encoder.load(path)
        encoder.vocabulary.words()
    except ModelError:
        return
    assert encoder.vectors_of(WORDS).shape == (len(WORDS), encoder.dimension)


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes_are_refused(tmp_path_factory: pytest.TempPathFactory, contents: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "random"
    path.write_bytes(contents)
    with pytest.raises(ModelError):
        Encoder.load(path)


def test_encoders_travel_to_other_processes(encoder: Encoder) -> None:
    copy = pickle.loads(pickle.dumps(encoder))
    np.testing.assert_array_equal(copy.vectors_of(WORDS), encoder.vectors_of(WORDS))
    assert copy.metadata == encoder.metadata
    assert len(pickle.dumps(Encoder.english())) < 200
    assert pickle.loads(pickle.dumps(Encoder.english())) is Encoder.english()
    assert pickle.loads(pickle.dumps(Encoder.glove())) is Encoder.glove()


# The English model


@pytest.mark.parametrize(("shipped", "path"), [(Encoder.english, ENGLISH), (Encoder.glove, GLOVE)])
def test_the_shipped_models_keep_what_is_promised(shipped: Callable[[], Encoder], path: Path) -> None:
    encoder = shipped()
    assert encoder is shipped()
    assert len(encoder) >= 100_000
    assert encoder.dimension == 100
    assert path.stat().st_size <= 15_000_000
    assert {"corpus", "licence", "training"} <= set(encoder.metadata)
    assert len(set(encoder.vocabulary.words())) == len(encoder)
    assert encoder.rows(encoder.vocabulary.words()).tolist() == list(range(len(encoder)))


def test_english_words_of_like_meaning_lie_close() -> None:
    river, flood, dam, violin, cello = (
        vector / np.linalg.norm(vector)
        for vector in Encoder.english().vectors_of(["river", "flood", "dam", "violin", "cello"])
    )
    assert min(river @ flood, river @ dam, violin @ cello) > max(river @ violin, flood @ cello, dam @ violin)


@pytest.mark.slow
@pytest.mark.skipif(not ORIGINAL.exists(), reason="the development data are not here: set REPRANK_DATA")
def test_the_glove_model_is_true_to_the_original_vectors() -> None:
    original = read_vectors(ORIGINAL, limit=100_000)
    encoder = Encoder.glove()
    kept = np.unique(encoder.rows(original.words), return_index=True)[1]
    restored = encoder.vectors_of([original.words[row] for row in kept])
    wanted = original.matrix[kept]
    cosines = np.sum(restored * wanted, axis=1) / np.linalg.norm(restored, axis=1) / np.linalg.norm(wanted, axis=1)
    assert cosines.mean() > 0.999
    assert cosines.min() > 0.999


def test_encoders_load_without_torch_scipy_or_the_safetensors_library() -> None:
    program = (
        "import sys; from reprank.paper.encoder import Encoder; Encoder.english().vectors_of(['river']);"
        "print(sorted({'torch', 'safetensors', 'scipy'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    done = subprocess.run([sys.executable, "-c", program], check=True, env=environment, capture_output=True, text=True)
    assert done.stdout == "[]\n"


# Sums


@st.composite
def texts(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Draw vectors, attention with words left out, tokens and the offsets of sentences, some of them empty."""
    count = draw(st.integers(1, 8))
    vectors = draw(arrays(np.float32, (count, 3), elements=st.floats(-4, 4, width=16)))
    attention = draw(arrays(np.float64, count, elements=st.floats(-900, 900) | st.just(-math.inf)))
    sentences = draw(st.lists(st.lists(st.integers(0, count - 1), max_size=6), max_size=8))
    tokens = np.array([token for sentence in sentences for token in sentence], dtype=np.intp)
    offsets = np.cumsum([0, *map(len, sentences)], dtype=np.intp)
    return vectors, attention, tokens, offsets


@settings(deadline=None)
@given(texts())
def test_attention_weights_sum_to_one_in_every_sentence_that_has_a_known_word(
    text: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray],
) -> None:
    _, attention, tokens, offsets = text
    weights = attention_weights(attention[tokens], offsets)
    assert np.all(weights >= 0)
    for start, end in pairwise(offsets.tolist()):
        known = np.any(np.isfinite(attention[tokens[start:end]]))
        assert math.isclose(weights[start:end].sum(), 1.0 if known else 0.0, abs_tol=1e-12)


@settings(deadline=None)
@given(texts(), st.floats(-50, 50))
def test_attention_weights_do_not_change_when_all_scores_move_together(
    text: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray], shift: float
) -> None:
    _, attention, tokens, offsets = text
    np.testing.assert_allclose(
        attention_weights(attention[tokens] + shift, offsets), attention_weights(attention[tokens], offsets), atol=1e-9
    )


@settings(deadline=None)
@given(text=texts(), block=st.integers(1, 9))
def test_sentence_vectors_are_those_of_a_plain_loop(
    text: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray], block: int
) -> None:
    vectors, attention, tokens, offsets = text
    expected = []
    for start, end in pairwise(offsets.tolist()):
        total = np.zeros(3)
        members = [token for token in tokens[start:end].tolist() if attention[token] > -math.inf]
        peak = max((attention[token] for token in members), default=0.0)
        norm = sum(math.exp(attention[token] - peak) for token in members)
        for token in members:
            total += math.exp(attention[token] - peak) / norm * vectors[token].astype(float)
        expected.append(total)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reprank.paper.encoder.BLOCK_TOKENS", block)
        result = sentence_vectors(vectors, tokens, offsets, attention=attention)
    np.testing.assert_allclose(result, np.array(expected).reshape(-1, 3), atol=1e-5)
    assert result.dtype == np.float32


@settings(deadline=None)
@given(texts())
def test_without_attention_a_sentence_is_the_mean_of_its_known_words(
    text: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray],
) -> None:
    vectors, _, tokens, offsets = text
    result = sentence_vectors(vectors, tokens, offsets)
    for sentence, (start, end) in enumerate(pairwise(offsets.tolist())):
        known = [vectors[token].astype(float) for token in tokens[start:end] if np.any(vectors[token])]
        np.testing.assert_allclose(result[sentence], np.mean(known, axis=0) if known else np.zeros(3), atol=1e-5)
