# One command each. Everything is set up on the way, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
BENCH_STAMP := $(VENV)/.bench-installed

.PHONY: play test check bench golden clean

play: $(STAMP)  ## a game in the terminal
	@$(BIN)/lastcard play

test: $(STAMP)  ## everything that must hold
	@$(BIN)/python -m pytest -n 2 --dist worksteal -q

check: $(STAMP)  ## lint, strict types, import contract
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(BENCH_STAMP)  ## this engine and RLCard in one run
	@$(BIN)/python benchmarks/bench.py

golden: $(STAMP)  ## write the golden playthroughs and perft counts anew
	@$(BIN)/python -m tests.golden.make

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(STAMP): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev]"
	@touch $@

$(BENCH_STAMP): $(STAMP)
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[bench]"
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
