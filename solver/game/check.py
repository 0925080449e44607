"""From a setup to a position, or to every reason why it cannot occur.

What is proved is listed in ``_FAULT_CHECKS``; which hand the turned tile was drawn into is not held against
anybody, as players rarely remember it.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from bingo.solver.errors import ImpossiblePosition, Reason, counted, range_text
from bingo.solver.game import counting, tiles, tricks
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Position
from bingo.solver.game.setup import Setup, Side
from bingo.solver.game.tiles import ALL, DOUBLES, Mask, Tile, mask, members


def check(setup: Setup) -> Position | InformationSet:
    """The position that ``setup`` describes, or the view of it where tiles are hidden.

    Raises:
        ImpossiblePosition: it cannot occur; the error lists every reason.
    """
    reasons = [reason for faults in _FAULT_CHECKS for reason in faults(setup)]
    if reasons or setup.trumps is None:
        raise ImpossiblePosition(reasons)
    view, written_hands = InformationSet.of(setup, setup.trumps), [side.hand for side in setup.sides]
    if None in written_hands or (setup.open and setup.stock is None) or setup.has_unknown_points:
        return view
    return replace(view.world(setup.hand(OPPONENT), setup.stock or ()), expect=setup.expect)


# --- proofs that a setup cannot occur ----------------------------------------------------------------


def trump_faults(s: Setup) -> Iterator[Reason]:
    """Trumps that the turned tile cannot make, or that nothing decides."""
    if s.trumps is None:
        actual = "neither" if s.turned is None else f"turned {tiles.text(s.turned)}, either end of which may be trumps"
        yield Reason("trump", "a suit 0 to 6, or the turned tile it follows from", actual, code="no-trumps")
    if s.trump is None or s.turned is None:
        return
    if s.rules.trump_from == "either-end":
        if not tiles.shows(s.turned, s.trump):
            yield Reason("trump", f"an end of the turned tile {tiles.text(s.turned)}", str(s.trump))
    elif s.trump != tricks.trump_of(s.turned):
        expected = f"{tricks.trump_of(s.turned)}, the higher end of the turned tile {tiles.text(s.turned)}"
        yield Reason("trump", expected, str(s.trump))


def duplicate_faults(s: Setup) -> Iterator[Reason]:
    """Tiles that are written twice, which nothing else in a setup can mend."""
    if s.tiles_in(*(place for place, _ in s.places)).bit_count() == sum(len(group) for _, group in s.places):
        return
    place_of: dict[Tile, str] = {}
    reported: set[tuple[str, Tile]] = set()
    for place, group in s.places:
        for t in group:
            if t in place_of and (place, t) not in reported:
                reported.add((place, t))
                where = f"twice in {place}" if place_of[t] == place else f"in {place_of[t]} and in {place}"
                tile = tiles.text(t)
                yield Reason(place, "every tile in one place only", f"{tile}, {where}", sentence=f"{tile} is {where}.")
            place_of[t] = place


def _size_faults(s: Setup) -> Iterator[Reason]:
    for player, side in enumerate(s.sides):
        if side.hand is None or s.tiles_each is None:
            continue
        size, actual_size = s.hand_size(player), len(side.hand)
        if actual_size != size:
            explanation = ", one fewer than the other after leading" if size < s.tiles_each else ""
            expected = f"{counted(size, 'tile')}, as the hands must match{explanation}"
            yield _wrong_count("tiles", f"{PLAYER_NAMES[player]}.hand", expected, str(actual_size), size, actual_size)
    if s.tiles_each is None:
        yield Reason("you.hand", "the tiles in your hand", "nothing", code="no-hand")
    elif s.tiles_each == 0:
        yield _wrong_count("tiles", "you.hand", "at least one tile, as the deal is over without", "an empty hand", 1, 0)
    elif s.tiles_each > 7:
        yield Reason("you.hand", "at most 7 tiles at the start of a trick", str(s.tiles_each))
    elif s.open and s.tiles_each != 7:
        size = s.hand_size(YOU)
        full_size = 7 - (s.tiles_each - size)
        expected = f"{full_size} tiles while the boneyard is open (turned given, not closed)"
        yield _wrong_count("tiles", "you.hand", expected, str(size), full_size, size)


def _trick_count_faults(s: Setup) -> Iterator[Reason]:
    trick_count, size = sum(s.tricks), s.tiles_each
    if size is None or not 1 <= size <= 7:
        return
    actual_counts = f"{trick_count} (you {s.tricks[0]}, opponent {s.tricks[1]})"
    if s.open:
        if trick_count > 6:
            yield Reason("tricks", "at most 6 tricks while the boneyard is open", actual_counts)
        elif s.stock is not None and len(s.stock) != 13 - 2 * trick_count:
            stock_size, actual_size = 13 - 2 * trick_count, len(s.stock)
            tricks_text = counted(trick_count, "trick")
            expected = f"{stock_size} face-down tiles after {tricks_text}, the turned tile not among them"
            yield _wrong_count("face-down", "stock", expected, str(actual_size), stock_size, actual_size)
    elif s.closed is None and trick_count != 14 - size:
        hint = " (if the boneyard is open give turned, if it was closed give closed)"
        expected = f"{14 - size} tricks taken with {counted(size, 'tile')} left each{hint}"
        yield _wrong_count("tricks", "tricks", expected, actual_counts, 14 - size, trick_count)
    elif s.closed is not None and not 1 <= trick_count - (7 - size) <= 6:
        expected = f"{8 - size} to {13 - size} tricks taken with {counted(size, 'tile')} left each in a closed deal"
        yield _wrong_count("tricks", "tricks", expected, actual_counts, 8 - size, trick_count)
    if not s.open and s.stock is not None:
        expected = "no stock unless the boneyard is open (turned given, not closed)"
        yield Reason("stock", expected, "a stock", code="" if s.closed else "no-turned")


def _wrong_count(unit: str, field: str, expected: str, actual: str, needed_count: int, count: int) -> Reason:
    """A count is wrong. If it is too small, the position may just be unfinished, and the reason gets a code."""
    reason = Reason(field, expected, actual)
    return replace(reason, code=f"few-{unit}", wanted=needed_count) if count < needed_count else reason


def _won_faults(s: Setup) -> Iterator[Reason]:
    for name, side, points, trick_count in zip(PLAYER_NAMES, s.sides, s.points, s.tricks, strict=True):
        if side.is_partly_remembered:
            yield from _memory_faults(name, side, trick_count, s.known_points(side))
        elif side.won is None:
            continue
        if side.tricks is not None and side.tricks != trick_count:
            yield Reason(f"{name}.tricks", f"{trick_count}, as counted in won", str(side.tricks))
        if side.points is not None and side.points != points:
            yield Reason(f"{name}.points", f"{points}, as counted in won", str(side.points))


def _memory_faults(name: str, side: Side, trick_count: int, known_points: int) -> Iterator[Reason]:
    """What contradicts itself in tricks that are partly remembered."""
    free_slots = 2 * trick_count - sum(map(len, side.won or ()))
    if len(side.took) > free_slots:
        expected = f"at most {counted(free_slots, 'tile')}, as many as are not known of {counted(trick_count, 'trick')}"
        yield Reason(f"{name}.took", expected, str(len(side.took)))
    if side.points is not None and side.points < known_points:
        expected = f"at least {known_points}, which the tiles known to be in the tricks count"
        yield Reason(f"{name}.points", expected, str(side.points))


def _point_faults(s: Setup) -> Iterator[Reason]:
    if s.trumps is None or any(side.is_partly_remembered for side in s.sides) or any(_shown_faults(s)):
        return  # tricks that are partly remembered are checked later, in solver/proof
    required_worths, optional_worths = _tiles_in_tricks(s)
    is_unwritten = [side.won is None for side in s.sides]
    tile_counts = [2 * count if unwritten else 0 for unwritten, count in zip(is_unwritten, s.tricks, strict=True)]
    points_wanted = [points if unwritten else 0 for unwritten, points in zip(is_unwritten, s.points, strict=True)]
    if counting.can_share_tiles(required_worths, optional_worths, points_wanted, tile_counts):
        return
    is_reported = False
    for name, side, points, trick_count in zip(PLAYER_NAMES, s.sides, s.points, s.tricks, strict=True):
        if side.won is None and not counting.can_take_side(required_worths + optional_worths, points, trick_count):
            is_reported = True
            code = "few-points" * bool(trick_count and not points)
            tricks_text = "trick" if trick_count == 1 else f"{trick_count} tricks"
            sentence = f"No {tricks_text} from the tiles played can hold exactly {counted(points, 'card point')}."
            if not trick_count:
                sentence = f"Nothing counts without a trick; found {counted(points, 'card point')}."
            expected = f"card points that {counted(trick_count, 'trick')} of the tiles gone can hold"
            yield Reason(f"{name}.points", expected, str(points), code=code, sentence=sentence)
    if not is_reported:
        tricks_text = "{} and {} of the tiles gone".format(*(counted(trick_count, "trick") for trick_count in s.tricks))
        code = "few-points" * any(count and not points for points, count in zip(s.points, s.tricks, strict=True))
        gone_points, (yours, theirs) = sum(required_worths), s.points
        sentence = f"The tiles played cannot be split into tricks worth {yours} for you and {theirs} for the opponent."
        if not optional_worths and all(is_unwritten) and gone_points != yours + theirs:
            sentence = f"The tiles gone count {gone_points}; {yours} and {theirs} make {yours + theirs}."
        expected = f"card points that {tricks_text} can hold together"
        yield Reason("points", expected, f"you {yours}, opponent {theirs}", code=code, sentence=sentence)


def _tiles_in_tricks(s: Setup) -> list[list[int]]:
    """The card points of each tile that must lie in an unwritten trick, and of each that may."""
    assert s.trumps is not None
    is_exhausted = not s.open and s.closed is None and None not in (s.sides[0].hand, s.sides[1].hand)
    held_doubles, gone_doubles = (_shown_elsewhere(s, 0)[n] | _shown_elsewhere(s, 1)[n] for n in (0, 1))
    unplaced_tiles = ALL & ~s.not_in_tricks & ~s.tiles_in("you.won", "opponent.won") & ~held_doubles
    required_tiles = unplaced_tiles if is_exhausted else (s.tiles_in("played") | gone_doubles) & unplaced_tiles
    points_of = tricks.points_table(s.rules, s.trumps)
    return [[points_of[t] for t in members(group)] for group in (required_tiles, unplaced_tiles & ~required_tiles)]


def _shown_elsewhere(s: Setup, player: int) -> tuple[Mask, Mask]:
    """Declared doubles that only their declaration places: in the player's hidden hand, or in some trick."""
    side = s.sides[player]
    unplaced_doubles = mask(side.shown) & DOUBLES & ~s.not_in_tricks & ~_in_tricks(s) & ~mask(s.sides[1 - player].shown)
    return (unplaced_doubles, 0) if side.hand is None else (0, unplaced_doubles)


