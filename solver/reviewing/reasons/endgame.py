"""Phase two: replies that could have been forced, trumps drawn too late, and whatever exact lines refute.

Looked at is every hand that the other player may hold by what the mover could know, or a sample of them.
"""

from __future__ import annotations

from bingo.solver.errors import counted
from bingo.solver.game import play
from bingo.solver.game.moves import Move
from bingo.solver.game.position import Position
from bingo.solver.game.scoring import sign
from bingo.solver.game.tiles import Tile, members, shows, text, text_mask
from bingo.solver.reviewing.decision import Reason
from bingo.solver.reviewing.reasons.case import Case, name, signed
from bingo.solver.search.exact import line_after, tricks_of, value_of

#: Lines are made against at most so many hands.
LINES = 24
#: In what part of the hands in which the better move brings more something has to hold to be the reason.
MOSTLY = 0.5


def forced_reply_missed(case: Case) -> Reason | None:
    """Duty leaves the other player one reply to the better lead, where another tile would be better for them."""
    if not case.phase_two or case.move.lead == case.best.lead:
        return None
    better = [world for world, gap in zip(case.worlds, case.gaps, strict=True) if gap > 0]
    forced = [(world, *found) for world in better if (found := _forced(case, world)) is not None]
    if not forced or len(forced) < MOSTLY * len(better) or sum(case.gaps) <= 0:
        return None
    world, tile, other = forced[0]
    lead = text(case.tiles[1])
    if len(case.worlds) == 1:
        sentence = (
            f"Forced reply missed: {lead} forces {text(tile)}; {text(other)} would be better for the other player."
        )
    else:
        sentence = (
            f"Forced reply missed: {case.against(len(forced))} {lead} forces a reply that costs the other player,"
            f" such as {text(tile)} instead of {text(other)} from {text_mask(world.hands[case.other])}."
        )
    return Reason("forced-reply-missed", sentence, case.line(world, case.best), _hand(case, world))


def trump_drawn_too_late(case: Case) -> Reason | None:
    """The better lead draws a trump that takes a trick with card points after the move made."""
    if not case.phase_two or case.move.lead == case.best.lead:
        return None
    better = [world for world, gap in zip(case.worlds, case.gaps, strict=True) if gap > 0][:LINES]
    drawn = [(world, *found) for world in better if (found := _drawn(case, world)) is not None]
    if not drawn or len(drawn) < MOSTLY * len(better):
        return None
    world, trump, points = drawn[0]
    made, better_lead = map(text, case.tiles)
    where = "" if len(case.worlds) == 1 else f" against {text_mask(world.hands[case.other])}"
    sentence = (
        f"Trump drawn too late: {better_lead} draws {text(trump)} at once{where};"
        f" after {made} it takes a trick of {counted(points, 'card point')}."
    )
    return Reason("trump-drawn-too-late", sentence, case.line(world, case.move), _hand(case, world))


def last_draw(case: Case) -> Reason | None:
    """Taking the trick after which nothing is drawn any more, or leaving it, is wrong against most hands."""
    if not case.last_draw:
        return None
    more = sum(gap > 0 for gap in case.gaps)
    turned = case.position.turned
    if turned is None or more < max(MOSTLY * len(case.worlds), 1):
        return None
    takes = "the turned tile" if case.rules.last_draw == "turned" else "the last face-down tile"
    gets = "the last face-down tile" if case.rules.last_draw == "turned" else "the turned tile"
    does = "takes" if case.wins(case.tiles[1]) else "loses"
    n = max(range(len(case.worlds)), key=lambda n: case.gaps[n])
    sentence = (
        f"The last draw: who takes this trick gets {takes}, the other {gets}; {text(turned)} is turned."
        f" With both hands seen {name(case.best)}, which {does} it, brings more than"
        f" {name(case.move)} {case.against(more)}."
    )
    return Reason("last-draw", sentence, case.line(case.worlds[n], case.move), _hand(case, case.worlds[n]))


def refuted(case: Case) -> Reason | None:
    """Best play after either move, in the position or against the hand where they differ most."""
    if not (case.phase_two or case.last_draw) or not any(gap > 0 for gap in case.gaps):
        return None
    n = max(range(len(case.worlds)), key=lambda n: case.gaps[n])
    world = case.worlds[n]
    good, bad = (sign(case.player) * value_of(world, move, case.engine) for move in (case.best, case.move))
    unit = f"{case.rules.unit}s"
    if len(case.worlds) == 1:
        sentence = f"With best play {name(case.move)} brings {bad:+d} and {name(case.best)} {good:+d} {unit}."
    else:
        more, less = sum(gap > 0 for gap in case.gaps), sum(gap < 0 for gap in case.gaps)
        if more <= less:
            return None
        hand = text_mask(world.hands[case.other])
        sentence = (
            f"With both hands seen {name(case.best)} brings more than {name(case.move)} {case.against(more)} and less"
            f" against {less or 'none'}: {good:+d} and {bad:+d} {unit} against {hand}."
        )
    return Reason("refuted", sentence, case.line(world, case.move), _hand(case, world))


def less_is_sure(case: Case) -> Reason | None:
    """Against most hands the move made is no worse with both hands seen, but play that does not see it makes less."""
    if not case.phase_two or len(case.worlds) == 1:
        return None
    worth, better = case.worths[case.move], case.worths[case.best]
    if better <= worth:
        return None
    made = case.values(case.move)
    n = min(range(len(made)), key=lambda n: (-case.gaps[n], made[n]))
    sentence = (
        f"Less is sure: without a look at the other hand {name(case.best)} is sure of {signed(better)} on average,"
        f" {name(case.move)} of {signed(worth)}. With both hands seen {name(case.move)} brings as much or more"
        f" {case.against(sum(gap <= 0 for gap in case.gaps))}."
    )
    return Reason("less-is-sure", sentence, case.line(case.worlds[n], case.move), _hand(case, case.worlds[n]))


def _forced(case: Case, world: Position) -> tuple[Tile, Tile] | None:
    """The only reply that is allowed to the better lead, and a tile that would be better for the other player; None
    unless the lead made does not force the same.
    """
    gain, after, over = play.play_unchecked(world, case.best)
    if over or after.led is None:
        return None
    legal = play.replies(after)
    rest = after.hands[case.other] & ~legal
    if legal.bit_count() != 1 or not rest:
        return None
    instead = play.play_unchecked(world, case.move)
    if not instead.over and play.replies(instead.position) == legal:
        return None
    direction = sign(case.player)
    worth = direction * (gain + value_of(after, Move(play=_only(legal)), case.engine))
    freed = {t: direction * (gain + value_of(after, Move(play=t), case.engine)) for t in members(rest)}
    other = min(freed, key=lambda t: freed[t])
    return (_only(legal), other) if freed[other] < worth else None


def _drawn(case: Case, world: Position) -> tuple[Tile, int] | None:
    """A trump of the other player that falls to the better lead, and the card points of the trick that it takes after
    the lead made.
    """
    _, trump, winner = next(tricks_of(line_after(world, case.best, case.engine)), (0, 0, case.other))
    if winner != case.player or not shows(trump, case.trump):
        return None
    for led, reply, winner in tricks_of(line_after(world, case.move, case.engine)):
        points = case.worth(led) + case.worth(reply)
        if trump in (led, reply) and winner == case.other and points > case.worth(trump):
            return trump, points
    return None


def _only(tiles: int) -> Tile:
    return tiles.bit_length() - 1


def _hand(case: Case, world: Position) -> str:
    """The hand of the other player in this world, where it was not known."""
    return text_mask(world.hands[case.other]) if len(case.worlds) > 1 else ""
