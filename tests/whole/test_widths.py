"""Every command on every screen: 20 to 200 columns wide; below 30 it is as at 30."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import islice
from typing import Any

import pytest

from bingo.cli import analyze, claim, close
from bingo.cli.main import COMMANDS as NAMES
from bingo.positions import read_records
from bingo.solver import PRESETS, Settings, review
from bingo.solver.proof import proving
from bingo.solver.render.review import Total, explain, explain_shortly
from bingo.solver.render.screen import NARROWEST, WIDEST, Screen
from tests.cli.terminal import at_a_terminal
from tests.cli.test_close import EIGHT_HANDS
from tests.cli.test_main import CLOSE_NOW, HIDDEN, LAST_TILE, ROOT, run
from tests.support.depth import by_depth

EXAMPLES = ROOT / "positions" / "examples"
RECORD = str(ROOT / "positions" / "deals" / "a-match.yaml")
WIDTHS = [*range(20, WIDEST + 2, by_depth(12, 3)), 140, 200]  # beyond the widest all is as there
CLOSE = str(EXAMPLES / "should-i-close.yaml")
#: What standard input holds, by the command that reads it.
TYPED = {
    "analyze": "---".join([CLOSE_NOW, LAST_TILE, HIDDEN]),
    "close": "---".join([EIGHT_HANDS, CLOSE_NOW]),
    "show": "---".join([CLOSE_NOW, HIDDEN, EIGHT_HANDS]),
    "puzzle": "hint\nhint\nfoo\n0-0\ngive up\n",
}
#: What takes no time; of the others the answer is found once and laid out at every width.
COMMANDS = (
    ("analyze", *(str(EXAMPLES / f"{name}.yaml") for name in ("the-bingo-waits", "three-claims", "save-the-thirty"))),
    ("analyze", "--worlds", "32", str(EXAMPLES / "first-lead.yaml")),
    ("analyze", "--worlds", "32", RECORD, "--at", "2:11"),
    ("analyze", "--worlds", "32", "-"),
    ("close", "--no-proof", "--seconds", "0.3", CLOSE),
    ("close", "--full", "--no-proof", "--seconds", "0.3", CLOSE),
    ("analyze", "--full", "--worlds", "32", RECORD, "--at", "2:11"),
    ("close", "--brief", "--seconds", "0.3", CLOSE),
    ("close", "--proof-seconds", "0.01", "-"),
    ("claim", str(EXAMPLES / "can-i-claim.yaml"), CLOSE, "--line", "5-4 4-2"),
    ("claim", CLOSE, "--line", "6-6, then trumps"),
    ("puzzle", "--file", str(EXAMPLES / "the-bingo-waits.yaml"), "--number", "1"),
    ("puzzle", "--file", str(EXAMPLES / "three-claims.yaml"), "--number", "1"),
    ("show", RECORD, "--at", "2:6"),
    ("show", RECORD),
    ("show", "-"),
    ("rules",),
    ("rules", "--diff", "pagat", "berndt"),
    *(("rules", name) for name in PRESETS),
    ("match", "5", "3"),
    ("match",),
    ("puzzle", "--list"),
)


def once(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same, but that what was found for an argument is not looked for again."""
    results: dict[str, Any] = {}

    @wraps(function)
    def remembered(*args: Any, **more: Any) -> Any:
        key = repr(args[0])
        if key not in results:
            results[key] = function(*args, **more)
        return results[key]

    return remembered


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_fits_every_width(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in (
        (analyze, "analyze"),
        (claim, "claim"),
        (close, "should_close"),
        (proving, "prove_line"),
    ):
        monkeypatch.setattr(module, name, once(getattr(module, name)))
    for width in WIDTHS:
        result = run(*words, width=width, text=TYPED.get(words[0]))
        assert result.exit_code == 0 or words[0] == "claim", result.output
        longest = max(result.output.splitlines(), key=len)
        assert len(longest) <= min(max(width, NARROWEST), WIDEST), (width, longest)


@pytest.mark.parametrize("width", [30, 44, 80, 200])
def test_every_help_fits_every_width(width: int) -> None:
    """But for what is one word: the values that a level of detail can have."""
    for words in ((), *((name,) for name in NAMES)):
        lines = run(*words, "--help", width=width).output.splitlines()
        assert max(len(line) for line in lines if "value|best" not in line) <= width, words


@pytest.mark.parametrize("width", [30, 44])
def test_wrong_usage_is_told_in_lines_that_fit_a_terminal(width: int) -> None:
    for words in (("analyze", "--rules", "nonesuch", "x.yaml"), ("play", "--level", "nonesuch"), ("nonesuch",)):
        output, status = at_a_terminal(*words, width=width)
        assert (status, "nonesuch" in output) == (2, True)
        assert max(map(len, output.splitlines())) <= width


def test_every_review_fits_every_width() -> None:
    total = Total()
    for record in islice(read_records(RECORD), by_depth(1, 0), by_depth(2, 5)):  # a mistake is made in the second
        answer = review(record, Settings(worlds=by_depth(4, 16)))
        total.add(answer, record.name)
        [row] = [line for line in total.lines(Screen()) if line.startswith(record.name)]
        assert answer.result is not None
        assert f" {answer.result:+d} " in row
        for width in range(NARROWEST, WIDEST + 1, by_depth(4, 2)):
            screen = Screen(width)
            for lines in (
                explain(answer, "A deal", screen, every=True),
                explain_shortly(answer, "A deal", screen),
                total.lines(screen),
            ):
                assert max(map(len, lines)) <= width
                indents = {len(line) - len(line.lstrip()) for line in lines if line.lstrip()[:1].isalpha()}
                assert not indents & {1, 3, 5, 7}
