// What every move is worth while tiles are hidden: the one place that says it, for analysis, hints, coach and closing.
//
// Playing on is estimated (estimates/estimates.hpp), and its interval is statistical. Closes, and every move once
// nothing is drawn any more, are solved (closing/leads.hpp): the value is what play that never sees the hand is sure
// of, the limits are those of best defence.
#pragma once

#include <memory>
#include <vector>

#include "closing/leads.hpp"
#include "estimates/estimates.hpp"

namespace bingo {

// What answers under one rule set. It stays where it is, as its solvers refer to tables and networks.
struct EngineContext {
    const Tables tables;
    const Networks networks;
    ExactSolver exact{tables};
    Estimator estimator{tables, networks};
};

// `moves` and `equivalent` are about all kinds of moves, the other members of `Estimates` about playing on.
struct Analysis : Estimates {
    std::vector<Move> equivalent_open;  // ways of playing on not told from the best of them
    bool estimated = false;  // whether playing on was estimated
    bool double_dummy = false;  // whether that was done with all tiles seen
    std::shared_ptr<const Leads> solved;  // closes, or moves after which nothing is drawn any more; null: none
};

// All moves of player 0, or waiting where the opponent is to move. With `plays_on` playing on beside closing, where
// that is possible. Without a time limit the answer depends on neither the machine nor the threads. Throws Stopped
// where there is nothing to tell yet, std::invalid_argument where no hand fits.
Analysis analyze(const View& view, EngineContext& engine, const Request& request, bool plays_on, const Budget& budget);

// What a legal move with a tile is worth that is not among those of `analyze`: with a declaration of some doubles only,
// say. A close, or any move once nothing is drawn any more.
MoveValue value_of(const View& view, const Move& move, EngineContext& engine, const Request& request,
                   const Budget& budget);

// Means over deals alone, in points, or with an objective in chances.
Analysis estimate(const View& view, EngineContext& engine, const Request& request, const Budget& budget);

// Whether player 0 may close now.
bool may_close(const View& view);

}  // namespace bingo
