"""``bingo memory``: what is remembered, and how it is made anew, taken elsewhere and forgotten."""

from __future__ import annotations

from typing import Annotated, Literal

from bingo.cli.coach.adding import remember
from bingo.cli.coach.memory import Memory, MemoryOption, key_of, place
from bingo.cli.options import Quick, argument, insist, option
from bingo.cli.session import compact
from bingo.solver.errors import counted


def run(
    action: Annotated[
        Literal["show", "rebuild", "export", "forget"],
        argument(
            "[ACTION]",
            "show (the default); rebuild: keep only these records, and review what is new; export: write everything,"
            " one deal a line (JSON); forget: drop these records.",
            show_default=True,
        ),
    ] = "show",
    files: Annotated[list[str] | None, argument("[RECORD...]", "Records of deals, or folders of them.")] = None,
    every: Annotated[bool, option("--all", "With forget: drop everything; no RECORD is named.")] = False,
    memory: MemoryOption = None,
    quick: Quick = False,
) -> None:
    """What the program remembers of your play: show it, make it anew, export it, or forget it.

    `review --remember` and `play --remember` fill it, `train` and `profile` use it. It is one file on this machine.
    """
    named = files or []
    all_meant = action in ("show", "export")
    insist("RECORD...", not (all_meant and named), f"none, as all deals are meant; found {', '.join(named)}")
    insist("RECORD...", action != "rebuild" or bool(named), "the records to remember; found none")
    insist("RECORD...", action != "forget" or bool(named) != every, "records to forget, or else --all")
    with Memory(place(memory)) as kept:
        if action == "export":
            for deal in kept.export():
                print(compact(deal))
        elif action == "forget":
            keys = None if every else _keys(named)
            print(f"{counted(kept.forget(keys), 'deal')} forgotten; {counted(kept.deals, 'deal')} left.")
        elif action == "rebuild":
            gone = sorted(kept.keys - set(remember(kept, named, quick)))
            forgotten = counted(kept.forget(gone), "deal")
            print(f"{forgotten} of other records forgotten; {counted(kept.deals, 'deal')} left.")
        else:
            decisions = kept.base.execute("SELECT count(*) FROM decision").fetchone()[0]
            print(f"{counted(kept.deals, 'deal')}, {decisions:,} decisions: {kept.path}")


def _keys(files: list[str]) -> list[str]:
    from bingo.positions import read_records
    from bingo.solver.batch.inputs import find

    return [key_of(record) for found in find(files) for record in read_records(found.path)]
