"""Tricks that are partly remembered: the least and the most card points that fit all that is seen."""

from dataclasses import dataclass
from itertools import combinations

from ortools.sat.python import cp_model

from bingo.solver.errors import ImpossiblePosition, Reason
from bingo.solver.game import BINGO, DOUBLES, OPPONENT, YOU, InformationSet, Mask, Taken, Tile, bit, members
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

    def led(self, player: int, double: Tile) -> Linear:
        return total(declaration.led[double] for declaration in self.declarations[player])


def extreme(view: InformationSet, clock: Clock, *, is_most: bool, player: int = YOU, at_least: int = 0) -> Arrangement:
    """The arrangement with the least or the most card points of one player, you having ``at_least`` so many.

    Raises:
        ImpossiblePosition: nothing fits what is written.
        OutOfTime: time was up.
    """
    memory = remember(view)
    model = memory.deal.model
    player_points = card_points(memory.deal, player)
    model.add(card_points(memory.deal, YOU) >= at_least)
    model.minimize(-player_points if is_most else player_points)
    solver, status = solve(model, clock)
    if status == cp_model.INFEASIBLE:
        expected = "tricks that can hold what is remembered, the card points and the declared doubles"
        raise ImpossiblePosition([Reason("tricks", expected, "no tiles that fit all that is written")])
    if status != cp_model.OPTIMAL:
        raise OutOfTime
    hand, *taken_tiles = memory.deal.layout(solver)
    your_points, opponent_points = (solver.value(card_points(memory.deal, player)) for player in (YOU, OPPONENT))
    tricks = tuple(
        _in_pairs(side, trick_tiles, {pair for pair, p in pairs.items() if solver.value(p)})
        for side, trick_tiles, pairs in zip(view.taken, taken_tiles, memory.beside, strict=True)
    )
    return Arrangement(your_points, opponent_points, hand, (tricks[0], tricks[1]))


def remember(view: InformationSet) -> Memory:
    deal = deal_of(view)
    declared = _declarable(deal, YOU), _declarable(deal, OPPONENT)
    declarations = _declarations(deal, YOU, declared[YOU]), _declarations(deal, OPPONENT, declared[OPPONENT])
    memory = Memory(deal, declared, declarations, (_pairs(deal, declared, YOU), _pairs(deal, declared, OPPONENT)))
    # Doubles that were shown have been declared.
    for shown_doubles, declared_vars in zip(view.shown_by, declared, strict=True):
        for double in members(shown_doubles):
            if double in declared_vars:
                deal.model.add(declared_vars[double] == 1)
    declared_by_their_holder(memory)
    declarations_have_their_doubles(memory)
    # The declared points are those of the declarations.
    for points, own_declarations in zip(view.declared, declarations, strict=True):
        deal.model.add(total(declaration.points for declaration in own_declarations) == points)
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
    on_table = view.on_table & ~(bit(view.led) if player == view.leader else 0)
    held_by_other = view.hand if player == OPPONENT else view.opponent_hand or 0
    return {
        double: deal.model.new_bool_var(f"{double} declared by {player}")
        for double in members(DOUBLES & ~on_table & ~held_by_other)
    }


