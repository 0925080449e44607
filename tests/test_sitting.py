"""A sitting: whoever plays it, and wherever it is broken off, it is the game that the records tell."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bingo.cli.kept import records_of
from bingo.cli.sitting import Asked, Became, Sitting, Wishes
from bingo.solver.errors import BingoError
from bingo.solver.game import presets
from bingo.solver.game.moves import WAIT
from bingo.solver.game.position import YOU
from bingo.solver.game.replay import replay
from bingo.solver.opponents.levels import LEVELS
from tests.native import needs_kernel

RULES = [*presets.PRESETS]
WORDS = ("", "wait", "claim", "moves", "count", "back", "9-9", "close, lead 6-", "declare 6-6", "gibberish")


def wishes(rules: str, seed: int) -> Wishes:
    played_by = presets.rules(rules)
    return Wishes(played_by, LEVELS["greedy"], played_by.at_target != "points", seed)


def step(sitting: Sitting, rng: Random) -> None:
    """Have the program answer, or say something: mostly a turn that is possible."""
    asked = sitting.asked
    if asked is Asked.PROGRAM:
        sitting.answer()
        return
    before, hand = sitting.table.record, sitting.table.now.position.hands[YOU]
    assert all(m.tile is None or hand >> m.tile & 1 for m in sitting.moves)  # none of the opponent's
    assert all(m.declare & hand == m.declare or asked is Asked.SHOW for m in sitting.moves)
    word = rng.choice(WORDS) if rng.random() < 0.2 or not sitting.moves else str(rng.choice(sitting.moves))
    heard = sitting.hear(word)
    if heard.became in (Became.TOLD, Became.REFUSED, Became.ASIDE):
        assert sitting.table.record == before
        assert sitting.asked is asked
        assert heard.told


@needs_kernel
@settings(max_examples=6, deadline=None)
@given(rules=st.sampled_from(RULES), seed=st.integers(0, 10**6))
def test_what_is_kept_is_always_the_whole_game(rules: str, seed: int) -> None:
    rng = Random(seed)
    kept: list[str] = []
    sitting = Sitting.of([], wishes(rules, seed), kept.append)
    sitting.save()
    for _ in range(30):
        for _ in range(3):
            step(sitting, rng)
        assert kept[-1] == sitting.text
        again = Sitting.of(records_of(sitting.text), wishes(rules, 0))
        assert again.text == sitting.text
        assert again.over == sitting.over
        assert replay(again.table.finished).turns == sitting.table.played.turns


@needs_kernel
@settings(max_examples=6, deadline=None)
@given(rules=st.sampled_from(RULES), seed=st.integers(0, 10**6))
def test_a_sitting_broken_off_at_every_turn_ends_like_one_played_through(rules: str, seed: int) -> None:
    def played(*, breaking: bool) -> str:
        sitting, rng = Sitting.of([], wishes(rules, seed)), Random(seed)
        while not sitting.over:
            if sitting.asked is Asked.PROGRAM:
                sitting.answer()
            elif sitting.may_wait:
                sitting.hear("")
                continue  # what comes then is not kept before somebody makes a turn
            else:
                sitting.hear(str(rng.choice(sitting.moves)))
            if breaking and sitting.table.record.turns and sitting.table.record.turns[-1].move != WAIT:
                sitting = Sitting.of(records_of(sitting.text), wishes(rules, 0))
        return sitting.text

    assert played(breaking=True) == played(breaking=False)


@needs_kernel
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_who_lets_the_program_lead_is_not_asked_again_before_it_does(seed: int) -> None:
    sitting, rng = Sitting.of([], wishes("pagat", seed)), Random(seed)
    tricks = []  # before which you were asked
    while not sitting.over:
        if sitting.may_wait:
            tricks.append(sitting.table.now.trick)
            sitting.hear("")
        elif sitting.asked is Asked.PROGRAM:
            sitting.answer()
        else:
            sitting.hear(str(rng.choice(sitting.moves)))
    assert len(tricks) == len(set(tricks))


@pytest.mark.parametrize(
    "text", ["name: a note\n", "turned: 4-1\nlead: you\nyou: {dealt: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}\n"]
)
def test_only_games_with_all_their_tiles_are_taken_up(text: str) -> None:
    with pytest.raises(BingoError):
        records_of(text)


def test_an_empty_text_is_a_game_to_begin() -> None:
    assert records_of("") == records_of(" \n") == []
