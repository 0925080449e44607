"""What happens in play, in words: turn by turn; advice, and why something cannot be done; puzzles."""

from collections.abc import Iterable

from bingo.solver.analysis import Advice
from bingo.solver.errors import counted
from bingo.solver.game import CLAIM, PAGAT, WAIT, InformationSet, Moment, Move, at_lead, legal_moves, text, text_mask
from bingo.solver.game.position import MATCH_TO, OPPONENT, WHO, YOU, Pair, Position, Stage
from bingo.solver.puzzles import HIDDEN_THEMES, MAX_HORIZON, THEMES, JudgedMove, Judgement, RatedPuzzle
from bingo.solver.render import Screen, capitalize, listed, percent, points, signed, verb
from bingo.solver.render.analysis import judged_texts
from bingo.solver.render.board import board_of, draw

#: By name, the weakest first.
LEVEL_DESCRIPTIONS = {
    "greedy": "takes what is worth taking, and looks ahead only once nothing is drawn any more",
    "textbook": "takes, keeps, leads and closes by ten rules that can be counted at the table",
    "club": "plays nearly half its moves at first sight, and the others like strongest",
    "strongest": "plays as well as the program can without seeing your tiles",
    "cheat": "sees every tile, even those still to be drawn (for study)",
}
#: What a page calls those that most people play.
LEVEL_TITLES = {"textbook": "Friendly", "club": "Club", "strongest": "Strongest"}
HELP = """\
Type a move: a tile such as 4-4, or in full "close, declare 6-6 5-5, lead 6-6"; "claim" when you have counted enough. \
Or one of these words:
board: draws the table again
moves: lists the possible moves
count: tells the card points of both
hint: tells the move that is worth most, going by what you can know
what if MOVE: tells what a move would be worth, without making it
why: tells what your last move lost, and why
back: takes back your last move, and the answer to it
quit: ends; a game that is saved can be resumed (exit and Ctrl-D do the same)
`bingo rules` explains the rules.
"""
#: What is asked of you where it is not plain, by what :attr:`GameSession.awaits` calls it.
PROMPTS = {"show": "You won the trick with a double. Declare it with others, or go on."}
CLAIM_NOW = "Claim: you have enough."
LET_LEAD = "Let the opponent lead."
NO_ESTIMATE = "There is no hint on declaring after a trick. The levels of the program declare all they can."
NO_TURN_YET = "You have not moved yet."
NOTHING_BACK = "You have no move to take back."
OPPONENTS_TURN = "It is the opponent's turn."
DEAL_OVER = "The deal is over."
MATCH_OVER = "The match is over."
ELSEWHERE = "The game was continued elsewhere; this is how it stands."
#: The players at the beginning of a sentence, and what is theirs.
SUBJECTS, WHOSE = tuple(map(capitalize, WHO)), ("your", "the opponent's")
#: What an act is called: that you do, that the opponent does, that was done, and by itself.
DO, DOES, DID, DOING = range(4)
_ACTS = {
    "close": ("close the boneyard", "closes the boneyard", "closed", "closing"),
    "declare": ("declare", "declares", "declared", "declaring"),
    "lead": ("lead", "leads", "led", "leading"),
    "play": ("play", "plays", "played", "playing"),
    "claim": ("claim", "claims", "claimed", "claiming"),
    "wait": ("wait", "waits", "waited", "waiting"),
}

# --- what happened -----------------------------------------------------------------------------------


def turn(moment_before: Moment, moment_after: Moment) -> str:
    """What was done at a moment, and what came of it: a trick, game points at once, and the tile that you drew.

    Empty where nothing is seen of it.
    """
    position_before, position_after, sentences = moment_before.position, moment_after.position, list[str]()
    if moment_before.turn and moment_before.turn.player is not None and moment_before.turn.move != WAIT:
        player = moment_before.turn.player
        sentences.append(f"{SUBJECTS[player]} {in_form(moment_before.turn.move, (DO, DOES)[player])}.")
    sentences += [
        f"{SUBJECTS[player]} {verb(player, 'take')} the trick."
        for player in (YOU, OPPONENT)
        if position_after.tricks[player] > position_before.tricks[player]
    ]
    for player, (score_before, score_after) in enumerate(zip(moment_before.score, moment_after.score, strict=True)):
        if score_after > score_before and not position_after.over:
            gain = counted(score_after - score_before, "game point")
            sentences.append(f"{SUBJECTS[player]} {verb(player, 'score')} {gain} at once.")
    if drawn := position_after.hands[YOU] & ~position_before.hands[YOU]:
        sentences.append(f"You draw {text_mask(drawn)}.")
        if position_before.open and not position_after.open and position_after.closed is None:
            sentences.append("The boneyard is exhausted.")
    return " ".join(sentences)


