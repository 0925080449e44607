"""``RECORD --at 9``: every command that takes a position takes a moment of a recorded deal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bingo.positions import reads
from tests.deals import DEAL, ONE_SIDED, bent
from tests.native import needs_kernel
from tests.test_cli_main import CLOSE_NOW, ROOT, run

TWO = f"{DEAL}---\n{bent(DEAL, ('match: {you: 2', 'match: {you: 3'), ('Third', 'Fourth'))}"


def answer(*words: str, text: str = DEAL) -> str:
    """What a command says of the record."""
    result = run(*words, text=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_show_draws_what_the_player_to_move_saw() -> None:
    """Before trick 3: Bert to lead, Ann's hand from the back."""
    out = answer("show", "-", "--at", "3")
    assert out.startswith("Third deal, before trick 3, as Bert sees it\n")
    assert "match 4 : 2, first to 7" in out
    assert "you are to lead" in out
    assert "│4│2│ │3│3│" in out
    assert "│6│6│" not in out


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


def test_open_lays_all_hands_down() -> None:
    out = answer("show", "-", "--at", "3", "--open")
    assert "│6│6│" in out
    assert "drawn next: [4|3]" in out


def test_before_the_reply_the_other_player_is_to_move() -> None:
    out = answer("show", "-", "--at", "3r")
    assert out.startswith("Third deal, reply in trick 3, as Ann sees it\n")
    assert "you are to reply" in out


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


def test_claim_counts_the_tricks_of_the_record() -> None:
    assert "70 card points" in answer("claim", "-", "--at", "8")
    [found] = [json.loads(line) for line in answer("claim", "-", "--at", "7", "--json").splitlines()]
    assert (found["verdict"], found["least"], found["most"]) == ("impossible", 52, 52)


def test_of_several_deals_one_can_be_chosen() -> None:
    out = answer("show", "-", "--at", "2", text=TWO)
    assert [line for line in out.splitlines() if "trick 2" in line] == [
        "Third deal, before trick 2, as Ann sees it",
        "Fourth deal, before trick 2, as Ann sees it",
    ]
    assert answer("show", "-", "--at", "2:2", text=TWO).startswith("Fourth deal")


def test_without_names_the_players_are_you_and_the_opponent() -> None:
    plain = bent(DEAL, ("players: {you: Ann, opponent: Bert}\n", ""))
    assert answer("show", "-", "--at", "2", text=plain).startswith("Third deal, before trick 2\n")
    assert answer("show", "-", "--at", "3", text=plain).startswith(
        "Third deal, before trick 3, as the opponent sees it\n"
    )


# --- what is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "text", "told"),
    [
        (
            (),
            DEAL,
            "position 1 'Third deal': document (line 1): expected a position (analyze, close, claim and show take one",
        ),
        (("--at", "9"), CLOSE_NOW, "deal 1 'Close now': document (line 2): expected the record of a deal"),
        (
            ("--at", "9"),
            DEAL,
            "deal 1 'Third deal': trick 9: expected a deal that goes that far; found one that ends with trick 8",
        ),
        (("--at", "3"), ONE_SIDED, "deal 1 'Third deal': opponent.dealt: expected the tiles of the player whose hand"),
        (("--at", "3:2"), TWO, "standard input: expected a deal 3; found 2"),
        (("--at", "2"), bent(DEAL, ("play 6-5", "play 3-1")), "deal 1 'Third deal': play, trick 4 (line 13): expected"),
    ],
)
@pytest.mark.parametrize("command", ["show", "analyze", "close", "claim"])
def test_the_wrong_kind_of_file_is_told_with_what_to_do(
    command: str, words: tuple[str, ...], text: str, told: str
) -> None:
    result = run(command, "-", *words, text=text)
    if command == "show" and not words:  # it draws records too
        assert result.stdout.startswith("Third deal\n")
        return
    assert result.exit_code == 1
    assert result.stdout == ""
    assert told in result.stderr


def test_a_file_of_the_wrong_kind_is_told_once(tmp_path: Path) -> None:
    match, one = ROOT / "positions/deals/a-match.yaml", tmp_path / "one.yaml"
    one.write_text(DEAL, encoding="utf-8")
    told = run("analyze", str(match), str(one), width=300).stderr.splitlines()
    assert [line.partition(": document")[0] for line in told] == [
        f"{match}, position 1 'First deal'",
        "... and 4 more like it.",
        f"{one}, position 1 'Third deal'",
    ]


@pytest.mark.parametrize("at", ["0", "15", "9x", "r", "0:3", "3:", "-1", "nine"])
def test_what_is_no_moment_is_wrong_usage(at: str) -> None:
    result = run("show", "-", f"--at={at}", text=DEAL)
    assert result.exit_code == 2
    assert "expected a trick 1 to 14 such as 9, 9r (before the reply) or 3:9 (of deal 3)" in " ".join(
        result.stderr.split()
    )


def test_open_without_a_moment_is_wrong_usage() -> None:
    result = run("show", "-", "--open", text=DEAL)
    assert result.exit_code == 2
    assert "expected --at as well" in result.stderr


def test_the_shipped_match_can_be_looked_at() -> None:
    file = str(Path(__file__).parents[1] / "positions" / "deals" / "a-match.yaml")
    assert answer("show", file, "--at", "2:6").startswith("Second deal, before trick 6, as Ann sees it\n")
