"""Players against each other: levels of the program, and functions of your own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from random import Random
from statistics import fmean, stdev

from bingo.solver.analysis.exact import mover, value_of
from bingo.solver.analysis.settings import LEVELS, MAX_SEED, Effort, Level, Settings
from bingo.solver.analysis.worlds import view_of
from bingo.solver.engine import OnProgress, engine_for, monitor, move_of
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import IllegalMove, NotationError, check_choice, check_int, check_type, counted
from bingo.solver.game import CLAIM, WAIT, Moment, Move, Record, Rules, Turn, deal, replay, sign
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.legal import at_lead, legal_moves, may_claim, playable_moves
from bingo.solver.game.notation import seed_of
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.match import match_objective

#: A level, or a function that gets what the player sees, as ``you``, and the legal moves, and returns one of them.
Player = Level | Callable[[InformationSet, Sequence[Move]], Move | str]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match went: the first player's average margin a deal, its standard error (None for a single deal), and all
    records.

    ``records`` has each deal twice, one after the other, the first player sitting where ``you`` sit, then opposite.
    """

    mean: float
    error: float | None
    records: tuple[Record, ...] = field(repr=False)

    def __str__(self) -> str:
        error = "" if self.error is None else f" (give or take {self.error:.3f})"
        return f"{self.mean:+.3f}{error} a deal, {counted(len(self.records) // 2, 'deal')} played twice"


def play_out(
    you: Player = "strongest",
    opponent: Player = "strongest",
    *,
    start: Position | None = None,
    rules: Rules | str | Mapping[str, object] = "pagat",
    seed: int = 0,
    effort: Effort | int | None = None,
) -> Record:
    """Play a deal to its end, from its first lead: ``start``, or what ``rules`` and ``seed`` deal. ``effort``: see
    :func:`reply`.

    >>> record = play_out("greedy", lambda seen, moves: moves[0], seed=1)
    >>> len(record.turns) > 6, record.result is not None
    (True, True)

    Raises:
        IllegalMove: a player chose what the rules do not allow.
        NotationError: there is no such level, or no such rules.
        TypeError: a player is neither a level nor a function.
    """
    players, worlds = (_check_player(you), _check_player(opponent)), Settings(effort=effort).replies
    record = Record.of(deal(rules, seed) if start is None else start, [])
    return play_on(record, lambda moment: _player_move(players[moment.position.to_move], moment, worlds))


def play_on(record: Record, choose: Callable[[Moment], Move]) -> Record:
    """Play a fully recorded deal to its end; ``choose`` gives the move at each moment."""
    replayer = replay(record)
    while not replayer.position.over:
        replayer.make(Turn(replayer.position.to_move, choose(replayer.end)))
    return replace(record, turns=replayer.turns, result=replayer.end.score)


def reply(
    position: Position | InformationSet,
    level: Level = "strongest",
    *,
    seed: int = 0,
    effort: Effort | int | None = None,
) -> Move:
    """What a level plays by what the player to move knows; ``cheat`` sees all tiles. The same seed, the same move.

    ``effort`` says how much ``club`` and ``strongest`` look at: ``quick``, ``normal``, ``thorough``, or so many deals.

    >>> from bingo import deal
    >>> str(reply(deal(seed=3).seen_by(0), "greedy"))
    'lead 2-1'

    Raises:
        NotationError: there is no such level or effort, or it sees tiles that are hidden; or a hidden hand is to move.
    """
    check_type("reply", position, Position, InformationSet)
    worlds = Settings(effort=effort).replies
    if isinstance(position, Position):
        return decide(position, level, seed=seed, worlds=worlds)
    if level == "cheat":
        raise NotationError.of("position", "one in which all tiles are known, as this level sees them", "hidden tiles")
    example_position = information_set(position).example_position()
    return decide(example_position, level, seed=seed, player=YOU, view=lambda: view_of(position), worlds=worlds)


def decide(
    position: Position,
    level: str,
    *,
    seed: int,
    player: int | None = None,
    view: Callable[[], InformationSet] | None = None,
    on_progress: OnProgress | None = None,
    worlds: int = 0,
) -> Move:
    """What a level plays for ``player``, by default who is to lead or to reply: a move, or a claim before it. ``view``
    is what they know of the position, ``worlds`` how many deals are looked at (0: the usual number).
    """
    check_choice("level", level, LEVELS)
    check_int("seed", seed, 0, MAX_SEED)
    decider = mover(position) if player is None else player
    claim_stages = [stage for stage in (Stage.CLAIM, Stage.ANSWER) if position.stage in (stage, Stage.CLAIM)]
    decision = WAIT
    # Claims come first, then the lead or reply. A stage is asked about if it is the player's turn there, nothing was
    # decided before, and, where it is one of claims, the player may claim.
    for stage in [*claim_stages, at_lead(position).stage]:
        stage_position = replace(position, stage=stage)
        if (
            stage_position.to_move == decider
            and decision == WAIT
            and (stage not in claim_stages or may_claim(stage_position, decider))
        ):
            decision = _choose(
                level, stage_position, view or (lambda: position.seen_by(decider)), seed, worlds, on_progress
            )
    return decision


