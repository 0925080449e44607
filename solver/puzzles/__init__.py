"""Puzzles from simulated deals: positions in which exactly one move, not the obvious one, reaches the value. Here: what
a puzzle is about (its themes), how hard it is, and of puzzles with hidden tiles what every answer is worth and a deal
against each wrong one.

A theme is read from the values of the moves and from the line of the solution. A predicate is given a solved puzzle, in
which you are to move and one move alone is best.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import msgspec

from bingo.solver.analysis.exact import Choice, Engine, LineState, Step, choices, line_after, tricks_of, value_of
from bingo.solver.game import OPPONENT, WAIT, YOU, InformationSet, Move, Position, Stage, legal, tricks
from bingo.solver.game.legal import apply, at_lead, begin, legal_moves, may_claim
from bingo.solver.game.tiles import BINGO, Tile, mask, members, parse_all


@dataclass(frozen=True)
class SolvedPuzzle:
    """A position before your move with one best move: every choice, best first, and the engine to ask about others."""

    position: Position
    choices: tuple[Choice, ...]
    engine: Engine

    @property
    def value(self) -> int:
        return self.choices[0].value

    @property
    def solution(self) -> Move:
        return self.choices[0].move

    @cached_property
    def line(self) -> tuple[Step, ...]:
        return line_after(self.position, self.solution, self.engine)

    @property
    def fingerprint(self) -> tuple[object, ...]:
        """What is the same for positions that differ in the names of tiles only: the score, what the tiles of each
        player and of the stock count, what every move is worth. Two puzzles with the same of all that teach the same.
        """
        p = self.position
        points_of = tricks.points_table(p.rules, p.trump)
        hand_worths = [tuple(sorted(points_of[t] for t in members(hand))) for hand in p.hands]
        led_points = None if p.led is None else points_of[p.led]
        card_points = tuple(map(p.card_points, (YOU, OPPONENT)))
        stock_points = tuple(points_of[t] for t in p.stock)
        values = tuple(choice.value for choice in self.choices)
        return p.rules, p.leader, led_points, card_points, p.closed, *hand_worths, stock_points, values

    def later(self) -> Iterator[Position]:
        """The positions of the line at the start of a turn of yours, in which the opponent may not claim first."""
        position = self.position
        for step in self.line:
            is_yours = position is not self.position and position.to_move == YOU
            begins_turn = position.stage is not Stage.SHOW and begin(position) == position
            if is_yours and begins_turn and (position.stage is Stage.REPLY or not may_claim(position, OPPONENT)):
                yield position
            position = apply(position, step.move).position


def solve(position: Position, engine: Engine) -> SolvedPuzzle:
    return SolvedPuzzle(position, choices(position, engine), engine)


# --- themes -----------------------------------------------------------------------------------------

#: Card points from which on a tile given away is a sacrifice, and one won brings a close within reach.
GOOD_TILE_POINTS = 10


@dataclass(frozen=True, slots=True)
class Theme:
    """What a theme is in one sentence, how to tell, and whether it is about closing."""

    about: str
    holds: Callable[[SolvedPuzzle], bool]
    closing: bool = False


def wait_with_a_claim(puzzle: SolvedPuzzle) -> bool:
    """You can claim, truly, and every claim brings less than the solution."""
    p = puzzle.position
    return legal.has_claim(p, YOU) and p.led is None and not puzzle.solution.claim


def close_now(puzzle: SolvedPuzzle) -> bool:
    """The solution closes; whatever you do without closing brings less."""
    best_without_close = max((c.value for c in puzzle.choices if not c.move.close), default=puzzle.value)
    return puzzle.solution.close and best_without_close < puzzle.value


def do_not_close(puzzle: SolvedPuzzle) -> bool:
    """You may close, and what you have and hold is within one good tile (10) of the target; but a close brings less."""
    close_choices = [c for c in puzzle.choices if c.move.close]
    is_target_near = _in_sight(puzzle.position) + GOOD_TILE_POINTS >= puzzle.position.rules.target
    return bool(close_choices) and not puzzle.solution.close and is_target_near


def hold_the_bingo(puzzle: SolvedPuzzle) -> bool:
    """You could play the Bingo now, and must not; later in the line you win a trick with it."""
    bingo_moves = [choice for choice in puzzle.choices if choice.move.tile == BINGO and not choice.move.close]
    if not bingo_moves or puzzle.solution.tile == BINGO:
        return False
    tricks = tricks_of(puzzle.line, puzzle.position.led)
    return next((winner == YOU for led, reply, winner in tricks if BINGO in (led, reply)), False)


def save_the_thirty(puzzle: SolvedPuzzle) -> bool:
    """The deal is lost; the solution alone brings you to the low threshold (30) in time, and loses less for it."""
    low_threshold = puzzle.position.rules.low
    is_lost = puzzle.value < 0 and not puzzle.position.rules.counts_card_points
    return is_lost and puzzle.position.card_points(YOU) < low_threshold <= puzzle.line[-1].card_points[YOU]


def under_thirty(puzzle: SolvedPuzzle) -> bool:
    """The solution wins more than 1 because the opponent, who has taken a trick, never gets to the low threshold."""
    p, last_step = puzzle.position, puzzle.line[-1]
    second_best = puzzle.choices[1].value
    wins_two = puzzle.value >= 2 > second_best > 0 and p.closed is None and not p.rules.counts_card_points
    ends_with_claim = last_step.move.claim and last_step.player == YOU and last_step.gain == 2
    return wins_two and ends_with_claim and not puzzle.solution.close and last_step.card_points[OPPONENT] < p.rules.low


def sacrifice(puzzle: SolvedPuzzle) -> bool:
    """The solution gives the opponent a tile that counts 10 or more, though one that counts less could be played."""
    _, _, winner = next(tricks_of(puzzle.line, puzzle.position.led), (0, 0, YOU))
    tile = puzzle.solution.tile
    if tile is None or winner != OPPONENT:
        return False
    tile_points = _worth(puzzle.position, tile)
    playable_points = {_worth(puzzle.position, c.move.tile) for c in puzzle.choices if c.move.tile is not None}
    return tile_points >= GOOD_TILE_POINTS and min(playable_points) < tile_points


def forced_reply(puzzle: SolvedPuzzle) -> bool:
    """Duty leaves the opponent one reply; another tile of three or more, were it allowed, would refute the solution."""
    gain, after, is_over, _ = apply(at_lead(puzzle.position), puzzle.solution)
    if is_over or after.led is None or after.leader != YOU or after.open:
        return False
    allowed_tiles = legal.replies(after)
    forbidden_tiles = after.hands[OPPONENT] & ~allowed_tiles
    if allowed_tiles.bit_count() != 1 or forbidden_tiles.bit_count() < 2:
        return False
    return any(gain + value_of(after, Move(play=t), puzzle.engine) < puzzle.value for t in members(forbidden_tiles))


#: In the order in which they give a puzzle its name, the rarest first.
THEMES: Mapping[str, Theme] = {
    "wait-with-a-claim": Theme("You can claim, and should not yet.", wait_with_a_claim),
    "save-the-thirty": Theme("The deal is lost: keep the loss small.", save_the_thirty),
    "under-thirty": Theme("A win is certain: keep the opponent below thirty.", under_thirty),
    "close-now": Theme("Close, or it is too late.", close_now, closing=True),
    "hold-the-bingo": Theme("The Bingo has to wait.", hold_the_bingo),
    "sacrifice": Theme("Give a tile that counts.", sacrifice),
    "forced-reply": Theme("The opponent must play what you want.", forced_reply),
    "do-not-close": Theme("Closing looks good, and fails.", do_not_close, closing=True),
}


def themes(puzzle: SolvedPuzzle) -> tuple[str, ...]:
    """The names of all themes that a puzzle has, that of its name first.

    While the boneyard is open only closing or not is a theme: the order of the stock is nobody's to know, and what else
    is won by knowing it teaches nothing.
    """
    about_closing = puzzle.position.open
    return tuple(name for name, theme in THEMES.items() if theme.closing == about_closing and theme.holds(puzzle))


#: Farthest that shallow play looks, in tricks.
MAX_HORIZON = 4
#: Lowest difficulty of each level, easiest first.
LEVELS = {"easy": 0, "medium": 35, "hard": 55}


def level(difficulty: int) -> str:
    """The name of a difficulty (0 to 100): easy, medium or hard."""
    return [name for name, least_difficulty in LEVELS.items() if difficulty >= least_difficulty][-1]


@dataclass(frozen=True, slots=True)
class RatedPuzzle:
    """A composed puzzle: all its themes, that of its name first, and what was measured of it.

    ``horizon``: how many tricks one has to look ahead to choose the solution, and to go on choosing it when looking
    further (``MAX_HORIZON + 1``: more than was tried). ``plausible``: wrong moves that look at least as good as the
    solution one trick ahead. ``depth``: tricks until the deal is over in the longest of their refutations, with best
    play of both. ``moves``: sensible moves. ``greedy``: what somebody plays who looks one trick ahead, and its value.
    """

    position: Position
    value: int
    solution: Move
    themes: tuple[str, ...]
    fingerprint: tuple[object, ...]
    horizon: int
    plausible: int
    depth: int
    moves: int
    greedy: Move
    greedy_value: int

    @property
    def theme(self) -> str:
        return self.themes[0]

    @property
    def tiles(self) -> int:
        return self.position.hands[YOU].bit_count()

    @property
    def difficulty(self) -> int:
        """0 to 100: ``10 * (horizon - 1) + 4 * depth + 4 * plausible + moves``, plausible moves and moves up to 7."""
        return min(10 * (self.horizon - 1) + 4 * self.depth + 4 * min(self.plausible, 7) + min(self.moves, 7), 100)

    @property
    def level(self) -> str:
        return level(self.difficulty)


# --- small helpers -----------------------------------------------------------------------------------


def _worth(position: Position, tile: Tile) -> int:
    return tricks.points(position.rules, position.trump, tile)


def _in_sight(position: Position) -> int:
    """Card points that you have, that your tiles count, and that you can declare now."""
    hand = position.hands[YOU]
    doubles = legal.declarable(position, YOU) if position.rules.declare == "leading" else 0
    is_declaration = tricks.may_declare(position.rules, doubles.bit_count())
    declarable_points = tricks.declaration_points(position.rules, doubles) if is_declaration else 0
    return position.card_points(YOU) + sum(_worth(position, t) for t in members(hand)) + declarable_points


# --- puzzles with hidden tiles -----------------------------------------------------------------------

#: What each theme of puzzles with hidden tiles is about, in one sentence.
HIDDEN_THEMES: Mapping[str, str] = {
    "close-unseen": "Close or not, with the opponent's hand unseen.",
    "first-leads": "The first lead, with everything unseen.",
}


class Refutation(msgspec.Struct, frozen=True):
    """The hidden tiles as they lie against a wrong answer.

    Attributes:
        hand: The opponent's hand.
        stock: What lies face down, in drawing order; nothing where it is never drawn, as both answers close.
        line: The play from the wrong answer to the end of the deal. A close is followed by best play, even though
            both see all hands; before it both play by what they see.
        value: Game points that it brings you.
        right: What the right answer brings in the same deal; a close, without sight of the hand.
        worse: In how many of ``tried`` deals the wrong answer brings less; a close, even though both hands are seen.
            They are all hands there are if both answers close.
    """

    hand: str
    line: str
    value: int
    right: int
    worse: int
    tried: int
    stock: str = ""


class JudgedMove(msgspec.Struct, frozen=True):
    """A move, whether it is ``right``, and the limits of what it brings on average over all that may be hidden.

    At trick one ``value`` is that mean, and the limits are of how far it falls short of the right move. There a wrong
    answer is worse on average only, and nothing is stored ``against`` it.
    """

    move: str
    low: float
    high: float
    right: bool = False
    value: float = 0.0
    against: Refutation | None = None


class Judgement(msgspec.Struct, frozen=True):
    """All answers to the puzzle of this name, each with the declaration that suits it best, the best one first.

    ``worlds`` deals were drawn for playing on, or are ``all`` there are. Where closing is a question it was solved for
    all ``hands``; the right close wins against so many of them (``wins``).
    """

    name: str
    worlds: int
    all: bool
    answers: tuple[JudgedMove, ...]
    hands: int = 0
    wins: int = 0

    def answer(self, move: Move) -> JudgedMove:
        """The answer that a move is, whatever is declared with it."""
        moves = map(Move.parse, (answer.move for answer in self.answers))
        return next(a for a, m in zip(self.answers, moves, strict=True) if (m.close, m.tile) == (move.close, move.tile))


def refuting_deal(view: InformationSet, refutation: Refutation) -> tuple[Position, tuple[Step, ...]]:
    """The deal against a wrong answer, and the line, replayed move by move."""
    hand = mask(parse_all(refutation.hand))
    stock = tuple(parse_all(refutation.stock)) or tuple(members(view.unseen & ~hand))[: view.face_down_count]
    deal = at_lead(view.world(hand, stock))
    line_state, steps, moves = LineState(deal), list[Step](), [Move.parse(word) for word in refutation.line.split("; ")]
    while moves:
        is_between_tricks = line_state.position.stage in (Stage.CLAIM, Stage.ANSWER, Stage.SHOW)
        waits = is_between_tricks and moves[0] not in legal_moves(line_state.position)
        step, line_state = line_state.make_move(WAIT if waits else moves.pop(0))
        steps.append(step)
    return deal, tuple(steps)
