"""No command writes over what it reads, or twice to one file; where it writes is looked at before it begins."""

import csv
import json
import os
import subprocess
from pathlib import Path

import pytest

from bingo.solver.batch.output import as_csv
from tests.support.command import BINGO, LAST_LINE, LAST_TILE, output, refusal, run
from tests.support.reading import EXAMPLES, LATE_CLOSE

DEAL = LATE_CLOSE.read_text("utf-8")
OPEN_POSITION = (EXAMPLES / "do-not-close-yet.yaml").read_text("utf-8")
IS_READ_TOO = "expected a file that is not read too"
FILE_FOR_EACH = "expected a file for each"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    for name, text in (
        ("y.yaml", LAST_TILE),
        ("r.yaml", DEAL),
        ("in.jsonl", LAST_LINE),
        ("in2.jsonl", LAST_LINE),
        ("open.yaml", OPEN_POSITION),
    ):
        Path(name).write_text(text, "utf-8")
        Path("folder", name).write_text(text, "utf-8")
    os.link("y.yaml", "hard.yaml")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "option", "message"),
    [
        ("analyze y.yaml --html y.yaml", "--html", IS_READ_TOO),
        ("analyze y.yaml --html ./folder/../y.yaml", "--html", IS_READ_TOO),
        ("analyze y.yaml --html hard.yaml", "--html", IS_READ_TOO),
        ("close y.yaml --html y.yaml", "--html", IS_READ_TOO),
        ("claim in.jsonl y.yaml --html y.yaml", "--html", IS_READ_TOO),
        ("review r.yaml --html r.yaml", "--html", IS_READ_TOO),
        ("review folder --html folder/r.yaml", "--html", IS_READ_TOO),
        ("review r.yaml --out x.jsonl --html x.jsonl", "--html and --out", FILE_FOR_EACH),
        ("review r.yaml --csv x.csv --html x.csv", "--html and --csv", FILE_FOR_EACH),
        ("review r.yaml --out r.yaml", "--out", IS_READ_TOO),
        ("review r.yaml --csv r.yaml", "--csv", IS_READ_TOO),
        ("batch in.jsonl --out x.jsonl --html in.jsonl --overwrite", "--html", IS_READ_TOO),
        ("batch in.jsonl --out x.jsonl --html x.jsonl", "--html and --out", FILE_FOR_EACH),
        ("batch in.jsonl --out x.jsonl --html x.jsonl.state", "--html and --out", FILE_FOR_EACH),
        ("batch in.jsonl --out x.jsonl --csv x.csv --html x.csv", "--html and --csv", FILE_FOR_EACH),
        ("batch in.jsonl --out x.jsonl --csv x.jsonl.state", "--csv and --out", FILE_FOR_EACH),
        ("batch in.jsonl --csv in.jsonl", "--csv", IS_READ_TOO),
        ("batch folder --out x.jsonl --html folder/in.jsonl", "--html", IS_READ_TOO),
        ("match --csv folder", "--csv", "expected a file; found the folder"),
        ("board --game no/x.yaml", "--game", "expected a file in a folder that exists"),
    ],
)
def test_wrong_outputs_are_refused_and_nothing_is_touched(words: str, option: str, message: str, here: Path) -> None:
    contents = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
    assert f"Invalid value for {option}: {message}" in refusal(*words.split())
    assert {path: path.read_bytes() for path in here.rglob("*") if path.is_file()} == contents


#: Every command that writes a file, NAME; saved games are resumed, and refused where they are none.
WRITING_COMMANDS = [
    "analyze y.yaml --html NAME",
    "close open.yaml --html NAME",
    "claim y.yaml --html NAME",
    "review r.yaml --worlds 2 --jobs 1 --html NAME",
    "review r.yaml --worlds 2 --jobs 1 --out NAME",
    "review r.yaml --worlds 2 --jobs 1 --csv NAME",
    "batch in.jsonl --out NAME",
    "batch in.jsonl --csv NAME",
    "batch in.jsonl --out x.jsonl --html NAME",
    "compose --theme forced-reply --count 3 --deals 2000 --out NAME",
    "match --csv NAME",
    "new NAME",
]


