"""Answers and node counts that benchmarks hold themselves against before they time anything.

``expected.json`` has them; ``--update`` of a benchmark writes its part anew, for changes of the search or of the
positions. A change of values there is a change of the rules or an error.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

DATA = Path(__file__).with_name("expected.json")


@dataclass(frozen=True, slots=True)
class Answers:
    """What a set of positions gave: which positions, their values (sum and digest), nodes searched for them."""

    positions: str
    values: str
    sum: int
    nodes: int


def answers(positions: str, values: Sequence[int], nodes: int) -> Answers:
    """The answers to positions with this fingerprint."""
    digest = hashlib.sha256(",".join(map(str, values)).encode()).hexdigest()[:16]
    return Answers(positions, digest, sum(values), nodes)


def check(found: dict[str, Answers], *, update: bool) -> list[str]:
    """What differs from the stored answers, in words; with ``update``, store these instead."""
    stored = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
    if update:
        stored |= {name: asdict(one) for name, one in found.items()}
        DATA.write_text(json.dumps(stored, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        return []
    return [
        f"{name}: {field}: expected {stored.get(name, {}).get(field)}, found {value}"
        for name, one in found.items()
        for field, value in asdict(one).items()
        if stored.get(name, {}).get(field) != value
    ]
