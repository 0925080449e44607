"""Why a move was a mistake, in words: a sentence or two for each kind of reason."""

from __future__ import annotations

from bingo.solver.errors import counted
from bingo.solver.game.moves import Move
from bingo.solver.game.tiles import text, text_mask
from bingo.solver.render.screen import points, share_text
from bingo.solver.reviewing.decision import Reason

#: The sentences of each kind, made of its facts and of what :func:`sentence` says of these.
SENTENCES = {
    "close-too-late": "Time to close: {best} is worth {worth}, playing on {otherwise} at best ({going_on}).{wins}",
    "declared-too-early": "Declared too early: {declared} count {now} card points now, with one more double {then}."
    " It may still be drawn: {third} unseen.",
    "sure-trick-not-cashed": "Sure trick not cashed: {better} cannot be beaten{home}. {tile} is beaten by"
    " {beaten}.{waiting}",
    "easily-beaten": "Easily beaten: {tile} is beaten by {beaten}, {better} by {few}.{waiting}",
    "strong-tile-spent": "A strong tile is spent: {tile} is beaten by {only}{beaten} and is better kept; {better}, by"
    " {few}, can be spared.",
    "trick-not-taken": "Trick not taken: {better} takes it{brings} and the lead{given}.{lost}{next}",
    "trick-not-worth-it": "The trick is not worth it: {tile} brings home {taken} and is spent, though led later"
    " {only}{beaten} can beat it. {better} leaves the trick to the other player for {with_better}.",
    "points-not-secured": "Points not secured: {better} takes the trick as well and brings home {most}, {tile} {least}."
    " Later {fewer} can beat {better}.",
    "strong-tile-given-up": "A strong tile is given up: {better} {does} the trick as well. Led later, {tile} can be"
    " beaten by {beaten}, {better} by {few}.",
    "refuted": "With both hands seen {best} brings more than {move} {more} and {less}: {good:+d} and {bad:+d} {unit}s"
    " against {hand}.",
}
#: Of a declaration that is better left out, and of a move that loses against the only hand that fits.
BETTER_SILENT = "Declared too early: {lead} led without declaring {declared} is worth {silent}, with it {worth}."
REFUTED_FOR_CERTAIN = "With best play {move} brings {bad:+d} and {best} {good:+d} {unit}s."


def sentence(reason: Reason) -> str:
    """What the facts of a reason come to."""
    facts = dict(reason.facts)
    said = _tiles(facts) if "tile" in facts else {}
    said |= {key: points(facts[key]) for key in ("worth", "otherwise", "silent") if key in facts}
    said |= {key: text_mask(facts[key]) for key in ("declared", "third") if key in facts}
    kind, words = reason.kind, SENTENCES[reason.kind]
    if kind == "close-too-late" and facts["wins"] is not None:
        said["wins"] = f" With both hands seen it wins {_share(facts['wins'], facts['sampled'])}."
    elif kind == "close-too-late":
        said["wins"] = ""
    elif kind == "declared-too-early" and "third" in facts:
        then, more = facts["then"], facts["third"].bit_count() > 1
        said["then"] = str(then[0]) if len(set(then)) == 1 else f"{then[0]}, or {then[1]} with 0-0"
        said["third"] += ", all of them" if more else ", which is"
    elif kind == "declared-too-early":
        words, said["lead"] = BETTER_SILENT, text(facts["lead"])
    elif kind == "refuted":
        words = words if facts["hand"] else REFUTED_FOR_CERTAIN
        less, sampled = facts["less"], facts["sampled"]
        said |= {key: _name(facts[key]) for key in ("move", "best")}
        said["more"] = _share(facts["more"], sampled)
        said["less"] = f"never less{' in the hands drawn' if sampled else ''}"
        if less:
            said["less"] = f"less {_share(less, sampled).removesuffix(' of the time')}"
    return words.format(**facts | said)


def _tiles(facts: dict[str, int]) -> dict[str, str]:
    """What is said of the tile played and of the better one: how many beat them, and what they count."""
    tile, better = text(facts["tile"]), text(facts["better"])
    which = "unseen tiles" if facts["unseen"] else "tiles of the other player"
    shares = {key: f"{facts[key] or 'none'} of {facts['of']} {which}" for key in ("beaten", "fewer")}
    home, waiting, taken, brings = (facts.get(key, 0) for key in ("points", "waiting", "with_tile", "with_better"))
    counts = counted(brings, "card point")
    lost, left = facts.get("lost", 0), facts.get("left_points", 0)
    return {
        **shares,
        "tile": tile,
        "better": better,
        "only": "only " if facts["beaten"] else "",
        "few": str(facts["fewer"] or "none"),
        "home": f" and brings home {counted(home, 'card point')}" if home else "",
        "waiting": f" Until a trick is won the {waiting} card points declared do not count." if waiting else "",
        "taken": counted(taken, "card point"),
        "brings": f" for {counts}," if brings else "",
        "given": f"; {tile} gives the other player {taken}" if taken else "",
        "lost": f" Without a trick the {lost} card points declared do not count." if lost else "",
        "next": f" On lead, {text_mask(facts['left'])} can be declared for {left}." if left else "",
        "most": counted(facts.get("most", 0), "card point"),
        "least": str(facts.get("least") or "none"),
        "does": "takes" if facts.get("takes") else "loses",
    }


def _share(part: float, sampled: bool) -> str:
    """How often, by how likely each hand is."""
    if part == 1:
        return f"against every hand{' drawn' if sampled else ''}"
    return f"{'about ' if sampled and 0.005 <= part < 0.995 else ''}{share_text(part)} of the time"


def _name(move: Move) -> str:
    """A move in a sentence: its tile alone where that says it all."""
    return str(move) if move.close or move.declare or move.tile is None else text(move.tile)
