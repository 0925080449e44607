"""An exact analysis in words: the verdict, every move with its value, and the line that shows why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bingo.solver.analysis.answer import Answer
from bingo.solver.analysis.exact import Step
from bingo.solver.errors import counted
from bingo.solver.game import tricks
from bingo.solver.game.moves import CLAIM, WAIT
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, WHO, YOU, Position
from bingo.solver.game.tiles import BINGO, DOUBLES, Tile, double, text, text_mask
from bingo.solver.render.board import match_remark
from bingo.solver.render.screen import Screen, columns, flow, percent, sentence, signed, spoken, wrap


def explain(analysis: Answer, screen: Screen) -> list[str]:
    """The whole answer below the picture of the position, a list of lines."""
    position = analysis.position
    assert isinstance(position, Position)
    return [
        *screen.heading(verdict(analysis)),
        *match_remark(position.match, position.rules, screen),
        "",
        *table(analysis, screen),
        "",
        *principal_line(position, analysis.line, screen),
    ]


def effort(analysis: Answer) -> str:
    """What it took."""
    seconds = analysis.seconds
    time = f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"
    return f"exact: {counted(analysis.nodes, 'node')}, {time}"


# --- the verdict -------------------------------------------------------------------------------------


def verdict(analysis: Answer) -> str:
    """What to play and what that brings, in a sentence; how many moves do as well."""
    best, moves, you = analysis.best_moves, analysis.moves, analysis.mover == YOU
    stem, rest = _outcome(analysis)
    if len(best) == len(moves):
        only = f": {spoken(best[0])} is the only move" if len(moves) == 1 else ""
        only = only or f", whatever {'you' if you else 'they'} play"
        return f"{'You' if you else 'The opponent'} {_verb(analysis.mover, stem)} {rest}{only}."
    if len(best) > 3:
        return f"{len(best)} of {len(moves)} moves {stem} {rest}, {spoken(best[0])} among them."
    waiting = any(choice.move == WAIT for choice in moves)  # who may claim before the opponent leads
    *some, last = ("claim now" if waiting and move == CLAIM else spoken(move) for move in best)
    play = f"{', '.join(some)} or {last}" if some else last
    play = play if you else f"the opponent should {play}"
    if analysis.chance is None and (analysis.value if you else -analysis.value) < 0:
        others = {abs(choice.value) for choice in moves if choice.value != analysis.value}
        by, amount = ("by ", rest[3:]) if rest.startswith("by ") else ("", rest)
        unit = " card points" if analysis.position.rules.unit == "card point" else ""
        more = " or more" if len(others) > 1 else ""
        return sentence(f"{play} and lose {by}only {amount}; anything else loses {by}{min(others)}{unit}{more}")
    alike = f"only that {stem}s" if not some else f"{'both' if len(best) == 2 else 'all three'} {stem}"
    return sentence(f"{play}: {alike} {rest}")


def _outcome(analysis: Answer) -> tuple[str, str]:
    """What the player to move does, and what: ``win``, ``2``; where both score, only the difference is told."""
    you = analysis.mover == YOU
    if analysis.chance is not None:
        if analysis.chance in (0, 1):
            return "win" if (analysis.chance == 1) == you else "lose", "the match"
        chance = percent(analysis.chance)
        return ("win", f"the match {chance} of the time") if you else ("leave", f"you {chance} to win the match")
    value, unit = int(analysis.value if you else -analysis.value), analysis.position.rules.unit
    if not value:
        return "lose", "nothing"
    amount = counted(abs(value), unit) if unit == "card point" else str(abs(value))
    both = unit == "card point" or {step.gain > 0 for step in analysis.line if step.gain} == {True, False}
    return "win" if value > 0 else "lose", f"{'by ' if both else ''}{amount}"


def _verb(player: int, stem: str) -> str:
    return stem if player == YOU else f"{stem}s"


# --- every move --------------------------------------------------------------------------------------


def table(analysis: Answer, screen: Screen, most: int | None = None) -> list[str]:
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


def principal_line(position: Position, line: Sequence[Step], screen: Screen, heading: str = "Best play") -> list[str]:
    """The line trick by trick: a row for each trick, and below it what else is done before the next."""
    short = ("you", "opp" if screen.narrow else "opponent")
    rows: list[tuple[str, ...]] = [("", "leads", "replies", "takes", "you", short[1])]
    notes: dict[int, list[str]] = {}
    leader, led = position.leader, position.led
    failed = _failed_close(position, line)
    for step in line:
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
    return [*screen.heading(f"{heading}, and the card points of both"), *_interleave(rows, notes, screen)]


def _failed_close(position: Position, line: Sequence[Step]) -> Step | None:
    """The last step of the line, if the closer has then played to the end in vain."""
    closed, rules, last = position.closed, position.rules, line[-1]
    closer = closed.by if closed else next((step.player for step in line if step.move.close), None)
    if closer is None or last.move.play is None or last.card_points[closer] >= rules.target:
        return None
    won_before = rules.at_target == "first-ends" and last.card_points[1 - closer] >= rules.target
    return None if won_before else last


def _interleave(rows: list[tuple[str, ...]], notes: dict[int, list[str]], screen: Screen) -> Iterator[str]:
    for n, line in enumerate(columns(rows, right=frozenset({0, 4, 5}))):
        if n or len(rows) > 1:
            yield from wrap(line, screen.width, 2, 8) if n else map(screen.faint, wrap(line, screen.width, 2, 8))
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


def line_of_play(steps: Sequence[Step], leader: int) -> str:
    """Best play in as few characters as tell it: ``5-0 1-0; 0-0 6-6; claim``; of who is not on lead, ``you claim``."""
    said = ""
    for step in steps:
        move = step.move
        if move.play is not None:
            said += f" {text(move.play)}"
        elif move != WAIT:
            whose = f"{PLAYER_NAMES[step.player]} " if move.claim and step.player != leader else ""
            said += f"; {whose}{str(move).replace('lead ', '')}"
        leader = leader if step.trick is None else step.trick
    return said.removeprefix("; ").strip()
