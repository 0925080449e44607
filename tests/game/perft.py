"""Positions written shortly, lines of play replayed and counted (perft).

``python -m tests.game.perft`` counts anew in ``tests/data/perft.json`` and ``perft_deals.json``, for changes of the
rules only: the counts are there to outlive implementations. The positions are, for every preset, ten deals, another,
replies in phase one, its last draw, leads and replies after a close, the last tiles, and doubles that may be declared.
"""

import json
from pathlib import Path
from typing import Any

from bingo.solver import Position, Rules
from bingo.solver.game import Outcome, apply, begin, legal_moves, mask, parse, parse_all, presets, text_mask, tricks
from bingo.solver.game.play import play
from tests.support.reading import full_position

PERFT_FILE = Path(__file__).parents[1] / "data" / "perft.json"
DEALS_FILE = PERFT_FILE.with_name("perft_deals.json")


# --- short notation ----------------------------------------------------------------------------------


def table(you: str, opponent: str, rules: Rules = presets.PAGAT, trump: int = 4, **fields: Any) -> Position:
    """A position, you on lead unless ``fields`` says otherwise; tiles and the stock are texts."""
    for name in ("led", "turned"):
        if isinstance(fields.get(name), str):
            (fields[name],) = parse_all(fields[name])
    fields["stock"] = parse_all(fields.get("stock", ""))
    fields["shown"] = mask(parse_all(fields.get("shown", "")))
    hands = (mask(parse_all(you)), mask(parse_all(opponent)))
    return begin(Position(rules, trump, hands, leader=fields.pop("leader", 0), **fields))


def line(position: Position, *moves: str) -> Outcome:
    """What these legal moves lead to; the gains are added up."""
    gain, over = 0, False
    for move in moves:
        assert not over, f"the deal is over before {move}"
        gained, position, over, _ = play(position, move)
        gain += gained
    return Outcome(gain, position, over)


def legal(position: Position) -> set[str]:
    return set(map(str, legal_moves(position)))


def replies(rules: Rules, led: str, hand: str, trump: int = 5) -> str:
    """What a hand may reply in phase two."""
    return text_mask(tricks.legal_replies(rules, trump, parse(led), mask(parse_all(hand)), phase_two=True))


def wins(rules: Rules, led: str, reply: str, trump: int = 5) -> bool:
    """Whether a reply wins in phase two."""
    return tricks.beats(rules, trump, parse(led), parse(reply), phase_two=True)


# --- counting ----------------------------------------------------------------------------------------


def perft(position: Position, depth: int) -> int:
    """Lines of exactly ``depth`` legal moves; a line on which the deal ends earlier is not counted."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in legal_moves(position))
    outcomes = (apply(position, move) for move in legal_moves(position))
    return sum(perft(position_after, depth - 1) for _, position_after, over, _ in outcomes if not over)


# --- the data ----------------------------------------------------------------------------------------


def main() -> None:
    for file in (PERFT_FILE, DEALS_FILE):
        entries = json.loads(file.read_text("utf-8"))
        for entry in entries:
            position = full_position(json.dumps(entry["position"]))
            entry["lines"] = [perft(position, depth) for depth, _ in enumerate(entry["lines"], 1)]
        text = ",\n".join(map(json.dumps, entries))
        file.write_text(f"[\n{text}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
