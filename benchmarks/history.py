"""Whether the opponent's play tells of their hand what it is taken to tell: ``python -m benchmarks.history``.

Players play seeded deals against themselves. In each deal one moment is drawn at which the player on lead may close. A
close is predicted twice, with all hands that the opponent may hold alike and with hands weighted by how likely the
opponent's play was with each: its chance to win, double-dummy, and what it brings. Both predictions are held against
the true hand. The lead is the one that looks best on average with all hands alike, so that it is the same for both.
Several temperatures and blunders are compared on the same deals; choose on one seed, report on another. With --out, a
run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.arena import lines
from benchmarks.arena.matches import Match, the_deal
from benchmarks.arena.policies import by_name
from benchmarks.arena.referee import play_deal
from benchmarks.progress import say
from bingo.solver.errors import IllegalMove
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.play import legal_moves
from bingo.solver.game.position import Position
from bingo.solver.game.presets import PRESETS
from bingo.solver.hidden.closing import closed, may_close
from bingo.solver.hidden.players import beliefs, make_players
from bingo.solver.hidden.worlds import hands
from bingo.solver.opponents.choices import Policy
from bingo.solver.search.kernel import Kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Column = NDArray[np.float64]

#: Where there are more hands, so many are drawn for the predictions.
MOST_HANDS = 2000
#: No prediction counts as surer than this: a single failure would otherwise cost without limit.
SUREST = 0.995


@dataclass(frozen=True, slots=True)
class Choosing:
    """How the opponent is thought to choose; see :func:`bingo.solver.hidden.players.beliefs`."""

    temperature: float
    blunder: float


@dataclass(frozen=True, slots=True)
class Moment:
    """What the player on lead knows, and the hand that the opponent really holds."""

    seen: InformationSet
    hand: int


@dataclass(frozen=True, slots=True)
class Prediction:
    """What closing was thought to be worth, and what came of it.

    Attributes:
        hand: Log of the weight of the true hand, in nats; 0 with all hands alike.
        chance: Predicted chance of a value above 0, double-dummy, of the lead that looks best with all hands alike.
        won: Whether the true hand has such a value.
        mean: What that lead is predicted to bring.
        value: What it brings.
        chosen: What the lead brings that looks best by this prediction.
    """

    hand: float
    chance: float
    won: bool
    mean: float
    value: int
    chosen: int


def moment(match: Match, number: int) -> Moment | None:
    """A moment of a deal at which the player on lead may close, if there is one."""
    found = list(_may_close(match, number, (by_name(match.a), by_name(match.b))))
    return random.Random(f"{match.seed} {number} moment").choice(found) if found else None


def _may_close(match: Match, number: int, players: tuple[Policy, Policy]) -> Iterator[Moment]:
    asked: list[InformationSet] = []
    found: list[Moment] = []

    def noting(player: Policy) -> Policy:
        def play(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
            asked.append(seen)
            return player(seen, moves, seed)

        return play

    def note(position: Position, _value: int) -> None:
        seen = asked.pop()
        try:
            may_close(seen)
        except IllegalMove:
            return
        found.append(Moment(seen, position.hands[1 - position.to_move]))

    play_deal(the_deal(match, number), (noting(players[0]), noting(players[1])), match.seed * 1_000_003 + number, note)
    yield from {moment.seen.history: moment for moment in found}.values()  # a claim waited with comes before a lead


def predictions(moment: Moment, choosing: Sequence[Choosing | None]) -> list[Prediction]:
    """One for each way of choosing; None: all hands alike."""
    seen, players, rng = moment.seen, make_players(moment.seen.rules), np.random.default_rng(moment.hand)
    every = hands(seen)
    some = np.sort(rng.permutation(len(every))[:MOST_HANDS])
    true = int(np.searchsorted(every, moment.hand))
    position = closed(seen, int(every[0]))
    moves = [move for move in legal_moves(position) if not move.claim]
    values = Kernel(seen.rules).closings(position, every[[*some.tolist(), true]], moves)
    values, real = values[:-1], values[-1]
    lead = int(values.mean(0).argmax())
    found = []
    for way in choosing:
        weights = np.ones(len(every))
        if way is not None and seen.history:
            weights = beliefs(players, seen, every, way.temperature, way.blunder)
            weights /= weights.mean()
        part = weights[some] / weights[some].sum()
        means = part @ values
        chance = float(part @ (values[:, lead] > 0))
        found.append(
            Prediction(
                hand=float(np.log(weights[true])),
                chance=min(max(chance, 1 - SUREST), SUREST),
                won=bool(real[lead] > 0),
                mean=float(means[lead]),
                value=int(real[lead]),
                chosen=int(real[int(means.argmax())]),
            )
        )
    return found


def table(names: Sequence[str], found: Sequence[Sequence[Prediction]]) -> list[str]:
    """A line for each way, the first of which has all hands alike: losses, and how much less than with the first."""
    rows = [
        f"{'':16} log loss   less  s.e.   Brier    less  s.e.  squared error  less  s.e.  best lead  s.e.  hand  s.e."
    ]
    by_way = [_losses(column) for column in zip(*found, strict=True)]
    first = by_way[0]
    for name, losses in zip(names, by_way, strict=True):
        cells = [f"{losses[k].mean():8.4f} {_less(first[k] - losses[k])}" for k in range(3)]
        best, hand = losses[3] - first[3], losses[4]
        rows.append(f"{name:16} {'  '.join(cells)}  {_less(best)}  {_less(hand)}")
    return rows


def _losses(column: Sequence[Prediction]) -> list[Column]:
    chance, won = np.array([p.chance for p in column]), np.array([p.won for p in column])
    mean, value = np.array([p.mean for p in column]), np.array([float(p.value) for p in column])
    log_loss = -np.log(np.where(won, chance, 1 - chance))
    chosen, hand = np.array([float(p.chosen) for p in column]), np.array([p.hand for p in column])
    return [log_loss, (chance - won) ** 2, (mean - value) ** 2, chosen, hand]


def _less(difference: Column) -> str:
    return f"{difference.mean():+.4f} {difference.std(ddof=1) / np.sqrt(len(difference)):.4f}"


def main() -> int:
    """Play, predict, print the table."""
    options = _options()
    match = Match(options.player, options.opponent or options.player, options.rules, options.seed)
    ways = [Choosing(*pair) for pair in product(options.temperature, options.blunder)]
    found = _run(match, options.deals, [None, *ways], options.out)
    print(f"{match.a} against {match.b}, {match.rules}, seed {match.seed}: {len(found)} moments")
    print("\n".join(table(["all hands alike", *(f"{w.temperature:g}, {w.blunder:g}" for w in ways)], found)))
    return 0


def _run(match: Match, deals: int, ways: Sequence[Choosing | None], out: Path | None) -> list[list[Prediction]]:
    key = asdict(match) | {"ways": [way and asdict(way) for way in ways]}
    done = {
        row["deal"]: row["found"]
        for row in (lines.read(out) if out else [])
        if key == {name: row.get(name) for name in key}
    }
    found = []
    for number in range(deals):
        if number not in done:
            at = moment(match, number)
            done[number] = [asdict(one) for one in predictions(at, ways)] if at else []
            if out:
                lines.append(out, key | {"deal": number, "found": done[number]})
        if done[number]:
            found.append([Prediction(**one) for one in done[number]])
        say(f"{number + 1} of {deals} deals")
    say("")
    return found


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.history", description=__doc__)
    parser.add_argument("--player", default="rollout@64w", help="who plays, see benchmarks.arena")
    parser.add_argument("--opponent", help="against whom, unless against themselves")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", choices=PRESETS, default="pagat", help="a preset")
    parser.add_argument("--temperature", type=float, nargs="+", default=[0.25])
    parser.add_argument("--blunder", type=float, nargs="+", default=[0.1])
    parser.add_argument("--out", type=Path, help="file of predictions, one line a deal")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
