# `make` alone lists the targets.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
UV := uv==0.13.7
COMPILE := $(BIN)/uv --quiet --no-config pip compile --universal --python-version 3.11 \
	--fork-strategy fewest --upgrade --generate-hashes --no-emit-index-url --no-emit-find-links \
	--custom-compile-command 'make pins'

.DEFAULT_GOAL := help
.PHONY: help setup browser demo test check fix docs screenshots bench pins clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/.ready ## Make .venv from the hashed pins, with .venv/bin/croupier in it

browser: setup ## Find Chromium for the browser tests, or install it
	@$(BIN)/python -m tools.browser

demo: setup ## Open the demonstration in the browser
	@$(BIN)/croupier demo

test: browser ## Run the tests
	$(BIN)/pytest

check: browser ## Check everything: format, lint, types, import contracts, generated pages, tests
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m tools.generate --check
	$(BIN)/pytest

fix: setup ## Format, and mend what the linter can mend
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

docs: setup ## Write the generated pages anew
	$(BIN)/python -m tools.generate

screenshots: browser ## Take the pictures of every page, into docs/screenshots
	$(BIN)/python -m tools.screenshots

bench: .venv/.bench ## Run the benchmarks
	$(BIN)/python -m benchmarks

pins: $(BIN)/python ## Pin the newest versions that pyproject.toml allows
	@echo "Pinning requirements/dev.txt, requirements/run.txt and requirements/bench.txt"
	@$(PIP) install '$(UV)'
	@$(COMPILE) pyproject.toml --all-extras --group dev --output-file requirements/dev.txt
	@$(COMPILE) pyproject.toml --constraints requirements/dev.txt --output-file requirements/run.txt
	@$(COMPILE) --group bench --constraints requirements/dev.txt --output-file requirements/bench.txt

clean: ## Remove .venv, caches and builds
	@echo "Removing .venv, caches and builds"
	@rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

define venv
@command -v $(PYTHON) > /dev/null || { echo "croupier needs Python 3.11 or newer, and $(PYTHON) is not there: make PYTHON=... names another" >&2; exit 1; }
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "croupier needs Python 3.11 or newer, and $(PYTHON) is older: make PYTHON=... names another" >&2; exit 1; }
@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { echo "croupier needs Python's venv and ensurepip, and $(PYTHON) lacks them: on Debian and Ubuntu, install python3-venv" >&2; exit 1; }
@echo "Making .venv"
@$(PYTHON) -m venv --clear .venv
endef

$(BIN)/python:
	$(venv)

# New pins get a new environment, so that nothing unpinned stays behind in it.
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

# Every version that both files pin is the same: the benchmarks only add to the environment of the tests.
.venv/.bench: .venv/.ready requirements/bench.txt
	@echo "Installing the pins of requirements/bench.txt"
	@$(PIP) install --require-hashes --requirement requirements/bench.txt || \
		{ echo "The benchmarks need PostgreSQL of requirements/bench.txt, and it cannot be installed; others run without it: $(BIN)/python -m benchmarks floor" >&2; exit 1; }
	@touch $@
