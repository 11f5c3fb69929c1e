# `make demo` and `make test` need nothing but Python 3.11 or newer; each makes its own environment.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test check lint clean

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

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
