"""The program as a whole: how it starts, and how it ends."""

import io
import json
import os
import re
import shlex
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from typer import Context
from typer.core import TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from bingo.cli.console import ProgressLine, progress_line
from bingo.cli.main import COMMANDS, app
from bingo.solver import BingoError
from tests.support.command import BINGO, LAST_TILE, begun, output, program, refusal, run
from tests.support.depth import few, thorough
from tests.support.reading import DEALS, ROOT

# --- help --------------------------------------------------------------------------------------------


def test_help_lists_the_commands_with_whole_sentences() -> None:
    shown = output("--help")
    assert shown == output("help")
    assert all(f"\n  {name} " in shown for name in (*COMMANDS, "--version", "--install-completion"))
    assert "..." not in shown.replace("COMMAND [ARGS]...", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_names_what_is_typed(command: str) -> None:
    shown = output(command, "--help")
    assert shown == output("help", command)
    typed = shown.partition("\n\n")[0] + shown.partition("\nOptions:\n")[2]
    assert not re.search(r"<(int|float|str|text)|\{|range", typed, re.IGNORECASE), shown
    assert not re.search(r"^  --[a-z-]+(,| /)", shown, re.MULTILINE), "one name an option"
    if command in ("analyze", "close", "claim", "show"):
        assert shown.splitlines()[0].endswith(f" {command} [OPTIONS] FILE...")


def test_every_switch_is_off_until_it_is_given() -> None:
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    for name in COMMANDS:
        command = group.get_command(Context(group), name)
        assert [option.opts for option in command.params if getattr(option, "is_flag", False) and option.default] == []


@pytest.mark.parametrize("shell", few(["bash", "zsh", "fish"], "bash"))
def test_shells_can_complete_commands_and_options(shell: str) -> None:
    variables = {"_BINGO_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_ARGS": "bingo cl", "COMP_WORDS": "bingo cl"}
    result = program(**variables, COMP_CWORD="1", _TYPER_COMPLETE_FISH_ACTION="get-args")
    assert "close" in result.stdout
    assert "claim" in result.stdout


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("play --level gr", "greedy"),
        ("play --seat fi", "first"),
        ("analyze --rules be", "berndt"),
        ("analyze --method pi", "pimc"),
        ("close --effort th", "thorough"),
        ("batch --detail li", "line"),
        ("new clo", "closed"),
        ("rules pag", "pagat"),
        ("puzzle hold", "hold-the-bingo"),
        ("puzzle first", "first-leads"),
        ("puzzle --difficulty ha", "hard"),
        ("compose --difficulty ea", "easy"),
        ("compose --theme sac", "sacrifice"),
        ("compose --rules eng", "engel"),
        ("train --cause close", "close-too-late"),
        ("help ana", "analyze"),
        ("clsoe --", "--version"),  # though it is misspelt
    ],
)
def test_shells_can_complete_values(line: str, value: str) -> None:
    variables = {"_BINGO_COMPLETE": "complete_bash", "COMP_WORDS": f"bingo {line}"}
    variables["COMP_CWORD"] = str(len(line.split()))
    values = CliRunner().invoke(app, [], env=variables, prog_name="bingo").output.split()
    assert value in values
    assert all(other.startswith(line.split()[-1]) for other in values)


