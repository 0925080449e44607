"""*Can I claim?* in words: the verdict, the arrangements of tiles behind it, what a claim wins or costs, and lines."""

from bingo.solver.analysis.claim import Claim, Stakes
from bingo.solver.errors import counted, range_text
from bingo.solver.game import OPPONENT, PLAYER_NAMES, YOU, text, text_all, text_mask
from bingo.solver.game.tricks import wins_at_once
from bingo.solver.proof import Arrangement, Certificate, LineProof
from bingo.solver.render import Screen, percent, phrase, points, signed
from bingo.solver.render.board import match_remark

#: The remarks of an answer, by their codes.
REMARKS = {
    "no-claims-first-ends": "Under these rules nobody claims: the first to reach the target scores at once.",
    "no-claims-each-scores": "Under these rules nobody claims: whoever reaches the target scores at once, and play goes"
    " on.",
    "no-claims-points": "Under these rules nobody claims: a deal is worth the difference of card points.",
    "tile-led": "A tile is led: claims are made between two tricks, so not before this one is played.",
    "declare-first": "With {declare} declared, the points are there.",
    "no-trick-yet": "What you declared counts only once you have a trick.",
    "opponent-claims-first": "The opponent has {points} card points and may claim before you.",
}


def remarks(claim: Claim) -> list[str]:
    """The remarks on a claim that the verdict does not make already, in sentences."""
    in_verdict = {"declare-first", *(["tile-led"] if claim else [])}
    return [
        REMARKS[str(remark["code"])].format(**remark) for remark in claim.remarks() if remark["code"] not in in_verdict
    ]


def claim_lines(claim: Claim, screen: Screen, *, full: bool = True) -> list[str]:
    """What a line takes, whether to claim, what is at stake; unless ``full``, without remarks and arrangements."""
    lines = [] if claim.line is None else [*explain_line(claim.line, screen), ""]
    lines += screen.heading(verdict(claim))
    if full:
        lines += screen.paragraphs(remarks(claim))
        examples = arrangements(claim)
        lines += [""] if examples else []
        for example in examples:
            lines += screen.wrap(f"{counted(example.points, 'card point')}, if the tricks were these:")
            for name, tricks in zip(PLAYER_NAMES, example.tricks, strict=True):
                lines += screen.flow(map(text_all, tricks), f"  {name} took ", ", ") if tricks else []
            lines += screen.wrap(f"opponent holds {text_mask(example.hand)}", 2, 4)
        lines += [""] if stakes(claim) else []
    lines += screen.wrap(stakes(claim))
    if claim.stakes is not None:
        lines += ["", *screen.wrap(match_stakes(claim.stakes))] if claim.stakes.for_match else []
        lines += screen.heading(waiting_sentence(claim.stakes))
        lines += match_remark(claim.known, screen) if claim.stakes.for_match else []
    return lines


def arrangements(claim: Claim) -> list[Arrangement]:
    """How the tricks may have gone, where that makes a difference."""
    return [example for example in (claim.yes, claim.no) if example and claim.least != claim.most]


def verdict(claim: Claim) -> str:
    least, most, target = claim.least, claim.most, claim.target
    if least is None or most is None:
        return f"Whether you can claim was not found out in {claim.limit:g} s."
    if claim.gain is None:
        return f"Nobody claims under these rules. You have {_span(least, most)}."
    caveat = "" if least == most else ", whatever lies in the tricks that you do not remember"
    if claim.declare:
        next_step = ", which wins" if wins_at_once(claim.known.rules, claim.declare) else " first, then claim for"
        declaration = f"Not yet: declare {text_mask(claim.declare)}{next_step} {range_text(*claim.gain)}"
        return f"{declaration}. You have {_span(least, most)} now; {target} are needed."
    if claim and claim.known.led is not None:
        declaration = "the opponent has to reply" if claim.known.leader == YOU else "reply"
        return f"Not yet: {declaration} first. You have {_span(least, most)}, so you can claim after this trick."
    if claim.verdict == "certain":
        return f"Yes: you have {_span(least, most)}{caveat}; {target} are needed."
    if claim.verdict == "possible":
        return (
            f"Perhaps: you have {_span(least, most)}, and {target} are needed. What you remember leaves it open: claim"
            " only if you are sure."
        )
    return f"No: you have {_span(least, most)}{caveat}; {target} are needed."


def _span(low: int, high: int) -> str:
    return counted(low, "card point") if low == high else f"{low} to {high} card points"


def stakes(claim: Claim) -> str:
    if claim.gain is None or claim.cost is None:
        return ""
    false_claim = f"A false claim gives the opponent {claim.cost}."
    if claim.verdict == "impossible":
        return false_claim
    true_claim = f"{range_text(*claim.gain)} {'game point' if claim.gain == (1, 1) else 'game points'}"
    return f"It scores {true_claim}." if claim else f"A true claim scores {true_claim}. {false_claim}"


