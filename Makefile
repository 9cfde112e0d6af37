# `make run` starts the bot, `make test` checks everything; both set up .venv when it is missing or stale.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.DEFAULT_GOAL := help
MINUTES ?= 10
COUNT ?= 200
ATTACK ?= timed
# numpy's threads wait by spinning: beside other processes a product of arrays takes twenty times as long with two.
export OPENBLAS_NUM_THREADS ?= 1
# A container may forbid compiled modules: every worker, and every process that a test starts, would compile all again.
unexport PYTHONDONTWRITEBYTECODE
PYTEST := $(BIN)/python -m pytest --numprocesses 4 --dist loadgroup --no-loadscope-reorder --durations 10
.PHONY: help install run test test-fast attack mutants fuzz goldens bench soak docs lock clean

help:
	@echo "make run        set up what is missing and start Evigraph"
	@echo "make test       format check, lint, type check and tests"
	@echo "make test-fast  the tests without browser, databases, processes and platforms' servers: a minute"
	@echo "make attack     attack a running Evigraph: every test that docs/security.md names, four and a half minutes"
	@echo "make mutants    put small faults into the code and list those that no test notices: some seconds each; COUNT=20 ROOM=verdict"
	@echo "make fuzz       look for new counterexamples with random examples, for ten minutes or MINUTES=60"
	@echo "make goldens    renew the golden files and show what has changed in them"
	@echo "make bench      measure quality and speed, print a table, write bench-results.json"
	@echo "make bench growth  how import and questions grow with a graph: ten minutes, longer where a Neo4j starts (KNOWNET); SIZES=0.1,1,4,10 NEO4J=1 DOCS=1"
	@echo "make soak       sixteen people ask for a quarter of an hour, or SOAK_MINUTES=2: what grows, what is left behind; MODEL=1"
	@echo "make docs       renew the parts of the docs that are made from the program"
	@echo "make install    set up .venv only"
	@echo "make lock       renew requirements.lock and tests/requirements.lock (needs uv)"

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
	@echo "── types and tests, side by side"
	@$(BIN)/mypy > $(VENV)/types.log 2>&1 & types=$$!; $(PYTEST); tests=$$?; \
	wait $$types; typed=$$?; cat $(VENV)/types.log; exit $$((tests || typed))

test-fast: $(STAMP)
	@$(PYTEST) -m "not (page or neo4j or postgres or process or platform)"

attack: $(STAMP)
	@ATTACK=$(ATTACK) $(PYTEST) tests/attack $$(cut -f 4 tests/attack/attacks.tsv | tr ' ' '\n' | grep '::' | grep -v '^tests/attack/' | sort -u)

mutants: $(STAMP)
	@$(BIN)/python -m tests.mutants --count $(COUNT) $(if $(ROOM),--room $(ROOM)) $(if $(SEED),--seed $(SEED))

fuzz: $(STAMP)
	@$(BIN)/python -m tests.fuzz --minutes $(MINUTES)

goldens: $(STAMP)
	@$(BIN)/python -m tests.goldens
	@git --no-pager diff --stat -- tests/golden tests/kgcore/english/readings
	@git --no-pager diff -- tests/golden tests/kgcore/english/readings

# `make bench growth` names benches: the words after "bench" are no targets.
BENCHES := $(if $(filter bench,$(firstword $(MAKECMDGOALS))),$(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS)))
bench: $(STAMP)
	@$(BIN)/python -m tests.bench $(BENCHES) $(if $(SIZES),--sizes $(SIZES)) $(if $(NEO4J),--neo4j) $(if $(DOCS),--docs)
ifneq ($(BENCHES),)
.PHONY: $(BENCHES)
$(BENCHES): ; @:
endif

soak: $(STAMP)
	@$(BIN)/python -m tests.bench soak --minutes $(or $(SOAK_MINUTES),15) $(if $(MODEL),--model)

docs: $(STAMP)
	@$(BIN)/python -m tests.docs

lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -q pyproject.toml --extra postgres -o requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -q pyproject.toml --group dev -c requirements.lock -o tests/requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
