"""Every answer of the program against stored ones: ``python -m benchmarks.answers``.

Runs ``batch``, ``analyze`` and ``close`` as a user does, over the shipped collections and seeded random positions
under every preset, and compares digests of all they say in ``--json``: values, moves, lines, hands, intervals. Times
and words meant for people are left out. Exit status: 0 if all is as stored, else 1. ``--keep FOLDER`` writes the
positions and the answers down, so that two versions can be compared line by line.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.stored import Answers, check
from bingo.positions import dumps_json
from bingo.positions.shipped import collections as of_puzzles
from bingo.solver.errors import NotationError
from bingo.solver.game import presets, tiles, tricks
from bingo.solver.game.moves import Move, begin, can_close, legal_moves, play_unchecked
from bingo.solver.game.position import Position, Stage
from bingo.solver.game.rules import Rules
from tests.oracles.views import hidden

#: Positions for ``batch`` under each of the seven presets, 20,000 in all; for ``analyze``; for ``close``; with tiles
#: hidden, for each method.
BATCH, ANALYZE, CLOSE, HIDDEN = 2858, 100, 8, 12
#: Keys whose values depend on the clock, on how the work was done, or are words.
LEFT_OUT = frozenset({"seconds", "remarks", "file", "line_number", "threads", "effort"})
#: Keys of a lead after closing that follow from others (``chances``), or that better bounds may change.
OF_LEADS = frozenset({"chances", "best_defence", "exact"})

Lines = list[str]


def main() -> int:
    """Make the positions, ask the program, compare."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.answers", description=__doc__)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write positions and answers down there")
    parser.add_argument("--only", nargs="+", metavar="GROUP", help="collections, or presets")
    parser.add_argument("--update", action="store_true", help="store what comes out now")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        found = {f"answers: {name}": answers for name, answers in _all(folder, options.only)}
    wrong = check(found, update=options.update)
    print(*(wrong or [f"{len(found)} groups of answers are as stored"]), sep="\n")
    return int(bool(wrong))


def _all(folder: Path, only: list[str] | None) -> Iterator[tuple[str, Answers]]:
    if not only or "collections" in only:
        yield from _of_collections(folder)
    for name, preset in presets.PRESETS.items():
        if not only or name in only:
            yield from _of_preset(folder, name, preset.rules)


def _of_collections(folder: Path) -> Iterator[tuple[str, Answers]]:
    collections = [file.read_text(encoding="utf-8") for file in sorted(of_puzzles(), key=lambda file: file.name)]
    yield (
        "collections, batch",
        _ask(folder, "collections-batch", "---\n".join(collections), "batch", "--detail", "moves"),
    )
    yield "collections, analyze", _ask(folder, "collections-analyze", "---\n".join(collections), "analyze", "--json")


def _of_preset(folder: Path, name: str, rules: Rules) -> Iterator[tuple[str, Answers]]:
    yield f"{name}, batch", _ask(folder, f"{name}-batch", _jsonl(rules, BATCH, _soon), "batch", "--detail", "moves")
    yield f"{name}, analyze", _ask(folder, f"{name}-analyze", _jsonl(rules, ANALYZE, _soon), "analyze", "--json")
    closing = _jsonl(rules, CLOSE, _closable, known=True)
    yield f"{name}, close", _ask(folder, f"{name}-close", closing, "close", "--json", "--no-proof")
    early, late = (_jsonl(rules, HIDDEN, wanted, known=True) for wanted in (_yours, _yours_late))
    for method, lines in (("rollout", early), ("pimc", late)):
        words = ("analyze", "--json", "--seed", "3", "--worlds", "24", "--method", method)
        yield f"{name}, {method}", _ask(folder, f"{name}-{method}", lines, *words)


