"""Run the examples of the pages, and compare what they print with what the pages say.

    python docs/tools/examples.py              compare
    python docs/tools/examples.py --update     write what they print into the pages

What is run, page by page, in a folder of its own that has the checkout's `experiments` and `examples`:

* ``console`` blocks: each line ``$ …`` is a command, the lines below it are its output. Commands are `rulesim`,
  `cat`, `ls`, `export A=B` and ``echo $?``, with ``2>&1``, ``| head -N``, ``| tail -N``,
  ``| grep TEXT`` and ``| grep -A N TEXT``.
  Progress on standard error is left out; the message of a command that fails is not. Below the line
  ``<!-- numbers vary -->`` all numbers of an output may be others.
* ``python`` blocks: the blocks of a page are one program; a ``text`` block right below is what it prints.
* Any block with ``title="name"`` is not run but written to a file of that name, for the blocks below it.

Times, speeds and sizes differ from run to run: two outputs that differ only there are the same (`normal`).
"""

from __future__ import annotations

import contextlib
import difflib
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs"
WIDTH = "100"

VARIES = "<!-- numbers vary -->"
FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*) *(?P<options>.*)$")
TITLE = re.compile(r'title="([^"]+)"')


@dataclass
class Block:
    """A fenced block of a page: its lines are ``page[first:end]``."""

    language: str
    title: str
    varies: bool
    first: int
    end: int
    lines: list[str]


@dataclass
class Example:
    """Something that was run: where its output stands on the page, and what it printed."""

    what: str
    first: int
    end: int
    said: list[str]
    printed: list[str]
    varies: bool = False

    @property
    def same(self) -> bool:
        """Whether the page says what was printed."""
        return normal(self.said, self.varies) == normal(self.printed, self.varies)

    def difference(self) -> str:
        """What differs, as a diff."""
        lines = difflib.unified_diff(
            normal(self.said, self.varies), normal(self.printed, self.varies), "the page", "printed", lineterm=""
        )
        return f"{self.what} (line {self.first})\n" + "\n".join(lines)


def pages() -> list[Path]:
    """All pages with examples, and the README."""
    found = [*sorted(PAGES.rglob("*.md")), ROOT / "README.md"]
    return [path for path in found if any(runs(block) for block in blocks(path.read_text(encoding="utf-8")))]


