"""How to estimate where tiles are hidden, and the names of what the engine plays by."""

from dataclasses import dataclass
from numbers import Integral
from typing import Literal, TypedDict, get_args

from bingo.solver.errors import MAX_THREADS, check_choice, check_duration, check_int, check_type

#: Names of the methods; what each does is described in ``engine/estimates/estimates.hpp``.
Method = Literal["rollout", "pimc"]
METHOD_NAMES: tuple[Method, ...] = get_args(Method)
#: The levels of play by name, the weakest first.
Level = Literal["greedy", "textbook", "club", "strongest", "cheat"]
LEVELS: tuple[Level, ...] = get_args(Level)
#: Names of how much is searched.
Effort = Literal["quick", "normal", "thorough"]
#: For each effort: the share of the default number of deals that is drawn; the most hands that are solved for each
#: lead after closing (0: as many as a budget of nodes allows); the deals in which a level tries its moves (0: the
#: default number).
EFFORTS: dict[str, tuple[float, int, int]] = {
    "quick": (1 / 4, 450, 250),
    "normal": (1, 0, 0),
    "thorough": (8, 0, 8_000),
}
#: What is too close to call: 0.06 game points where deals bring -3 to +3.
CLEAR_MARGIN = 0.01
#: The largest seed and number of deals that the engine takes.
MAX_SEED, MAX_WORLDS = 2**63 - 1, 10**9


@dataclass(frozen=True, slots=True)
class Settings:
    """How to estimate, where tiles are hidden.

    Attributes:
        method: ``rollout`` (the default) or ``pimc``.
        worlds: How many deals are drawn, 1 to 10**9. By default, unless ``seconds`` are given, as many as it takes
            until no other move can be better than the best by more than what is too close to call; at most 6,144, 2,048
            where each scores when reaching the target, 256 where card points are counted.
        seconds: The time after which no more deals are drawn, above 0. The only thing that makes an answer depend on
            the machine.
        effort: How much is searched: ``quick``, ``normal`` (the default), ``thorough``, or a number of small steps,
            which bounds closes too: so many deals, and hands solved of each lead. Reproducible, as ``seconds`` are not;
            ``worlds`` say more precisely how many deals.
        until_clear: Whether to go on until the best move is clearly ahead of all others, by however little: by default
            to 65,536 deals at most.
        equal_weights: Whether all hands that the opponent may hold count alike; else by how they played.
        seed: The seed of all that is drawn, 0 to 2**63 - 1: the same seed gives the same answer.
        threads: 1 or more. Unless ``seconds`` cut it short, the answer does not depend on them.

    Raises:
        NotationError: a value is out of its range; such a search would not end.
        TypeError: a value is of another type.
    """

    method: Method | None = None
    worlds: int | None = None
    seconds: float | None = None
    until_clear: bool = False
    equal_weights: bool = False
    seed: int = 0
    threads: int = 1
    effort: Effort | int | None = None

    def __post_init__(self) -> None:
        if self.method is not None:
            check_choice("method", self.method, METHOD_NAMES)
        if self.worlds is not None:
            check_int("worlds", self.worlds, 1, MAX_WORLDS)
        if self.seconds is not None:
            check_duration("seconds", self.seconds)
        check_type("until_clear", self.until_clear, bool)
        check_type("equal_weights", self.equal_weights, bool)
        check_int("seed", self.seed, 0, MAX_SEED)
        check_int("threads", self.threads, 1, MAX_THREADS)
        if isinstance(self.effort, str):
            check_choice("effort", self.effort, tuple(EFFORTS))
        elif self.effort is not None:
            check_int("effort", self.effort, 1, MAX_WORLDS)
        for field_name in ("worlds", "seed", "threads", "effort"):
            if isinstance(field_value := getattr(self, field_name), Integral):
                object.__setattr__(self, field_name, int(field_value))  # of numpy's whole numbers too

    def deals(self, default: int) -> int:
        """How many deals are drawn where ``default`` is the usual number; 0 where time alone decides."""
        if self.worlds or self.seconds:
            return self.worlds or 0
        if isinstance(self.effort, int):
            return self.effort
        return max(1, int(default * EFFORTS[self.effort or "normal"][0]))

    @property
    def margin(self) -> float | None:
        """Draw no more deals once no other move can be better than the best by more than this share of the range
        of their values; None: go on, as a number of deals, a time or ``thorough`` is set.
        """
        if self.until_clear:
            return 0.0
        has_budget = self.worlds or self.seconds or self.effort not in (None, "quick", "normal")
        return None if has_budget else CLEAR_MARGIN

    @property
    def hands(self) -> int | None:
        """The most hands that are solved for each lead after closing; None: as many as a budget of nodes allows."""
        return self.effort if isinstance(self.effort, int) else EFFORTS[self.effort or "normal"][1] or None

    @property
    def replies(self) -> int:
        """In how many deals a level tries its moves; 0: the default number."""
        return self.effort if isinstance(self.effort, int) else EFFORTS[self.effort or "normal"][2]


DEFAULT_SETTINGS = Settings()


class Options(TypedDict, total=False):
    """The fields of :class:`Settings`, as keywords of a question."""

    method: Method | None
    worlds: int | None
    seconds: float | None
    until_clear: bool
    equal_weights: bool
    seed: int
    threads: int
    effort: Effort | int | None


def resolve_settings(settings: Settings | None, options: Options) -> Settings:
    """The settings of a question: either ``settings`` or those that single options make.

    Raises:
        TypeError: both are given, or there is no such option.
    """
    if settings is not None and options:
        raise TypeError(f"settings: expected them or single options; found both, {', '.join(options)} beside them")
    check_type("settings", settings, Settings, type(None))
    return Settings(**options) if settings is None else settings