def _in_tricks(s: Setup) -> Mask:
    return s.tiles_in("played", *(f"{name}.{place}" for name in PLAYER_NAMES for place in ("won", "took")))


def _shown_faults(s: Setup) -> Iterator[Reason]:
    """Declared doubles for which no place is left."""
    free_trick_slots = max(2 * sum(s.tricks) - _in_tricks(s).bit_count(), 0)
    spare_slots = free_trick_slots if any(side.is_partly_remembered for side in s.sides) else 0
    for player, name in enumerate(PLAYER_NAMES):
        held_doubles, gone_doubles = _shown_elsewhere(s, player)
        most_doubles = s.hand_size(player) + spare_slots
        if gone_doubles.bit_count() > free_trick_slots:
            expected = "doubles in that hand, or among the tiles gone, of which all are written"
            who, whose = ("You", "your") if player == 0 else ("The opponent", "their")
            doubles, absence_text = tiles.text_mask(gone_doubles), f"neither in {whose} hand nor among the tiles played"
            subject_text = "it is" if gone_doubles.bit_count() == 1 else "they are"
            sentence = f"{who} cannot have declared {doubles}: {subject_text} {absence_text}."
            yield Reason(f"{name}.shown", expected, doubles, sentence=sentence)
        elif held_doubles.bit_count() > most_doubles:
            holders_text = "hand and the tricks have room for" if spare_slots else "hand has tiles"
            at_most_text = f"at most {counted(most_doubles, 'double')}"
            expected = f"{at_most_text} not among the tiles known to be gone, as many as the {holders_text}"
            yield Reason(f"{name}.shown", expected, tiles.text_mask(held_doubles))


