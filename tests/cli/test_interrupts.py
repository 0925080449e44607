"""Ctrl-C ends a command at any moment in the same way: "Interrupted.", exit status 130."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from bingo.cli.console import interruptible, press_ctrl_c
from bingo.solver.proof.deal import Clock, solve
from tests.support.command import LAST_TILE, begun
from tests.support.depth import few


def _ctrl_c_works() -> None:
    """In the child: SIGINT is not ignored, as it is for a job in the background of a script."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C")
@pytest.mark.parametrize("ignored", [False, True], ids=["", "in the background"])
def test_interrupt_ends_with_130_and_one_line(ignored: bool) -> None:
    old_handler = signal.signal(signal.SIGINT, signal.SIG_IGN) if ignored else None
    try:
        process = begun("analyze", "-", preexec_fn=None if ignored else _ctrl_c_works)
    finally:
        if ignored:
            signal.signal(signal.SIGINT, old_handler)
    with process:
        process.stdin.write(f"{LAST_TILE}---\n".encode())
        process.stdin.flush()
        assert process.stdout.readline() == b"The last tile\n"  # it runs, and waits for more
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=200)[1]
        assert (process.returncode, errors) == ((0, b"") if ignored else (130, b"Interrupted.\n"))


#: Starts the program; Ctrl-C is typed when a module is asked for.
INTERRUPTING_PROGRAM = """
import os, signal, sys

class Typed:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == MODULE:
            os.kill(os.getpid(), signal.SIGINT)

MODULE = sys.argv.pop(1)
sys.meta_path.insert(0, Typed)
from bingo.__main__ import run
run()
"""


@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C")
@pytest.mark.parametrize(
    "module", few(["bingo.cli", "typer", "bingo.cli.main", "bingo.cli.answers", "yaml", "msgspec"], "typer", "yaml")
)
def test_interrupt_amid_the_imports_ends_with_130_and_one_line(module: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", INTERRUPTING_PROGRAM, module, "analyze", "-"],
        input=LAST_TILE,
        capture_output=True,
        encoding="utf-8",
        preexec_fn=_ctrl_c_works,
        check=False,
    )
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "Interrupted.\n")


@contextmanager
def _pressed_after(seconds: float) -> Iterator[None]:
    timer = threading.Timer(seconds, press_ctrl_c)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def test_a_hard_model_ends_when_nobody_waits_for_it() -> None:
    """As `bingo engine` ends a claim that is being proved."""

    class Stop(Exception):
        pass

    def on_wait() -> None:
        if time.monotonic() > started + 0.5:
            raise Stop

    started = time.monotonic()
    with pytest.raises(Stop):
        solve(_hard_model(), Clock(30, on_wait))
    assert time.monotonic() < started + 5


def _hard_model() -> Any:
    """Clauses of three drawn at random, as many as make them hardest: it would search for hours."""
    from ortools.sat.python import cp_model

    model, rng = cp_model.CpModel(), random.Random(1)
    names = [model.new_bool_var(f"{n}") for n in range(500)]
    for _ in range(2130):
        model.add_bool_or([v if rng.random() < 0.5 else ~v for v in rng.sample(names, 3)])
    return model


def test_a_proof_can_be_interrupted_at_any_instruction() -> None:
    """Python's locks are taken in Python: a Ctrl-C just then left one taken for ever, and the proof waited for it."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    model.add_bool_or([model.new_bool_var("x")])

    def interrupted(opcode_number: int) -> bool:
        opcodes_run = 0

        def trace(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
            nonlocal opcodes_run
            if frame.f_code.co_filename == cp_model.__file__:
                return None
            frame.f_trace_opcodes = True
            opcodes_run += event == "opcode"
            if opcodes_run == opcode_number:
                sys.settrace(None)
                raise KeyboardInterrupt
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            solve(model, Clock(20))
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(before)
        return False

    interrupt_count = next(n for n in count(1) if not interrupted(n))
    assert interrupt_count > 50


@pytest.mark.usefixtures("ctrl_c")
def test_what_is_being_imported_is_imported_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A native module that is interrupted amid its import says ImportError, as this one does."""
    (tmp_path / "half_made.py").write_text(
        "import time\ntry:\n    time.sleep(0.5)\nexcept KeyboardInterrupt:\n    raise ImportError from None\n", "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)

    def import_and_wait() -> None:
        import_module("half_made")
        time.sleep(20)

    with _pressed_after(0.2), pytest.raises(KeyboardInterrupt), interruptible():
        import_and_wait()
    assert "half_made" in sys.modules


@pytest.mark.usefixtures("ctrl_c")
def test_an_interrupt_of_a_finalizer_is_not_lost() -> None:
    class Slow:
        def __del__(self) -> None:
            time.sleep(0.5)

    def finish_and_wait() -> None:
        Slow()
        time.sleep(20)

    with _pressed_after(0.2), pytest.raises(KeyboardInterrupt), interruptible():
        finish_and_wait()
