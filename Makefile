# One command each. Everything is set up on the way, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable
# Playing needs less than testing and is set up sooner; whoever has all has what playing needs.
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.dev-installed
BENCH_STAMP := $(VENV)/.bench-installed
DOCS_STAMP := $(VENV)/.docs-installed
# The engine is built from src/lastcard/engine into the Python package.
ENGINE := $(VENV)/.engine-built
ENGINE_SOURCES := $(shell find src/lastcard/engine -name '*.py')
# The page is built from web/ into the Python package, which needs no Node any more once that is done.
NODE_STAMP := web/node_modules/.installed
PAGE := src/lastcard/server/page/index.html
PAGE_SOURCES := $(shell find web/src web/public web/index.html web/*.config.* web/tsconfig.json -type f)

.PHONY: play page test check screenshots bench golden wheel docs clean

play: $(STAMP) $(ENGINE) $(PAGE)  ## a game in the browser: a table server with bots, here and for phones in the same network
	@$(BIN)/lastcard serve --open

page: $(PAGE)  ## the page that the server shows, built if something in web/ has changed

test: $(DEV_STAMP) $(ENGINE) $(PAGE)  ## everything that must hold, with a real browser
	@$(BIN)/python -m tests.browser.chromium
	@cd web && npm run --silent test
	@$(BIN)/python -m pytest -n 3 --dist worksteal -q  # three at once also on two cores: tests at a table mostly wait

check: $(DEV_STAMP) $(NODE_STAMP)  ## lint, strict types, import contract
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd web && npm run --silent check

screenshots: $(DEV_STAMP) $(ENGINE) $(PAGE)  ## pictures of every page and state, phone and desktop, into build/screenshots
	@$(BIN)/python -m tests.browser.chromium
	@$(BIN)/python -m tests.browser.screenshots

bench: $(BENCH_STAMP) $(ENGINE)  ## this engine and RLCard in one run
	@$(BIN)/python benchmarks/bench.py

wheel: $(DEV_STAMP) $(ENGINE) $(PAGE)  ## one wheel with the built engine and page, into dist/, tried in an empty environment
	@$(BIN)/pip wheel . --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist
	@$(BIN)/python -m pytest -q tests/test_wheel.py

docs: $(DOCS_STAMP) $(ENGINE)  ## the documentation as a site, into build/site, with the tables that are made from the code
	@$(BIN)/python -m tests.tables
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

golden: $(DEV_STAMP) $(ENGINE)  ## write the golden playthroughs and perft counts anew
	@$(BIN)/python -m tests.golden.make

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(STAMP): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) ".[build,server]"
	@touch $@

$(DEV_STAMP): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) ".[dev,server,nodes]"
	@touch $(STAMP) $@

$(BENCH_STAMP): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) ".[bench,build]"
	@touch $@

$(DOCS_STAMP): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) ".[build,docs]"
	@touch $@

$(ENGINE): $(ENGINE_SOURCES) | $(STAMP)
	@$(BIN)/python -m lastcard.engine.build
	@touch $@

$(NODE_STAMP): web/package.json web/package-lock.json
	cd web && npm ci --silent --no-audit --no-fund
	@touch $@

$(PAGE): $(NODE_STAMP) $(PAGE_SOURCES)
	cd web && npm run --silent build -- --logLevel warn
	@touch $@

clean:
	rm -rf $(VENV) web/node_modules $(dir $(PAGE)) src/lastcard/engine/kernel-* build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
