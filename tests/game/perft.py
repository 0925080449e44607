"""Positions written shortly, lines of play replayed and counted (perft).

``python -m tests.game.perft`` writes ``tests/data/perft.json`` and ``perft_deals.json`` anew, for changes of the rules
only: the counts are there to outlive implementations.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from bingo.positions import dumps_json
from bingo.solver import Position, Rules, Stage, deal
from bingo.solver.game import Outcome, apply, begin, legal_moves, mask, moves, parse_all, presets
from bingo.solver.game.play import play
from tests.oracles.random_play import playout
from tests.support.strategies import normal

DATA = Path(__file__).parents[1] / "data" / "perft.json"
DEALS = DATA.with_name("perft_deals.json")


# --- short notation ----------------------------------------------------------------------------------


def table(you: str, opponent: str, rules: Rules = presets.PAGAT, trump: int = 4, **more: Any) -> Position:
    """A position, you on lead unless ``more`` says otherwise; tiles and the stock are texts."""
    for name in ("led", "turned"):
        if isinstance(more.get(name), str):
            (more[name],) = parse_all(more[name])
    more["stock"] = parse_all(more.get("stock", ""))
    more["shown"] = mask(parse_all(more.get("shown", "")))
    hands = (mask(parse_all(you)), mask(parse_all(opponent)))
    return begin(Position(rules, trump, hands, leader=more.pop("leader", 0), **more))


def line(position: Position, *written: str) -> Outcome:
    """What these legal moves lead to; the gains are added up."""
    gain, over = 0, False
    for text in written:
        assert not over, f"the deal is over before {text}"
        more, position, over, _ = play(position, moves.parse(text))
        gain += more
    return Outcome(gain, position, over)


def legal(position: Position) -> set[str]:
    return set(map(str, legal_moves(position)))


def without_claims(position: Position) -> Position:
    """The position after everybody who may claim now has waited."""
    while position.stage in (Stage.CLAIM, Stage.ANSWER):
        position = line(position, "wait").position
    return position


# --- counting ----------------------------------------------------------------------------------------


def perft(position: Position, depth: int) -> int:
    """Lines of exactly ``depth`` legal moves; a line on which the deal ends earlier is not counted."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in legal_moves(position))
    outcomes = (apply(position, move) for move in legal_moves(position))
    return sum(perft(after, depth - 1) for _, after, over, _ in outcomes if not over)


def counts(position: Position, most: int) -> list[int]:
    """Lines of 1, 2, 3 ... moves, as long as there are any and at most about ``most``."""
    totals: list[int] = []
    while (lines := perft(position, len(totals) + 1)) and (not totals or lines <= most):
        totals.append(lines)
    return totals


# --- the data ----------------------------------------------------------------------------------------

KINDS = ("deal", "replying in phase one", "last draw", "closed", "replying when closed", "last tiles")


def entries(most: int = 3000) -> Iterator[dict[str, Any]]:
    """For every preset: a deal, the end of phase one, after a close, in the middle of tricks, the last tiles."""
    for name, preset in presets.PRESETS.items():
        wanted = set(KINDS)
        if preset.rules.declare == "leading":
            wanted.add("doubles")
        rng = random.Random(name)
        while wanted:
            for position in playout(deal(preset.rules, rng), rng):
                kind = _kind(position)
                if kind in wanted and begin(position) == position:
                    wanted.remove(kind)
                    start = replace(normal(position), name=f"{name}: {kind}")
                    yield {"position": json.loads(dumps_json(start)), "lines": counts(start, most)}


def deals() -> Iterator[dict[str, Any]]:
    """For every preset: ten deals, each a seed's, up to the second lead, when the first close may come."""
    for name, preset in presets.PRESETS.items():
        for n in range(1, 11):
            start = replace(normal(deal(preset.rules, random.Random(f"{name} {n}"))), name=f"{name}: deal {n}")
            lines = [perft(start, depth) for depth in (1, 2, 3)]
            yield {"position": json.loads(dumps_json(start)), "lines": lines}


def _kind(position: Position) -> str:
    leading, replying = position.stage is Stage.LEAD, position.stage is Stage.REPLY
    played, held = sum(position.tricks), max(hand.bit_count() for hand in position.hands)
    if played == 0 and leading:
        return "deal"
    if position.open and played == 6 and position.leader == 1:
        return "last draw"
    if position.open and replying and played == 3:
        return "replying in phase one"
    if position.closed and leading and held == 5:
        return "closed"
    if position.closed and replying and held == 6:
        return "replying when closed"
    if not position.open and not position.closed and leading and held == 4:
        return "last tiles"
    if leading and any(move.declare for move in legal_moves(position)):
        return "doubles"
    return ""


def main() -> None:
    for file, listed in ((DATA, entries()), (DEALS, deals())):
        text = ",\n".join(json.dumps(entry) for entry in listed)
        file.write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
