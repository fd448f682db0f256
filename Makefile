# make serve   build the example vault and serve it
# make test    all that a user needs to trust the product
# make check   style, types, layers, documentation, page scripts
# make bench   the long measurements
#
# Each sets up what it needs first. PYTHON=... names an interpreter, PORT=... the port of `serve`
# (otherwise the first free one from 8000 on).

VENV := .venv
BIN := $(VENV)/bin
PORT ?=
WORKERS ?= 2
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install

.PHONY: help serve test test-newest check style types layers docs scripts format bench golden tools clean

help:
	@sed -n 's/^# make/make/p' Makefile

# --- Setting up: stamp files keep a second run quick ------------------------------------------------

$(VENV)/.made: .ci/venv
	@.ci/venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.made pyproject.toml
	@echo "Installing napkin-site into $(VENV)"
	@$(PIP) --editable .
	@$(BIN)/python -m compileall -q napkin_site
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.made pyproject.toml
	@echo "Installing napkin-site and its development tools into $(VENV)"
	@$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.installed

tools:
	@.ci/tools

# --- What people run --------------------------------------------------------------------------------

serve: $(VENV)/.installed
	@$(BIN)/napkin build examples/garden --output site
	@$(BIN)/napkin serve site $(if $(PORT),--port $(PORT))

test: $(VENV)/.installed-dev tools
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile --cov --cov-report=term

bench: $(VENV)/.installed-dev tools
	$(BIN)/python -m napkin_site.bench site
	$(BIN)/python -m napkin_site.bench builds --notes 1000,5000,10000 --memory
	$(BIN)/python -m napkin_site.bench kill
	$(BIN)/python -m napkin_site.bench soak
	$(BIN)/python -m napkin_site.bench writes-kill
	$(BIN)/python -m napkin_site.bench writes-random
	$(BIN)/python -m napkin_site.bench writes-race

# --- What developers run ----------------------------------------------------------------------------

check: style types layers docs scripts

style: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.installed-dev
	$(BIN)/mypy

layers: $(VENV)/.installed-dev
	$(BIN)/lint-imports

docs: $(VENV)/.installed-dev
	$(BIN)/napkin build docs --strict --output $(VENV)/docs-site

# The page scripts in the repository are what their sources give, so nobody has to trust a bundle.
scripts: tools
	@.ci/scripts

format: $(VENV)/.installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: $(VENV)/.installed-dev
	$(BIN)/python -m pytest --update-golden
	git diff --stat -- tests/golden

# --- The suite on another interpreter: make test-newest NEWEST=python3.13 ----------------------------

test-newest:
	@PYTHON=$(NEWEST) .ci/venv .venv-newest
	@.venv-newest/bin/python -m pip --disable-pip-version-check --quiet install --editable '.[dev]'
	.venv-newest/bin/python -m pytest --numprocesses $(WORKERS) --dist loadfile -m "not browser and not slow"

clean:
	rm -rf $(VENV) .venv-newest site dist build .coverage .coverage.* theme/node_modules