def _declarations(deal: DealModel, player: int, declared_vars: Places) -> list[Declaration]:
    """As many declarations as can matter: of doubles declared once, seven make no more than three of two each."""
    model, rules = deal.model, deal.known.rules
    declarations = []
    for number in range(len(declared_vars) if rules.redeclare else len(declared_vars) // 2):
        label = f"declaration {number} of {player}"
        sizes = range(2, most_declarable(rules) + 1)
        double_vars = {double: model.new_bool_var(f"{double} in {label}") for double in declared_vars}
        led_vars = {double: model.new_bool_var(f"{double} led with {label}") for double in declared_vars}
        counting, idle_vars = (
            {size: model.new_bool_var(f"{label} of {size} {what}") for size in sizes} for what in ("counts", "idle")
        )
        model.add(total(counting.values()) + total(idle_vars.values()) <= 1)
        model.add(total(double_vars.values()) == total(size * (counting[size] + idle_vars[size]) for size in sizes))
        model.add(total(led_vars.values()) == total(counting.values()) + total(idle_vars.values()))
        bonus = model.new_bool_var(f"bonus of {label}")
        bingo_var: Linear = double_vars.get(BINGO, 0)
        model.add(bonus <= bingo_var)
        model.add(bonus <= total(counting.values()))
        model.add(bonus >= bingo_var + total(counting.values()) - 1)
        for double in declared_vars:
            where_won, where_lost = _where_led(deal, player, double)
            model.add(led_vars[double] <= double_vars[double])
            model.add(led_vars[double] - total(idle_vars.values()) <= where_won)
            model.add(led_vars[double] - total(counting.values()) <= where_lost)
        points = total([*(worth_of_some(rules, size) * counting[size] for size in sizes), rules.bingo_bonus * bonus])
        declarations.append(Declaration(double_vars, led_vars, points))
    return declarations


def _where_led(deal: DealModel, player: int, double: Tile) -> tuple[Linear, Linear]:
    """Whether a double lies where one lies that was led with a declaration that counts, and with one that does not."""
    rules = deal.known.rules
    if rules.declare == "leading" and rules.declaration_counts == "once-a-trick-is-won":
        return played(deal, double), 0
    won_by_player, won_by_other = (deal.taken[side].get(double, 0) for side in (player, 1 - player))
    return won_by_player, won_by_other + int(double == deal.known.led) if rules.declare == "leading" else 0


def _pairs(deal: DealModel, declared: tuple[Places, ...], player: int) -> Pairs:
    """For each double that may have been declared, the tiles that may lie beside it in a trick of this player."""
    side, trick_vars = deal.known.taken[player], deal.taken[player]
    doubles = sorted({double for declared_vars in declared for double in declared_vars if double in trick_vars})
    return {
        (double, other): deal.model.new_bool_var(f"{other} beside {double} in a trick of {player}")
        for double in doubles
        for other in trick_vars
        if other != double and _may_be_together(side, double, other)
    }


def _may_be_together(side: Taken, first_tile: Tile, second_tile: Tile) -> bool:
    """Whether two tiles can lie in one trick, by what is remembered of the tricks."""
    known_tricks = [next((trick for trick in side.known if tile in trick), None) for tile in (first_tile, second_tile)]
    if known_tricks[0] is not None and known_tricks[0] == known_tricks[1]:
        return True
    return not all(known_tricks) and all(trick is None or len(trick) < 2 for trick in known_tricks)


# --- families of constraints -------------------------------------------------------------------------


def declared_by_their_holder(memory: Memory) -> None:
    """A player declares what they hold: it was played by them, or is still in their hand and so among those shown."""
    deal, model = memory.deal, memory.deal.model
    for double in members(DOUBLES):
        model.add_at_most_one([declared_vars[double] for declared_vars in memory.declared if double in declared_vars])
        if double in memory.declared[YOU] and double in deal.held:
            model.add_implication(memory.declared[YOU][double], deal.held[double].negated())
    for player, declared_vars in enumerate(memory.declared):
        for double, is_declared in declared_vars.items():
            is_held: Linear = (deal.known.hand >> double & 1) if player == YOU else deal.held.get(double, 0)
            is_shown = deal.known.shown_by[player] >> double & 1
            model.add((is_held if is_shown else 0) + played(deal, double) >= is_declared)


def played(deal: DealModel, tile: Tile) -> Linear:
    return int(tile == deal.known.led) + total(taken[tile] for taken in deal.taken if tile in taken)


def declarations_have_their_doubles(memory: Memory) -> None:
    """Every declared double is in a declaration: in one only, or where it may be declared again, until it is led."""
    model = memory.deal.model
    for declared_vars, declarations in zip(memory.declared, memory.declarations, strict=True):
        for double, is_declared in declared_vars.items():
            declaration_count = total(declaration.doubles[double] for declaration in declarations)
            if not memory.deal.known.rules.redeclare:
                model.add(declaration_count == is_declared)
                continue
            model.add(declaration_count >= is_declared)
            for index, declaration in enumerate(declarations):
                model.add(declaration.doubles[double] <= is_declared)
                for later_declaration in declarations[index + 1 :]:
                    model.add(declaration.led[double] + later_declaration.doubles[double] <= 1)


def declarations_need_leads(memory: Memory) -> None:
    """Whoever wins a trick leads the next one, and somebody led the first: a declaration has such a lead of its own."""
    deal = memory.deal
    view = deal.known
    if view.rules.declare != "leading":
        return
    opponent_led_first = deal.model.new_bool_var("the opponent led the first trick") if sum(view.tricks) else 0
    for player, declared_vars in enumerate(memory.declared):
        leads: Linear = view.tricks[player]
        if sum(view.tricks):
            leads += (opponent_led_first if player == OPPONENT else 1 - opponent_led_first) - (player == view.leader)
        deal.model.add(total(memory.led(player, double) for double in declared_vars if double != view.led) <= leads)


def tricks_have_two_tiles(memory: Memory) -> None:
    """Beside a declared double in a trick lies one other tile, and beside that no third; there are as many tricks as
    there are.
    """
    model = memory.deal.model
    for side, trick_vars, pair_vars in zip(memory.deal.known.taken, memory.deal.taken, memory.beside, strict=True):
        doubles = {double for double, _ in pair_vars} | {
            double for declared_vars in memory.declared for double in declared_vars if double in trick_vars
        }
        remembered_tiles = {tile for trick in side.known for tile in trick}
        for double in doubles:
            model.add(total(together for (a, _), together in pair_vars.items() if a == double) == trick_vars[double])
        for other, in_trick in trick_vars.items():
            model.add(total(together for (_, b), together in pair_vars.items() if b == other) <= in_trick)
        for a, b in combinations(sorted(doubles), 2):
            if (a, b) in pair_vars:
                model.add(pair_vars[a, b] == pair_vars[b, a])
        unremembered_pairs = [
            together
            for (a, b), together in pair_vars.items()
            if not {a, b} & remembered_tiles and (b not in doubles or a < b)
        ]
        model.add(total(unremembered_pairs) <= len([trick for trick in side.known if not trick]))


def tricks_were_won_by_their_winner(memory: Memory) -> None:
    """Who declared a double has played it, and the other what lies beside it: in a trick of the other it was beaten, in
    one of their own it was not, be it led or not; and for certain as a lead if it was led with its declaration.
    """
    view, model = memory.deal.known, memory.deal.model
    declares_leading = view.rules.declare == "leading"
    for winner, pair_vars in enumerate(memory.beside):
        for (double, other), together in pair_vars.items():
            is_beaten = memory.deal.wins(double, other)
            for player, declared in enumerate(memory.declared):
                winning_tile, losing_tile = (double, other) if player == winner else (other, double)
                if double in declared and not _can_win(view, winning_tile, losing_tile):
                    model.add_bool_or([together.negated(), declared[double].negated()])
                if double in declared and declares_leading and is_beaten == (player == winner):
                    model.add(memory.led(player, double) + together <= 1)
                if double in declared and declares_leading and other in memory.declared[1 - player]:
                    model.add(memory.led(player, double) + memory.led(1 - player, other) + together <= 2)
                if double in declared and other in declared:
                    model.add_bool_or([together.negated(), declared[double].negated(), declared[other].negated()])


def _can_win(view: InformationSet, winning_tile: Tile, losing_tile: Tile) -> bool:
    """Whether the player of one tile can have won the trick from the player of the other, leading or replying.

    Replies that win in phase two alone add nothing: the tile they beat does not beat them when they are led.
    """
    rules, trump = view.rules, view.trump
    is_beaten = wins(rules, trump, winning_tile, losing_tile, phase_two=False)
    return not is_beaten or wins(rules, trump, losing_tile, winning_tile, phase_two=False)


def close_is_remembered(memory: Memory) -> None:
    """What the closer's opponent had at the close lay in so many of their tricks, and in declarations before it."""
    view, deal, model = memory.deal.known, memory.deal, memory.deal.model
    if view.closed is None or not deal.taken[0]:
        return
    other = 1 - view.closed.by
    side, trick_vars = view.taken[other], deal.taken[other]
    trick_is_early = [model.new_bool_var(f"trick {n} before the close") for n in range(len(side.known))]
    tile_is_early = {t: model.new_bool_var(f"{t} in a trick before the close") for t in trick_vars}
    model.add(total(trick_is_early) == view.closed.tricks)
    for t, in_trick in trick_vars.items():
        model.add(tile_is_early[t] <= in_trick)
    trick_number = {t: n for n, trick in enumerate(side.known) for t in trick}
    for t, n in trick_number.items():
        model.add(tile_is_early[t] == trick_is_early[n])
    unknown_early_count = total((2 - len(trick)) * trick_is_early[n] for n, trick in enumerate(side.known))
    model.add(total(is_early for t, is_early in tile_is_early.items() if t not in trick_number) == unknown_early_count)
    for (double, other_tile), together in memory.beside[other].items():
        model.add(tile_is_early[double] == tile_is_early[other_tile]).only_enforce_if(together)
    early_declared_points = [
        _declared_before(memory, other, declaration, tile_is_early) for declaration in memory.declarations[other]
    ]
    early_points = total(deal.worth(t) * is_early for t, is_early in tile_is_early.items())
    model.add((early_points + total(early_declared_points) if view.closed.tricks else 0) == view.closed.points)


def _declared_before(memory: Memory, player: int, declaration: Declaration, tile_is_early: Places) -> Linear:
    """The points of a declaration if it was made before the close, else 0: made after it, nothing of it was played."""
    model, lost_tiles = memory.deal.model, memory.deal.taken[1 - player]
    is_early = model.new_bool_var("declared before the close")
    points = model.new_int_var(0, memory.deal.known.declared[player], "declared before the close")
    model.add(points == declaration.points).only_enforce_if(is_early)
    model.add(points == 0).only_enforce_if(is_early.negated())
    for double, is_led in declaration.led.items():
        model.add(is_led + is_early <= 1 + tile_is_early.get(double, 0) + lost_tiles.get(double, 0))
        model.add(declaration.doubles[double] + tile_is_early.get(double, 0) <= 1 + is_early)
    return points


# --- reading the answer ------------------------------------------------------------------------------


def _in_pairs(side: Taken, trick_tiles: Mask, pairs: set[tuple[Tile, Tile]]) -> tuple[tuple[Tile, ...], ...]:
    """The tiles of a side as tricks: what is remembered, what must lie together, then the rest as it comes."""
    tricks = [list(trick) for trick in side.known]
    other_tile = dict(pairs) | {other: double for double, other in pairs}
    unplaced_tiles = [tile for tile in members(trick_tiles) if not any(tile in trick for trick in tricks)]
    for trick in tricks:
        if len(trick) == 1 and trick[0] in other_tile:
            trick.append(other_tile[trick[0]])
    tiles_left = [tile for tile in unplaced_tiles if not any(tile in trick for trick in tricks)]
    for tile in tiles_left:
        if other_tile.get(tile, -1) in tiles_left and tile < other_tile[tile]:
            next(trick for trick in tricks if not trick).extend((tile, other_tile[tile]))
    remaining_tiles = iter(tile for tile in tiles_left if not any(tile in trick for trick in tricks))
    for trick in tricks:
        while len(trick) < 2:
            trick.append(next(remaining_tiles))
    return tuple(map(tuple, tricks))
