"""What the engine says of hidden tiles, moves and levels is as it was: see ``whole.test_drawn``."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count

from bingo.solver import Settings
from bingo.solver.analysis.closing import analyze_closing, should_close
from bingo.solver.analysis.deals import draw
from bingo.solver.analysis.hidden import Options, analyze_hidden, estimate, solved_worths
from bingo.solver.analysis.playing import reply
from bingo.solver.analysis.worlds import known as concealed
from bingo.solver.engine import engine_for
from bingo.solver.errors import BingoError
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.moves import WAIT, legal_moves, play
from bingo.solver.game.position import YOU, Match, Stage
from bingo.solver.game.record import Record
from bingo.solver.game.replay import replay
from bingo.solver.game.rules import Rules
from bingo.solver.game.scoring import Objective
from bingo.solver.game.setup import deal
from bingo.solver.match.objectives import match_objective
from tests.oracles.scaled import varied_rules
from tests.support.deals import random_deal
from tests.whole.drawn import as_stored
from tests.whole.test_drawn import moments


def timeless(answer: object) -> str:
    """What was found out, but how long it took."""
    return re.sub(r"seconds=[\d.e-]+", "", repr(answer))


def found(ask: Callable[..., object], *of: object, **more: object) -> str:
    """What is answered, or why it is not."""
    try:
        return timeless(ask(*of, **more))
    except BingoError as error:
        return str(error)


def quiet(_share: float) -> None:
    """Nobody looks."""


def some_seed(rules: Rules, rng: random.Random) -> int:
    """Of a deal; often of one in which the first of all tiles is turned."""
    return next(n for n in count(rng.randrange(1000)) if rng.random() < 0.7 or deal(rules, n).turned == 0)


def some_deal(rules: Rules, rng: random.Random) -> Record:
    """It, played at random."""
    return random_deal(rules, some_seed(rules, rng))


def goal_of(known: InformationSet, rng: random.Random) -> Objective | None:
    """The chance to win a match at some score, or nothing, where game points count."""
    if rng.random() < 0.6:
        return None
    return match_objective(replace(known, match=Match(rng.randrange(7), rng.randrange(7), first=rng.randrange(2))))


def test_levels() -> None:
    """What those play that compute little, at every moment of a deal; and how likely hands are after such play."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        for position in moments(rules, rng, 99):
            mine = position if position.to_move == YOU else position.swapped()
            if mine.stage in (Stage.SHOW, Stage.OVER):
                continue
            with suppress(BingoError):
                seen = concealed(mine.seen_by(YOU))
                for level in ("greedy", "textbook"):
                    without = rng.choice((0, 0, 1 << rng.randrange(14), rng.randrange(1 << 14)))
                    yield str(reply(level, seen, mine.stage, 1, position=mine, without=without))
        for moment in replay(some_deal(rules, rng)).moments[::3]:
            with suppress(BingoError), engine_for(rules) as engine:
                yield str(engine.weights(concealed(moment.seen_by(YOU)), (0.5, rng.choice((0.01, 0.1)))).tolist())

    as_stored("levels", told, 4, 60)


def test_worths() -> None:
    """What moves, closes and hands are worth to one who sees one hand, asked in every way."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        every = replay(some_deal(rules, rng)).moments
        for moment in rng.sample(every, min(12, len(every))):
            with suppress(BingoError):
                you = rng.randrange(2)
                seen = concealed(moment.seen_by(you))
                mine = moment.position if you == YOU else moment.position.swapped()
                moves = list(legal_moves(mine))
                goal = goal_of(seen, rng)
                settings = Settings(
                    method=rng.choice(("rollout", "pimc" if rules.at_target == "claim" else "rollout")),
                    worlds=rng.choice((1, 2, 7, 40)),
                    until_clear=rng.random() < 0.5,
                    equal_weights=rng.random() < 0.5,
                    seed=rng.randrange(9),
                )
                only = rng.sample(moves, min(2, len(moves)))
                at_the_end = [one for one in only if seen.open == one.close]
                options = Options(tuple(only), ((WAIT, rng.choice((-1, 0, 0.5, 2))),), cap=rng.choice((1, 9)))
                ways = {
                    "listed": rng.choice((options, None)),
                    "enumerated": rng.choice((0, 1000, 10**9)),
                    "prune": rng.random() < 0.5,
                    "stay_open": rng.random() < 0.5,
                }
                few = rng.choice((4, 16, 30))
                yield found(estimate, seen, settings, objective=goal, **ways)
                yield found(analyze_closing, seen, settings, most_hands=few, objective=goal)
                yield found(solved_worths, seen, at_the_end, settings, goal, most_hands=16)
                if not seen.open and seen.hidden < 4:
                    yield found(analyze_hidden, seen, settings, quiet, goal)
                if seen.face_down <= 1:
                    yield found(should_close, seen, settings, None, goal)
                yield str(draw(seen, 3, settings.seed).stocks.tolist())

    as_stored("worths", told, 3, 20)


def test_every_tile_led() -> None:
    """Late in a deal, to either side: also the one that the kernel numbers 0."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        line = moments(rules, rng, 99)
        late = [p for p in line if p.stage is Stage.LEAD and not p.open and p.hands[0].bit_count() <= 2]
        for position in rng.sample(late, min(4, len(late))):
            for move in legal_moves(position):
                led = play(position, move).position
                if led.stage is not Stage.REPLY:
                    continue
                with suppress(BingoError):
                    for seen in map(concealed, (information_set(led), information_set(led.swapped()))):
                        goal, settings = goal_of(seen, rng), Settings(worlds=1, equal_weights=True)
                        yield found(estimate, seen, settings, objective=goal)
                        yield found(analyze_hidden, seen, settings, quiet, goal)

    as_stored("led", told, 4, 100)