def _seen_faults(s: Setup) -> Iterator[Reason]:
    """Tiles said to have been seen in a hand that cannot hold them."""
    for player, (name, side) in enumerate(zip(PLAYER_NAMES, s.sides, strict=True)):
        size, held_tiles = s.hand_size(player), mask(side.seen) | _shown_elsewhere(s, player)[0]
        if side.hand is not None and (misplaced := mask(side.seen) - mask(side.hand)):
            yield Reason(f"{name}.seen", "tiles of that hand, which is written", tiles.text_mask(misplaced))
        elif side.seen and side.hand is None and len(held_tiles) > size:
            expected = f"at most {counted(size, 'tile')} with the doubles shown, as many as the hand has"
            yield Reason(f"{name}.seen", expected, tiles.text_mask(held_tiles))


def _close_faults(s: Setup) -> Iterator[Reason]:
    closed, tricks_before = s.closed, s.tricks_at_close
    if closed is None or tricks_before is None:
        return
    other = 1 - closed.by
    other_name = PLAYER_NAMES[other]
    points_now = s.card_points(other)
    if closed.tricks > s.tricks[other]:
        expected = f"at most the {counted(s.tricks[other], 'trick')} {_player_has(other)} now"
        yield Reason("closed.tricks", expected, str(closed.tricks))
    elif not 1 <= tricks_before - closed.tricks <= s.tricks[closed.by] and 1 <= tricks_before <= 6:
        least_tricks, most_tricks = tricks_before - s.tricks[closed.by], tricks_before - 1
        trick_range = range_text(max(least_tricks, 0), most_tricks)
        expected = f"{trick_range}, as {counted(tricks_before, 'trick')} came before the close"
        expected += " and the closer had one"
        sentence = ""
        if least_tricks > most_tricks:
            expected = f"a closer ({PLAYER_NAMES[closed.by]}) who has taken a trick before closing"
            closer, closer_pronoun = ("The opponent", "they") if closed.by else ("You", "you")
            sentence = f"{closer} cannot have closed: by these trick counts {closer_pronoun} had taken no trick before."
        code = "" if closed.tricks else "few-tricks"
        yield Reason("closed.tricks", expected, str(closed.tricks), code=code, sentence=sentence)
    if closed.tricks == 0 and closed.points:
        yield Reason("closed.points", "0, as nothing counts without a trick", str(closed.points))
    elif s.sides[other].has_unknown_points:
        return
    elif closed.points > points_now:
        expected = f"at most the {counted(points_now, 'card point')} {_player_has(other)} now"
        yield Reason("closed.points", expected, str(closed.points))
    elif closed.tricks == s.tricks[other] and closed.points < s.points[other]:
        expected = f"{s.points[other]} or more, as {other_name} took no trick since"
        yield Reason("closed.points", expected, str(closed.points), code="" if closed.points else "few-points")


