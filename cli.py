"""``python cli.py …`` is the installed command ``rulesim …``."""

from rulesim.cli.main import run

if __name__ == "__main__":
    run()
