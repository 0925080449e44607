"""``bingo profile``: what a player's decisions lose, by phase and month, and by which mistakes."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from bingo.cli.options import Json, Quick
from bingo.cli.reviewed import Deal, Decision, Files, Player, reviewed, whose
from bingo.cli.session import Session
from bingo.solver.errors import counted
from bingo.solver.render.screen import Screen, columns, plain, wrap
from bingo.solver.reviewing.losses import Losses

#: Causes that are told of.
DEAREST = 3


def run(files: Files, player: Player = None, quick: Quick = False, as_json: Json = False) -> None:
    """What do a player's decisions lose, when, and by which mistakes?

    Of reviews that `bingo review --out` wrote, or of records. Each deal counts once.
    """
    with Session() as session:
        deals = reviewed(files, quick, session)
        profile = Profile.of(whose(player, deals), deals)
        if as_json:
            session.write_json(profile.as_dict())
        else:
            named = [] if player is None else ["--player", player]
            train = shlex.join(["bingo", "train", *(["FILE"] if "-" in files else files), *named])
            session.write(explain(profile, train, session.screen))
    session.finish()


@dataclass(slots=True)
class Cause:
    """What one kind of mistake costs, per decision of all there are; how often and in how many deals it was made; the
    worst with its deal.
    """

    name: str
    cost: Losses
    mistakes: int
    deals: int
    worst: tuple[Deal, Decision]

    def as_dict(self) -> dict[str, Any]:
        """As data."""
        deal, decision = self.worst
        example = {"file": deal.file, "deal": deal.deal, "name": deal.name, "day": deal.day.isoformat()}
        counts = {"mistakes": self.mistakes, "deals": self.deals, "worst": example | msgspec.to_builtins(decision)}
        return {"cause": self.name, **self.cost.as_dict(), **counts}


@dataclass(slots=True)
class Profile:
    """The losses of a player in game points, also where deals are worth card points; the dearest cause first."""

    player: str
    overall: Losses
    by: dict[str, dict[str, Losses]]
    causes: list[Cause]

    @classmethod
    def of(cls, player: str, deals: Sequence[Deal]) -> Profile:
        """That of a player over all deals."""
        each = [(deal, [(one, deal.lost(one)) for one in deal.of(player)]) for deal in deals]
        each = [(deal, decisions) for deal, decisions in each if decisions]

        def grouped(name_of: Callable[[Deal, Decision], str]) -> dict[str, Losses]:
            groups: dict[str, Losses] = defaultdict(Losses)
            for deal, decisions in each:
                parts: dict[str, list[float]] = defaultdict(list)
                for decision, lost in decisions:
                    parts[name_of(deal, decision)].append(lost)
                for name, losses in parts.items():
                    groups[name].add(sum(losses), len(losses))
            return dict(sorted(groups.items()))

        def cause(name: str) -> Cause:
            made = [(deal, one) for deal, decisions in each for one, _ in decisions if one.cause == name]
            cost = Losses()
            for _, decisions in each:
                cost.add(sum(lost for one, lost in decisions if one.cause == name), len(decisions))
            worst = max(made, key=lambda mistake: mistake[0].lost(mistake[1]))
            return Cause(name, cost, len(made), len({id(deal) for deal, _ in made}), worst)

        by = {"phase": grouped(lambda _, one: one.phase), "month": grouped(lambda deal, _: f"{deal.day:%Y-%m}")}
        causes = {one.cause for _, decisions in each for one, _ in decisions if one.cause}
        dearest = sorted(map(cause, sorted(causes)), key=lambda cause: -cause.cost.lost)
        return cls(player, grouped(lambda *_: "").get("", Losses()), by, dearest)

    def as_dict(self) -> dict[str, Any]:
        """The object that ``--json`` writes."""
        by = {name: {key: losses.as_dict() for key, losses in group.items()} for name, group in self.by.items()}
        causes = [cause.as_dict() for cause in self.causes]
        return {"player": self.player, **self.overall.as_dict(), "by": by, "causes": causes}


def explain(profile: Profile, train: str, screen: Screen) -> list[str]:
    """The same for a person, with the command that trains each cause, which begins with ``train``."""
    overall = profile.overall
    if not overall.decisions:
        return ["There is no decision with a choice in these deals."]
    who = "You" if profile.player == "you" else plain(profile.player)
    words = f"{who} lost {_with_error(overall)} game points a decision, over {overall.decisions:,} with a choice"
    lines = [*map(screen.strong, wrap(f"{words} in {counted(overall.deals, 'deal')}.", screen.width))]
    for name, group in profile.by.items():
        rows = [(key, f"{losses.value:.3f}", _error(losses), f"{losses.decisions:,}") for key, losses in group.items()]
        lines += ["", screen.strong(f"By {name}"), *(f"  {row}" for row in columns(rows, right=frozenset((1, 3))))]
    lines += ["", screen.strong("What costs most")] if profile.causes else []
    for cause in profile.causes[:DEAREST]:
        deal, worst = cause.worst
        cost = f"{cause.name.replace('-', ' ')}: {_with_error(cause.cost)} a decision"
        often = f"{counted(cause.mistakes, 'mistake')} in {counted(cause.deals, 'deal')}"
        lost = f"{worst.move} lost {worst.lost:.2f} in trick {worst.trick} of {deal.title}; better {worst.best}"
        lines += [*wrap(f"{cost}, {often}", screen.width, 2, 4), *wrap(f"worst: {lost}", screen.width, 4, 6)]
        lines.append(f"    {train} --cause {cause.name}")  # whole, to be copied
    return lines


def _with_error(losses: Losses) -> str:
    return f"{losses.value:.3f} {_error(losses)}".strip()


def _error(losses: Losses) -> str:
    return "" if losses.error is None else f"(s.e. {losses.error:.3f})"
