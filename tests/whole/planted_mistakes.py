"""Mistakes in a program that uses the library, each of which a type checker finds: to mypy --strict an ignore that is
not needed is an error. Nothing here is run.
"""

from dataclasses import replace

import bingo


def mistakes(position: bingo.Position, seen: bingo.InformationSet, record: bingo.Record) -> None:
    bingo.analyze(position, world=5)  # type: ignore[call-arg]
    bingo.analyze(position, effort="quik")  # type: ignore[arg-type]
    bingo.close(seen, sedd=1)  # type: ignore[call-arg]
    bingo.review(record, worlds="64")  # type: ignore[arg-type]
    bingo.reply(seen, "greddy")  # type: ignore[arg-type]
    bingo.match("club", "greddy")  # type: ignore[arg-type]
    bingo.match("club", "greedy", effort="fast")  # type: ignore[arg-type]
    bingo.match(lambda seen: seen, "club")  # type: ignore[arg-type, misc]
    bingo.Settings(method="rolout")  # type: ignore[arg-type]
    answer = bingo.analyze(position)
    print(answer.vaule)  # type: ignore[attr-defined]
    print(answer.advice == "clsoe")  # type: ignore[comparison-overlap]
    position.play(answer)  # type: ignore[arg-type]
    print(answer.best.laed)  # type: ignore[attr-defined]


def misspelt_rules(rules: bingo.Rules) -> None:
    if rules.at_target == "claims":  # type: ignore[comparison-overlap]
        return
    replace(rules, blank_rank=1)  # type: ignore[arg-type]
    replace(rules, plain_trick="heaviest")  # type: ignore[arg-type]
    replace(rules, plain_trick="heavier")