def level_move(
    level: str, moment: Moment, worlds: int = 0, omitted: int = 0, on_progress: OnProgress | None = None
) -> Move:
    """What a level plays at a moment of a deal, by what the player to move knows; ``cheat`` knows all tiles.

    The same moment brings the same move. ``worlds`` is how many deals are looked at (0: the usual number).
    """
    position = moment.position
    moves = list(legal_moves(position))
    if level == "cheat" and position.stage is Stage.SHOW and len(moves) > 1:
        engine, direction = Kernel(position.rules), sign(position.to_move)
        return max(moves, key=lambda move: (direction * value_of(position, move, engine), move.declare.bit_count()))
    seed, view = seed_of(position), (lambda: moment.seen_by(position.to_move))
    return _choose(level, position, view, seed, worlds, on_progress, omitted=omitted)


def _choose(
    level: str,
    position: Position,
    view: Callable[[], InformationSet],
    seed: int,
    worlds: int = 0,
    on_progress: OnProgress | None = None,
    *,
    omitted: int = 0,
) -> Move:
    """The move of the player to move. With a match score it is played for the chance to win the match. ``omitted``:
    rules that ``textbook`` leaves out (``engine/levels/levels.hpp``).
    """
    if (forced_move := _forced_move(position, list(legal_moves(position)))) is not None:
        return forced_move
    known, all_tiles = view(), None
    if level == "cheat":
        all_tiles = position if position.to_move == YOU else position.swapped()
    with engine_for(known.rules) as engine:
        reply_arguments = position.stage, all_tiles, match_objective(known), worlds, seed, omitted, monitor(on_progress)
        move = engine.reply(LEVELS.index(level), known, *reply_arguments)
    return move_of(move, reply=position.stage is Stage.REPLY)


def _forced_move(position: Position, moves: Sequence[Move]) -> Move | None:
    """What is played without asking: the only move; before drawing, which no player's view can say, the largest
    declaration.
    """
    is_show_stage = position.stage is Stage.SHOW
    return max(moves, key=lambda move: move.declare.bit_count()) if is_show_stage or len(moves) == 1 else None


def match(
    player: Player,
    other: Player,
    *,
    deals: int = 100,
    rules: Rules | str | Mapping[str, object] = "pagat",
    seed: int = 0,
    effort: Effort | int | None = None,
) -> MatchResult:
    """Let two players meet over so many deals, each played twice with the seats exchanged, so that the tiles cancel.
    ``effort``: see :func:`reply`.

    >>> result = match("greedy", lambda seen, moves: moves[0], deals=4)
    >>> len(result.records)
    8

    Raises:
        IllegalMove: a player chose what the rules do not allow.
        NotationError: there is no such level, no such rules, or no deal at all.
        TypeError: a player is neither a level nor a function.
    """
    check_int("deals", deals, 1)
    records: list[Record] = []
    margins: list[float] = []
    rng = Random(int(seed))
    for _ in range(deals):
        start = deal(rules, rng)
        seat_records = [play_out(*seats, start=start, effort=effort) for seats in ((player, other), (other, player))]
        first_score, swapped_score = ((record.result or (0, 0)) for record in seat_records)
        margins.append((first_score[YOU] - first_score[OPPONENT] + swapped_score[OPPONENT] - swapped_score[YOU]) / 2)
        records += seat_records
    standard_error = stdev(margins) / sqrt(deals) if deals > 1 else None
    return MatchResult(fmean(margins), standard_error, tuple(records))


def _check_player(player: Player) -> Player:
    if isinstance(player, str):
        check_choice("player", player, LEVELS)
    elif not callable(player):
        raise TypeError(f"player: expected one of {', '.join(LEVELS)} or a function; found {type(player).__name__}")
    return player


def _player_move(player: Player, moment: Moment, worlds: int) -> Move:
    if isinstance(player, str):
        return level_move(player, moment, worlds)
    position = moment.position
    # Before a lead a player may claim; if they answer with a lead we wait, and ask again once nobody claims.
    is_claim_stage = position.stage is Stage.CLAIM
    moves = list(playable_moves(position) if is_claim_stage else legal_moves(position))
    if (forced_move := _forced_move(position, moves)) is not None:
        return forced_move
    answer = player(moment.seen_by(position.to_move), moves)
    move = Move.parse(answer, replying=position.stage is Stage.REPLY) if isinstance(answer, str) else answer
    if move not in moves:
        raise IllegalMove(f"expected one of the moves {'; '.join(map(str, moves))}; found {move}")
    return WAIT if is_claim_stage and move != CLAIM else move
