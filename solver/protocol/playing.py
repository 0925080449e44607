"""What may be played, what it leads to, what a player sees of it, and what the program plays."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from bingo.positions.reading import setup_of
from bingo.positions.writing import document_of
from bingo.solver.analysis.exact import make, mover
from bingo.solver.analysis.playing import decide
from bingo.solver.analysis.settings import LEVELS
from bingo.solver.errors import NotationError
from bingo.solver.game.check import check
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import CLAIM, WAIT, Move, at_lead, legal_moves, may_claim, parse, play
from bingo.solver.game.position import PLAYER_NAMES, Position, Stage
from bingo.solver.game.setup import Setup
from bingo.solver.game.tiles import ALL, members, text
from bingo.solver.match.objectives import match_objective
from bingo.solver.protocol.places import as_written, entry_of, known, now as decision
from bingo.solver.protocol.requests import Json, Moves, Play, Progress, Reply, Seen


def moved(asked: Moves, _on_progress: Progress) -> Json:
    now = decision(*as_written(asked.position))
    claims = now.stage in (Stage.CLAIM, Stage.ANSWER)
    return {
        "to_move": PLAYER_NAMES[mover(now)],
        "moves": [str(move) for move in _moves(now)],
        "may_claim": [PLAYER_NAMES[p] for p in (now.leader, 1 - now.leader) if claims and may_claim(now, p)],
    }


def _moves(now: Position) -> list[Move]:
    """The moves of who is to lead or to reply; a leader who may claim may do that instead."""
    first = [CLAIM] if now.stage is Stage.CLAIM else []
    return [*first, *legal_moves(at_lead(now))]


def played(asked: Play, _on_progress: Progress) -> Json:
    before, move = _turn(known(asked.position, "so that it can be played on"), asked.move)
    gain, after, over = play(before, move)
    step = make(before, move)[0]
    return {
        "player": PLAYER_NAMES[step.player],
        "move": str(move),
        "gain": gain,
        "over": over,
        "trick": None if step.trick is None else PLAYER_NAMES[step.trick],
        "drawn": step.drawn and dict(zip(PLAYER_NAMES, map(text, step.drawn), strict=True)),
        "card_points": dict(zip(PLAYER_NAMES, step.card_points, strict=True)),
        "position": None if over else _document(asked.position, move, after),
    }


def _document(written: msgspec.Raw, move: Move, after: Position) -> Json:
    """The position after a move, as a file has it; before the winner of a trick declares, with the reply added."""
    if after.stage is Stage.SHOW:
        document = msgspec.json.decode(written)
        return {**document, "replied": text(move.tile or 0)} | ({"expect": None} if "expect" in document else {})
    setup = replace(Setup.of(after), expect=None)
    if after.closed is not None:  # else what lies in tricks follows from where the other tiles are
        before = setup_of(entry_of(written)[0])
        gone = before.lying("you.won", "opponent.won", "you.took", "opponent.took", "played")
        if before.closed is None:
            gone = ALL & ~before.not_in_tricks
        gone |= before.lying("you.hand", "opponent.hand", "led") & ~setup.not_in_tricks
        setup = replace(setup, played=tuple(members(gone)))
    return document_of(setup)


def _turn(position: Position, written: str) -> tuple[Position, Move]:
    """The move that is meant, and the position in which it is made: whoever might claim before it has waited."""
    who, _, rest = written.strip().partition(" ")
    named = PLAYER_NAMES.index(who) if who in PLAYER_NAMES else None
    move = parse(written if named is None else rest, replying=position.stage is Stage.REPLY)
    if position.stage in (Stage.CLAIM, Stage.ANSWER) and move == CLAIM:
        other = named == 1 - position.leader and may_claim(position, 1 - position.leader)
        position = replace(position, stage=Stage.ANSWER) if other else position
    elif move != WAIT:
        position = at_lead(position)
    if named not in (None, position.to_move):
        raise NotationError.of("move", f"a move of {PLAYER_NAMES[position.to_move]}", repr(written[:60]))
    return position, move


def seen(asked: Seen, _on_progress: Progress) -> Json:
    found, replied = as_written(asked.position)
    setup = setup_of(entry_of(asked.position)[0])
    seen = _view(setup, PLAYER_NAMES.index(asked.player), complete=isinstance(found, Position))
    check(seen)
    return {"position": document_of(seen) | ({} if replied is None else {"replied": replied})}


def _view(setup: Setup, player: int, *, complete: bool) -> Setup:
    """What a player, who becomes ``you``, knows of it; ``complete``: all tiles are written down."""
    if setup.sides[player].hand is None:
        raise NotationError.of(f"{PLAYER_NAMES[player]}.hand", "the tiles of the player who is asked for", "nothing")
    told = [side.won is not None or side.partly for side in setup.sides]
    played = setup.played
    if complete and not any(told) and setup.closed is None:  # all others lie in tricks, where everybody saw them
        played = tuple(members(ALL & ~setup.not_in_tricks))
    return replace(setup.seen_by(player), played=played)


def replied(asked: Reply, on_progress: Progress) -> Json:
    if asked.level not in LEVELS:
        raise NotationError.of("level", f"one of {', '.join(LEVELS)}", repr(asked.level[:60]))
    found, replied = as_written(asked.position)
    now, known = decision(found, replied), isinstance(found, Position)
    if not known and asked.level == "cheat":
        raise NotationError.of("position", "one in which all tiles are known, as this level sees them", "hidden tiles")
    player = mover(now) if asked.player is None else PLAYER_NAMES.index(asked.player)

    def view() -> InformationSet:
        found = check(_view(setup_of(entry_of(asked.position)[0]), player, complete=known))
        assert isinstance(found, InformationSet)  # the other hand is left out
        return found

    between = [stage for stage in (Stage.CLAIM, Stage.ANSWER) if now.stage in (stage, Stage.CLAIM)]
    chosen = WAIT
    for stage in [*between, at_lead(now).stage]:
        here = replace(now, stage=stage)
        if here.to_move == player and chosen == WAIT and (stage not in between or may_claim(here, player)):
            moves = list(legal_moves(here))
            chosen = decide(asked.level, here, view, moves, asked.seed, None, on_progress, match_objective(view()))
    return {"player": PLAYER_NAMES[player], "move": str(chosen)}