def _leader_faults(s: Setup) -> Iterator[Reason]:
    if s.tiles_each is None or not 1 <= s.tiles_each <= 7:
        return
    if sum(s.tricks) and not s.tricks[s.leader]:
        who = "You have" if s.leader == YOU else "The opponent has"
        sentence = f"{who} no trick and cannot lead: the winner of the last trick leads."
        yield Reason("lead", "a player with a trick", PLAYER_NAMES[s.leader], sentence=sentence)
        return
    closed, close_trick_count = s.closed, s.tricks_at_close
    if closed is None or close_trick_count is None:
        return
    if s.tiles_each == 7:
        if s.leader != closed.by:
            expected = f"{PLAYER_NAMES[closed.by]}, as the player who closed leads first"
            yield Reason("lead", expected, PLAYER_NAMES[s.leader])
        return
    leader_tricks_at_close = closed.tricks if s.leader != closed.by else close_trick_count - closed.tricks
    if s.tricks[s.leader] <= leader_tricks_at_close:
        yield Reason("lead", "a player who took a trick since the close", PLAYER_NAMES[s.leader])


def _declared_faults(s: Setup) -> Iterator[Reason]:
    for player, (name, side) in enumerate(zip(PLAYER_NAMES, s.sides, strict=True)):
        if not (side.shown or side.declared or side.pending):
            continue
        other_places = {f"{PLAYER_NAMES[1 - player]}.{place}" for place in ("hand", "seen")} | {"turned", "stock"}
        for tile in side.shown:
            if not tiles.is_double(tile):
                yield Reason(f"{name}.shown", "doubles", tiles.text(tile))
                continue
            holding_place = next((p for p, actual in s.places if p in other_places and tile in actual), None)
            if tile in s.sides[1 - player].shown:
                holding_place = f"{PLAYER_NAMES[1 - player]}.shown"
            elif tile == s.led and player != s.leader:
                holding_place = "led"
            if holding_place:
                actual = f"{tiles.text(tile)}, which is in {holding_place}"
                yield Reason(f"{name}.shown", f"doubles that {name} could hold", actual)
        if side.pending and not _may_be_pending(s, player):
            expected = "0, unless a declared double was just led and counts only if its trick is won"
            yield Reason(f"{name}.pending", expected, str(side.pending))
        elif not _may_have_declared(s, player):
            expected = "card points that declarations of these doubles can give"
            shown_text = f"shown {tiles.text_all(side.shown)}" if side.shown else "nothing shown"
            yield Reason(f"{name}.declared", expected, f"{side.declared}, {shown_text}")


