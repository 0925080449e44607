"""Duplicate at the terminal: the program plays your deals too, you are compared with it, a kill loses nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from bingo.positions import read_records
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.replay import replay
from bingo.solver.reviewing.comparing import deal_of
from tests.depth import by_depth
from tests.oracles.game import SEED, begun, play_on, said
from tests.terminal import Terminal
from tests.test_cli_main import run

OPTIONS = ("--duplicate", "--seed", str(SEED), "--level", "greedy", "--program", "greedy")


def typed(deals: int) -> list[str]:
    """What somebody types who plays the first tile there is, in the deals of ``OPTIONS``, and claims after four tricks,
    which ends them soon; Enter between them.
    """
    found = begun(seed=SEED, duplicate="greedy")
    lines: list[str] = []
    while not ((game := found["game"])["over"] and game["deal"] == deals):
        if game["asked"] == "program":
            found = said(found, "go")
            continue
        tricks = sum(game["board"][who]["tricks"] for who in ("you", "opponent"))
        move = game["moves"][0] if game["asked"] in ("lead", "reply") else ""
        lines.append("claim" if tricks >= 4 and _between(game) else move)
        found = said(found, lines[-1])
    return lines


def _between(game: dict[str, Any]) -> bool:
    return bool(game["claim"]) and game["board"]["led"] is None


def play(file: Path, *lines: str, options: tuple[str, ...] = ()) -> str:
    result = run("play", str(file), *options, text="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return " ".join(result.stdout.split())


def test_a_set_of_deals_is_played_over_a_kill_and_compared(tmp_path: Path) -> None:
    file, lines = tmp_path / "game.yaml", typed(2)
    with Terminal("play", str(file), *OPTIONS) as table:
        for line in lines[:3]:
            table.until_prompt()
            table.type(line)
        table.until_prompt()
        table.type("close, lead 6-")
        table.until_prompt()
        table.kill()
    before = list(read_records(file))
    assert [record.name for record in before] == ["Deal 1, you", "Deal 1, greedy from your seat"]
    assert before[1].result is not None

    shown = play(file, *lines[3:], options=("--deals", "2"))
    assert "Deal 1, played twice" in shown
    assert 'Enter for the next deal, or "quit": ' in shown
    assert "After 1 deal " in shown
    assert "After 2 deals" in shown
    records = list(read_records(file))
    assert len(records) == 4
    assert records[0].turns[: len(before[0].turns)] == before[0].turns
    assert records[1] == before[1]
    for mine, theirs in (records[:2], records[2:]):
        assert mine.players == ("", "greedy")
        assert deal_of(mine) == deal_of(theirs)
        assert theirs == play_on(replace(theirs, turns=(), result=None), ("greedy", "greedy"))
        assert mine.result == replay(mine).end.score

    again = run("duplicate", str(file), "--quick", "--json")
    assert again.exit_code == 0, again.output
    found = [json.loads(line) for line in again.stdout.splitlines()]
    results = [record.result[YOU] - record.result[OPPONENT] for record in records if record.result]
    assert [one["results"] for one in found] == [results[:2], results[2:]]
    for one in found:
        assert one["difference"] == one["results"][0] - one["results"][1]
        assert f"{one['without_luck']:+.2f}" in shown
    for width in by_depth((), (40, 60)):
        told = run("duplicate", str(file), "--worlds", "8", width=width).stdout
        assert "After 2 deals" in told
        assert max(map(len, told.splitlines())) <= width
    total = found[-1]["score"]
    assert total["difference"]["mean"] == sum(one["difference"] for one in found) / 2
    assert f"as played {total['difference']['mean']:+.2f} {total['difference']['error']:.2f}" in shown
    assert f"without luck {total['without_luck']['mean']:+.2f} {total['without_luck']['error']:.2f}" in shown
