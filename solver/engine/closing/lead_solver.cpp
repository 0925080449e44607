// What BestDefence answers on one thread, asked for many moves or hands on several. Exact values are shared out by
// hand, as the moves of one hand lead to many of the same positions; strategies, bounds and alpha-mu search by move, as
// each is about all hands at once. Every item writes to a place of its own.

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "closing/leads.hpp"

namespace bingo {
namespace {

// The hands in kernel numbers. A tile that they led is in each until the reply.
std::vector<Mask> worlds_of(const Endgame& endgame) {
    const Position& root = endgame.root;
    const Mask led = root.led >= 0 && root.node.leader == 1 ? bit(root.led) : 0;
    std::vector<Mask> worlds;
    worlds.reserve(endgame.hands.size());
    for (const TileSet hand : endgame.hands) worlds.push_back(numbers_of(hand, *root.deal.trump) | led);
    return worlds;
}

}  // namespace

// Both lists stay in ascending order, so that places in one can be looked up in the other.
Endgame Endgame::subset(std::vector<TileSet> selected) const {
    std::ranges::sort(selected);
    Endgame result{root, std::move(selected), {}};
    result.weights.reserve(result.hands.size());
    for (const TileSet hand : result.hands)
        result.weights.push_back(weights[std::lower_bound(hands.begin(), hands.end(), hand) - hands.begin()]);
    return result;
}

double Endgame::total_weight() const { return std::accumulate(weights.begin(), weights.end(), 0.0); }

double Endgame::mean(const Values& values) const {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += weights[i] * values[i];
    return sum / total_weight();
}

// What wins is judged by the value: above 0 for player 0.
Values wins_of(const Values& values) {
    Values wins;
    wins.reserve(values.size());
    for (const int value : values) wins.push_back(value > 0);
    return wins;
}

template <class Work>
bool LeadSolver::run_parallel(std::size_t size, const Budget& budget, Work work) {
    WorkMonitor monitor(budget, size);
    return parallel_for(size, budget.threads, monitor, solvers_, work);
}

Columns LeadSolver::double_dummy(const Endgame& endgame, const std::vector<Move>& moves, const Budget& budget) {
    Columns columns(moves.size(), Values(endgame.hands.size()));
    const std::vector<Mask> worlds = worlds_of(endgame);
    const Mask unseen = all_tiles(worlds);
    const auto work = [&](BestDefence& solver, std::size_t i) {
        solver.expect_questions(endgame.root, unseen);
        for (std::size_t k = 0; k < moves.size(); ++k)
            columns[k][i] = solver.double_dummy_value(endgame.root, moves[k], worlds[i]);
    };
    if (!run_parallel(worlds.size(), budget, work)) throw Stopped{};
    return columns;
}

Columns LeadSolver::guaranteed(const Endgame& endgame, const std::vector<Move>& moves, SearchWidth width,
                               const Budget& budget) {
    Columns columns(moves.size());
    const std::vector<Mask> worlds = worlds_of(endgame);
    const auto work = [&](BestDefence& solver, std::size_t k) {
        columns[k] = solver.guaranteed_values(endgame.root, moves[k], worlds, endgame.weights, width);
    };
    if (!run_parallel(moves.size(), budget, work)) throw Stopped{};
    return columns;
}

// Out of time, bounds that are done are kept: each is true by itself; so is a best strategy.
std::vector<double> LeadSolver::least_losses(const Endgame& endgame, const std::vector<Move>& moves, int unseeing_moves,
                                             Aim aim, std::uint64_t steps, const Budget& budget) {
    std::vector<double> least_losses(moves.size(), std::numeric_limits<double>::quiet_NaN());
    const std::vector<Mask> worlds = worlds_of(endgame);
    Position root = endgame.root;
    if (aim == Aim::kWin) root.deal.objective = nullptr;
    run_parallel(moves.size(), budget, [&](BestDefence& solver, std::size_t k) {
        least_losses[k] = solver.least_loss(root, moves[k], worlds, endgame.weights, unseeing_moves, aim, steps);
    });
    return least_losses;
}

std::vector<std::optional<Values>> LeadSolver::best_strategies(const Endgame& endgame, const std::vector<Move>& moves,
                                                               const std::vector<double>& max_losses,
                                                               std::uint64_t steps, const Budget& budget) {
    std::vector<std::optional<Values>> best(moves.size());
    const std::vector<Mask> worlds = worlds_of(endgame);
    run_parallel(moves.size(), budget, [&](BestDefence& solver, std::size_t k) {
        best[k] = solver.best_strategy(endgame.root, moves[k], worlds, endgame.weights, max_losses[k], steps);
    });
    return best;
}

}  // namespace bingo
