# The two commands of the README are `make demo` and `make test`; both make the environment they need.

PYTHON ?= python3
BIN := .venv/bin
GAMES := puerto_rico captains_of_industry el_capitan

.PHONY: demo test lint lowest bounds images reports bench docs docs-examples docs-measure notebooks clean

demo: .venv/installed
	$(BIN)/rulesim run experiments/puerto_rico_quick.toml
	$(BIN)/rulesim report runs/puerto_rico_quick

# The games are compiled first, each once, so that no two test processes compile the same one.
test: .venv/installed
	printf '%s\n' $(GAMES) | xargs -P 2 -n 1 $(BIN)/rulesim warmup
	$(BIN)/python -m pytest -n 2 --dist loadfile

lint: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The tests with the lowest versions that pyproject.toml allows.
lowest:
	$(PYTHON) -m venv .venv-lowest
	.venv-lowest/bin/python -m pip install --quiet -c constraints-lowest.txt -e ".[test]"
	.venv-lowest/bin/python -m pytest -n 2 --dist loadfile -W ignore::DeprecationWarning -W ignore::FutureWarning

# Games with every array index checked.
bounds: .venv/installed
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest tests/kernel tests/games

# What the tests compare figures with, and the pictures of the docs; look at them before they are committed.
images: .venv/installed
	$(BIN)/python -m pytest tests/report/test_images.py --remake-images
	$(BIN)/python docs/make_images.py

# The published reports, played at full size.
reports: .venv/installed
	$(BIN)/python reports/make.py

bench: .venv/installed
	$(BIN)/python benchmarks/speed.py

# The documentation as a site, in site/; nothing in it needs a network.
docs: .venv/docs
	$(BIN)/python -m mkdocs build --strict --quiet

# What the pages show is what was printed: run all examples and tables anew.
docs-examples: .venv/installed
	$(BIN)/python docs/tools/examples.py --update
	$(BIN)/python docs/tools/game_pages.py

notebooks: .venv/docs
	$(BIN)/python docs/tools/notebooks.py

# How strong the shipped strategies are, for the pages of the games. Takes some minutes.
docs-measure: .venv/installed
	$(BIN)/python docs/tools/measure.py
	$(BIN)/python docs/tools/game_pages.py

.venv/docs: .venv/installed
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[docs]"
	touch $@

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[dev,report]"
	touch $@

clean:
	rm -rf .venv .venv-lowest runs build dist site
