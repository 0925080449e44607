"""The engine under libFuzzer: ``python -m tests.fuzzing --seconds 600``; with ``--sanitizer memory`` what that reached.

Needs clang with its runtimes (Debian: ``clang libclang-rt-dev llvm``). It begins with requests about every kind of
position (``matrix``) and with the inputs in ``tests/data/fuzzing``, on which it once failed; what it reaches beyond
stays in ``build``. Status 0: no fault.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bingo.positions import dumps_record_json
from bingo.solver.engine.tables import scoring, trump_tables
from bingo.solver.engine.weights import weights_for
from bingo.solver.game.presets import PRESETS
from bingo.solver.hidden.settings import LEVELS
from tests.matrix import covering_array, line_of, record_of
from tests.oracles.game import begun

ROOT = Path(__file__).parents[1]
NATIVE = ROOT / "solver" / "engine"
FOUND = ROOT / "tests" / "data" / "fuzzing"
#: What may be asked of a position.
ASKS = (
    {"ask": "solve"}, {"ask": "follow", "after": [], "branches": 9, "nodes": 999},
    {"ask": "analyze", "worlds": 9, "seed": 1}, {"ask": "close", "seed": 1}, {"ask": "deals", "worlds": 3, "seed": 1},
    {"ask": "worth", "only": ["close, lead 6-6"], "seed": 0}, {"ask": "play", "after": ["lead 6-6"]},
    {"ask": "estimate", "worlds": 2, "method": "rollout", "known": {"tricks": [], "barred": 7}, "equal_weights": True},
    {"ask": "estimate", "objective": {"table": [[5000, 0], [10000, 0]]}, "worlds": 2, "until_clear": True},
    {"ask": "weights", "temperature": 0.5, "blunder": 0.1},
    {"ask": "worth", "options": {"cap": 1, "certain": [], "solved": []}, "seconds": 0.1, "thorough": True},
    {"ask": "reply", "level": "club", "stage": "lead", "worlds": 3, "seed": 0},
)  # fmt: skip
#: What else may stand in a request.
WORDS = ("lead 6-4", "declare 6-6 5-5", "close, ", "play 0-0", "[[0,0],[10000,0]]", "null", "1e9", "-1", ":{", "},")
#: What may be said in a game.
SAID = (
    "lead 4-4",
    "go",
    "wait",
    "next",
    "back",
    "moves",
    "count",
    "hint",
    "why",
    "help",
    "board",
    "coach",
    "what if lead 4-4",
)


def seeds() -> Iterator[str]:
    """Requests of every kind, about positions and records of every kind."""
    for n, cell in enumerate(covering_array(2)):
        line, record = line_of(cell), json.loads(dumps_record_json(record_of(cell)))
        record["players"] = {"you": "", "opponent": LEVELS[n % len(LEVELS)]}
        game = {"ask": "game", "records": [record], "say": SAID[n % len(SAID)], "stamp": None, "passed": n % 2 == 0}
        yield json.dumps(game)
        if line:
            for question in ASKS[n % 4 :: 4]:
                yield f'{json.dumps(question)[:-1]}, "position": {line}}}'
    for n, preset in enumerate(PRESETS):
        records = begun(preset, n, level="textbook")["records"]
        for word in SAID[n::4]:
            yield json.dumps({"ask": "game", "records": records, "say": word, "stamp": None, "passed": False})
        yield json.dumps({"ask": "begin", "rules": preset, "level": "club", "seed": n, "match": True, "seat": "first"})


def learnt(preset: str) -> bytes:
    """What the engine learns of a preset: its name and whether trumps may be either end, then numbers of 32 bits."""
    rules = PRESETS[preset].rules
    numbers = b"".join(part.tobytes() for part in (trump_tables(rules), scoring(rules), weights_for(rules)))
    return f"{preset} {int(rules.trump_from == 'either-end')}\n".encode() + numbers


def words() -> Iterator[str]:
    """What stands in requests, for libFuzzer's dictionary."""
    kernel = "".join(file.read_text(encoding="utf-8") for file in NATIVE.glob("*/*.cpp"))
    for word in (*WORDS, *sorted({f'"{word}"' for word in re.findall(r'"([\w-]{2,20})"', kernel)})):
        yield json.dumps(word)


def compiled(sanitizer: str) -> Path:
    """The program."""
    build = ROOT / "build" / sanitizer
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # that has CMake and Ninja
    cmake = partial(subprocess.run, check=True, env=os.environ | {"PATH": path, "CXX": "clang++"})
    options = ["-G", "Ninja", f"-DBINGO_SANITIZE={sanitizer}"]
    cmake(["cmake", "-S", NATIVE, "-B", build, *options], stdout=subprocess.DEVNULL)
    cmake(["cmake", "--build", build, "--target", "fuzzing"])
    return build / "fuzzing"


def main() -> int:
    """Compile it, and run it for a while."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="how long new inputs are looked for")
    parser.add_argument("--sanitizer", choices=("address", "memory"), default="address")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program = compiled(options.sanitizer)
    folder = ROOT / "build" / "fuzzing"
    begun_with, reached = folder / "seeds", folder / "reached"
    for made in (begun_with, reached):
        made.mkdir(parents=True, exist_ok=True)
    for n, text in enumerate(seeds()):
        (begun_with / f"{n:03}").write_text(text, encoding="utf-8")
    (folder / "words").write_text("\n".join(words()) + "\n", encoding="utf-8")
    (folder / "learnt").write_bytes(b"".join(learnt(name) for name in PRESETS))
    begin = [begun_with, FOUND]
    if options.sanitizer == "memory":
        arguments = [str(file) for kept in (*begin, reached) for file in sorted(kept.iterdir())]
    else:
        flags = [f"-dict={folder / 'words'}", "-max_len=3000", f"-seed={options.seed}", f"-artifact_prefix={folder}/"]
        limits = [f"-max_total_time={options.seconds}", "-timeout=60", "-rss_limit_mb=4096", "-verbosity=0"]
        arguments = [*flags, *limits, "-print_final_stats=1", *map(str, (reached, *begin))]
    return subprocess.run([program, *arguments], env=os.environ | {"BINGO_LEARNT": str(folder / "learnt")}).returncode


if __name__ == "__main__":
    sys.exit(main())
