"""Years of play as ``bingo review --out`` keeps it, made at will; and how soon a command has begun."""

import json
import random
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

CAUSES = ("close-too-late", "easily-beaten", "refuted", "trick-not-taken")
PHASES = ("open", "closed", "exhausted")

Json = dict[str, Any]


def played(deals: int, seed: int = 0, days: int = 60, opponents: Sequence[str] = ("Bert", "club")) -> list[Json]:
    """The lines of so many deals that Ann played over so many days, now here, now there at the table."""
    rng = random.Random(seed)
    return [_deal(rng, number, days * number // deals, rng.choice(opponents)) for number in range(deals)]


def _deal(rng: random.Random, number: int, day: int, opponent: str) -> Json:
    seats = ["Ann", opponent][:: rng.choice((1, -1))]
    rules = rng.choice(("pagat", "pagat", "berndt"))
    return {
        "file": "deals.yaml",
        "deal": number + 1,
        "day": (date(2026, 3, 1) + timedelta(days=day)).isoformat(),
        "name": rng.choice(("", f"Deal {number}")),
        "rules": rules,
        "players": dict(zip(("you", "opponent"), seats, strict=True)),
        "decisions": [_decision(rng, n) for n in range(1, rng.randint(2, 16))],
        "record": {"rules": rules, "play": [f"deal {number}"]},
    }


def _decision(rng: random.Random, n: int) -> Json:
    cause, missed = rng.choice((*CAUSES, None)), rng.random() < 0.15
    return {
        "n": n,
        "trick": n,
        "player": rng.choice(("you", "opponent")),
        "move": "lead 0-0",
        "best": "lead 1-0",
        "lost": rng.expovariate(4) + 0.05 if missed else rng.choice((0.0, 0.0, 0.01)),
        "mistake": missed,
        "repeated": not missed and rng.random() < 0.05,
        "phase": rng.choice(PHASES),
        "why": None,
        "reason": {"kind": cause, "line": [], "hand": ""} if missed and cause else None,
    }


def write(path: Path, lines: Sequence[Json]) -> str:
    """Write a file of reviews, as the program does; its name."""
    path.write_text("".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines), "utf-8")
    return str(path)