def in_form(move: Move, form: int) -> str:
    """Say a move as somebody does it, did it, or by itself (``DO``, ``DOES``, ``DID``, ``DOING``).

    >>> in_form(Move.parse("close, lead 4-4"), DOING)
    'closing and leading 4-4'
    """
    parts = (part.partition(" ") for part in str(move).split(", "))
    return listed([f"{_ACTS[act][form]} {tiles}".strip() for act, _, tiles in parts])


def outcome_text(value: int, unit: str = "game point", chance: float | None = None) -> str:
    """What comes of a move, behind its name; with a match score the chance to win the match."""
    if chance is not None:
        return f"wins the match {percent(chance)} of the time"
    if not value:
        return "brings nothing to either"
    return f"{'wins' if value > 0 else 'loses'} {counted(abs(value), unit)}"


def card_points(position: Position) -> str:
    """What both have, and what was declared that counts with the first trick only."""
    words = f"You have {counted(position.card_points(YOU), 'card point')}, the opponent has"
    words += f" {position.card_points(OPPONENT)}."
    for player, who in enumerate(WHO):
        if position.declared[player] and not position.tricks[player]:
            words += f" The {position.declared[player]} that {who} declared count with the first trick {who}"
            words += f" {verb(player, 'win')}."
    return words


def ending(end: Moment, match: Pair | None) -> list[str]:
    if end.position.rules.counts_card_points:
        return [f"The deal is over: {_point_difference(end)}."]
    scored_words = [
        f"{WHO[player]} {verb(player, 'score')} {counted(gain, 'game point')}"
        for player, gain in enumerate(end.score)
        if gain
    ]
    result = f"The deal is over: {' and '.join(scored_words)}." if scored_words else "The deal is over. Nobody scores."
    lines = [f"{result} {card_points(end.position)}"]
    if match:
        winners = [who for who, n in zip(("You have", "The opponent has"), match, strict=True) if n >= MATCH_TO]
        score = "The match stands {} : {}.".format(*match)
        lines.append(score + "".join(f" {winner} won the match." for winner in winners[:1]))
    return lines


def _point_difference(end: Moment) -> str:
    """What both have where a deal is worth card points; a close that failed brings the other some."""
    your_points, theirs = end.score
    words = f"you have {counted(your_points, 'card point')}, the opponent has {theirs}"
    for_failed_close = [score - end.position.card_points(player) for player, score in enumerate(end.score)]
    if for_failed_close[YOU]:
        return f"{words}; {for_failed_close[YOU]} of yours are for the close, which has failed"
    if for_failed_close[OPPONENT]:
        return f"{words}, {for_failed_close[OPPONENT]} of them for your close, which has failed"
    return words


# --- advice, and what cannot be done -----------------------------------------------------------------


def possible(moves: Iterable[Move]) -> str:
    return f"Possible: {'; '.join(map(str, moves))}."


def hint(position: Position, advice: Advice | None) -> str:
    """The best move, how far its value is known, and which are as good as far as can be told."""
    if advice and advice.best.move == CLAIM:
        return CLAIM_NOW
    if position.led is None and position.leader != YOU:
        return LET_LEAD
    if advice is None:
        return _no_choice(position, next(legal_moves(at_lead(position))))
    moves = "; ".join(map(str, advice.alike))
    return f"{_worth_text(position, advice)}.{f' Just as good, as far as can be told: {moves}.' if moves else ''}"


