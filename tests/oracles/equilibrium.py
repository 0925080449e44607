"""The equilibrium of the last tricks once more, as a linear program over sequences.

Shares nothing with CFR+ in the kernel, nor with the rules of the game as it is played: tricks are those of the proofs
(:mod:`bingo.solver.proof.trick_rules`), and what a deal scores is restated here from RULES.md sections 3 to 7 and 9.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from bingo.solver.game.position import Closing, Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import BINGO, DOUBLES, Tile, double, members
from bingo.solver.proof.trick_rules import duty, wins, worth
from tests.oracles.sequence_program import Side, program_value

Tiles = frozenset[Tile]
#: What is done: a word, the tile led or played, and the doubles declared.
Action = tuple[str, Tile | None, Tiles]
WAIT: Action = ("wait", None, frozenset())
CLAIM: Action = ("claim", None, frozenset())


@dataclass(frozen=True)
class Table:
    """A deal under way; pairs are yours and the opponent's. ``turn`` is what may be done now: claim, answer (to no
    claim of the leader), lead, reply or show. ``score`` is what you have gained so far less the opponent.
    """

    rules: Rules
    trump: int
    hands: tuple[Tiles, Tiles]
    leader: int
    turn: str
    points: tuple[int, int]
    declared: tuple[int, int]
    tricks: tuple[int, int]
    spent: Tiles
    closed: Closing | None
    carried: tuple[int, int]
    led: Tile | None = None
    pending: int = 0
    won_with: Tile | None = None
    score: int = 0
    over: bool = False

    @property
    def mover(self) -> int:
        """Who is to do something."""
        return 1 - self.leader if self.turn in ("answer", "reply") else self.leader

    def card(self, player: int) -> int:
        """Card points that count."""
        return self.points[player] + (self.declared[player] if self.tricks[player] else 0)


def deals_value(deals: Sequence[tuple[Position, float]]) -> float:
    """What the game is worth to you: deals, which both suppose, with how often each counts; nothing is drawn any more.

    They differ in the hands only.

    Raises:
        RuntimeError: the program was not solved.
    """
    game = _Game()
    whole = sum(weight for _, weight in deals)
    for position, weight in deals:
        table = _between(_table(position), "claim") if position.led is None else _table(position)
        hands = table.hands
        sequences = [game.sequence(player, None, ((), hands[player])) for player in (0, 1)]
        _walk(game, table, (), hands, (sequences[0], sequences[1]), weight / whole)
    return program_value(game.side(0), game.side(1), game.gains)


# --- the game as a tree --------------------------------------------------------------------------------


class _Game:
    """Sequences of both players, with the information set that each belongs to, and what pairs of them bring."""

    def __init__(self) -> None:
        self.numbers: tuple[dict[object, int], ...] = ({}, {})
        self.sets: tuple[dict[object, tuple[int, set[int]]], ...] = ({}, {})
        self.roots: tuple[set[int], ...] = (set(), set())
        self.gains: defaultdict[tuple[int, int], float] = defaultdict(float)

    def sequence(self, player: int, parent: int | None, key: tuple[object, ...], action: Action | None = None) -> int:
        """The number of a sequence: of an action in what the player knows (``key``), after another sequence."""
        number = self.numbers[player].setdefault((key, action), len(self.numbers[player]))
        if parent is None:
            self.roots[player].add(number)
        else:
            self.sets[player].setdefault(key, (parent, set()))[1].add(number)
        return number

    def side(self, player: int) -> Side:
        """The sequences of one player, for the program."""
        sets = [(parent, sorted(actions)) for parent, actions in self.sets[player].values()]
        return Side(len(self.numbers[player]), sorted(self.roots[player]), sets)


def _walk(
    game: _Game,
    table: Table,
    done: tuple[Action, ...],
    dealt: tuple[Tiles, Tiles],
    sequences: tuple[int, int],
    weight: float,
) -> None:
    """All that can be done from here on in one deal."""
    if table.over:
        game.gains[sequences] += weight * table.score
        return
    me = table.mover
    actions = list(_actions(table))
    for action in actions:
        after = sequences
        if len(actions) > 1:
            number = game.sequence(me, sequences[me], (done, dealt[me]), action)
            after = (number, sequences[1]) if me == 0 else (sequences[0], number)
        _walk(game, _after(table, action), (*done, action), dealt, after, weight)


# --- the rules -----------------------------------------------------------------------------------------


def _table(position: Position) -> Table:
    hands = (frozenset(members(position.hands[0])), frozenset(members(position.hands[1])))
    return Table(
        position.rules,
        position.trump,
        hands,
        position.leader,
        "claim" if position.led is None else "reply",
        position.points,
        position.declared,
        position.tricks,
        frozenset(members(position.shown)),
        position.closed,
        position.carried,
        position.led,
        position.pending,
    )


def _actions(table: Table) -> Iterator[Action]:
    if table.turn in ("claim", "answer"):
        yield from (CLAIM, WAIT)
    elif table.turn == "lead":
        yield from _leads(table)
    elif table.turn == "show":
        assert table.won_with is not None
        yield WAIT
        for more in _some(_doubles(table), 1):
            if _declares(table.rules, more | {table.won_with}):
                yield "show", None, more | {table.won_with}
    else:
        assert table.led is not None
        hand = table.hands[table.mover]
        duties = {t: duty(table.rules, table.trump, table.led, t) for t in hand}
        yield from (("play", t, frozenset()) for t in sorted(hand) if duties[t] == min(duties.values()))


def _leads(table: Table) -> Iterator[Action]:
    """RULES.md sections 4 and 5: a lead, a declaration with one of its doubles led, a claim upon one."""
    rules, me = table.rules, table.leader
    for t in sorted(table.hands[me]):
        yield "lead", t, frozenset()
    if rules.declare != "leading":
        return
    for doubles in _some(_doubles(table), 2):
        if not _declares(rules, doubles):
            continue
        declared = _declared(table, doubles)
        if declared.over:
            yield "declare", None, doubles
            continue
        yield from (("lead", t, doubles) for t in sorted(doubles))
        if _may_claim(declared, me):
            yield "claim", None, doubles


def _doubles(table: Table) -> Tiles:
    """Those that the leader may declare."""
    held = frozenset(t for t in table.hands[table.leader] if DOUBLES >> t & 1)
    return held if table.rules.redeclare else held - table.spent


def _some(tiles: Tiles, least: int) -> Iterator[Tiles]:
    for size in range(least, len(tiles) + 1):
        yield from map(frozenset, combinations(sorted(tiles), size))


def _declares(rules: Rules, doubles: Tiles) -> bool:
    size = len(doubles)
    return 2 <= size <= len(rules.declaration_points) + 1 or (size == 7 and rules.seven_doubles > 0)


def _declared(table: Table, doubles: Tiles) -> Table:
    rules, me = table.rules, table.leader
    if len(doubles) == 7 and rules.seven_doubles:
        return _scored(table, me, rules.seven_doubles, over=True)
    points = rules.declaration_points[len(doubles) - 2] + (rules.bingo_bonus if BINGO in doubles else 0)
    spent = replace(table, spent=table.spent | doubles)
    if rules.declaration_counts == "with-its-trick":
        return replace(spent, pending=points)
    return _reached(table, replace(spent, declared=_more(table.declared, me, points)), me)


def _after(table: Table, action: Action) -> Table:
    word, tile, doubles = action
    if word == "wait":
        return _between(table, {"claim": "answer", "answer": "lead", "show": "claim"}[table.turn])
    if doubles:
        table = _declared(table, doubles)
    if word == "claim":
        return _claimed(table, table.mover)
    if word == "show":
        return table if table.over else _between(table, "claim")
    if word == "declare":
        return table
    assert tile is not None
    hands = _without(table.hands, table.mover, tile)
    if word == "lead":
        return replace(table, hands=hands, led=tile, turn="reply")
    return _trick(replace(table, hands=hands), tile)


def _trick(table: Table, reply: Tile) -> Table:
    rules, led, trump = table.rules, table.led, table.trump
    assert led is not None
    taken = wins(rules, trump, led, reply)
    winner = 1 - table.leader if taken else table.leader
    earned = worth(rules, trump, led) + worth(rules, trump, reply)
    if not any(table.hands) and table.closed is None:
        earned += rules.last_trick
    after = replace(
        table,
        leader=winner,
        led=None,
        pending=0,
        points=_more(table.points, winner, earned),
        tricks=_more(table.tricks, winner, 1),
        declared=table.declared if taken else _more(table.declared, winner, table.pending),
    )
    after = _reached(table, after, winner)
    if {led, reply} == {BINGO, double(trump)} and trump != 0:
        after = _scored(after, winner, rules.capture, over=after.over)
    if after.over:
        return after
    best = reply if taken else led
    if rules.declare == "after-winning" and DOUBLES >> best & 1 and (rules.redeclare or best not in table.spent):
        return replace(after, won_with=best, turn="show")
    return _between(after, "claim")


def _between(table: Table, turn: str) -> Table:
    """On to the next turn between two tricks at which there is something to do."""
    if turn == "claim" and not any(table.hands):
        return _ended(table)
    if turn == "claim" and not _may_claim(table, table.leader):
        turn = "answer"
    if turn == "answer" and not _may_claim(table, 1 - table.leader):
        turn = "lead"
    return replace(table, turn=turn)


def _may_claim(table: Table, player: int) -> bool:
    rules = table.rules
    return rules.at_target == "claim" and (rules.false_claims or table.card(player) >= rules.target)


def _claimed(table: Table, player: int) -> Table:
    rules, closed = table.rules, table.closed
    if table.card(player) >= rules.target:
        return _scored(table, player, _win(table, player), over=True)
    if rules.false_claim == "no-trick":
        cost = 3 if 0 in table.tricks else 2
    else:
        cost = _failed(table) if closed and closed.by == player else 2
    return _scored(table, 1 - player, cost, over=True)


def _win(table: Table, player: int) -> int:
    """RULES.md sections 5 and 6: what reaching the target is worth."""
    rules, closed = table.rules, table.closed
    points, tricks = table.card(1 - player), table.tricks[1 - player]
    if closed and closed.by != player and rules.others_win == "two":
        return 2
    if closed and closed.by == player and rules.closed_win == "at-close":
        points, tricks = closed.points, closed.tricks
    nothing = points == 0 if rules.shutout == "no-points" else tricks == 0
    return 3 if nothing else 2 if points < rules.low else 1


def _failed(table: Table) -> int:
    rules, closed = table.rules, table.closed
    assert closed is not None
    if rules.failed_close == "no-trick-at-close":
        return 2 if closed.tricks else 3
    return 3 if rules.failed_close == "no-trick-at-end" and 0 in table.tricks else 2


def _ended(table: Table) -> Table:
    """All tiles are played; the leader won the last trick."""
    rules, closed = table.rules, table.closed
    if rules.at_target == "points":
        cards = [table.card(0), table.card(1)]
        if closed:
            short = rules.target - table.carried[closed.by] - cards[closed.by]
            cards[1 - closed.by] += max(7, short) if short > 0 else 0
        return replace(table, score=table.score + cards[0] - cards[1], over=True)
    if closed and table.card(closed.by) < rules.target:
        return _scored(table, 1 - closed.by, _failed(table), over=True)
    first = table.leader
    for player in (first, closed.by if closed else 1 - first):
        if rules.at_target == "claim" and table.card(player) >= rules.target:
            return _scored(table, player, _win(table, player), over=True)
    return replace(table, over=True)


def _reached(before: Table, after: Table, player: int) -> Table:
    """Where the target scores by itself."""
    rules = before.rules
    if rules.at_target not in ("first-ends", "each-scores"):
        return after
    if before.card(player) >= rules.target or after.card(player) < rules.target:
        return after
    return _scored(after, player, _win(after, player), over=rules.at_target == "first-ends")


def _scored(table: Table, player: int, points: int, *, over: bool) -> Table:
    return replace(table, score=table.score + (points if player == 0 else -points), over=over)


def _more(pair: tuple[int, int], player: int, more: int) -> tuple[int, int]:
    return (pair[0] + more, pair[1]) if player == 0 else (pair[0], pair[1] + more)


def _without(hands: tuple[Tiles, Tiles], player: int, tile: Tile) -> tuple[Tiles, Tiles]:
    return (hands[0] - {tile}, hands[1]) if player == 0 else (hands[0], hands[1] - {tile})
