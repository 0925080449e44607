"""Every command on every screen: 20 to 200 columns wide; below 30 it is as at 30."""

import re
from collections.abc import Callable
from functools import wraps
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bingo import PRESETS, Settings, read_records, reads_records, review
from bingo.cli import answers, game, puzzle, train
from bingo.cli.main import COMMANDS as NAMES
from bingo.solver import reviewing
from bingo.solver.analysis import questions
from bingo.solver.proof import lines as line_proofs
from bingo.solver.render import MAX_WIDTH, MIN_WIDTH, Screen
from bingo.solver.render.board import names_of
from bingo.solver.render.review import ReviewSummary, explain
from bingo.solver.reviewing import judging
from tests.cli.terminal import at_a_terminal
from tests.cli.test_answers import EIGHT_HANDS
from tests.support.command import CLOSE_NOW, HIDDEN, LAST_TILE, output, run
from tests.support.depth import by_depth
from tests.support.reading import A_MATCH, EXAMPLES, LATE_CLOSE

MATCH_FILE = str(A_MATCH)
WIDTHS = [*range(20, MAX_WIDTH + 2, by_depth(12, 3)), 140, 200]  # beyond the widest all is as there
CLOSE_FILE = str(EXAMPLES / "should-i-close.yaml")
#: What standard input holds, by the command that reads it.
STANDARD_INPUT = {
    "analyze": "---".join([CLOSE_NOW, LAST_TILE, HIDDEN]),
    "close": "---".join([EIGHT_HANDS, CLOSE_NOW]),
    "show": "---".join([CLOSE_NOW, HIDDEN, EIGHT_HANDS]),
    "puzzle": "help\nhint\nhint\nmoves\nfoo\n0-0\ngive up\n",
    "play": "help\nhint\nwhat if 5-4\n6-0\nwhy\nback\ncount\nmoves\n9-9\nquit\n",
}
#: What takes no time; of the others the answer is found once and laid out at every width.
COMMANDS = (
    ("analyze", *(str(EXAMPLES / f"{name}.yaml") for name in ("the-bingo-waits", "three-claims", "save-the-thirty"))),
    ("analyze", "--worlds", "32", str(EXAMPLES / "first-lead.yaml")),
    ("analyze", "--worlds", "32", MATCH_FILE, "--at", "2:11"),
    ("analyze", "--worlds", "32", "-"),
    ("close", "--no-proof", "--seconds", "0.3", CLOSE_FILE),
    ("close", "--full", "--no-proof", "--seconds", "0.3", CLOSE_FILE),
    ("analyze", "--full", "--worlds", "32", MATCH_FILE, "--at", "2:11"),
    ("close", "--brief", "--seconds", "0.3", CLOSE_FILE),
    ("close", "--proof-seconds", "0.01", "-"),
    ("claim", str(EXAMPLES / "can-i-claim.yaml"), CLOSE_FILE, "--line", "5-4 4-2"),
    ("claim", CLOSE_FILE, "--line", "6-6, then trumps"),
    ("puzzle", "--file", str(EXAMPLES / "the-bingo-waits.yaml"), "--number", "1"),
    ("puzzle", "--file", str(EXAMPLES / "three-claims.yaml"), "--number", "1"),
    ("puzzle", "first-leads", "--seed", "3"),
    ("play", "--seed", "3", "--level", "greedy"),
    ("show", MATCH_FILE, "--at", "2:6"),
    ("show", MATCH_FILE),
    ("show", "-"),
    ("rules",),
    ("rules", "--diff", "pagat", "berndt"),
    ("rules", "berndt", "--trump", "3"),
    *(("rules", name) for name in PRESETS),
    ("match", "5", "3"),
    ("match",),
    ("puzzle", "--list"),
)


