"""``bingo rules``, ``bingo match`` and ``bingo new``: what is asked without a position."""

import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import typer

from bingo.cli import options
from bingo.cli.options import (
    argument,
    check_outputs,
    number_option,
    number_parser,
    option,
    parse_rules,
    require,
    rules_option,
    write_atomically,
)
from bingo.cli.session import compact
from bingo.solver.batch.output import as_csv
from bingo.solver.errors import NotationError
from bingo.solver.game import FIELDS, MATCH_TO, PAGAT, PLAYER_NAMES, PRESETS, SUITS, Preset, Rules, differences
from bingo.solver.game.presets import label
from bingo.solver.match import MAX_MATCH_POINTS, match_equity
from bingo.solver.render import plain, rules as rulebook, screen_of, tables
from bingo.solver.render.match import one_score, table


def rules(
    name: str | None = argument("NAME", 'A preset, also with fields: "pagat, must_beat=false".', values=PRESETS),
    trump: int | None = number_option("--trump", "Tables for this trump suit only, 0 (blanks) to 6.", 0, 6),
    diff: tuple[str, str] | None = option("--diff NAME NAME", "Show only where these two differ.", values=PRESETS),
    as_json: bool = options.JSON,
) -> None:
    """List the published rules, explain NAME, or compare two."""
    require("--trump", name is not None or trump is None, "NAME with --trump; found none")
    require("--diff", name is None or diff is None, f"two names and nothing else; found {name!r} too")
    screen = screen_of(sys.stdout)
    if diff is not None:
        a, b = (parse_rules(text, "--diff") for text in diff)
        _write(rulebook.compare(a, b, screen), [_diff_as_dict(a, b)], as_json)
    elif name is not None:
        rules, base = parse_rules(name, "NAME"), PRESETS.get(name.split(",")[0].strip(), PRESETS["pagat"])
        unused = rulebook.unused(rules)
        words = {name: rulebook.explain_field(name, rules[name]) for name in FIELDS if name not in unused}
        shown = tables.tables(rules, SUITS if trump is None else (trump,))
        data = {**_preset_as_dict(base, rules), "words": words, "unused": unused, **shown}
        _write([*rulebook.explain(base, rules, screen), "", *tables.draw(rules, data, screen)], [data], as_json)
    else:
        _write(rulebook.list_presets(screen), [_preset_as_dict(p, p.rules) for p in PRESETS.values()], as_json)


def _write(lines: Sequence[str], objects: Sequence[dict[str, Any]], as_json: bool) -> None:
    print("\n".join(map(compact, objects) if as_json else lines))


def _preset_as_dict(base: Preset, rules: Rules) -> dict[str, Any]:
    fields = {name: rules[name] for name in FIELDS}
    return {"name": label(rules), "source": base.source, "readings": base.readings, "fields": fields}


def _diff_as_dict(a: Rules, b: Rules) -> dict[str, Any]:
    differing = [
        {"field": name, "about": rulebook.MEANINGS[name]["about"], "a": a[name], "b": b[name]}
        for name in differences(a, b)
    ]
    return {"a": label(a), "b": label(b), "differences": differing}


# --- the chance to win a match ---------------------------------------------------------------------


def match(
    you: int | None = argument("YOU", "Your game points so far.", parser=number_parser(0)),
    opponent: int | None = argument("OPPONENT", "The opponent's game points so far.", parser=number_parser(0)),
    to: int | None = number_option("--to", "Game points that win the match (default: 7).", 1, MAX_MATCH_POINTS),
    rules: Rules = rules_option("Play by these rules", PAGAT),
    csv_file: Path | None = option("--csv FILE", "Also write the table to a file, for spreadsheets."),
    overwrite: bool = options.OVERWRITE,
    as_json: bool = options.JSON,
) -> None:
    """Who wins the match from here? The chance from every score, or what the next deal makes of one."""
    require("OPPONENT", you is None or opponent is not None, "the opponent's game points after yours; found none")
    require("--csv", csv_file is None or you is None, "no score beside it, as it has all of them")
    check_outputs({"csv": csv_file}, overwrite=overwrite)
    screen = screen_of(sys.stdout)
    try:
        equity = match_equity(rules, to or MATCH_TO)
        if you is not None and opponent is not None:
            _write(one_score(equity, you, opponent, screen), [equity.score_as_dict(you, opponent)], as_json)
            return
    except NotationError as error:
        [reason] = error.reasons
        words = f"expected {reason.expected}; found {reason.found}"
        raise typer.BadParameter(words, param_hint="--rules" if reason.field == "rules" else "YOU OPPONENT") from None
    if csv_file is not None:
        scores = ((a, b, PLAYER_NAMES[lead], f"{equity.chance(a, b, lead):.5f}") for a, b, lead in equity.scores())
        write_atomically(csv_file, as_csv([("you", "opponent", "lead", "chance"), *scores]).decode())
    _write(table(equity, screen), [equity.as_dict()], as_json)


# --- templates -------------------------------------------------------------------------------------

#: What the boneyard can be, and with it which keys a position has.
KINDS = ("open", "closed", "exhausted")


def new(
    words: list[str] = argument(
        "[KIND] FILE",
        "The file to write (.yaml); - writes to standard output. KIND says whether the "
        "boneyard is open, closed or exhausted (open unless told).",
        default=...,
        values=KINDS,
    ),
    overwrite: bool = options.OVERWRITE,
) -> None:
    """Begin a position file: a template in which every key is explained, to be edited."""
    *kinds, name = words
    require("KIND", len(kinds) <= 1, f"one at most, before FILE; found {' '.join(kinds)}")
    kind = kinds[0] if kinds else "open"
    require("KIND", kind in KINDS, f"one of {', '.join(KINDS)}; found {kind!r}")
    require("FILE", name not in KINDS, f"a file to write, such as mine.yaml, after the KIND; found {name!r} alone")
    if name == "-":
        print(template(kind), end="", flush=True)
        return
    file = Path(name)
    require("FILE", file.suffix.lower() in (".yaml", ".yml"), f"a YAML file, such as mine.yaml; found {name!r}")
    check_outputs({"FILE": file}, overwrite=overwrite)
    write_atomically(file, template(kind))
    print(plain(f"{file} has been written. Edit it, then run: bingo analyze {file}"))


def template(kind: str) -> str:
    return (files("bingo.positions") / "templates" / f"{kind}.yaml").read_text(encoding="utf-8")
