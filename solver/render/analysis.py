"""What every move is worth, in words: the verdict, what limits the other hand, every move, what it all rests on."""

from collections.abc import Sequence
from itertools import groupby

from bingo.solver.analysis import Answer, MoveValue, Step, has_inference, remark_codes, tile_chances
from bingo.solver.errors import counted
from bingo.solver.game import CLAIM, PLAYER_NAMES, WAIT, YOU, InformationSet, Mask, Position, Tile, descending, text
from bingo.solver.render import Screen, listed, percent, phrase, points, sentence, signed, verb

#: The remarks of an answer, by their codes.
REMARK_SENTENCES = {
    "opponent-may-claim": "The opponent has {points} card points and may claim before you close.",
    "tiles-not-written": "{number} of the tiles gone are not written down: the opponent may hold any tile that is not"
    " seen, as far as the card points allow.",
    "opponent-holds": "The opponent still holds {tiles}, which you have seen.",
    "opponent-cannot-hold": "The opponent cannot hold {tiles}.",
}
#: So many of the likeliest tiles are named, and of the least likely.
MAX_NAMED_TILES = 3


def verdict(answer: Answer) -> str:
    """The best move and what it is worth, or what the position is worth if the opponent is to decide."""
    return _exact_verdict(answer) if answer.exact else _estimated_verdict(answer)


def _exact_verdict(answer: Answer) -> str:
    """What to play and what that brings, in a sentence; how many moves do as well."""
    best_moves, all_moves, is_your_move = answer.best_moves, answer.moves, answer.mover == YOU
    verb_stem, outcome = _outcome_words(answer)
    if len(best_moves) == len(all_moves):
        only_move = f": {phrase(best_moves[0])} is the only move" if len(all_moves) == 1 else ""
        only_move = only_move or f", whatever {'you' if is_your_move else 'they'} play"
        return f"{'You' if is_your_move else 'The opponent'} {verb(answer.mover, verb_stem)} {outcome}{only_move}."
    if len(best_moves) > 3:
        return f"{len(best_moves)} of {len(all_moves)} moves {verb_stem} {outcome}, {phrase(best_moves[0])} among them."
    may_wait = any(choice.move == WAIT for choice in all_moves)  # who is to move may claim before it
    *first_moves, last_move = ("claim now" if may_wait and move == CLAIM else phrase(move) for move in best_moves)
    advice = f"{', '.join(first_moves)} or {last_move}" if first_moves else last_move
    advice = advice if is_your_move else f"the opponent should {advice}"
    if answer.chance is None and (answer.value if is_your_move else -answer.value) < 0:
        losses = {abs(choice.value) for choice in all_moves if choice.value != answer.value}
        by_word, amount = ("by ", outcome[3:]) if outcome.startswith("by ") else ("", outcome)
        unit = " card points" if answer.position.rules.counts_card_points else ""
        more_words = " or more" if len(losses) > 1 else ""
        other_loss = f"{by_word}{min(losses)}{unit}{more_words}"
        return sentence(f"{advice} and lose {by_word}only {amount}; anything else loses {other_loss}")
    which_moves = {1: f"only that {verb_stem}s", 2: f"both {verb_stem}", 3: f"all three {verb_stem}"}[len(best_moves)]
    return sentence(f"{advice}: {which_moves} {outcome}")


def _outcome_words(answer: Answer) -> tuple[str, str]:
    """A verb for the player to move and its object: ``win``, ``2``; where both score, of the difference alone."""
    you = answer.mover == YOU
    if answer.chance is not None:
        if answer.chance in (0, 1):
            return "win" if (answer.chance == 1) == you else "lose", "the match"
        chance = percent(answer.chance)
        return ("win", f"the match {chance} of the time") if you else ("leave", f"you {chance} to win the match")
    value, unit = int(answer.value if you else -answer.value), answer.position.rules.unit
    if not value:
        return "lose", "nothing"
    in_card_points = answer.position.rules.counts_card_points
    amount = counted(abs(value), unit) if in_card_points else str(abs(value))
    by_difference = in_card_points or {step.gain > 0 for step in answer.line if step.gain} == {True, False}
    return "win" if value > 0 else "lose", f"{'by ' if by_difference else ''}{amount}"


