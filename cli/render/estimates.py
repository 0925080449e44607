"""An estimate where tiles are hidden, in words: the verdict, what cannot be told apart, every move."""

from __future__ import annotations

from bingo.cli.render import best_defence, chances
from bingo.cli.render.likely import likely
from bingo.cli.render.numbers import number, points
from bingo.cli.render.screen import Screen, columns, count, flow, wrap
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import YOU, Position
from bingo.solver.hidden.estimates import Estimate, Estimates
from bingo.solver.hidden.means import Interval
from bingo.solver.hidden.settings import DEFAULT, SOLVED
from bingo.solver.hidden.view import describe

#: How the methods work, for the last lines.
HOW = {
    "rollout": "each move was tried in them, and both sides played on by networks that see only their own tiles",
    "ismcts": "one tree of what both sides can see was grown, deal by deal (information-set Monte-Carlo tree search)",
    "pimc": "each was solved with both hands and the boneyard seen (perfect-information Monte Carlo), which misjudges:"
    " either player would close as soon as that wins",
}
LOWERED = "; a close counts a little less than was found, as nobody sees the other hand after it"
SEEN = (
    "each was solved as if the hand were seen from then on: from an opponent who sees yours you cannot take more on"
    " average, perhaps less"
)


def explain(found: Estimates, screen: Screen) -> list[str]:
    """The whole answer below the picture of the position, a list of lines."""
    return [*explain_found(found, screen), "", *(screen.faint(line) for line in wrap(effort(found), screen.width))]


def explain_found(found: Estimates, screen: Screen) -> list[str]:
    """The answer without how it was found."""
    lines = [screen.strong(line) for line in wrap(verdict(found), screen.width)]
    lines += wrap(alike(found), screen.width)
    lines += chances.remark(found.known.match, found.known.rules, screen)
    for remark in describe(found.known):
        lines += wrap(f"{remark[0].upper()}{remark[1:]}.", screen.width)
    lines += likely(found.known, screen) if found.weighted else []
    if found.mover == YOU:
        lines += ["", *table(found, screen)]
    defended = best_defence.explain(found, screen)
    return [*lines, *([""] if defended else []), *defended]


def ignored_hand(position: Position | InformationSet, screen: Screen) -> list[str]:
    """A remark where more is written than the player to decide can know."""
    told = isinstance(position, Position) or position.setup.sides[1].hand is not None
    return [*wrap("The opponent's hand is in the file, but ignored.", screen.width), ""] if told else []


def verdict(found: Estimates) -> str:
    """The best move and what it is worth, or what the position is worth if the opponent is to decide."""
    best, unit = found.best, "card points" if found.known.rules.at_target == "points" else "game points"
    worth = f"{points(best.value)} {unit}{_limits(best)}"
    does = "lead" if found.known.led is None else "reply"
    if best.chance is not None:
        chance = f"{chances.percent(best.chance.value)}{_chance_limits(best.chance)}"
        if found.mover != YOU:
            return f"The opponent is to {does}. You win the match about {chance} of the time."
        worth = f"{chance} to win the match, {points(best.value)} {unit}"
    if found.mover != YOU:
        return f"The opponent is to {does}. The position is worth about {worth} to you."
    sure = "" if best.worlds else "certain: "
    return f"{best.move}: {sure}{'about ' if best.worlds else ''}{worth}."


def _limits(one: Estimate) -> str:
    return "" if one.low == one.high else f" ({points(one.low)} to {points(one.high)} with 95 % confidence)"


def _chance_limits(chance: Interval) -> str:
    if chance.low == chance.high:
        return ""
    return f" ({chances.percent(chance.low)} to {chances.percent(chance.high)} with 95 % confidence)"


def alike(found: Estimates) -> str:
    """Whether the best move is told from the others."""
    others = len(found.moves) - 1
    if found.mover != YOU or not others:
        return ""
    if not found.alike:
        how = ", as both sides play on here." if found.known.open else "."
        return "It is better than every other move" + (how if found.every else ", at 95 % confidence.")
    if len(found.alike) == others:
        return "No move can be told from another."
    names = "; ".join(str(move) for move in found.alike[:3])
    more = f"; and {count(len(found.alike) - 3, 'more move')}" if len(found.alike) > 3 else ""
    return f"It cannot be told from: {names}{more}."


def table(found: Estimates, screen: Screen, most: int | None = None) -> list[str]:
    """Every move, or so many at ``most``, with its mean, the limits of the mean unless all deals were tried, and in how
    many it was.
    """
    unit = "card points" if found.known.rules.at_target == "points" else "game points"
    limits = "" if found.every else ", its 95 % interval"
    if found.best.chance is None:
        heads = f"Your moves: mean {unit} (+ is good for you){limits}, deals tried"
    else:
        heads = f"Your moves: chance to win the match{limits}, mean {unit} (+ is good for you), deals tried"
    moves = found.moves[:most]
    lines = wrap(heads, screen.width)
    rows = [(*_figures(m, found.every), number(m.worlds) if m.worlds else "certain") for m in moves]
    near = {found.best.move, *found.alike}
    for line, one in zip(columns(rows, right=frozenset(range(len(rows[0])))), moves, strict=True):
        row = flow(str(one.move).split(", "), screen.width, f"  {line}  ", ", ")
        lines += map(screen.good if one.move in near else str, row)
    return lines


def _told_by(found: Estimates) -> str:
    return "how the opponent played" if found.known.history else "what the opponent led"


def _figures(one: Estimate, every: bool) -> tuple[str, ...]:
    if one.chance is None:
        return tuple(map(points, (one.value,) if every else (one.value, one.low, one.high)))
    shares = (one.chance.value,) if every else (one.chance.value, one.chance.low, one.chance.high)
    return (*map(chances.percent, shares), points(one.value))


def effort(found: Estimates) -> str:
    """How it was found, and the time that took."""
    return f"{how_found(found)}; {found.seconds:.1f} s"


def deals(found: Estimates) -> str:
    """The method, and how many deals or hands were looked at: ``rollout: 6,144 deals drawn``."""
    thing = "deal" if found.known.open else "hand"
    what = f"all {number(found.worlds)} {thing}s that fit" if found.every else f"{number(found.worlds)} {thing}s drawn"
    if found.worlds == 1 and found.every:
        what = f"the only {thing} that fits"
    return f"{found.method}: {what}{_weighted(found)}"


def _weighted(found: Estimates) -> str:
    return f", weighted by {_told_by(found)} (--even: all alike)" if found.weighted else ""


def how_found(found: Estimates) -> str:
    """How it was found."""
    how = HOW[found.method] if found.known.open else SEEN if found.method == SOLVED else ""
    if found.method == DEFAULT and any(one.move.close and one.worlds for one in found.moves):
        how += LOWERED
    seed = "" if found.every else f"; seed {found.seed}"
    return f"an estimate, method {deals(found)}; {how}{seed}"
