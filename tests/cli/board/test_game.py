"""The game on the board without a browser: what a question makes of the records, and what is kept of it."""

import json
import re
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from bingo.cli.board.answering import answer
from bingo.cli.game import GameSession, Response
from bingo.positions import read_records, reads_records
from bingo.solver.game import OPPONENT, presets, replay, text
from bingo.solver.render.game import ELSEWHERE
from tests.oracles.game import SEED, word as word_of
from tests.support.depth import by_depth

PRESET_NAMES = [*presets.PRESETS]


def at(path: Path, **question: Any) -> dict[str, Any]:
    """What the page is told of the game in a file."""
    output = answer(json.dumps({"ask": "game", **question}).encode(), file=path)
    message: dict[str, Any] = json.loads(msgspec.json.encode(output))
    return message


def begun(path: Path, **options: Any) -> dict[str, Any]:
    game: dict[str, Any] = at(path, ask="begin", **{"level": "greedy", "seed": SEED, **options})["game"]
    return game


def word(game: dict[str, Any], rng: Random) -> str:
    return word_of(game["awaits"], game["moves"], rng)


def say(path: Path, game: dict[str, Any], word: str, **options: Any) -> dict[str, Any]:
    return at(path, say=word, stamp=game["stamp"], passed=game["passed"], **options)


@settings(max_examples=by_depth(5, 10))
@given(rules=st.sampled_from(PRESET_NAMES), seed=st.integers(0, 10**6))
def test_a_game_is_played_to_its_end_and_shows_nothing_that_you_cannot_know(rules: str, seed: int) -> None:
    rng, file = Random(seed), Path(mkdtemp()) / "game.yaml"
    reply = at(file, ask="begin", rules=rules, level="greedy", seed=seed)
    for _ in range(200):
        game, board = reply["game"], reply["game"]["board"]
        (record,) = reads_records(reply["text"])
        position = replay(record).end.position
        if game["over"]:  # every tile is turned
            assert board["opponent"]["hidden"] == 0
            break
        shown_tiles = {text(t) for t in range(28) if position.shown >> t & 1}
        assert set(board["opponent"]["hand"]) <= shown_tiles
        assert len(board["opponent"]["hand"]) + board["opponent"]["hidden"] <= 7
        assert not board["stock"]
        named_tiles = set(re.findall(r"\d-\d", " ".join((*game["moves"], game["doubles"]))))
        assert named_tiles <= set(board["you"]["hand"]) or game["awaits"] == "show"  # where the double won is one
        reply = say(file, game, word(game, rng))
        assert reply["status"] != "refused", reply["lines"]
    assert record.result == replay(record).end.score
    assert game["ending"][0].startswith("The deal is over")


def test_what_is_not_legal_is_refused_with_the_rule_against_it(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    game = say(file, begun(file), "go")["game"]
    saved = file.read_bytes()
    for typed, reason in (
        ("5-5", "play 5-5 is not possible here: 5-5 is not in the hand"),
        ("close, lead 6-6", "close, lead 6-6 is not possible here: a tile has been led: reply with play"),
        ("claim", "claim is not possible here: a tile has been led: reply with play"),
        ("6-", "tile: expected a tile such as 6-4 (two digits 0 to 6); found '6-'"),
        ("what if 5-5", "play 5-5 is not possible here: 5-5 is not in the hand"),
        ("wait", "wait is not possible here: a tile has been led: reply with play"),
    ):
        reply = say(file, game, typed)
        assert reply["status"] == "refused"
        assert reply["lines"] == [reason]
    assert file.read_bytes() == saved


def test_a_word_about_a_game_that_has_gone_on_elsewhere_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    game = say(file, begun(file), "go")["game"]
    say(file, game, "play 6-6")
    saved = file.read_bytes()
    reply = say(file, game, "play 4-0")
    assert reply["lines"] == [ELSEWHERE]
    assert "You play 6-6." in reply["game"]["log"][1]["line"]
    assert file.read_bytes() == saved


def test_what_somebody_else_writes_meanwhile_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, other = tmp_path / "game.yaml", tmp_path / "other.yaml"
    game = say(file, begun(file), "go")["game"]
    other.write_bytes(file.read_bytes())
    say(other, game, "play 6-6")
    theirs = other.read_bytes()
    handle = GameSession.handle

    def overtaken(game: GameSession, *words: Any) -> Response:
        file.write_bytes(theirs)
        return handle(game, *words)

    monkeypatch.setattr(GameSession, "handle", overtaken)
    reply = say(file, game, "play 4-0")
    assert reply["lines"] == [ELSEWHERE]
    assert file.read_bytes() == theirs


def test_a_new_game_leaves_the_old_one_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    say(file, begun(file), "go")
    saved = file.read_bytes()
    for n in (1, 2):
        reply = at(file, ask="begin", seed=n, rules="akagiri")
        assert reply["lines"] == [f"Seed {n}.", f"The game before is in {tmp_path / f'game-{n}.yaml'}."]
    assert (tmp_path / "game-1.yaml").read_bytes() == saved
    assert [str(record.rules) for record in read_records(file)] == ["akagiri"]


def test_another_file_is_never_touched(tmp_path: Path) -> None:
    file = tmp_path / "notes.yaml"
    for content in (b"name: not a game\n", b"\xff\xfe\x00"):
        file.write_bytes(content)
        for question in ("game", "begin"):
            assert "something other than a game" in at(file, ask=question)["error"]
        assert [path.name for path in tmp_path.iterdir()] == ["notes.yaml"]
        assert file.read_bytes() == content
    assert at(tmp_path)["error"] == f"{tmp_path}: Is a directory"


def test_a_match_goes_on_at_its_level(tmp_path: Path) -> None:
    file, rng = tmp_path / "game.yaml", Random(5)
    game = begun(file, match=True, seat="second", level="club")
    assert next(iter(read_records(file))).leader == OPPONENT
    while game["awaits"] != "next":
        game = say(file, game, word(game, rng))["game"]
    game = say(file, game, "next")["game"]
    first, second = read_records(file)
    assert second.match.score == first.result == tuple(game["match"])
    assert (game["deal"], game["level"], second.players) == (2, "Club", ("", "club"))