def _estimated_verdict(answer: Answer) -> str:
    best, act_word, unit = answer.first, "lead" if answer.known.led is None else "reply", answer.known.rules.unit
    about_word = {"estimate": "about ", "limits": "at least "}.get(best.kind, "exactly ")
    shown_value, low, high = judged_texts(best)
    interval = "" if low == high else f" ({low} to {high} with 95% confidence)"
    limits = {"limits": f" (no play is sure of more than {high})", "estimate": interval}.get(best.kind, "")
    worth = f"{points(best.value)} {unit}s"
    if best.kind == "certain" and best.value > 0 and best.chance is None:
        return sentence(f"{phrase(best.move)}: {counted(int(best.value), unit.removeprefix('game '))}, for certain")
    if answer.mover != YOU:
        chance_sentence = f"You win the match {about_word}{shown_value}{limits} of the time."
        deal_sentence = f"The position is worth {about_word}{worth}{limits} to you."
        return f"The opponent is to {act_word}. {deal_sentence if best.chance is None else chance_sentence}"
    value_words = f"{worth}{limits}" if best.chance is None else f"{shown_value} to win the match{limits}, {worth}"
    return sentence(f"{phrase(best.move)}: {about_word}{value_words}")


def judged_texts(row: MoveValue) -> tuple[str, str, str]:
    """What a move is judged by, with its limits: the chance to win the match, or its value."""
    show, criterion = percent if row.chance is not None else points, row.criterion
    return show(criterion.value), show(criterion.low), show(criterion.high)


def alike_sentence(answer: Answer) -> str:
    """Whether the best move is told from the others, where not all is known."""
    other_count = len(answer.moves) - 1
    if answer.exact or answer.mover != YOU or not other_count:
        return ""
    if not answer.alike:
        covers_all_deals = answer.every or all(row.solved for row in answer.moves)
        limit_rows = [row for row in answer.moves[1:] if row.kind == "limits"]
        reaches_above = any(row.criterion.high > answer.first.criterion.low for row in limit_rows)
        compared_with = "what any other move guarantees" if reaches_above else "any other move"
        confidence = "" if covers_all_deals else ", at 95% confidence"
        return f"It is better than {compared_with}{_slight_lead(answer)}{confidence}."
    if len(answer.alike) == other_count:
        return "No move is clearly better than another."
    names = "; ".join(str(move) for move in answer.alike[:3])
    more = f"; and {counted(len(answer.alike) - 3, 'more move')}" if len(answer.alike) > 3 else ""
    near = [row for row in answer.moves if row.move in answer.best_moves]
    are_exact = all(row.is_exact for row in near)
    return f"Just as good{'' if are_exact else ', as far as can be told'}: {names}{more}.{_worse_unseen(answer, near)}"


def _worse_unseen(answer: Answer, near_rows: Sequence[MoveValue]) -> str:
    """Moves that are worse, though written like one ``near`` the best: they are compared by more digits."""
    near_figures = {figures(row)[:-1] for row in near_rows}
    worse_moves = [str(row.move) for row in answer.moves if row not in near_rows and figures(row)[:-1] in near_figures]
    return f" Worse, though the numbers read the same: {'; '.join(worse_moves)}." if worse_moves else ""


def _slight_lead(answer: Answer) -> str:
    """That the best move is better by too little to be seen, where another is written with the same value."""
    best_value, *other_values = [judged_texts(row)[0] for row in answer.moves]
    step = "0.01" if answer.chance is None else "0.1%"
    return f", but by less than {step}" if best_value in other_values else ""


# --- what limits the opponent's hand -----------------------------------------------------------------


