# GoalBucks: `make run` starts it, `make test` checks everything; both set up first what they need.
# Requires Python 3.11 or newer, make and git; everything else is installed to .venv (including Node) and node_modules, and
# as system packages where packaging/*.sh has the rights for it.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory --no-builtin-rules

# Resolved before .venv is prepended to PATH.
PYTHON ?= $(shell command -v python3 || command -v python)
BASE_PYTHON := $(PYTHON)
export PATH := $(CURDIR)/.venv/node:$(CURDIR)/.venv/bin:$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export NPM_CONFIG_UPDATE_NOTIFIER := false
# Without cached bytecode each server that the tests start would compile the whole program.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --no-input --use-pep517
NPM := .venv/node/npm
NPM_RUN := $(NPM) run --silent
# In parallel, each to its end; outputs are grouped where make supports it.
PARALLEL_MAKE := $(MAKE) -k -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
# The longest is first, so that none runs alone at the end.
CHECKS_AND_UI_TESTS = $(PARALLEL_MAKE) test-ui check-ui check-python check-types check-workflows

# More workers than cores, since many tests wait for a window, a network or a browser.
WORKERS = $(shell expr $$(getconf _NPROCESSORS_ONLN) \* 2)
PYTEST = $(BIN)/pytest --quiet --numprocesses $(WORKERS) --dist worksteal
# A missing folder or file fails the run.
QUICK_TESTS := $(addprefix tests/,unit server launcher e2e/test_live_updates.py test_asvs.py test_documents.py test_specification.py)

# Includes folders, to notice removed files; excludes what the build makes, and ui itself, which then changes.
UI_SOURCES := $(shell find ui -mindepth 1 \( -path ui/dist -o -path ui/fonts -o -path ui/node_modules \) -prune -o -not -name '*.test.ts*' -print) \
	$(shell find docs/guide) package.json lingui.config.ts
