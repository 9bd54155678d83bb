# Everything a person types while working on Deskmate. Needs python3 (3.11 or newer, with its venv module) and make;
# the rest is installed into .venv from the hashed locks, and only when a lock or pyproject.toml has changed.

SHELL := /bin/sh
.DELETE_ON_ERROR:
.NOTPARALLEL:
.DEFAULT_GOAL := help

VENV := .venv
PYTHON := $(VENV)/bin/python
PIP := $(PYTHON) -m pip --disable-pip-version-check --no-input --quiet
# All tests go by file to several processes (tests/conftest.py says how many); what ARGS names runs in this one, at once.
TESTS = $(PYTHON) -m pytest $(or $(ARGS),-n auto --dist loadfile --no-loadscope-reorder)
# What is compiled is kept, or each of these processes would compile all the tests, each time.
unexport PYTHONDONTWRITEBYTECODE

# Stamps say what has been installed; they live inside .venv, so that they go when it goes.
RUNTIME := $(VENV)/.installed-runtime
DEV := $(VENV)/.installed-dev
PROJECT := $(VENV)/.installed-project

.PHONY: help try test soak check gallery bench bench-memory lock format
help:
	@echo "make try     talk to Deskmate in this terminal, without any account"
	@echo "make test    run the tests"
	@echo "make soak    look longer: hostile texts, thousands of courses of the laws, every seeded fault, a day's outage"
	@echo "make check   formatting, lint, types, import contracts and the tests"
	@echo "make gallery play the stories and draw what people see, into docs/gallery (needs Chromium)"
	@echo "make bench   measure, against peers too; writes build/bench.json (BASE=REF: in turn with that commit, as ratios)"
	@echo "make bench-memory  what is still known of a long conversation (DESKMATE_BENCH_MODEL: who sums up)"
	@echo "make format  put the code into shape"
	@echo "make lock    resolve the dependencies anew (UPGRADE=1: to the newest)"

try: $(RUNTIME) $(PROJECT)
	@$(VENV)/bin/deskmate try

test: $(DEV) $(PROJECT)
	@$(TESTS)

soak: $(DEV) $(PROJECT)
	@$(PYTHON) -m tests.soak $(ARGS)

check: $(DEV) $(PROJECT)
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy
	$(PYTHON) -m tests.architecture.contracts
	$(TESTS)

gallery: $(DEV) $(PROJECT)
	@$(PYTHON) -m tests.gallery $(ARGS)

bench: $(DEV) $(PROJECT)
	@$(PYTHON) -m benchmarks $(if $(BASE),--base '$(BASE)') $(ARGS)

bench-memory: $(DEV) $(PROJECT)
	@$(PYTHON) -m benchmarks.memory

format: $(DEV)
	$(PYTHON) -m ruff check --fix-only .
	$(PYTHON) -m ruff format .

# --no-config and the emptied environment keep this machine's own indexes and settings out of the locks.
COMPILE = env -u UV_INDEX -u UV_DEFAULT_INDEX -u UV_INDEX_URL -u UV_EXTRA_INDEX_URL -u UV_FIND_LINKS -u UV_CONSTRAINT \
	-u UV_OVERRIDE $(VENV)/bin/uv --no-config pip compile pyproject.toml --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --quiet \
	$(if $(UPGRADE),--upgrade)

# The development lock is resolved under the runtime lock, so that what they share is the same release in both.
# It asks for uv alone: the locks may be what keeps the rest from being installed.
lock: | $(PYTHON)
	@test -x $(VENV)/bin/uv || $(PIP) install 'uv>=0.7'
	@echo "Resolving requirements/runtime.txt and requirements/dev.txt ..."
	@$(COMPILE) --group build --output-file requirements/runtime.txt
	@$(COMPILE) --group build --group dev --constraints requirements/runtime.txt --output-file requirements/dev.txt

$(RUNTIME): requirements/runtime.txt | $(PYTHON)
	@echo "Installing what Deskmate needs into $(VENV) (a minute or two, once) ..."
	@$(PIP) install --require-hashes -r requirements/runtime.txt
	@touch $@

$(DEV): requirements/dev.txt $(RUNTIME)
	@echo "Installing what its development needs into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

# The build backend is in the runtime lock, hence no build isolation, which would fetch it unlocked.
$(PROJECT): pyproject.toml $(RUNTIME)
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

# A name on PATH need not be a Python that works (pyenv shims) or that is whole (Debian ships venv apart): each is tried.
$(PYTHON):
	@for python in python3.13 python3.12 python3.11 python3; do \
	    if $$python -c 'import sys, ensurepip, sqlite3, ssl, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        exec $$python -m venv --clear $(VENV); \
	    fi; \
	done; \
	echo "Deskmate needs Python 3.11 or newer with its venv, ssl and sqlite3 modules, and found none as python3.13," \
	    "python3.12, python3.11 or python3. On Debian or Ubuntu: apt-get install python3-venv" >&2; \
	exit 1