@pytest.mark.parametrize("command", WRITING_COMMANDS)
def test_what_is_there_is_written_over_only_where_asked_for_and_keeps_its_mode(command: str, here: Path) -> None:
    output_file, words = here / "there.yaml", command.replace("NAME", "there.yaml").split()
    output_file.write_text("mine")
    output_file.chmod(0o640)
    refused = run(*words, width=200)
    assert (refused.exit_code, output_file.read_text()) == (2, "mine")
    assert "expected a new file; found 'there.yaml' there already: --overwrite replaces it" in refused.stderr
    for path in here.glob("x.jsonl*"):
        path.unlink()
    result = run(*words, "--overwrite", width=200)
    assert result.exit_code in (0, 1), result.output  # compose has found less than was asked for
    assert output_file.read_text() != "mine"
    assert output_file.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("command", WRITING_COMMANDS[:6] + WRITING_COMMANDS[7:-1])
@pytest.mark.usefixtures("here")
def test_a_hyphen_is_no_name_of_an_output(command: str) -> None:
    """But where it is standard output."""
    assert "expected the name of a file; found '-'" in refusal(*command.replace("NAME", "-").split())
    assert not Path("-").exists()


@pytest.mark.skipif(os.name != "posix", reason="makes links")
@pytest.mark.parametrize("command", [*WRITING_COMMANDS, "play NAME", "board --no-browser --game NAME"])
@pytest.mark.parametrize("dangling", [False, True])
def test_a_link_that_lies_where_a_file_is_to_go_is_not_followed(command: str, dangling: bool, here: Path) -> None:
    victim = here / "victim.yaml"
    (here / "planted.yaml").symlink_to(victim)
    if not dangling:
        victim.write_text("mine")
    words = command.replace("NAME", "planted.yaml").split()
    assert "expected a file; found a link, which is not followed" in refusal(
        *words, *([] if words[0] in ("play", "board") else ["--overwrite"])
    )
    assert not victim.exists() if dangling else victim.read_text() == "mine"


