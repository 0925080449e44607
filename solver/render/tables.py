"""Tables: of a rule set, made by asking its predicates (ranks, card points, replies, declarations, scores); and of your
chance to win a match, from every score or from one.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from bingo.solver.game import NO_TILES, OPPONENT, PLAYER_NAMES, YOU, Closing, Pair, Position, Rules, Tile, tricks
from bingo.solver.game.scoring import failed_close, false_claim, win_score
from bingo.solver.game.tiles import BINGO, DOUBLES, SUITS, TILES, is_double, mask, members, shows, text
from bingo.solver.match import DealResult, MatchEquity
from bingo.solver.render import Screen, percent
from bingo.solver.render.board import Json


def rule_tables(rules: Rules, trumps: Sequence[int]) -> dict[str, Any]:
    """The tables as ``bingo rules NAME --json`` writes them."""
    return {
        "trumps": [tables_of_suit(rules, trump) for trump in trumps],
        "declarations": declaration_rows(rules),
        "wins": win_points(rules),
    }


def rule_lines(rules: Rules, data: Json, screen: Screen) -> list[str]:
    """The same as text."""
    trumps = data["trumps"]
    lines = [*_rank_lines(rules, trumps, screen), "", *_point_lines(trumps, screen), "", *_reply_lines(trumps, screen)]
    return [*lines, "", *_declaration_lines(data["declarations"], screen), "", *_win_lines(data["wins"], screen)]


def _rank_lines(rules: Rules, tables_by_trump: Sequence[Json], screen: Screen) -> Iterator[str]:
    yield from screen.heading("Trumps, highest first")
    for table in tables_by_trump:
        yield from screen.flow(table["ranks"][str(table["trump"])], f"  {table['trump']}: ", " ")
    single_trump = tables_by_trump[0]["trump"] if len(tables_by_trump) == 1 else None
    yield ""
    if rules.plain_trick.startswith("heavier"):
        yield from screen.heading("Plain tiles, heaviest first")
        for weight, tiles in tiles_by_weight(rules, -1 if single_trump is None else single_trump).items():
            yield from screen.flow(map(text, tiles), f"{weight:>4}: ", " ")
        return
    yield from screen.heading("Suits, highest first" + ("" if single_trump is not None else " (trumps drop out)"))
    for suit in SUITS:
        if suit != single_trump:
            ranks = tables_by_trump[suit if single_trump is None else 0]["ranks"]  # a suit is whole where it is trumps
            yield from screen.flow(ranks[str(suit)], f"  {suit}: ", " ")


def _point_lines(tables_by_trump: Sequence[Json], screen: Screen) -> Iterator[str]:
    yield from screen.heading("Card points")
    for table in tables_by_trump:
        cells = [f"{tile}={points}" for tile, points in table["points"].items()]
        yield from screen.flow([f"{table['total']} in all:", *cells], f"  trumps {table['trump']}: ", " ")


def _reply_lines(tables_by_trump: Sequence[Json], screen: Screen) -> Iterator[str]:
    table = tables_by_trump[0] if len(tables_by_trump) == 1 else tables_by_trump[4]
    yield from screen.heading(f"Replies in phase two, trumps {table['trump']}")
    yield from screen.wrap("The reply must come from the first row of which the hand holds a tile.")
    for reply in table["replies"]:
        yield f"  {reply['lead']} led, {'the' if reply['kind'] == 'Bingo' else 'a'} {reply['kind']}"
        remaining_count = len(TILES) - 1
        for duty_number, reply_class in enumerate(reply["classes"], 1):
            remaining_count -= len(reply_class["tiles"])
            class_tiles = reply_class["tiles"] if remaining_count else ["anything else"]
            last_reply = f"{class_tiles[-1]}: {_winning_replies_text(**reply_class)}"
            yield from screen.flow([*class_tiles[:-1], last_reply], f"    {duty_number}. ", " ")
    if len(tables_by_trump) > 1:
        yield from screen.wrap("--trump N shows the tables of another suit.")


def _winning_replies_text(tiles: Sequence[str], winners: Sequence[str]) -> str:
    if len(winners) in (0, len(tiles)):
        return "wins" if winners else "loses"
    return f"wins with {' '.join(winners)}"


def _declaration_lines(points: Json, screen: Screen) -> Iterator[str]:
    yield from screen.heading("Declarations, card points")
    headings = ("doubles", "without 0-0", "with 0-0")
    rows = [(n, "-" if n == "7" else str(row["points"]), str(row["with_bingo"])) for n, row in points.items()]
    yield from screen.tabulate([headings, *rows])


def _win_lines(win_table: Json | None, screen: Screen) -> Iterator[str]:
    if win_table is None:
        yield from screen.wrap("A deal is worth the difference of card points.")
        return
    yield from screen.heading("Game points, by what the other has")
    cases = [*next(iter(win_table.values()))]
    rows = [(name, *map(str, row.values())) for name, row in win_table.items()]
    yield from screen.tabulate([("", *cases), *rows])


# --- what they are made from --------------------------------------------------------------------------


def suit_ranking(rules: Rules, trump: int, suit: int) -> tuple[Tile, ...]:
    """The tiles of a suit from high to low; trumps are in no other suit, the Bingo beats every tile."""
    suit_tiles = (t for t in TILES if shows(t, suit) and (suit == trump or not shows(t, trump)))
    return tuple(sorted(suit_tiles, key=lambda t: (t == BINGO, tricks.rank(rules, t, suit)), reverse=True))


def tiles_by_weight(rules: Rules, trump: int) -> dict[int, tuple[Tile, ...]]:
    """The plain tiles by weight, for rules under which the heavier tile wins."""
    plain_tiles = (t for t in TILES if not shows(t, trump) and t != BINGO)
    heaviest_first = sorted(plain_tiles, key=lambda t: -tricks.weight(rules, t))
    return {weight: tuple(tiles) for weight, tiles in groupby(heaviest_first, key=lambda t: tricks.weight(rules, t))}


def example_leads(rules: Rules, trump: int) -> dict[str, Tile]:
    """A trump, a plain tile and the Bingo, to be led."""
    trump_tile = [t for t in suit_ranking(rules, trump, trump) if not is_double(t)][2]
    plain_tile = next(t for t in reversed(TILES) if not shows(t, trump) and not is_double(t) and not shows(t, 0))
    return {"trump": trump_tile, "plain tile": plain_tile, "Bingo": BINGO}


def reply_class_rows(rules: Rules, trump: int, lead: Tile) -> list[dict[str, list[str]]]:
    """The classes of replies in phase two, in the order of duty, without what an earlier class has: their tiles from
    high to low, and those of them that win.
    """
    suit = tricks.led_suit(rules, lead)

    def rank_key(t: Tile) -> tuple[bool, int, int, int]:
        in_trumps = tricks.rank(rules, t, trump) + 1 if shows(t, trump) else 0
        in_suit = tricks.rank(rules, t, suit) + 1 if shows(t, suit) else 0
        return t == BINGO, in_trumps, in_suit, t

    classes, earlier_tiles = [], 1 << lead
    for class_mask in tricks.reply_classes(rules, trump, lead):
        new_tiles = class_mask & ~earlier_tiles
        if new_tiles:
            sorted_tiles = sorted(members(new_tiles), key=rank_key, reverse=True)
            winning_tiles = [t for t in sorted_tiles if tricks.beats(rules, trump, lead, t, phase_two=True)]
            classes.append({"tiles": [*map(text, sorted_tiles)], "winners": [*map(text, winning_tiles)]})
        earlier_tiles |= class_mask
    return classes


def tables_of_suit(rules: Rules, trump: int) -> dict[str, Any]:
    """The tables of one trump suit: every suit from high to low, what tiles count, the most first, and replies."""
    points_of = {t: tricks.points(rules, trump, t) for t in sorted(TILES, reverse=True)}
    return {
        "trump": trump,
        "ranks": {str(suit): [*map(text, suit_ranking(rules, trump, suit))] for suit in SUITS},
        "points": {text(t): points_of[t] for t in sorted(points_of, key=lambda t: -points_of[t]) if points_of[t]},
        "total": sum(points_of.values()),
        "replies": [
            {"lead": text(lead), "kind": kind, "classes": reply_class_rows(rules, trump, lead)}
            for kind, lead in example_leads(rules, trump).items()
        ],
    }


def declaration_rows(rules: Rules) -> dict[str, dict[str, int]]:
    """Card points for so many doubles, without and with the Bingo among them."""
    double_counts = range(2, len(rules.declaration_points) + 2)
    plain_doubles, by_number = tuple(members(DOUBLES & ~(1 << BINGO))), {}
    for number in double_counts if not rules.seven_doubles else double_counts[:5]:
        with_bingo = tricks.declaration_points(rules, mask((BINGO, *plain_doubles[: number - 1])))
        without_bingo = with_bingo if number == 7 else tricks.declaration_points(rules, mask(plain_doubles[:number]))
        by_number[str(number)] = {"points": without_bingo, "with_bingo": with_bingo}
    return by_number


def win_points(rules: Rules) -> dict[str, dict[str, int]] | None:
    """Game points of every kind of result, by what the other player has; None where a deal is worth card points."""
    if rules.counts_card_points:
        return None
    cases = {"no trick" if rules.shutout == "no-trick" else "no card points": (0, int(rules.shutout == "no-points"))}
    if rules.low > 0:
        cases[f"under {rules.low}"] = (rules.low - 1, 1)
    cases[f"{rules.low} or more"] = (rules.low, 1)
    scores: dict[str, Callable[[Pair], int]] = {
        "a win, nobody closed": lambda loser: win_score(_won_position(rules, loser), YOU),
        "the closer wins": lambda loser: win_score(_won_position(rules, loser, closer=YOU), YOU),
        "the closer's opponent wins": lambda loser: win_score(_won_position(rules, loser, closer=OPPONENT), YOU),
        "a failed close, to the other": lambda loser: failed_close(_won_position(rules, loser, closer=YOU)),
    }
    if rules.at_target == "claim":
        scores["a false claim, to the other"] = lambda loser: false_claim(_won_position(rules, loser), YOU)
    return {name: {case: score(loser) for case, loser in cases.items()} for name, score in scores.items()}


def _won_position(rules: Rules, loser_points_and_tricks: Pair, closer: int | None = None) -> Position:
    """You are at the target, the other has these card points and tricks, and had them at the close."""
    points, trick_count = loser_points_and_tricks
    closing = None if closer is None else Closing(closer, points, trick_count)
    hands, points_of_both = (NO_TILES, NO_TILES), (rules.target, points)
    return Position(rules, 4, hands, YOU, points=points_of_both, tricks=(3, trick_count), closed=closing)


# --- the chance to win a match -----------------------------------------------------------------------


LEADER_WORDS = ("you lead", "the opponent leads")
#: Results that are less frequent than this are left out where they stand for nothing else.
MIN_LISTED_SHARE = 0.0005


def equity_lines(equity: MatchEquity, screen: Screen) -> list[str]:
    """Your chance at every score, in percent, by who leads the next deal."""
    head = f"Your chance to win the match, first to {equity.to}, in percent"
    lines = [*screen.heading(head), f"rules {equity.rules}"]
    for lead in (YOU, OPPONENT):
        lines += ["", *screen.wrap(f"If {LEADER_WORDS[lead]} the next deal"), *_equity_grid(equity, lead, screen)]
    return [*lines, *_source_note(equity, screen)]


def score_lines(equity: MatchEquity, you: int, opponent: int, screen: Screen) -> list[str]:
    """Your chance at one score, and what the next deal makes of it."""
    own_lead, their_lead = (percent(equity.chance(you, opponent, lead)) for lead in (YOU, OPPONENT))
    head = f"You have {you}, the opponent {opponent}, first to {equity.to}."
    chances = f"You win the match {own_lead} of the time if you lead the next deal, {their_lead} if the opponent does."
    lines = [*screen.heading(head), f"rules {equity.rules}", ""]
    headings = ["the deal brings", "score", "next lead", "you win", "if you lead", "if they lead"]
    results = (result for result in equity.results(you, opponent) if max(result.often) >= MIN_LISTED_SHARE)
    rows = [headings, *(row for result in results for row in _result_rows(result))]
    how_often = "Last in each line, how often the deal brings that, by who leads it."
    lines += [*screen.wrap(chances), "", *screen.wrap(how_often), *screen.tabulate(rows)]
    return [*lines, *_source_note(equity, screen)]


def _equity_grid(equity: MatchEquity, lead: int, screen: Screen) -> Iterator[str]:
    """A row for each of your scores, a column for each of the opponent's; a part at a time where all are too wide."""
    scores = range(equity.to)
    chances = [[percent(equity.chance(own, other, lead)).removesuffix("%") for other in scores] for own in scores]
    cell_width = 2 - screen.narrow + max(len(cell) for row in chances for cell in row)
    columns_per_part = (screen.width - len(f"  {'you':>3} ")) // cell_width
    for column_slice in (slice(n, n + columns_per_part) for n in range(0, len(scores), columns_per_part)):
        rows = [["you", *map(str, scores[column_slice])]]
        rows += [[str(own), *row[column_slice]] for own, row in zip(scores, chances, strict=True)]
        lines = [f"  {row[0]:>3} " + "".join(f"{cell:>{cell_width}}" for cell in row[1:]) for row in rows]
        yield "opponent".rjust(max(len(lines[0]), 11))
        yield from lines


def _result_rows(result: DealResult) -> Iterator[list[str]]:
    """One row, or one for each leader where it depends on that who leads next."""
    shares = [percent(share) for share in result.often]
    match_score = "{} : {}".format(*result.score)
    scores = [f"{name} +{points}" for name, points in zip(PLAYER_NAMES, result.brought, strict=True) if points]
    is_same_lead = result.lead is None or result.lead[YOU] == result.lead[OPPONENT]
    for leader in (YOU,) if is_same_lead else (YOU, OPPONENT):
        next_lead = "match over" if result.lead is None else PLAYER_NAMES[result.lead[leader]]
        shown_shares = [share if is_same_lead or column == leader else "" for column, share in enumerate(shares)]
        yield [", ".join(scores) or "nothing", match_score, next_lead, percent(result.chance[leader]), *shown_shares]


def _source_note(equity: MatchEquity, screen: Screen) -> list[str]:
    words = (
        f"From {equity.table.made['deals']:,} deals at each score that the program played against itself, both sides"
        f" for the match; right to about {200 * equity.table.error:.1f} percentage points."
    )
    if not equity.fits:
        words += f" No table was made for these rules: this is the one of {equity.table.preset}, the nearest."
    return screen.footnote(words)
