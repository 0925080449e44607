"""The course of a recorded deal: its turns made one after the other, as far as the tiles are known.

Where tiles are hidden, the position holds one deal that fits so far; a tile that turns out to lie elsewhere changes
places with another hidden one. Of a hand that is partly hidden, only what is certain refuses a turn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from bingo.solver.errors import IllegalMove, NotationError
from bingo.solver.game.information import History, Trick, cannot_hold
from bingo.solver.game.legal import Outcome, apply, late_claimer
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.play import apply_in_match, due_turn, ending_text, is_recordable, legal_form, refusal
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, WHO, YOU, Position, Stage
from bingo.solver.game.record import Continuation, Moment, Record, Turn
from bingo.solver.game.tiles import Tile, bit, mask, members, text, text_mask

_LEAD_STAGES = (Stage.CLAIM, Stage.ANSWER, Stage.LEAD)
_WAIT_STAGES = (Stage.CLAIM, Stage.ANSWER, Stage.SHOW)


class IllegalTurn(IllegalMove):
    """A turn of a record that the rules do not allow: ``number`` counts the record's turns from 0."""

    def __init__(self, number: int, trick: int, due_turn: str, found: str) -> None:
        self.number, self.trick, self.expected, self.found = number, trick, due_turn, found
        super().__init__(f"trick {trick}: expected {due_turn}; found {found}")

    def __reduce__(self) -> tuple[type[IllegalTurn], tuple[int, int, str, str]]:
        return type(self), (self.number, self.trick, self.expected, self.found)


