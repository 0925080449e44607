"""What one player knows goes to the engine whole: it answers as the library does, and refuses what cannot be known."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, strategies as st

from bingo.solver.game.dealing import deal
from bingo.solver.game.position import PLAYER_NAMES, Stage
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.record import Record
from bingo.solver.game.replay import replay
from bingo.solver.hidden.request import about
from bingo.solver.hidden.view import known
from bingo.solver.hidden.worlds import count_hands
from tests.deals import random_moves
from tests.depth import by_depth, few
from tests.native import answerer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bingo.solver.game.information import InformationSet


def views(preset: str, seed: int, share: float = 0.3) -> Iterator[InformationSet]:
    """Some of what the players of a random deal knew, one after the other."""
    rng, rules = random.Random(seed), PRESETS[preset].rules
    start = deal(rules, rng)
    if rules.at_target == "points":
        start = replace(start, carried=(75, 88))
    for moment in replay(Record.of(start, [move for _, move in random_moves(start, seed)])).moments:
        inside = moment.position.over or moment.position.stage is Stage.SHOW  # over, or in the middle of a turn
        if moment.turn is not None and not inside and rng.random() < share:
            yield known(moment.seen_by(moment.to_play))


@pytest.mark.parametrize("preset", few(PRESETS, "pagat", "domino-play", "berndt"))
def test_the_engine_knows_all_that_a_player_knows(preset: str) -> None:
    from bingo.solver.hidden.estimates import estimate
    from bingo.solver.hidden.settings import Settings
    from bingo.solver.seam import ask

    for seed in range(by_depth(1, 2)):
        for seen in views(preset, seed, 0.2):
            carried = about(seen)["position"].get("carried", dict.fromkeys(PLAYER_NAMES, 0))
            assert tuple(map(carried.get, PLAYER_NAMES)) == seen.carried
            closes = seen.open and seen.led is None and any(seen.tricks)  # held against every hand, if it may
            if (closes or not seen.open) and not 1 < count_hands(seen) < (2000 if closes else 300):
                continue
            found = estimate(seen, Settings(worlds=8, seed=seed), stay_open=True)
            answer = ask(ask="analyze", worlds=8, seed=seed, **about(seen))
            assert answer["weighted"] == found.weighted
            means = {str(one.move): (one.value, one.low, one.high) for one in found.moves}
            for row in answer["moves"]:
                if row["kind"] == "estimate" and not row["move"].startswith("close"):
                    assert [row[key] for key in ("value", "low", "high")] == pytest.approx(means[row["move"]])
                elif not seen.open and row["move"] in means and "double_dummy" in row:
                    assert row["double_dummy"]["value"] == pytest.approx(means[row["move"]][0])


def _refused(**changed: Any) -> str:
    from bingo.solver.seam import ask

    seen = next(seen for seen in views("pagat", 1, 1.0) if len(seen.history) == 3 and seen.led is None)
    request = about(seen)
    request["known"] = {**request["known"], **changed}
    return str(ask(ask="analyze", worlds=2, **request)["error"])


def test_tricks_that_cannot_have_been_played_are_refused() -> None:
    seen = next(seen for seen in views("pagat", 1, 1.0) if len(seen.history) == 3 and seen.led is None)
    tricks = about(seen)["known"]["tricks"]
    assert "3 tricks, or none" in _refused(tricks=tricks[:2])
    assert "each tile once" in _refused(tricks=[tricks[0], tricks[0], tricks[2]])
    assert "a reply to every lead" in _refused(tricks=[*tricks[:2], [*tricks[2][:2], -1, 0, 0, 0]])
    assert "a close where the position has one" in _refused(tricks=[*tricks[:2], [*tricks[2][:5], 1]])
    assert "doubles" in _refused(tricks=[*tricks[:2], [*tricks[2][:3], 2, 0, 0]])
    assert "0 to 268435455" in _refused(barred=1 << 28)
    assert "found others" in _refused(others=0)


@pytest.mark.parametrize("seed", range(by_depth(3, 30)))
def test_whatever_is_said_of_the_play_is_answered_or_refused(seed: int) -> None:
    """Numbers bent at random, each in every place; nothing ends the process."""
    from bingo.solver.seam import ask

    rng = random.Random(seed)
    for seen in views(rng.choice(list(PRESETS)), seed):
        request = about(seen)
        tricks = [list(row) for row in request.get("known", {}).get("tricks", ())]
        for _ in range(5):
            bent = [list(row) for row in tricks]
            if bent:
                row = rng.choice(bent)
                row[rng.randrange(len(row))] = rng.choice([-1, 0, 1, 5, 27, 28, 1 << 20, 1 << 27, 1 << 40])
            request["known"] = {"tricks": bent, "barred": rng.getrandbits(28) & rng.getrandbits(28)}
            answer = ask(ask="estimate", worlds=2, enumerated=0, seed=seed, **request)
            assert "error" in answer or answer["worlds"] >= 1


def test_an_objective_that_is_none_is_refused() -> None:
    from bingo.solver.seam import ask

    request = about(next(views("pagat", 1, 1.0)))
    for table, words in (
        ([[1]], "2 to 32"),
        ([[5, 0], [10_000, 3, 0]], "rows of one length"),
        ([["a"]], "whole number"),
    ):
        assert words in ask(ask="analyze", worlds=2, objective={"table": table}, **request)["error"]


def test_worths_are_asked_of_moves_with_a_tile() -> None:
    """Or of what is listed, as waiting is where the opponent leads."""
    from bingo.solver.seam import ask

    views_closed = (
        seen for seed in range(20) for seen in views("pagat", seed, 1) if not seen.open and seen.led is None
    )
    for seen in islice(views_closed, 6):
        listed = {one["move"] for one in ask(ask="analyze", **about(seen), hands=8)["moves"]}
        for turn in {"claim", "wait"} - listed:
            found = ask(ask="worth", only=[turn], hands=8, **about(seen))
            assert found == {
                "error": f"only: expected moves of a tile, and what else is worth something here; found {turn}"
            }


def test_what_is_asked_has_limits() -> None:
    """Each is still within: what is then refused is something else, or nothing."""
    from bingo.solver.seam import ask

    seen = next(seen for seen in views("pagat", 3, 1) if not seen.open)
    given = about(seen)

    def refused(**asked: Any) -> str:
        found = ask(**asked)
        return str(found.get("reasons") or found.get("error"))

    assert "60 moves at most" in refused(ask="play", after=["wait"] * 61, **given)
    assert "60 moves at most" not in refused(ask="play", after=["wait"] * 60, **given)
    assert "2000 deals at most" in refused(ask="game", records=[{}] * 2001)
    assert "2000 deals at most" not in refused(ask="game", records=[{}] * 2000)
    for key, least, most in (("worlds", 1, None), ("threads", 1, 256), ("seed", 0, None), ("branches", 1, None)):
        for number in (least, most):
            assert number is None or key not in refused(ask="deals", **given, **{key: number})
        assert key in refused(ask="deals", **given, **{key: least - 1})
        assert most is None or key in refused(ask="deals", **given, **{key: most + 1})
    for temperature, blunder, right in (
        (0.1, 1, True),
        (1e-3, 1e-3, True),
        (0, 0.5, False),
        (1, 0, False),
        (1, 1.1, False),
    ):
        found = refused(ask="weights", temperature=temperature, blunder=blunder, **given)
        assert ("a chance above 0" not in found) == right
    assert "worlds" in refused(ask="deals", worlds=1.5, **given)
    assert "a number above 0" in refused(ask="estimate", seconds=0, **given)
    assert "a number above 0" not in refused(ask="estimate", seconds=1e-9, **given)


@given(st.binary(max_size=60) | st.sampled_from([b"{}", b'{"ask":"analyze"}', b'{"ask":"close","position":{}}']))
def test_whatever_is_asked_has_an_answer(question: bytes) -> None:
    found = answerer().answer(question)
    assert b'"error"' in found or b'"reasons"' in found
