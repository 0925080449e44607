"""Whether the opponent's play tells of their hand what it is taken to tell: ``python -m benchmarks.history``.

Players play seeded deals against themselves. In each deal one moment is drawn at which the player on lead may close. A
close is predicted twice, with all hands that the opponent may hold alike and with hands weighted by how likely the
opponent's play was with each: the chance of each lead to win, double-dummy, and what it brings. Both predictions are
held against the true hand; losses are means over the leads of a moment, standard errors over moments. With
--playing-on it is not a close that is predicted, but what both take who play on by the networks.

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

from benchmarks import figures
from benchmarks.arena import lines
from benchmarks.arena.choices import Policy
from benchmarks.arena.matches import Match, the_deal
from benchmarks.arena.policies import by_name
from benchmarks.arena.referee import play_deal
from benchmarks.progress import say
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.play import can_close, legal_moves
from bingo.solver.game.position import YOU, Position
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.tiles import Tile
from bingo.solver.hidden.beliefs import BLUNDER, TEMPERATURE
from bingo.solver.hidden.closing import closed
from bingo.solver.hidden.deals import Deals, draw
from bingo.solver.hidden.options import options
from bingo.solver.hidden.players import beliefs, make_players, play_out
from bingo.solver.hidden.worlds import hands
from bingo.solver.search.kernel import Kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

#: Where there are more hands, so many are drawn for the predictions; and deals, to play on in.
MOST_HANDS, DEALS = 2000, 400
#: No prediction counts as surer than this: a single failure would otherwise cost without limit.
SUREST = 0.995


@dataclass(frozen=True, slots=True)
class Choosing:
    """How the opponent is thought to choose; see :func:`bingo.solver.hidden.players.beliefs`."""

    temperature: float
    blunder: float


@dataclass(frozen=True, slots=True)
class Moment:
    """What the player on lead knows, the hand that the opponent really holds, and what really lies face down."""

    seen: InformationSet
    hand: int
    stock: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Prediction:
    """How well it was told what closing, or playing on, is worth at a moment.

    Attributes:
        log_loss: Of the chance of a value above 0, in nats; mean over leads.
        brier: Squared error of that chance; mean over leads.
        squared: Squared error of what a lead brings; mean over leads.
        best: What the lead brings that looks best by this prediction.
        hand: Log of the weight of the true hand, in nats; 0 with all hands alike.
    """

    log_loss: float
    brier: float
    squared: float
    best: float
    hand: float


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
        if seen.leader == YOU and seen.led is None and can_close(position):
            found.append(Moment(seen, position.hands[1 - position.to_move], position.stock))

    play_deal(the_deal(match, number), (noting(players[0]), noting(players[1])), match.seed * 1_000_003 + number, note)
    yield from {moment.seen.history: moment for moment in found}.values()  # a claim waited with comes before a lead


def predictions(moment: Moment, choosing: Sequence[Choosing | None], *, play_on: bool) -> list[Prediction]:
    """One for each way of choosing; None: all hands alike."""
    seen, players = moment.seen, make_players(moment.seen.rules)
    every = hands(seen)
    true = int(np.searchsorted(every, moment.hand))
    some, values, real = (_playing_on if play_on else _closing)(moment, every, np.random.default_rng(moment.hand))
    found = []
    for way in choosing:
        weights = np.ones(len(every))
        if way is not None and seen.history:
            weights = beliefs(players, seen, every, way.temperature, way.blunder)
            weights /= weights.mean()
        part = weights[some] / weights[some].sum()
        means, chances = part @ values, (part @ (values > 0)).clip(1 - SUREST, SUREST)
        found.append(
            Prediction(
                log_loss=float(-np.log(np.where(real > 0, chances, 1 - chances)).mean()),
                brier=float(((chances - (real > 0)) ** 2).mean()),
                squared=float(((means - real) ** 2).mean()),
                best=float(real[int(means.argmax())]),
                hand=float(np.log(weights[true])),
            )
        )
    return found


#: Numbers of hands, the values of all moves with each, shape (hands, moves), and those with the true hand.
Values = tuple["NDArray[np.intp]", "NDArray[np.int16]", "NDArray[np.int16]"]


def _closing(moment: Moment, every: NDArray[np.uint32], rng: np.random.Generator) -> Values:
    """Double-dummy values of all leads, each with the largest declaration."""
    some = np.sort(rng.permutation(len(every))[:MOST_HANDS])
    position = closed(moment.seen, int(every[0]))
    listed = [move for move in legal_moves(position) if not move.claim]
    moves = list({move.lead: move for move in sorted(listed, key=lambda move: move.declare.bit_count())}.values())
    held = np.append(every[some], np.uint32(moment.hand))
    values = Kernel(moment.seen.rules).closings(position, held, moves)
    return some, values[:-1], values[-1]


def _playing_on(moment: Moment, every: NDArray[np.uint32], rng: np.random.Generator) -> Values:
    """What moves that leave the boneyard open bring if both play on by the networks."""
    deals, seen = draw(moment.seen, DEALS, int(rng.integers(2**62))), moment.seen
    true = Deals(np.array([moment.hand], dtype=np.uint32), np.array([moment.stock], dtype=np.uint8))
    world = next(true.positions(seen))
    moves = [move for move in options(seen, world).open if not move.close]
    players = make_players(seen.rules)
    values, real = (play_out(players, world, moves, some).values for some in (deals, true))
    return every.searchsorted(deals.hands), values, real[0]


def table(names: Sequence[str], found: Sequence[Sequence[Prediction]]) -> list[str]:
    """A line for each way, the first of which has all hands alike: losses, how much less they are than with the first,
    and what is gained; each with its standard error.
    """
    first, *_ = by_way = [_columns(column) for column in zip(*found, strict=True)]
    rows = [f"{'':16}" + "".join(f"{name:>8}   less   s.e." for name in ("log loss", "Brier", "squared"))]
    rows[0] += "   best  s.e.   hand  s.e."
    for name, ways in zip(names, by_way, strict=True):
        less = first - ways
        losses = [f"{ways[k].mean():8.4f} {less[k].mean():+.4f} {_error(less[k]):.4f}" for k in range(3)]
        gains = [f"{gain.mean():+.3f} {_error(gain):.3f}" for gain in (-less[3], ways[4])]
        rows.append(f"{name:16}{''.join(losses)}  {'  '.join(gains)}")
    return rows


def keep(player: str, found: Sequence[Sequence[Prediction]], *, play_on: bool) -> None:
    """Put the first way of choosing beside all hands alike into a row of the page."""
    first, way, *_ = (_columns(column) for column in zip(*found, strict=True))
    less = first - way
    cells = [f"{len(found):,}"]
    for k in range(2):
        cells += [f"{way[k].mean():.4f}", f"{less[k].mean():+.4f}", f"{_error(less[k]):.4f}"]
    cells += [f"{way[4].mean():+.3f}", f"{_error(way[4]):.3f}"]
    figures.keep("history", {(f"`{player}`", "playing on" if play_on else "closing"): cells})


def _columns(column: Sequence[Prediction]) -> Matrix:
    return np.array([[p.log_loss, p.brier, p.squared, p.best, p.hand] for p in column]).T


def _error(column: Matrix) -> float:
    return float(column.std(ddof=1) / np.sqrt(len(column)))


def main() -> int:
    """Play, predict, print the table."""
    given = _options()
    match = Match(given.player, given.opponent or given.player, given.rules, given.seed)
    ways = [Choosing(*pair) for pair in product(given.temperature, given.blunder)]
    found = _run(match, given.deals, [None, *ways], given.out, play_on=given.playing_on)
    print(f"{match.a} against {match.b}, {match.rules}, seed {match.seed}: {len(found)} moments")
    print("\n".join(table(["all hands alike", *(f"{w.temperature:g}, {w.blunder:g}" for w in ways)], found)))
    if given.figures:
        keep(match.a, found, play_on=given.playing_on)
    return 0


def _run(
    match: Match, deals: int, ways: Sequence[Choosing | None], out: Path | None, *, play_on: bool
) -> list[list[Prediction]]:
    key = asdict(match) | {"ways": [way and asdict(way) for way in ways], "play_on": play_on}
    done = {
        row["deal"]: row["found"]
        for row in (lines.read(out) if out else [])
        if key == {name: row.get(name) for name in key}
    }
    found = []
    for number in range(deals):
        if number not in done:
            at = moment(match, number)
            done[number] = [asdict(one) for one in predictions(at, ways, play_on=play_on)] if at else []
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
    parser.add_argument("--temperature", type=float, nargs="+", default=[TEMPERATURE])
    parser.add_argument("--blunder", type=float, nargs="+", default=[BLUNDER])
    parser.add_argument("--playing-on", action="store_true", help="predict what playing on brings, not closing")
    parser.add_argument("--out", type=Path, help="file of predictions, one line a deal")
    figures.option(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
