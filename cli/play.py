"""``bingo play``: a deal, or a match to seven, against the program; the table drawn, and what comes of lines typed."""

import random
import sys
from collections.abc import Iterable
from pathlib import Path

import typer

from bingo.cli import options
from bingo.cli.console import ask_word, print_lines, say, show_progress
from bingo.cli.game import DEFAULT_LEVEL, SEATS, GameSession, Response
from bingo.cli.options import argument, choice_option, flag, number_option, require, rules_option
from bingo.positions import read
from bingo.positions.parsing import A_SETUP
from bingo.solver.analysis.settings import Settings
from bingo.solver.errors import BingoError
from bingo.solver.game import PAGAT, YOU, InformationSet, Position, Rules, Stage
from bingo.solver.render import plain, screen_of
from bingo.solver.render.board import board_of, draw
from bingo.solver.render.game import HELP, LEVEL_DESCRIPTIONS
from bingo.solver.render.review import explain
from bingo.solver.reviewing import review as review_deal

_LEVELS_HELP = "; ".join(f"{name}: {words}" for name, words in LEVEL_DESCRIPTIONS.items())


def play(
    file: Path = argument(
        "[FILE]",
        "Where the game is saved after every turn; a game that is there is resumed. Or a position: the game goes on"
        " from it, what is hidden being dealt at random, and nothing is saved.",
        options.DEFAULT_GAME_FILE,
        show_default=True,
    ),
    rules: Rules | None = rules_option("The rules of a new game"),
    level: str | None = choice_option(
        "--level LEVEL",
        f"{_LEVELS_HELP}. Default: {DEFAULT_LEVEL}, or the level of the game that is resumed.",
        LEVEL_DESCRIPTIONS,
    ),
    match: bool = flag("--match", "A match: deal after deal until somebody has 7 game points."),
    seed: int | None = number_option("--seed", "The same seed deals the same tiles.", 0),
    seat: str | None = choice_option(
        "--seat SEAT",
        "first: you lead the first deal; second: the program does, and with the same seed you see the same deal"
        " from the other side. Without --seat the seed decides.",
        SEATS,
    ),
    new: bool = flag("--new", "Begin a new game, and keep the one that is there under another name."),
    count: bool = flag("--count", "Show both players' card points, instead of leaving the counting to you."),
    coach: bool = flag("--coach", "Say at once when a turn of yours was a mistake, and why."),
) -> None:
    """Play against the program: type a move such as 4-4 or "close, lead 4-4"; type "help" for more."""
    options.check_game(file, "FILE")
    game_seed = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    saved, is_new_game = _read(file, rules), True
    if isinstance(saved, (Position, InformationSet)):
        expected = "a new game or one that was saved; FILE holds a position, which says how it stands"
        for name, option_value in {"--match": match, "--seat": seat, "--new": new}.items():
            require(name, not option_value, expected)
        try:
            game = GameSession.continue_from(saved, level or DEFAULT_LEVEL, game_seed)
        except BingoError as error:
            raise typer.BadParameter(str(error), param_hint="FILE") from None
        is_new_game = not isinstance(saved, Position)
    elif saved and not new:
        _check_same(saved, rules, match, seed, seat)
        if level not in (None, saved.level):
            print(plain(f"The program plays at level {level} from now on, before at level {saved.level}."))
        saved.set_level(level or saved.level)
        game, is_new_game = saved, False
    else:
        if saved:
            print(plain(f"The game before is in {options.move_aside(file)}."))
        game = GameSession.begin(rules or PAGAT, level or DEFAULT_LEVEL, match=match, seed=game_seed, seat=seat)
    Terminal(game, file if game.records else None, count=count, coach=coach).run(game_seed if is_new_game else None)


def _read(file: Path, rules: Rules | None) -> Position | InformationSet | GameSession | None:
    """What there is to go on from: a position, or a game that was saved; None where there is no file."""
    if not file.exists():
        return None
    read_errors: list[BingoError] = []
    positions = list(read(file, rules=rules, on_error=read_errors.append)) if file.is_file() else []
    require("FILE", len(positions) < 2, "one position to play on from, in a file of its own; found several")
    if positions and not read_errors:
        return positions[0]
    try:
        return GameSession.read(file.read_text(encoding="utf-8-sig"))
    except (BingoError, UnicodeDecodeError) as error:
        reason = next(iter(getattr(error, "reasons", ())), None)
        words = [f"expected a new file, or a game that `bingo play` wrote; {reason or str(error).splitlines()[0]}"]
        if reason and reason.found == A_SETUP:  # a position to play on from, and what is wrong with it
            words = [*map(str, read_errors)]
        raise typer.BadParameter("\n".join(words), param_hint="FILE") from None


def _check_same(game: GameSession, rules: Rules | None, match: bool, seed: int | None, seat: str | None) -> None:
    """See that the game in the file is still going on, and is what was asked for: the same words go on with it."""
    new_hint = "--new begins another game and keeps this one"
    remedy = f"leave the option out to go on with that game; {new_hint}"
    first = game.records[0]
    require("FILE", game.awaits != "nothing", f"a game still going on; this match is over, and {new_hint}")
    require("--rules", rules in (None, game.rules), f"those of the game in the file, {game.rules}: {remedy}")
    require("--match", not match or game.match is not None, f"a match in the file, which has a single deal: {remedy}")
    first_seat = SEATS[first.leader]
    require("--seat", seat in (None, first_seat), f"that of the game in the file, {first_seat}: {remedy}")
    dealt = first.dealt if seed is None else GameSession.begin(game.rules, seed=seed, seat=first_seat).records[0].dealt
    require("--seed", dealt == first.dealt, f"the seed of the game in the file, where other tiles are dealt: {remedy}")


