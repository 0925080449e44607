"""Every sentence of a reason is true: its facts are looked up again under all presets."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import Phase, example, given, settings, strategies as st

from bingo.solver import Rules, replay
from bingo.solver.reviewing.reasons import reason_of
from tests.reviewing.judging import mistakes, played
from tests.reviewing.reason_facts import Facts
from tests.support.depth import by_depth
from tests.support.strategies import PRESETS

#: Deals at random take seconds each; every kind of reason is held by ``reviewing.test_reasons`` too.
PHASES = by_depth([Phase.explicit], list(Phase))
#: Which moments of a deal are judged: what each is worth takes nearly all the time, as closes are solved.
THIRDS = (0, 1, 2)


@settings(max_examples=4, phases=PHASES, deadline=None)
@given(rules=st.sampled_from(PRESETS), seed=st.integers(0, 2**32 - 1), third=st.sampled_from(THIRDS))
# The double of trumps is led to the Bingo, which another trump forbids to play.
@example(rules=PRESETS[0], seed=11753, third=None)
def test_what_a_reason_says_is_so(rules: Rules, seed: int, third: int | None) -> None:
    for one in mistakes(played(rules, seed), third=third):
        reason = reason_of(one)
        if reason is not None:
            Facts(one, reason).check()


@settings(max_examples=3, phases=PHASES, deadline=None)
@given(rules=st.sampled_from(PRESETS), seed=st.integers(0, 2**32 - 1), third=st.sampled_from(THIRDS))
@example(rules=PRESETS[0], seed=3, third=None)
def test_a_reason_knows_no_more_than_the_mover(rules: Rules, seed: int, third: int | None) -> None:
    """From a record of one's own side alone the sentence is the same; a reply that proves it may be another."""
    record = played(rules, seed)
    alone = [replay(record.one_sided(player)).moments for player in (0, 1)]
    for one in mistakes(record, third=third):
        same = one.moment.trick, one.moment.turn  # there may be more moments: who knows whether the other could declare
        own = next(moment for moment in alone[one.player] if (moment.trick, moment.turn) == same)
        whole, part = reason_of(one), reason_of(replace(one, moment=own))
        assert (whole and (whole.kind, whole.sentence)) == (part and (part.kind, part.sentence))
