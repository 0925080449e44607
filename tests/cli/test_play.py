"""``bingo play``: hears turns, refuses what is not legal, writes the game down and takes it up again."""

from pathlib import Path
from random import Random

import pytest

from bingo.cli.game import GameSession
from bingo.positions import read_records
from bingo.solver.game.position import YOU
from tests.cli.terminal import terminal, until_end, until_prompt
from tests.oracles import game
from tests.oracles.game import begun, first_deal, go_on, play_on as played_on, say
from tests.support.command import output, refusal
from tests.support.reading import example

SEED = str(game.SEED)


def sit(tmp_path: Path, *lines: str, options: tuple[str, ...] = (), name: str = "game.yaml") -> str:
    typed = "".join(f"{n}\n" for n in lines)
    return output("play", str(tmp_path / name), "--level", "greedy", "--seed", SEED, *options, text=typed)


def test_a_match_that_is_over_is_not_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    sit(tmp_path, "0-4", "claim", "claim", "quit", options=("--match",))
    text = file.read_text("utf-8")
    assert "match: {you: 0, opponent: 0}" in text
    file.write_text(text.replace("match: {you: 0, opponent: 0}", "match: {you: 0, opponent: 5}"), "utf-8")
    assert "this match is over" in refusal("play", str(file))


def test_a_deal_is_closed_declared_in_and_claimed_as_its_record_writes_it(tmp_path: Path) -> None:
    """The greedy level plays from your seat; typed turn by turn, what it did is the same deal."""
    seed = 3
    expected_record = played_on(first_deal("pagat", seed), ("greedy", "greedy"))
    your_moves = [str(turn.move) for turn in expected_record.turns if turn.player == YOU]
    assert any("close, declare" in move for move in your_moves)
    assert any("claim" in move for move in your_moves)
    game, lines = begun(seed=seed), list[str]()
    while not game.over:
        if game.awaits == "program":
            game.play_program()
            continue
        claims = game.awaits == "claim" and your_moves[0] != "claim"
        lines.append("" if claims else your_moves.pop(0))
        say(game, lines[-1])
        lines += lines[-1:] if lines[-1].endswith("claim") else []  # the terminal asks once
    file = tmp_path / "game.yaml"
    shown = output("play", str(file), "--seed", str(seed), "--level", "greedy", text="\n".join([*lines, "quit", ""]))
    assert "You close the boneyard, declare" in " ".join(shown.split())
    (record,) = read_records(file)
    assert (record.turns, record.result) == (expected_record.turns, expected_record.result)
    output("review", str(file), "--worlds", "20", "--json")


# --- at a terminal -----------------------------------------------------------------------------------


def test_interrupted_it_says_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    with terminal("play", str(file), "--seed", SEED, "--level", "greedy") as table:
        until_prompt(table)
        table.sendline("6-6")
        until_prompt(table)
        table.send("4-\x03")
        shown = " ".join(until_end(table, again="\x03").split())
        assert table.wait() == 130
    assert f"Interrupted. The game is in {file}" in shown
    (record,) = read_records(file)
    assert [str(turn.move) for turn in record.turns][:2] == ["lead 2-1", "play 6-6"]


def test_what_another_writes_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    with terminal("play", str(file), "--seed", SEED, "--level", "greedy") as table:
        until_prompt(table)
        output("play", str(file), text="6-6\n")
        saved = file.read_bytes()
        table.sendline("4-0")
        until_end(table)
        assert table.wait() == 1
    assert file.read_bytes() == saved


def test_the_same_words_go_on_and_new_keeps_the_game_before(tmp_path: Path) -> None:
    """A game in the file is gone on with where it is what is asked for; another is begun by ``--new`` alone."""
    file = tmp_path / "game.yaml"
    sit(tmp_path, "0-4", "quit")
    text = file.read_text("utf-8")
    assert "Your hand" in sit(tmp_path, "quit")
    assert file.read_text("utf-8") == text
    sit(tmp_path, "quit", options=("--new",))
    assert (tmp_path / "game-1.yaml").read_text("utf-8") == text


def test_a_claim_is_asked_about_once(tmp_path: Path) -> None:
    """Which says nothing of whether it is true; another word takes it back."""
    shown = sit(tmp_path, "0-4", "claim", "hand", "claim", "no", "yes", "i claim", "quit")
    assert shown.count('Type "claim" again, or "yes", if you mean it.') == 2
    assert "The deal is over" not in shown
    for n, word in enumerate(("claim", "Yes!", "j", "OK")):
        name = f"{n}.yaml"
        assert "The deal is over" in sit(tmp_path, "0-4", "claim", word, "nein", name=name)


def test_after_a_deal_the_board_shows_every_tile_and_nobody_to_lead(tmp_path: Path) -> None:
    shown = sit(tmp_path, "0-4", "claim", "claim", "board", "quit")
    assert "is to lead" not in shown.split("The deal is over")[1]
    drawn = shown.split("Your table")[-1]
    assert "Nothing on the table: the deal is over" in drawn
    assert "░" not in drawn


# --- from a position -------------------------------------------------------------------------------

LAST_TRICKS = "{trump: 4, lead: you, you: {hand: 4-4 6-5, points: 49, tricks: 6}, opponent: {%s points: 52, tricks: 6}}"


def test_a_game_goes_on_from_a_position(tmp_path: Path) -> None:
    """To the end of the deal; the file stays what it is, and your tricks count from there."""
    file = tmp_path / "position.yaml"
    file.write_text(LAST_TRICKS % "hand: 4-1 2-1,", "utf-8")
    text = file.read_bytes()
    shown = sit(tmp_path, "2-2", "moves", "4-4", "back", "4-4", "why", "claim", "claim", name=file.name)
    assert "Nothing is saved." in shown
    assert "2-2 is not in the hand" in shown
    assert "The opponent plays 4-1. You take the trick." in " ".join(shown.split())
    assert "you score 1 game point" in shown
    assert file.read_bytes() == text


def test_what_a_position_hides_is_dealt_by_the_seed() -> None:
    hands = {}
    for path in ("first-lead", "should-i-close"):
        position = example(path)
        for seed in (1, 2):
            game = GameSession.continue_from(position, "greedy", seed)
            hands[path, seed] = game.now.position.hands[1]
            assert game.now.position == GameSession.continue_from(position, "greedy", seed).now.position
            assert game.now.seen_by(YOU).hand == game.now.position.hands[0]
            while game.awaits != "nothing":
                go_on(game, Random(seed))
            assert game.ending
    assert len(set(hands.values())) == len(hands)


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (LAST_TRICKS % "hand: 4-1 2-2 2-1,", (), "expected 2 tiles, as the hands must match; found 3"),
        (f"{LAST_TRICKS % ''}\n---\n{LAST_TRICKS % ''}", (), "one position to play on from"),
        (LAST_TRICKS % "", ("--match",), "FILE holds a position"),
        (LAST_TRICKS % "won: 6-6 ?,", (), "Some of these tricks are forgotten"),
    ],
    ids=["impossible", "several", "options", "in part"],
)
def test_a_position_that_cannot_be_played_on_is_refused(
    text: str, options: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(text.replace("6-6 ?, points: 52, tricks: 6", "'6-6 ?', tricks: 6"), "utf-8")
    result = refusal("play", str(file), *options)
    assert words in result
    assert "deal 1" not in result
