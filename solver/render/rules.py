"""Rule sets in plain words: each field explained once, what it decides and every value that it may take.

``bingo rules`` and the descriptions in the JSON Schema are made from this.
"""

from collections.abc import Mapping

from bingo.solver.game import FIELDS, PRESETS, Preset, Rules, Value, differences, show
from bingo.solver.render import Screen


def preset_lines(screen: Screen) -> list[str]:
    lines = []
    for preset in PRESETS.values():
        first_line, *other_lines = screen.wrap(f"{preset.name:<14}{preset.source}", hanging=14)
        lines += [screen.strong(first_line[:14]) + first_line[14:], *other_lines]
    commands_hint = "`bingo rules NAME` explains one, `bingo rules --diff NAME NAME` shows where two differ."
    return [*lines, "", *screen.wrap(commands_hint)]


def rule_set_lines(preset: Preset, rules: Rules, screen: Screen) -> list[str]:
    """One rule set: its source, every field in a sentence, and how the source is read."""
    changed_fields, unused_fields = differences(preset.rules, rules), fields_without_effect(rules)
    lines = [screen.strong(str(rules)), *screen.wrap(preset.source), ""]
    for name in FIELDS:
        if name in unused_fields:
            continue
        preset_value = f"   (in {preset.name}: {show(preset.rules[name])})" if name in changed_fields else ""
        assignment = f"{name}={show(rules[name])}"
        assignment_lines = [assignment] if len(assignment) <= screen.width else [f"{name}=", f"  {show(rules[name])}"]
        lines += [*map(screen.faint, assignment_lines[:-1]), screen.faint(assignment_lines[-1]) + preset_value]
        lines += screen.wrap(field_meaning(name, rules[name]), 2)
    if unused_fields:
        lines += map(screen.faint, screen.wrap(f"Without effect under these rules: {', '.join(unused_fields)}."))
    lines += ["", *screen.heading("How the source is read")]
    return [*lines, *screen.paragraphs((f"- {reading}" for reading in preset.readings), 2, 4)]


def difference_lines(first_rules: Rules, second_rules: Rules, screen: Screen) -> list[str]:
    """The fields in which two rule sets differ, and what each says."""
    differing_fields = differences(first_rules, second_rules)
    if not differing_fields:
        return screen.wrap(f"{first_rules} and {second_rules} play alike.")
    lines = []
    for name in differing_fields:
        lines += screen.heading(f"{FIELD_DESCRIPTIONS[name]} ({name})")
        for rules in (first_rules, second_rules):
            meaning = "Without effect." if name in fields_without_effect(rules) else field_meaning(name, rules[name])
            lines += screen.wrap(f"{rules}: {show(rules[name])}: {meaning}", 2, 4)
        lines.append("")
    return lines[:-1]


#: Fields about game points and about claims.
GAME_POINT_FIELDS = ("seven_doubles", "shutout", "low", "closed_win", "others_win", "capture")
CLAIM_FIELDS = ("false_claims", "false_claim")


def fields_without_effect(rules: Rules) -> tuple[str, ...]:
    """The fields that decide nothing under these rules, whatever they say."""
    no_effect: tuple[str, ...] = () if rules.at_target == "claim" else CLAIM_FIELDS
    no_effect += GAME_POINT_FIELDS if rules.counts_card_points else ()
    return tuple(name for name in FIELDS if name in no_effect)


# --- every field -----------------------------------------------------------------------------------


def field_meaning(name: str, value: Value) -> str:
    if (name, value) in VALUE_MEANINGS:
        return VALUE_MEANINGS[name, value]
    return VALUE_MEANINGS[name, None].format(_declaration_text(value) if isinstance(value, tuple) else value)


def _declaration_text(points: tuple[int, ...]) -> str:
    """``Two declared doubles count 20 card points, three 40``, and where that ends."""
    first = f"Two declared doubles count {points[0]} card points"
    more_doubles = zip(("three", "four", "five", "six", "seven"), points[1:], strict=False)
    all_counts = ", ".join([first, *(f"{name} {number}" for name, number in more_doubles)])
    return all_counts if len(points) > 4 else f"{all_counts}; no more can be declared at a time"


