"""A recorded deal as a score sheet: a trick a line, and what was declared, closed, claimed and scored in it."""

from __future__ import annotations

from itertools import pairwise

from bingo.solver.errors import counted
from bingo.solver.game import tricks
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU
from bingo.solver.game.presets import label
from bingo.solver.game.record import Moment, Record
from bingo.solver.game.replay import replay
from bingo.solver.game.tiles import text, text_all, text_mask
from bingo.solver.render.screen import Screen, columns, flow, plain, signed, wrap

#: Characters of a name, and where there is little room.
LONGEST, SHORT = 12, 6


def sheet(record: Record, title: str, screen: Screen) -> list[str]:
    """The whole sheet, a list of lines. ``>`` stands before the tile that was led."""
    names = _names(record, screen)
    about = [f"rules {label(record.rules)}", f"trumps {record.trump}", f"turned up {text(record.turned)}"]
    about += [f"{record.match.you} : {record.match.opponent} before this deal"] if record.match else []
    lines = [screen.strong(line) for line in wrap(title, screen.width)] + flow(about, screen.width, between=screen.dot)
    for name, dealt in zip(names, record.dealt, strict=True):
        lines += wrap(f"{name}: {'not recorded' if dealt is None else text_all(dealt)}", screen.width, 0, 2)
    played = replay(record)
    rows: list[tuple[str, ...]] = [("", *names, "takes", "points", "")]
    notes: list[str] = []
    moments = [*played.moments, played.end]
    for now, after in pairwise(moments):
        notes += _notes(now, after, names)
        if now.turn and now.turn.move.play is not None and now.position.led is not None:
            rows.append((*_trick(now, after, names), "; ".join(notes)))
            notes = []
    shown = columns([row[:-1] for row in rows], right=frozenset((0, 4)))
    lines += ["", screen.faint(shown[0])]
    for line, row in zip(shown[1:], rows[1:], strict=True):
        lines += wrap(f"{line}   {row[-1]}".rstrip(), screen.width, 0, len(line) + 3 if screen.width >= 70 else 6)
    lines += wrap("; ".join(notes), screen.width)
    return [*lines, *(screen.strong(line) for line in wrap(_result(record, played.end, names), screen.width))]


def _names(record: Record, screen: Screen) -> tuple[str, str]:
    longest = SHORT if screen.narrow else LONGEST
    one, other = (plain(name) for name in record.players or ("", ""))
    return (one or PLAYER_NAMES[YOU])[:longest], (other or PLAYER_NAMES[OPPONENT])[:longest]


def _trick(now: Moment, after: Moment, names: tuple[str, str]) -> tuple[str, ...]:
    """The number of a trick, both tiles, who takes it, and the card points of both then."""
    assert now.turn is not None
    assert now.position.led is not None
    assert now.turn.move.play is not None
    tiles = [f">{text(now.position.led)}", f" {text(now.turn.move.play)}"]
    taker = YOU if len(after.won[YOU]) > len(now.won[YOU]) else OPPONENT
    points = "{} : {}".format(*(after.position.card_points(player) for player in (YOU, OPPONENT)))
    return (str(now.trick), *(tiles if now.position.leader == YOU else tiles[::-1]), names[taker], points)


def _notes(now: Moment, after: Moment, names: tuple[str, str]) -> list[str]:
    """What a turn holds beside its tile, and what it scored."""
    assert now.turn is not None
    move, who = now.turn.move, names[now.position.to_move]
    found = [f"{who} closed"] if move.close else []
    if move.declare:
        worth = tricks.declaration_points(now.position.rules, move.declare)
        found.append(f"{who} declared {text_mask(move.declare)} ({worth})")
    found += [f"{who} claimed"] if move.claim else []
    gains = (after.score[player] - now.score[player] for player in (YOU, OPPONENT))
    return found + [f"{name} scored {gain}" for name, gain in zip(names, gains, strict=True) if gain > 0]


def _result(record: Record, end: Moment, names: tuple[str, str]) -> str:
    if not end.position.over:
        return "The record ends before the deal does."
    (you, opponent), unit = end.score, record.rules.unit
    ahead = names[YOU] if you > opponent else names[OPPONENT]
    if you == opponent:
        return f"Neither gains on the other: {signed(you)} and {signed(opponent)}."
    return f"{ahead[0].upper()}{ahead[1:]} {'win' if ahead == 'you' else 'wins'} {counted(abs(you - opponent), unit)}."
