"""What is played on the board: a game against the program, which is kept in a file, and puzzles."""

import json
import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from zlib import crc32

import msgspec

from bingo.cli.game import DEFAULT_LEVEL, GameSession, Response
from bingo.cli.options import move_aside, write_over
from bingo.cli.page.items import board_at, deal_item
from bingo.cli.puzzle import answers_of
from bingo.positions import shipped
from bingo.positions.reading import as_document
from bingo.positions.shipped import judgement_of
from bingo.solver.engine import OnProgress
from bingo.solver.errors import BingoError, NotationError
from bingo.solver.game import PLAYER_NAMES, YOU, Continuation, InformationSet, Position, Turn, presets
from bingo.solver.game.tiles import ALL, NO_TILES, text_mask
from bingo.solver.render import game as telling, points
from bingo.solver.render.board import Json, board_of
from bingo.solver.render.puzzle import MAX_ANSWER_ROWS, lesson, question
from bingo.solver.render.verdict import row, typeset, who_wins


class Question(msgspec.Struct, tag=str.lower, tag_field="ask", forbid_unknown_fields=True):
    """What the board asks, by its name."""


# --- a game against the program ----------------------------------------------------------------------


# The game is that in a file: nothing else is kept, so a board that was killed, a page that is loaded again and
# `bingo play` go on from it. What another tab or program wrote meanwhile is never written over.


class Begin(Question):
    """A new game, which may go on with the deal of a ``record``; that in the file before gets a number."""

    rules: str | Json = "pagat"
    level: str = DEFAULT_LEVEL
    match: bool = False
    seed: int | None = None  # None: a random one
    seat: str = ""
    record: Json | None = None

    def answer(self, _on_progress: OnProgress, file: Path) -> Json:
        if self.record is not None:
            unfinished = {key: value for key, value in self.record.items() if key != "result"}
            game, lines = GameSession.read(json.dumps({**unfinished, "players": {"opponent": self.level}})), list[str]()
            assert game  # there is a record
        else:
            seed = random.SystemRandom().randrange(1_000_000) if self.seed is None else abs(self.seed)
            rules, lines = presets.rules(self.rules), [f"Seed {seed}."]
            game = GameSession.begin(rules, self.level, match=self.match, seed=seed, seat=self.seat or None)
        old_text, old_game = _read_game(file)
        if old_game:
            lines.append(f"The game before is in {move_aside(file)}.")
        write_over(file, old_text, game.text)
        return _game_answer(game, file, Response("begun", tuple(lines)))


class Game(Question):
    """What becomes of a word in this game? ``stamp``: of which game it is said, ``passed``: whether one has passed."""

    say: str = "look"
    stamp: int | None = None
    passed: bool = False

    def answer(self, on_progress: OnProgress, file: Path) -> Json:
        old_text, game = _read_game(file, self.passed)
        if game is None:
            return {"game": None, "file": str(file)}
        if self.stamp not in (None, _game_stamp(game)):
            return _game_answer(game, file, Response("refused", (telling.ELSEWHERE,)))
        if self.say == "coach":
            return {"lines": typeset(list(game.coach(on_progress)))}
        response = Response("look")
        if self.say == "go":
            game.play_program(on_progress)
        elif self.say != "look":
            response = game.handle(self.say, on_progress)
        if game.text != old_text and not write_over(file, old_text, game.text):  # nothing is done: their game is shown
            return Game(stamp=-1).answer(on_progress, file)
        return _game_answer(game, file, response) | ({"hint": str(response.hint)} if response.hint else {})


def _read_game(file: Path, passed: bool = False) -> tuple[str, GameSession | None]:
    """What is in a file, and the game that it is; nothing where there is none."""
    try:
        text = file.read_text(encoding="utf-8-sig") if file.exists() else ""
        return text, GameSession.read(text, passed=passed)
    except (BingoError, UnicodeDecodeError):
        raise BingoError(f"{file} holds something other than a game; name another file with --game.") from None


def _game_answer(game: GameSession, file: Path, response: Response) -> Json:
    lines = typeset(list(response.lines))
    return {"file": str(file), "text": game.text, "game": _game_state(game), "status": response.status, "lines": lines}


