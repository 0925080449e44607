// Limits of best defence, narrowed step by step. The lower limit is what some strategy takes. The upper limit is first
// the double-dummy value; bounds on what every strategy loses bring it down, with ever more decisions made without
// seeing the hand. Where hands are few, alpha-mu search then finds the best strategy, and the limits meet. Each step
// is only for moves whose limits differ, and with many hands only for those that may be best, as the answer needs no
// more.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "closing/leads.hpp"

namespace bingo {
namespace {

// How many of our own decisions a bound makes without seeing the hand. First 2, for every move; then 14, that is all:
// for every move up to kMaxHandsEveryMove hands, up to kMaxHandsBestMoves only for those that may still be best, beyond
// that for none. Wins are bounded for the same moves.
constexpr int kFirstUnseeingMoves = 2, kAllUnseeingMoves = 14;
constexpr std::size_t kMaxHandsEveryMove = 4'000, kMaxHandsBestMoves = 12'000;
// Step limits of bounds and of alpha-mu search, so that answers depend on no machine (a step is a value in a single
// hand, a node, or a strategy compared with others): kStepsPerMove for one move, kStepsForAllMoves for all together.
// Under rules without claims a value takes some hundred times as long, hence kStepsWithoutClaims for each move.
constexpr std::uint64_t kStepsPerMove = 4'000'000, kStepsForAllMoves = 8'000'000, kStepsWithoutClaims = 30'000;
// Alpha-mu search is tried only with up to kMaxSearchedHands hands, and given up after kSearchSteps.
constexpr std::size_t kMaxSearchedHands = 1'000;
constexpr std::uint64_t kSearchSteps = 1'000'000;

std::uint64_t step_limit(const LeadSolver& solver, std::size_t moves) {
    if (solver.scoring().target_rule != kClaim) return kStepsWithoutClaims;
    return std::min(kStepsPerMove, kStepsForAllMoves / moves);
}

// What the best move is sure of: a move whose upper limit is below that is out of the running.
double highest_low(const std::vector<Interval>& intervals) {
    return std::ranges::max_element(intervals, {}, &Interval::low)->low;
}

// Limits of all moves, in points or in shares of hands won; narrowed for those in `selected` only.
std::vector<Interval> bound_moves(const Endgame& endgame, const MoveColumns& columns, LeadSolver* solver, Aim aim,
                                  const std::vector<bool>* selected, const Budget& budget) {
    const std::size_t move_count = columns.moves.size(), hand_count = endgame.hands.size();
    std::vector<Interval> move_limits;
    std::vector<double> means;
    for (std::size_t k = 0; k < move_count; ++k) {
        const bool wins = aim == Aim::kWin;
        means.push_back(endgame.mean(wins ? wins_of(columns.double_dummy[k]) : columns.double_dummy[k]));
        const double guaranteed = endgame.mean(wins ? wins_of(columns.guaranteed[k]) : columns.guaranteed[k]);
        move_limits.push_back({guaranteed, guaranteed, means[k]});
    }
    // With few decisions unseeing a bound is cheap; the full one is asked only for what is still open then.
    for (const int unseeing_moves : {kFirstUnseeingMoves, kAllUnseeingMoves}) {
        if (!solver || budget.seconds_left() <= 0) break;
        const bool is_full_bound = unseeing_moves == kAllUnseeingMoves;
        if (is_full_bound && hand_count > kMaxHandsBestMoves) break;
        const double best_low = highest_low(move_limits);
        std::vector<Move> moves;
        std::vector<std::size_t> indices;
        for (std::size_t k = 0; k < move_count; ++k) {
            // A move whose limits meet is left as it is; with many hands so is one that cannot be the best any more.
            const bool is_wide = !move_limits[k].exact() && (!selected || (*selected)[k]);
            const bool may_be_best = move_limits[k].high > best_low + kTolerance;
            if (!is_wide || (is_full_bound && hand_count > kMaxHandsEveryMove && !may_be_best)) continue;
            moves.push_back(columns.moves[k]);
            indices.push_back(k);
        }
        if (moves.empty()) break;
        const double start = is_full_bound ? 0.5 : 0;
        const std::vector<double> least_losses =
            solver->least_losses(endgame, moves, unseeing_moves, aim, step_limit(*solver, moves.size()),
                                 budget.slice(start, start + 0.5, budget.seconds_left()));
        for (std::size_t i = 0; i < moves.size(); ++i) {
            Interval& interval = move_limits[indices[i]];
            if (std::isnan(least_losses[i])) continue;
            interval.high = std::min(
                interval.high, std::max(means[indices[i]] - least_losses[i] / endgame.total_weight(), interval.low));
        }
    }
    for (Interval& interval : move_limits)
        if (interval.exact()) interval.high = interval.low;
    return move_limits;
}

// Where alpha-mu search comes to an end, the limits on points meet, and the lower one on wins may rise.
void search_best(const Endgame& endgame, MoveColumns& columns, LeadSolver& solver, Limits& move_limits,
                 const Budget& budget) {
    std::vector<Move> moves;
    std::vector<std::size_t> indices;
    std::vector<double> max_losses;
    for (std::size_t k = 0; k < columns.moves.size(); ++k) {
        if (move_limits.points[k].exact()) continue;
        moves.push_back(columns.moves[k]);
        indices.push_back(k);
        double loss = 0;
        for (std::size_t i = 0; i < endgame.hands.size(); ++i)
            loss += endgame.weights[i] * (columns.double_dummy[k][i] - columns.guaranteed[k][i]);
        max_losses.push_back(loss);
    }
    if (moves.empty()) return;
    const std::vector<std::optional<Values>> best = solver.best_strategies(
        endgame, moves, max_losses, std::min(step_limit(solver, moves.size()), kSearchSteps), budget);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const std::size_t k = indices[i];
        const std::optional<Values>& values = best[i];
        if (!values) continue;
        Interval& points = move_limits.points[k];
        if (!values->empty()) {
            columns.guaranteed[k] = *values;
            points.value = points.low = endgame.mean(*values);
            if (!move_limits.wins.empty())
                move_limits.wins[k].low = std::max(move_limits.wins[k].low, endgame.mean(wins_of(*values)));
        }
        points.high = points.low;
    }
}

}  // namespace

// Where time is limited, points may take up to 40 or 50% of it, wins up to 70%, and the search the rest. Limits are
// true whenever that ends.
Limits find_limits(const Endgame& endgame, MoveColumns& columns, LeadSolver* solver, bool wins, const Budget& budget) {
    const std::size_t hand_count = endgame.hands.size();
    const int stages = wins ? 3 : 2;
    const auto slice = [&](int stage, double time_share) {
        const double start = stage, max_seconds = std::max(budget.seconds * time_share - budget.seconds_spent(), 1e-3);
        return budget.slice(start / stages, (start + 1) / stages, max_seconds);
    };
    Limits result{bound_moves(endgame, columns, solver, Aim::kPoints, nullptr, slice(0, wins ? 0.4 : 0.5)), {}};
    if (wins) {
        std::vector<bool> may_be_best(columns.moves.size(), true);
        const double best_low = highest_low(result.points);
        for (std::size_t k = 0; hand_count > kMaxHandsEveryMove && k < may_be_best.size(); ++k)
            may_be_best[k] = result.points[k].high >= best_low - kTolerance;
        result.wins = bound_moves(endgame, columns, solver, Aim::kWin, &may_be_best, slice(1, 0.7));
    }
    if (solver && hand_count <= kMaxSearchedHands) search_best(endgame, columns, *solver, result, slice(stages - 1, 1));
    return result;
}

}  // namespace bingo