class Replay:
    """A record, or what was played from a position, played through; a game in progress turn by turn.

    Attributes:
        start: The position at the first lead, with hidden tiles placed so that all turns are legal.
        moments: Every decision with the turn that was made, waiting included.
        turns: Those of the record with their players.
        drawn: The tiles that each player drew, as far as they are known; ``draws`` how many each did.
        position, hidden, history, score: What the next :class:`~bingo.solver.game.record.Moment` has.
    """

    def __init__(self, record: Record | Continuation) -> None:
        self.record = record
        self.start = self.position = record.layout
        self.hidden = record.hidden
        self.moments: list[Moment] = []
        self.turns: tuple[Turn, ...] = ()
        self.history: History = ()
        if self.position.led is not None:
            self.history = (Trick(self.position.leader, self.position.led),)
        self.score = [0, 0]
        self.drawn: list[tuple[Tile, ...]] = [(), ()]
        self.draws = 0
        self._turn_index = 0
        self._waits: tuple[Turn, ...] = ()  # since the last turn of the record, which has them before a claim
        self._due_draws = [list(tiles or ()) for tiles in record.drew]
        self._ending = ""

    @property
    def end(self) -> Moment:
        """What follows the turns so far, with no turn."""
        return Moment(self.position, None, (self.score[YOU], self.score[OPPONENT]), self.hidden, self.history)

    def at(self, trick: int, *, reply: bool = False) -> Moment:
        """The moment before a trick (1 to 14), once the one before it is over, or before the reply in it.

        Raises:
            NotationError: the deal does not go so far.
        """
        all_moments = (*self.moments, self.end)
        for moment in all_moments:
            is_in_trick = moment.position.stage not in (Stage.SHOW, Stage.OVER)
            if is_in_trick and moment.trick == trick and (moment.position.led is not None) == reply:
                return moment
        place_text = f"trick {trick}{', its reply' if reply else ''}"
        last_trick = max(moment.trick for moment in all_moments)
        raise NotationError.of(place_text, "a deal that goes that far", f"one that ends with trick {last_trick}")

    # --- one turn ------------------------------------------------------------------------------------

    def make(self, turn: Turn) -> None:
        """Make the next turn, and the waiting that it implies.

        Raises:
            IllegalTurn: it is against the rules, as far as the tiles are known.
        """
        position_before = self.position
        player = self._make_turn(turn)
        if turn.move == CLAIM and not position_before.over:  # those who could have claimed before this player did not
            self.turns += self._waits
            while position_before.to_move != player or position_before.stage is Stage.SHOW:
                self.turns += (Turn(position_before.to_move, WAIT),)
                position_before = apply(position_before, WAIT).position
        if turn.move != WAIT:
            self.turns += (Turn(player, turn.move),)
            self._waits = ()
        self._turn_index += 1

    def _make_turn(self, turn: Turn) -> int:
        """Make a turn; return who made it."""
        if self.position.stage is Stage.SHOW and not self._decides_showing(turn):
            self._play_turn(Turn(self.position.leader, WAIT))
        position = self.position
        if position.over:
            return self._claim_at_the_end(turn)
        if turn.move == CLAIM and position.stage in _LEAD_STAGES:
            return self._claim(turn)
        if turn.move == WAIT:
            next_turns = self.record.turns[self._turn_index : self._turn_index + 2]
            allows_claim = not next_turns or next_turns[1:] == (Turn(1 - position.leader, CLAIM),)
            claims_early = position.stage is Stage.LEAD and allows_claim and is_recordable(position, WAIT)
            if turn.player not in (None, position.to_move) or not (claims_early or position.stage in _WAIT_STAGES):
                self._refuse(self._describe(turn))
            self._play_turn(Turn(position.to_move, WAIT))
            self._waits += (Turn(position.to_move, WAIT),)
            return position.to_move
        while self.position.stage in (Stage.CLAIM, Stage.ANSWER):
            self._play_turn(Turn(self.position.to_move, WAIT))
        self._check_player(turn)
        player = self.position.to_move
        self._locate(player, turn)
        if self.position.stage is Stage.REPLY:
            self._check_reply(turn.move)
            self._foresee_show(turn)
        legal_move = turn.move if self.position.stage is Stage.REPLY else legal_form(self.position, turn.move)
        if legal_move is None:
            self._refuse(self._describe(turn))
        self._play_turn(Turn(player, legal_move))
        return player

    def finish(self) -> None:
        """Draw what is said to have been drawn after the last trick, without declaring; put tiles that nobody has seen
        to where they can be.
        """
        if self.position.stage is Stage.SHOW and any(self._due_draws):
            self._play_turn(Turn(self.position.leader, WAIT))
        excluded = self.end.excluded
        for player, hand in enumerate(self.position.hands):
            possible_tiles = members(self.hidden & ~hand & ~excluded[player])
            for misplaced in members(hand & self.hidden & excluded[player]):
                self._exchange(misplaced, next(possible_tiles, misplaced))

    def _decides_showing(self, turn: Turn) -> bool:
        """Whether a turn decides about declaring the double that has just won."""
        declares_only = turn.move.declare and turn.move == Move(declare=turn.move.declare)
        return (bool(declares_only) or turn.move == WAIT) and turn.player in (None, self.position.leader)

    def _claim(self, turn: Turn) -> int:
        """A claim between two tricks, true or false: the leader may claim, then the other."""
        position = self.position
        player = position.leader if turn.player is None else turn.player
        if self.position.rules.at_target != "claim":
            self._refuse("a claim, which these rules do not know")
        while self.position.stage in (Stage.CLAIM, Stage.ANSWER) and self.position.to_move != player:
            self._play_turn(Turn(self.position.to_move, WAIT))
        stage = Stage.CLAIM if player == position.leader else Stage.ANSWER
        self._record_turn(Turn(player, CLAIM), apply_in_match(replace(self.position, stage=stage), CLAIM))
        return player

    def _claim_at_the_end(self, turn: Turn) -> int:
        """Take note of a claim after the last trick, which changes nothing: the rules have scored it by themselves."""
        player = self.position.leader if turn.player is None else turn.player
        if turn.move != CLAIM or self._ending or late_claimer(self.position) != player:
            explanation = f", as the deal is over: {self._ending or 'all tiles are played'}"
            self._refuse(self._describe(turn), f"no turn{explanation}")
        self._ending = f"{WHO[player]} claimed"
        return player

    def _check_player(self, turn: Turn) -> None:
        mover, position = self.position.to_move, self.position
        if turn.player in (None, mover):
            return
        if position.led is not None:
            due_text = f"to reply to {text(position.led)}"
        elif position.stage is Stage.SHOW or any(position.tricks):
            due_text = "to lead, as the winner of the last trick"
        else:
            due_text = "to lead first"
        self._refuse(self._describe(turn), f"{WHO[mover]} {due_text}")

    def _check_reply(self, move: Move) -> None:
        """Refuse a reply where tiles known to be in the hand forbid it."""
        position, mover = self.position, self.position.to_move
        tile = move.play
        if move != Move(play=tile) or tile is None or not position.hands[mover] >> tile & 1:
            self._refuse(refusal(position, move))
        if position.open or position.led is None:
            return
        excluded_tiles = cannot_hold(position.rules, position.trump, position.led, tile)
        forced_tiles = excluded_tiles & position.hands[mover] & ~self.hidden
        if forced_tiles:
            requirement = due_turn(position, self.hidden, forced_tiles)
            self._refuse(f"{move}, but other tiles must be played to {text(position.led)}", requirement)
        possible_tiles = self.hidden & ~excluded_tiles & ~self.end.excluded[mover] & ~mask(self._due_draws[1 - mover])
        unknown_count = (position.hands[mover] & self.hidden).bit_count()
        if unknown_count > possible_tiles.bit_count():
            candidates_text = f"only {text_mask(possible_tiles)}" if possible_tiles else "none"
            problem_text = f"{unknown_count} more tiles must be in the hand, and {candidates_text} could be after that"
            self._refuse(f"{move}, but {problem_text}")

    # --- hidden tiles --------------------------------------------------------------------------------

    def _locate(self, player: int, turn: Turn) -> None:
        """Put the tiles that a turn shows into the hand of the player, if they may have been there."""
        move = turn.move
        shown_tiles = move.declare | bit(move.lead) | bit(move.play)
        if self.position.stage is Stage.SHOW and self.position.won_with is not None:
            shown_tiles &= ~(1 << self.position.won_with)  # which lies in the trick
        for tile in members(shown_tiles):
            if not self.position.hands[player] >> tile & 1:
                self._exchange_for(player, tile, turn)
            elif self.hidden >> tile & 1:
                self._check_possible(player, tile, turn)
            self.hidden &= ~(1 << tile)

    def _foresee_show(self, turn: Turn) -> None:
        """If the next turn is a declaration after winning, put its doubles into the winner's hand before this move."""
        turns = self.record.turns[self._turn_index + 1 : self._turn_index + 2]
        if self.position.rules.declare != "after-winning" or not self.hidden or not turns or not turns[0].move.declare:
            return
        winner = apply(self.position, turn.move).position.leader
        hidden_doubles = turns[0].move.declare & self.hidden
        self._locate(winner, Turn(winner, Move(declare=hidden_doubles)))

    def _check_possible(self, player: int, tile: Tile, turn: Turn) -> None:
        later_drawer = next((drawer for drawer in (0, 1) if tile in self._due_draws[drawer]), None)
        if later_drawer is not None:
            self._refuse(f"{turn.move}, but {WHO[later_drawer]} drew {text(tile)} later")
        for number, trick in enumerate(self.history, 1):
            if player != trick.leader and trick.excluded >> tile & 1:
                reason = f"{text(tile)} would have had to be played to {text(trick.led)} in trick {number}"
                self._refuse(f"{turn.move}, but {reason}")

    def _exchange_for(self, player: int, tile: Tile, turn: Turn) -> None:
        hidden_in_hand = self.position.hands[player] & self.hidden
        if not hidden_in_hand or not self.hidden >> tile & 1:
            self._refuse(f"{turn.move}, but {self._location(tile)}")
        self._check_possible(player, tile, turn)
        self._exchange(next(members(hidden_in_hand)), tile)

    def _exchange(self, a: Tile, b: Tile) -> None:
        """Two hidden tiles change places."""
        if a == b:
            return
        self.start, self.position = _exchange_tiles(self.start, a, b), _exchange_tiles(self.position, a, b)

    # --- what follows --------------------------------------------------------------------------------

    def _play_turn(self, turn: Turn) -> None:
        outcome = apply_in_match(self.position, turn.move)
        if outcome.position.closed is None and len(outcome.position.stock) < len(self.position.stock):
            self._place_draws(turn, outcome.position)
            outcome = apply_in_match(self.position, turn.move)
            if outcome.position.stage is Stage.SHOW:  # only by a hidden double that has just changed places
                outcome = apply(outcome.position, WAIT)._replace(scores=outcome.scores)
        self._record_turn(turn, outcome)

    def _record_turn(self, turn: Turn, outcome: Outcome) -> None:
        self.moments.append(replace(self.end, turn=turn))
        self.history = _history_after(self.history, self.position, turn.move, outcome.position)
        for player, points in outcome.scores:
            self.score[player] += points
        if outcome.over:
            self._ending = ending_text(self.position, turn, outcome)
        self.position = outcome.position

    def _place_draws(self, turn: Turn, after: Position) -> None:
        """See that the tiles that the record says were drawn now are those next in the stock."""
        before = self.position
        hands_before_draw = [hand & ~bit(turn.move.play) for hand in before.hands]
        drawn = [next(members(after.hands[player] & ~hands_before_draw[player])) for player in (0, 1)]
        self.draws += 1
        for player in (0, 1):
            due_draws, t = self._due_draws[player], drawn[player]
            if due_draws and (t == due_draws[0] or self.hidden >> t & self.hidden >> due_draws[0] & 1):
                self._exchange(t, due_draws[0])
                if drawn[1 - player] == due_draws[0]:
                    drawn[1 - player] = t
                t = due_draws.pop(0)
                self.hidden &= ~(1 << t)
            if not self.hidden >> t & 1:
                self.drawn[player] += (t,)

    # --- words ---------------------------------------------------------------------------------------

    def _refuse(self, actual: str, requirement: str = "") -> NoReturn:
        raise IllegalTurn(self._turn_index, self.end.trick, requirement or due_turn(self.position, self.hidden), actual)

    def _location(self, tile: Tile) -> str:
        """Where a tile lies, in words, of a turn that plays it from a hand without it."""
        tile_text = text(tile)
        if any(tile in (trick.led, trick.reply) for trick in self.history if trick.reply is not None):
            return f"{tile_text} was played before"
        if tile == self.position.led:
            return f"{tile_text} is on the table"
        if tile == self.position.turned:
            return f"{tile_text} is turned up"
        for holder_text, hand in zip(("you hold", "the opponent holds"), self.position.hands, strict=True):
            if hand & ~self.hidden & 1 << tile:
                return f"{holder_text} {tile_text}"
        return f"{tile_text} is not in the hand"

    def _describe(self, turn: Turn) -> str:
        player_text = "" if turn.player is None else f"{PLAYER_NAMES[turn.player]} "
        is_by_mover = turn.player in (None, self.position.to_move) and not self.position.over
        return f"{player_text}{refusal(self.position, turn.move) if is_by_mover else turn.move}"


