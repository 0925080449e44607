"""From the document of a deal to its setup and its turns: the notation of tiles and moves inside its texts."""

from __future__ import annotations

from dataclasses import dataclass

from bingo.positions.building import Builder, rules_of
from bingo.positions.record_schema import Deal, Holder
from bingo.positions.validation import show
from bingo.solver.errors import NotationError, Reason
from bingo.solver.game import moves, presets
from bingo.solver.game.position import PLAYER_NAMES, Match, Pair
from bingo.solver.game.record import Record, Sides, Turn
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import Setup, Side


@dataclass(frozen=True)
class Draft:
    """What is written of a deal: ``setup`` has the tiles dealt as hands, ``items`` the lines of the turns, from 0."""

    setup: Setup
    drew: Sides
    turns: tuple[Turn, ...]
    items: tuple[int, ...]
    players: tuple[str, str] | None
    result: Pair | None

    def record(self) -> Record:
        """The record, of a setup without faults."""
        s = self.setup
        assert s.trumps is not None
        assert s.turned is not None
        return Record(
            rules=s.rules,
            leader=s.lead,
            trump=s.trumps,
            turned=s.turned,
            dealt=(s.sides[0].hand, s.sides[1].hand),
            turns=self.turns,
            stock=s.stock,
            drew=self.drew,
            carried=s.carried,
            match=s.match,
            players=self.players,
            result=self.result,
            name=s.name,
        )


def build_record(document: Deal, rules: Rules | None = None) -> tuple[Draft, list[Reason]]:
    """The deal that a document describes, under ``rules`` instead of its own ones if given.

    With it comes every text that cannot be read, by the path of its key (``play[3]`` is the fourth line of the play).
    """
    builder = _DealBuilder()
    return builder.draft(document, rules), builder.reasons


class _DealBuilder(Builder):
    """Reads text by text and collects what is wrong with them."""

    def draft(self, document: Deal, given: Rules | None) -> Draft:
        rules = given or self.attempt("rules", rules_of, document.rules)
        carried, match, result = document.carried, document.match, document.result
        turned = self.one("turned", document.turned)
        you, opponent = self.tiles("you.drew", document.you.drew), self.tiles("opponent.drew", document.opponent.drew)
        turns = self._turns(document.play)
        setup = Setup(
            rules=rules or presets.PAGAT,
            lead=PLAYER_NAMES.index(document.lead),
            sides=(
                self._holder("you", document.you, you, turned),
                self._holder("opponent", document.opponent, opponent, turned),
            ),
            trump=document.trump,
            turned=turned,
            stock=self.tiles("stock", document.stock),
            carried=(carried.you, carried.opponent) if carried else (0, 0),
            match=None if match is None else Match(match.you, match.opponent),
            name=_one_line(document.name),
        )
        names = document.players and (_one_line(document.players.you), _one_line(document.players.opponent))
        return Draft(
            setup=setup,
            drew=(you, opponent),
            turns=tuple(turn for _, turn in turns),
            items=tuple(item for item, _ in turns),
            players=names if names and any(names) else None,
            result=(result.you, result.opponent) if result else None,
        )

    def _holder(self, name: str, holder: Holder, drew: tuple[int, ...] | None, turned: int | None) -> Side:
        """The turned tile may be among those drawn."""
        took = tuple(t for t in drew or () if t != turned)
        return Side(hand=self.tiles(f"{name}.dealt", holder.dealt), took=took)

    def _turns(self, play: list[str]) -> list[tuple[int, Turn]]:
        found = []
        for item, line in enumerate(play):
            for text in line.split(";"):
                turn = self.attempt(f"play[{item}]", _turn, text)
                if turn is not None:
                    found.append((item, turn))
        return found


def _turn(text: str) -> Turn:
    """``opponent claim``: a move, and before it perhaps who made it."""
    word, _, rest = text.strip().partition(" ")
    player = PLAYER_NAMES.index(word) if word in PLAYER_NAMES else None
    written = text if player is None else rest
    if not written.strip():
        raise NotationError.of(
            "play", "a turn: lead TILE, play TILE, claim, ... (turns are set apart by ;)", show(text)
        )
    move = moves.parse(written)
    if move.lead is not None and move.play is not None:
        raise NotationError.of("play", "a semicolon between the leader's turn and the reply", show(text.strip()))
    return Turn(player, move)


def _one_line(text: str) -> str:
    return " ".join(text.split())
