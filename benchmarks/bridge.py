"""A peer to be measured against: endings of bridge, seven cards a hand, solved by DDS through endplay."""

import random
from collections.abc import Callable, Sequence

#: Boards that DDS takes in one call.
BATCH = 200
RANKS = "AKQJT98765432"


def solver(n: int, seed: int) -> Callable[[], object] | None:
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
    batches = [deals[i : i + BATCH] for i in range(0, n, BATCH)]
    return lambda: [solve_all_boards(batch, SolveMode.OptimalOne) for batch in batches]


def _ending(rng: random.Random) -> str:
    """28 of the 52 cards, seven a hand, in PBN."""
    cards = rng.sample(range(52), 28)
    return "N:" + " ".join(_hand(cards[i : i + 7]) for i in range(0, 28, 7))


def _hand(cards: Sequence[int]) -> str:
    return ".".join("".join(RANKS[c % 13] for c in sorted(cards) if c // 13 == suit) for suit in range(4))
