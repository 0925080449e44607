"""``bingo rules``: the published rule sets, one of them explained, or two compared."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

from bingo.cli.options import Json, argument, number_option, option, parse_rules, require
from bingo.cli.session import compact
from bingo.solver.game.presets import PRESETS, Preset, label
from bingo.solver.game.rules import FIELDS, Rules, differences
from bingo.solver.game.tiles import SUITS
from bingo.solver.render import rules as rulebook
from bingo.solver.render.fields import MEANINGS
from bingo.solver.render.screen import screen_of


def rules(
    name: Annotated[
        str | None, argument("NAME", 'A preset, also with fields: "pagat, must_beat=false".', PRESETS)
    ] = None,
    trump: Annotated[
        int | None, number_option("--trump", "Tables for this trump suit only, 0 (blanks) to 6.", 0, 6)
    ] = None,
    diff: Annotated[
        tuple[str, str] | None, option("--diff NAME NAME", "Show only where these two differ.", PRESETS)
    ] = None,
    as_json: Json = False,
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
        trumps = SUITS if trump is None else (trump,)
        data = _rules_as_dict(base, rules, trumps)
        _write(rulebook.explain(base, rules, data, screen), [data], as_json)
    else:
        _write(rulebook.list_presets(screen), [_preset_as_dict(p, p.rules) for p in PRESETS.values()], as_json)


def _write(lines: Sequence[str], objects: Sequence[dict[str, Any]], as_json: bool) -> None:
    print("\n".join(map(compact, objects) if as_json else lines))


def _preset_as_dict(base: Preset, rules: Rules) -> dict[str, Any]:
    fields = {name: rules[name] for name in FIELDS}
    return {"name": label(rules), "source": base.source, "readings": base.readings, "fields": fields}


def _rules_as_dict(base: Preset, rules: Rules, trumps: Sequence[int]) -> dict[str, Any]:
    unused = rulebook.unused(rules)
    return {
        **_preset_as_dict(base, rules),
        "words": {name: meaning.explain(rules[name]) for name, meaning in MEANINGS.items() if name not in unused},
        "unused": unused,
        "trumps": [rulebook.of_trump(rules, trump) for trump in trumps],
        "declarations": rulebook.declarations(rules),
        "wins": rulebook.wins(rules),
    }


def _diff_as_dict(a: Rules, b: Rules) -> dict[str, Any]:
    differing = [
        {"field": name, "about": MEANINGS[name].about, "a": a[name], "b": b[name]} for name in differences(a, b)
    ]
    return {"a": label(a), "b": label(b), "differences": differing}
