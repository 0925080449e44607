"""A decision of a played deal, judged by what its player could know and with all tiles seen; and what was luck.

A mistake is called by what it loses, in game points. Where a deal is worth card points, 66 of them win a rubber as 7
game points win a match: a game point stands for ``CARD_POINTS`` of them.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from bingo.solver.analysis import Engine, Worlds, make_players, roll_out
from bingo.solver.game import CLAIM, PRESETS, WAIT, Moment, Move, Position, Rules, Stage, Visual, apply, has_claim, sign
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, members_dict
from bingo.solver.game.presets import nearest

#: The least loss of a mistake that is marked, by what it is called.
DOUBTFUL_LOSS, BAD_LOSS, VERY_BAD_LOSS = 0.05, 0.15, 0.4
GRADES = (("very bad", VERY_BAD_LOSS), ("bad", BAD_LOSS), ("doubtful", DOUBTFUL_LOSS))
#: The least that a mistake costs of the chance to win the match.
MIN_CHANCE_LOSS = 0.01
#: Card points that stand for a game point.
CARD_POINTS_PER_GAME_POINT = 66 / 7


def game_point_value(rules: Rules) -> float:
    """What a game point is in the values under these rules."""
    return CARD_POINTS_PER_GAME_POINT if rules.counts_card_points else 1.0


def min_loss(rules: Rules, *, chances: bool) -> float:
    """The least that a mistake loses, also of the chance to win the match."""
    return MIN_CHANCE_LOSS if chances else DOUBTFUL_LOSS * game_point_value(rules)


@dataclass(frozen=True, slots=True)
class Option:
    """A move that could be made, and what the deal is then worth, seen from ``you`` of the record."""

    move: Move
    value: float


@dataclass(frozen=True, slots=True)
class DoubleDummy:
    """A decision judged with all tiles seen: exact values of the best move and of that made, seen from ``you``.

    ``best`` is the move made where none is better. ``lost`` is the mover's and never negative.
    """

    best: Move
    value: int
    best_value: int
    lost: int


@dataclass(frozen=True, slots=True)
class MistakeReason(Visual):
    """Why a move was a mistake: a ``kind``, the ``facts`` that ``str`` makes a sentence of (``render/review.py``), and
    the line (moves as text) or hand that proves it. Code has checked all that the sentence says.
    """

    kind: str
    facts: Mapping[str, Any] = field(hash=False)
    line: tuple[str, ...] = ()
    hand: str = ""


@dataclass(frozen=True, slots=True)
class ForMatch:
    """What a decision did to the match. Chances to win it are seen from ``you``, 0 to 1.

    Attributes:
        best: The best move for the match by what the mover could know; the move made where none is better.
        chance: After the move made, and ``best_chance`` after ``best``.
        chance_by_points: After the move that is best by game points.
        lost: What the move made cost the mover, 0 or more, with the limits of its 95% interval.
        mistake: Whether that interval excludes 0, and the loss is at least the smallest that is marked.
    """

    best: Move
    chance: float
    best_chance: float
    chance_by_points: float
    lost: float
    low: float
    high: float
    mistake: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision with a choice. Values are of the whole deal, points already scored included, seen from ``you``.

    Attributes:
        n: Counts the decisions of the deal from 1.
        moment: The position with all tiles, whose turn it was, and what was seen; ``player`` (0 or 1) made ``move``
            there, which may be to wait with a claim.
        best: The best move by what ``player`` could know; ``move`` itself where none is better.
        value: What the deal was worth after ``move``, and ``best_value`` after ``best``.
        lost: The mover's loss, 0 or more, with the limits of its 95% interval; exact where all was known.
        mistake: Whether that interval excludes 0, and the loss is at least the smallest that is marked; not if it is
            ``repeated``.
        worlds: How many deals or hands ``lost`` comes from; 1 where all was known.
        options: The sensible moves and the one made, the best for the mover first.
        open: The same with all tiles seen; None where some are not recorded.
        reason: Why it was a mistake, where that could be proved.
        match: The same by the chance to win the match; None without a score.
        repeated: A close missed that lost more in another trick of the deal, where it counts.
    """

    n: int
    moment: Moment
    player: int
    move: Move
    best: Move
    value: float
    best_value: float
    lost: float
    low: float
    high: float
    exact: bool
    mistake: bool
    worlds: int
    options: Sequence[Option]
    open: DoubleDummy | None = None
    reason: MistakeReason | None = None
    match: ForMatch | None = None
    repeated: bool = False

    @property
    def counted(self) -> float:
        """What of the loss counts in sums."""
        return 0.0 if self.repeated else self.lost

    @property
    def trick(self) -> int:
        """The number of the trick under way or about to begin, from 1."""
        return self.moment.trick

    @property
    def phase(self) -> str:
        """``open``, ``closed`` or ``exhausted``, as the boneyard was."""
        position = self.moment.position
        return "open" if position.open else "closed" if position.closed else "exhausted"

    @property
    def grade(self) -> str | None:
        """What a mistake is called."""
        game_point = game_point_value(self.moment.position.rules)
        return next((name for name, least in GRADES if self.mistake and self.lost >= least * game_point), None)

    @property
    def luck(self) -> str | None:
        """``unlucky``: right by what was known, lost by what was there; ``lucky``: the other way round; else None."""
        if self.open is None or self.exact:
            return None
        if self.mistake:
            return None if self.open.lost else "lucky"
        is_unlucky = self.open.lost >= game_point_value(self.moment.position.rules) and self.best == self.move
        return "unlucky" if is_unlucky else None

    @property
    def ending(self) -> str | None:
        """``close`` or ``claim`` where that was made or would have been best, or a claim was waived; else None."""
        if self.move.claim or self.best.claim or self.moment.stage in (Stage.CLAIM, Stage.ANSWER):
            return "claim"
        return "close" if self.move.close or self.best.close else None

    @property
    def worths(self) -> dict[Move, float]:
        """What the options are worth to the mover, from the decision on, all by the same deals."""
        values = {self.best: self.best_value, self.move: self.value}
        values |= {option.move: option.value for option in self.options}
        scored_before = self.moment.score[YOU] - self.moment.score[OPPONENT]
        return {move: sign(self.player) * (value - scored_before) for move, value in values.items()}

    def for_match(self, by_points: Move) -> ForMatch:
        """What it did to the match, where values are chances to win that; ``by_points`` is the best by game points."""
        chances = {option.move: option.value for option in self.options}
        return ForMatch(
            chance=self.value,
            best_chance=self.best_value,
            chance_by_points=chances.get(by_points, self.value),
            **members_dict(self, "best", "lost", "low", "high", "mistake"),
        )

    def as_dict(self) -> dict[str, Any]:
        """A decision of what ``bingo review --json`` writes."""
        reason, match = self.reason, self.match
        return {
            **_members(self, "n trick phase player move best value best_value"),
            **({} if match is None else {"chance": match.chance, "best_chance": match.chance_by_points}),
            **_members(self, "lost low high exact worlds mistake repeated grade luck ending"),
            "player": PLAYER_NAMES[self.player],
            "why": reason and str(reason),
            "reason": reason and {"kind": reason.kind, "line": list(reason.line), "hand": reason.hand},
            "options": [_members(option, "move value") for option in self.options],
            "open": self.open and _members(self.open, "best value best_value lost"),
            **({} if match is None else {"match": _members(match, "best chance best_chance lost low high mistake")}),
        }


