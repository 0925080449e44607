"""Memories filled at will: by two processes that are killed, by years of play; and how soon a command has begun."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from typer.testing import CliRunner

from bingo.cli.coach.memory import Memory, key_of
from bingo.cli.main import app
from bingo.positions import reads_records
from bingo.solver import Settings, review
from bingo.solver.hidden.settings import LEVELS
from bingo.solver.reviewing.deal import Review
from tests.deals import DEAL, bent

ROOT = Path(__file__).parents[2]
CAUSES = ("close-too-late", "easily-beaten", "false-claim", "less-is-sure")


def played(path: Path, deals: int, learns: float = 0.0, seed: int = 0, days: int = 60) -> None:
    """Play of so many days as the memory keeps it, by a player who errs less on causes once trained.

    Each cause is trained for a part of the time; from then on its mistakes come so much more rarely (``learns``).
    """
    rng = random.Random(seed)
    trained = {cause: deals * (n + 1) // 6 for n, cause in enumerate(CAUSES)}
    with Memory(path) as kept, kept.writing():
        for number in range(deals):
            day = (date(2026, 3, 1) + timedelta(days=number * days // deals)).isoformat()
            values = (f"{number}", "0.1.0", 16384, day, "pagat", "Ann", rng.choice(LEVELS), 0.0, rng.gauss(0, 1.5))
            kept.base.execute(
                "INSERT INTO deal (key, version, worlds, played, rules, you, opponent, start, luck, seed, name, record)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, '', '')",
                values,
            )
            for n in range(rng.randint(5, 16)):
                cause = rng.choice(CAUSES)
                rate = 0.15 * (1 - learns * (number >= trained[cause]))
                missed = rng.random() < rate
                loss = rng.expovariate(4) + 0.05 if missed else rng.choice([0.0, 0.0, 0.01])
                detail = {"trick": n, "n": n, "move": "lead 0-0", "best": "lead 1-0", "lost": loss, "why": None}
                row = (number + 1, n, rng.choice(["open", "closed", "exhausted"]), loss)
                told = (cause, json.dumps(detail)) if missed else (None, None)
                kept.base.execute("INSERT INTO decision VALUES (?, ?, 0, ?, ?, ?, ?)", (*row, *told))


@cache
def reviewed(worlds: int = 8) -> Review:
    (record,) = reads_records(DEAL)
    return review(record, Settings(worlds=worlds))


def like(found: Review, number: int) -> Review:
    """The same review of another deal: to store it takes no other."""
    return replace(found, record=replace(found.record, carried=(number, 0)))


_ADDS = """
import sys
from pathlib import Path
from bingo.cli.coach.memory import Memory
from tests.oracles.memories import like, reviewed
kept, number, found = Memory(Path(sys.argv[1])), int(sys.argv[2]), reviewed()
print("ready", flush=True)
while True:
    kept.add(like(found, number))
    print(number, flush=True)
    number += 2
"""


def killed(memory: Path, times: int) -> int:
    """Two processes remember and are killed, so many times; how many deals they said were kept, and all are."""
    rng, told, last = random.Random(5), set[int](), [0, 1]
    for _ in range(times):
        command = [sys.executable, "-c", _ADDS, str(memory)]
        both = [subprocess.Popen([*command, str(n)], stdout=subprocess.PIPE, text=True, cwd=ROOT) for n in last]
        for one in both:
            assert one.stdout
            assert one.stdout.readline() == "ready\n"
        time.sleep(rng.uniform(0.02, 0.3))
        for side, one in enumerate(both):
            one.send_signal(signal.SIGKILL)
            lines = [int(line) for line in one.communicate()[0].splitlines(keepends=True) if line.endswith("\n")]
            told.update(lines)
            last[side] = max([last[side] - 2, *lines]) + 2
        with Memory(memory) as kept:
            assert tuple(kept.base.execute("PRAGMA integrity_check").fetchone()) == ("ok",)
            assert {key_of(like(reviewed(), number).record) for number in told} <= kept.keys
            listed = [len(deal["decisions"]) for deal in kept.export()]
            assert set(listed) == {len(reviewed().decisions)}
    return len(told)


def remembered_again(memory: Path, file: Path, deals: int) -> float:
    """Processor seconds for so many records that were reviewed before."""
    names = [bent(DEAL, ("Third deal", f"Deal {n}"), ("match: {you: 2, opponent: 4}\n", "")) for n in range(deals)]
    file.write_text("---\n".join(names))
    with Memory(memory) as kept:
        kept.add(replace(reviewed(), settings=Settings(), record=next(reads_records(names[0]))))
    begun = time.process_time()
    result = CliRunner().invoke(app, ["review", str(file), "--remember", "--memory", str(memory)])
    assert result.stdout.startswith(f"Remembered: 0 new deals, {deals:,} known before")
    return time.process_time() - begun


def started(*words: str) -> float:
    """Processor seconds of a command, the whole process; the least of three."""
    seconds = []
    for _ in range(3):
        before = os.times()
        subprocess.run([sys.executable, "-m", "bingo", *words], check=True, capture_output=True, cwd=ROOT)
        after = os.times()
        seconds.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return min(seconds)
