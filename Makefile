# `make demo` and `make test` need nothing but Python 3.11 or newer; each makes its own environment.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test check lint bench-quality bench-questions bench-speed bench-endurance train-en clean

demo: $(VENV)/core
	@$(BIN)/reprank demo

test: $(VENV)/dev
	$(BIN)/python -m pytest

check: lint test

lint: $(VENV)/dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/core: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/dev: $(VENV)/core
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@

# Longer work. The data is described in docs/evaluation.md.
DATA ?= ../shared/data

bench-quality: $(VENV)/dev
	$(BIN)/python -m benchmarks.quality.quality $(DATA)

bench-questions: $(VENV)/dev
	$(BIN)/python -m pip install --quiet bm25s
	$(BIN)/python -m benchmarks.questions.questions $(DATA)
	$(BIN)/python -m benchmarks.questions.pairs
	$(BIN)/python -m benchmarks.questions.tokens $(DATA)

bench-speed: $(VENV)/dev
	$(BIN)/python -m benchmarks.speed.speed

bench-endurance: $(VENV)/dev
	$(BIN)/python -m benchmarks.speed.endurance --rows 100000

train-en: $(VENV)/core
	$(BIN)/python -m pip install --quiet --editable '.[train]'
	OMP_NUM_THREADS=1 $(BIN)/python -m benchmarks.models.train_english build/english.safetensors
	$(BIN)/python -m benchmarks.models.model_card build/english.safetensors

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
