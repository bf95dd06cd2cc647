# Every target does its own set-up: Python 3.11 or newer and make are enough.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
JOBS ?= auto

.DEFAULT_GOAL := help
.PHONY: help setup example test control-plane playground lint fmt generate golden bench lock clean

help:  ## Show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-13s %s\n", $$1, $$2}'

setup: $(VENV)/.ready  ## Make the virtual environment

$(VENV)/.ready: pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tenantry needs Python 3.11 or newer; name one with make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

example: setup  ## Compile the worked example into output/
	$(BIN)/tenantry compile

test: setup control-plane  ## Run all tests
	$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup

control-plane: setup  ## Build what is missing of the control plane that the acceptance tests run on
	$(BIN)/python -m tests.plane

playground: setup control-plane  ## Start that control plane with the worked example applied, to look around with kubectl
	$(BIN)/python -m tests.plane.playground

lint: setup  ## Check style, types, import contracts and workflows
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/lint_workflows.py

fmt: setup  ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

generate: setup  ## Write schemas/ and docs/reference/ anew from the models
	$(BIN)/python tools/generate.py

golden: setup  ## Write the expected results of cases and stories anew; read every line of the change
	$(BIN)/python -m pytest tests --update-golden

bench: setup  ## Measure against json.dumps, kapitan and a raw write, side by side
	$(BIN)/python -m benchmarks

lock: setup  ## Resolve pyproject's ranges anew
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --extra dev --output-file requirements.lock pyproject.toml

clean:  ## Remove the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build
