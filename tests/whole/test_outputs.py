"""What the program prints, word for word: ``python -m tests.manual`` writes the files of ``tests/data/outputs`` anew.

``$`` begins a command (``tee FILE`` writes a file, ``cat FILE`` shows it), ``>>>`` a line of
Python, ``<`` a line of standard input. What comes out stands below, indented; after ``!`` what is complained of, after
``=`` the exit status. ``#`` says why one looks at it. All of a file happens in one folder. Times, days and the last
digits of numbers are left out: other machines may have others.
"""

import io
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest

from bingo.solver.errors import BingoError
from bingo.solver.reviewing import judging
from tests.support.command import run
from tests.support.reading import ROOT

OUTPUTS = sorted((ROOT / "tests" / "data" / "outputs").glob("*.txt"))
_MASKED = re.compile(
    r"(seconds[\"']?[:=] ?)\d[\d.]*(?:e-\d+)?|\b\d[\d.]*(?= m?s\b)"
    r"|\b[\d,]+(?= (?:candidates )?a second)|\b20\d\d-\d\d(?:-\d\d)?\b"
)
_LONG = re.compile(r"\d+\.\d{5,}(?:e-\d+)?")


def review_few_deals(patch: pytest.MonkeyPatch, hands: int = 16) -> None:
    """Reviews look at few deals and ``hands``, which is quick."""
    for name, number in (("COMPARED_WORLDS", 64), ("FEWEST_HANDS", hands)):
        patch.setattr(judging, name, number)
    patch.setattr(judging.Decision, "most_hands", property(lambda _: judging.FEWEST_HANDS))
    patch.setattr("bingo.solver.workers.cores", lambda: 1)  # processes that are spawned know nothing of all this


def new_output(path: Path) -> str:
    """A file of outputs as it has to be, made in the folder one is in."""
    text = path.read_text("utf-8")
    with pytest.MonkeyPatch.context() as patch:
        review_few_deals(patch)
        patch.setenv("PYTHONIOENCODING", "utf-8")  # also where the locale shows nothing but ASCII
        names: dict[str, Any] = {}
        commands = re.findall(r"^(?:#.*\n)+|^(?:\$|>>>).*\n(?:<.*\n)*", text, re.MULTILINE)
        return "".join(f"{command}{_output_below(command, names)}" for command in commands)


def _output_below(command: str, names: dict[str, Any]) -> str:
    """What has to stand below a command and what it reads, with an empty line; nothing below a remark."""
    if command.startswith("#"):
        return ""
    line, *typed = command.splitlines()
    parts = _python(line[4:], names) if line[0] == ">" else _command(line[2:], "".join(f"{row[2:]}\n" for row in typed))
    rows = [f"{mark} {masked(row)}".rstrip() for mark, text in parts for row in text.splitlines()]
    return "".join(f"{row}\n" for row in [*rows, ""])


def _python(line: str, names: dict[str, Any]) -> Iterator[tuple[str, str]]:
    error_text = ""
    with redirect_stdout(io.StringIO()) as out:
        try:
            exec(compile(f"{line}\n", "<stored>", "single"), names)
        except BingoError as error:
            error_text = f"{type(error).__name__}: {error}"
    yield " ", out.getvalue()
    yield "!", error_text


def _command(line: str, typed: str) -> Iterator[tuple[str, str]]:
    columns, command, *words = shlex.split(line if line.startswith("COLUMNS=") else f"COLUMNS=80 {line}")
    if command == "cat":
        yield " ", "".join(Path(word).read_text("utf-8") for word in words)
    elif command == "tee":
        Path(*words).write_text(typed, "utf-8")
    else:
        result = run(*words, text=typed, width=int(columns.partition("=")[2]))
        assert isinstance(result.exception, SystemExit | None), line
        yield " ", result.stdout
        yield "!", result.stderr
        yield "=", str(result.exit_code or "")


def masked(line: str) -> str:
    """Without times, days and the last digits of numbers."""
    return _LONG.sub(lambda number: f"{float(number[0]):.4g}", _MASKED.sub(lambda match: f"{match[1] or ''}0", line))


@pytest.mark.parametrize("path", OUTPUTS, ids=lambda path: path.stem)
def test_outputs_are_as_stored(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "positions").symlink_to(ROOT / "positions")
    monkeypatch.chdir(tmp_path)
    stored = path.read_text("utf-8")
    difference = "\n".join(unified_diff(stored.splitlines(), new_output(path).splitlines(), "stored", "now"))
    assert not difference, difference
