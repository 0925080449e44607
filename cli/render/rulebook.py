"""Rule sets in plain words: the list of presets, one set explained, two sets compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bingo.cli import rulebook
from bingo.cli.render.screen import Screen, columns, flow, wrap
from bingo.solver.game.fields import FIELDS
from bingo.solver.game.presets import PRESETS, Preset, label
from bingo.solver.game.rules import Rules, differences, show
from bingo.solver.game.tiles import SUITS, Tile, text


def list_presets(screen: Screen) -> list[str]:
    """Every preset with its source."""
    lines = []
    for preset in PRESETS.values():
        first, *rest = wrap(f"{preset.name:<14}{preset.source}", screen.width, hanging=14)
        lines += [screen.strong(first[:14]) + first[14:], *rest]
    hint = "`bingo rules NAME` explains one, `bingo rules --diff NAME NAME` shows where two differ."
    return [*lines, "", *wrap(hint, screen.width)]


def explain(base: Preset, rules: Rules, trumps: Sequence[int], screen: Screen) -> list[str]:
    """One rule set: its source, every field in a sentence, its readings, and its tables for these trumps."""
    changed = differences(base.rules, rules)
    lines = [screen.strong(label(rules)), *wrap(base.source, screen.width), ""]
    unused = rulebook.unused(rules)
    for name, field in FIELDS.items():
        if name in unused:
            continue
        mark = f"   (in {base.name}: {show(base.rules[name])})" if name in changed else ""
        lines.append(screen.faint(f"{name}={show(rules[name])}") + mark)
        lines += wrap(field.explain(rules[name]), screen.width, 2)
    if unused:
        lines += map(screen.faint, wrap(f"Without effect under these rules: {', '.join(unused)}.", screen.width))
    lines += ["", screen.strong("How the source is read")]
    for reading in base.readings:
        lines += wrap(f"- {reading}", screen.width, 2, 4)
    for part in (_ranks, _points, _replies):
        lines += ["", *part(rules, trumps, screen)]
    return [*lines, "", *_declarations(rules, screen), "", *_scores(rules, screen)]


def _row(first: str, tiles: Sequence[Tile], screen: Screen) -> list[str]:
    return flow(map(text, tiles), screen.width, first, " ")


def _ranks(rules: Rules, trumps: Sequence[int], screen: Screen) -> Iterator[str]:
    yield screen.strong("Trumps, highest first")
    for trump in trumps:
        yield from _row(f"  {trump}: ", rulebook.ranking(rules, trump, trump), screen)
    only = trumps[0] if len(trumps) == 1 else None
    yield ""
    if rules.plain_trick.startswith("heavier"):
        yield screen.strong("Plain tiles, heaviest first")
        for weight, tiles in rulebook.weights(rules, -1 if only is None else only).items():
            yield from _row(f"{weight:>4}: ", tiles, screen)
        return
    yield screen.strong("Suits, highest first" + ("" if only is not None else " (trumps drop out)"))
    for suit in SUITS:
        if suit != only:
            yield from _row(f"  {suit}: ", rulebook.ranking(rules, suit if only is None else only, suit), screen)


def _points(rules: Rules, trumps: Sequence[int], screen: Screen) -> Iterator[str]:
    yield screen.strong("Card points")
    for trump in trumps:
        worth = rulebook.counting(rules, trump)
        cells = [f"{text(t)}={points}" for t, points in worth.items()]
        yield from flow([f"{sum(worth.values())} in all:", *cells], screen.width, f"  trumps {trump}: ", " ")


def _replies(rules: Rules, trumps: Sequence[int], screen: Screen) -> Iterator[str]:
    trump = trumps[0] if len(trumps) == 1 else 4
    yield screen.strong(f"Replies in phase two, trumps {trump}")
    yield from wrap("The reply must come from the first row of which the hand holds a tile.", screen.width)
    for kind, lead in rulebook.examples(rules, trump).items():
        yield f"  {text(lead)} led, a {kind}" if kind != "Bingo" else f"  {text(lead)} led, the Bingo"
        for number, duty in enumerate(rulebook.duties(rules, trump, lead), 1):
            there = ["anything else"] if duty.rest else [text(t) for t in duty.tiles]
            yield from flow([*there[:-1], f"{there[-1]}: {_outcome(duty)}"], screen.width, f"    {number}. ", " ")
    if len(trumps) > 1:
        yield from wrap("--trump N shows the tables of another suit.", screen.width)


def _outcome(duty: rulebook.Duty) -> str:
    if len(duty.winners) in (0, len(duty.tiles)):
        return "wins" if duty.winners else "loses"
    return f"wins with {' '.join(map(text, duty.winners))}"


def _declarations(rules: Rules, screen: Screen) -> Iterator[str]:
    yield screen.strong("Declarations, card points")
    table = rulebook.declarations(rules)
    head = ("doubles", "without 0-0", "with 0-0")
    rows = [(str(n), "-" if n == 7 else str(a), str(b)) for n, (a, b) in table.items()]
    yield from ("  " + line for line in columns([head, *rows], right=frozenset({0, 1, 2})))


def _scores(rules: Rules, screen: Screen) -> Iterator[str]:
    table = rulebook.scores(rules)
    if table is None:
        yield from wrap("A deal is worth the difference of card points.", screen.width)
        return
    yield screen.strong("Game points, by what the other has")
    rows = [(name, *map(str, row)) for name, row in table.rows.items()]
    lines = ["  " + line for line in columns([("", *table.cases), *rows], right=frozenset(range(1, 4)))]
    if max(map(len, lines)) <= screen.width:
        yield from lines
        return
    cases = [case.replace(" or more", "+") for case in table.cases]
    for name, *cells in rows:
        yield f"  {name}"
        yield from flow((f"{case}: {cell}" for case, cell in zip(cases, cells, strict=True)), screen.width, "    ")


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
