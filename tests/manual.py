"""The manuals, held to what the program does: ``python -m tests.manual`` writes anew what they show of it.

A ``console`` block has commands after ``$``, each with what it prints; a line ``...`` stands for lines left out. What
is typed after a prompt goes to standard input. A ``sh`` block has commands alone. Tables of options are what ``--help``
says. Then it does the same with the files of ``tests/data/outputs``. Pages and files may be named.
"""

import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.command import output
from tests.whole.test_outputs import OUTPUTS, new_output

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "cli/README.md", "positions/README.md", "solver/README.md")

_CONSOLE = re.compile(r"(?<=^```console\n)(.*?)(?=^```)", re.MULTILINE | re.DOTALL)
_TYPED_LINE = re.compile(r"^(?:Your (?:lead|reply|move|turn)|Enter for the next (?:puzzle|card)[^:]*): (.+)$")
_TIMES = re.compile(r"\b\d+(?:\.\d+)? m?s\b")
_OPTIONS = re.compile(r"(?<=<!-- options: )(\w+)( -->\n).*?(?=<!-- end -->)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Example:
    command: str
    shown: tuple[str, ...] = ()

    def output(self, folder: Path) -> list[str]:
        """What it prints when run in a folder, every line without the blanks at its end; it has to go well."""
        words = shlex.split(self.command, comments=True)[1:]
        typed = "".join(f"{match[1]}\n" for line in self.shown if (match := _TYPED_LINE.match(line)))
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)
            patch.setattr("bingo.solver.workers.cores", lambda: 1)  # processes take longer
            shown = output(*words, text=typed)
        assert shown, self.command
        return [line.rstrip() for line in shown.splitlines()]


def text(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def blocks(kind: str, page: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", text(page), re.MULTILINE | re.DOTALL)


def sections(page: str) -> dict[str, list[Example]]:
    """The commands of a manual by the headings above them."""
    sections_found = re.findall(r"^(#+ .*?)\n(.*?)(?=^#+ |\Z)", _without_comments(text(page)), re.MULTILINE | re.DOTALL)
    examples_by_heading = {heading: list(_examples(body)) for heading, body in sections_found}
    return {heading: examples for heading, examples in examples_by_heading.items() if examples}


def _without_comments(page: str) -> str:
    """No line within a block counts as a heading."""
    blocks = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
    return blocks.sub(lambda block: block[0].replace("\n#", "\n #"), page)


def _examples(body: str) -> Iterator[Example]:
    for kind, block in re.findall(r"^```(\w+)\n(.*?)^```", body, re.MULTILINE | re.DOTALL):
        lines = block.splitlines()
        if kind == "sh":
            yield from (Example(line) for line in lines if line.startswith("bingo "))
        elif kind == "console":
            yield from _shown(lines)


def _shown(lines: Sequence[str]) -> Iterator[Example]:
    starts = [n for n, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield Example(lines[start][2:], tuple(line.rstrip() for line in lines[start + 1 : end]))


def agrees(shown: Sequence[str], output: Sequence[str]) -> bool:
    """Whether the lines shown are the output, but for what ``...`` leaves out and the times it took."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(f"{_untimed(line)}\n") for line in shown)
    return re.fullmatch(pattern, "".join(f"{_untimed(line)}\n" for line in output)) is not None


def _untimed(line: str) -> str:
    return _TIMES.sub("0 s", line)


def folder_for(tmp: Path) -> Path:
    shutil.copytree(ROOT / "positions", tmp / "positions", dirs_exist_ok=True)
    return tmp


def options(command: str) -> str:
    """The options of a command as the rows of a table, in the words of ``--help``."""
    import typer

    from bingo.cli.main import app

    group = typer.main.get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    subcommand = group.get_command(None, command)  # type: ignore[arg-type]
    rows = []
    for p in sorted(subcommand.params, key=lambda p: p.param_type_name == "option"):
        names = [*p.opts, *p.secondary_opts] if p.param_type_name == "option" else [p.metavar or p.name or ""]
        value = f" {p.metavar}" if p.param_type_name == "option" and p.metavar else ""
        shown = ", ".join(f"`{name}{value}`" for name in names)
        rows.append(f"| {shown} | {getattr(p, 'help', '') or ''} |\n".replace("FILE|FOLDER", "FILE\\|FOLDER"))
    return "\n| option | |\n|---|---|\n" + "".join(rows) + "\n"


def with_options(page: str) -> str:
    """A manual with its tables of options as they have to be."""
    return _OPTIONS.sub(lambda match: f"{match[1]}{match[2]}{options(match[1])}", text(page))


def main() -> None:
    """Write what the manuals show anew, but where they leave lines out, and the files of outputs."""
    os.environ.setdefault("COLUMNS", "80")
    for path in [path for path in OUTPUTS if not sys.argv[1:] or str(path.relative_to(ROOT)) in sys.argv]:
        with tempfile.TemporaryDirectory() as tmp:
            os.chdir(folder_for(Path(tmp)))
            path.write_text(new_output(path), "utf-8")
            os.chdir(ROOT)
    for page in [page for page in PAGES if not sys.argv[1:] or page in sys.argv]:
        new = with_options(page)
        with tempfile.TemporaryDirectory() as tmp:
            folder = folder_for(Path(tmp))
            for block in _CONSOLE.findall(new):
                lines = ""
                for example in _shown(block.splitlines()):
                    printed, shown = example.output(folder), list(example.shown)
                    if shown and "..." not in shown:
                        shown = printed
                    elif shown and not agrees(shown, printed):
                        print(f"{page}: {example.command}\n" + "\n".join(f"    {line}" for line in printed))
                    lines += "".join(f"{line}\n".replace("\n\n", "\n") for line in [f"$ {example.command}", *shown])
                new = new.replace(block, lines)
        (ROOT / page).write_text(new, "utf-8")


if __name__ == "__main__":
    main()
