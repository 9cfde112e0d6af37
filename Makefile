# Two commands: `make run` starts the bot, `make test` checks everything. Both set up .venv when it is missing or stale.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help install run test bench lock clean

help:
	@echo "make run      set up what is missing and start Evigraph"
	@echo "make test     format check, lint, type check and tests"
	@echo "make bench    measure quality and speed, print a table, write bench-results.json"
	@echo "make install  set up .venv only"
	@echo "make lock     renew requirements.lock and tests/requirements.lock (needs uv)"

install: $(STAMP)
	@echo "$(VENV) is set up: make run starts the bot, make test checks everything."

$(STAMP): requirements.lock tests/requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Evigraph needs Python 3.11 or later; $(PYTHON) is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Setting up $(VENV) (once; about a minute) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r tests/requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(STAMP)
	@$(BIN)/evigraph check --only drawing || true

run: $(STAMP)
	@exec $(BIN)/evigraph run

test: $(STAMP)
	@echo "── format";  $(BIN)/ruff format --check .
	@echo "── lint";    $(BIN)/ruff check .
	@echo "── types";   $(BIN)/mypy
	@echo "── tests";   $(BIN)/python -m pytest

bench: $(STAMP)
	@$(BIN)/python -m tests.bench

lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -q pyproject.toml -o requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -q pyproject.toml --group dev -c requirements.lock -o tests/requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
