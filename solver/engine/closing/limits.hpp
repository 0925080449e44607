// Limits on what best defence leaves a move: from below by strategies that never see the hand, from above by sight of
// it, narrowed by what hidden/best_defence.hpp finds.
#pragma once

#include <vector>

#include "closing/samples.hpp"

namespace bingo {

// Moves against all hands: values if the hand were seen, what strategies take, and what those take that are made for
// half of the hands each.
struct Taken {
    std::vector<Move> moves;
    Columns seen, sure, halves;
};

// What best defence leaves each move, on average; and the share of hands that the strategy takes which wins in most.
struct Limits {
    std::vector<Span> points, wins;
};

// Limits on every move; `sure` becomes what a better strategy takes, where one is found. Without a solver, and where
// time does not allow more, the double-dummy mean is the upper one. Of utilities wins are not asked for.
Limits limits(const Endgame& endgame, Taken& taken, LeadSolver* solver, bool wins, const Effort& effort);

}  // namespace bingo