def verdict(position: Position, move: Move, advice: Advice | None, reason: object) -> list[str]:
    """What a move that is allowed is worth; where it loses something, with the reason why, if there is one."""
    if advice is None:
        return [_no_choice(position, move)]
    if advice.lost <= 0:
        return [f"{_worth_text(position, advice)}; no other move is worth more."]
    return [_loss_text(position, advice), *([str(reason)] if reason else [])]


def _no_choice(position: Position, move: Move) -> str:
    return NO_ESTIMATE if position.stage is Stage.SHOW else f"The only move is {move}."


def _worth_text(position: Position, advice: Advice) -> str:
    best_row, (value, low, high) = advice.best, judged_texts(advice.best)
    worth, average_words = f"worth {value} {position.rules.unit}s", " on average"
    if best_row.chance is not None:
        worth, average_words = f"wins the match {value} of the time", ""
    interval = average_words if low == high else f"{average_words} ({low} to {high})"
    limit_words = average_words if value == high else f"{average_words} ({high} at most)"
    bounds = {"estimate": interval, "limits": limit_words}.get(best_row.kind, "")
    return f"{best_row.move}: {worth}{bounds}"


def chance_lost(chance: float) -> str:
    """``13.4 percentage points of the chance to win the match``."""
    return f"{percent(chance).removesuffix('%')} percentage points of the chance to win the match"


def _loss_text(position: Position, advice: Advice) -> str:
    own_row, best_row, loss = advice.your_move, advice.best, advice.lost
    is_exact = own_row.is_exact and best_row.is_exact
    amount = f"{loss:.2f} {position.rules.unit}s"
    if own_row.chance is not None:
        amount = chance_lost(loss)
    loss_words = f"{in_form(own_row.move, DOING)} loses {amount}{'' if is_exact else ' on average'}"
    better_words = capitalize(in_form(best_row.move, DOING))
    if advice.close_call:
        return f"{better_words} may be better: {loss_words}, too little to tell."
    return f"{better_words} is better: {loss_words}."


def illegal(move: Move, rule: str) -> str:
    """Why a move is not possible; ``rule`` may be empty."""
    return f"{move} is not possible here{rule and f': {rule}'}"


# --- puzzles -----------------------------------------------------------------------------------------

#: Rows of the table of answers, the right one included.
MAX_ANSWER_ROWS = 5
#: Numbers of tiles in words.
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def puzzle_lines(position: Position | InformationSet, title: str, screen: Screen) -> list[str]:
    return [*draw(board_of(position), title, screen), "", *screen.heading(question(position))]


def question(position: Position | InformationSet) -> str:
    """The question, by the value that is written with the position."""
    turn = "You are to lead." if position.led is None else f"The opponent led {text(position.led)}: you are to reply."
    value = position.expect.value if position.expect else None
    if isinstance(position, InformationSet):
        hidden_question = "Which lead is best on average?"
        if position.open and position.tricks[YOU]:
            hidden_question = "Close now or not, and with which lead? One answer is best on average."
        return f"{turn} {hidden_question if position.expect else 'What is best?'}"
    if value is None or position.match is not None:
        return f"{turn} What is best{' for the match' if position.match else ''}?"
    return f"{turn} One move alone {_goal_text(position, int(value))}. Which?"


def _goal_text(position: Position, value: int) -> str:
    if position.rules.counts_card_points:
        return f"brings a difference of {signed(value)} card points"
    if value > 0:
        return f"wins {counted(value, 'game point')}"
    return f"loses no more than {counted(-value, 'game point')}" if value else "loses nothing"


def why_right(judgement: Judgement, screen: Screen) -> list[str]:
    """Why an answer is right where tiles are hidden: what it and the answers next to it are worth."""
    answers = judgement.answers[:MAX_ANSWER_ROWS]
    if judgement.hands:
        measured, headings = "over all that may be hidden", ("at least", "at most")
        figures = [(points(answer.low), points(answer.high)) for answer in answers]
    else:
        measured, headings = "and how far the others are behind the right move", ("about", "behind by")
        shortfalls = [f"{answer.low:.2f} to {answer.high:.2f}" if answer.high else "" for answer in answers]
        figures = [(points(answer.value), shortfall) for answer, shortfall in zip(answers, shortfalls, strict=True)]
    moves = [answer.move for answer in answers]
    table = screen.move_table([headings, *figures], ["", *moves], moves[:1])
    heading = screen.wrap(f"Game points on average, {measured}")
    return [*heading, *table, *screen.wrap(_rests_on(judgement))]