def _exchange_tiles(position: Position, a: Tile, b: Tile) -> Position:
    """The position with these tiles in each other's place."""
    hands = [hand ^ mask((a, b)) if (hand >> a ^ hand >> b) & 1 else hand for hand in position.hands]
    other_tile = {a: b, b: a}
    stock = tuple(other_tile.get(t, t) for t in position.stock)
    return replace(position, hands=(hands[0], hands[1]), stock=stock)


def _history_after(history: History, before: Position, move: Move, after: Position) -> History:
    """The history once a move has led from one position to another."""
    if move.lead is not None:
        return (*history, Trick(before.leader, move.lead, declared=move.declare, closed=move.close))
    if not history:
        return ()
    *earlier, last = history
    if move.play is not None:
        excluded = 0 if before.open else cannot_hold(before.rules, before.trump, last.led, move.play)
        last = replace(last, reply=move.play, taker=after.leader, excluded=excluded)
    elif before.stage is Stage.SHOW:
        last = replace(last, shown=move.declare)
    return (*earlier, last)


def replay(record: Record | Continuation) -> Replay:
    """Play through a record whose setup is possible, or what was played from a position.

    Raises:
        IllegalTurn: the first turn that is against the rules, as far as the tiles are known.
    """
    game = Replay(record)
    for turn in record.turns:
        game.make(turn)
    game.finish()
    return game
