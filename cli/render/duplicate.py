"""Duplicate in words: how a deal went that was played twice, and how far ahead somebody is after several."""

from __future__ import annotations

from collections.abc import Sequence

from bingo.cli.render.reviews import ENOUGH
from bingo.cli.render.screen import Screen, columns, plain, points, signed, wrap
from bingo.solver.errors import counted
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.record import Turn
from bingo.solver.reviewing.comparing import Comparison, DuplicateScore, score

#: A lead of so many standard errors is beyond doubt.
DOUBT = 2.0
#: The least loss that is told.
LEAST = 0.005
#: Characters of a name at the head of a column.
LONGEST = 10
EXPLAINED = (
    "The luck of the deal is the same for both, and cancels. Without luck also takes out what draws and hidden tiles"
    " gave one more than the other once they had parted, as the reviews estimate it; the opponent's mistakes stay in."
    " By decisions alone takes these out too. If a close is missed several times in a deal, it counts once."
    " s.e. is the standard error; from a dozen deals on, two of them to either side make a 95% interval."
)


def explain_deal(found: Comparison, number: int, screen: Screen) -> list[str]:
    """One deal: both results, where they parted, and what makes the difference."""
    one, other = names(found)
    results = [*map(signed, found.results)]
    more = f"{signed(found.difference)} for {one}" if found.difference else "no difference"
    lines = [f"{one} {results[0]}, {other} {results[1]}: {more}.", _parted(found, (one, other))]
    if found.parting:
        luck = found.luck
        lines.append(
            f"{signed(found.difference)} = {points(luck.draws)} draws {points(luck.hidden)} hidden tiles"
            f" {points(found.opponent)} the opponent's decisions {points(found.decisions)} {_whose(one)} decisions."
            f" Without luck: {points(found.without_luck)}."
        )
    heading = f"Deal {number}, played twice"
    return [
        screen.strong(heading),
        *(row for line in lines for row in wrap(line[0].upper() + line[1:], screen.width, 0, 2)),
    ]


def explain_score(found: Sequence[Comparison], screen: Screen) -> list[str]:
    """The score after these deals, at least one: means a deal with their standard errors, and what they say."""
    total = score(found)
    means = {"as played": total.difference, "without luck": total.without_luck, "by decisions alone": total.decisions}
    rows = [("", "a deal", "s.e.")]
    for what, mean in means.items():
        rows.append((f"  {what}", points(mean.mean), "-" if mean.error is None else f"{mean.error:.2f}"))
    lines = [screen.strong(f"After {counted(total.deals, 'deal')}"), *columns(rows, right=frozenset((1, 2)))]
    return [*lines, *wrap(lead(total, names(found[0])), screen.width)]


def explain_set(found: Sequence[Comparison], screen: Screen) -> list[str]:
    """All deals in a table, and the score."""
    called = [name[:LONGEST] for name in names(found[0])]
    heads = ("deal", *called, "difference", "without luck", "decisions")
    narrow = screen.width < sum(map(len, heads)) + 2 * len(heads)
    rows = [
        ("", *called, "diff.", "less luck") if narrow else heads,
        *(
            (
                str(n),
                *map(signed, each.results),
                signed(each.difference),
                points(each.without_luck),
                *(() if narrow else (points(each.decisions),)),
            )
            for n, each in enumerate(found, 1)
        ),
    ]
    table = columns(rows, right=frozenset(range(len(heads))))
    return [*table, "", *explain_score(found, screen), "", *map(screen.faint, wrap(EXPLAINED, screen.width))]


def names(found: Comparison) -> tuple[str, str]:
    """What those who are compared are called."""
    one, other = (plain((review.record.players or ("",))[YOU]) for review in found.reviews)
    return one or "you", other or "the other"


def _parted(found: Comparison, called: tuple[str, str]) -> str:
    parting = found.parting
    if parting is None:
        return "both played the same to the end."
    did = [
        f"{_who(turn, name)} {turn.move}{f' (lost {lost:.2f})' if lost and lost >= LEAST else ''}"
        for turn, name, lost in zip((parting.one, parting.other), called, parting.lost, strict=True)
    ]
    who = "you" if called[0] == "you" else "they"
    return f"{who} parted in trick {parting.trick}: {did[0]}; {did[1]}."


def _who(turn: Turn, name: str) -> str:
    return f"{name} against" if turn.player == OPPONENT else name


def lead(total: DuplicateScore, called: tuple[str, str]) -> str:
    """Who is ahead without luck, and whether that is beyond doubt."""
    ahead, error = total.without_luck.mean, total.without_luck.error
    if not ahead:
        return "Without luck nobody is ahead."
    who = called[0 if ahead > 0 else 1]
    lead = f"Without luck {who} {'are' if who == 'you' else 'is'} ahead by {abs(ahead):.2f} a deal"
    if error is None or total.deals < ENOUGH:
        return f"{lead}; fewer than {ENOUGH} deals do not tell who plays better."
    if abs(ahead) >= DOUBT * error:
        return f"{lead}, more than two standard errors."
    return f"{lead}, less than two standard errors: too close to call."


def _whose(name: str) -> str:
    return "your" if name == "you" else f"{name}'s"
