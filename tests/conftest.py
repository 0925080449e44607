"""What is left out where no native kernel was built: tests of what cannot do without it."""

from __future__ import annotations

import os

from bingo.solver.search import engines

collect_ignore = (
    []
    if engines.NAME == "native" or os.environ.get("BINGO_REQUIRE_NATIVE") == "1"
    else [
        "test_arena.py",
        "test_arena_greedy.py",
        "test_calibration.py",
        "test_compose_candidates.py",
        "test_compose_composing.py",
        "test_hidden_phase_one.py",
        "test_hidden_players.py",
        "test_proof_closing.py",
        "test_proof_lines.py",
        "test_training.py",
    ]
)
