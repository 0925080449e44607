"""What programs ask of ``bingo engine``: each request, its keys, and the answer to it, with the keys of ``--json``."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from bingo.positions.documents import document_of
from bingo.positions.entries import Entry
from bingo.positions.hints import show
from bingo.positions.reading import entry_setup, outcome
from bingo.solver import errors
from bingo.solver.analysis import (
    LEVELS,
    Reached,
    Settings,
    analyze,
    can_claim,
    close as should_close,
    mover,
    with_stakes,
)
from bingo.solver.analysis.playing import decide
from bingo.solver.engine import OnProgress
from bingo.solver.errors import BingoError, NotationError, Reason
from bingo.solver.game import CLAIM, PRESETS, WAIT, InformationSet, Move, Setup, check, information_set, split_player
from bingo.solver.game.legal import at_lead, legal_moves, may_claim
from bingo.solver.game.moves import parse
from bingo.solver.game.play import play
from bingo.solver.game.position import PLAYER_NAMES, Position, Stage, by_player, members_dict
from bingo.solver.game.tiles import ALL, members, parse as parse_tile, text

Json: TypeAlias = dict[str, Any]
#: The number of the protocol: another one once an answer is not what it was.
PROTOCOL = 2


class Written:
    """The document of a position, and ``replied``, the reply that an answer of ``play`` may have added to it."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self.replied = None
        if isinstance(document, dict):
            self.replied = document.get("replied")
            document = {key: value for key, value in document.items() if key != "replied"}
        self._entry = Entry(0, 0, document if isinstance(document, bytes) else json.dumps(document).encode(), json=True)

    def _read(self) -> Position | InformationSet:
        place = outcome(self._entry, "position", None)
        try:
            if not isinstance(place, (Position, InformationSet)):
                raise place
            return place
        finally:
            del place  # else an error holds this frame, and the frame the error, with all that was written

    def read(self) -> Position | InformationSet:
        place = self._read()
        if self.replied is None:
            return place
        if not isinstance(place, Position):
            raise NotationError.of("replied", "nothing where tiles are hidden", str(self.replied))
        return self._replied(place)

    def read_open(self, needed: str = "so that it can be played on") -> Position:
        place = self.read()
        if not isinstance(place, Position):
            raise NotationError.of("position", f"one in which all tiles are known, {needed}", "hidden tiles")
        return place

    def to_decide(self) -> Position:
        """What is to be decided: the moves of the player to move do not depend on tiles that they cannot see."""
        place, replied = self._read(), self.replied
        if isinstance(place, InformationSet):
            holding = 0 if replied is None or place.leader else 1 << parse_tile(str(replied))
            now = self._replied(information_set(place).example_position(holding))
            if mover(now):
                raise NotationError.of(
                    "position", "you to lead or to reply, or the opponent's hand", "a hidden hand to move"
                )
            return now
        return self._replied(place)

    def _replied(self, position: Position) -> Position:
        """The position after a reply with which somebody won the right to declare."""
        if self.replied is None:
            return position
        after = play(position, Move(play=parse_tile(str(self.replied)))).position
        if after.stage is not Stage.SHOW:
            expected = "a reply after which the winner of the trick may declare"
            raise NotationError.of("replied", expected, str(self.replied))
        return after

    def seen_by(self, player: int) -> InformationSet:
        setup = entry_setup(self._entry)
        if setup.sides[player].hand is None:
            raise NotationError.of(
                f"{PLAYER_NAMES[player]}.hand", "the tiles of the player who is asked for", "nothing"
            )
        played, recalled = setup.played, any(side.won is not None or side.took for side in setup.sides)
        if isinstance(self._read(), Position) and not recalled and setup.closed is None:
            played = tuple(members(ALL & ~setup.not_in_tricks))  # all others lie in tricks, where everybody saw them
        view = check(replace(setup.seen_by(player), played=played))
        assert isinstance(view, InformationSet)  # the other hand is left out
        return view

    def after(self, move: Move, after: Position) -> dict[str, Any]:
        """The position after a move, as a file has it; before the winner of a trick declares, with the reply added."""
        if after.stage is Stage.SHOW:
            expect = {"expect": None} if "expect" in self._document else {}
            return {**self._document, "replied": text(move.tile or 0), **expect}
        setup = replace(Setup.of(after), expect=None)
        if after.closed is not None:  # else what lies in tricks follows from where the other tiles are
            before = entry_setup(self._entry)
            gone = before.tiles_in("you.won", "opponent.won", "you.took", "opponent.took", "played")
            if before.closed is None:
                gone = ALL & ~before.not_in_tricks
            gone |= before.tiles_in("you.hand", "opponent.hand", "led") & ~setup.not_in_tricks
            setup = replace(setup, played=tuple(members(gone)))
        return document_of(setup)


# --- the requests ----------------------------------------------------------------------------------


def _analyzed(on_progress: OnProgress, position: Written, **options: Any) -> Json:
    return analyze(settings=Settings(**options), position=position.read(), on_progress=on_progress).as_dict()


def _closed(on_progress: OnProgress, position: Written, **options: Any) -> Json:
    return should_close(position.read(), Settings(**options), on_progress).as_dict()


def _claimed(on_progress: OnProgress, position: Written) -> Json:
    place = position.read()
    return with_stakes(can_claim(place, on_progress), partial(analyze, place, on_progress=on_progress)).as_dict()