def _game_state(game: GameSession) -> Json:
    """The game as the page draws it."""
    moves, declarable_doubles = game.moves, 0
    for move in moves:
        declarable_doubles |= move.declare
    your_points, their_points = game.now.score
    return {
        "stamp": _game_stamp(game),
        "result": your_points - their_points,
        "headline": who_wins(your_points - their_points),
        "prompt": telling.PROMPTS.get(game.awaits, ""),
        "passed": game.passed,
        "deal": game.number,
        "match": game.match,
        "level": telling.LEVEL_TITLES.get(game.level, game.level),
        "awaits": game.awaits,
        "running": game.awaits != "nothing" and (game.awaits != "next" or game.match is not None),
        "board": _visible_board(game),
        "moves": list(map(str, moves)),
        "doubles": text_mask(declarable_doubles),
        "claim": game.may_claim and bool(moves),
        "log": [{"player": PLAYER_NAMES[player], "line": line} for player, line in game.log],
        "ending": game.ending,
        "over": game.over,
    }


def _visible_board(game: GameSession) -> Json:
    """What you can see of the table, with the card points of both: who would rather count is not shown them."""
    position = game.now.position
    hidden = NO_TILES if game.over else ALL & ~(position.hands[YOU] | position.shown)
    return board_at(replace(game.now, hidden=hidden))


def _game_stamp(game: GameSession) -> int:
    return crc32(game.text.encode())


# --- puzzles -----------------------------------------------------------------------------------------


@cache
def puzzles_by_theme() -> dict[str, list[Position | InformationSet]]:
    """The puzzles with each theme, and under ``""`` all of them."""
    puzzles_of_theme: dict[str, list[Position | InformationSet]] = {"": []}
    for puzzle in shipped.puzzles():
        for theme in ("", *(puzzle.expect.themes[:1] if puzzle.expect else ())):
            puzzles_of_theme.setdefault(theme, []).append(puzzle)
    return dict(sorted(puzzles_of_theme.items()))


class _AboutPuzzle(Question):
    number: int
    theme: str = ""

    def posed(self) -> tuple[int, int, Position | InformationSet]:
        """Its number, which goes round, among how many, and the puzzle."""
        if self.theme not in puzzles_by_theme():
            raise NotationError.of("theme", f"one of {', '.join(filter(None, puzzles_by_theme()))}", repr(self.theme))
        puzzles = puzzles_by_theme()[self.theme]
        number = self.number % len(puzzles)
        return number, len(puzzles), puzzles[number]


class Puzzle(_AboutPuzzle):
    """Which puzzle is this, and which moves are there to choose from?"""

    def answer(self, _on_progress: OnProgress) -> Json:
        number, puzzles, position = self.posed()
        return {
            "number": number,
            "puzzles": puzzles,
            "themes": [[theme, theme.replace("-", " ").capitalize() or "All"] for theme in puzzles_by_theme()],
            "position": as_document(replace(position, expect=None)),
            "board": board_of(position),
            "question": question(position),
            "moves": sorted(map(str, answers_of(position).moves)),
        }


class Try(_AboutPuzzle):
    """Does this move solve that puzzle? Without a move: what is the solution?"""

    move: str = ""

    def answer(self, _on_progress: OnProgress) -> Json:
        *_, puzzle_position = self.posed()
        answers = answers_of(puzzle_position)
        moves_by_text = {str(move): move for move in answers.moves}
        solution, *_ = moves_by_text
        if (move_text := self.move or solution) not in moves_by_text:
            raise NotationError.of("move", f"one of: {'; '.join(sorted(moves_by_text))}", repr(self.move))
        attempt = answers.judge(moves_by_text[move_text])
        words = [attempt.words if self.move else f"The solution is {solution}.", attempt.explanation]
        words += [lesson(puzzle_position)] if attempt.right else []
        is_right = attempt.right and bool(self.move)
        reply: Json = {"right": is_right, "words": " ".join(filter(None, words)), "brought": ""}
        if attempt.deal:
            line = Continuation(attempt.deal, tuple(Turn(step.player, step.move) for step in attempt.line))
            reply |= deal_item(line, "")
        elif attempt.right and isinstance(puzzle_position, InformationSet):
            best = judgement_of(puzzle_position).answers[:MAX_ANSWER_ROWS]
            reply["rows"] = [row(answer.move, answer.value, points(answer.value), best=answer.right) for answer in best]
        shown_reply: Json = typeset(reply)
        return shown_reply
