"""The arena of the benchmarks: duplicate deals, matches that resume, players by name."""

from pathlib import Path
from random import Random

import pytest
from typer import BadParameter

from benchmarks import arena
from benchmarks.arena import Match, Pair, by_name, known_player, mean, play_pair, run, seat, stored
from bingo.solver import play_out
from bingo.solver.engine.tables import shipped_weights
from tests.support.depth import by_depth

MATCH = Match("greedy", "random", "pagat", 5)


@pytest.mark.parametrize("name", ["greedy", "random", "networks", "rollout@2w"])
def test_a_player_scores_nothing_against_itself(name: str) -> None:
    pairs = [play_pair(Match(name, name, "pagat", 5), number) for number in range(4)]
    assert [sum(pair.points) for pair in pairs] == [0] * 4
    assert any(pair.points != (0, 0) for pair in pairs)


def test_a_match_that_was_stopped_goes_on_with_the_same_result(tmp_path: Path) -> None:
    part = tmp_path / "part.jsonl"
    expected = list(run(MATCH, 4, 1, None, Pair, play_pair))
    list(run(MATCH, 2, 1, part, Pair, play_pair))
    list(run(Match("greedy", "random", "pagat", 6), 2, 1, part, Pair, play_pair))  # another match in the same file
    with part.open("a") as file:
        file.write('{"match":{"a":"greedy","b"')  # stopped in the middle of a line
    assert list(run(MATCH, 4, by_depth(1, 2), part, Pair, play_pair)) == expected
    assert [pair for pair in stored(part, Pair) if pair.match == MATCH] == expected
    assert len(stored(part, Pair)) == 6


def test_the_result_is_the_mean_over_deals_with_its_standard_error() -> None:
    pairs = [Pair(MATCH, number, points) for number, points in enumerate(((3, 1), (-1, 1), (1, 1)))]
    assert mean(pairs).value == 1
    assert mean(pairs).error == pytest.approx(1 / 3**0.5)


def test_networks_play_by_the_weights_of_a_file(tmp_path: Path) -> None:
    import numpy as np

    np.save(tmp_path / "same.npy", shipped_weights("pagat"))
    np.save(tmp_path / "other.npy", -np.asarray(shipped_weights("pagat")))
    records = [
        play_out(*[seat(by_name(name), Random(1))] * 2, start=arena.start_position(MATCH, 1))
        for name in ("networks", f"networks:{tmp_path / 'same.npy'}", f"networks:{tmp_path / 'other.npy'}")
    ]
    assert records[0] == records[1] != records[2]


@pytest.mark.parametrize("name", ["nobody", "rollout@", "rollout@0.5w", "rollout@5x", "", "networks:nowhere.npy"])
def test_a_name_that_nobody_has_is_refused(name: str) -> None:
    with pytest.raises(BadParameter, match=r"expected (one of random, greedy|[0-9,]+ weights in nowhere)"):
        known_player(name)
