"""The questions of ``bingo new``: a position asked for step by step, with complaints at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import typer

from bingo.cli.asking import ask
from bingo.cli.files import write_whole
from bingo.cli.render.board import board_of, draw
from bingo.cli.render.screen import plain, screen_of, wrap
from bingo.positions import reads
from bingo.positions.hints import explained
from bingo.positions.reading import faults_of
from bingo.positions.writing import dumps_plain
from bingo.solver.errors import Reason

Answers = dict[str, str]

_WHO = {**dict.fromkeys(("y", "me", "i"), "you"), **dict.fromkeys(("o", "opp", "them"), "opponent")}
_BONEYARD = {"o": "open", "c": "closed", "e": "exhausted", "x": "exhausted"}
HELP = """\
Press Enter to accept what is in brackets, or to leave something out. "none" removes an answer, "back" returns to \
the previous question, "quit" ends without writing a file. Tiles are written 6-4 or 64, separated by \
spaces; a blank is 0."""


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to ask: the path of its key, the words, and when it is asked at all.

    ``needed``: it cannot be left out. ``{other}`` in the words is the player who did not close; ``short`` are
    shorter forms of answers.
    """

    key: str
    words: str
    when: Callable[[Answers], bool] = lambda _answers: True
    default: str = ""
    needed: bool = False
    short: dict[str, str] | None = None


def _is(boneyard: str) -> Callable[[Answers], bool]:
    return lambda answers: answers["boneyard"] == boneyard


def _counted(player: str) -> Callable[[Answers], bool]:
    """Whether the tricks of a player were given as a number."""
    return lambda answers: (won := answers.get(f"{player}.won", "")).isdecimal() and int(won) > 0


def _tricks(won: str) -> int:
    """How many tricks an answer tells, by their number or by their tiles."""
    return int(won) if won.isdecimal() else len(won.replace(",", " ").split()) // 2


QUESTIONS = (
    Question("rules", "Which rules", default="pagat"),
    Question("boneyard", "Is the boneyard open, closed or exhausted", default="open", needed=True, short=_BONEYARD),
    Question("turned", "The turned tile", _is("open"), needed=True),
    Question("turned", "The turned tile, if you remember it", _is("closed")),
    Question("trump", "The trump suit, 0 to 6", lambda answers: "turned" not in answers, needed=True),
    Question("lead", "Who leads this trick, you or the opponent", default="you", needed=True, short=_WHO),
    Question("led", "The tile already on the table, if any"),
    Question("you.hand", "The tiles in your hand", needed=True),
    Question("opponent.hand", "The tiles in the opponent's hand, if you know them"),
    Question("you.won", "The tricks you have taken, as 4-3 5-1, 6-4 6-5, or only how many"),
    Question("you.points", "The card points in them", _counted("you"), default="0"),
    Question("opponent.won", "The tricks the opponent has taken, or how many"),
    Question("opponent.points", "The card points in them", _counted("opponent"), default="0"),
    Question("you.shown", "The doubles you have declared, at least those you still hold"),
    Question("you.declared", "The card points you have declared", lambda answers: "you.shown" in answers, needed=True),
    Question("opponent.shown", "The doubles the opponent has declared"),
    Question("opponent.declared", "The card points the opponent has declared",
             lambda answers: "opponent.shown" in answers, needed=True),
    Question("closed.by", "Who closed, you or the opponent", _is("closed"), "you", needed=True, short=_WHO),
    Question("closed.points", "The card points {other} had then, declared ones included",
             _is("closed"), default="0"),
    Question("closed.tricks", "The tricks {other} had then", _is("closed"), default="0"),
    Question("stock", "The face-down tiles in drawing order, if you know them",
             lambda answers: answers["boneyard"] == "open" and "opponent.hand" in answers),
    Question("name", "A name for the position", default="My position"),
)  # fmt: skip


def interview(boneyard: str | None, out: Path | None) -> None:
    """Ask for a position, show it, and write it to ``out`` or to a file that is asked for last."""
    dialogue = _Dialogue({} if boneyard is None else {"boneyard": boneyard})
    dialogue.say(HELP, "")
    dialogue.ask_all()
    while reasons := dialogue.impossible():
        dialogue.say("", "This cannot occur:", *(f"  {reason}" for reason in reasons))
        if not dialogue.ask_again(reasons):
            break
    text = dumps_plain(document(dialogue.answers))
    if not reasons:
        (position,) = reads(text)
        print("\n".join(["", *draw(board_of(position), position.name, dialogue.screen), ""]))
    target = out or _target()
    if target is None:
        print(text, end="", flush=True)
    else:
        write_whole(target, text)
        print(plain(f"{target} has been written. Now run: bingo analyze {target}"))
    if reasons:
        dialogue.say("As it stands it cannot occur: correct it there.")
        raise typer.Exit(1)


def _target() -> Path | None:
    """The file to write, asked for until it can be one; None to see the text instead."""
    from bingo.cli.new import check_new

    while line := ask("The file to write (Enter: only show it): "):
        try:
            check_new(Path(line.strip()))
        except typer.BadParameter as fault:
            print(f"  {plain(fault.message)}")
        else:
            return Path(line.strip())
    return None


