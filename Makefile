# `make` alone lists the targets.

PYTHON ?= python3
# A Python that nobody has chosen may be replaced by a faster one of the same version (ADR 126).
INTERPRETER = $(if $(filter file,$(origin PYTHON)),"$$($(PYTHON) tools/interpreter.py)",$(PYTHON))
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
UV := uv==0.13.7
COMPILE := $(BIN)/uv --quiet --no-config pip compile --universal --python-version 3.11 \
	--fork-strategy fewest --no-strip-extras --upgrade --generate-hashes --no-emit-index-url --no-emit-find-links \
	--custom-compile-command 'make pins'

.DEFAULT_GOAL := help
# Tests that have been compiled stay so, wherever they run.
export PYTHONDONTWRITEBYTECODE :=
.PHONY: help setup browser demo test quick nightly check fix docs site mutants screenshots bench pins clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/.ready ## Create .venv from the hashed pins, with .venv/bin/croupier in it

browser: setup ## Find Chromium for the browser tests, or install it
	@$(BIN)/python -m tools.browser

demo: setup ## Open the demonstration in the browser
	@$(BIN)/croupier demo

test: browser ## Run the tests
	$(BIN)/pytest

quick: setup ## Run the fast tests: no browser, no service, no database, no laboratory, no long search
	HYPOTHESIS_PROFILE=brief $(BIN)/pytest -n logical -m 'not slow' $(addprefix --ignore=tests/,attacks browser fonts lab pages walk web)

nightly: browser ## Search longer: a million states of small tables, 20,000 simulated floors, 10,000 tournaments, 5,000 faults of a database
	$(BIN)/python -m tests.walk
	HYPOTHESIS_PROFILE=search $(BIN)/pytest -m 'not slow' $(addprefix --ignore=tests/,attacks browser fonts lab pages walk web)
	$(BIN)/python -m tests.attacks.money_fuzz 1000000
	CROUPIER_SIMULATION=20000 CROUPIER_SIMULATION_DATABASE=500 $(BIN)/pytest tests/floor/test_simulation.py
	CROUPIER_MACHINE_RUNS=500 $(BIN)/pytest tests/table/test_machine.py
	CROUPIER_NIGHTLY=1 $(BIN)/pytest tests/records tests/walk tests/fonts/test_pages.py tests/browser tests/pages tests/table/test_news.py tests/web/api/test_openapi.py \
		tests/floor/test_kill.py tests/journal/test_kill.py tests/journal/test_powerloss.py tests/journal/test_standalone_verifier.py
	$(BIN)/python -m tests.tournament
	$(BIN)/python -m tests.floor.chaos
	$(BIN)/python -m tests.web.takeovers
	$(BIN)/python -m tests.web.takeovers 50 1

check: browser ## Check everything: format, lint, types of Python and JavaScript, import contracts, generated pages, tests
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m tools.typescript
	$(BIN)/python -m tools.generate --check
	$(BIN)/pytest

fix: setup ## Format, and fix what the linter can fix
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

docs: setup ## Write the generated pages
	$(BIN)/python -m tools.generate

site: setup ## Build the documentation as a site, into build/site
	@$(BIN)/python -m tools.site

mutants: setup ## Break lines that keep duties; a marked test must fail each time
	@$(BIN)/python -m tools.mutants

screenshots: browser ## Take screenshots of every page, into docs/screenshots
	$(BIN)/python -m tools.screenshots

bench: .venv/.bench ## Run the benchmarks
	$(BIN)/python -m benchmarks

pins: $(BIN)/python ## Pin the newest versions that pyproject.toml allows
	@echo "Pinning requirements/dev.txt, requirements/run.txt, requirements/bench.txt and requirements/node.txt"
	@$(PIP) install '$(UV)'
	@$(COMPILE) pyproject.toml --all-extras --group dev --output-file requirements/dev.txt
	@$(COMPILE) pyproject.toml --constraints requirements/dev.txt --output-file requirements/run.txt
	@$(COMPILE) --group bench --constraints requirements/dev.txt --output-file requirements/bench.txt
	@$(COMPILE) --group node --output-file requirements/node.txt

clean: ## Remove .venv, node_modules, caches and builds
	@echo "Removing .venv, node_modules, caches and builds"
	@rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist node_modules
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

define venv
@command -v $(PYTHON) > /dev/null || { echo "croupier needs Python 3.11 or newer, but $(PYTHON) is not installed. Choose another with make PYTHON=..." >&2; exit 1; }
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "croupier needs Python 3.11 or newer, but $(PYTHON) is older. Choose another with make PYTHON=..." >&2; exit 1; }
@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { echo "croupier needs Python's venv and ensurepip, which $(PYTHON) lacks. On Debian and Ubuntu, install python3-venv" >&2; exit 1; }
@echo "Creating .venv"
@$(INTERPRETER) -m venv --clear .venv
endef

$(BIN)/python:
	$(venv)

# New pins get a new environment, so that nothing unpinned remains.
.venv/.pinned: requirements/dev.txt
	$(venv)
	@echo "Installing the pins of requirements/dev.txt"
	@$(PIP) install --require-hashes --requirement requirements/dev.txt
	@touch $@

.venv/.ready: .venv/.pinned pyproject.toml
	@echo "Installing croupier"
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

# Both files pin the same versions; the benchmarks only add to the environment of the tests.
.venv/.bench: .venv/.ready requirements/bench.txt
	@echo "Installing the pins of requirements/bench.txt"
	@$(PIP) install --require-hashes --requirement requirements/bench.txt || \
		{ echo "The PostgreSQL baselines need requirements/bench.txt, which cannot be installed. Others run without it: $(BIN)/python -m benchmarks floor" >&2; exit 1; }
	@touch $@