def remarks(view: InformationSet, screen: Screen, *, weighted: bool) -> list[str]:
    """What limits the opponent's hand, and where hands are ``weighted``, which tiles are likely in it."""
    sentences = (REMARK_SENTENCES[str(remark["code"])].format(**remark) for remark in remark_codes(view))
    return screen.paragraphs(sentences) + (_likely_tiles(view, screen) if weighted else [])


def name_tiles(tiles: Mask) -> str:
    """Tiles within a sentence: ``6-4, 3-0 and 0-0``."""
    return listed(list(map(text, descending(tiles))))


def ignored_hand(answer: Answer, position: Position | InformationSet, screen: Screen) -> list[str]:
    """A remark where more is written than the player to decide can know."""
    if answer.exact and answer.going_on is None:
        return []
    is_hand_given = isinstance(position, Position) or position.setup.sides[1].hand is not None
    return screen.wrap("The file gives the opponent's hand; it is ignored.") if is_hand_given else []


def _likely_tiles(view: InformationSet, screen: Screen) -> list[str]:
    """The tiles that the opponent holds most and least likely, by how they played; nothing where that tells nothing."""
    chances = list(tile_chances(view).items()) if has_inference(view) else []
    unknown_count = view.hidden - view.known_held.bit_count()
    if len(chances) <= unknown_count:
        return []
    uniform = unknown_count / len(chances)
    likely = [(tile, chance) for tile, chance in chances if chance > uniform][:MAX_NAMED_TILES]
    unlikely = [(tile, chance) for tile, chance in reversed(chances) if chance < uniform][:MAX_NAMED_TILES]
    if not likely or not unlikely:
        return []
    likeliest = f"Judging by their play, the opponent is most likely to hold {_named(likely)}, and least likely to hold"
    return screen.wrap(f"{likeliest} {_named(unlikely)}; by chance alone each would be {uniform:.0%}.")


def _named(tiles: list[tuple[Tile, float]]) -> str:
    return listed([f"{text(tile)} ({chance:.0%})" for tile, chance in tiles])


# --- every move --------------------------------------------------------------------------------------


def table(answer: Answer, screen: Screen, max_moves: int | None = None) -> list[str]:
    """Every move, the best first, or at most ``max_moves``, with its value; where not all is known, with what stands
    behind that, and of estimates the deals they were tried in.
    """
    if answer.exact:
        return _exact_table(answer, screen, max_moves)
    unit = f"{answer.known.rules.unit}s"
    value_words = unit if answer.chance is None else f"chance to win the match, {unit}"
    rows = answer.moves[:max_moves]
    has_estimates = not all(row.solved for row in rows)
    headings = [f"Your moves: {value_words} (+ is good for you)"]
    headings += ["95% interval"] if has_estimates and not answer.every else []
    headings[-1] += " or how far behind the best" if any(row.worse is not None for row in rows) else ""
    headings += ["deals tried"] if has_estimates else []
    lines = screen.wrap(", ".join(headings))
    best_moves = {answer.best, *answer.alike}
    return lines + screen.move_table([figures(row) for row in rows], [row.move for row in rows], best_moves)


def _exact_table(answer: Answer, screen: Screen, max_moves: int | None) -> list[str]:
    """Moves of equal value on one row."""
    whose = "Your moves" if answer.mover == YOU else "The opponent's moves"
    value_words = f"{answer.position.rules.unit}s, + is good for you"
    if answer.chance is not None:
        value_words = f"your chance to win the match; {value_words}"
    lines = screen.wrap(f"{whose} ({value_words})")
    for (chance, value), group in groupby(answer.moves[:max_moves], key=lambda choice: (choice.chance, choice.value)):
        figure_words = f"{signed(value):>5}  " if chance is None else f"{percent(chance):>8} {signed(value):>4}  "
        row = screen.flow((str(choice.move) for choice in group), figure_words, "; ")
        best = value == answer.value if chance is None else chance == answer.chance
        lines += map(screen.good, row) if best else row
    return lines