def document(answers: Answers) -> dict[str, Any]:
    """The answers as a document, keys in the order of the manual."""
    found: dict[str, Any] = {}
    for key in ("name", "rules", "trump", "turned", "closed", "lead", "led", "you", "opponent", "stock"):
        inner = {path.partition(".")[2]: text for path, text in answers.items() if path.startswith(f"{key}.")}
        if key in answers:
            found[key] = _value(answers[key])
        elif inner:
            counted = {"tricks" if k == "won" and text.isdecimal() else k: _value(text) for k, text in inner.items()}
            found[key] = counted
    return found


def _value(text: str) -> int | str:
    """A number as a number; ``05`` is a tile."""
    return int(text) if text == "0" or (text.isdecimal() and text.isascii() and text[0] != "0") else text


class _Dialogue:
    """What was answered so far."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.screen = screen_of(sys.stdout)
        self._fixed = set(answers)

    def say(self, *paragraphs: str) -> None:
        """Tell something between two questions."""
        print("\n".join(line for text in paragraphs for line in wrap(text, self.screen.width, 0, 4) or [""]))

    def ask_all(self) -> None:
        """Every question that the answers before it leave open, in order."""
        asked: list[int] = []
        n = 0
        while n < len(QUESTIONS):
            question = QUESTIONS[n]
            if question.key in self._fixed or not question.when(self.answers):
                n += 1
            elif self._ask(question):
                asked.append(n)
                n += 1
            elif asked:
                n = asked.pop()

    def ask_again(self, reasons: list[Reason]) -> bool:
        """Ask once more for what these reasons are about; whether any answer changed."""
        before = dict(self.answers)
        blamed = [q for q in QUESTIONS if q.when(self.answers) and any(_about(reason, q.key) for reason in reasons)]
        for question in blamed:
            if question.when(self.answers):
                self._ask(question)
        return self.answers != before

    def impossible(self) -> list[Reason]:
        """Why the position that was described cannot occur."""
        return faults_of(document(self.answers))[1]

    def _ask(self, question: Question) -> bool:
        """Ask until there is an answer without fault; False to go back."""
        former = self.answers.get(question.key, question.default)
        words = question.words.format(other="the opponent" if self.answers.get("closed.by") == "you" else "you")
        while True:
            line = ask(f"{words}{f' [{former}]' if former else ''}: ")
            word = "quit" if line is None else " ".join(line.split())
            if word.lower() in ("quit", "exit"):
                _leave()
            if word.lower() in ("help", "?"):
                self.say(HELP)
                continue
            if word.lower() == "back":
                return False
            if not word and question.key in self.answers:
                return True
            word = former if not word else "" if word.lower() in ("none", "-") else word
            if question.short:
                word = question.short.get(word.lower(), word.lower())
            faults = self._faults(question, word)
            if not faults:
                break
            self.say(*(f"  {fault}" for fault in faults))
        self.answers.pop(question.key, None)
        if word:
            self.answers[question.key] = word
        if "boneyard" in self.answers:  # what is not asked any more counts no more
            asked = {other.key for other in QUESTIONS if other.when(self.answers)}
            self.answers = {key: text for key, text in self.answers.items() if key in asked}
        return True

    def _faults(self, question: Question, word: str) -> list[str]:
        """What is wrong with an answer, by itself or beside the former ones."""
        if not word:
            return ["this is required"] if question.needed else []
        if question.key == "boneyard":
            return [] if word in _BONEYARD.values() else [f"expected open, closed or exhausted; found {word!r}"]
        others = {key: text for key, text in self.answers.items() if key != question.key}
        if question.key.endswith(".won") and word.isdecimal():
            boneyard = self.answers["boneyard"]
            taken = sum(_tricks(text) for key, text in others.items() if key.endswith(".won"))
            most = max((6 if boneyard == "open" else 13) - taken, 0)
            if int(word) > most:
                return [f"expected at most {most} tricks, as the boneyard is {boneyard}; found {word}"]
        before = {(reason.field, reason.found) for reason in faults_of(document(others))[0]}
        answers = {**others, question.key: word}
        unread = [r for r in faults_of(document(answers))[0] if (r.field, r.found) not in before]
        if answers.get("boneyard") == "closed" and "closed.by" not in answers:
            answers.pop("turned", None)  # it would be taken for an open boneyard until it is said who closed
        impossible = [r for r in faults_of(document(answers))[1] if r.field == question.key]
        return [_told(reason, question.key) for reason in unread or impossible]


def _told(reason: Reason, key: str) -> str:
    """A complaint about an answer; with the key where that of another answer is meant."""
    said = f"expected {reason.expected}; found {explained(reason.found)}"
    return said if reason.field.startswith(key) else f"{reason.field}: {said}"


def _about(reason: Reason, key: str) -> bool:
    """Whether an answer is to blame."""
    field = reason.field.replace(".tricks", ".won") if not reason.field.startswith("closed") else reason.field
    both = {"tricks": ("you.won", "opponent.won", "boneyard", "you.hand"), "points": ("you.points", "opponent.points")}
    return field == key or key in both.get(field, ()) or key.startswith(f"{field}.")


def _leave() -> NoReturn:
    print("Nothing was written.", file=sys.stderr)
    raise typer.Exit(1)
