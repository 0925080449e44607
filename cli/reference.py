"""``bingo rules``, ``match``, ``new`` and ``compose``: what is asked without a position."""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer

from bingo.cli import options
from bingo.cli.console import ProgressLine
from bingo.cli.options import argument, choice_option, flag, number_option, option, require, rules_option
from bingo.cli.session import compact
from bingo.positions import dumps, dumps_json
from bingo.solver.batch.files import check_outputs
from bingo.solver.batch.output import as_csv
from bingo.solver.errors import NotationError, counted
from bingo.solver.game import MATCH_TO, PAGAT, PLAYER_NAMES, PRESETS, SUITS, Expect, Position, Preset, Rules
from bingo.solver.game.rules import FIELDS, differences
from bingo.solver.match import MAX_MATCH_POINTS, match_equity
from bingo.solver.puzzles import LEVELS, THEMES, RatedPuzzle
from bingo.solver.render import plain, rules as rulebook, screen_of, tables
from bingo.solver.render.puzzle import name_of, remark
from bingo.solver.workers import WorkersLost

if TYPE_CHECKING:
    from bingo.solver.puzzles.composing import PuzzleSet


def rules(
    name: str | None = argument("NAME", 'A preset, also with fields: "pagat, must_beat=false".', values=PRESETS),
    trump: int | None = number_option("--trump", "Tables for this trump suit only, 0 (blanks) to 6.", 0, 6),
    diff: tuple[str, str] | None = option("--diff NAME NAME", "Show only where these two differ.", values=PRESETS),
    as_json: bool = options.JSON,
) -> None:
    """List the published rules, explain NAME, or compare two."""
    require("--trump", name is not None or trump is None, "NAME with --trump; found none")
    require("--diff", name is None or diff is None, f"two names and nothing else; found {name!r} too")
    screen = screen_of(sys.stdout)
    if diff is not None:
        first, second = (options.parse_rules(text, "--diff") for text in diff)
        differing_fields = [
            {"field": name, "about": rulebook.FIELD_DESCRIPTIONS[name], "a": first[name], "b": second[name]}
            for name in differences(first, second)
        ]
        comparison = {"a": str(first), "b": str(second), "differences": differing_fields}
        _print(rulebook.difference_lines(first, second, screen), [comparison], as_json)
    elif name is not None:
        rules, base = options.parse_rules(name, "NAME"), PRESETS.get(name.split(",")[0].strip(), PRESETS["pagat"])
        unused_fields = rulebook.fields_without_effect(rules)
        field_texts = {name: rulebook.field_meaning(name, rules[name]) for name in FIELDS if name not in unused_fields}
        rule_tables = tables.rule_tables(rules, SUITS if trump is None else (trump,))
        data = {**_preset_as_dict(base, rules), "words": field_texts, "unused": unused_fields, **rule_tables}
        lines = [*rulebook.rule_set_lines(base, rules, screen), "", *tables.rule_lines(rules, data, screen)]
        _print(lines, [data], as_json)
    else:
        _print(rulebook.preset_lines(screen), [_preset_as_dict(p, p.rules) for p in PRESETS.values()], as_json)


def _print(lines: Sequence[str], objects: Sequence[dict[str, Any]], as_json: bool) -> None:
    print("\n".join(map(compact, objects) if as_json else lines))


def _preset_as_dict(base_preset: Preset, rules: Rules) -> dict[str, Any]:
    fields = {name: rules[name] for name in FIELDS}
    return {"name": str(rules), "source": base_preset.source, "readings": base_preset.readings, "fields": fields}


# --- the chance to win a match ---------------------------------------------------------------------