def _ask(folder: Path, name: str, positions: str, *words: str) -> Answers:
    """What a command says of these positions."""
    asked = folder / f"{name}.{'yaml' if name.startswith('collections') else 'jsonl'}"
    asked.write_text(positions, encoding="utf-8")
    program = Path(sys.executable).with_name("bingo")
    done = subprocess.run([program, *words, asked], capture_output=True, text=True, check=False, encoding="utf-8")
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr}")
    records = [_told(json.loads(line)) for line in done.stdout.splitlines()]
    if words[0] == "close":
        for record in records:
            record["leads"] = [_of_lead(lead) for lead in sorted(record["leads"], key=lambda lead: str(lead["move"]))]
            assert not record.pop("weighted")  # no position in a file has a history
            for about_the_advised in ("close", "advice", "why", "refutation"):
                record.pop(about_the_advised)
    lines = [json.dumps(_rounded(record), sort_keys=True) for record in records]
    (folder / f"{name}.answers").write_text("\n".join(lines) + "\n", encoding="utf-8")
    nodes = sum(json.loads(line).get("nodes", 0) for line in done.stdout.splitlines())
    return Answers(_digest([positions]), _digest(lines), len(lines), nodes)


def _told(record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in LEFT_OUT | {"nodes"}}


def _of_lead(lead: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in lead.items() if key not in OF_LEADS}
    kept["sure"] = {key: value for key, value in kept["sure"].items() if key not in OF_LEADS}
    return kept


def _rounded(told: Any) -> Any:
    """The same with means to nine digits: their last bits depend on the order in which a machine adds."""
    if isinstance(told, dict):
        return {key: _rounded(value) for key, value in told.items()}
    if isinstance(told, list):
        return [_rounded(value) for value in told]
    return round(told, 9) if isinstance(told, float) else told


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


# --- positions out of random play --------------------------------------------------------------------


def _jsonl(rules: Rules, n: int, wanted: Callable[[Position], bool], *, known: bool = False) -> str:
    """``n`` positions that are ``wanted``, each from a deal of its own, one a line; as they are ``known``."""
    rng, found = random.Random(f"{presets.label(rules)} {wanted.__name__} {n}"), Lines()
    while len(found) < n:
        listed = [position for position in _play(rules, rng) if wanted(position)]
        if listed:
            chosen = rng.choice(listed)
            found.append(json.dumps(hidden(chosen)) if known else dumps_json(chosen))
    return "\n".join(found) + "\n"


def _play(rules: Rules, rng: random.Random) -> Iterator[Position]:
    """The positions of a random deal that a file can hold."""
    order = rng.sample(tiles.TILES, 28)
    turned = order[27]
    trump = rng.choice(tiles.ENDS[turned]) if rules.trump_from == "either-end" else tricks.trump_of(turned)
    hands, leader = (tiles.mask(order[:7]), tiles.mask(order[7:14])), rng.randrange(2)
    position = begin(Position(rules, trump, hands, leader, stock=tuple(order[14:27]), turned=turned))
    over = False
    while not over:
        if position.stage is not Stage.SHOW and begin(position) == position:
            yield position
        moves = list(legal_moves(position))
        if rng.random() < 0.9:
            moves = [move for move in moves if not move.claim] or moves
        if rng.random() < 0.85:
            moves = [move for move in moves if not move.close] or moves
        _, position, over = play_unchecked(position, _chosen(moves, rng))


def _chosen(moves: list[Move], rng: random.Random) -> Move:
    declaring = [move for move in moves if move.declare]
    return rng.choice(declaring if declaring and rng.random() < 0.6 else moves)


def _writable(position: Position) -> bool:
    try:
        dumps_json(position)
    except NotationError:
        return False
    return True


def _soon(position: Position) -> bool:
    """Nothing is drawn any more, or little."""
    return (not position.open or len(position.stock) <= 5) and _writable(position)


def _closable(position: Position) -> bool:
    """You may close, late enough for few hands."""
    return position.leader == 0 and position.led is None and can_close(position) and len(position.stock) <= 5


def _yours(position: Position) -> bool:
    """You are to move, the boneyard open."""
    return position.open and position.to_move == 0 and position.stage in (Stage.LEAD, Stage.REPLY)


def _yours_late(position: Position) -> bool:
    """The same, and deals are soon solved whole."""
    return _yours(position) and len(position.stock) <= 5


if __name__ == "__main__":
    sys.exit(main())