#: What each field decides.
FIELD_DESCRIPTIONS: Mapping[str, str] = {
    "plain_trick": "Who wins a trick without a trump or the Bingo",
    "double_rank": "Where a double ranks in its suit",
    "blank_rank": "What a blank counts when tiles are compared",
    "trump_from": "How the turned tile makes trumps",
    "tile_points": "Card points of the tiles",
    "must_beat": "Whether a reply in phase two must win if it can",
    "follow": "What follows a plain lead in phase two",
    "trump_follows": "Whether a trump also follows as a tile of its other suit",
    "void": "What a player must play who cannot follow a plain lead in phase two",
    "bingo_on_trumps": "What a player must play who cannot follow a trump lead in phase two",
    "last_trick": "Card points for the 14th trick",
    "last_draw": "What the winner of the 7th trick draws",
    "declare": "When doubles are declared",
    "declaration_counts": "When declared points count",
    "declaration_points": "Card points for declaring two, three ... doubles",
    "bingo_bonus": "Extra card points with the Bingo among the declared doubles",
    "redeclare": "Whether a double can be declared again",
    "seven_doubles": "Game points for declaring all seven doubles",
    "target": "Card points to reach",
    "at_target": "What reaching the target does",
    "shutout": "When a win scores 3",
    "low": "Below how many card points of the other a win scores 2",
    "closed_win": "When the closer's win is judged",
    "failed_close": "What a failed close costs",
    "others_win": "What the closer's opponent scores for reaching the target",
    "false_claims": "Whether the searches may claim falsely",
    "false_claim": "What a false claim costs",
    "capture": "Game points when the Bingo takes the double of trumps",
}
#: What each value of a field means; numbers have one sentence under ``None``, in which ``{}`` stands for the number.
VALUE_MEANINGS: Mapping[tuple[str, Value | None], str] = {
    ("plain_trick", "led-suit"): "The higher end of the led tile is its suit; a reply wins only if it is of that suit"
    " and ranks higher.",
    ("plain_trick", "either-end"): "A reply wins if it shares either end with the led tile and ranks higher in that"
    " suit.",
    ("plain_trick", "either-end-in-phase-two"): "The higher end of the led tile is its suit; in phase two a reply that"
    " follows the lower end is judged in that suit.",
    ("plain_trick", "heavier"): "The tile with more pips wins, whatever the suits; on a tie the leader.",
    ("plain_trick", "heavier-if-matching"): "The heavier tile wins if the two share an end; otherwise the leader.",
    ("double_rank", "high"): "A double is the highest tile of its suit.",
    ("double_rank", "pips"): "A double ranks by its pips, in trumps too (4-4 between 5-4 and 4-3).",
    ("blank_rank", 7): "A blank ranks as a seven.",
    ("blank_rank", 0): "A blank ranks lowest.",
    ("trump_from", "higher-end"): "The higher end of the turned tile is trumps (a blank is a seven).",
    ("trump_from", "either-end"): "The first player chooses either end of the turned tile as trumps.",
    ("tile_points", "standard"): "The double of trumps counts 28; other doubles and other trumps the sum of their ends"
    " (a blank is 7); 6-4 and 3-0 always 10; all else nothing.",
    ("tile_points", "simplified"): "The double of trumps counts the sum of its ends, other trumps their other end (a"
    " blank is 0), other doubles 3; all else nothing.",
    ("must_beat", True): "In phase two, of the tiles that must follow, one that wins the trick must be played if there"
    " is one, whatever makes it win.",
    ("must_beat", False): "In phase two nobody is obliged to beat the led tile.",
    ("follow", "led-suit"): "A plain lead is followed in the suit of its higher end.",
    ("follow", "lower-end-next"): "A plain lead is followed in the suit of its higher end, else of its lower end.",
    ("follow", "any-end"): "A lead, plain or trump, is followed by any tile that matches one of its ends.",
    ("trump_follows", True): "A trump may follow a plain lead whose suit it shows.",
    ("trump_follows", False): "A trump is a trump and nothing else.",
    ("void", "trump-or-bingo"): "A player who cannot follow a plain lead must play a trump or the Bingo.",
    (
        "void",
        "trump-then-bingo",
    ): "A player who cannot follow a plain lead must play a trump, without trumps the Bingo.",
    ("void", "anything"): "A player who cannot follow a plain lead may play any tile.",
    ("bingo_on_trumps", True): "A player who cannot follow a trump lead must play the Bingo.",
    ("bingo_on_trumps", False): "A player who cannot follow a trump lead may play any tile.",
    ("last_trick", 0): "The last trick counts nothing extra.",
    ("last_trick", None): "The 14th trick counts {} extra.",
    ("last_draw", "face-down"): "The winner of the 7th trick draws the last face-down tile, the loser the turned tile.",
    ("last_draw", "turned"): "The winner of the 7th trick draws the turned tile, the loser the last face-down tile.",
    ("declare", "leading"): "A player about to lead may declare doubles and must lead one of them.",
    ("declare", "after-winning"): "A player who has just won a trick with a double may, before drawing, declare it"
    " together with doubles in hand.",
    ("declaration_counts", "once-a-trick-is-won"): "A declaration counts as soon as its player has won a trick in the"
    " deal.",
    ("declaration_counts", "with-its-trick"): "A declaration counts only if the double led with it wins its trick.",
    ("declaration_points", None): "{}.",
    ("bingo_bonus", 0): "The Bingo among declared doubles adds nothing.",
    ("bingo_bonus", None): "The Bingo among declared doubles adds {}.",
    ("redeclare", True): "A double still in hand may be declared again.",
    ("redeclare", False): "A declared double cannot be declared again.",
    ("seven_doubles", 0): "All seven doubles count card points like any declaration.",
    ("seven_doubles", None): "Declaring all seven doubles scores {} game points and ends the deal.",
    ("target", None): "The target is {} card points.",
    ("at_target", "claim"): "A player at the target may claim, between tricks; that ends the deal. Waiting is allowed.",
    ("at_target", "first-ends"): "The first player to reach the target scores at once and the deal ends.",
    ("at_target", "each-scores"): "Each player scores once on reaching the target; play goes on to the last tile.",
    ("at_target", "points"): "No target within a deal: it is worth the difference of card points.",
    ("shutout", "no-trick"): "A win scores 3 game points if the other has no trick.",
    ("shutout", "no-points"): "A win scores 3 game points if the other has no card points.",
    ("low", None): "A win scores 2 if the other has fewer than {} card points, else 1.",
    ("closed_win", "at-close"): "The closer's win is judged by what the other had at the close.",
    ("closed_win", "when-reached"): "The closer's win is judged by what the other has when it is scored.",
    ("failed_close", "no-trick-at-close"): "A failed close gives the other 2, or 3 if they had no trick when it was"
    " closed.",
    ("failed_close", "no-trick-at-end"): "A failed close gives the other 2, or 3 if either player has no trick at the"
    " end.",
    ("failed_close", "two"): "A failed close gives the other 2.",
    ("failed_close", "shortfall"): "A failed close gives the other 7 card points, or what the closer is short of the"
    " target (with points carried from earlier deals) if that is more.",
    ("others_win", "two"): "The closer's opponent scores 2 for reaching the target.",
    ("others_win", "as-usual"): "The closer's opponent scores as usual for reaching the target.",
    ("false_claims", True): "A player may claim falsely to limit the loss.",
    ("false_claims", False): "Only true claims are made.",
    ("false_claim", "two"): "A false claim gives the other 2; the closer's costs what a failed close does.",
    ("false_claim", "no-trick"): "A false claim gives the other 2, or 3 if either player has no trick at that moment.",
    ("capture", 0): "Taking the double of trumps with the Bingo scores nothing extra.",
    ("capture", None): "Taking the double of trumps with the Bingo scores {} game point at once.",
}
