"""Reviews of played deals held against what they must reach: ``python -m benchmarks.review PART --deals N``.

The networks play the deals against themselves. Exit status 1 if something is missed.
"""

import itertools
import random
from collections.abc import Sequence
from functools import partial

from benchmarks import figures
from benchmarks.arena import by_name, seat
from benchmarks.command import RULES_OPTION, TO_PAGE, program
from benchmarks.timing import Mean, seconds, with_progress
from bingo.solver import Record, Rules, Settings, deal, play_out, replay, review

#: Deals that moves are compared in where thousands of deals are only to be counted.
FEW_WORLDS = 32
#: The tricks of a long deal.
TRICKS = 13
MOST_SECONDS = {"seconds": 15.0, "quick": 1.5}

#: What is measured, in how many deals, what came out, what is asked, and whether that is met.
Finding = tuple[str, int, str, str, bool]


def luck(deals: int = 500, rules: Rules = RULES_OPTION, seed: int = 1, to_page: bool = TO_PAGE) -> int:
    """Result = start + luck + errors to 1e-9 in every deal; mean luck is 0 within two standard errors; the standard
    error of the luck-adjusted result is at most half of the raw one.
    """
    lucks, results, adjusted, largest_gap = list[float](), list[float](), list[float](), 0.0
    for number in with_progress(range(deals), deals, "deal"):
        record = record_of(rules, seed * 1_000_000 + number)
        answer = review(record, Settings(worlds=FEW_WORLDS, seed=number))
        assert answer.luck is not None
        assert answer.result is not None
        assert answer.adjusted is not None
        yours, theirs = answer.lost
        largest_gap = max(largest_gap, abs(answer.result - (answer.start + answer.luck.you - yours + theirs)))
        lucks.append(answer.luck.you)
        results.append(answer.result)
        adjusted.append(answer.adjusted)
    luck, raw_mean, adjusted_mean = map(Mean.of, (lucks, results, adjusted))
    mean, errors = f"{luck.value:+.3f} (s.e. {luck.error:.3f})", f"{raw_mean.error:.3f}, {adjusted_mean.error:.3f}"
    findings = [
        ("`luck`: the sum", deals, f"off by {largest_gap:.0e} at most", "1e-9", largest_gap <= 1e-9),
        ("`luck`: mean", deals, mean, "0 within two s.e.", abs(luck.value) <= 2 * luck.error),
        ("`luck`: s.e. raw, less luck", deals, errors, "at most half", adjusted_mean.error <= raw_mean.error / 2),
    ]
    return report(findings, to_page)


def time(deals: int = 500, rules: Rules = RULES_OPTION, seed: int = 1, to_page: bool = TO_PAGE) -> int:
    """Deals that go to trick 13 or 14: at most 15 processor seconds each, 1.5 with a quick review."""
    records = (record_of(rules, n) for n in itertools.count(seed * 1_000_000))
    long_records = (record for record in records if replay(record).moments[-1].trick >= TRICKS)
    times: dict[str, list[float]] = {"seconds": [], "quick": []}
    for record in with_progress(itertools.islice(long_records, deals), deals, "deal"):
        for key, settings in (("seconds", Settings()), ("quick", Settings(effort="quick"))):
            times[key].append(seconds(partial(review, record, settings)))
    findings = []
    for key, most in MOST_SECONDS.items():
        spent = sorted(times[key])
        result = f"median {spent[len(spent) // 2]:.1f}, most {spent[-1]:.1f}"
        findings.append(
            (f"`time`: {key}, {TRICKS} or 14 tricks", deals, result, f"at most {most:g}", spent[-1] <= most)
        )
    return report(findings, to_page)


def report(findings: Sequence[Finding], to_page: bool) -> int:
    for measured, number, result, target, met in findings:
        print(f"{'PASS' if met else 'MISS'}  {measured}, {number:,}: {result} ({target})")
    if to_page:
        words = {True: "met", False: "**missed**"}
        rows = {measured: [f"{n:,}", result, f"{aim}: {words[met]}"] for measured, n, result, aim, met in findings}
        figures.keep("reviews", rows)
    return int(not all(met for *_, met in findings))


def record_of(rules: Rules, number: int) -> Record:
    """A deal that the networks play against themselves."""
    networks = seat(by_name("networks"), random.Random(number))
    return play_out(networks, networks, start=deal(rules, number))


if __name__ == "__main__":
    program(luck, time)()