def _members(thing: object, member_names: str) -> dict[str, Any]:
    """Members as data, moves as text."""
    member_values = members_dict(thing, *member_names.split())
    return {name: str(member) if isinstance(member, Move) else member for name, member in member_values.items()}


def loss_per_decision(deals: Sequence[tuple[float, int]]) -> dict[str, Any]:
    """What a decision lost on average in some deals, of each of which is given what was lost in it and in how many
    decisions; with the standard error, None of a single deal.
    """
    decisions = sum(decision_count for _, decision_count in deals)
    mean_loss, standard_error = sum(lost for lost, _ in deals) / decisions if decisions else 0.0, None
    if len(deals) > 1:
        squared_sum = sum((lost - mean_loss * decision_count) ** 2 for lost, decision_count in deals)
        standard_error = math.sqrt(squared_sum * len(deals) / (len(deals) - 1)) / decisions
    return {"deals": len(deals), "decisions": decisions, "lost": mean_loss, "error": standard_error}


# --- luck --------------------------------------------------------------------------------------------
# What was dealt and drawn is measured with both hands seen but not the boneyard: by means over orders of the stock, in
# each of which both play on by the networks. So luck in drawing is told from luck in what a hand could not know.

#: The mean for whoever leads first, by preset.
LEADING_WORTHS = {
    "pagat": -0.1303,  # s.e. 0.0017
    "akagiri": -0.1379,  # s.e. 0.0016
    "hoyle-1868": -0.1331,  # s.e. 0.0015
    "hoyle-modern": -0.1526,  # s.e. 0.0014
    "domino-play": -0.2265,  # s.e. 0.0014
    "engel": -0.1298,  # s.e. 0.0017
    "berndt": -1.2791,  # s.e. 0.0140
}