def match_stakes(at_stake: Stakes) -> str:
    """What a claim does to the match; nothing where none is played."""
    if not at_stake.for_match:
        return ""
    false_chance = percent(at_stake.if_false)
    if at_stake.if_true is None:
        how_often = f"With a false claim you win the match {false_chance} of the time."
        return how_often if at_stake.if_false else "A false claim loses the match."
    if at_stake.if_true == (1, 1) and not at_stake.if_false:
        return "A true claim wins the match, a false one loses it."
    true_chance = range_text(*map(percent, at_stake.if_true))
    return f"With a true claim you win the match {true_chance} of the time, with a false one {false_chance}."


def waiting_sentence(at_stake: Stakes) -> str:
    """Whether to go on instead; nothing where that is not asked."""
    if at_stake.waiting is None:
        return ""
    value, is_exact = at_stake.waiting.criterion.value, at_stake.waiting.is_exact
    about, show = "" if is_exact else "about ", signed if is_exact and value == int(value) else points
    if is_exact and at_stake.if_true == (value, value):
        equal_worth = f"make it {percent(value)}" if at_stake.for_match else f"bring {show(value)}"
        return f"Claim now or {phrase(at_stake.waiting.move)}: both {equal_worth}."
    waiting_worth = f"makes it {about}{percent(value)}" if at_stake.for_match else f"is worth {about}{show(value)}"
    advice = "Do not claim yet" if at_stake.wait else "Claim now"
    return f"{advice}: the best other move, {phrase(at_stake.waiting.move)}, {waiting_worth}."


# --- lines -------------------------------------------------------------------------------------------


def explain_line(proof: LineProof, screen: Screen) -> list[str]:
    """What a line takes, and the worst that can happen to it."""
    leads = [*(("close",) if proof.closes else ()), *map(str, proof.leads)]
    lines = [*screen.flow(leads, "The line: ", "; "), ""]
    lines += screen.heading(line_verdict(proof))
    if proof.closes:
        lines += screen.wrap("The boneyard is open, so the line begins by closing it.")
    if proof.worst is None or proof.barred:
        return lines
    worst = proof.worst
    holding_words = "" if proof.known.opponent_hand is not None else f"holds {text_mask(worst.hand)} and "
    lines += ["", *screen.wrap(f"At worst the opponent {holding_words}replies so:")]
    tricks = (f"{text(lead.tile)} {text(reply)}" for lead, reply in proof.play())
    lines += screen.flow(tricks, "  ", "; ")
    if worst.lost:
        lines += screen.wrap("A trick is lost there, and the lead with it: nothing more is counted.")
    return lines


def line_verdict(proof: LineProof) -> str:
    """Whether the line is good for what was asked."""
    if proof.barred:
        theirs = proof.known.card_points(OPPONENT)
        return f"The opponent has {theirs} card points and can claim before your first lead: the line proves nothing."
    if proof.verdict == "undecided":
        return f"Whether it gets you to {proof.wanted} card points was not found out in {proof.limit:g} s."
    points_now = proof.known.card_points(YOU)
    basis = "" if points_now is None else f", counting the {points_now} you have"
    if proof.verdict == "proved":
        proved_points = proof.least if proof.exact or proof.worst is None else proof.worst.proved
        if proved_points == points_now:
            return f"Certain: you have {points_now} card points already; you wanted {proof.wanted}."
        return (
            f"Certain: it gets you to at least {proved_points} card points{basis}, whatever the opponent"
            f" {'holds and replies' if proof.known.opponent_hand is None else 'replies'}; you wanted {proof.wanted}."
        )
    or_fewer = "" if proof.exact else " or fewer"
    worst = f"the opponent may hold you to {proof.least} card points{or_fewer}{basis}"
    return f"Not certain: {worst}; you wanted {proof.wanted}."


# --- what was proved of closing ----------------------------------------------------------------------


def certificate_lines(proof: Certificate, screen: Screen) -> list[str]:
    lines = screen.wrap(f"A second opinion, without the search: {_verdict(proof)}")
    if proof.wins_with_seven:
        return lines
    if not proof.barred:
        sure = f"You are sure only of the {proof.proved} card points you have now."
        if proof.line:
            sure = f"At least {proof.proved} card points whatever the opponent holds and replies, with these leads:"
        lines += screen.wrap(sure)
        lines += screen.flow(("close", *map(str, proof.line)), "  ", "; ") if proof.line else []
    beyond = f"What is out of reach was not found out in {proof.limit:g} s."
    if proof.excluded is not None:
        beyond = f"Even with every help you cannot pass {proof.excluded - 1}"
        beyond += "." if proof.tight else f"; {proof.limit:g} s was too short to see whether you can get there."
    return [*lines, *screen.wrap(beyond)]


def _verdict(proof: Certificate) -> str:
    if proof.wins_with_seven:
        return "closing and declaring all seven doubles wins."
    if proof.barred:
        return (
            f"the opponent has {proof.target} card points or more and can claim before you close: nothing is certain."
        )
    if proof.now >= proof.target:
        return f"you have {proof.now} card points now, and {proof.target} are needed."
    words = {
        "certain": f"{proof.target} card points are certain.",
        "impossible": f"{proof.target} card points are out of reach, whatever they hold and reply.",
        "open": f"you may get {proof.target} card points, but no fixed order of leads makes sure of them.",
    }
    undecided = (
        f"whether {proof.target} card points are certain or out of reach was not found out in {proof.limit:g} s."
    )
    return words.get(proof.verdict, undecided)
