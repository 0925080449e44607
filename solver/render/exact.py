"""An exact analysis in words: the verdict, every move with its value, and the line that shows why."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from bingo.solver.analysis.exact import Analysis, Step
from bingo.solver.errors import counted
from bingo.solver.game import tricks
from bingo.solver.game.position import OPPONENT, YOU, Position
from bingo.solver.game.tiles import BINGO, DOUBLES, Tile, double, text, text_mask
from bingo.solver.render.board import match_remark
from bingo.solver.render.screen import Screen, columns, flow, percent, signed, wrap

#: The players within a sentence.
WHO = ("you", "the opponent")


def explain(analysis: Analysis, screen: Screen) -> list[str]:
    """The whole answer below the picture of the position, a list of lines."""
    effort = f"exact: {counted(analysis.nodes, 'node')}, {_duration(analysis.seconds)}"
    return [
        *map(screen.strong, wrap(verdict(analysis), screen.width)),
        *match_remark(analysis.position.match, analysis.position.rules, screen),
        "",
        *table(analysis, screen),
        "",
        *principal_line(analysis, screen),
        *screen.footnote(effort),
    ]


def _duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"


# --- the verdict -------------------------------------------------------------------------------------


def verdict(analysis: Analysis) -> str:
    """One or two sentences: who wins what with which move, or how likely you win the match, and how many moves do as
    well.
    """
    best, moves, mover = analysis.best, analysis.moves, analysis.mover
    if len(moves) == 1:
        return f"{_result(analysis, YOU)}. The only move is {best[0]}."
    if len(best) == len(moves):
        return f"{_result(analysis, YOU)}, whatever {WHO[mover]} {_verb(mover, 'play')}."
    result = _result(analysis, mover)
    if len(best) > 3:
        return f"{result} with {len(best)} of {len(moves)} moves, {best[0]} among them."
    losing = analysis.chance is None and analysis.value != 0 and (analysis.value < 0) == (mover == YOU)
    verb, rest = ("lose", "no more") if losing else ("do", "that")
    one = "loses" if losing else "does"
    alike = f"{len(best)} of {len(moves)} moves {one if len(best) == 1 else verb} {rest}"
    return f"{result} with {' or '.join(map(str, best))}: {alike}."


def _result(analysis: Analysis, player: int) -> str:
    """What the deal is worth to a player, or your chance to win the match. Where both score, only the difference is."""
    if analysis.chance is not None:
        often = {0.0: "You lose the match", 1.0: "You win the match"}
        wins = often.get(analysis.chance, f"You win the match {percent(analysis.chance)} of the time")
        return wins if player == YOU else f"{wins} if the opponent plays best,"
    value = analysis.value if player == YOU else -analysis.value
    unit = analysis.position.rules.unit
    both = unit == "card point" or {step.gain > 0 for step in analysis.line if step.gain} == {True, False}
    if not value:
        return f"Both get the same {unit}s" if both else "The deal is void"
    does = _verb(player, "win" if value > 0 else "lose")
    who = "You" if player == YOU else "The opponent"
    return f"{who} {does} {'by ' if both else ''}{counted(abs(value), unit)}"


def _verb(player: int, stem: str) -> str:
    return stem if player == YOU else f"{stem}s"


# --- every move --------------------------------------------------------------------------------------


def table(analysis: Analysis, screen: Screen, most: int | None = None) -> list[str]:
    """Every sensible move, or so many at ``most``; those of equal value on one row, the best first."""
    whose = "Your moves" if analysis.mover == YOU else "The opponent's moves"
    what = f"{analysis.position.rules.unit}s, + is good for you"
    if analysis.chance is not None:
        what = f"your chance to win the match; {what}"
    lines = wrap(f"{whose} ({what})", screen.width)
    for (chance, value), group in groupby(analysis.moves[:most], key=lambda choice: (choice.chance, choice.value)):
        head = f"{signed(value):>5}  " if chance is None else f"{percent(chance):>8} {signed(value):>4}  "
        row = flow((str(choice.move) for choice in group), screen.width, head, "; ")
        best = value == analysis.value if chance is None else chance == analysis.chance
        lines += map(screen.good, row) if best else row
    return lines


# --- the principal line ------------------------------------------------------------------------------


def principal_line(analysis: Analysis, screen: Screen, heading: str = "Best play") -> list[str]:
    """The line trick by trick: a row for each trick, and below it what else is done before the next."""
    position = analysis.position
    short = ("you", "opp" if screen.narrow else "opponent")
    rows: list[tuple[str, ...]] = [("", "leads", "replies", "takes", "you", short[1])]
    notes: dict[int, list[str]] = {}
    leader, led = position.leader, position.led
    failed = _failed_close(analysis)
    for step in analysis.line:
        move = step.move
        if move.play is None:
            leader, led = step.player, move.lead
        else:
            assert led is not None
            assert step.trick is not None
            tiles = (f"{short[leader]} {text(led)}", f"{short[step.player]} {text(move.play)}")
            number = str(sum(position.tricks) + len(rows))
            rows.append((number, *tiles, short[step.trick], *map(str, step.card_points)))
        done = [*_done(step, position), *_scored(step, led, step is failed, position), *_drawn(step)]
        notes.setdefault(len(rows) - 1, []).extend(done)
    heads = wrap(f"{heading}, and the card points of both", screen.width)
    return [*map(screen.strong, heads), *_interleave(rows, notes, screen)]


def _failed_close(analysis: Analysis) -> Step | None:
    """The last step of the line, if the closer has then played to the end in vain."""
    closed, rules, last = analysis.position.closed, analysis.position.rules, analysis.line[-1]
    closer = closed.by if closed else next((step.player for step in analysis.line if step.move.close), None)
    if closer is None or last.move.play is None or last.card_points[closer] >= rules.target:
        return None
    won_before = rules.at_target == "first-ends" and last.card_points[1 - closer] >= rules.target
    return None if won_before else last


def _interleave(rows: list[tuple[str, ...]], notes: dict[int, list[str]], screen: Screen) -> Iterator[str]:
    for n, line in enumerate(columns(rows, right=frozenset({0, 4, 5}))):
        if n or len(rows) > 1:
            yield f"  {line}" if n else screen.faint(f"  {line}")
        for note in notes.get(n, []):
            yield from wrap(note, screen.width, 6, 8)


def _done(step: Step, position: Position) -> Iterator[str]:
    """What a turn holds besides the tile led or played."""
    move, who = step.move, WHO[step.player]
    if move.close:
        yield f"{who} {_verb(step.player, 'close')} the boneyard"
    if move.declare:
        every = move.declare == DOUBLES and position.rules.seven_doubles
        worth = 0 if every else tricks.declaration_points(position.rules, move.declare)
        brings = "all seven doubles" if every else f"{text_mask(move.declare)} for {counted(worth, 'card point')}"
        yield f"{who} {_verb(step.player, 'declare')} {brings}"
    if move.claim:
        yield f"{who} {_verb(step.player, 'claim')} with {counted(step.card_points[step.player], 'card point')}"


def _drawn(step: Step) -> Iterator[str]:
    """What both drew after the trick, the winner of it first."""
    if step.drawn:
        first = OPPONENT if step.trick == OPPONENT else YOU
        yield " and ".join(f"{WHO[p]} {_verb(p, 'draw')} {text(step.drawn[p])}" for p in (first, 1 - first))


def _scored(step: Step, led: Tile | None, failed: bool, position: Position) -> Iterator[str]:
    """What a step brought at once, and why."""
    gain, rules, move = step.gain, position.rules, step.move
    if {led, move.play} == {BINGO, double(position.trump)} and rules.capture:
        capture = rules.capture if step.trick == YOU else -rules.capture
        yield f"the Bingo takes {text(double(position.trump))}: {_score(capture)}"
        gain -= capture
    if not gain:
        return
    winner = YOU if gain > 0 else OPPONENT
    if rules.at_target == "points":
        ahead = step.card_points[winner] - step.card_points[1 - winner]
        extra = "" if ahead == abs(gain) else f", {abs(gain) - ahead} of them for the failed close"
        yield f"{WHO[winner]} {'have' if winner == YOU else 'has'} {counted(abs(gain), 'card point')} more{extra}"
    elif move.play is None:
        yield _score(gain)
    elif failed:
        yield f"the close has failed: {_score(gain)}"
    else:
        yield f"with {counted(step.card_points[winner], 'card point')} {_score(gain)}"


def _score(gain: int) -> str:
    player = YOU if gain > 0 else OPPONENT
    return f"{WHO[player]} {_verb(player, 'score')} {counted(abs(gain), 'game point')}"
