// Values of every move, by one search a move on one table: what is searched for the first serves all others. `moves`
// and `list_moves` differ in what they keep: one number a tile, or moves with their declarations.

#include "core/move_values.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

namespace bingo {

// --- every sensible move of a position ---------------------------------------------------------------

// Each move is searched in the window that the caller names, not in one narrowed by the moves before it: all are
// wanted, or all that reach the value. Two facts spare work. No move is worth less than `low`, what even the worst play
// brings
// (`least`), so where that is beta or more nothing is searched. And where the other may claim first, no move but the
// leader's own claim is worth more than `cap`.
//
// A close is searched like any lead, in the closed position. Where the largest declaration is never worse, subsets are
// left out. A declaration that ends the deal or is claimed on is offered without a tile.
template <class Offer, class Filter>
void Solver::options(const Position& root, int alpha, int beta, Offer offer, Filter filter) {
    start(root);
    const State& n = root.node;
    const int me = n.leader;
    if (root.stage == kReplyStage) {
        const Mask beats = t_->beats[!n.open][root.led];
        const int low = least(n, 1 - me);
        for (Mask m = replies(n, root.led); m; m &= m - 1) {
            const int k = lowest(m);
            if (!filter(Move{0, k})) continue;
            const int a = std::max(alpha, low);
            offer({0, k}, low >= beta
                              ? low
                              : std::max(low, -end_trick(n, root.led, k, has(beats, k), root.pending, -beta, -a)));
        }
        return;
    }
    int cap = kInfinity;
    const auto capped = [&](const Move& move, int value) { offer(move, std::min(value, cap)); };
    if (root.stage == kClaimStage && may_claim(n, me)) capped({0, -1, false, true}, claim(n, me));
    if (root.stage <= kAnswerStage && may_claim(n, 1 - me)) cap = -claim(n, 1 - me);
    for (const bool close : {false, true}) {
        if (close && !(n.open && n.has_trick(me))) break;
        const State start = close ? closed(n) : n;
        const int low = least(start, me);
        const auto search = [&](const State& state, int led, int pending, int a, int b) {
            return low >= b ? low : std::max(low, lead_tile(state, led, pending, std::max(a, low), b));
        };
        const Mask doubles = s_.after_winning ? 0 : start.declarable & start.hand[me];
        // Where fewer are never better, they are not looked at, except those to be led beside a declaration that ends
        // the deal.
        const bool largest_only = s_.largest_is_best && !start.open && two_or_more(doubles) && doubles != t_->doubles;
        for (Mask m = start.hand[me] & ~(largest_only ? doubles : 0); m; m &= m - 1) {
            const Move lead{0, lowest(m), close};
            if (filter(lead)) capped(lead, search(start, lead.tile, 0, alpha, beta));
        }
        for (Mask part = doubles; part; part = largest_only ? 0 : (part - 1) & doubles) {
            if (!is_declaration(count(part))) continue;
            State d = start;
            int gain = 0, pending = 0;
            if (declare(d, me, part, gain, pending)) {
                if (!leads_on(part)) capped({part, -1, close}, gain);
                for (Mask m = leads_on(part) ? part : 0; m; m &= m - 1) capped({part, lowest(m), close}, gain);
                continue;
            }
            if (!close && may_claim(d, me)) capped({part, -1, false, true}, claim(d, me));
            for (Mask m = part; m; m &= m - 1) {
                const Move lead{part, lowest(m), close};
                if (filter(lead)) capped(lead, gain + search(d, lead.tile, pending, alpha - gain, beta - gain));
            }
        }
    }
}

// `value` comes first: no move brings more, so the window of all moves ends there, and much of what follows them is in
// the table by then.
Solver::Moves Solver::moves(const Position& root) {
    Moves moves;
    moves.value = static_cast<std::int16_t>(value(root));
    if (root.stage == kShowStage) return moves;  // doubles are shown or not, and no tile is led or played
    const int sign = root.mover() == 0 ? 1 : -1;
    const int before = scored_utility(root.node), best = sign * (moves.value - before);
    options(root, -kInfinity, best, [&](const Move& move, int reached) {
        if (move.close && move.tile < 0) return;  // worth what it is without closing
        moves.offer(move, *t_, before + sign * std::min(reached, best), sign);
    });
    return moves;
}

// --- as answers list them ----------------------------------------------------------------------------

namespace {

// The best way so far to lead or play one tile: one of several declarations, or none.
struct Choice {
    bool exists = false;
    Move move;
    Mask declared = 0;  // by tile index
    int value = 0;      // for the mover: a utility where there is an objective
    int points = 0;     // for the mover, in game points
};

// Places of a list in the order of analysis: a claim; a declaration that is claimed on; moves that close nothing, by
// tile, then a declaration that ends the deal; the same of closing moves.
constexpr std::size_t kSlots = 2 + 2 * (kTiles + 1);

std::size_t slot_of(const Move& m, const Trump& trump) {
    if (m.claim) return m.declare ? 1 : 0;
    return (2 + m.close * (kTiles + 1) + (m.tile < 0 ? kTiles : trump.tile[m.tile]));
}

// The declaration that is named: the largest; of equally large ones, the one with the lowest tiles.
bool larger(Mask declared, Mask other) {
    const int difference = count(declared) - count(other);
    return difference ? difference > 0 : declared < other;
}

// Moves worth more than `alpha` to the mover, in the order of analysis, with their values up to `beta`: with alpha just
// below the value of the position, those that reach it.
std::vector<Choice> list_moves(Solver& solver, const Position& root, int alpha, int beta) {
    const Trump& trump = *root.deal.trump;
    std::array<Choice, kSlots> choices{};
    solver.options(root, alpha, beta, [&](const Move& m, int reached) {
        if (reached <= alpha) return;
        const int value = std::min(reached, beta);
        Choice& choice = choices[slot_of(m, trump)];
        const Mask declared = tiles_of(m.declare, trump).bits;
        if (!choice.exists || value > choice.value || (value == choice.value && larger(declared, choice.declared)))
            choice = {true, m, declared, value, value};
    });
    std::vector<Choice> result;
    std::copy_if(choices.begin(), choices.end(), std::back_inserter(result), [](const Choice& c) { return c.exists; });
    return result;
}

// Finds what each of some moves is worth to the mover in game points, of which the position is worth `root_value`. They
// were chosen by their utility, so some may be worth less: those that reach it are told by a window of one, and only if
// any are left is there a search with a wide window.
void find_points(Solver& solver, const Position& root, int root_value, std::vector<Choice>& choices) {
    for (Choice& c : choices) c.points = -kInfinity;
    // A move whose points are not known yet; nullptr where nobody asks for it.
    const auto without_points = [&](const Move& move) -> Choice* {
        const auto is_match = [&](const Choice& c) { return c.move == move && c.points == -kInfinity; };
        const auto choice = std::find_if(choices.begin(), choices.end(), is_match);
        return choice == choices.end() ? nullptr : &*choice;
    };
    const auto filter = [&](const Move& move) { return without_points(move) != nullptr; };
    const auto note = [&](const Move& move, int value) {
        if (Choice* const choice = without_points(move)) choice->points = value;
    };
    const auto reaching = [&](const Move& move, int value) {
        if (value >= root_value) note(move, root_value);
    };
    solver.options(root, root_value - 1, root_value, reaching, filter);
    if (std::any_of(choices.begin(), choices.end(), [](const Choice& c) { return c.points == -kInfinity; }))
        solver.options(root, -kInfinity, kInfinity, note, filter);
}

// The layout is drawn in move_values.hpp.
MoveCode encode(const Choice& choice, const Position& root) {
    const Move& m = choice.move;
    int code = m.tile < 0 ? kNoTile : root.deal.trump->tile[m.tile];
    code |= m.close << 5 | m.claim << 6 | (root.stage == kReplyStage) << 7;
    for (int suit = 0; suit < kSuits; ++suit)
        code |= static_cast<int>(has(choice.declared, tile_of(suit, suit))) << (8 + suit);
    return static_cast<MoveCode>(code);
}

}  // namespace

// With an objective the position is solved twice, for game points and for utility: answers name both, and moves of
// equal utility are told apart by their points.
SolvedPosition solve_position(Solver& solver, const Position& root, Detail detail, const Objective* objective) {
    SolvedPosition solved;
    solved.value = solver.value(root);
    if (detail == kValue && !objective) return solved;
    const int sign = root.mover() == 0 ? 1 : -1, points = sign * solved.value;
    Position goal = root;
    goal.deal.objective = objective;
    solved.utility = objective ? solver.value(goal) : solved.value;
    const int before = solver.game().scored_utility(goal.node), most = sign * (solved.utility - before);
    std::vector<Choice> choices = list_moves(solver, goal, detail == kEvery ? -kInfinity : most - 1, most);
    if (objective) find_points(solver, root, points, choices);
    std::stable_sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
        return std::tie(a.value, a.points) > std::tie(b.value, b.points);
    });
    solved.value = sign * choices[0].points;
    for (const Choice& c : choices)
        solved.moves.push_back({encode(c, root), static_cast<std::int16_t>(sign * c.points),
                                static_cast<std::int16_t>(before + sign * c.value)});
    return solved;
}

// --- move by move ------------------------------------------------------------------------------------

Solver& Exact::solver(const Position& root) {
    auto& solver = root.node.open ? deals_ : endgames_;
    if (!solver) {
        solver = std::make_unique<Solver>(tables_, root.node.open ? bits_.deals : bits_.endgames, bits_.open);
        solver->set_watch(watch_);
    }
    return *solver;
}

void Exact::set_watch(Watch* watch) {
    watch_ = watch;
    for (Solver* each : {endgames_.get(), deals_.get()})
        if (each) each->set_watch(watch);
}

// With an objective a value holds the utility of all that was scored before it (Solver::value), the gain of this move
// too; in game points the gain is added.
int Exact::value_of(const Position& root, const Move& move) {
    const MoveResult result = play(tables_, root, move);
    if (!root.deal.objective) return result.over ? result.gain : result.gain + value(result.position);
    if (!result.over) return value(result.position);
    Game game(tables_);
    game.set_deal(root.deal);
    return game.scored_utility(root.node) + result.gain;
}

}  // namespace bingo