def runs(block: Block) -> bool:
    """Whether a block is run."""
    return block.language in ("console", "python") and not block.title


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page."""
    found: list[Block] = []
    lines = text.splitlines()
    start: re.Match[str] | None = None
    first = 0
    for number, line in enumerate(lines):
        match = FENCE.match(line)
        if match and start is None:
            start, first = match, number + 1
        elif match and start is not None and not match["language"]:
            indent = len(start["indent"])
            title = TITLE.search(start["options"])
            body = [one[indent:] for one in lines[first:number]]
            varies = first > 1 and lines[first - 2] == VARIES
            found.append(Block(start["language"], title[1] if title else "", varies, first, number, body))
            start = None
    return found


TIME = re.compile(r"\b(about |under )?\d[\d,. ]*(ms|µs|s|min|h|seconds?|minutes?|hours?)(?![\w%])")
SPEED = re.compile(r"\d[\d,. ]*(?= (games|decisions|blocks)( a second|/s| per))")
SIZE = re.compile(r"\d[\d,.]* ?(bytes|B|kB|MB|GB|KiB|MiB|GiB)\b")


def normal(lines: Sequence[str], varies: bool = False) -> list[str]:
    """Lines without what differs from run to run: times, speeds, sizes, and the width of columns.

    With ``varies`` all other numbers are left out, too.
    """
    kept = []
    for line in lines:
        text = SIZE.sub("<size>", SPEED.sub("<speed>", TIME.sub("<time>", line)))
        text = re.sub(r"[─━]{2,}", "──", re.sub(r"\s+", " ", text)).strip()
        kept.append(re.sub(r"\d[\d,.]*", "<number>", text) if varies else text)
    return [line for line in kept if line]


@dataclass
class Session:
    """A folder in which the examples of one page are run, one after the other."""

    folder: Path
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})
    code: int = 0

    def command(self, line: str) -> list[str]:
        """Run a command and return what a reader would see."""
        first, *pipes = (part.strip() for part in line.split(" | "))
        merged = first.endswith("2>&1")
        words = shlex.split(first.removesuffix("2>&1"))
        printed = self._run(words, merged)
        for pipe in pipes:
            before, printed = printed, _filter(shlex.split(pipe), printed)
            if not printed and before and not self.code:
                raise AssertionError(f"`{pipe}` leaves nothing of:\n" + "\n".join(before))
        return printed

    def _run(self, words: list[str], merged: bool) -> list[str]:
        name, *arguments = words
        if name == "rulesim":
            return self._rulesim(arguments, merged)
        if name == "export":
            variable, _, value = arguments[0].partition("=")
            os.environ[variable] = value
            return []
        if name == "echo" and arguments == ["$?"]:
            code, self.code = self.code, 0
            return [str(code)]
        if name == "cat":
            return [line for path in arguments for line in Path(path).read_text(encoding="utf-8").splitlines()]
        if name == "ls":
            return sorted(path.name for path in Path(arguments[0] if arguments else ".").glob("[!.]*"))
        raise ValueError(f"{name}: the pages can run rulesim, cat, ls, export and echo $?")

    def _rulesim(self, arguments: list[str], merged: bool) -> list[str]:
        from rulesim.cli.main import run

        out, errors = io.StringIO(), io.StringIO()
        before = sys.argv
        sys.argv = ["rulesim", *arguments]
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out if merged else errors):
                run()
            self.code = 0
        except SystemExit as ended:
            self.code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        finally:
            sys.argv = before
        progress, mark, message = errors.getvalue().rpartition("\nError: " if self.code == 2 else "\nFailed: ")
        message = mark + message if mark else progress + message
        return self._shown(out.getvalue() + (message if self.code else ""))

    def python(self, block: Block, page: str) -> list[str]:
        """Run a block and return what it printed."""
        out = io.StringIO()
        source = "\n" * block.first + "\n".join(block.lines)
        with contextlib.redirect_stdout(out):
            exec(compile(source, page, "exec"), self.names)
        return self._shown(out.getvalue())

    def _shown(self, text: str) -> list[str]:
        """Printed lines, with the folders of this machine left out."""
        for folder in (self.folder, ROOT):
            text = text.replace(f"{folder}{os.sep}", "")
        lines = [line.rstrip() for line in text.splitlines()]
        while lines and not lines[0]:
            lines.pop(0)
        while lines and not lines[-1]:
            lines.pop()
        return lines


def _filter(words: list[str], lines: list[str]) -> list[str]:
    """What `head -N`, `tail -N`, `grep TEXT` and `grep -A N TEXT` leave."""
    name, *arguments = words
    if name == "grep":
        below = int(arguments[1]) if arguments[0] == "-A" else 0
        hits = [number for number, line in enumerate(lines) if arguments[-1] in line]
        kept = {number + more for number in hits for more in range(below + 1)}
        return [line for number, line in enumerate(lines) if number in kept]
    number = int(arguments[0].removeprefix("-"))
    return lines[:number] if name == "head" else lines[-number:]


@contextlib.contextmanager
def session(folder: Path) -> Iterator[Session]:
    """A session in a folder, with the environment of a user who has set nothing."""
    for name in ("experiments", "examples"):
        (folder / name).symlink_to(ROOT / name)
    before, home = dict(os.environ), Path.cwd()
    os.environ.update(COLUMNS=WIDTH, XDG_DATA_HOME=str(folder / ".data"))
    for variable in ("RULESIM_GAMES", "RULESIM_STRATEGIES"):
        os.environ.pop(variable, None)
    os.chdir(folder)
    try:
        yield Session(folder)
    finally:
        os.chdir(home)
        os.environ.clear()
        os.environ.update(before)


def run_page(path: Path, folder: Path) -> list[Example]:
    """Run all examples of a page in an empty folder."""
    found = blocks(path.read_text(encoding="utf-8"))
    lines = path.read_text(encoding="utf-8").splitlines()
    examples: list[Example] = []
    with session(folder) as here:
        for block, after in zip(found, [*found[1:], None], strict=False):
            if block.title:
                (folder / block.title).parent.mkdir(parents=True, exist_ok=True)
                (folder / block.title).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
            elif block.language == "console":
                examples += _console(block, here)
            elif block.language == "python":
                printed = here.python(block, str(path))
                output = after if after and after.language == "text" and _adjacent(lines, block, after) else None
                if output:
                    examples.append(Example("python", output.first, output.end, output.lines, printed))
                elif printed:
                    raise AssertionError(f"{path}: the block at line {block.first} prints, and no text block follows")
    return examples


def _console(block: Block, here: Session) -> Iterator[Example]:
    """Run the commands of a console block."""
    starts = [number for number, line in enumerate(block.lines) if line.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(block.lines)], strict=True):
        last = start
        while block.lines[last].endswith("\\"):
            last += 1
        command = " ".join(line.removesuffix("\\").strip() for line in block.lines[start : last + 1])[2:]
        said, printed = block.lines[last + 1 : end], here.command(command)
        if here.code and (end == len(block.lines) or block.lines[end] != "$ echo $?"):
            raise AssertionError(f"`{command}` failed, and no `echo $?` says so: " + "\n".join(printed))
        yield Example(command, block.first + last + 1, block.first + end, said, printed, block.varies)


def _adjacent(lines: list[str], block: Block, after: Block) -> bool:
    """Whether nothing stands between two blocks."""
    return not any(line.strip() for line in lines[block.end + 1 : after.first - 1])


def update_page(path: Path, examples: Sequence[Example]) -> None:
    """Write what was printed into the page, where it differs."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for example in sorted(examples, key=lambda one: -one.first):
        if not example.same:
            lines[example.first : example.end] = example.printed
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Compare or update the pages that are named, or all."""
    update = "--update" in arguments
    named = [Path(one).resolve() for one in arguments if not one.startswith("--")]
    different = 0
    for path in named or pages():
        with tempfile.TemporaryDirectory() as folder:
            examples = run_page(path, Path(folder).resolve())
        for example in examples:
            if not example.same:
                different += 1
                print(f"{path.relative_to(ROOT)}: {example.difference()}")
        if update:
            update_page(path, examples)
    return 0 if update else int(different > 0)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
