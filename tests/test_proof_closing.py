"""The certificate of a close never contradicts the enumeration of all hands."""

from __future__ import annotations

import random

import pytest

from bingo.solver.proof.certificate import certify
from bingo.solver.search import engines
from tests.proofs import CLOSING_ALIKE, closing, disagreements

native = pytest.mark.skipif(engines.NAME != "native", reason="too slow in the reference engine")


@native
@pytest.mark.parametrize("seed", range(24))
def test_search_and_proof_agree(seed: int) -> None:
    rng = random.Random(f"closing {seed}")
    position = closing(rng, rng.choice((3, 4, 4, 5, 5, 6)), CLOSING_ALIKE[seed % len(CLOSING_ALIKE)])
    assert disagreements(position, certify(position, seconds=4)) == []
