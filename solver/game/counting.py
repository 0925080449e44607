"""What tiles, declarations and captures can have brought: the arithmetic behind impossible positions."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from bingo.solver.errors import Reason
from bingo.solver.game import tricks
from bingo.solver.game.legal import subsets
from bingo.solver.game.position import MATCH_TO, OPPONENT, PLAYER_NAMES, YOU, Pair
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import Setup
from bingo.solver.game.tiles import BINGO, Mask, double, mask, text


def can_take_side(tile_worths: Sequence[int], points: int, trick_count: int) -> bool:
    """Whether so many tricks (two tiles each) of tiles of these worths can hold ``points``."""
    tile_count = 2 * trick_count
    nonzero_counts = range(tile_count - tile_worths.count(0), tile_count + 1)
    return _has_subset_sum(_subset_sums(filter(None, tile_worths)), nonzero_counts, points)


def can_share_tiles(
    required_worths: Sequence[int], optional_worths: Sequence[int], points: Sequence[int], tile_counts: Sequence[int]
) -> bool:
    """Whether tiles of these worths can be dealt into tricks of both sides with so many ``points``,
    ``tile_counts`` tiles in each: all those of ``required_worths``, and some of ``optional_worths``.
    """
    takes_all, most_nonzero = not optional_worths, sum(tile_counts) - required_worths.count(0)
    least_nonzero = most_nonzero - optional_worths.count(0)
    required_worths, optional_worths = list(filter(None, required_worths)), list(filter(None, optional_worths))
    if takes_all:  # what one side does not have, the other has
        first_counts = range(max(len(required_worths) - tile_counts[1], 0), tile_counts[0] + 1)
        totals_match = sum(points) == sum(required_worths) and len(required_worths) == least_nonzero
        return totals_match and _has_subset_sum(_subset_sums(required_worths), first_counts, points[0])
    for first_pick in _selections((*required_worths, *optional_worths), points[0]):
        first_count = first_pick.bit_count()
        if first_count > tile_counts[0]:
            continue
        unpicked = [worth for i, worth in enumerate(required_worths) if not first_pick >> i & 1]
        unpicked_optional = (
            worth for i, worth in enumerate(optional_worths, len(required_worths)) if not first_pick >> i & 1
        )
        second_sums = _subset_sums(unpicked_optional) << len(unpicked) * _STRIDE + sum(unpicked)
        second_counts = range(max(least_nonzero - first_count, 0), min(most_nonzero - first_count, tile_counts[1]) + 1)
        if _has_subset_sum(second_sums, second_counts, points[1]):
            return True
    return False


#: More than all tiles together are worth.
_STRIDE = 256


def _subset_sums(worths: Iterable[int]) -> int:
    """Bit ``n * _STRIDE + p`` is set if some ``n`` of these worths add up to ``p``."""
    reachable_sums = 1
    for worth in worths:
        reachable_sums |= reachable_sums << _STRIDE + worth
    return reachable_sums


def _has_subset_sum(subset_sums: int, sizes: range, points: int) -> bool:
    return points < _STRIDE and any(subset_sums >> size * _STRIDE + points & 1 for size in sizes if size >= 0)


def _selections(worths: tuple[int, ...], points: int) -> Iterator[int]:
    """Every selection of these worths (a bit each) that adds up to ``points``."""
    suffix_sums = [1]  # bit p: what is left from here on can add up to p
    for worth in reversed(worths):
        suffix_sums.append(suffix_sums[-1] | suffix_sums[-1] << worth)
    open_paths = [(0, 0, points)]
    while open_paths:
        i, chosen, missing = open_paths.pop()
        if missing < 0 or not suffix_sums[len(worths) - i] >> missing & 1:
            continue
        if i == len(worths):
            yield chosen
        else:
            open_paths += [(i + 1, chosen, missing), (i + 1, chosen | 1 << i, missing - worths[i])]


def can_have_declared(
    rules: Rules, points: int, held_doubles: Mask, gone_doubles: Mask, required: Mask, lead_count: int, trick_count: int
) -> bool:
    """Whether declarations of a player can have brought exactly so many card ``points``, covering all of ``required``.

    ``held_doubles`` were shown and may still be in hand, ``gone_doubles`` may have been led; ``required`` are held for
    certain, so were declared. ``lead_count`` bounds how often the player has led.
    """
    if not points and not required:
        return True
    if rules.declare == "leading" and rules.declaration_counts == "once-a-trick-is-won" and not rules.redeclare:
        return _can_group(rules, points, held_doubles | gone_doubles, gone_doubles, required, lead_count)
    declaration_limit = lead_count if rules.declaration_counts == "once-a-trick-is-won" else trick_count
    return points in _possible_totals(rules, (held_doubles | gone_doubles).bit_count(), declaration_limit)


@lru_cache(maxsize=4096)
def _can_group(rules: Rules, points: int, doubles: Mask, gone: Mask, required: Mask, lead_count: int) -> bool:
    """Disjoint groups of doubles, each with one that was led, that add up to ``points`` and cover ``required``."""
    if points == 0 and not required:
        return True
    if points < 0 or lead_count == 0:
        return False
    return any(
        _can_group(
            rules,
            points - tricks.declaration_points(rules, group),
            doubles & ~group,
            gone,
            required & ~group,
            lead_count - 1,
        )
        for group in subsets(doubles)
        if group & gone and tricks.may_declare(rules, group.bit_count()) and not tricks.wins_at_once(rules, group)
    )


@lru_cache(maxsize=1024)
def _possible_totals(rules: Rules, available_doubles: int, declaration_limit: int) -> frozenset[int]:
    """Totals of at most ``declaration_limit`` declarations of up to ``available_doubles`` each."""
    single_totals = declaration_totals(rules, available_doubles)
    totals = {0}
    for _ in range(min(declaration_limit, 14)):
        totals |= {total + single_total for total in totals for single_total in single_totals}
    return frozenset(totals)


def declaration_totals(rules: Rules, available_doubles: int = 7) -> set[int]:
    """What one declaration of up to ``available_doubles`` can bring, the Bingo among them or not."""
    sizes = [size for size in range(2, available_doubles + 1) if tricks.may_declare(rules, size)]
    groups = ((1 << size) - 1 << (1 - with_bingo) for size in sizes for with_bingo in (0, 1))
    return {tricks.declaration_points(rules, doubles) for doubles in groups}


assert BINGO == 0  # declaration_totals builds doubles with and without bit 0


#: Game points for reaching the target; how many depends on what the other player had at that moment.
TARGET_SCORES = range(1, 4)


def score_faults(s: Setup) -> Iterator[Reason]:
    """Carried points and match scores that are impossible under the rules."""
    if any(s.carried) and not s.rules.counts_card_points:
        yield Reason("carried", "no carried points: under these rules nothing is carried over", _pair_text(s.carried))
    if s.match is None:
        return
    score, scored = s.match.score, s.match.scored
    if not all(0 <= points < MATCH_TO for points in score):
        yield Reason("match", f"game points 0 to {MATCH_TO - 1} for both, as {MATCH_TO} win", _pair_text(score))
    elif not all(0 <= scored_points <= points for scored_points, points in zip(scored, score, strict=True)):
        expected = f"no more than the score, which includes it: {_pair_text(score)}"
        yield Reason("match.scored", expected, _pair_text(scored))
    elif any(scored) and not sum(s.tricks):
        yield Reason("match.scored", "nothing before the first trick is won", _pair_text(scored))
    elif s.trumps is not None:
        yield from _scored_faults(s, scored)
    if s.match.first not in (None, s.leader) and not sum(s.tricks):
        yield Reason("match.first", f"{PLAYER_NAMES[s.leader]}, who leads the first trick", PLAYER_NAMES[1 - s.leader])


def _scored_faults(s: Setup, scored: Pair) -> Iterator[Reason]:
    """Game points that this deal cannot have brought by now. Leaving some out is no fault."""
    possible_wins = [(0, *(TARGET_SCORES if _may_have_won(s, player) else ())) for player in (YOU, OPPONENT)]
    capturers = [player for player in (YOU, OPPONENT) if _may_have_captured(s, player)]
    for capturer in (None, *capturers):
        win_points = [points - s.rules.capture * (player == capturer) for player, points in enumerate(scored)]
        if win_points[YOU] in possible_wins[YOU] and win_points[OPPONENT] in possible_wins[OPPONENT]:
            return
    expected = [_capture_text(s, capturers)]
    if s.rules.at_target == "each-scores":
        expected.append(f"{TARGET_SCORES[0]} to {TARGET_SCORES[-1]} for a player with {s.rules.target} card points")
    yield Reason("match.scored", ", ".join(expected), f"you {scored[YOU]}, opponent {scored[OPPONENT]}")


def _may_have_won(s: Setup, player: int) -> bool:
    has_target = s.sides[player].has_unknown_points or s.card_points(player) >= s.rules.target
    return s.rules.at_target == "each-scores" and has_target


def _may_have_captured(s: Setup, player: int) -> bool:
    """Whether the Bingo can have taken the double of trumps in a trick of this player."""
    if s.trumps in (None, 0) or not s.rules.capture or not s.tricks[player]:
        return False
    captured_pair = (1 << BINGO) | (1 << double(s.trumps))
    other_name = PLAYER_NAMES[1 - player]
    if captured_pair & (s.not_in_tricks | s.tiles_in(f"{other_name}.won", f"{other_name}.took")):
        return False
    side = s.sides[player]
    known_tricks = [mask(trick) for trick in side.won or ()]
    if side.won is not None and not side.is_partly_remembered:
        return captured_pair in known_tricks
    complete_tricks = [trick for trick in known_tricks if trick.bit_count() == 2]
    is_consistent = all(trick == captured_pair or not trick & captured_pair for trick in complete_tricks)
    pair_points = sum(tricks.points(s.rules, s.trumps, t) for t in (BINGO, double(s.trumps)))
    return is_consistent and (side.points is None or side.points >= pair_points)


def _capture_text(s: Setup, capturers: Sequence[int]) -> str:
    """What a capture brings, or why there was none."""
    if not s.rules.capture:
        return "nothing for a capture under these rules"
    if not s.trumps:
        return "nothing for a capture, as blanks are trumps"
    pair_text, names = f"{text(double(s.trumps))} with {text(BINGO)}", [PLAYER_NAMES[player] for player in capturers]
    if not names:
        return f"nothing for a capture, as nobody can have taken {pair_text}"
    return f"at most {s.rules.capture} for {' or '.join(names)}, for taking {pair_text}"


def _pair_text(points: Pair) -> str:
    return "{} and {}".format(*points)
