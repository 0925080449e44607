"""The seven published rule sets by name, each with its source and the readings chosen for it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache

from bingo.solver.errors import NotationError, check_type
from bingo.solver.game.rules import Rules, differences, override, show


@dataclass(frozen=True, slots=True)
class Preset:
    """A named rule set: where it is printed, and how its source is read."""

    name: str
    source: str
    rules: Rules
    readings: tuple[str, ...] = ()


PAGAT = Rules(
    plain_trick="led-suit",
    double_rank="high",
    blank_rank=7,
    trump_from="higher-end",
    tile_points="standard",
    must_beat=True,
    follow="led-suit",
    trump_follows=False,
    void="trump-or-bingo",
    bingo_on_trumps=True,
    last_trick=10,
    last_draw="face-down",
    declare="leading",
    declaration_counts="once-a-trick-is-won",
    declaration_points=(20, 40, 50, 60, 70, 70),
    bingo_bonus=10,
    redeclare=False,
    seven_doubles=3,
    target=70,
    at_target="claim",
    shutout="no-trick",
    low=30,
    closed_win="at-close",
    failed_close="no-trick-at-close",
    others_win="two",
    false_claims=False,
    false_claim="two",
    capture=1,
)

AKAGIRI = replace(PAGAT, failed_close="no-trick-at-end", false_claim="no-trick")

HOYLE_1868 = replace(
    PAGAT,
    last_trick=0,
    seven_doubles=0,
    at_target="first-ends",
    closed_win="when-reached",
    failed_close="two",
)

HOYLE_MODERN = replace(
    HOYLE_1868,
    plain_trick="heavier",
    must_beat=False,
    follow="lower-end-next",
    void="trump-then-bingo",
    bingo_on_trumps=False,
)

DOMINO_PLAY = replace(
    HOYLE_MODERN,
    void="anything",
    trump_follows=True,
    last_draw="turned",
    declare="after-winning",
    redeclare=True,
    seven_doubles=3,
    at_target="each-scores",
    shutout="no-points",
    others_win="as-usual",
)

ENGEL = replace(PAGAT, plain_trick="either-end-in-phase-two", follow="lower-end-next", last_trick=0)

BERNDT = replace(
    PAGAT,
    plain_trick="heavier-if-matching",
    double_rank="pips",
    blank_rank=0,
    trump_from="either-end",
    tile_points="simplified",
    must_beat=False,
    follow="any-end",
    trump_follows=True,
    last_trick=0,
    declaration_counts="with-its-trick",
    declaration_points=(3,),
    bingo_bonus=0,
    redeclare=True,
    seven_doubles=0,
    target=66,
    at_target="points",
    closed_win="when-reached",
    failed_close="shortfall",
    capture=0,
)

PRESETS: Mapping[str, Preset] = {
    p.name: p
    for p in (
        Preset(
            "pagat",
            "John McLeod, pagat.com: Bingo, a reconstruction of the 19th-century game",
            PAGAT,
            (
                "Any subset of two or more doubles may be declared.",
                "Nobody is obliged to claim; waiting can pay.",
                "A led Bingo that is no trump is a lead of blanks; unable to follow, a trump must be played.",
            ),
        ),
        Preset(
            "akagiri",
            "Akagiri, Nakayoshi-mura, 2018 (Japanese), after pagat.com",
            AKAGIRI,
            (
                "Its list of when a win scores 1, 2 or 3 is missing from our copy: as pagat.",
                "A failed close is judged like a false claim made at the end: 3 if either has no trick then.",
            ),
        ),
        Preset(
            "hoyle-1868",
            "W. B. Dick ('Trumps'), Hoyle's Games, 1868",
            HOYLE_1868,
            (
                "The first to reach 70 scores without a claim; a deal nobody wins is void.",
                "Seven doubles are not named: they count as six, with the Bingo 80.",
                "The deal ends as soon as the points are there, on a declaration before the tile is led.",
            ),
        ),
        Preset(
            "hoyle-modern",
            "pokerwiner.com gaming dictionary, after a 20th-century Hoyle",
            HOYLE_MODERN,
            (
                "The heavier tile wins a trick without trumps; blanks weigh seven.",
                "Follow the higher end, else the lower, else trump, else the Bingo.",
                "Only on a plain lead must the Bingo be played before discarding; on a trump lead any tile may go.",
                "It is silent on a failed close: 2 to the other, as in 1868.",
            ),
        ),
        Preset(
            "domino-play",
            "domino-play.com: Bingo",
            DOMINO_PLAY,
            (
                "A trump bearing the led suit follows it, as printed.",
                "A declaration may count some of the doubles held; the double that won the trick is counted in.",
                "Its total for trumps 4 (144) is a misprint for 134.",
                "Whether 70 is reached is judged when a trick is stored, and again after its winner's declaration.",
            ),
        ),
        Preset(
            "engel",
            "Michael Engel, Das grosse Humboldt Domino-Buch, 2004, as reported on pagat.com",
            ENGEL,
            ("Tiles of the lower end that win come before those that do not.",),
        ),
        Preset(
            "berndt",
            "Frederick Berndt, The Domino Book, 1975, as reported on pagat.com",
            BERNDT,
            (
                "A trump lead is followed by any tile that matches either of its ends.",
                "A double led may be shown with any other double in hand, also one shown before.",
                "A deal is worth your card points less the opponent's, those taken before the position included.",
            ),
        ),
    )
}


def rules(spec: str | Mapping[str, object] = "pagat") -> Rules:
    """The rules named by ``spec``: a preset, or a mapping with ``preset`` and single fields.

    A text may carry fields too: ``"pagat, must_beat=false"``.

    Raises:
        NotationError: unknown preset, field or value, or fields that clash.
    """
    check_type("rules", spec, str, Mapping)
    if isinstance(spec, str):
        if spec in PRESETS:
            return PRESETS[spec].rules
        preset_name, *field_texts = (p.strip() for p in spec.split(","))
        changes: dict[str, object] = {}
        for field_text in field_texts:
            field_name, equals, value_text = field_text.partition("=")
            if not equals:
                raise NotationError.of("rules", "field=value after the preset", repr(field_text))
            if field_name.strip() in changes:
                raise NotationError.of("rules", "every field once", f"{field_name.strip()!r} again")
            changes[field_name.strip()] = value_text.strip()
    else:
        changes = dict(spec)
        preset_name = str(changes.pop("preset", "pagat"))
    if preset_name not in PRESETS:
        close_names = get_close_matches(preset_name.lower(), PRESETS, n=1)
        hint = f", perhaps {close_names[0]}" if close_names else ""
        raise NotationError.of("rules", f"one of the presets {', '.join(PRESETS)}{hint}", repr(preset_name))
    return override(PRESETS[preset_name].rules, changes)


def spec(rule_set: Rules) -> str | dict[str, object]:
    """The shortest ``spec`` that :func:`rules` reads back as these rules."""
    preset_name = nearest(rule_set)
    changed_names = differences(PRESETS[preset_name].rules, rule_set)
    if not changed_names:
        return preset_name
    changed_values = {n: list(v) if isinstance(v := rule_set[n], tuple) else v for n in changed_names}
    return {"preset": preset_name, **changed_values}


def nearest(rule_set: Rules, names: Iterable[str] = tuple(PRESETS)) -> str:
    """The preset that differs from these rules in the fewest fields, of several the first."""
    return min(names, key=lambda name: len(differences(PRESETS[name].rules, rule_set)))


@lru_cache(maxsize=1024)
def label(rule_set: Rules) -> str:
    """``pagat`` or ``pagat, must_beat=false``: these rules in one line, as :func:`rules` reads them."""
    shortest_spec = spec(rule_set)
    if isinstance(shortest_spec, str):
        return shortest_spec
    field_texts = [f"{name}={show(rule_set[name])}" for name in shortest_spec if name != "preset"]
    return ", ".join([str(shortest_spec["preset"]), *field_texts])