def match(
    you: int | None = argument("YOU", "Your game points so far.", parser=options.number_parser(0)),
    opponent: int | None = argument("OPPONENT", "The opponent's game points so far.", parser=options.number_parser(0)),
    to: int | None = number_option("--to", "Game points that win the match (default: 7).", 1, MAX_MATCH_POINTS),
    rules: Rules = rules_option("Play by these rules", PAGAT),
    csv_file: Path | None = option("--csv FILE", "Also write the table to a file, for spreadsheets."),
    overwrite: bool = options.OVERWRITE,
    as_json: bool = options.JSON,
) -> None:
    """Who wins the match from here? The chance from every score, or what the next deal makes of one."""
    require("OPPONENT", you is None or opponent is not None, "the opponent's game points after yours; found none")
    require("--csv", csv_file is None or you is None, "no score beside it, as it has all of them")
    check_outputs({"csv": csv_file}, overwrite=overwrite)
    screen = screen_of(sys.stdout)
    try:
        equity = match_equity(rules, to or MATCH_TO)
        if you is not None and opponent is not None:
            _print(tables.score_lines(equity, you, opponent, screen), [equity.score_as_dict(you, opponent)], as_json)
            return
    except NotationError as error:
        [reason] = error.reasons
        message = f"expected {reason.expected}; found {reason.found}"
        raise typer.BadParameter(message, param_hint="--rules" if reason.field == "rules" else "YOU OPPONENT") from None
    if csv_file is not None:
        scores = ((a, b, PLAYER_NAMES[lead], f"{equity.chance(a, b, lead):.5f}") for a, b, lead in equity.scores())
        options.write_atomically(csv_file, as_csv([("you", "opponent", "lead", "chance"), *scores]).decode())
    _print(tables.equity_lines(equity, screen), [equity.as_dict()], as_json)


# --- templates -------------------------------------------------------------------------------------

#: What the boneyard can be, and with it which keys a position has.
BONEYARDS = ("open", "closed", "exhausted")


def new(
    words: list[str] = argument(
        "[KIND] FILE",
        "The file to write (.yaml); - writes to standard output. KIND says whether the "
        "boneyard is open, closed or exhausted (open unless told).",
        default=...,
        values=BONEYARDS,
    ),
    overwrite: bool = options.OVERWRITE,
) -> None:
    """Begin a position file: a template in which every key is explained, to be edited."""
    *kinds_given, name = words
    require("KIND", len(kinds_given) <= 1, f"one at most, before FILE; found {' '.join(kinds_given)}")
    boneyard_kind = kinds_given[0] if kinds_given else "open"
    require("KIND", boneyard_kind in BONEYARDS, f"one of {', '.join(BONEYARDS)}; found {boneyard_kind!r}")
    require("FILE", name not in BONEYARDS, f"a file to write, such as mine.yaml, after the KIND; found {name!r} alone")
    if name == "-":
        print(template(boneyard_kind), end="", flush=True)
        return
    file = Path(name)
    require("FILE", file.suffix.lower() in (".yaml", ".yml"), f"a YAML file, such as mine.yaml; found {name!r}")
    check_outputs({"FILE": file}, overwrite=overwrite)
    options.write_atomically(file, template(boneyard_kind))
    print(plain(f"{file} has been written. Edit it, then run: bingo analyze {file}"))


def template(boneyard_kind: str) -> str:
    return (files("bingo.positions") / "templates" / f"{boneyard_kind}.yaml").read_text(encoding="utf-8")


# --- puzzles out of play ---------------------------------------------------------------------------


