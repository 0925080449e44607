"""What the record of a deal says: read, played through, held against the deal before, and written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bingo.positions.documents import Inline, Reader, one_line, pair_of, pair_text, rules_text, texts, without_none
from bingo.positions.entries import EMPTY_FILE, Block
from bingo.positions.hints import show
from bingo.positions.parsing import A_RECORD, A_SETUP, Parsed, ReadError, build_or_error, kind_of
from bingo.positions.schema import Deal, convert
from bingo.solver.errors import ImpossiblePosition, NotationError, Reason, counted
from bingo.solver.game import CLAIM, WAIT, Move, Record, Rules, Setup, Side, Sides, Turn, score_faults, tiles
from bingo.solver.game.check import duplicate_faults, trump_faults
from bingo.solver.game.position import MATCH_TO, OPPONENT, PLAYER_NAMES, WHO, YOU, Pair, members_dict
from bingo.solver.game.record import split_player
from bingo.solver.game.replay import IllegalTurn, Replay, replay
from bingo.solver.game.scoring import next_leader

#: A lead and the reply to it: ``lead 6-4, play 6-5``, ``6-4 6-5``.
_TWO_TURNS = re.compile(
    r"(?:.*\blead\s)?\s*\[?[0-6]\W?[0-6][^;\w]+(?:(?:play|you|opponent)\s+)*\[?[0-6]\W?[0-6]\W*", re.IGNORECASE
)


def _turns(reader: Reader, play: list[str]) -> list[tuple[int, Turn]]:
    """Each turn with the number of its line. A tile alone is led, or played where one of its line is led before."""
    turns: list[tuple[int, Turn]] = []
    for line_index, line in enumerate(play):
        is_led = False
        for turn_text in line.split(";"):
            if turn := reader.attempt(f"play[{line_index}]", partial(_turn, replying=is_led), turn_text):
                turns.append((line_index, turn))
                is_led = is_led or turn.move.lead is not None
    return turns


def _turn(text: str, *, replying: bool) -> Turn:
    """``opponent claim``: a move, and before it perhaps who made it."""
    player, move_text = split_player(text)
    if not move_text.strip():
        expected = "a turn: lead TILE, play TILE, claim, ... (turns are set apart by ;)"
        raise NotationError.of("play", expected, show(text))
    if _TWO_TURNS.fullmatch(move_text):
        raise NotationError.of("play", "a semicolon between the leader's turn and the reply", show(text.strip()))
    return Turn(player, Move.parse(move_text, replying=replying))


# --- a match from deal to deal --------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """What is known before a deal: the score, who leads, and card points carried; None where it is not known."""

    score: Pair | None = None
    leader: int | None = None
    carried: Pair | None = None
    first: bool = False

    def faults(self, record: Record) -> Iterator[Reason]:
        """What a record says that does not follow from the deal before. One without a ``match`` stands alone."""
        if self.carried is not None and any(record.carried) and record.carried != self.carried:
            yield Reason("carried", f"{_pair_words(self.carried)}, after the deal before", _pair_words(record.carried))
        if self.score is None or record.match is None:
            return
        match_score = record.match.you, record.match.opponent
        if max(self.score) >= MATCH_TO:
            if any(match_score):
                match_over = "you: 0, opponent: 0, as the match before is over ({} : {})".format(*self.score)
                yield Reason("match", match_over, _pair_words(match_score))
        elif match_score != self.score:
            yield Reason("match", f"{_pair_words(self.score)}, after the deal before", _pair_words(match_score))
        elif self.leader is not None and record.leader != self.leader:
            expected = f"{PLAYER_NAMES[self.leader]}: whoever alone scored leads next, else whoever led before"
            yield Reason("lead", expected, PLAYER_NAMES[record.leader])

    def after(self, record: Record, deal_replay: Replay) -> Standing:
        if not deal_replay.end.position.over:
            return UNKNOWN_STANDING
        deal_score = deal_replay.end.score
        if record.rules.counts_card_points:
            carried_total = record.carried[0] + deal_score[0], record.carried[1] + deal_score[1]
            return Standing(carried=(0, 0) if max(carried_total) >= record.rules.target else carried_total)
        score_before = (record.match.you, record.match.opponent) if record.match else (0, 0) if self.first else None
        score = score_before and (score_before[0] + deal_score[0], score_before[1] + deal_score[1])
        return Standing(score=score, leader=next_leader(record.leader, deal_score))


UNKNOWN_STANDING = Standing()
#: Before the first deal of a file.
FIRST_DEAL = Standing(first=True)


def _pair_words(points: Pair) -> str:
    return "you: {}, opponent: {}".format(*points)


# --- from an entry to a record -------------------------------------------------------------------------


def read_deal(entry: Block, rules: Rules | None, standing: Standing) -> tuple[Record | ReadError, Standing]:
    """The deal of a block's one entry, or what is wrong with it and where; and how the match stands after it."""
    if entry.problem == EMPTY_FILE:
        entry = replace(entry, problem=Reason("file", "at least one deal", "none", sentence="There is no deal in {}."))
    deal = build_or_error(
        entry, "deal", lambda parsed: _replay_turns(*_read_record(parsed, rules), standing, own_rules=rules is None)
    )
    if not isinstance(deal, tuple):
        return deal, UNKNOWN_STANDING
    return deal[0], standing if rules else standing.after(*deal)


