"""``RECORD --at 9``: every command that takes a position takes a moment of a recorded deal."""

from __future__ import annotations

import json
import re

import pytest

from bingo.positions import reads
from tests.deals import DEAL
from tests.native import needs_kernel
from tests.test_cli_main import run


def answer(*words: str, text: str = DEAL) -> str:
    """What a command says of the record."""
    result = run(*words, text=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


@needs_kernel
def test_show_says_which_tiles_their_play_makes_likely() -> None:
    """As analyze and close do: chances fall from the likeliest tiles to the least likely, about what is even."""
    told = "Judging by their play, the opponent is most likely to hold"
    for command in ("show", "analyze", "close"):
        said = " ".join(
            answer(
                command,
                "-",
                "--at",
                "4",
                *({"close": ["--no-proof", "--full"], "analyze": ["--full"]}.get(command, [])),
            ).split()
        )
        assert told in said
        shares = [int(share) for share in re.findall(r"(\d+)%", said[said.index(told) : said.index(" alike, each")])]
        even = int(re.findall(r"were all hands alike, each tile (\d+)%", said)[0])
        assert shares[:3] == sorted(shares[:3], reverse=True)
        assert shares[2] >= even >= shares[-1]
    for words in (("--at", "4", "--open"), ("--at", "1"), ("--at", "4", "--json")):
        assert told not in answer("show", "-", *words)
    assert told not in answer("analyze", "--full", "-", "--at", "4", "--even")


@pytest.mark.parametrize("words", [("--at", "6"), ("--at", "3"), ("--at", "3r"), ("--at", "3", "--open")])
def test_show_writes_the_moment_as_a_position(words: tuple[str, ...]) -> None:
    out = answer("show", "-", "--json", *words)
    [position] = reads(out)
    assert position.name.startswith("Third deal, ")


@needs_kernel
def test_analyze_knows_which_tiles_cannot_be_held() -> None:
    """Before trick 7 the opponent has shown to have no trumps, no Bingo and no 5 but the one played."""
    text = answer("analyze", "--full", "-", "--at", "7")
    assert re.search(r"opponent cannot hold [^.]*6-4[^.]*4-0", text)
    [found] = [json.loads(line) for line in answer("analyze", "--full", "-", "--at", "7", "--json").splitlines()]
    assert found["name"] == "Third deal, before trick 7, as Ann sees it"
    assert not found.get("line")
    [exact] = [
        json.loads(line) for line in answer("analyze", "--full", "-", "--at", "7", "--open", "--json").splitlines()
    ]
    assert exact["exact"]
    assert exact["line"]


@needs_kernel
def test_close_answers_for_the_moment_of_the_close() -> None:
    """Before trick 4 Ann did close. With all hands alike the same position in a file has the same answer."""
    words = "close", "-", "--json", "--no-proof"
    found, even = (json.loads(answer(*words, "--at", "4", *more)) for more in ((), ("--even",)))
    assert even["advice"] in ("close", "play on", "too close to call")
    position = answer("show", "-", "--at", "4", "--json")
    again = json.loads(answer(*words, text=position))
    assert {**even, "seconds": 0} == {**again, "seconds": 0}
    assert (found["weighted"], even["weighted"]) == (True, False)
    assert found["hands"] == even["hands"]
    assert found["close"]["win"] != even["close"]["win"]


@needs_kernel
@pytest.mark.parametrize("command", ["close", "analyze"])
def test_an_answer_says_that_hands_are_weighted_and_how_to_count_them_alike(command: str) -> None:
    """In one line; either name of the option turns it off."""
    words = [command, "-", "--at", *(["4", "--brief"] if command == "close" else ["6r", "--full"])]
    line = "weighted by how the opponent played (--even: all alike)"
    assert line in " ".join(answer(*words).split())
    for off in ("--even", "--no-inference"):
        assert "weighted" not in answer(*words, off)


# --- what is refused ---------------------------------------------------------------------------------
