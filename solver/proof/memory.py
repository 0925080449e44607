"""Tricks that are partly remembered: the least and the most card points that fit all that is seen."""

from dataclasses import dataclass
from itertools import combinations

from ortools.sat.python import cp_model

from bingo.solver.errors import ImpossiblePosition, Reason
from bingo.solver.game import BINGO, DOUBLES, OPPONENT, YOU, InformationSet, Mask, Taken, Tile, members
from bingo.solver.proof import Arrangement
from bingo.solver.proof.deal import BoolVar, Clock, DealModel, Linear, OutOfTime, Places, deal_of, solve, total, wins
from bingo.solver.proof.lines import most_declarable, worth_of_some

Pairs = dict[tuple[Tile, Tile], BoolVar]


@dataclass(frozen=True, slots=True)
class Declaration:
    """The variables of one declaration: its doubles, the one of them that was led with it (or had just won the trick),
    and the card points it has brought, 0 if its trick had to be won and was not.
    """

    doubles: Places
    led: Places
    points: Linear


@dataclass(frozen=True, slots=True)
class Memory:
    """The variables of a deal and of what happened in it: doubles that each player has declared, their declarations in
    order, and for such doubles the tile that lies beside them in a trick of either side.
    """

    deal: DealModel
    declared: tuple[Places, Places]
    declarations: tuple[list[Declaration], list[Declaration]]
    beside: tuple[Pairs, Pairs]

    def led(self, player: int, d: Tile) -> Linear:
        return total(declaration.led[d] for declaration in self.declarations[player])


def extreme(view: InformationSet, clock: Clock, *, most: bool, player: int = YOU, at_least: int = 0) -> Arrangement:
    """The arrangement with the least or the most card points of one player, you having ``at_least`` so many.

    Raises:
        ImpossiblePosition: nothing fits what is written.
        OutOfTime: time was up.
    """
    memory = remember(view)
    model = memory.deal.model
    points = card_points(memory.deal, player)
    model.add(card_points(memory.deal, YOU) >= at_least)
    model.minimize(-points if most else points)
    solver, status = solve(model, clock)
    if status == cp_model.INFEASIBLE:
        expected = "tricks that can hold what is remembered, the card points and the declared doubles"
        raise ImpossiblePosition([Reason("tricks", expected, "no tiles that fit all that is written")])
    if status != cp_model.OPTIMAL:
        raise OutOfTime
    hand, *taken = memory.deal.layout(solver)
    yours, theirs = (solver.value(card_points(memory.deal, player)) for player in (YOU, OPPONENT))
    tricks = tuple(
        _in_pairs(side, there, {pair for pair, p in beside.items() if solver.value(p)})
        for side, there, beside in zip(view.taken, taken, memory.beside, strict=True)
    )
    return Arrangement(yours, theirs, hand, (tricks[0], tricks[1]))


def remember(view: InformationSet) -> Memory:
    deal = deal_of(view)
    declared = tuple(_declarable(deal, player) for player in (YOU, OPPONENT))
    declarations = tuple(_declarations(deal, player, declared[player]) for player in (YOU, OPPONENT))
    beside = tuple(_pairs(deal, declared, player) for player in (YOU, OPPONENT))
    memory = Memory(deal, (declared[0], declared[1]), (declarations[0], declarations[1]), (beside[0], beside[1]))
    # Doubles that were shown have been declared.
    for shown, places in zip(view.shown_by, declared, strict=True):
        for d in members(shown):
            if d in places:
                deal.model.add(places[d] == 1)
    declared_by_their_holder(memory)
    declarations_have_their_doubles(memory)
    # The declared points are those of the declarations.
    for points, own in zip(view.declared, declarations, strict=True):
        deal.model.add(total(declaration.points for declaration in own) == points)
    declarations_need_leads(memory)
    tricks_have_two_tiles(memory)
    tricks_were_won_by_their_winner(memory)
    close_is_remembered(memory)
    if view.rules.at_target == "first-ends":  # nobody is there yet
        for player in (YOU, OPPONENT):
            deal.model.add(card_points(deal, player) < view.rules.target)
    return memory


