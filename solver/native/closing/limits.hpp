// Limits on what best defence leaves a move: from below by strategies that never see the hand, from above by sight of
// it, narrowed by what hidden/alpha_mu.hpp finds.
#pragma once

#include <vector>

#include "closing/lead_solver.hpp"

namespace bingo {

// What best defence leaves a move lies between `low` and `high`; the strategy that wins in most hands wins a share of
// them between `win_low` and `win_high`.
struct Limits {
    double low, high, win_low, win_high;
};

// Means that differ by less are the same.
constexpr double kNearly = 1e-9;

// Moves against all hands: values if the hand were seen, and what strategies take.
struct LeadValues {
    const Tables& tables;
    const Endgame& endgame;
    const std::vector<Move>& moves;
    const Columns& seen;
    Columns& sure;  // what a better strategy takes, where one is found
};

struct MoveBounds {
    std::vector<double> low, high;
};

// Limits on every move. Without a solver, and where time does not allow more, the double-dummy mean is the upper one.
std::vector<Limits> limits(const LeadValues& s, LeadSolver* solver, const Effort& effort);

// The same of utilities, without wins.
MoveBounds utility_limits(const LeadValues& s, LeadSolver* solver, const Effort& effort);

}  // namespace bingo
