# Two commands on a fresh machine do everything: `make serve` and `make test`.
# They need Python 3.11 or newer and make; all else is installed into .venv from requirements.lock.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PORT ?= 8000

.PHONY: serve test check build lint bench lock clean

serve: $(STAMP)  ## install, build and serve the site on localhost
	$(BIN)/gunbai serve --port $(PORT)

test: $(STAMP)  ## install, find or fetch a browser, run all checks and tests
	$(BIN)/python tools/ensure_browser.py
	-$(BIN)/python -m gunbai.site.runtime.pyodide
	$(MAKE) --no-print-directory lint
	$(BIN)/gunbai check
	$(BIN)/gunbai strength
	GUNBAI_BROWSER_REQUIRED=1 $(BIN)/python -m pytest -n 2 --dist loadgroup -q

check: $(STAMP)
	$(BIN)/gunbai check

build: $(STAMP)
	$(BIN)/gunbai build

lint: $(STAMP)
	$(BIN)/ruff check tools tests
	$(BIN)/mypy
	$(BIN)/lint-imports

lock:  ## write requirements.lock anew (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --extra dev --extra build \
		--no-header --no-emit-index-url pyproject.toml -o requirements.lock

$(STAMP): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Gunbai needs Python 3.11 or newer (or name it: make PYTHON=/path/to/python3)" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

clean:
	rm -rf $(VENV) build .gunbai .pytest_cache .mypy_cache .ruff_cache .hypothesis
