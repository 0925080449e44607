"""Whether the same question gets the same answer wherever it is asked: ``python -m benchmarks.consistency [VIEWS]``.

VIEWS (84) positions of random play under each preset in which you may close: every close in ``analyze`` has the value
and the limits that ``close`` gives it, and the first move of ``analyze`` agrees with the advice of ``close`` unless it
is too close to call. Then MOMENTS (34) turns of games under each preset, at which the hint, *what if* for three moves,
and the coach once one of them is made, name one best move between them, or one as good that was asked about, and what a
close is worth is what ``close`` says. Exit status 1 if anything contradicts anything.
"""

import random
from operator import attrgetter
from random import Random
from typing import NamedTuple

from benchmarks import figures
from benchmarks.command import TO_PAGE, program
from benchmarks.timing import say, with_progress
from bingo.cli.options import argument, option, require
from bingo.solver import PRESETS, Settings, analyze, should_close
from bingo.solver.analysis import CLOSE, PLAY_ON, Advice, Lead, advise, view_of
from bingo.solver.game import YOU
from bingo.solver.render import capitalize, game as telling
from tests.oracles.game import begun, go_on
from tests.oracles.random_play import closable

#: How far two numbers for one thing may be apart.
TOLERANCE = 1e-9
#: Tricks played before a close; early ones, with up to 31,824 hands, are one in twelve each.
TRICKS = (1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6)
#: Moves that are asked about at a moment.
MOVES_ADVISED = 3


class Comparison(NamedTuple):
    """Of one preset: how much was compared, and in how many views or moments something contradicted something."""

    compared: int
    contradictions: int


def main(
    views: int = argument("VIEWS", "Under each preset.", 84),
    moments: int = option("--moments N", "Under each preset.", 34),
    presets: list[str] = option("--rules PRESET", "Only under this preset; may be repeated.", [], values=PRESETS),
    to_page: bool = TO_PAGE,
) -> int:
    require("--rules", {*presets} <= {*PRESETS}, f"presets of {', '.join(PRESETS)}; found {', '.join(presets)}")
    rows, contradictions = dict[str, list[str]](), 0
    for name in presets or PRESETS:
        closes, advice = compare_views(name, views)
        parts = closes, advice, compare_moments(name, moments)
        rows[f"`{name}`"] = [str(part.compared) for part in parts] + [str(sum(part.contradictions for part in parts))]
        contradictions += sum(part.contradictions for part in parts)
        say("")
        print(f"{name}: closes, views, moments; contradictions: {', '.join(rows[f'`{name}`'])}", flush=True)
    if to_page:
        figures.keep("consistency", rows)
    return int(contradictions > 0)


def compare_views(name: str, count: int) -> tuple[Comparison, Comparison]:
    rng = random.Random(f"consistency {name}")
    closes = different_closes = against_advice = 0
    for n in with_progress(range(count), count, f"{name}: view"):
        view, settings = view_of(closable(rng, TRICKS[n % len(TRICKS)], PRESETS[name].rules)), Settings(seed=n)
        analysis, decision = analyze(view, settings), should_close(view, settings)
        assert not analysis.exact
        leads = {lead.move: lead for lead in decision.leads}
        for row in analysis.moves:
            if row.move in leads:
                lead, closes = leads[row.move], closes + 1
                pairs = [(row.value, lead.value)]
                if isinstance(row, Lead):
                    pairs.append((row.double_dummy.value, lead.double_dummy.value))
                    if row.solved and lead.solved:
                        ends = attrgetter("low", "high", "win_low", "win_high")
                        pairs += zip(ends(row), ends(lead), strict=True)
                different_closes += any(abs(mine - theirs) > TOLERANCE for mine, theirs in pairs)
        first = analysis.best
        alike = {first, *analysis.alike}
        if decision.advice == CLOSE:
            against_advice += not any(move.close for move in alike)
        elif decision.advice == PLAY_ON:
            against_advice += first.close
    return Comparison(closes, different_closes), Comparison(count, against_advice)


def compare_moments(name: str, count: int) -> Comparison:
    moments = contradictions = 0
    for seed in range(10**6):
        game, rng = begun(name, seed), Random(seed)
        while not game.over:
            if game.awaits not in ("lead", "reply") or len(game.moves) < 2 or rng.random() < 0.7:
                go_on(game, rng)
                continue
            supposed = rng.sample(game.moves, min(MOVES_ADVISED, len(game.moves)))
            hint, *answers = (advise(game.now, move, tell) for move in (None, *supposed))
            view = game.now.seen_by(YOU)
            closing = should_close(view, Settings(worlds=2)).moves if any(m.close for m in supposed) else ()
            sure = {lead.move: lead.value for lead in closing}
            claim_due = game.handle("hint").lines == (telling.CLAIM_NOW,)
            played = game.handle(str(supposed[0])).status == "played"
            if claim_due or hint is None:
                continue
            moments += 1
            mine = [advice.your_move for advice in answers if advice]
            contradictions += any(_contradicts(hint, advice) for advice in answers)
            contradictions += any(
                abs(option.value - sure.get(option.move, option.value)) > TOLERANCE for option in mine
            )
            lines = game.coach() if played else []
            best = capitalize(telling.in_form(hint.best.move, telling.DOING))
            contradictions += any(not line.startswith(best) for line in lines[:1])
            say(f"{name}: {moments} of {count} moments")
            if moments == count:
                return Comparison(moments, contradictions)
    raise AssertionError


def tell(_share: float) -> None:
    """Nobody is told how far it is."""


def _contradicts(hint: Advice, advice: Advice | None) -> bool:
    """Whether *what if* names another best move than the hint, unless it is the move in question, and worth as much."""
    if advice is None or advice.best.move == hint.best.move:
        return False
    return not (advice.best == advice.your_move and advice.your_move.criterion.value >= hint.best.criterion.value)


if __name__ == "__main__":
    program(main)()
