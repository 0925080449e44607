// Values of every move, by one search a move on one table: what is searched for the first serves all others. `moves`
// and `list_moves` differ in what they keep: one number a tile, or moves with their declarations.

#include "core/move_values.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

namespace bingo {

// --- the value of a position -------------------------------------------------------------------------

// The driver of MTD(f). Each search asks whether the value is at least `beta`: the last result, or one more where that
// is the lower limit already. Its result becomes the lower or the upper limit, and they meet at the value. It starts
// from 0, as most deals are worth between -3 and 3; a handful of such searches takes fewer nodes than one with a wide
// window.
int Solver::value_by_zero_windows(const Position& root) {
    int low = -kInfinity, high = kInfinity, guess = 0;
    while (low < high) {
        const int beta = guess == low ? guess + 1 : guess;
        guess = search(root, beta - 1, beta);
        (guess < beta ? high : low) = guess;
    }
    return guess;
}

// From the leader's view to that of player 0; with an objective the utility that the deal has reached so far is added.
int Solver::value(const Position& root) {
    set_root(root);
    const int value = value_by_zero_windows(root);
    return scored_utility(root.node) + (root.node.leader == 0 ? value : -value);
}

// --- every sensible move of a position ---------------------------------------------------------------

// Each move is searched in the window that the caller names, not in one narrowed by the moves before it: all are
// wanted, or all that reach the value. Two facts spare work. No move is worth less than `low`, what even the worst play
// brings (`least_value`), so where that is beta or more nothing is searched. And where the other may claim first, no
// move but the leader's own claim is worth more than `claim_cap`.
//
// A close is searched like any lead, in the closed position. Where the largest declaration is never worse, subsets are
// left out, but for those to be led beside a declaration of all doubles, which may end the deal. A declaration that
// ends the deal or is claimed on comes without a tile.
std::vector<std::pair<Move, int>> Solver::valued_moves(const Position& root, int alpha, int beta,
                                                       const std::function<bool(const Move&)>& filter) {
    set_root(root);
    const State& node = root.node;
    const int me = node.leader;
    std::vector<std::pair<Move, int>> move_values;
    const auto is_wanted = [&](const Move& move) { return !filter || filter(move); };
    if (root.stage == kClaimStage && may_claim(node, me) && is_wanted(kClaimMove))
        move_values.emplace_back(kClaimMove, claim_gain(node, me));
    const int claim_cap = root.stage <= kAnswerStage && may_claim(node, 1 - me) ? -claim_gain(node, 1 - me) : kInfinity;
    Position decision = root;
    if (root.stage != kReplyStage) decision.stage = kLeadStage;
    const bool largest_only = scoring_.largest_is_best && (node.declarable & node.hand[me]) != trump_->doubles;
    for (const Move& move : generate_moves(*this, decision, largest_only)) {
        if ((move.close && move.claim) || !is_wanted(move)) continue;
        move_values.emplace_back(move, std::min(claim_cap, move_value(decision, move, alpha, beta)));
    }
    return move_values;
}

int Solver::move_value(const Position& root, const Move& move, int alpha, int beta) {
    State node = move.close ? after_close(root.node) : root.node;
    const int worst = least_value(node, root.mover());
    int gain = 0, pending = 0;
    if (move.declare && declare(node, node.leader, move.declare, gain, pending)) return gain;
    if (move.claim) return claim_gain(node, node.leader);
    alpha = std::max(alpha - gain, worst);
    beta -= gain;
    if (worst >= beta) return gain + worst;
    if (root.stage != kReplyStage) return gain + std::max(worst, lead_tile(node, move.tile, pending, alpha, beta));
    const bool wins = has(trump_->beats[!node.open][root.led], move.tile);
    return std::max(worst, -end_trick(node, root.led, move.tile, wins, root.pending, -beta, -alpha));
}

// `value` comes first: no move brings more, so the window of all moves ends there, and much of what follows them is in
// the table by then.
Solver::Moves Solver::moves(const Position& root) {
    Moves moves;
    moves.value = static_cast<std::int16_t>(value(root));
    if (root.stage == kShowStage) return moves;  // doubles are shown or not, and no tile is led or played
    const int sign = root.mover() == 0 ? 1 : -1;
    const int scored_before = scored_utility(root.node), best = sign * (moves.value - scored_before);
    for (const auto& [move, reached] : valued_moves(root, -kInfinity, best))
        if (!move.close || move.tile >= 0)  // else worth what it is without closing
            moves.offer(move, *trump_, scored_before + sign * std::min(reached, best), sign);
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

// Where a move stands in the order of analysis: a claim; a declaration that is claimed on; moves without a close, by
// tile, then a declaration that ends the deal; the same with a close.
constexpr std::size_t kAnswerSlots = 2 + 2 * (kTiles + 1);

std::size_t answer_slot(const Move& move, const Trump& trump) {
    if (move.claim) return move.declare ? 1 : 0;
    return (2 + move.close * (kTiles + 1) + (move.tile < 0 ? kTiles : trump.tile_of_number[move.tile]));
}

// The declaration that is named: the largest; of equally large ones, the one with the lowest tiles.
bool is_larger(Mask declared, Mask other) {
    const int size_difference = count(declared) - count(other);
    return size_difference ? size_difference > 0 : declared < other;
}

// Moves worth more than `alpha` to the mover, in the order of analysis, with their values up to `beta`: with alpha just
// below the value of the position, those that reach it.
std::vector<Choice> list_moves(Solver& solver, const Position& root, int alpha, int beta) {
    const Trump& trump = *root.deal.trump;
    std::array<Choice, kAnswerSlots> choices{};
    for (const auto& [move, reached] : solver.valued_moves(root, alpha, beta)) {
        if (reached <= alpha) continue;
        const int value = std::min(reached, beta);
        Choice& choice = choices[answer_slot(move, trump)];
        const Mask declared = tiles_of(move.declare, trump).bits;
        if (!choice.exists || value > choice.value || (value == choice.value && is_larger(declared, choice.declared)))
            choice = {true, move, declared, value, value};
    }
    std::vector<Choice> listed_moves;
    std::ranges::copy_if(choices, std::back_inserter(listed_moves), &Choice::exists);
    return listed_moves;
}

// Finds what each of some moves is worth to the mover in game points, of which the position is worth `root_value`. They
// were chosen by their utility, so some may be worth less: those that reach it are told by a window of one, and only if
// any are left is there a search with a wide window.
void find_game_points(Solver& solver, const Position& root, int root_value, std::vector<Choice>& choices) {
    for (Choice& choice : choices) choice.points = -kInfinity;
    // A move whose points are not known yet; the end where nobody asks for it.
    const auto find_without_points = [&](const Move& move) {
        return std::find_if(choices.begin(), choices.end(),
                            [&](const Choice& choice) { return choice.move == move && choice.points == -kInfinity; });
    };
    const auto filter = [&](const Move& move) { return find_without_points(move) != choices.end(); };
    for (const auto& [low, high] : {std::pair(root_value - 1, root_value), std::pair(-kInfinity, kInfinity)}) {
        if (std::ranges::find(choices, -kInfinity, &Choice::points) == choices.end()) return;
        for (const auto& [move, value] : solver.valued_moves(root, low, high, filter))
            if (value > low) find_without_points(move)->points = std::min(value, high);
    }
}

// The layout is drawn in move_values.hpp.
MoveCode encode(const Choice& choice, const Position& root) {
    const Move& move = choice.move;
    int move_code = move.tile < 0 ? kNoTile : root.deal.trump->tile_of_number[move.tile];
    move_code |= move.close << 5 | move.claim << 6 | (root.stage == kReplyStage) << 7;
    for (int suit = 0; suit < kSuits; ++suit)
        move_code |= static_cast<int>(has(choice.declared, tile_of(suit, suit))) << (8 + suit);
    return static_cast<MoveCode>(move_code);
}

}  // namespace

// With an objective the position is solved twice, for game points and for utility: answers name both, and moves of
// equal utility are told apart by their points.
void solve_position(Solver& solver, const Position& root, Detail detail, const Objective* objective,
                    SolvedPositions& solved) {
    const auto append = [](std::vector<std::int16_t>& column, int number) {
        column.push_back(static_cast<std::int16_t>(number));
    };
    const int sign = root.mover() == 0 ? 1 : -1, value = solver.value(root);
    if (detail == kValueOnly && !objective) {
        append(solved.values, value);
        append(solved.move_counts, 0);
        return;
    }
    Position match_root = root;
    match_root.deal.objective = objective;
    const int utility = objective ? solver.value(match_root) : value;
    const int scored_before = solver.game().scored_utility(match_root.node), best = sign * (utility - scored_before);
    std::vector<Choice> choices = list_moves(solver, match_root, detail == kAllMoves ? -kInfinity : best - 1, best);
    if (objective) find_game_points(solver, root, sign * value, choices);
    std::ranges::stable_sort(choices, std::greater{}, [](const Choice& c) { return std::pair(c.value, c.points); });
    append(solved.values, sign * choices[0].points);
    append(solved.move_counts, static_cast<int>(choices.size()));
    if (objective) append(solved.utilities, utility);
    for (const Choice& choice : choices) {
        solved.moves.push_back(encode(choice, root));
        append(solved.move_values, sign * choice.points);
        if (objective) append(solved.move_utilities, scored_before + sign * choice.value);
    }
}

// --- move by move ------------------------------------------------------------------------------------

Solver& ExactSolver::solver(const Position& root) {
    auto& solver = root.node.open ? deal_solver_ : endgame_solver_;
    if (!solver) {
        solver = std::make_unique<Solver>(tables_, root.node.open ? deal_bits_ : endgame_bits_, open_bits_);
        solver->set_watch(watch_);
    }
    return *solver;
}

void ExactSolver::set_watch(Watch* watch) {
    watch_ = watch;
    for (Solver* each : {endgame_solver_.get(), deal_solver_.get()})
        if (each) each->set_watch(watch);
}

// With an objective a value holds the utility of all that was scored before it (Solver::value), the gain of this move
// too; in game points the gain is added.
int ExactSolver::value_of(const Position& root, const Move& move) {
    const MoveResult result = play(tables_, root, move);
    if (!root.deal.objective) return result.is_over ? result.gain : result.gain + value(result.position);
    if (!result.is_over) return value(result.position);
    return Game(tables_, root.deal).scored_utility(root.node) + result.gain;
}

}  // namespace bingo