def _rests_on(judgement: Judgement) -> str:
    deal_words = f"{judgement.worlds:,} deals{'' if judgement.all else ' drawn'}"
    if not judgement.hands:
        return f"This rests on {deal_words}."
    win_sentence = f"It wins against {judgement.wins:,} of {judgement.hands:,} hands. " if judgement.wins else ""
    return f"{win_sentence}This rests on all {judgement.hands:,} hands for closing, and on {deal_words} for playing on."


def praise(judgement: Judgement, answer: JudgedMove) -> str:
    """What there is to say to a right answer where tiles are hidden."""
    best = judgement.answers[0].move
    if answer.move == best:
        return f"Right: {best}."
    return f"Right: {answer.move} is as good as {best}." if "close" in best else f"Right: do not close. Best is {best}."


def why_wrong(judgement: Judgement, answer: JudgedMove) -> tuple[str, str]:
    """What a wrong answer brings where tiles are hidden, and what says that this is no accident."""
    against = answer.against
    if against is None:
        shortfall = f"{answer.low:.2f} to {answer.high:.2f} game points less than the right move"
        return f"{answer.move} is worth {shortfall} on average.", _rests_on(judgement)
    counted_things = "deals drawn" if against.stock else "hands"
    how_often = f"The right move is worth more in {against.worse:,} of {against.tried:,} {counted_things}"
    mean_words = f"on average by {judgement.answers[0].low - answer.high:.2f} at least"
    verdict = f"{answer.move} {outcome_text(against.value)} if the tiles lie like this."
    return verdict, f"Here the right move {outcome_text(against.right)}. {how_often}; {mean_words}."


def name_of(puzzle: RatedPuzzle, number: int) -> str:
    """``Sacrifice 7: lead and win 2, five tiles``; the rules stand behind the number if they are not pagat's."""
    title = puzzle.theme.replace("-", " ").capitalize().replace("bingo", "Bingo")
    act = "lead" if puzzle.position.led is None else "reply"
    goal_words = f"win {puzzle.value}" if puzzle.value > 0 else f"lose only {-puzzle.value}"
    tiles = NUMBER_WORDS[puzzle.position.hands[YOU].bit_count()]
    rules = "" if puzzle.position.rules == PAGAT else f", {puzzle.position.rules}"
    return f"{title} {number}{rules}: {act} and {goal_words if puzzle.value else 'lose nothing'}, {tiles} tiles"


def remark(puzzle: RatedPuzzle) -> list[str]:
    horizon = f"{puzzle.horizon} tricks" if puzzle.horizon <= MAX_HORIZON else f"more than {MAX_HORIZON} tricks"
    words = (
        f"{puzzle.level.capitalize()}, {puzzle.difficulty} of 100.",
        f"Only {puzzle.solution} brings {signed(puzzle.value)};",
        f"{puzzle.greedy} looks better and brings {signed(puzzle.greedy_value)}.",
        f"One has to look {horizon} ahead;",
        f"of {puzzle.moves - 1} wrong moves {puzzle.plausible} {'looks' if puzzle.plausible == 1 else 'look'} as good,",
        f"the longest refutation takes {counted(puzzle.depth, 'trick')}.",
        f"Also: {', '.join(puzzle.themes[1:])}." if len(puzzle.themes) > 1 else "",
    )
    return [f"# {line}" for line in Screen(98).wrap(" ".join(filter(None, words)))]


def lesson(position: Position | InformationSet) -> str:
    return " ".join(map(about, position.expect.themes if position.expect else ()))


def about(theme: str) -> str:
    """What a theme is, in one sentence; its name where nothing is known of it."""
    return THEMES[theme].about if theme in THEMES else HIDDEN_THEMES.get(theme, f"{theme}.")