def _may_be_pending(s: Setup, player: int) -> bool:
    is_double_led = s.led is not None and tiles.is_double(s.led) and player == s.leader
    counts_with_trick = s.rules.declaration_counts == "with-its-trick"
    return is_double_led and counts_with_trick and s.sides[player].pending in counting.declaration_totals(s.rules)


def _may_have_declared(s: Setup, player: int) -> bool:
    side = s.sides[player]
    other = PLAYER_NAMES[1 - player]
    tiles_elsewhere = s.tiles_in(f"{other}.hand", f"{other}.seen", "turned", "stock") | mask(s.sides[1 - player].shown)
    if player != s.leader:
        tiles_elsewhere |= s.tiles_in("led")
    shown_doubles = mask(side.shown) & DOUBLES
    held_doubles = DOUBLES & s.hand(player) if side.hand is not None else shown_doubles
    gone_doubles = DOUBLES & ~tiles_elsewhere & ~s.hand(player)
    lead_count = s.tricks[player] + (s.rules.declare == "leading")  # the first lead of the deal needs no trick
    if not sum(s.tricks):
        gone_doubles &= s.tiles_in("led")
    doubles = held_doubles & shown_doubles, gone_doubles, shown_doubles & s.hand(player)
    return counting.can_have_declared(s.rules, side.declared, *doubles, lead_count, s.tricks[player])


def _ended_faults(s: Setup) -> Iterator[Reason]:
    """Card points with which the deal would have ended; no fault of a record, which has drawn tiles in their place."""
    for player, name in enumerate(PLAYER_NAMES):
        if s.rules.at_target == "first-ends" and s.card_points(player) >= s.rules.target:
            expected = f"fewer than {s.rules.target} card points, as reaching them ends the deal under these rules"
            yield Reason(f"{name}.points", expected, str(s.card_points(player)))


_FAULT_CHECKS: tuple[Callable[[Setup], Iterator[Reason]], ...] = (
    trump_faults, duplicate_faults, _size_faults, _trick_count_faults, _won_faults, _point_faults, _close_faults,
    _leader_faults, _declared_faults, _shown_faults, _seen_faults, _ended_faults, counting.score_faults,
)  # fmt: skip


def _player_has(player: int) -> str:
    return "the opponent has" if player else "you have"