def worth_of_leading(rules: Rules) -> float:
    """What leading is worth under these rules: of those that are no preset, what it is under the nearest one that
    counts deals alike, in game points or in card points.
    """
    return LEADING_WORTHS[nearest(rules, [name for name in LEADING_WORTHS if PRESETS[name].rules.unit == rules.unit])]


@dataclass(frozen=True, slots=True)
class Draw:
    """What both drew after a trick, and what that was worth to ``you``."""

    trick: int
    worth: float


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of ``you``: in the tiles dealt, in those drawn, and in what lay hidden when moves were chosen."""

    deal: float
    draws: float
    hidden: float
    each: tuple[Draw, ...] = ()

    @property
    def you(self) -> float:
        """All of it."""
        return self.deal + self.draws + self.hidden


def luck_of(moments: Sequence[Moment], start: float, total: float, orders: int, seed: int, engine: Engine) -> Luck:
    """The luck of a deal whose tiles are all recorded: how much of the ``total``, measured over so many ``orders`` of
    the stock, lay in the tiles dealt, as the deal was worth ``start`` before, and in each draw.
    """
    players = make_players(moments[0].position.rules)

    def mean_value(position: Position, move: Move = WAIT) -> float:
        """The mean value of a move, else of the position, both hands seen; seen from ``you``."""
        if position.to_move == OPPONENT:
            return -mean_value(position.swapped(), move)
        if position.stage is Stage.OVER:
            return 0.0
        if position.stage in (Stage.CLAIM, Stage.ANSWER) and has_claim(position, position.to_move):
            return float(apply(position, CLAIM).gain)
        if not position.open:
            return float(engine.value(position))
        rng = np.random.default_rng([seed, len(position.stock), position.hands[YOU], position.hands[OPPONENT]])
        stocks = rng.permuted(np.tile(np.array(position.stock, dtype=np.uint8), (orders, 1)), axis=1)
        hands = np.full(orders, position.hands[OPPONENT], dtype=np.uint32)
        return float(roll_out(players, position, [move], Worlds(hands, stocks)).values.mean())

    draws = []
    for before, after in pairwise(moments):
        start_position, drawn_position = before.position, after.position
        has_drawn = len(drawn_position.stock) < len(start_position.stock)
        if start_position.open and drawn_position.closed is None and has_drawn:
            assert before.turn is not None
            expected_value = mean_value(start_position, before.turn.move) + before.score[YOU] - before.score[OPPONENT]
            drawn_value = mean_value(drawn_position) + after.score[YOU] - after.score[OPPONENT]
            draws.append(Draw(before.trick, drawn_value - expected_value))
    deal_luck, draw_luck = mean_value(moments[0].position) - start, sum(draw.worth for draw in draws)
    return Luck(deal_luck, draw_luck, total - deal_luck - draw_luck, tuple(draws))
