# `make demo` and `make test` need nothing but Python 3.11 or newer; each makes its own environment.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RAY := .venv-ray
ADAPTERS := .venv-adapters
GUIDED := .venv-guided
PYTEST := $(BIN)/python -m pytest

.PHONY: demo test test-fast test-slow test-adapters test-wheel test-browser patterns fuzz fuzz-guided check lint docs docs-check \
	release-check lock bench-quality bench-questions bench-speed bench-endurance soak soak-batch train-en clean

demo: $(VENV)/core
	@$(BIN)/reprank demo

# For daily work: half a minute on two cores, without training and with fewer examples of each property.
test-fast: $(VENV)/dev
	$(PYTEST) tests --ignore=tests/training -m "not slow and not minutes and not browser" --hypothesis-profile=quick -n 2

# Everything but what kills processes or starts a cluster.
test: $(VENV)/dev
	$(PYTEST) -m "not minutes and not browser" -rs -n 2

# The page and the site in Debian's Chromium (`apt-get install chromium`), by Playwright, with axe-core from npm;
# skipped with a reason where there is none.
test-browser: $(VENV)/dev
	$(BIN)/python -m pip install --quiet playwright
	npm install --silent --no-audit --no-fund --prefix build/npm axe-core || echo "no axe-core: its tests are skipped"
	$(PYTEST) tests/web tests/docs -m browser -rs

# What kills processes and resumes, then Ray on two local nodes, in an environment of its own.
test-slow: $(VENV)/dev $(RAY)/ready
	$(PYTEST) tests/batch --ignore=tests/batch/test_ray_engine.py -m minutes -rs
	$(RAY)/bin/python -m pytest tests/batch/test_ray_engine.py -rs

# LangChain, LlamaIndex, Haystack, spaCy, scikit-learn, pandas, Polars, DuckDB, datasets and MCP in an environment of
# their own, 1.4 GB. What these packages warn of is no failure of ours.
test-adapters: $(ADAPTERS)/ready
	$(ADAPTERS)/bin/python -m pytest -W default tests/adapters tests/mcp src/reprank/adapters src/reprank/mcp docs/adapters.md -rs

# The same from the built wheel, each extra in a clean environment of its own, which is removed again.
test-wheel: $(VENV)/dev
	$(BIN)/python -m benchmarks.wheel

# Every pattern against strings made to slow it down, longer than those of `make test`; some minutes.
patterns: $(VENV)/dev
	OMP_NUM_THREADS=1 $(BIN)/python -m benchmarks.trust.patterns --deep

# Random and damaged inputs for MINUTES; prints what was tried and adds the count to docs/lab/robustness.md.
MINUTES ?= 10
fuzz: $(VENV)/dev
	OMP_NUM_THREADS=1 $(BIN)/python -m fuzz --minutes $(MINUTES)
	$(BIN)/python -m fuzz --write

# The same inputs, guided by the coverage of the code, in an environment of its own: atheris does not install everywhere.
fuzz-guided: $(GUIDED)/ready
	@if [ -x $(GUIDED)/bin/python ] && $(GUIDED)/bin/python -c "import atheris" 2> /dev/null; then \
		OMP_NUM_THREADS=1 $(GUIDED)/bin/python -m fuzz.guided --seconds $$(( $(MINUTES) * 60 )); \
	else echo "skipped: atheris does not install here (it needs CPython 3.11 to 3.13 on Linux or macOS)"; fi

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

# First and alone, so that no other package decides which PyTorch is installed.
$(VENV)/torch: $(BIN)/python
	$(BIN)/python -m pip install --quiet torch==2.13.0
	@touch $@

$(VENV)/dev: $(VENV)/core $(VENV)/torch
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@

$(RAY)/ready: pyproject.toml
	$(PYTHON) -m venv $(RAY)
	$(RAY)/bin/python -m pip install --quiet --upgrade pip
	$(RAY)/bin/python -m pip install --quiet --editable '.[ray]' --group test
	@touch $@

$(GUIDED)/ready: pyproject.toml
	$(PYTHON) -m venv $(GUIDED)
	$(GUIDED)/bin/python -m pip install --quiet --upgrade pip
	$(GUIDED)/bin/python -m pip install --quiet --editable '.[files,batch]' --group test
	-$(GUIDED)/bin/python -m pip install --quiet atheris
	@touch $@

FRAMEWORKS := langchain,llama-index,haystack,spacy,scikit-learn,pandas,polars,duckdb,datasets,mcp
$(ADAPTERS)/ready: pyproject.toml
	$(PYTHON) -m venv $(ADAPTERS)
	$(ADAPTERS)/bin/python -m pip install --quiet --upgrade pip
	$(ADAPTERS)/bin/python -m pip install --quiet --editable '.[$(FRAMEWORKS)]' --group test
	@touch $@

# What the pages say about the code, then the site in build/site; a link that leads nowhere is an error.
# `docs-check` says which results are of other code, and never fails.
docs: $(VENV)/dev
	$(BIN)/python -m benchmarks.pages
	$(BIN)/python -m website.build

docs-check: $(VENV)/dev
	$(BIN)/python -m benchmarks.pages --check

# Everything that must hold before a release: same bytes twice, every Python that is here, oldest and newest dependencies.
release-check: $(VENV)/dev
	$(BIN)/python -m pip install --quiet --group release
	$(BIN)/python -m release.check

# Versions and hashes of everything that the container installs, and of what builds the package.
lock: $(VENV)/dev
	$(BIN)/python -m pip install --quiet --group release
	printf 'hatchling>=1.25\nhatch-fancy-pypi-readme>=24.1\n' | $(BIN)/uv pip compile pyproject.toml - --extra files --extra web \
		--generate-hashes --python-version 3.12 --python-platform linux --upgrade --no-header --no-annotate --quiet --output-file container.lock
	sed -i '1i # What the container installs, with hashes. Made by `make lock`; do not edit.' container.lock

# Longer work. The data is described in docs/evaluation.md, the scripts in benchmarks/README.md.
DATA ?= ../shared/data

bench-quality: $(VENV)/dev
	$(BIN)/python -m benchmarks.quality.quality $(DATA)

bench-questions: $(VENV)/dev
	$(BIN)/python -m pip install --quiet bm25s
	$(BIN)/python -m benchmarks.questions.questions $(DATA)
	$(BIN)/python -m benchmarks.questions.pairs
	$(BIN)/python -m benchmarks.questions.tokens $(DATA)

bench-speed: $(VENV)/dev
	$(BIN)/python -m benchmarks.speed.speed $(wildcard $(DATA))

# The service under load and faults, some minutes: prints what was tried, and fails if anything went wrong.
soak: $(VENV)/dev
	$(BIN)/python -m benchmarks.soak.service

# Batches killed, on full disks, without their input and so on: every result as undisturbed, byte for byte.
soak-batch: $(VENV)/dev
	$(BIN)/python -m benchmarks.soak.batch

bench-endurance: $(VENV)/dev
	$(BIN)/python -m benchmarks.speed.endurance --rows 100000

train-en: $(VENV)/dev
	OMP_NUM_THREADS=1 $(BIN)/python -m benchmarks.models.train_english build/english.safetensors
	$(BIN)/python -m benchmarks.models.model_card build/english.safetensors

clean:
	rm -rf $(VENV) $(RAY) $(ADAPTERS) $(GUIDED) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
