"""The person at the terminal: a sign of life, complaints above it, questions; and Ctrl-C."""

from __future__ import annotations

import _thread
import os
import re
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any

from bingo.solver.render import MIN_TEXT_COLUMNS, plain, screen_of

if TYPE_CHECKING:
    from typing_extensions import Self

#: Seconds before the line first appears, and between updates.
REDRAW_SECONDS = 0.1
#: Other words that people type, and the word each stands for.
_SYNONYMS = {
    **dict.fromkeys(("exit", "q", "bye", "stop", "end"), "quit"),
    **dict.fromkeys(("y", "yeah", "yep", "ok", "okay", "sure", "j", "ja"), "yes"),
    **dict.fromkeys(("n", "nope", "nein"), "no"),
    **dict.fromkeys(("?", "h", "commands"), "help"),
    **dict.fromkeys(("again", "show", "table", "position"), "board"),
    **dict.fromkeys(("undo", "take back"), "back"),
    "points": "count",
    **dict.fromkeys(("giveup", "i give up", "solution", "solve"), "give up"),
    "skip": "next",
}
#: Complaints that are printed one by one; more are only counted.
MAX_COMPLAINTS = 100
#: In complaints about entries that cannot be read at all.
_UNREADABLE_MARK = ": document (line "
#: The parts that differ between complaints of the same kind (quoted text, addresses, numbers).
_VARYING_PART = re.compile(r"'.*?'|0x[0-9a-f]+|\d+")


def progress_line(doing: str, share: str, seconds: float, width: int) -> str:
    """What is being done, how far it is, the time. On a narrow screen only the first is cut short.

    >>> progress_line("solving all hands", "50%", 75, 24)
    'solving a... 50% 0:01:15'
    """
    ending = f" {share}".rstrip() + f" {timedelta(seconds=int(seconds))}"
    name_width = max(width - len(ending), 0)
    return (doing if len(doing) <= name_width else f"{doing[: max(name_width - 3, 0)]}...").ljust(name_width) + ending


class ProgressLine:
    """A line on standard error with what is being done, how much of it is done, and the time; only on a terminal.

    It appears after a tenth of a second. ``paused`` takes it off the screen while something else is written. Without
    a share it shows how often ``advance`` was called. A ``quiet`` one shows nothing and prints no complaints.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._lock, self._end_event = threading.RLock(), threading.Event()
        self._steps_done, self._activity, self._share = 0, "", ""
        self._drawn_columns = 0  # columns that the line takes on the screen
        self._printed_count = self._unprinted_count = 0  # complaints
        self._last_kind = ""  # of the last complaint
        self._start_time = time.monotonic()

    def __enter__(self) -> Self:
        if sys.stderr.isatty() and not self._quiet:
            threading.Thread(target=self._keep_redrawing, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end_event.set()
        with self.paused():
            pass

    def show(self, activity: str, share: float | None = None) -> None:
        """Say what is being done now, and what part of it (0 to 1) is done."""
        self._activity, self._share = plain(activity), "" if share is None else f"{share:.0%}"

    def advance(self) -> None:
        self._steps_done += 1

    @contextmanager
    def paused(self) -> Iterator[None]:
        with self._lock:
            if self._drawn_columns:
                self._write(" " * self._drawn_columns + "\r")
                self._drawn_columns = 0
            yield

    def print_above(self, message: str) -> None:
        with self.paused():
            sys.stdout.flush()
            print_error(message)

    def report(self, complaint: str) -> None:
        """Print a complaint above the line.

        Of similar ones in a row only the first is printed, and never more than MAX_COMPLAINTS in all; the rest are
        counted.
        """
        if self._quiet:
            return
        complaint_kind = _VARYING_PART.sub("", complaint) if _UNREADABLE_MARK in complaint else complaint
        if complaint_kind == self._last_kind or self._printed_count == MAX_COMPLAINTS:
            self._unprinted_count += 1
        else:
            self._printed_count += 1
            self.print_above(complaint)
        self._last_kind = complaint_kind

    def report_rest(self, where_text: str = "") -> None:
        """Say how many complaints were not printed; ``where_text``: where they can be read."""
        if self._unprinted_count:
            self.print_above(f"... and {self._unprinted_count:,} more{where_text}.")

    def _keep_redrawing(self) -> None:
        while not self._end_event.wait(REDRAW_SECONDS):
            with self._lock:
                if not self._end_event.is_set():
                    share_text = self._share or (f"{self._steps_done} done" if self._steps_done else "")
                    width = shutil.get_terminal_size((80, 24)).columns - 1
                    line = progress_line(self._activity, share_text, time.monotonic() - self._start_time, width)
                    self._write(line.ljust(min(self._drawn_columns, width)) + "\r")
                    self._drawn_columns = len(line)

    @staticmethod
    def _write(words: str) -> None:
        with suppress(OSError, ValueError):  # the terminal has gone
            sys.stderr.write(f"\r{words}")
            sys.stderr.flush()


@contextmanager
def show_progress(activity: str) -> Iterator[Callable[[float], None]]:
    """Show on a :class:`ProgressLine` what is being done; the function yielded takes the share that is done."""
    with ProgressLine() as progress:
        progress.show(activity)
        yield partial(progress.show, activity)


def print_error(message: str) -> None:
    """Print lines on standard error, wrapped to fit on a terminal; whole in a pipe or file, to be searched."""
    lines = [plain(line) for line in message.splitlines()]
    if sys.stderr.isatty():
        screen = screen_of(sys.stderr)
        lines = [part for line in lines for part in screen.wrap(line, 0, 4) or [""]]
    print(*lines, sep="\n", file=sys.stderr)


def drop_output() -> None:
    """Send what is buffered for standard output, and all later output, to /dev/null."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def ask_word(prompt: str) -> str:
    """A line of input as a word (see ``word_of``); ``quit`` where there is none. The prompt leaves room for it.

    On a terminal the line can be edited and former ones recalled, where Python has ``readline``. What comes out of a
    pipe is shown as if it had been typed, so that the output makes sense without the input.
    """
    *lines_above, last_line = screen_of(sys.stdout).narrower(MIN_TEXT_COLUMNS).wrap(prompt)
    for line in lines_above:
        print(line)
    prompt = f"{last_line} "
    if sys.stdin.isatty() and sys.stdout.isatty():
        return word_of(_read_line(prompt))
    print(prompt, end="", flush=True)
    typed_line = sys.stdin.buffer.readline().decode(sys.stdin.encoding or "utf-8", "replace")
    if not typed_line:
        print("(no more input)", flush=True)
        return "quit"
    typed_line = typed_line.rstrip("\r\n")
    if not sys.stdin.isatty():
        print(plain(typed_line), flush=True)
    return word_of(typed_line)