@pytest.mark.parametrize("command", ["analyze", "close", "review", "profile", "train"])
def test_whatever_is_asked_takes_an_effort(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bingo.solver.reviewing.judging.COMPARED_WORLDS", 64)
    file = {"analyze": "examples/first-lead.yaml", "close": "examples/should-i-close.yaml"}.get(command)
    words = (command, str(ROOT / "positions" / (file or "deals/time-to-close.yaml")))
    shown = [run(*words, *options).stdout for options in (["--quick"], ["--effort", "quick"], ["--effort", "3"])]
    assert shown[0] == shown[1] != ""
    assert command in ("profile", "train") or shown[2] != shown[0]
    for options in (["--effort", "4", "--quick"], ["--effort", "quik"]):
        assert "--effort" in refusal(*words, *options)


def test_fields_alone_change_the_usual_rules() -> None:
    assert "must_beat=false" in output("rules", "must_beat=false")
    output("analyze", "-", "--rules", "must_beat=false", text=LAST_TILE)


def test_a_fault_of_the_program_is_not_taken_for_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise BingoError("nobody expects this")

    monkeypatch.setattr("bingo.cli.reference.rules", broken)
    assert str(run("rules").exception) == "nobody expects this"


# --- the terminal ------------------------------------------------------------------------------------


def test_colour_is_forced_and_forbidden_by_the_usual_variables() -> None:
    def coloured(**environment: str) -> bool:
        return "\x1b[" in program("show", "-", text=LAST_TILE, **environment).stdout

    assert not coloured(FORCE_COLOR="", NO_COLOR="")
    assert coloured(FORCE_COLOR="1", NO_COLOR="")
    assert not coloured(FORCE_COLOR="1", NO_COLOR="1")


@pytest.mark.parametrize("width", [40, 60, 80])
def test_the_progress_line_keeps_share_and_clock_on_a_narrow_screen(width: int) -> None:
    doing = "positions/examples/should-i-close.yaml, position 1 'Should I close now?': weighing"
    text = progress_line(doing, "34%", 3723, width)
    assert len(text) == width
    assert re.search(r"^positions/.* 34% 1:02:03$", text)


# --- output that cannot be written -------------------------------------------------------------------

WRITING_COMMANDS = [
    ["--help"],
    ["analyze", "-"],
    ["batch", "-"],
    ["compose", "--theme", "sacrifice", "--deals", "1"],
    ["puzzle", "--list"],
]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", few(WRITING_COMMANDS, ["--help"], ["analyze", "-"], ["batch", "-"]), ids=" ".join)
def test_a_full_device_is_told_in_words(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [*BINGO, *words], input=LAST_TILE, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False
        )
    assert result.returncode == 1
    assert result.stderr.startswith("standard output: No space left on device\n")
    assert "Traceback" not in result.stderr


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What comes of a line of the shell that begins with ``bingo``."""
    command = f"{shlex.join(BINGO)}{line.removeprefix('bingo')}"
    return subprocess.run(command, shell=True, capture_output=True, text=True, input=LAST_TILE, check=False, cwd=folder)


@pytest.mark.skipif(os.name != "posix", reason="closes a stream as shells do")
@pytest.mark.parametrize(
    ("line", "shown", "complaint", "status"),
    [
        ("bingo rules >&-", "", "Standard output is closed, so there is nowhere to write.\n", 1),
        ("bingo analyze - <&-", "", "There is no position in standard input.\n", 1),
        ("bingo engine <&-", "", "", 0),
        ("bingo analyze - 2>&-", "The last tile", "", 0),
        pytest.param("bingo close --no-proof --brief - 2>&-", "", "", 1, marks=thorough),
        pytest.param("bingo batch --detail value - 2>&-", '"value":1', "", 0, marks=thorough),
        pytest.param("bingo play game.yaml --seed 1 2>&-", "Your table", "", 0, marks=thorough),
        ("bingo nonsense 2>&-", "", "", 2),
        pytest.param("bingo 2>&-", "", "", 2, marks=thorough),
    ],
)
def test_a_closed_stream_is_told_in_words_or_takes_nothing_but_what_goes_there(
    line: str, shown: str, complaint: str, status: int, tmp_path: Path
) -> None:
    result = shell(line, tmp_path)
    assert (shown in result.stdout, result.stderr, result.returncode) == (True, complaint, status)
    assert shown or not result.stdout


@pytest.mark.skipif(os.name != "posix", reason="runs a pipe of the shell")
def test_a_page_is_written_though_nobody_reads_the_answers(tmp_path: Path) -> None:
    page, positions = tmp_path / "page.html", tmp_path / "positions.yaml"
    positions.write_text("---".join([LAST_TILE] * 80), "utf-8")
    assert shell(f"bingo analyze {positions} --html {page} | head -1", tmp_path).stderr == ""
    assert "The last tile" in page.read_text("utf-8")


def test_what_takes_longer_than_a_moment_has_a_line_of_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", shown)
    with ProgressLine() as progress:
        progress.show("solving", 0.5)
        time.sleep(0.6)  # on a busy machine
        assert "solving" in shown.getvalue()
        assert "50% 0:00:00" in shown.getvalue()
    assert shown.getvalue().endswith(" \r")


@pytest.mark.parametrize("words", few([["analyze", "-"], ["rules"]], ["rules"]), ids=" ".join)
def test_a_reader_that_goes_away_is_no_error(words: list[str]) -> None:
    """Whether it is noticed amid the work or, where output is kept until the end, only then."""
    with begun(*words, env={**os.environ, "PYTHONUNBUFFERED": ""}) as process:
        process.stdout.close()
        with suppress(BrokenPipeError):  # `rules` may have ended
            process.stdin.write("---\n".join([LAST_TILE] * 100).encode())
            process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=200) == 0


# --- starting ----------------------------------------------------------------------------------------


#: How many modules of the program's own are loaded.
OWN_MODULES = "sum(name.partition('.')[0] == 'bingo' for name in sys.modules)"


@pytest.mark.parametrize(
    ("words", "unwanted", "loaded"),
    [
        ("import bingo", f"{OWN_MODULES} - 1", 0),
        (
            "import bingo.solver",
            "numpy ortools yaml msgspec bingo.solver.game.moves bingo.solver.analysis.questions",
            [],
        ),
        ("analyze LAST", "ortools pandas rich bingo.solver.render.rules", []),
        ("analyze LAST", f"max({OWN_MODULES}, 60)", 60),
        ("analyze positions/examples/first-lead.yaml --worlds 8", "numpy ortools", []),
        ("close positions/examples/should-i-close.yaml --quick", "numpy", []),
        ("batch LAST.jsonl", "asyncio numpy rich yaml bingo.positions.reading bingo.solver.analysis", []),
        ("claim LAST", "ortools", []),
        ("claim positions/examples/can-i-claim.yaml", "ortools", ["ortools"]),
    ],
)
def test_nothing_heavy_is_loaded_where_not_needed(words: str, unwanted: str, loaded: object, tmp_path: Path) -> None:
    for name, text in (("LAST", LAST_TILE), ("LAST.jsonl", json.dumps(yaml.safe_load(LAST_TILE)))):
        (tmp_path / name).write_text(text)
    command = [str(tmp_path / word) if "LAST" in word else word for word in words.split()]
    call = f"from bingo.cli.main import app; app({command}, standalone_mode=False)"
    code = words if words.startswith("import") else call
    names = unwanted if "(" in unwanted else f"sorted({set(unwanted.split())} & set(sys.modules))"
    result = subprocess.run(
        [sys.executable, "-c", f"import sys; {code}; print({names}, file=sys.stderr)"], capture_output=True, cwd=ROOT
    )
    assert result.stderr.decode().splitlines()[-1] == str(loaded)


MATCH_FILE = str(DEALS / "a-match.yaml")
MANY_DIGITS = "9" * 5000
JOBS = "Error: Invalid value for --jobs: expected a whole number from 1 to 1024; found 100000000"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        *(
            (f"{command} {MATCH_FILE} {option} {number}", f"value for {option}: expected")
            for command in ("analyze", "review")
            for option, number in (("--effort", 0), ("--worlds", 10**11), ("--seed", 10**30), ("--effort", MANY_DIGITS))
        ),
        *((f"{command} --jobs 100000000", JOBS) for command in ("batch x.yaml", "review x.yaml", "compose --deals 1")),
        (f"analyze --seed {MANY_DIGITS}", "seed"),
        (f"claim --at-least {MANY_DIGITS}", "at-least"),
        (f"match {MANY_DIGITS} 3", "expected"),
        (f"rules --trump {MANY_DIGITS}", "trump"),
        (f"show --rules low={MANY_DIGITS} x", "low"),
    ],
    ids=lambda part: part[:40],
)
def test_a_number_beyond_all_bounds_is_wrong_usage_in_a_few_words(words: str, message: str) -> None:
    complaint = refusal(*words.split())
    assert (message in complaint, "9" * 60 in complaint) == (True, False)
    assert "at least 0; found" not in complaint  # which it is
