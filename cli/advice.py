"""What a player may ask for at the table: a hint, what a move would be worth, why the last one was a mistake."""

from __future__ import annotations

from bingo.cli.render.review import explain
from bingo.cli.render.screen import Screen
from bingo.solver import native
from bingo.solver.game.moments import Moment
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.play import legal_moves
from bingo.solver.game.position import YOU, Stage
from bingo.solver.game.record import Record
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.settings import Settings
from bingo.solver.opponents.table import Table
from bingo.solver.reviewing.budget import QUICK
from bingo.solver.reviewing.deal import judge, review_deal
from bingo.solver.reviewing.decision import Judged
from bingo.solver.reviewing.reasons import reason_of
from bingo.solver.search import engines

#: Without a kernel as few deals as a review looks at there.
_SETTINGS = Settings(worlds=QUICK if native.built() else None)


class Advice:
    """Judges moves by what you could know, as a review does."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def hint(self, table: Table) -> list[str]:
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
        return [f"{found.best}: {_worth(found.best_value, found)}."]

    def supposed(self, table: Table, move: Move) -> list[str]:
        """What a move would be worth, beside the best one."""
        found = _judged(table.after(move))
        return [f"You have no choice: {move}."] if found is None else _verdict(found)

    def why(self, table: Table) -> list[str]:
        """What your last move lost."""
        mine = [m for m in table.played.moments if m.turn and m.turn.player == YOU and m.turn.move != WAIT]
        if not mine:
            return ["You have made no move yet."]
        assert mine[-1].turn
        found = _judged(mine[-1])
        return [f"You had no choice: {mine[-1].turn.move}."] if found is None else _verdict(found)

    def coach(self, moment: Moment) -> list[str]:
        """Something to say if a move just made was a mistake."""
        found = _judged(moment)
        return [*_verdict(found), 'Type "back" to take it back.'] if found is not None and found.mistake else []

    def review(self, record: Record) -> list[str]:
        """The deal reviewed, once it is over: lines as they are shown."""
        return explain(review_deal(record, _SETTINGS), "The deal reviewed", self._screen)


def _judged(moment: Moment) -> Judged | None:
    return judge(moment, _SETTINGS, engines.engine(moment.position.rules))


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
