"""Endgames a second, and whole deals: ``python -m benchmarks.endgames``.

Seven tiles a side, boneyard exhausted or closed, nobody at 70 yet. First the answers are checked: values and node
counts against stored ones, and a sample against the reference search. Then come the rates, per core, of the value
alone (``solve_many``), of the value of every move (``Kernel.moves``), of the reference search, and of a peer: DDS on
endings of bridge with as many cards. Everything is timed in
turns; medians of the rounds are printed. Last, each of ``--deals`` whole deals, 14 tricks, stock known.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from statistics import mean, median, quantiles

from benchmarks import figures
from benchmarks.command import TO_PAGE, program
from benchmarks.timing import differences, say, seconds, verdict, with_progress
from bingo.cli.options import flag, option
from bingo.solver import Position, solve_many
from bingo.solver.engine.kernel import TABLE_BITS, Kernel
from bingo.solver.game.presets import PAGAT
from tests.oracles.reference import Reference
from tests.oracles.seeded import ENDGAME_KINDS, deals, endgames, fingerprint

SEED, POSITIONS, SAMPLE_SIZE, BOARDS = 1, 4_000, 40, 2_000
#: So many whole deals, the first, are held against stored answers; how often all are timed.
DEALS_HELD, DEALS_ROUNDS = 200, 3
#: So many of each kind, the first, are held against stored answers.
ENDGAMES_HELD = 1_000
#: A peer, and how many boards it takes in one call.
DDS, DDS_BATCH = "DDS, endings of seven cards", 200
CARD_RANKS = "AKQJT98765432"


def main(
    rounds: int = 9,
    timed: int = option("--deals N", "Whole deals that are timed.", 1_000),
    check: bool = flag("--check", "Hold answers and node counts against the stored ones only."),
    update: bool = flag("--update", "Store the answers and node counts."),
    to_page: bool = TO_PAGE,
) -> int:
    """Check, time, print; the exit status is 1 if an answer or a node count is not as stored."""
    groups = {}
    for kind in ENDGAME_KINDS:
        say(f"making positions: {kind}")
        groups[kind] = endgames(kind, ENDGAMES_HELD if check else POSITIONS, SEED)
    say("checking answers")
    faults = [fault for kind, group in groups.items() for fault in _differences(kind, group[:ENDGAMES_HELD], update)]
    faults += _of_deals(update)
    sample = {kind: group[: 2 * SAMPLE_SIZE : 2] for kind, group in groups.items()}
    reference: dict[str, float] = {}
    for kind, group in sample.items():
        values: list[int] = []
        reference[kind] = len(group) / seconds(partial(values.extend, (Reference().value(p) for p in group)))
        if values != solve_many(group).tolist():
            faults.append(f"{kind}: kernel and reference differ")
    say("")
    if faults:
        print("\n".join(faults))
        return 1
    print(f"values and node counts of {len(groups)} x {ENDGAMES_HELD} endgames and {DEALS_HELD} deals: as stored")
    print(f"reference search: the same values on {len(sample)} x {SAMPLE_SIZE}")
    if check:
        return 0
    _report(_time(groups, rounds), reference, to_page)
    _whole_deals(deals(timed, SEED), to_page)
    return 0


def _differences(kind: str, positions: list[Position], update: bool) -> list[str]:
    kernel = Kernel(PAGAT, TABLE_BITS)
    values = kernel.values(positions).tolist()
    assert values == solve_many(positions).tolist()
    assert values == Kernel(PAGAT, TABLE_BITS).moves(positions)[:, 0].tolist()
    return differences(kind, fingerprint(positions), values, kernel.nodes, update=update)


def _of_deals(update: bool) -> list[str]:
    positions, kernel = deals(DEALS_HELD, SEED), Kernel(PAGAT)
    values = [kernel.value(position) for position in positions]
    return differences("deals", fingerprint(positions), values, kernel.nodes, update=update)


def _time(groups: dict[str, list[Position]], rounds: int) -> dict[str, dict[str, float]]:
    """Rates of values alone, of every move, and of the peer if there is one, by kind."""
    calls = {
        "value only (`solve_many`)": solve_many,
        "every move (`Kernel.moves`)": lambda part: Kernel(PAGAT, TABLE_BITS).moves(part),
    }
    peer = _bridge(BOARDS, SEED)
    times: dict[str, dict[str, list[float]]] = {name: {kind: [] for kind in groups} for name in (*calls, DDS)}
    for _ in with_progress(range(rounds), rounds, "round"):
        for kind, part in groups.items():
            for name, call in calls.items():
                times[name][kind].append(seconds(partial(call, part)) / POSITIONS)
            if peer:
                times[DDS][kind].append(seconds(peer) / BOARDS)
    return {name: {kind: 1 / median(runs) for kind, runs in by_kind.items() if runs} for name, by_kind in times.items()}


def _report(rates: dict[str, dict[str, float]], reference: dict[str, float], to_page: bool) -> None:
    value, moves, peer = rates.values()
    rows = {
        **rates,
        "reference search, value only": reference,
        "value only / reference": {kind: value[kind] / reference[kind] for kind in value},
        "value only / DDS": {kind: value[kind] / rate for kind, rate in peer.items()},
    }
    for name, row in rows.items():
        print(f"{name:32}" + "".join(f"{figure:16,.0f}" for figure in row.values()))
    print("\nin the slowest of the three sets:")
    print(verdict("value only, positions a second", min(value.values()), 200_000))
    print(verdict("every move, positions a second", min(moves.values()), 50_000))
    print(verdict("value only, times the reference search", min(rows["value only / reference"].values()), 1_000))
    if peer:
        print(verdict("value only, times DDS on 7-card endings", min(rows["value only / DDS"].values()), 40))
    else:
        print("no figure for DDS: install endplay (pip install '.[bench]')")
    if to_page:
        shown = {name: [*map(figures.rate, row.values())] for name, row in rows.items() if row and name != DDS}
        figures.keep("endgames", shown)


def _whole_deals(positions: list[Position], to_page: bool) -> None:
    """Seconds and nodes of each, one by one with one kernel; each deal counts with its median."""
    times: list[list[float]] = []
    for _ in with_progress(range(DEALS_ROUNDS), DEALS_ROUNDS, "whole deals, round"):
        kernel, nodes, spent = Kernel(PAGAT), [0], list[float]()
        for position in positions:
            spent.append(1000 * seconds(partial(kernel.value, position)))
            nodes.append(kernel.nodes)
        times.append(spent)
    milliseconds = _spread([median(deal_times) for deal_times in zip(*times, strict=True)])
    node_counts = _spread([nodes_after - nodes_before for nodes_before, nodes_after in pairwise(nodes)])
    print(
        f"\n{f'{len(positions)} deals':14}"
        + "".join(f"{head:>12}" for head in ("median", "mean", "90%", "99%", "most"))
    )
    print(f"{'milliseconds':14}" + "".join(f"{figure:12,.2f}" for figure in milliseconds))
    print(f"{'nodes':14}" + "".join(f"{figure:12,.0f}" for figure in node_counts))
    print(verdict("mean, milliseconds", milliseconds[1], 20, most=True))
    print(verdict("99th percentile, milliseconds", milliseconds[3], 200, most=True))
    if to_page:
        cells = {"nodes": [f"{x:,.0f}" for x in node_counts], "milliseconds": [f"{x:,.2f}" for x in milliseconds]}
        figures.keep("deals", cells)


def _spread(measured: Sequence[float]) -> tuple[float, ...]:
    percentiles = quantiles(measured, n=100, method="inclusive")
    return median(measured), mean(measured), percentiles[89], percentiles[98], max(measured)


# --- a peer: endings of bridge, seven cards a hand, solved by DDS through endplay ------------------------


def _bridge(n: int, seed: int) -> Callable[[], object] | None:
    """A call that solves ``n`` random endings (tricks of the side on lead, one thread); None without endplay."""
    try:
        from endplay._dds import SetMaxThreads
        from endplay.dds import solve_all_boards
        from endplay.dds.solve import SolveMode
        from endplay.types import Deal, Denom, Player
    except ModuleNotFoundError:
        return None
    SetMaxThreads(1)
    rng = random.Random(seed)
    deals = [Deal(_ending(rng), first=rng.choice(list(Player)), trump=rng.choice(list(Denom))) for _ in range(n)]
    batches = [deals[i : i + DDS_BATCH] for i in range(0, n, DDS_BATCH)]
    return lambda: [solve_all_boards(batch, SolveMode.OptimalOne) for batch in batches]


def _ending(rng: random.Random) -> str:
    """28 of the 52 cards, seven a hand, in PBN."""
    cards = rng.sample(range(52), 28)
    return "N:" + " ".join(_hand(cards[i : i + 7]) for i in range(0, 28, 7))


def _hand(cards: Sequence[int]) -> str:
    return ".".join("".join(CARD_RANKS[c % 13] for c in sorted(cards) if c // 13 == suit) for suit in range(4))


if __name__ == "__main__":
    program(main)()
