"""Puzzles in words: what is asked, what a composed puzzle is called, and what is remarked in its file."""

from bingo.solver.errors import counted
from bingo.solver.game import PAGAT, YOU, InformationSet, Position, text
from bingo.solver.puzzles import HIDDEN_THEMES, MAX_HORIZON, THEMES, JudgedMove, Judgement, RatedPuzzle
from bingo.solver.render import Screen, points, signed
from bingo.solver.render.board import board_of, draw
from bingo.solver.render.game import outcome_text

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
