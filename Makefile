# One command each. Everything is set up on the way, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable
# Playing needs less than testing and is set up sooner; whoever has all has what playing needs.
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.dev-installed
BENCH_STAMP := $(VENV)/.bench-installed
# The page is built from web/ into the Python package, which needs no Node any more once that is done.
NODE_STAMP := web/node_modules/.installed
PAGE := src/lastcard/server/page/index.html
PAGE_SOURCES := $(shell find web/src web/public web/index.html web/*.config.* web/tsconfig.json -type f)

.PHONY: play page test check screenshots bench golden clean

play: $(STAMP) $(PAGE)  ## a game in the browser: a table server with bots, here and for phones in the same network
	@$(BIN)/lastcard serve --open

page: $(PAGE)  ## the page that the server shows, built if something in web/ has changed

test: $(DEV_STAMP) $(PAGE)  ## everything that must hold, with a real browser
	@$(BIN)/python -m tests.browser.chromium
	@cd web && npm run --silent test
	@$(BIN)/python -m pytest -n 3 --dist worksteal -q  # three at once also on two cores: tests at a table mostly wait

check: $(DEV_STAMP) $(NODE_STAMP)  ## lint, strict types, import contract
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd web && npm run --silent check

screenshots: $(DEV_STAMP) $(PAGE)  ## pictures of every page and state, phone and desktop, into build/screenshots
	@$(BIN)/python -m tests.browser.chromium
	@$(BIN)/python -m tests.browser.screenshots

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

$(NODE_STAMP): web/package.json web/package-lock.json
	cd web && npm ci --silent --no-audit --no-fund
	@touch $@

$(PAGE): $(NODE_STAMP) $(PAGE_SOURCES)
	cd web && npm run --silent build -- --logLevel warn
	@touch $@

clean:
	rm -rf $(VENV) web/node_modules $(dir $(PAGE)) .pytest_cache .mypy_cache .ruff_cache .hypothesis