def figures(row: MoveValue) -> tuple[str, ...]:
    """The value of a move and what stands behind it, the deal too where the match counts, and the deals tried."""
    deal_value = () if row.chance is None else (points(row.value),)
    deal_count = "" if row.solved else f"{row.worlds:,}"
    return (judged_texts(row)[0], limits_text(row), *deal_value, deal_count)


def limits_text(row: MoveValue) -> str:
    """Between what a value lies, or what it is else; of a move that was given up, how far behind it was."""
    _, low, high = judged_texts(row)
    limit_words = {"estimate": "" if low == high else f"{low} to {high}", "limits": f"at most {high}"}
    return shortfall(row) or limit_words.get(row.kind, row.kind)


def shortfall(row: MoveValue) -> str:
    """By how much a move was worse when it was given up; nothing of one that was tried as often as the best."""
    show, loss = (points, row.worse) if row.chance is None else (percent, row.chance_worse)
    if loss is None:
        return ""
    least_loss = show(loss).lstrip("+")
    return f"at least {least_loss} worse" if least_loss.strip("0.%") else "slightly worse"


# --- what it rests on --------------------------------------------------------------------------------


def _method_text(answer: Answer) -> str:
    """The method, and how many deals or hands were looked at: ``rollout: 6,144 deals drawn``."""
    thing = "deal" if answer.known.open else "hand"
    deal_words = f"{counted(answer.worlds, thing)} drawn"
    if answer.every:
        deal_words = f"the only {thing} that fits" if answer.worlds == 1 else f"all {answer.worlds:,} {thing}s that fit"
    if answer.weighted:
        evidence = "how the opponent played" if answer.known.history else "what the opponent led"
        deal_words += f", weighted by {evidence} (--equal-weights: all alike)"
    return f"{answer.method}: {deal_words}"


def method_line(answer: Answer) -> str:
    """How an estimate was found: without a full stop."""
    solved_words = f"; closes solved for {hands_tried(answer)}" if answer.tried else ""
    seed_words = "" if answer.every else f"; seed {answer.seed}"
    return f"{basis_sentence(answer)[:-1]}{solved_words if answer.known.open else ''}{seed_words}"


def hands_tried(answer: Answer) -> str:
    """Against what something was solved: ``all 31,824 hands``, ``100 of 1,716 hands``, ``the only hand``."""
    if answer.hands == 1:
        return "the only hand"
    return f"{'all' if answer.tried == answer.hands else f'{answer.tried:,} of'} {answer.hands:,} hands"


def basis_sentence(answer: Answer) -> str:
    """What an answer rests on, in one short line; best play where all is known."""
    if answer.exact:
        return f"Exact. Best play: {line_of_play(answer.line, answer.position.leader)}."
    unsolved = "Other moves estimated" if answer.first.solved else "Estimate"
    return f"{'Solved' if all(row.solved for row in answer.moves) else unsolved} by {_method_text(answer)}."


def line_of_play(steps: Sequence[Step], leader: int) -> str:
    """Best play in as few characters as tell it: ``5-0 1-0; 0-0 6-6; claim``; of who is not on lead, ``you claim``."""
    text_line = ""
    for step in steps:
        move = step.move
        if move.play is not None:
            text_line += f" {text(move.play)}"
        elif move != WAIT:
            claimer = f"{PLAYER_NAMES[step.player]} " if move.claim and step.player != leader else ""
            text_line += f"; {claimer}{str(move).replace('lead ', '')}"
        leader = leader if step.trick is None else step.trick
    return text_line.removeprefix("; ").strip()


def effort_text(answer: Answer) -> str:
    seconds = answer.seconds
    if answer.going_on is not None:
        return f"seed {answer.seed}; {seconds:.1f} s"
    if not answer.exact:
        return f"{method_line(answer)}; {seconds:.1f} s"
    duration = f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"
    return f"exact: {counted(answer.nodes, 'node')}, {duration}"
