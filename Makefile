# One command each. Everything is set up on the way, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable
# Playing needs less than testing and is set up sooner; whoever has all has what playing needs.
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.dev-installed
BENCH_STAMP := $(VENV)/.bench-installed

.PHONY: play test check bench golden clean

play: $(STAMP)  ## a game in the browser: a table server with bots, here and for phones in the same network
	@$(BIN)/lastcard serve --open

test: $(DEV_STAMP)  ## everything that must hold
	@$(BIN)/python -m pytest -n 2 --dist worksteal -q

check: $(DEV_STAMP)  ## lint, strict types, import contract
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(BENCH_STAMP)  ## this engine and RLCard in one run
	@$(BIN)/python benchmarks/bench.py

golden: $(DEV_STAMP)  ## write the golden playthroughs and perft counts anew
	@$(BIN)/python -m tests.golden.make

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(STAMP): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) ".[server]"
	@touch $@

$(DEV_STAMP): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) ".[dev,server,nodes]"
	@touch $(STAMP) $@

$(BENCH_STAMP): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) ".[bench]"
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