PROGRAM_SOURCES := pyproject.toml LICENSE $(wildcard requirements/*.txt) $(shell find launcher server -name '*.py' 2>/dev/null) \
	$(addprefix packaging/,build.py goalbucks.spec licences.py licences.toml build_errors.py system_libraries.py) \
	$(wildcard packaging/licence-texts/*)

##@ Use

.PHONY: run
run: setup ## Start GoalBucks: the server and its window, or just the server without a screen (ARGS="--port 8081")
	@exec $(BIN)/goalbucks $(ARGS)

.PHONY: setup
setup: .venv/.setup/project .venv/.setup/window ui/dist/.built ## Install what GoalBucks needs, and build the UI

##@ Check

# System packages that only tests need; they take a gigabyte.
.PHONY: setup-tests
setup-tests: setup .setup/system-test

.PHONY: test-quick
test-quick: setup-tests ## While you work: checks, UI and unit tests, server on SQLite, launcher without processes, one browser test
	@$(CHECKS_AND_UI_TESTS)
	@$(PYTEST) -m "not long and not processes" --ignore tests/server/test_stateful.py $(QUICK_TESTS) $(ARGS)

# The bundle is built with low priority, and tested, beside the other tests; both run to their end, even if one fails.
.PHONY: test
test: setup-tests ## Before a pull request: every check, and every test but those of the next two; prints the 30 slowest
	@$(CHECKS_AND_UI_TESTS)
	@$(MAKE) -k -j2 test-python bundle-and-test

.PHONY: check
check: setup ## Run every check: linters, formats, types, import rules, the UI's types against the server's calls
	@$(PARALLEL_MAKE) check-python check-types check-ui check-workflows

.PHONY: check-python
check-python: .venv/.setup/project
	@echo "== Python: ruff, mypy, import rules"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "Run 'make format'."; exit 1; }
	@$(BIN)/mypy
	@rules=$$($(BIN)/lint-imports 2>&1) || { echo "$$rules"; exit 1; }

.PHONY: check-types
check-types: .venv/.setup/project node_modules/.setup
	@echo "== OpenAPI: the UI's types and messages are those of the server's calls and sentences"
	@mkdir -p .setup
	@$(BIN)/python -m server.openapi > .setup/openapi.json
	@$(NPM_RUN) types -- .setup/openapi.json --check > .setup/types.log 2>&1 || \
		{ cat .setup/types.log; echo "ui/src/api/generated/schema.d.ts differs from the server's calls. Run 'make types'."; exit 1; }
	@$(BIN)/python -m server.languages | cmp --silent - ui/src/locales/languages.json || \
		{ echo "ui/src/locales/languages.json differs from the server's languages. Run 'make types'."; exit 1; }
	@for audience in everybody teachers; do \
		$(BIN)/python -m server.sentences $$audience | cmp --silent - ui/src/api/generated/sentences-for-$$audience.ts || \
			{ echo "ui/src/api/generated/sentences-for-$$audience.ts differs from the server's. Run 'make types'."; exit 1; }; \
	done

.PHONY: check-ui
check-ui: node_modules/.setup ui/dist/.built
	@echo "== UI: oxlint, eslint, the oldest browsers, oxfmt, message catalogs, tsc"
	@mkdir -p .setup
	@$(NPM_RUN) lint
	@$(NPM_RUN) lint:built
	@$(NPM_RUN) format:check
	@$(NPM_RUN) messages:check > .setup/messages.log 2>&1 || { cat .setup/messages.log; echo "Run 'make messages'."; exit 1; }
	@$(NPM_RUN) typecheck

.PHONY: check-workflows
check-workflows: .venv/.setup/project
	@echo "== Workflows and issue forms: GitHub's schemas, zizmor"
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-forms \
		$(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	@$(BIN)/zizmor --offline --quiet --no-progress .github > /dev/null || $(BIN)/zizmor --offline --no-progress .github

.PHONY: audit
audit: .venv/.setup/python ## Check the locked packages for known vulnerabilities (REQUIRE_AUDIT=1: fail if that can't be done)
	@$(BIN)/python packaging/audit.py

.PHONY: test-ui
test-ui: node_modules/.setup
	@echo "== UI tests"
	@$(NPM_RUN) test

.PHONY: test-python
test-python: setup-tests tests/emulator/node_modules/.setup
	@echo "== Python tests"
	@$(PYTEST) --database both --durations 30 -m "not long and not package and not bundle" $(ARGS)

.PHONY: bundle-low-priority
bundle-low-priority:
	@nice $(MAKE) build/bundle/.built

.PHONY: bundle-and-test
bundle-and-test: bundle-low-priority
	@$(MAKE) test-bundle

.PHONY: test-bundle
test-bundle: setup-tests build/bundle/.built
	@echo "== Tests of the bundle"
	@$(PYTEST) -m "bundle and not long" $(ARGS) tests/packaging

.PHONY: test-long
test-long: setup-tests .setup/system-long tests/emulator/node_modules/.setup ## Before a release: the tests marked `long`, and the rest of the server's on PostgreSQL (ARGS=attacks: one part)
	@$(BIN)/python -m tests.parts $(ARGS)

.PHONY: package-test
package-test: bundle .setup/system-package ## Test the .deb and the .rpm on clean systems (root; the first time it fetches those)
	@$(BIN)/python -m tests.parts packaging $(ARGS)

.PHONY: bench
bench: setup-tests $(if $(findstring --quick,$(ARGS)),,build/bundle/.built) ## Measure speed and memory, and print a table with what falls short (ARGS=--quick: one minute)
	@$(BIN)/python -m tests.performance $(ARGS)

.PHONY: bench-school
bench-school: setup-tests ## Measure a school's server on PostgreSQL in the same way (ARGS=--short: smoke test)
	@$(BIN)/python -m tests.performance.school $(ARGS)

##@ Release

.PHONY: bundle
bundle: setup build/bundle/.built ## Build the program that needs no Python, in build/bundle

.PHONY: package
package: bundle ## Build this system's packages in dist (a release sets GOALBUCKS_MAINTAINER)
	@$(BIN)/python packaging/build.py $(or $(PACKAGES_$(shell uname -s)),windows)

.PHONY: windows-smoke
windows-smoke: setup ## Build, install, use, upgrade and remove it under Wine (minutes; don't distribute the result)
	@nice bash packaging/windows/smoke/smoke.sh

.PHONY: sbom
sbom: .venv/.setup/python ## Write the software bill of materials to dist
	@bash packaging/sbom.sh dist

PACKAGES_Linux := linux
PACKAGES_Darwin := macos

##@ Develop

.PHONY: dev
dev: setup ## Server and UI, both reloading at each change; own data in build/dev-data
	@export GOALBUCKS_DATA_DIR="$${GOALBUCKS_DATA_DIR:-$(CURDIR)/build/dev-data}"; \
	mkdir -p "$$GOALBUCKS_DATA_DIR"; \
	$(BIN)/python -m launcher.development & server=$$!; \
	trap 'kill $$server 2>/dev/null || true; wait $$server 2>/dev/null || true' EXIT; \
	$(NPM_RUN) dev

.PHONY: format
format: setup ## Format every file
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format --quiet .
	@$(NPM_RUN) format > /dev/null

.PHONY: messages
messages: node_modules/.setup ## Write the messages of the UI's code into its catalogs
	@$(NPM_RUN) messages
	@echo "== Texts that languages of students' pages show in English:"
	@-$(NPM_RUN) messages:missing

.PHONY: types
types: .venv/.setup/project node_modules/.setup ## Generate the UI's types and the list of the server's sentences
	@mkdir -p .setup
	@$(BIN)/python -m server.openapi > .setup/openapi.json
	@$(NPM_RUN) types -- .setup/openapi.json
	@$(BIN)/python -m server.languages > ui/src/locales/languages.json
	@for audience in everybody teachers; do \
		$(BIN)/python -m server.sentences $$audience > ui/src/api/generated/sentences-for-$$audience.ts; \
	done

.PHONY: screenshots
screenshots: setup-tests ## Retake the pictures of README.md and docs/*.md in docs/pictures
	@$(BIN)/python -m tests.e2e.screenshots pictures

.PHONY: screens
screens: setup-tests ## Take a picture of every screen in every state, in build/screens
	@$(BIN)/python -m tests.e2e.screenshots screens

# The locks contain no registry URL: each machine uses its configured one.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock" $(UPGRADE) pyproject.toml

.PHONY: lock
lock: .venv/.setup/python ## Regenerate the lock files from pyproject.toml and package.json (UPGRADE=--upgrade)
	@$(LOCK) -o requirements/runtime.txt
	@$(LOCK) --constraint requirements/runtime.txt --group dev -o requirements/dev.txt
	@$(LOCK) --constraint requirements/runtime.txt --extra window-linux -o requirements/window-linux.txt
	@$(NPM) install --package-lock-only --loglevel error
	@$(NPM) install --package-lock-only --loglevel error --prefix tests/emulator

.PHONY: clean
clean: ## Remove everything that was set up or built; the data of make dev stays
	@rm -rf .venv node_modules tests/emulator/node_modules ui/dist ui/fonts .setup $(filter-out build/dev-data,$(wildcard build/*)) \
		dist coverage *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help
help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} \
		/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# ---- Targets of `make setup`. Each stamp is in the folder that it describes, so that deleting that repeats the step.

.venv/.setup/created:
	@test -n "$(BASE_PYTHON)" || { echo "GoalBucks needs Python 3.11 or newer: install it, then try again."; exit 1; }
	@$(BASE_PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "GoalBucks needs Python 3.11 or newer, but $(BASE_PYTHON) is $$($(BASE_PYTHON) --version 2>&1 | cut -d' ' -f2):" \
		"install a newer one, or name it with 'make PYTHON=/path/to/python3 ...'."; exit 1; }
	@$(BASE_PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		mkdir -p .setup; bash packaging/python-venv.sh "$(BASE_PYTHON)" .setup/python-venv.log; }
	@$(BIN)/python -c 'import pip' 2>/dev/null || { echo "Creating .venv"; $(BASE_PYTHON) -m venv --clear .venv; }
	@mkdir -p .venv/.setup && touch $@

.venv/.setup/python: requirements/dev.txt .venv/.setup/created
	@echo "Installing the locked Python packages"
	@$(PIP) --require-hashes -r requirements/dev.txt
	@$(BIN)/python packaging/link_node.py .venv/node
	@touch $@

.venv/.setup/project: pyproject.toml .venv/.setup/python
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.setup/system-%: packaging/system-packages.sh .venv/.setup/created
	@mkdir -p .setup
	@bash packaging/system-packages.sh .setup/system-$*.log $*
	@touch $@

# The window's engine compiles against the system's GTK; without its headers GoalBucks opens in the browser.
.venv/.setup/window: requirements/window-linux.txt .setup/system-window .venv/.setup/project
	@if [ "$$(uname -s)" = Linux ] && pkg-config --exists gobject-introspection-1.0 cairo 2>/dev/null; then \
		echo "Installing the window's web view"; \
		$(PIP) --require-hashes -r requirements/window-linux.txt > .setup/window.log 2>&1 || \
			echo "It could not be compiled (see .setup/window.log): GoalBucks will open in the browser."; \
	fi
	@touch $@

node_modules/.setup: package-lock.json .npmrc .venv/.setup/python
	@echo "Installing the locked npm packages"
	@$(NPM) ci --loglevel error > /dev/null
	@touch $@

# For the tests only: `make run` doesn't install it.
tests/emulator/node_modules/.setup: $(addprefix tests/emulator/,package-lock.json .npmrc) .venv/.setup/python
	@echo "Installing the Firebase Auth emulator"
	@$(NPM) ci --prefix tests/emulator --omit=optional --ignore-scripts --loglevel error > /dev/null
	@touch $@

ui/dist/.built: $(UI_SOURCES) $(addprefix packaging/,narrow_fonts.py compress.py) node_modules/.setup
	@echo "Building the UI"
	@mkdir -p .setup
	@$(BIN)/python packaging/narrow_fonts.py
	@$(NPM_RUN) build > .setup/build.log 2>&1 || { cat .setup/build.log; exit 1; }
	@$(BIN)/python packaging/compress.py ui/dist
	@touch $@

build/bundle/.built: $(PROGRAM_SOURCES) ui/dist/.built .venv/.setup/window
	@echo "Building the bundle"
	@mkdir -p build
	@$(BIN)/python packaging/build.py bundle > /dev/null
	@touch $@