def word_of(typed_line: str) -> str:
    """A line in small letters and with single blanks; one word for all that mean the same."""
    word = " ".join(typed_line.lower().split()).rstrip(" .!")
    return _SYNONYMS.get(word, word)


def say(*paragraphs: str) -> None:
    """Print paragraphs, with an empty line below."""
    if lines := screen_of(sys.stdout).paragraphs(map(plain, paragraphs), 0, 2):
        print_lines(lines)


def print_lines(lines: Iterable[str]) -> None:
    print("\n".join([*lines, ""]), flush=True)


def _read_line(prompt: str) -> str:
    with suppress(ImportError):
        import readline  # noqa: F401  (to import it is all that `input` needs to edit lines)
    sys.stdout.flush()
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt) as interrupt:
        print()
        if isinstance(interrupt, KeyboardInterrupt):
            raise
        return "quit"


# --- Ctrl-C: as KeyboardInterrupt, where Python would lose it or make another error of it ---------------

#: Seconds after which a Ctrl-C that came at a bad moment is tried again.
RETRY_SECONDS = 0.02


@contextmanager
def interruptible() -> Iterator[None]:
    """Meanwhile Ctrl-C raises KeyboardInterrupt as soon as nothing is being imported, and never goes unheard.

    A native module that is interrupted amid its import fails with an ImportError, and what is raised in a finalizer
    is dropped. Where Ctrl-C is ignored (a job started with & in a script), it stays ignored.
    """
    old_handler, old_hook = signal.getsignal(signal.SIGINT), sys.unraisablehook

    def try_again(unraisable: Any) -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            _interrupt_later()
        else:
            old_hook(unraisable)

    if not callable(old_handler) or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, _interrupt)
    sys.unraisablehook = try_again
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, old_handler)
        sys.unraisablehook = old_hook


def is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported there; a native one whose import is broken off cannot be imported again."""
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return frame is not None


def _interrupt(_number: int, frame: FrameType | None) -> None:
    if not is_importing(frame):
        raise KeyboardInterrupt
    _interrupt_later()


def _interrupt_later() -> None:
    _thread.start_new_thread(press_ctrl_c, (RETRY_SECONDS,))  # no Timer: a lock that it takes may be taken just now


def press_ctrl_c(delay: float = 0) -> None:
    """Do what Ctrl-C does, after so many seconds, from any thread; a waiting main thread wakes up."""
    time.sleep(delay)
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        _thread.interrupt_main()