def _moved(_on_progress: OnProgress, position: Written) -> Json:
    now = position.to_decide()
    between = now.stage in (Stage.CLAIM, Stage.ANSWER)
    return {
        "to_move": PLAYER_NAMES[mover(now)],
        "moves": [str(move) for move in (*[CLAIM][: now.stage is Stage.CLAIM], *legal_moves(at_lead(now)))],
        "may_claim": [PLAYER_NAMES[p] for p in (now.leader, 1 - now.leader) if between and may_claim(now, p)],
    }


def _played(_on_progress: OnProgress, position: Written, move: object) -> Json:
    errors.check_type("move", move, str)
    before, turn = _turn(position.read_open(), str(move))
    gain, after, over, _ = play(before, turn)
    step, _ = Reached(before).make(turn)
    return {
        "player": PLAYER_NAMES[step.player],
        "move": str(turn),
        "gain": gain,
        "over": over,
        "trick": None if step.trick is None else PLAYER_NAMES[step.trick],
        "drawn": step.drawn and by_player(map(text, step.drawn)),
        "card_points": by_player(step.card_points),
        "position": None if over else position.after(turn, after),
    }


def _turn(position: Position, written: str) -> tuple[Position, Move]:
    """The move that is meant, and the position in which it is made: whoever might claim before it has waited."""
    player, move_text = split_player(written)
    move = parse(move_text, replying=position.stage is Stage.REPLY)
    if position.stage in (Stage.CLAIM, Stage.ANSWER) and move == CLAIM:
        other = player == 1 - position.leader and may_claim(position, 1 - position.leader)
        position = replace(position, stage=Stage.ANSWER) if other else position
    elif move != WAIT:
        position = at_lead(position)
    if player not in (None, position.to_move):
        raise NotationError.of("move", f"a move of {PLAYER_NAMES[position.to_move]}", repr(written[:60]))
    return position, move


def _seen(_on_progress: OnProgress, position: Written, player: object = "you") -> Json:
    document = document_of(position.seen_by(_player(player)).setup)
    return {"position": document | ({} if position.replied is None else {"replied": position.replied})}


def _replied(
    on_progress: OnProgress,
    position: Written,
    level: str = "strongest",
    player: object = None,
    seed: int = 0,
    effort: Any = None,
) -> Json:
    now, worlds = position.to_decide(), Settings(effort=effort).replies
    if level == "cheat":
        position.read_open("as this level sees them")
    who = mover(now) if player is None else _player(player)
    view = partial(position.seen_by, who)
    move = decide(now, level, seed=seed, player=who, view=view, on_progress=on_progress, worlds=worlds)
    return {"player": PLAYER_NAMES[who], "move": str(move)}


def _player(name: object) -> int:
    errors.check_choice("player", name, PLAYER_NAMES)
    return PLAYER_NAMES.index(str(name))


def _version(_on_progress: OnProgress) -> Json:
    from bingo import __version__

    names = {"asks": list(ASKS), "presets": list(PRESETS), "levels": list(LEVELS)}
    return {"program": "bingo", "version": __version__, "protocol": PROTOCOL, **names}


class Ask(NamedTuple):
    """What answers a request, the keys that it needs and takes, and the answer if it is stopped before there is one."""

    answer: Callable[..., Json]
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    stopped: Mapping[str, Any] = MappingProxyType({})


_SETTINGS = ("seconds", "effort", "equal_weights", "seed", "threads")
#: All that can be asked.
ASKS = {
    "analyze": Ask(
        _analyzed,
        ("position",),
        ("method", "worlds", "until_clear", *_SETTINGS),
        {"exact": False, "value": None, "best": [], "moves": [], "line": []},
    ),
    "close": Ask(_closed, ("position",), _SETTINGS, {"exact": False, "advice": None, "close": None, "leads": []}),
    "claim": Ask(_claimed, ("position",), (), {"verdict": "undecided", "least": None, "most": None}),
    "moves": Ask(_moved, ("position",)),
    "play": Ask(_played, ("position", "move")),
    "seen": Ask(_seen, ("position",), ("player",)),
    "reply": Ask(_replied, ("position",), ("level", "seed", "player", "effort"), {"player": None, "move": None}),
    "version": Ask(_version),
}


def answer_request(keys: Json, on_progress: OnProgress) -> Json:
    """Answer a request, of which these are the keys; a ``BingoError`` says why it cannot be answered."""
    name = keys.get("ask")
    if not isinstance(name, str) or name not in ASKS:
        raise NotationError.of("ask", f"one of {', '.join(ASKS)}", show(name))
    ask = ASKS[name]
    values = {key: value for key, value in keys.items() if key not in ("ask", "id")}
    known = (*ask.needs, *ask.takes)
    names = ", ".join(("ask", "id", *known))
    reasons = [Reason(key[:60], f"one of the keys {names}", show(key)) for key in values if key not in known]
    reasons += [Reason(key, "this key", "nothing") for key in ask.needs if key not in values]
    if reasons:
        raise NotationError(reasons)
    if "position" in values:
        values["position"] = Written(values["position"])
    return ask.answer(on_progress, **values)


# --- what cannot be answered -------------------------------------------------------------------------

_CODES = {
    errors.ImpossiblePosition: "impossible",
    errors.IllegalMove: "illegal",
    NotationError: "notation",
    errors.WrongType: "notation",
}


def fault(error: Exception) -> Json:
    words = str(error) if isinstance(error, BingoError) else f"The program broke: {type(error).__name__}: {error}"
    reasons = getattr(error, "reasons", (Reason("position", words, ""),))
    code = next((code for kind, code in _CODES.items() if isinstance(error, kind)), "other")
    return {
        "error": words,
        "reasons": [{"code": code, **members_dict(r, "field", "expected", "found")} for r in reasons],
    }