def computed_once(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same, but that what was found for some arguments is not looked for again."""
    results: dict[str, Any] = {}

    @wraps(function)
    def remembered(*args: Any, **more: Any) -> Any:
        key = repr([argument for argument in (*args, *more.items()) if not callable(argument)])
        if key not in results:
            results[key] = function(*args, **more)
        return results[key]

    return remembered


def assert_fits(output: str, width: int, wide: str) -> None:
    """No line is too wide, no word broken, nothing cut short that is whole on a ``wide`` screen."""
    lines = output.splitlines()
    longest = max(lines, key=len)
    assert len(longest) <= width, longest
    assert not [line for line in lines if re.search(r"\w-$", line)]
    assert output.count("...") <= wide.count("...")
    assert set(re.findall(r"[a-z]{2,}", output.lower())) <= set(re.findall(r"[a-z]{2,}", wide.lower())) | ABBREVIATED


#: What stands for something longer, or for rows that are left out, on a narrow screen.
ABBREVIATED = {"opp", "and", "more", "full"}


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_commands_fit_every_width(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for module, name in (
        (questions, "analyze"),
        (answers, "can_claim"),
        (questions, "close"),
        (line_proofs, "prove_line"),
        (puzzle, "puzzles"),
        (game, "hint"),
        (game, "advise"),
        (game, "mistake"),
    ):
        monkeypatch.setattr(module, name, computed_once(getattr(module, name)))
    wide = ""
    for width in reversed(WIDTHS):
        (tmp_path / "bingo-game.yaml").unlink(missing_ok=True)
        result = run(*words, width=width, text=STANDARD_INPUT.get(words[0]))
        assert result.exit_code == 0 or words[0] == "claim", result.output
        wide += result.output if width >= MAX_WIDTH - 20 else ""
        assert_fits(result.output, min(max(width, MIN_WIDTH), MAX_WIDTH), wide)


@pytest.mark.parametrize("width", [30, 44, 80, 200])
def test_every_help_fits_every_width(width: int) -> None:
    """But for what is one word: the values that a level of detail can have."""
    for words in ((), *((name,) for name in NAMES)):
        wide, narrow = (run(*words, "--help", width=columns).output for columns in (200, width))
        assert_fits(re.sub(r".*value\|best.*", "", narrow), width, wide)


@pytest.mark.parametrize("width", [30, 44, 80])
def test_players_are_told_apart_whatever_they_are_called(width: int) -> None:
    deal = LATE_CLOSE.read_text("utf-8")
    names = "Grandmaster of Bingo Anna", "Grandmaster of Bingo Bert"
    called = f"{deal}players: {{you: {names[0]}, opponent: {names[1]}}}\n"
    shown = " ".join(run("show", "-", width=width, text=called).output.split())
    assert f"you are {names[0]}, the opponent is {names[1]}" in shown
    assert "opponent declared 5-5 3-3" in shown
    [record] = reads_records(called)
    assert len(set(names_of(record, Screen(width)))) == 2


@pytest.mark.parametrize("width", [30, 44])
def test_wrong_usage_is_told_in_lines_that_fit_a_terminal(width: int) -> None:
    for words in (("analyze", "--rules", "nonesuch", "x.yaml"), ("play", "--level", "nonesuch"), ("nonesuch",)):
        output, status = at_a_terminal(*words, width=width)
        assert (status, "nonesuch" in output) == (2, True)
        assert max(map(len, output.splitlines())) <= width


judge_once = computed_once(reviewing.judge)


@pytest.fixture(scope="module")
def reviews(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = str(tmp_path_factory.mktemp("reviews") / "reviews.jsonl")
    output("review", str(LATE_CLOSE), "--worlds", "256", "--jobs", "1", "--out", file)
    return file


@pytest.mark.parametrize("width", WIDTHS)
def test_profile_and_training_fit_every_width(width: int, reviews: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for deals in ("COMPARED_WORLDS", "FEWEST_HANDS"):
        monkeypatch.setattr(judging, deals, 64)
    monkeypatch.setattr(train, "judge", judge_once)
    monkeypatch.chdir(Path(reviews).parent)
    typed = {"profile": None, "train": "hint\nhelp\nfoo\nlead 6-6\ngive up\nquit\n"}  # to judge again takes seconds
    for command, text in islice(typed.items(), by_depth(1, 2)):
        outputs = []
        for columns in (MAX_WIDTH, width):
            Path("reviews.train.json").unlink(missing_ok=True)  # as it is the first time
            shown = output(command, Path(reviews).name, width=columns, text=text)
            outputs.append(re.sub(r"    bingo train .*", "", shown))  # which is whole, to be copied
        assert "game points" in outputs[0] or "What is best?" in outputs[0]
        assert_fits(outputs[1], min(max(width, MIN_WIDTH), MAX_WIDTH), outputs[0])


def test_every_review_fits_every_width() -> None:
    total = ReviewSummary()
    for record in islice(read_records(MATCH_FILE), by_depth(1, 0), by_depth(2, 5)):  # a mistake is made in the second
        answer = review(record, Settings(worlds=by_depth(4, 16)))
        total.add(answer, record.name)
        [row] = [line for line in total.lines(Screen()) if line.startswith(record.name)]
        assert f" {answer.result:+d} " in row
        for width in range(MIN_WIDTH, MAX_WIDTH + 1, by_depth(4, 2)):
            screen = Screen(width)
            for lines in (
                explain(answer, "A deal", screen, "full", every=True),
                explain(answer, "A deal", screen),
                total.lines(screen),
            ):
                assert max(map(len, lines)) <= width
                indents = {len(line) - len(line.lstrip()) for line in lines if line.lstrip()[:1].isalpha()}
                assert not indents & {1, 3, 5, 7}
