"""Games against the program, as tests play them."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bingo.cli.game import GameSession, Response
from bingo.solver.analysis import playing
from bingo.solver.game import Record, presets

#: The opponent leads 2-1; of your replies 6-6 loses the trick and 4-0, a mistake, takes it.
SEED = 129_222


def begun(rules: str = "pagat", seed: int = 0, level: str = "greedy", **options: Any) -> GameSession:
    """A new game, against the greedy level unless another one is wished for."""
    return GameSession.begin(presets.rules(rules), level, seed=seed, **options)


def resumed(game: GameSession) -> GameSession:
    """The same game, as who has kept its records and whether you have passed takes it up."""
    return GameSession(game.records, passed=game.passed)


def word(question: str, moves: Sequence[object], rng: Random) -> str:
    usual_words = {"program": "go", "next": "next", "claim": "wait", "show": "wait"}
    return usual_words.get(question) or str(rng.choice(moves))


def say(game: GameSession, line: str) -> Response:
    """What becomes of a line; ``go`` has the program make its turns."""
    if line != "go":
        return game.handle(line)
    game.play_program()
    return Response("played")


def go_on(game: GameSession, rng: Random) -> Response:
    return say(game, word(game.awaits, game.moves, rng))


def first_deal(rules: str, seed: int, **options: Any) -> Record:
    return begun(rules, seed, **options).records[0]


def play_on(record: Record, levels: Sequence[str], worlds: int = 0, without: int = 0) -> Record:
    return playing.play_on(
        record, lambda moment: playing.level_move(levels[moment.position.to_move], moment, worlds, without)
    )