@pytest.mark.skipif(os.name != "posix", reason="redirects a file")
@pytest.mark.usefixtures("here")
def test_results_do_not_go_into_the_file_that_is_read() -> None:
    """Each failure that is written down would be read as the next position, for ever."""
    before = Path("in.jsonl").read_text() + "nonsense\n"
    Path("in.jsonl").write_text(before)
    for words in ("batch in.jsonl --failed", "batch . --failed"):
        with Path("in.jsonl").open("a") as file:
            command = [*BINGO, *words.split()]
            result = subprocess.run(command, stdout=file, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
        assert result.returncode == 2
        assert "expected results to go elsewhere than to a file that is read" in " ".join(result.stderr.split())
        assert Path("in.jsonl").read_text() == before


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs a device")
@pytest.mark.usefixtures("here")
def test_a_device_may_be_written_to_twice() -> None:
    output("batch", "in.jsonl", "--out", "/dev/null", "--csv", "/dev/null", "--html", "/dev/null")


@pytest.mark.skipif(os.name != "posix", reason="redirects a file")
@pytest.mark.usefixtures("here")
def test_what_comes_through_standard_input_is_not_written_over() -> None:
    for words in ("analyze - --html y.yaml", "batch - --out y.yaml --overwrite", "review - --csv y.yaml"):
        with Path("y.yaml").open() as file:
            result = subprocess.run([*BINGO, *words.split()], stdin=file, capture_output=True, text=True, check=False)
        assert result.returncode == 2, result
        assert IS_READ_TOO in " ".join(result.stderr.split())


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the administrator may write anywhere")
def test_what_may_not_be_written_is_told_before_it_begins(here: Path) -> None:
    (here / "folder").chmod(0o500)
    for words in ("match --csv folder/x.csv", "batch in.jsonl --out folder/x.jsonl", "analyze y.yaml --html folder/x"):
        assert "expected a file that may be written" in refusal(*words.split())


def test_results_may_lie_in_the_folder_that_is_read(here: Path) -> None:
    first = run("batch", "folder", "--out", "folder/x.jsonl", "--csv", "folder/x.yaml", "--html", "folder/x.html")
    assert {path.name for path in (here / "folder").glob("x*")} == {"x.jsonl", "x.jsonl.state", "x.yaml", "x.html"}
    words = "batch folder --out folder/x.jsonl --csv folder/x.yaml --html folder/x.html --overwrite"
    second = run(*words.split())
    assert first.exit_code == second.exit_code == 1  # one of the files is a record


@pytest.mark.skipif(os.name != "posix", reason="elsewhere no name has such letters")
@pytest.mark.parametrize(
    "words",
    [
        "new NAME",
        "new folder/in.jsonl/NAME",
        "play NAME --seed 1",
        "compose --theme sacrifice --deals 1 --out NAME",
        "batch in.jsonl --out NAME --html NAME",
        "batch in.jsonl --out NAME/x",
        "batch NAME --out x.jsonl",
        "analyze NAME",
        "show NAME",
        "review r.yaml NAME --worlds 2",
        "match --csv no/NAME",
    ],
)
def test_names_of_files_are_printed_without_what_terminals_obey(words: str, here: Path) -> None:
    name = "a\x1b]0;title\x07\x1b[2Jb.yaml"
    if " NAME" in words and not any(option in words for option in ("--out NAME", "play", "new")):
        (here / name).write_text(LAST_TILE.replace("{", "{\x1b "))
    result = run(*(word.replace("NAME", name) for word in words.split()), text="quit\n", width=200)
    assert "b.yaml" in result.output
    assert not any(letter in result.output for letter in "\x1b\x07"), repr(result.output)


FORMULA_NAMES = ["=1+1", "+1", "-1", "@sum(a1)", "\uff1d1+1"]


def names_in(table: Path) -> list[str]:
    with table.open(encoding="utf-8", newline="") as stream:
        return [row["name"] for row in csv.DictReader(stream)]


def test_no_name_is_a_formula_in_a_spreadsheet(here: Path) -> None:
    """Numbers below zero stay numbers."""
    position = json.loads(LAST_LINE)
    Path("names.jsonl").write_text("".join(json.dumps({**position, "name": name}) + "\n" for name in FORMULA_NAMES))
    output("batch", "names.jsonl", "--out", "x.jsonl", "--csv", "x.csv")
    assert names_in(here / "x.csv") == [f"'{name}" for name in FORMULA_NAMES]
    assert [json.loads(line)["name"] for line in Path("x.jsonl").read_text().splitlines()] == FORMULA_NAMES
    named = "---\n".join(DEAL.replace("name: ", f"name: {json.dumps(name)} # ", 1) for name in FORMULA_NAMES[:2])
    Path("names.yaml").write_text(named, "utf-8")
    output("review", "names.yaml", "--csv", "x.csv", "--worlds", "2", "--jobs", "1", "--overwrite")
    assert set(names_in(here / "x.csv")) == {"'=1+1", "'+1"}
    assert as_csv([["-1", -1, -0.5]]) == b"'-1,-1,-0.5\n"


def test_reviews_say_which_deal_of_which_file_they_are_of(here: Path) -> None:
    nameless = "\n".join(line for line in DEAL.splitlines() if not line.startswith("name:"))
    for name in ("a.yaml", "b.yaml"):
        Path(name).write_text(f"{nameless}\n---\nnonsense: 1\n---\n{nameless}\n", "utf-8")
    words = ("a.yaml", "b.yaml", "--out", "x.jsonl", "--csv", "x.csv", "--worlds", "2", "--jobs", "1")
    assert run("review", *words).exit_code == 1
    expected = [("a.yaml", 1), ("a.yaml", 3), ("b.yaml", 1), ("b.yaml", 3)]
    reviews = [json.loads(line) for line in Path("x.jsonl").read_text().splitlines()]
    assert [(review["file"], review["deal"]) for review in reviews] == expected
    with (here / "x.csv").open(newline="") as stream:
        rows = [(row["file"], int(row["deal"])) for row in csv.DictReader(stream)]
    assert list(dict.fromkeys(rows)) == expected
