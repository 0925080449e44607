"""Rule sets in plain words: the list of presets, one set explained, two sets compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bingo.solver.game.presets import PRESETS, Preset, label
from bingo.solver.game.rules import FIELDS, Rules, differences, show
from bingo.solver.game.tiles import SUITS, TILES, text
from bingo.solver.render import rulebook
from bingo.solver.render.screen import Screen, columns, flow, wrap

Json = Mapping[str, Any]


def list_presets(screen: Screen) -> list[str]:
    """Every preset with its source."""
    lines = []
    for preset in PRESETS.values():
        first, *rest = wrap(f"{preset.name:<14}{preset.source}", screen.width, hanging=14)
        lines += [screen.strong(first[:14]) + first[14:], *rest]
    hint = "`bingo rules NAME` explains one, `bingo rules --diff NAME NAME` shows where two differ."
    return [*lines, "", *wrap(hint, screen.width)]


def explain(base: Preset, rules: Rules, found: Json, screen: Screen) -> list[str]:
    """One rule set: its source, every field in a sentence, its readings, and the tables that ``--json`` writes too."""
    changed = differences(base.rules, rules)
    lines = [screen.strong(label(rules)), *wrap(base.source, screen.width), ""]
    unused = found["unused"]
    for name in FIELDS:
        if name in unused:
            continue
        mark = f"   (in {base.name}: {show(base.rules[name])})" if name in changed else ""
        lines.append(screen.faint(f"{name}={show(rules[name])}") + mark)
        lines += wrap(found["words"][name], screen.width, 2)
    if unused:
        lines += map(screen.faint, wrap(f"Without effect under these rules: {', '.join(unused)}.", screen.width))
    lines += ["", screen.strong("How the source is read")]
    for reading in base.readings:
        lines += wrap(f"- {reading}", screen.width, 2, 4)
    tables = found["trumps"]
    lines += ["", *_ranks(rules, tables, screen), "", *_points(tables, screen), "", *_replies(tables, screen)]
    return [*lines, "", *_declarations(found["declarations"], screen), "", *_scores(found["wins"], screen)]


def _ranks(rules: Rules, tables: Sequence[Json], screen: Screen) -> Iterator[str]:
    yield screen.strong("Trumps, highest first")
    for table in tables:
        trump = table["trump"]
        yield from flow(table["ranks"][str(trump)], screen.width, f"  {trump}: ", " ")
    only = tables[0]["trump"] if len(tables) == 1 else None
    yield ""
    if rules.plain_trick.startswith("heavier"):
        yield screen.strong("Plain tiles, heaviest first")
        for weight, tiles in rulebook.weights(rules, -1 if only is None else only).items():
            yield from flow(map(text, tiles), screen.width, f"{weight:>4}: ", " ")
        return
    yield screen.strong("Suits, highest first" + ("" if only is not None else " (trumps drop out)"))
    for suit in SUITS:
        if suit != only:
            ranks = tables[suit if only is None else 0]["ranks"]  # a suit is whole where it is trumps
            yield from flow(ranks[str(suit)], screen.width, f"  {suit}: ", " ")


def _points(tables: Sequence[Json], screen: Screen) -> Iterator[str]:
    yield screen.strong("Card points")
    for table in tables:
        cells = [f"{tile}={points}" for tile, points in table["points"].items()]
        yield from flow([f"{table['total']} in all:", *cells], screen.width, f"  trumps {table['trump']}: ", " ")


def _replies(tables: Sequence[Json], screen: Screen) -> Iterator[str]:
    table = tables[0] if len(tables) == 1 else tables[4]
    yield screen.strong(f"Replies in phase two, trumps {table['trump']}")
    yield from wrap("The reply must come from the first row of which the hand holds a tile.", screen.width)
    for reply in table["replies"]:
        yield f"  {reply['lead']} led, {'the' if reply['kind'] == 'Bingo' else 'a'} {reply['kind']}"
        left = len(TILES) - 1
        for number, duty in enumerate(reply["classes"], 1):
            left -= len(duty["tiles"])
            there = duty["tiles"] if left else ["anything else"]
            yield from flow([*there[:-1], f"{there[-1]}: {_outcome(**duty)}"], screen.width, f"    {number}. ", " ")
    if len(tables) > 1:
        yield from wrap("--trump N shows the tables of another suit.", screen.width)


def _outcome(tiles: Sequence[str], winners: Sequence[str]) -> str:
    if len(winners) in (0, len(tiles)):
        return "wins" if winners else "loses"
    return f"wins with {' '.join(winners)}"


def _declarations(found: Json, screen: Screen) -> Iterator[str]:
    yield screen.strong("Declarations, card points")
    head = ("doubles", "without 0-0", "with 0-0")
    rows = [(n, "-" if n == "7" else str(row["points"]), str(row["with_bingo"])) for n, row in found.items()]
    yield from ("  " + line for line in columns([head, *rows], right=frozenset({0, 1, 2})))


def _scores(found: Json | None, screen: Screen) -> Iterator[str]:
    if found is None:
        yield from wrap("A deal is worth the difference of card points.", screen.width)
        return
    yield screen.strong("Game points, by what the other has")
    cases = [*next(iter(found.values()))]
    rows = [(name, *map(str, row.values())) for name, row in found.items()]
    lines = ["  " + line for line in columns([("", *cases), *rows], right=frozenset(range(1, 4)))]
    if max(map(len, lines)) <= screen.width:
        yield from lines
        return
    for name, row in found.items():
        yield f"  {name}"
        yield from flow((f"{case.replace(' or more', '+')}: {n}" for case, n in row.items()), screen.width, "    ")


# --- two rule sets -----------------------------------------------------------------------------------


def compare(a: Rules, b: Rules, screen: Screen) -> list[str]:
    """The fields in which two rule sets differ: side by side, or one below the other on a narrow screen."""
    names = differences(a, b)
    if not names:
        return wrap(f"{label(a)} and {label(b)} play alike.", screen.width)
    lines = []
    for name in names:
        about = f"{FIELDS[name].about} ({name})"
        lines += [screen.strong(line) for line in wrap(about, screen.width)]
        texts = [f"{show(rules[name])}: {_meaning(rules, name)}" for rules in (a, b)]
        heads = [label(a), label(b)]
        lines += [*(_stacked(heads, texts, screen) if screen.width < 80 else _beside(heads, texts, screen)), ""]
    return lines[:-1]


def _meaning(rules: Rules, name: str) -> str:
    return "Without effect." if name in rulebook.unused(rules) else FIELDS[name].explain(rules[name])


def _stacked(heads: Sequence[str], texts: Sequence[str], screen: Screen) -> Iterator[str]:
    for head, line in zip(heads, texts, strict=True):
        yield from wrap(f"{head}: {line}", screen.width, 2, 4)


def _beside(heads: Sequence[str], texts: Sequence[str], screen: Screen) -> Iterator[str]:
    half = (screen.width - 5) // 2
    left, right = (["", *wrap(line, half)] for line in texts)
    left[0], right[0] = heads
    for n in range(max(len(left), len(right))):
        a = left[n] if n < len(left) else ""
        b = right[n] if n < len(right) else ""
        yield f"  {a:<{half}}   {b}".rstrip()