def _read_record(parsed: Parsed, rules: Rules | None) -> tuple[Record, Setup, list[int]]:
    """The deal that is written, its setup with the tiles dealt as hands, the line of each turn; else every fault."""
    entry_kind = kind_of(parsed.data)
    if entry_kind not in ("", A_RECORD):
        expected, analyze = (
            "the record of a deal, with the keys dealt and play",
            ": `bingo analyze` takes it, without --at",
        )
        sentence = f"This is {entry_kind}, not the record of a deal{analyze if entry_kind == A_SETUP else ''}."
        raise NotationError.of("document", expected, entry_kind, sentence)
    document, reasons = convert(parsed.data, Deal)
    reader, holders = Reader(document, rules), (document.you, document.opponent)
    yours, theirs = (reader.tiles(f"{n}.drew", holder.drew) for n, holder in zip(PLAYER_NAMES, holders, strict=True))
    turns = _turns(reader, document.play)
    common_arguments = reader.common_arguments(document)
    your_side, opponent_side = (
        Side(
            hand=reader.tiles(f"{name}.dealt", holder.dealt),
            took=tuple(t for t in drew or () if t != common_arguments["turned"]),  # which may be among those drawn
        )
        for name, holder, drew in zip(PLAYER_NAMES, holders, (yours, theirs), strict=True)
    )
    setup = Setup(sides=(your_side, opponent_side), **common_arguments)
    unread_reasons = reader.reasons
    if not isinstance(parsed.data, dict) or parsed.data.get("turned") is None:
        unread_reasons = [reason for reason in unread_reasons if reason.field != "turned"]
    if all_reasons := [*parsed.reasons, *reasons, *unread_reasons]:
        raise NotationError([*all_reasons, *_duplicates(setup)])
    player_names = document.players and (one_line(document.players.you), one_line(document.players.opponent))
    record = Record(
        leader=setup.leader,
        dealt=(your_side.hand, opponent_side.hand),
        turns=tuple(turn for _, turn in turns),
        drew=(yours, theirs),
        players=player_names if player_names and any(player_names) else None,
        result=pair_of(document.result),
        **members_dict(setup, "rules", "turned", "stock", "carried", "match", "name") | {"trump": setup.trumps},
    )
    return record, setup, [line for line, _ in turns]


# --- what is wrong with a deal -----------------------------------------------------------------------


def _replay_turns(
    record: Record, setup: Setup, turn_lines: list[int], standing: Standing, *, own_rules: bool
) -> tuple[Record, Replay]:
    """The record with the player of every turn; else all faults of the setup and the first one of what is played."""
    setup_reasons, score_reasons = list(_setup_faults(setup, record.drew)), list(score_faults(setup))
    if setup_reasons:
        raise ImpossiblePosition(setup_reasons + score_reasons)
    score_reasons += standing.faults(record)
    try:
        deal_replay = replay(record)
    except IllegalTurn as error:
        turn_field = f"play[{turn_lines[error.number]}], trick {error.trick}"
        raise ImpossiblePosition([*score_reasons, Reason(turn_field, error.expected, error.found)]) from None
    score_reasons += _draw_faults(record, deal_replay)
    if own_rules:
        score_reasons += _result_faults(record, deal_replay)
    if score_reasons:
        raise ImpossiblePosition(score_reasons)
    return replace(record, turns=deal_replay.turns), deal_replay


def _duplicates(setup: Setup) -> Iterator[Reason]:
    """Find tiles that are in two places; places are named as in a record."""
    for reason in duplicate_faults(setup):
        field, actual = (
            re.sub(r"\.hand$", ".dealt", text).replace(".took", ".drew") for text in (reason.field, reason.found)
        )
        yield Reason(field, reason.expected, actual)