# --- at the terminal -----------------------------------------------------------------------------------

_PROMPTS = {
    "lead": "Your lead: ",
    "reply": "Your reply: ",
    "claim": "The opponent is about to lead. Enter, or claim: ",
    "show": "You won the trick with a double. Declare it with others, or Enter: ",
    "next": 'Enter for the next deal, "back" or "quit": ',
}


class Terminal:
    """Plays deal after deal and saves them; ``count`` draws card points of both, ``coach`` speaks up on mistakes."""

    def __init__(self, game: GameSession, file: Path | None, *, count: bool = False, coach: bool = False) -> None:
        self._game, self._file, self._count, self._coach = game, file, count, coach
        self._saved_text = file.read_text(encoding="utf-8-sig") if file and file.is_file() else ""
        self._screen = screen_of(sys.stdout)

    def run(self, seed: int | None) -> None:
        """Play until somebody has had enough; a game that has just begun has a seed. Interrupted, say how to go on."""
        try:
            level, seed_text = self._game.level, "" if seed is None else f" Seed {seed}."
            saved_text = f"The game is saved in {self._file} after every turn." if self._file else "Nothing is saved."
            say(
                f"You play against the program, level {level}: it {LEVEL_DESCRIPTIONS[level]}.{seed_text} {saved_text}"
                ' "help" lists what you can type.'
            )
            self._play()
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"Interrupted. {self._saved_where}") from None

    @property
    def _saved_where(self) -> str:
        if not self._file or not self._file.is_file():
            return "Nothing was saved, as no turn was played." if self._file else "Nothing was saved."
        return f"The game is in {self._file}: `bingo play {self._file}` resumes it."

    def _play(self) -> None:
        if self._game.over:
            self._print_ending()
        else:
            self._print_board()
        while self._game.awaits != "nothing":
            state_before_turn = self._game.over, self._game.number
            if self._game.awaits == "program":
                event_count = len(self._game.log)
                with show_progress("the program is thinking") as on_progress:
                    self._game.play_program(on_progress)
                self._save_and_print(event_count)
            elif not self._ask_turn():
                return
            if self._game.over and state_before_turn != (True, self._game.number):
                self._print_ending()

    def _save_and_print(self, known_events: int) -> None:
        self._save()
        _say_each(line for _, line in self._game.log[known_events:])

    def _save(self) -> None:
        """Write the game down, unless the file is not as it was left: then another game would be lost."""
        if not self._file:
            return
        text = self._game.text
        if text != self._saved_text and not options.write_over(self._file, self._saved_text, text):
            say(
                f"Another program has changed {self._file}, so your last turn was not saved:"
                f" `bingo play {self._file}` resumes the game as it stands there."
            )
            raise typer.Exit(1)
        self._saved_text = text

    def _ask_turn(self) -> bool:
        """Ask for a line until something comes of it; False to leave."""
        if self._game.awaits in ("lead", "reply"):
            self._say_hand()
        claim_typed = ""  # which was typed once
        while True:
            typed_word = ask_word(_PROMPTS[self._game.awaits])
            if claim_typed and typed_word == "yes":
                typed_word = claim_typed
            is_claim = typed_word.split(", ")[-1] == "claim" and not typed_word.startswith("what if")
            if is_claim and typed_word != claim_typed and self._game.may_claim:
                say(f'To claim ends the deal. Type "{typed_word}" again, or "yes", if you mean it.')
                claim_typed = typed_word
                continue
            takes_back, claim_typed = claim_typed and typed_word == "no", ""
            if takes_back:
                continue
            if typed_word == "quit" or (typed_word == "no" and self._game.over):
                if not self._game.over:
                    say(self._saved_where)
                return False
            event_count = len(self._game.log)
            with show_progress("thinking") as on_progress:
                response = self._game.handle(typed_word, on_progress)
            if response.changes_game:
                self._follow(response, event_count)
                return True
            self._print_response(response)

    def _follow(self, response: Response, known_events: int) -> None:
        self._save_and_print(known_events if response.status in ("played", "forestalled") else len(self._game.log))
        if response.status in ("back", "dealt"):
            self._print_board()
        if response.status == "played" and self._coach:
            with show_progress("the coach is thinking") as on_progress:
                mistake = self._game.coach(on_progress)
            _say_each([*mistake, 'Type "back" to take it back.'] if mistake else [])

    def _print_response(self, response: Response) -> None:
        if response.status == "help":
            say(*HELP.splitlines())
        elif response.status == "board":
            self._print_board()
        else:
            help_hint = ' ("help" lists what you can type)' if response.status == "refused" else ""
            _say_each(f"{line}{help_hint}" for line in response.lines)

    def _print_ending(self) -> None:
        say(*self._game.ending)
        if not self._game.records:
            return
        with show_progress("reviewing the deal") as on_progress:
            review = review_deal(self._game.records[-1], Settings(effort="quick"), on_progress)
        print_lines(explain(review, "Review of the deal", self._screen, "full"))

    def _print_board(self) -> None:
        now = self._game.now
        if now.position.stage is Stage.SHOW:  # between a trick and its draw there is little to draw
            self._say_hand()
            return
        title = "Your table" if self._game.match is None else "Your match"
        board = board_of(now.seen_by(YOU)) | {"counted": self._count}
        if self._game.over:  # every tile is turned, and nobody leads
            board = board_of(now.position) | {"lead": None}
        print_lines(draw(board, title, self._screen))

    def _say_hand(self) -> None:
        say(f"Your hand: {self._game.hand}.")


def _say_each(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)
