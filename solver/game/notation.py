"""A position in one line of text, as FEN is for chess: everything that a search looks at, and nothing else.

    pagat 0 3251/336465 y63 0/54 2/4 0/20 33 20xo0/0

Nine fields, separated by blanks:

1. the rules, as :func:`~bingo.solver.game.presets.label` names them, without blanks (``pagat,must_beat=false``);
2. the trump suit, 0 to 6;
3. your hand ``/`` the opponent's, two digits a tile;
4. who leads, ``y`` (you) or ``o`` (the opponent), and behind it the led tile if it is on the table;
5. card points in tricks, yours ``/`` the opponent's; 6. tricks; 7. declared card points, likewise;
8. doubles declared before and still held or led, ``-`` if there are none;
9. the boneyard: ``-`` exhausted, ``41:5433..`` open (the turned tile, then the face-down ones in drawing order),
   ``x`` closed, with the turned tile before it if that is known, and behind it who closed and what the other had then
   (``41xy11/1``: you, 11 card points, 1 trick).

Further ones only where they are needed: ``answer`` or ``lead`` (claims that were waived), ``show=44`` (that double has
won the trick, and may be declared), ``pending=3`` (declared card points that hang on this trick), ``carried=12/30``,
``match=5/3`` (game points so far; ``match=5/3y`` if you led first, ``match=5/3y1/0`` with those scored in this deal),
``score=-1`` (what you have scored less the opponent); and ``over``, where nobody is to move any more: that is written,
but not read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from zlib import crc32

from bingo.solver.errors import ImpossiblePosition, NotationError, Reason
from bingo.solver.game import presets, tiles
from bingo.solver.game.check import check
from bingo.solver.game.information import InformationSet
from bingo.solver.game.legal import apply, begin, may_show
from bingo.solver.game.moves import WAIT
from bingo.solver.game.position import OPPONENT, YOU, Closing, Match, Pair, Position, Stage
from bingo.solver.game.setup import Setup, Side
from bingo.solver.game.tiles import Tile, members

_PLAYER_LETTERS = "yo"
_TILE_PATTERN, _TILES_PATTERN, _PAIR = "([0-6][0-6])", "((?:[0-6][0-6])*)", r"(\d{1,4})/(\d{1,4})"
#: The fields behind the rules: their names, how they are written, what is expected of them.
_FIELD_PATTERNS = (
    ("trump", "([0-6])", "a suit 0 to 6"),
    ("hands", f"{_TILES_PATTERN}/{_TILES_PATTERN}", "6655/5411"),
    ("lead", f"([yo]){_TILE_PATTERN}?", "y, o or y64"),
    *((name, _PAIR, "two numbers such as 29/11") for name in ("points", "tricks", "declared")),
    ("shown", f"-|{_TILES_PATTERN}", "6655, or -"),
    ("boneyard", rf"-|{_TILE_PATTERN}:{_TILES_PATTERN}|{_TILE_PATTERN}?x([yo])(\d{{1,4}})/(\d{{1,2}})",
     "- (exhausted), 41:5433 (open) or 41xy11/1 (closed)"),
)  # fmt: skip
_EXTRA_PATTERNS = {
    "answer": "answer", "lead": "lead", "show": f"show={_TILE_PATTERN}", "pending": r"pending=(\d{1,4})",
    "carried": f"carried={_PAIR}", "match": f"match={_PAIR}([yo])?(?:{_PAIR})?", "score": r"score=(-?\d{1,4})",
}  # fmt: skip
_EXPECTED_EXTRAS = "answer, lead, show=TILE, pending=N, carried=N/N, match=N/N (y or o behind it) or score=N"


def text(position: Position, *, scores: bool = True) -> str:
    """A position in one line, without its name and expected answer; with or without the ``scores`` so far."""
    p = position
    fields = [
        str(p.rules).replace(", ", ",").replace(" ", "+"),
        str(p.trump),
        "/".join(_tiles(members(hand)) for hand in p.hands),
        _PLAYER_LETTERS[p.leader] + ("" if p.led is None else _tiles([p.led])),
        *("{}/{}".format(*pair) for pair in (p.points, p.tricks, p.declared)),
        _tiles(members(p.shown)) or "-",
        _boneyard(p),
    ]
    if p.stage is Stage.SHOW and p.won_with is not None:
        fields.append(f"show={_tiles([p.won_with])}")
    elif p.stage in (Stage.ANSWER, Stage.LEAD) and p.stage is not begin(p).stage:
        fields.append(p.stage.name.lower())
    elif p.over:
        fields.append("over")
    if p.pending:
        fields.append(f"pending={p.pending}")
    if any(p.carried):
        fields.append("carried={}/{}".format(*p.carried))
    if scores and p.match is not None:
        first_leader_text = "" if p.match.first is None else _PLAYER_LETTERS[p.match.first]
        scored_text = "{}/{}".format(*p.match.scored) if any(p.match.scored) else ""
        fields.append(f"match={p.match.you}/{p.match.opponent}{first_leader_text}{scored_text}")
    if scores and p.score:
        fields.append(f"score={p.score}")
    return " ".join(fields)


def seed_of(position: Position) -> int:
    """The seed of whatever chance decides there: the same of the same position, at whatever score."""
    return crc32(text(position, scores=False).encode())


def parse(line: str) -> Position:
    """Read a position; see :meth:`Position.parse`."""
    words = line.split()
    if len(words) < 9:
        raise NotationError.of("position", "nine fields or more, separated by blanks", repr(line[:120]))
    if "over" in words[9:]:
        raise NotationError.of("position", "one in which somebody is to move", "a deal that is over")
    (trump,), hand_digits, lead_text, *number_pairs, (shown_digits,), boneyard_parts = (
        _match_field(*field, word) for field, word in zip(_FIELD_PATTERNS, words[1:9], strict=True)
    )
    extra = _read_extras(words[9:])
    points, tricks, declared = map(_number_pair, number_pairs)
    open_turned, stock, closed_turned, closer, *closing_numbers = boneyard_parts
    leader, led = _PLAYER_LETTERS.index(lead_text[0]), next(_split_tiles(lead_text[1]), None)
    your_hand, their_hand = (tuple(_split_tiles(hand)) for hand in hand_digits)
    own_tiles = {*your_hand, *([led] if leader == YOU and led is not None else [])}

    def side(player: int, hand: tuple[Tile, ...]) -> Side:
        return Side(
            hand=hand,
            points=points[player],
            tricks=tricks[player],
            declared=declared[player],
            pending=int(extra["pending"][0]) if "pending" in extra and player == leader else 0,
            shown=tuple(t for t in _split_tiles(shown_digits) if (t in own_tiles) == (player == YOU)),
        )

    setup = Setup(
        rules=presets.rules(words[0].replace("+", " ")),
        leader=leader,
        sides=(side(YOU, your_hand), side(OPPONENT, their_hand)),
        trump=int(trump),
        turned=next(_split_tiles(open_turned or closed_turned), None),
        closed=Closing(_PLAYER_LETTERS.index(closer), *map(int, closing_numbers)) if closer else None,
        led=led,
        stock=tuple(_split_tiles(stock)) if open_turned else None,
        carried=_number_pair(extra["carried"]) if "carried" in extra else (0, 0),
        match=_match(extra["match"]) if "match" in extra else None,
    )
    position = _showing(setup, tiles.parse(extra["show"][0])) if "show" in extra else _skip_claims(_check(setup), extra)
    return replace(position, score=int(extra["score"][0])) if "score" in extra else position


# --- stages in the middle of a turn ------------------------------------------------------------------


def _check(setup: Setup) -> Position:
    position = check(setup)
    assert isinstance(position, Position)  # everything is written
    return position


def _skip_claims(position: Position, fields: Mapping[str, object]) -> Position:
    """The position once everybody who may claim before the stage that is written has waited."""
    written_stage = next((stage for stage in (Stage.ANSWER, Stage.LEAD) if stage.name.lower() in fields), None)
    after = position
    while after.stage in (Stage.CLAIM, Stage.ANSWER) and written_stage not in (None, after.stage):
        after = apply(after, WAIT).position
    if written_stage is not None and (after.stage is not written_stage or after is position):
        raise NotationError.of("position", "answer or lead only where a claim was waived", written_stage.name.lower())
    return after


def _showing(setup: Setup, won_with: Tile) -> Position:
    """The position in which the winner of a trick may declare. What follows if they wait must be possible."""
    view = InformationSet.of(setup, setup.trump or 0)
    position = view.world(setup.hand(OPPONENT), setup.stock or ())
    position = replace(position, pending=0, stage=Stage.SHOW, won_with=won_with)
    lies_elsewhere = won_with in {t for _, place_tiles in setup.places for t in place_tiles}
    if setup.led is not None or lies_elsewhere or not tiles.is_double(won_with) or not may_show(position):
        expected = "a double that won the last trick, by rules and with a hand that let its player declare it"
        raise NotationError.of("position: show", expected, tiles.text(won_with))
    if position.open and len(position.stock) != 15 - 2 * sum(position.tricks):
        expected = f"{max(15 - 2 * sum(position.tricks), 0)} face-down tiles before drawing"
        raise ImpossiblePosition([Reason("stock", expected, str(len(position.stock)))])
    _check(Setup.of(apply(position, WAIT).position))
    return position


# --- small pieces ------------------------------------------------------------------------------------


def _read_extras(extra_fields: list[str]) -> dict[str, tuple[str, ...]]:
    """What stands behind the nine fields, by its names."""
    extras = {}
    for word in extra_fields:
        name = word.partition("=")[0]
        if name not in _EXTRA_PATTERNS:
            raise NotationError.of("position: extra field", _EXPECTED_EXTRAS, repr(word[:60]))
        extras[name] = _match_field("extra field", _EXTRA_PATTERNS[name], _EXPECTED_EXTRAS, word)
    return extras


def _match(match_parts: tuple[str, ...]) -> Match:
    you, opponent, leader_letter, *scored_digits = match_parts
    first_leader = _PLAYER_LETTERS.index(leader_letter) if leader_letter else None
    return Match(int(you), int(opponent), first_leader, (int(scored_digits[0] or 0), int(scored_digits[1] or 0)))


def _boneyard(position: Position) -> str:
    turned_digits = "" if position.turned is None else _tiles([position.turned])
    if position.closed is not None:
        return f"{turned_digits}x{_PLAYER_LETTERS[position.closed.by]}{position.closed.points}/{position.closed.tricks}"
    return f"{turned_digits}:{_tiles(position.stock)}" if turned_digits else "-"


def _match_field(field_name: str, pattern: str, expected: str, field_text: str) -> tuple[str, ...]:
    """The parts of a field, empty where they are left out."""
    match = re.fullmatch(pattern, field_text)
    if match is None:
        raise NotationError.of(f"position: {field_name}", expected, repr(field_text[:60]))
    return tuple(part or "" for part in match.groups())


def _number_pair(digits_pair: tuple[str, ...]) -> Pair:
    return int(digits_pair[0]), int(digits_pair[1])


def _tiles(tiles_written: Iterable[Tile]) -> str:
    return "".join(f"{high}{low}" for high, low in (tiles.ENDS[t] for t in tiles_written))


def _split_tiles(digits: str) -> Iterator[Tile]:
    return (tiles.tile(int(a), int(b)) for a, b in zip(digits[::2], digits[1::2], strict=True))