def _setup_faults(setup: Setup, drawn_by_player: Sides) -> Iterator[Reason]:
    yield from trump_faults(setup)
    yield from _duplicates(setup)
    if setup.sides[0].hand is None and setup.sides[1].hand is None:
        yield Reason("you.dealt", "the seven tiles dealt to a player", "nothing")
    for name, side in zip(PLAYER_NAMES, setup.sides, strict=True):
        if side.hand is not None and len(side.hand) != 7:
            yield Reason(f"{name}.dealt", "seven tiles", str(len(side.hand)))
    if setup.stock is None:
        return
    if len(setup.stock) != 13:
        expected = "13 face-down tiles, the turned tile not among them (or drew under a player)"
        yield Reason("stock", expected, str(len(setup.stock)))
    for name, player_draws in zip(PLAYER_NAMES, drawn_by_player, strict=True):
        if player_draws is not None:
            yield Reason(f"{name}.drew", "nothing beside stock, which says what was drawn", "tiles")


def _draw_faults(record: Record, deal_replay: Replay) -> Iterator[Reason]:
    """Faults where a player is said to have drawn more or fewer tiles than were drawn."""
    if record.stock is not None:
        return
    final_moment, draw_count = deal_replay.end, deal_replay.draws
    just_drawn = final_moment.turn is None and final_moment.position.open and final_moment.position.led is None
    for player, name in enumerate(PLAYER_NAMES):
        drew = record.drew[player]
        if drew is None:
            if record.dealt[player] is not None and draw_count > (1 if just_drawn else 0):
                tiles_text = "tile" if draw_count == 1 else f"{draw_count} tiles"
                yield Reason(f"{name}.drew", f"the {tiles_text} that {WHO[player]} drew, or the stock", "nothing")
            continue
        drew_turned = draw_count == 7 and record.turned not in drew and len(deal_replay.drawn[player]) == len(drew) + 1
        most_drawn = draw_count - drew_turned
        least_drawn = most_drawn - just_drawn
        if not least_drawn <= len(drew) <= most_drawn:
            expected = f"{counted(most_drawn, 'tile')}, as many as {WHO[player]} drew"
            yield Reason(f"{name}.drew", expected, str(len(drew)))


def _result_faults(record: Record, played: Replay) -> Iterator[Reason]:
    if record.result is None:
        return
    if not played.end.position.over:
        tricks_text = counted(sum(played.end.position.tricks), "trick")
        yield Reason("result", f"no result, as the deal is not over after {tricks_text}", _pair_words(record.result))
    elif record.result != played.end.score:
        yield Reason("result", f"{_pair_words(played.end.score)}, which the play brings", _pair_words(record.result))


# --- writing -----------------------------------------------------------------------------------------


def record_document(record: Record) -> dict[str, Any]:
    """The keys of a document in the order of the manual, without those that say nothing."""
    tiles_by_player = zip(record.dealt, record.drew, strict=True)
    holders = [Inline({"dealt": texts(dealt), "drew": texts(drew)}) or None for dealt, drew in tiles_by_player]
    return without_none(
        {
            "name": record.name or None,
            "rules": rules_text(record.rules),
            "match": record.match and pair_text(record.match.score),
            "carried": pair_text(record.carried) if any(record.carried) else None,
            "players": record.players and pair_text(name or None for name in record.players),
            "lead": PLAYER_NAMES[record.leader],
            "turned": tiles.text(record.turned),
            "trump": record.trump if record.rules.trump_from == "either-end" else None,
            "you": holders[YOU],
            "opponent": holders[OPPONENT],
            "stock": texts(record.stock),
            "play": list(map("; ".join, _lines(record))),
            "result": None if record.result is None else pair_text(record.result),
        }
    )


def _lines(record: Record) -> list[list[str]]:
    """The turns as they are written, trick by trick. Only a claim of the player who is not on lead names its player."""
    played = replay(record)
    on_lead = iter([(moment.turn, moment.position.leader) for moment in played.moments])
    trick_lines: list[list[str]] = []
    for turn in (turn for turn in played.turns if turn.move != WAIT):
        leader = next((player for moment_turn, player in on_lead if moment_turn == turn), played.end.position.leader)
        player_name = f"{PLAYER_NAMES[turn.player or 0]} " if turn.move == CLAIM and turn.player != leader else ""
        move, shows_after = turn.move, record.rules.declare == "after-winning"
        same_line = move.play is not None or (shows_after and move.declare and move.lead is None and not move.claim)
        if not (same_line and trick_lines):
            trick_lines.append([])
        trick_lines[-1].append(f"{player_name}{move}")
    return trick_lines