def compose(
    theme: list[str] | None = choice_option("--theme THEME", "Only this theme; may be repeated.", THEMES),
    difficulty: list[str] | None = choice_option(
        "--difficulty LEVEL", "Only easy, medium or hard puzzles; may be repeated.", LEVELS
    ),
    rules: Rules | None = rules_option("The rules of the puzzles"),
    tiles: str = option("--tiles N-M", "Tiles in your hand, where the boneyard is not open.", default="3-7"),
    stock: int = number_option(
        "--stock", "At most this many face-down tiles, where the boneyard is open.", 1, 11, default=3
    ),
    deciding: bool = flag("--deciding", "Only puzzles in which no other move wins."),
    count: int = number_option("--count", "Puzzles of each theme, over all difficulties.", 1, default=3),
    seed: int = options.SEED,
    deals: int = number_option("--deals", "Give up after this many deals, in steps of 2,000.", 1, default=200_000),
    jobs: int = number_option("--jobs", "Processes to work with; the puzzles do not depend on them.", 1, default=1),
    out: Path | None = option("--out FILE", "Write to this file (.yaml or .jsonl).", show_default=False),
    overwrite: bool = options.OVERWRITE,
    as_json: bool = options.JSON,
) -> None:
    """Compose puzzles: positions from random play in which a single move is best, and not the obvious one."""
    check_outputs({"out": out}, overwrite=overwrite)
    written_as_json = as_json or (out is not None and out.suffix.lower() in (".jsonl", ".ndjson"))
    tile_range = re.fullmatch(r"([1-7])(?:-([1-7]))?", tiles)
    least_tiles, most_tiles = (int(tile_range[1]), int(tile_range[2] or tile_range[1])) if tile_range else (7, 1)
    require("--tiles", least_tiles <= most_tiles, f"numbers 1 to 7 such as 4-6; found {tiles!r}")
    from bingo.solver.puzzles.composing import ComposeOptions, PuzzleSet, gather  # here: it needs numpy

    compose_options = ComposeOptions(
        rules=rules or PAGAT,
        themes=tuple(name for name in THEMES if name in (theme or THEMES)),
        levels=tuple(name for name in LEVELS if name in (difficulty or LEVELS)),
        least_tiles=least_tiles,
        most_tiles=most_tiles,
        most_stock=stock,
        deciding=deciding,
    )
    start_time, wanted = time.perf_counter(), count * len(compose_options.themes)
    puzzle_set, interruption = PuzzleSet(compose_options, count), None
    with ProgressLine() as progress:

        def on_progress(puzzle_set: PuzzleSet) -> None:
            chosen_text = f"{wanted - sum(puzzle_set.missing.values())} of {wanted} puzzles, out of {len(puzzle_set):,}"
            progress.show(f"{chosen_text} in {puzzle_set.deals:,} of at most {deals:,} deals", puzzle_set.deals / deals)

        progress.show("playing the first deals")
        try:
            gather(puzzle_set, seed, deals, jobs, on_progress)
        except (KeyboardInterrupt, WorkersLost) as error:
            interruption = error
    _write_puzzles(puzzle_set.puzzles, written_as_json, out)
    if interruption:
        file_text = f" and are in {out}" if out and puzzle_set.puzzles else ""
        count_text = f"{len(puzzle_set.puzzles)} of {wanted} puzzles had been found{file_text}"
        raise type(interruption)(f"{str(interruption) or 'Interrupted'}: {count_text}.")
    _sum_up(puzzle_set, time.perf_counter() - start_time, out)
    if puzzle_set.missing:
        raise typer.Exit(1)


def _write_puzzles(puzzles: list[RatedPuzzle], as_json: bool, out: Path | None) -> None:
    """Write what there is, in YAML with the remarks; no file where there is nothing, and none that is cut short."""
    theme_counts, positions = Counter[str](), list[Position]()
    for puzzle in puzzles:
        theme_counts[puzzle.theme] += 1
        expect = Expect(puzzle.value, (puzzle.solution,), puzzle.themes, puzzle.difficulty)
        positions.append(replace(puzzle.position, name=name_of(puzzle, theme_counts[puzzle.theme]), expect=expect))
    if as_json:
        text = "".join(f"{dumps_json(position)}\n" for position in positions)
    else:
        remarks = ("\n".join(remark(puzzle)) for puzzle in puzzles)
        text = "---\n".join(f"{words}\n{dumps(position)}" for words, position in zip(remarks, positions, strict=True))
    if out is None:
        print(text, end="", flush=True)
    elif text:
        options.write_atomically(out, text)


def _sum_up(puzzle_set: PuzzleSet, seconds: float, out: Path | None) -> None:
    """What came of it: to standard output beside a file, else to a terminal only; what is missing always."""
    if out is not None or sys.stderr.isatty():
        puzzles_text = f"{counted(len(puzzle_set.puzzles), 'puzzle')} from {puzzle_set.candidates:,} candidates"
        rate = puzzle_set.candidates / seconds
        took = f"{puzzle_set.deals:,} deals in {seconds:.1f} s ({rate:,.0f} candidates a second)."
        _say(f"{puzzles_text} in {took}", sys.stderr if out is None else sys.stdout)
    if puzzle_set.missing:
        counts = {theme: puzzle_set.count - missing for theme, missing in puzzle_set.missing.items()}
        missing_text = ", ".join(
            f"{f'only {count}' if count else 'none'} of {theme}" for theme, count in counts.items()
        )
        wanted_text = counted(puzzle_set.count, "puzzle")
        message = f"Not enough for {wanted_text} of each theme: {missing_text}. Try more --deals."
        nothing_written = f" Nothing was written to {out}." if out is not None and not puzzle_set.puzzles else ""
        _say(plain(message + nothing_written), sys.stderr)


def _say(words: str, stream: TextIO) -> None:
    print("\n".join(screen_of(stream).wrap(words)), file=stream, flush=True)