def card_points(deal: DealModel, player: int) -> cp_model.LinearExpr:
    return deal.points(player) + (deal.known.declared[player] if deal.known.tricks[player] else 0)


def _declarable(deal: DealModel, player: int) -> Places:
    view = deal.known
    if not view.declared[player] and not view.shown_by[player]:
        return {}
    placed = view.on_table if view.leader != player or view.led is None else view.on_table & ~(1 << view.led)
    excluded = view.hand if player == OPPONENT else view.other or 0
    return {d: deal.model.new_bool_var(f"{d} declared by {player}") for d in members(DOUBLES & ~placed & ~excluded)}


def _declarations(deal: DealModel, player: int, places: Places) -> list[Declaration]:
    """As many declarations as can matter: of doubles declared once, seven make no more than three of two each."""
    model, rules = deal.model, deal.known.rules
    declarations = []
    for n in range(len(places) if rules.redeclare else len(places) // 2):
        name = f"declaration {n} of {player}"
        sizes = range(2, most_declarable(rules) + 1)
        doubles = {d: model.new_bool_var(f"{d} in {name}") for d in places}
        led = {d: model.new_bool_var(f"{d} led with {name}") for d in places}
        counted, idle = ({k: model.new_bool_var(f"{name} of {k} {what}") for k in sizes} for what in ("counts", "idle"))
        model.add(total(counted.values()) + total(idle.values()) <= 1)
        model.add(total(doubles.values()) == total(k * (counted[k] + idle[k]) for k in sizes))
        model.add(total(led.values()) == total(counted.values()) + total(idle.values()))
        bonus = model.new_bool_var(f"bonus of {name}")
        with_bingo: Linear = doubles.get(BINGO, 0)
        model.add(bonus <= with_bingo)
        model.add(bonus <= total(counted.values()))
        model.add(bonus >= with_bingo + total(counted.values()) - 1)
        for d in places:
            won, lost = _where_led(deal, player, d)
            model.add(led[d] <= doubles[d])
            model.add(led[d] - total(idle.values()) <= won)
            model.add(led[d] - total(counted.values()) <= lost)
        points = total([*(worth_of_some(rules, k) * counted[k] for k in sizes), rules.bingo_bonus * bonus])
        declarations.append(Declaration(doubles, led, points))
    return declarations


def _where_led(deal: DealModel, player: int, d: Tile) -> tuple[Linear, Linear]:
    """Whether a double lies where one lies that was led with a declaration that counts, and with one that does not."""
    rules = deal.known.rules
    if rules.declare == "leading" and rules.declaration_counts == "once-a-trick-is-won":
        return played(deal, d), 0
    own, other = (deal.taken[side].get(d, 0) for side in (player, 1 - player))
    return own, other + int(d == deal.known.led) if rules.declare == "leading" else 0


def _pairs(deal: DealModel, declared: tuple[Places, ...], player: int) -> Pairs:
    """For each double that may have been declared, the tiles that may lie beside it in a trick of this player."""
    side, there = deal.known.taken[player], deal.taken[player]
    doubles = sorted({d for places in declared for d in places if d in there})
    return {
        (d, c): deal.model.new_bool_var(f"{c} beside {d} in a trick of {player}")
        for d in doubles
        for c in there
        if c != d and _may_be_together(side, d, c)
    }


def _may_be_together(side: Taken, a: Tile, b: Tile) -> bool:
    """Whether two tiles can lie in one trick, by what is remembered of the tricks."""
    tricks = [next((trick for trick in side.known if t in trick), None) for t in (a, b)]
    if tricks[0] is not None and tricks[0] == tricks[1]:
        return True
    return not all(tricks) and all(trick is None or len(trick) < 2 for trick in tricks)


# --- families of constraints -------------------------------------------------------------------------


def declared_by_their_holder(memory: Memory) -> None:
    """A player declares what they hold: it was played by them, or is still in their hand and so among those shown."""
    deal, model = memory.deal, memory.deal.model
    for d in members(DOUBLES):
        model.add_at_most_one([places[d] for places in memory.declared if d in places])
        if d in memory.declared[YOU] and d in deal.held:
            model.add_implication(memory.declared[YOU][d], deal.held[d].negated())
    for player, places in enumerate(memory.declared):
        for d, declared in places.items():
            holds: Linear = (deal.known.hand >> d & 1) if player == YOU else deal.held.get(d, 0)
            shown = deal.known.shown_by[player] >> d & 1
            model.add((holds if shown else 0) + played(deal, d) >= declared)


def played(deal: DealModel, t: Tile) -> Linear:
    return int(t == deal.known.led) + total(taken[t] for taken in deal.taken if t in taken)


def declarations_have_their_doubles(memory: Memory) -> None:
    """Every declared double is in a declaration: in one only, or where it may be declared again, until it is led."""
    model = memory.deal.model
    for places, declarations in zip(memory.declared, memory.declarations, strict=True):
        for d, declared in places.items():
            times = total(declaration.doubles[d] for declaration in declarations)
            if not memory.deal.known.rules.redeclare:
                model.add(times == declared)
                continue
            model.add(times >= declared)
            for n, declaration in enumerate(declarations):
                model.add(declaration.doubles[d] <= declared)
                for later in declarations[n + 1 :]:
                    model.add(declaration.led[d] + later.doubles[d] <= 1)


def declarations_need_leads(memory: Memory) -> None:
    """Whoever wins a trick leads the next one, and somebody led the first: a declaration has such a lead of its own."""
    deal = memory.deal
    view = deal.known
    if view.rules.declare != "leading":
        return
    first = deal.model.new_bool_var("the opponent led the first trick") if sum(view.tricks) else 0
    for player, places in enumerate(memory.declared):
        leads: Linear = view.tricks[player]
        if sum(view.tricks):
            leads += (first if player == OPPONENT else 1 - first) - (player == view.leader)
        deal.model.add(total(memory.led(player, d) for d in places if d != view.led) <= leads)


def tricks_have_two_tiles(memory: Memory) -> None:
    """Beside a declared double in a trick lies one other tile, and beside that no third; there are as many tricks as
    there are.
    """
    model = memory.deal.model
    for side, there, beside in zip(memory.deal.known.taken, memory.deal.taken, memory.beside, strict=True):
        doubles = {d for d, _ in beside} | {d for places in memory.declared for d in places if d in there}
        placed = {t for trick in side.known for t in trick}
        for d in doubles:
            model.add(total(p for (a, _), p in beside.items() if a == d) == there[d])
        for c, lies in there.items():
            model.add(total(p for (_, b), p in beside.items() if b == c) <= lies)
        for a, b in combinations(sorted(doubles), 2):
            if (a, b) in beside:
                model.add(beside[a, b] == beside[b, a])
        unplaced = [p for (a, b), p in beside.items() if not {a, b} & placed and (b not in doubles or a < b)]
        model.add(total(unplaced) <= len([trick for trick in side.known if not trick]))


def tricks_were_won_by_their_winner(memory: Memory) -> None:
    """Who declared a double has played it, and the other what lies beside it: in a trick of the other it was beaten, in
    one of their own it was not, be it led or not; and for certain as a lead if it was led with its declaration.
    """
    view, model = memory.deal.known, memory.deal.model
    leading = view.rules.declare == "leading"
    for winner, beside in enumerate(memory.beside):
        for (d, c), together in beside.items():
            beaten = memory.deal.wins(d, c)
            for player, places in enumerate(memory.declared):
                strong, weak = (d, c) if player == winner else (c, d)
                if d in places and not _can_win(view, strong, weak):
                    model.add_bool_or([together.negated(), places[d].negated()])
                if d in places and leading and beaten == (player == winner):
                    model.add(memory.led(player, d) + together <= 1)
                if d in places and leading and c in memory.declared[1 - player]:
                    model.add(memory.led(player, d) + memory.led(1 - player, c) + together <= 2)
                if d in places and c in places:
                    model.add_bool_or([together.negated(), places[d].negated(), places[c].negated()])


def _can_win(view: InformationSet, strong: Tile, weak: Tile) -> bool:
    """Whether the player of one tile can have won the trick from the player of the other, leading or replying.

    Replies that win in phase two alone add nothing: the tile they beat does not beat them when they are led.
    """
    rules, trump = view.rules, view.trump
    beaten = wins(rules, trump, strong, weak, phase_two=False)
    return not beaten or wins(rules, trump, weak, strong, phase_two=False)


def close_is_remembered(memory: Memory) -> None:
    """What the closer's opponent had at the close lay in so many of their tricks, and in declarations before it."""
    view, deal, model = memory.deal.known, memory.deal, memory.deal.model
    if view.closed is None or not deal.taken[0]:
        return
    other = 1 - view.closed.by
    side, there = view.taken[other], deal.taken[other]
    tricks = [model.new_bool_var(f"trick {n} before the close") for n in range(len(side.known))]
    before = {t: model.new_bool_var(f"{t} in a trick before the close") for t in there}
    model.add(total(tricks) == view.closed.tricks)
    for t, lies in there.items():
        model.add(before[t] <= lies)
    placed = {t: n for n, trick in enumerate(side.known) for t in trick}
    for t, n in placed.items():
        model.add(before[t] == tricks[n])
    missing = total((2 - len(trick)) * tricks[n] for n, trick in enumerate(side.known))
    model.add(total(here for t, here in before.items() if t not in placed) == missing)
    for (d, c), together in memory.beside[other].items():
        model.add(before[d] == before[c]).only_enforce_if(together)
    declared = [_declared_before(memory, other, declaration, before) for declaration in memory.declarations[other]]
    points = total(deal.worth(t) * here for t, here in before.items())
    model.add((points + total(declared) if view.closed.tricks else 0) == view.closed.points)


def _declared_before(memory: Memory, player: int, declaration: Declaration, before: Places) -> Linear:
    """The points of a declaration if it was made before the close, else 0: made after it, nothing of it was played."""
    model, lost = memory.deal.model, memory.deal.taken[1 - player]
    early = model.new_bool_var("declared before the close")
    points = model.new_int_var(0, memory.deal.known.declared[player], "declared before the close")
    model.add(points == declaration.points).only_enforce_if(early)
    model.add(points == 0).only_enforce_if(early.negated())
    for d, led in declaration.led.items():
        model.add(led + early <= 1 + before.get(d, 0) + lost.get(d, 0))
        model.add(declaration.doubles[d] + before.get(d, 0) <= 1 + early)
    return points


# --- reading the answer ------------------------------------------------------------------------------


def _in_pairs(side: Taken, there: Mask, beside: set[tuple[Tile, Tile]]) -> tuple[tuple[Tile, ...], ...]:
    """The tiles of a side as tricks: what is remembered, what must lie together, then the rest as it comes."""
    tricks = [list(trick) for trick in side.known]
    other_tile = dict(beside) | {c: d for d, c in beside}
    rest = [t for t in members(there) if not any(t in trick for trick in tricks)]
    for trick in tricks:
        if len(trick) == 1 and trick[0] in other_tile:
            trick.append(other_tile[trick[0]])
    free = [t for t in rest if not any(t in trick for trick in tricks)]
    for t in free:
        if other_tile.get(t, -1) in free and t < other_tile[t]:
            next(trick for trick in tricks if not trick).extend((t, other_tile[t]))
    single = iter(t for t in free if not any(t in trick for trick in tricks))
    for trick in tricks:
        while len(trick) < 2:
            trick.append(next(single))
    return tuple(map(tuple, tricks))
