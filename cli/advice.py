"""What a player may ask for at the table: a hint, what a move would be worth, why the last one was a mistake.

Moves are judged by what you could know, as a review does.
"""

from __future__ import annotations

from bingo.cli.render.review import explain
from bingo.cli.render.screen import Screen
from bingo.solver.game.moments import Moment
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.play import legal_moves
from bingo.solver.game.position import YOU, Stage
from bingo.solver.game.record import Record
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.settings import Settings
from bingo.solver.opponents.table import Table
from bingo.solver.reviewing.budget import worlds_compared
from bingo.solver.reviewing.deal import OnProgress, judge, review_deal
from bingo.solver.reviewing.decision import Judged
from bingo.solver.reviewing.reasons import reason_of
from bingo.solver.search import engines


def settings_for(rules: Rules) -> Settings:
    """As many deals as a quick review looks at."""
    return Settings(worlds=worlds_compared(rules, quick=True))


def hint(table: Table) -> list[str]:
    """The move that is worth most."""
    stage = table.now.position.stage
    claims = stage in (Stage.CLAIM, Stage.ANSWER) and table.now.position.to_move == YOU
    if claims and (found := _judged(table.after(CLAIM))) and found.best == CLAIM:
        return ["Claim: you have enough."]
    if table.waited.led is None and table.waited.leader != YOU:
        return ["Let the opponent lead."]
    moves = [*legal_moves(table.waited)]
    found = _judged(table.after(moves[0]))
    if found is None:
        return [f"You have no choice: {moves[0]}."]
    again = found if found.best == found.move else _judged(table.after(found.best)) or found  # as `what if` will say
    return [f"{again.best}: {_worth(again.best_value, again)}."]


def supposed(table: Table, move: Move) -> list[str]:
    """What a move would be worth, beside the best one."""
    found = _judged(table.after(move))
    return [f"You have no choice: {move}."] if found is None else _verdict(found)


def why(table: Table) -> list[str]:
    """What your last move lost."""
    last = _last(table)
    if last is None or last.turn is None:
        return ["You have made no move yet."]
    found = _judged(last)
    return [f"You had no choice: {last.turn.move}."] if found is None else _verdict(found)


def coached(table: Table) -> list[str]:
    """Something to say if your last move was a mistake."""
    last = _last(table)
    found = last and _judged(last)
    return _verdict(found) if found and found.mistake else []


def reviewed(record: Record, screen: Screen, on_progress: OnProgress) -> list[str]:
    """The deal reviewed, once it is over: lines as they are shown."""
    return explain(review_deal(record, settings_for(record.rules), on_progress), "The deal reviewed", screen)


def _last(table: Table) -> Moment | None:
    """The moment of your last move."""
    mine = [m for m in table.played.moments if m.turn and m.turn.player == YOU and m.turn.move != WAIT]
    return mine[-1] if mine else None


def _judged(moment: Moment) -> Judged | None:
    return judge(moment, settings_for(moment.position.rules), engines.engine(moment.position.rules))


def _verdict(found: Judged) -> list[str]:
    if found.lost <= 0:
        return [f"{found.move}: {_worth(found.value, found)}; no other move is worth more."]
    lost = f"{found.lost:.2f} {_unit(found.moment.position.rules)}{_about(found)}"
    reason = reason_of(found)
    told = [f"{found.move} loses {lost}; better is {found.best}."]
    return [*told, reason.sentence] if reason else told


def _worth(value: float, found: Judged) -> str:
    return f"worth {value:+.2f} {_unit(found.moment.position.rules)}{_about(found)}"


def _about(found: Judged) -> str:
    return "" if found.exact else " on average"


def _unit(rules: Rules) -> str:
    return "card points" if rules.at_target == "points" else "game points"
