"""A move and its text (``close, declare 6-6 5-5, lead 6-6``), what is legal in a position and why not, and what a move
leads to. RULES.md sections 3 to 7, written once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from bingo.solver.errors import IllegalMove, ImpossiblePosition, NotationError, Reason, check_type
from bingo.solver.game import tiles, tricks
from bingo.solver.game.position import MATCH_TO, Closing, Pair, Position, Stage
from bingo.solver.game.scoring import (
    NOTHING,
    Scores,
    claimed,
    difference,
    final_points,
    for_both,
    up_to_victory,
    win_score,
)
from bingo.solver.game.tiles import (
    BINGO,
    DOUBLES,
    NO_TILES,
    Mask,
    Tile,
    TileSet,
    double,
    is_double,
    members,
    one_tile,
    tile_set,
)


@dataclass(frozen=True, slots=True, init=False)
class Move:
    """One turn. Parts that are not used keep their defaults; with no part at all it is ``wait``.

    A leader may close, declare and then lead or claim; the other replies (``play``), claims between
    two tricks or waits. ``declare`` is the set of all doubles counted in the declaration.

    >>> Move.parse("close, declare 6-6 5-5, lead 6-6").lead
    Tile('6-6')
    >>> Move(close=True, lead=Tile("0-0"))
    Move.parse('close, lead 0-0')

    Raises:
        IllegalMove: there is no tile, or no set of tiles, with that number.
        TypeError: a part is of another type.
    """

    close: bool
    declare: TileSet
    lead: Tile | None
    play: Tile | None
    claim: bool

    def __init__(
        self,
        *,
        close: bool = False,
        declare: int = NO_TILES,
        lead: int | None = None,
        play: int | None = None,
        claim: bool = False,
    ) -> None:
        put = object.__setattr__
        check_type("close", close, bool)
        check_type("claim", claim, bool)
        put(self, "close", close)
        put(self, "claim", claim)
        try:
            put(self, "declare", tile_set("declare", declare))
            put(self, "lead", None if lead is None else one_tile("lead", lead))
            put(self, "play", None if play is None else one_tile("play", play))
        except NotationError as error:
            raise IllegalMove(str(error)) from None

    @property
    def tile(self) -> Tile | None:
        """The tile led or played, if any."""
        return self.play if self.lead is None else self.lead

    @classmethod
    def parse(cls, line: str, *, replying: bool | None = None) -> Move:
        """Read a move as ``str`` writes it, in any case: ``close, declare 6-6 5-5, lead 6-6``. Commas may be left out.

        A tile alone is a move where it is known whether it is led or, ``replying``, played: ``position.play("6-4")``
        knows, and ``Move.parse("6-4", replying=True)`` is told.

        >>> Move.parse("close declare 5-5 0-0, 5-5", replying=False)
        Move.parse('close, declare 5-5 0-0, lead 5-5')

        Raises:
            NotationError: a part is not ``close``, ``declare TILES``, ``lead TILE``, ``play TILE``, ``claim``
                or ``wait``.
        """
        check_type("move", line, str)
        if not line.strip() and replying is not None:
            raise NotationError.of("move", "a tile such as 4-4", "nothing")
        words = re.sub(r"^close\s+(?=[^,\s])", "close, ", line.strip().lower())
        words = re.sub(r"(?<=[^,\s])\s+(?=(declare|lead|play|claim)\b)", ", ", words)
        move: dict[str, object] = {}
        for part in words.split(","):
            word, _, rest = part.strip().partition(" ")
            if replying is not None and word and not any(letter.isalpha() for letter in part):
                word, rest = "play" if replying else "lead", part.strip()
            if word in move:
                raise NotationError.of("move", "every part of a move once", repr(line[:60]))
            if word in ("close", "claim") and not rest:
                move[word] = True
            elif word == "declare" and rest:
                move[word] = tiles.mask(tiles.parse_all(rest))
            elif word in ("lead", "play") and rest:
                move[word] = tiles.parse(rest)
            elif not (word == "wait" and not rest):
                expected = "close, declare TILES, lead TILE, play TILE or claim, joined by commas"
                raise NotationError.of("move", expected, repr(line[:60]))
        return cls(**move)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    def __format__(self, form: str) -> str:
        return format(str(self), form)

    def __str__(self) -> str:
        parts = ["close"] if self.close else []
        if self.declare:
            parts.append(f"declare {self.declare}")
        if self.lead is not None:
            parts.append(f"lead {self.lead}")
        if self.play is not None:
            parts.append(f"play {self.play}")
        if self.claim:
            parts.append("claim")
        return ", ".join(parts) or "wait"


@dataclass(frozen=True, slots=True)
class Expect:
    """What somebody wrote down as the answer to a position: its value and all of its best moves.

    Either part may be missing (``None``, no move); the value is seen from ``you``. A puzzle also has the names of its
    ``themes``, that under which it is filed first, and a ``difficulty`` from 0 to 100.
    """

    value: float | None = None
    best: tuple[Move, ...] = ()
    themes: tuple[str, ...] = ()
    difficulty: int | None = None

    def differences_from(self, value: float, best: Iterable[str], *, exact: bool = True) -> list[str]:
        """What is not as expected, in words.

        An estimate, which is not ``exact``, names one best move where several may be: any of those expected will do.
        """
        faults = []
        if self.value is not None and self.value != value:
            expected, actual = (f"{number:+g}" if number else "0" for number in (self.value, value))
            faults.append(f"expected the value {expected}; found {actual}")
        wanted, moves = set(map(str, self.best)), set(best)
        if wanted and not (wanted == moves if exact else wanted >= moves):
            faults.append(f"expected the best moves {'; '.join(sorted(wanted))}; found {'; '.join(sorted(moves))}")
        return faults


WAIT = Move()
CLAIM = Move(claim=True)

#: The same for those who import functions.
parse = Move.parse


class Outcome(NamedTuple):
    """What a move brings: game points at once (yours less the opponent's), the position after it, whether the deal is
    over, and who scores what, in order: whoever first has what they need has won the match.

    Under rules worth card points (``at_target: points``) the whole difference is gained with the last tile.
    """

    gain: int
    position: Position
    over: bool = False
    scores: Scores = NOTHING


#: What the rest of a turn does: who scores what, the position after it, whether the deal is over.
_Result = tuple[Scores, Position, bool]


def begin(position: Position) -> Position:
    """The position at its first real decision: a led tile is replied to, empty claims are skipped."""
    return _between(position) if position.led is None else replace(position, stage=Stage.REPLY)


# --- legal moves -------------------------------------------------------------------------------------


def playable_moves(position: Position) -> Iterator[Move]:
    """What :func:`play` takes: with :func:`legal_moves` the leads that can follow if those who may claim first wait."""
    yield from (move for move in legal_moves(position) if move != WAIT or position.stage is not Stage.CLAIM)
    if position.stage in (Stage.CLAIM, Stage.ANSWER):
        yield from legal_moves(at_lead(position))


def legal_moves(position: Position) -> Iterator[Move]:
    """Every move of the player to move, each once, claiming and waiting before leading; none if the deal is over."""
    stage = position.stage
    if stage in (Stage.CLAIM, Stage.ANSWER):
        yield from (CLAIM, WAIT)
    elif stage is Stage.LEAD:
        yield from _turns(position, close=False)
        if can_close(position):
            yield from _turns(position, close=True)
    elif stage is Stage.REPLY:
        yield from (Move(play=t) for t in members(replies(position)))
    elif stage is Stage.SHOW:
        yield WAIT
        yield from (Move(declare=d) for d in _shows(position))


def replies(position: Position) -> Mask:
    """The tiles the player to reply may play."""
    assert position.led is not None
    hand = position.hands[1 - position.leader]
    return tricks.may_reply(position.rules, position.trump, position.led, hand, phase_two=not position.open)


def can_close(position: Position) -> bool:
    """Whether the leader may turn the turned tile down."""
    return position.open and position.tricks[position.leader] > 0


def may_claim(position: Position, player: int) -> bool:
    """Whether a claim, true or false, is a move for this player, were it their turn to claim."""
    rules = position.rules
    return has_claim(position, player) or (rules.at_target == "claim" and rules.false_claims)


def has_claim(position: Position, player: int) -> bool:
    """Whether a claim of this player would be true, were it their turn to claim."""
    rules = position.rules
    return rules.at_target == "claim" and position.card_points(player) >= rules.target


def late_claimer(position: Position) -> int | None:
    """Who may still say so after the last tile, which has scored a claim by itself; None if nobody."""
    ended = position.over and not any(position.hands) and position.rules.at_target == "claim"
    scored = final_points(position) if ended else ()
    able = (p for p, points in enumerate(scored) if points and position.card_points(p) >= position.rules.target)
    return next(able, None)


def declarable(position: Position, player: int) -> Mask:
    """Doubles in this player's hand that may still be declared."""
    used = 0 if position.rules.redeclare else position.shown
    return position.hands[player] & DOUBLES & ~used


def may_show(position: Position) -> bool:
    """Whether the winner of a trick may declare the double they won it with."""
    allowed = position.rules.declare == "after-winning" and position.won_with is not None
    return allowed and any(_shows(position))


def _turns(position: Position, close: bool) -> Iterator[Move]:
    leader = position.leader
    for t in members(position.hands[leader]):
        yield Move(close=close, lead=t)
    if position.rules.declare != "leading":
        return
    for doubles in subsets(declarable(position, leader)):
        if not tricks.may_declare(position.rules, doubles.bit_count()):
            continue
        _, after, over = _declare(closed(position) if close else position, doubles)
        if over:
            yield Move(close=close, declare=doubles)
            continue
        for t in members(doubles):
            yield Move(close=close, declare=doubles, lead=t)
        if may_claim(after, leader):
            yield Move(close=close, declare=doubles, claim=True)


def _shows(position: Position) -> Iterator[Mask]:
    """Declarations of the winner of a trick: the double that won it and some of the hand."""
    assert position.won_with is not None
    for doubles in subsets(declarable(position, position.leader)):
        if doubles and tricks.may_declare(position.rules, doubles.bit_count() + 1):
            yield doubles | 1 << position.won_with


def subsets(tiles: Mask) -> Iterator[Mask]:
    """All subsets of a set, the empty one included."""
    part, whole = 0, int(tiles)
    while True:
        yield part
        part = (part - whole) & whole
        if not part:
            return


# --- playing -----------------------------------------------------------------------------------------


def play(position: Position, move: Move | str) -> Outcome:
    """What follows a move, which may be written: ``"lead 6-4"`` or ``"6-4"``. Whoever could do something else before it
    waits. Once the deal is over, or the match in it, the position says so and has no moves.

    Raises:
        IllegalMove: the rules do not allow it here; the message says why, and what they do allow.
        NotationError: the text is not a move, or a number of the position is out of its range.
        TypeError: it is not a position, or neither a move nor text.
    """
    check_type("play", position, Position)
    check_type("move", move, Move, str)
    position.require_sound(to_play=False)
    if isinstance(move, str):
        move = parse(move, replying=position.stage is Stage.REPLY)
    before = position
    declaring = Move(close=move.close, declare=move.declare)
    while move not in (legal := list(legal_moves(before))):
        if move.lead is not None and move.lead in move.declare and declaring in legal:
            move = declaring  # which ends the deal before anything is led
        elif is_recordable(before, move):
            break
        elif WAIT not in legal:
            if position.over:
                expected, reason = "no move, as the deal is over", ""
            else:
                expected = f"one of: {'; '.join(map(str, playable_moves(position)))}"
                reason = illegal_reason(position, move)
            refused = f"{move}{reason and f', but {reason}'}"
            raise IllegalMove(f"expected {expected}; found: {refused}", Reason("move", expected, refused))
        else:
            before = apply(before, WAIT).position
    gain, after, over, scores = apply(before, move)
    if position.match is not None and position.rules.at_target != "points":
        scores = up_to_victory(scores, position.match)
        gain = difference(scores)
        if not over:
            match = position.match.plus(gain)
            after, over = replace(after, match=match), max(match.score) >= MATCH_TO
    return Outcome(gain, replace(after, stage=Stage.OVER) if over else after, over, scores)


def is_recordable(position: Position, move: Move) -> bool:
    """Whether a record may have a move before a lead that :func:`legal_moves` does not list: a false claim, or waiting
    for one of the other.
    """
    if position.stage is not Stage.LEAD or position.rules.at_target != "claim":
        return False
    if move.claim and move.declare:  # legal wherever leading one of the doubles is
        return replace(move, claim=False, lead=next(members(move.declare))) in legal_moves(position)
    return move in (CLAIM, WAIT)


def apply(position: Position, move: Move) -> Outcome:
    """As :func:`play`, for moves that :func:`legal_moves` gave; the stage does not say when the deal is over."""
    stage = position.stage
    if stage in (Stage.CLAIM, Stage.ANSWER):
        waited = NOTHING, _between(position, after=stage), False
        result = _claim(position, position.to_move) if move.claim else waited
    elif stage is Stage.LEAD:
        waited = NOTHING, replace(position, stage=Stage.ANSWER), False
        result = waited if move == WAIT else _turn(position, move)
    elif stage is Stage.REPLY:
        assert move.play is not None
        result = _reply(position, move.play)
    else:
        result = _show(position, move.declare)
    scores, after, over = result
    return Outcome(difference(scores) if scores else 0, after, over, scores)


def _turn(position: Position, move: Move) -> _Result:
    scores = NOTHING
    if move.close:
        position = closed(position)
    if move.declare:
        scores, position, over = _declare(position, move.declare)
        if over:
            return scores, position, over
    if move.claim:
        return _claim(position, position.leader, scores)
    assert move.lead is not None
    hands = _remove_tile(position.hands, position.leader, move.lead)
    return scores, replace(position, hands=hands, led=move.lead, stage=Stage.REPLY), False


def at_lead(position: Position) -> Position:
    """The same with nobody claiming any more before this lead."""
    return replace(position, stage=Stage.LEAD) if position.stage in (Stage.CLAIM, Stage.ANSWER) else position


def closed(position: Position) -> Position:
    """The position once the leader has turned the turned tile down, nobody having led yet."""
    other = 1 - position.leader
    closing = Closing(position.leader, position.card_points(other), position.tricks[other])
    return replace(position, closed=closing, stock=())


def _declare(position: Position, doubles: Mask) -> _Result:
    rules, player = position.rules, position.leader
    if doubles.bit_count() == 7 and rules.seven_doubles:
        return ((player, rules.seven_doubles),), position, True
    worth = tricks.declaration_points(rules, doubles)
    shown = (position.shown | doubles) & (position.hands[0] | position.hands[1])
    if rules.declaration_counts == "with-its-trick":
        return NOTHING, replace(position, shown=shown, pending=worth), False
    after = replace(position, shown=shown, declared=_add_points(position.declared, player, worth))
    return _score_target(position, after, player)


def _reply(position: Position, tile: Tile) -> _Result:
    led, rules = position.led, position.rules
    assert led is not None
    wins = tricks.beats(rules, position.trump, led, tile, phase_two=not position.open)
    winner = 1 - position.leader if wins else position.leader
    hands = _remove_tile(position.hands, 1 - position.leader, tile)
    worth = sum(tricks.points_table(rules, position.trump)[t] for t in (led, tile))
    if not any(hands) and not position.open and position.closed is None:
        worth += rules.last_trick
    earned = position.pending if winner == position.leader else 0
    after = replace(
        position,
        hands=hands,
        leader=winner,
        led=None,
        pending=0,
        shown=position.shown & (hands[0] | hands[1]),
        points=_add_points(position.points, winner, worth),
        tricks=_add_points(position.tricks, winner, 1),
        declared=_add_points(position.declared, winner, earned),
    )
    scores, after, over = _score_target(position, after, winner)
    if {led, tile} == {BINGO, double(position.trump)}:
        scores = (*scores, (winner, rules.capture))
    if over:
        return scores, after, over
    won_with = tile if wins else led
    if is_double(won_with) and (rules.redeclare or not position.shown >> won_with & 1):
        showing = replace(after, stage=Stage.SHOW, won_with=won_with)
        if may_show(showing):
            return scores, showing, False
    return _draw(after, scores)


def _show(position: Position, doubles: Mask) -> _Result:
    position = replace(position, won_with=None)
    if not doubles:
        return _draw(position, NOTHING)
    scores, after, over = _declare(position, doubles)
    return (scores, after, over) if over else _draw(after, scores)


def _draw(position: Position, scores: Scores) -> _Result:
    """After a trick is settled: draw in phase one, end the deal after the last tile."""
    if not position.open:
        if not any(position.hands):
            return (*scores, *for_both(final_points(position))), position, True
        return scores, _between(position), False
    winner, stock, turned = position.leader, position.stock, position.turned
    assert turned is not None
    if not stock:
        raise ImpossiblePosition([Reason("stock", "face-down tiles to draw", "none")])
    if len(stock) > 1:
        first, second, stock = stock[0], stock[1], stock[2:]
    else:
        first, second, stock = stock[0], turned, ()
        if position.rules.last_draw == "turned":
            first, second = second, first
        turned = None
    hands = [position.hands[0], position.hands[1]]
    hands[winner] |= 1 << first
    hands[1 - winner] |= 1 << second
    drawn = replace(position, hands=(hands[0], hands[1]), stock=stock, turned=turned)
    return scores, _between(drawn), False


def _between(position: Position, after: Stage | None = None) -> Position:
    leader = position.leader
    if after is None and may_claim(position, leader):
        return replace(position, stage=Stage.CLAIM)
    if after is not Stage.ANSWER and may_claim(position, 1 - leader):
        return replace(position, stage=Stage.ANSWER)
    return replace(position, stage=Stage.LEAD)


def _claim(position: Position, player: int, scores: Scores = NOTHING) -> _Result:
    return (*scores, claimed(position, player)), position, True


def _score_target(before: Position, after: Position, player: int) -> _Result:
    """Score a player who has just reached the target, under rules that need no claim."""
    rules = after.rules
    crossed = before.card_points(player) < rules.target <= after.card_points(player)
    if not crossed or rules.at_target in ("claim", "points"):
        return NOTHING, after, False
    return ((player, win_score(after, player)),), after, rules.at_target == "first-ends"


# --- small helpers -----------------------------------------------------------------------------------


def _add_points(pair: Pair, player: int, more: int) -> Pair:
    return (pair[0] + more, pair[1]) if player == 0 else (pair[0], pair[1] + more)


def _remove_tile(hands: tuple[TileSet, TileSet], player: int, tile: Tile) -> tuple[TileSet, TileSet]:
    return (hands[0] - tile, hands[1]) if player == 0 else (hands[0], hands[1] - tile)


def illegal_reason(position: Position, move: Move) -> str:
    """Which rule stands against a move, in words; empty where the list of legal moves says it all."""
    position = at_lead(position)
    if position.stage is Stage.SHOW:
        return _against_showing(position, move)
    if move.tile is not None and move.tile not in position.hands[position.to_move]:
        return f"{move.tile} is not in the hand"
    if position.led is not None:
        return (
            "a tile has been led: reply with play"
            if move.play is None
            else f"other tiles must be played to {position.led}"
        )
    if move.play is not None:
        return "nothing has been led yet"
    if move.close and not can_close(position):
        if position.open:
            return "a player can close only after winning a trick"
        return "only an open boneyard can be closed"
    if move.declare:
        return _against_declaring(position, move)
    return f"a claim takes {position.rules.target} card points" if move.claim else ""


def _against_showing(position: Position, move: Move) -> str:
    won_with = position.won_with
    assert won_with is not None
    missing = move.declare - declarable(position, position.leader) - won_with
    if not move.declare or move != Move(declare=move.declare):
        return "the winner of the trick may only declare, or wait"
    if won_with not in move.declare:
        return f"{won_with}, which won the trick, must be among them"
    return f"{missing} cannot be declared from this hand" if missing else "that many doubles cannot be declared"


def _against_declaring(position: Position, move: Move) -> str:
    count, hand = len(move.declare), position.hands[position.leader]
    if move.declare - DOUBLES:
        return "only doubles can be declared"
    if move.declare - hand:
        return f"{move.declare - hand} is not in the hand"
    if position.rules.declare != "leading":
        return "under these rules only the winner of a trick may declare"
    if move.declare - declarable(position, position.leader):
        return f"{move.declare & position.shown} was declared before"
    if tricks.may_declare(position.rules, count):
        return "one of the declared doubles must be led"
    return "a single double cannot be declared" if count == 1 else "that many doubles cannot be declared"
