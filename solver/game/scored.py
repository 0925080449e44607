"""What a deal can have brought before it is over: the capture, and 70 where play goes on. RULES.md sections 7 and 9."""

from __future__ import annotations

from collections.abc import Iterator

from bingo.solver.errors import Reason
from bingo.solver.game import tricks
from bingo.solver.game.position import MATCH_TO, OPPONENT, PLAYER_NAMES, YOU, Pair
from bingo.solver.game.setup import Setup
from bingo.solver.game.tiles import BINGO, double, mask, text

#: Game points for reaching the target; how many depends on what the other player had at that moment.
WINS = range(1, 4)


def score_faults(s: Setup) -> Iterator[Reason]:
    """Points beside the deal that the rules do not know."""
    if any(s.carried) and s.rules.at_target != "points":
        yield Reason("carried", "no carried points: under these rules nothing is carried over", _both(s.carried))
    if s.match is None:
        return
    score, scored = s.match.score, s.match.scored
    if not all(0 <= points < MATCH_TO for points in score):
        yield Reason("match", f"game points 0 to {MATCH_TO - 1} for both, as {MATCH_TO} win", _both(score))
    elif not all(0 <= some <= points for some, points in zip(scored, score, strict=True)):
        yield Reason("match.scored", f"no more than the score, which includes it: {_both(score)}", _both(scored))
    elif any(scored) and not sum(s.tricks):
        yield Reason("match.scored", "nothing before the first trick is won", _both(scored))
    else:
        yield from _scored_faults(s, scored)
    if s.match.first not in (None, s.lead) and not sum(s.tricks):
        yield Reason("match.first", f"{PLAYER_NAMES[s.lead]}, who leads the first trick", PLAYER_NAMES[1 - s.lead])


def _scored_faults(s: Setup, scored: Pair) -> Iterator[Reason]:
    """Game points that this deal cannot have brought by now."""
    if s.trumps is None or any(_rest_fits(s, rest) for rest in _without_capture(s, scored)):
        return
    expected = [_capture(s)]
    if s.rules.at_target == "each-scores":
        expected.append(f"{WINS[0]} to {WINS[-1]} for a player with {s.rules.target} card points")
    yield Reason("match.scored", ", ".join(expected), f"you {scored[YOU]}, opponent {scored[OPPONENT]}")


def _without_capture(s: Setup, scored: Pair) -> Iterator[Pair]:
    """What is left of the score if nobody captured, and for each player who may have."""
    yield scored
    for player in (YOU, OPPONENT):
        if _may_have_captured(s, player):
            capture = s.rules.capture
            yield (scored[0] - capture, scored[1]) if player == YOU else (scored[0], scored[1] - capture)


def _rest_fits(s: Setup, rest: Pair) -> bool:
    """Whether both can have scored that by reaching the target; not to have written it down is no fault."""
    return all(points == 0 or (points in WINS and _may_have_won(s, player)) for player, points in enumerate(rest))


def _may_have_won(s: Setup, player: int) -> bool:
    reached = s.sides[player].uncertain or s.card_points(player) >= s.rules.target
    return s.rules.at_target == "each-scores" and reached


def _may_have_captured(s: Setup, player: int) -> bool:
    """Whether the Bingo can have taken the double of trumps in a trick of this player."""
    if s.trumps in (None, 0) or not s.rules.capture or not s.tricks[player]:
        return False
    pair = (1 << BINGO) | (1 << double(s.trumps))
    other = PLAYER_NAMES[1 - player]
    if pair & (s.not_in_tricks | s.lying(f"{other}.won", f"{other}.took")):
        return False
    side = s.sides[player]
    known = [mask(trick) for trick in side.known or ()]
    if side.won is not None:
        return pair in known
    whole = all(trick == pair or not trick & pair for trick in known if trick.bit_count() == 2)
    worth = sum(tricks.points(s.rules, s.trumps, t) for t in (BINGO, double(s.trumps)))
    return whole and (side.points is None or side.points >= worth)


def _capture(s: Setup) -> str:
    """What a capture brings, or why there was none."""
    if not s.rules.capture:
        return "nothing for a capture under these rules"
    if not s.trumps:
        return "nothing for a capture, as blanks are trumps"
    able = [PLAYER_NAMES[player] for player in (YOU, OPPONENT) if _may_have_captured(s, player)]
    taken = f"{text(double(s.trumps))} with {text(BINGO)}"
    if not able:
        return f"nothing for a capture, as nobody can have taken {taken}"
    return f"at most {s.rules.capture} for {' or '.join(able)}, for taking {taken}"


def _both(points: Pair) -> str:
    return "{} and {}".format(*points)
