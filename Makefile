# One command each. Everything is set up on the way, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
# The build tools of the environment itself are used: pinned as everything else, and not fetched a second time.
INSTALL := $(PIP) --no-build-isolation --editable
TOOLS := $(VENV)/.tools-installed
# Playing needs less than testing and is set up sooner; whoever has all has what playing needs.
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.dev-installed
BENCH_STAMP := $(VENV)/.bench-installed
DOCS_STAMP := $(VENV)/.docs-installed
RAY_STAMP := $(VENV)/.ray-installed
# The engine is built from src/lastcard/engine into the Python package.
ENGINE := $(VENV)/.engine-built
ENGINE_SOURCES := $(shell find src/lastcard/engine -name '*.py')
# The page is built from web/ into the Python package, which needs no Node any more once that is done.
NODE_STAMP := web/node_modules/.installed
PAGE := src/lastcard/server/page/index.html
PAGE_SOURCES := $(shell find web/src web/public web/index.html web/*.config.* web/tsconfig.json -type f)
# The wheel has both in it. The stamp says that it is there and was tried.
WHEEL := dist/.tried
WHEEL_SOURCES := setup.py README.md LICENSE tests/test_wheel.py \
	$(shell find src/lastcard -name '*.py' -o -name '*.toml' -o -name '*.mako' -o -path '*/arena/*.css')

# Tests start hundreds of processes of this project: none of them shall compile its sources again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play page test test-ray check chaos mutants planted screenshots pictures
.PHONY: bench bench-bots types golden wheel docs clean
.NOTPARALLEL:

play: $(STAMP) $(ENGINE) $(PAGE)  ## a game in the browser: a table server with bots, for phones in the same network too
	@$(BIN)/lastcard serve --open

page: $(PAGE)  ## the page that the server shows, built if something in web/ has changed

test: $(DEV_STAMP) $(ENGINE) $(PAGE)  ## everything that must hold, with a real browser
	@$(BIN)/python -m tests.browser.chromium
	@cd web && npm run --silent test
	@$(BIN)/python -m pytest -n 3 --dist worksteal -q  # three at once also on two cores: tests at a table mostly wait

test-ray: $(DEV_STAMP) $(RAY_STAMP) $(ENGINE)  ## the arena on a real Ray cluster of two nodes, one of which is killed
	@$(BIN)/python -m pytest -q tests/test_arena_cluster.py

check: $(DEV_STAMP) $(NODE_STAMP)  ## lint, format, strict types, import contract, length of lines and modules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q tests/test_sources.py
	cd web && npm run --silent check

KILLS ?= 1000
chaos: $(DEV_STAMP) $(ENGINE)  ## kill -9 of any process while people play: is anything lost? KILLS=100 does less
	@$(BIN)/python -m tests.server.chaos --kills $(KILLS) --move 2000

SAMPLE ?= 0
mutants: $(DEV_STAMP) $(ENGINE)  ## faults put into the rules: do the tests notice? SAMPLE=200 tries 200 of them
	@$(BIN)/python -m tests.mutants --sample $(SAMPLE)

planted: $(DEV_STAMP) $(ENGINE)  ## faults put into tables, views and bots: does each test notice that should?
	@$(BIN)/python -m tests.mutants.planted

screenshots: $(DEV_STAMP) $(ENGINE) $(PAGE)  ## pictures of every page and state, at four sizes, into build/screenshots
	@$(BIN)/python -m tests.browser.chromium
	@$(BIN)/python -m tests.browser.screenshots

pictures: $(DEV_STAMP) $(ENGINE) $(PAGE)  ## the pictures of the README into docs/pictures
	@$(BIN)/python -m tests.browser.chromium
	@$(BIN)/python -m tests.browser.pictures

bench: $(BENCH_STAMP) $(ENGINE)  ## this engine and RLCard in one run
	@$(BIN)/python benchmarks/bench.py

GAMES ?= 300
bench-bots: $(BENCH_STAMP) $(ENGINE)  ## our bots in RLCard's UNO, and its agents in our arena; GAMES=3000 plays more
	@$(BIN)/python benchmarks/bots.py --games $(GAMES)

wheel: $(WHEEL)  ## one wheel with the built engine and page, into dist/, tried in an empty environment

docs: $(DOCS_STAMP) $(ENGINE)  ## the documentation as a site, into build/site, with tables made from the code
	@$(BIN)/python -m tests.tables
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

types: $(DEV_STAMP) $(NODE_STAMP)  ## the page's types of what goes over the socket, from the server's description of it
	@mkdir -p build
	@$(BIN)/python -m lastcard.server.edge.messages | (cd web && npm run --silent types) > build/wire.ts
	@mv build/wire.ts web/src/lib/wire.ts

golden: $(DEV_STAMP) $(ENGINE)  ## write the golden playthroughs and perft counts anew
	@$(BIN)/python -m tests.golden.make

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(TOOLS): constraints.txt | $(BIN)/python
	$(PIP) setuptools
	@touch $@

$(STAMP): pyproject.toml constraints.txt | $(TOOLS)
	$(INSTALL) ".[build,server]"
	@touch $@

$(DEV_STAMP): pyproject.toml constraints.txt | $(TOOLS)
	$(INSTALL) ".[dev,server,nodes]"
	@touch $(STAMP) $@

$(BENCH_STAMP): pyproject.toml constraints.txt | $(TOOLS)
	$(INSTALL) ".[bench,build]"
	@touch $@

$(DOCS_STAMP): pyproject.toml constraints.txt | $(TOOLS)
	$(INSTALL) ".[build,docs]"
	@touch $@

$(RAY_STAMP): pyproject.toml constraints.txt | $(TOOLS)
	$(INSTALL) ".[build,ray]"
	@touch $@

$(ENGINE): $(ENGINE_SOURCES) | $(STAMP)
	@$(BIN)/python -m lastcard.engine.build
	@touch $@

$(WHEEL): $(WHEEL_SOURCES) $(DEV_STAMP) $(ENGINE) $(PAGE)
	@rm -f dist/lastcard-*.whl
	@$(BIN)/pip wheel . --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist
	@LASTCARD_WHEEL=$$(echo dist/*.whl) $(BIN)/python -m pytest -q tests/test_wheel.py
	@touch $@
	@echo dist/*.whl

$(NODE_STAMP): web/package.json web/package-lock.json
	cd web && npm ci --silent --no-audit --no-fund
	@touch $@

$(PAGE): $(NODE_STAMP) $(PAGE_SOURCES)
	cd web && npm run --silent build -- --logLevel warn
	@touch $@

clean:
	rm -rf $(VENV) web/node_modules $(dir $(PAGE)) src/lastcard/engine/kernel-* build dist src/lastcard.egg-info
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
