"""``bingo duplicate``: deals that were played twice from one seat, compared, with luck taken out."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from bingo.cli.options import Json, Quick, Seed, argument, insist
from bingo.cli.render.duplicate import explain_deal, explain_set
from bingo.cli.render.screen import wrap
from bingo.cli.review import Worlds
from bingo.cli.session import Session
from bingo.positions import read_records
from bingo.solver import Settings
from bingo.solver.errors import BingoError
from bingo.solver.game.record import Record
from bingo.solver.game.replay import replay
from bingo.solver.reviewing.budget import worlds_compared
from bingo.solver.reviewing.comparing import Comparison, Pairs, compare, in_pairs, score


def run(
    files: Annotated[list[str], argument("RECORD...", "Records of deals (.yaml or .jsonl); - reads standard input.")],
    quick: Quick = False,
    worlds: Worlds = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Who played the same deals better, you or the program, and how much of the difference was luck?

    Takes what `bingo play --duplicate` writes, or the records of two who played the same deals from the same seat
    against the same opponent. The one who comes first in the files is compared with the other.
    """
    insist("--quick and --worlds", not quick or worlds is None, "one of them; found several")
    with Session() as session:
        found: list[Comparison] = []
        for number, (one, other) in enumerate(_pairs(files, session), 1):
            show = partial(session.show, f"deal {number}")
            show()
            if not all(replay(record).end.position.over for record in (one, other)):
                if not as_json:
                    session.write(wrap(f"Deal {number} was not finished by both.", session.screen.width))
                continue
            settings = Settings(worlds=worlds or worlds_compared(one.rules, quick=quick), seed=seed)
            found.append(compare(one, other, settings, show))
            if as_json:
                session.write_json({"deal": number, **found[-1].as_dict(), "score": score(found).as_dict()})
            else:
                session.write(explain_deal(found[-1], number, session.screen))
        if found and not as_json:
            session.write(explain_set(found, session.screen))
    session.finish()


def _pairs(files: list[str], session: Session) -> Pairs:
    """The records of all files by the deals that were played twice; what cannot be read is complained of."""
    records: list[Record] = []
    for file in files:
        records += read_records(file, on_error=session.complain)
    try:
        return in_pairs(records)
    except BingoError as error:
        session.complain(error)
        return []
