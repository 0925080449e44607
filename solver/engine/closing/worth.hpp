// What every move is worth while tiles are hidden: the one place that says it, for analysis, hints, coach and closing.
//
// Playing on is estimated (estimates/estimates.hpp), and its interval is statistical. What nothing is drawn after any
// more - a close, and every move once the boneyard is closed or exhausted - is solved (closing/leads.hpp): its value is
// what play that never sees the hand is sure of, its limits are those of best defence.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "closing/closing.hpp"
#include "estimates/estimates.hpp"

namespace bingo {

struct Worth {
    Move move;
    Kind kind = Kind::kEstimate;
    Interval points = {};
    std::optional<Interval> chance;  // to win the match, where that counts
    int worlds = 0;  // deals or hands it was tried in; 0: certain
    const Lead* lead = nullptr;  // what was solved, of the same answer
    // By how much it is worse than the best way of playing on, at least, where it was given up; the same in chances.
    std::optional<double> worse = std::nullopt, chance_worse = std::nullopt;
    double error = 0;  // of what was solved, as of its lead

    const Interval& what_counts() const { return chance ? *chance : points; }
};

struct WorthRequest {
    EstimateRequest estimates;  // of playing on; the seed and the objective are those of all
    Allowance allowance = kUsualAllowance;
    std::size_t most_hands = 0;
    bool narrow = true;  // as in LeadRequest
    bool closes = true, open = true;  // which are asked for, where closing is possible
};

struct Worths {
    Worths() = default;
    Worths(const Worths&) = delete;  // moves refer to what was solved
    Worths(Worths&&) = default;

    std::vector<Worth> moves;  // the best first
    std::vector<Move> alike;  // that cannot be told from the best
    std::vector<Move> alike_open;  // ways of playing on that cannot be told from the best of them
    bool reply = false, mine = true;  // moves are replies; the decision is player 0's
    bool weighted = false;
    std::optional<Estimated> playing_on;  // game points
    std::optional<Close> close;  // where closing is possible
    std::optional<Leads> leads;  // where nothing is drawn any more
    bool stopped = false;
};

// What answers under one rule set, as far as it is needed here.
struct Solving {
    const Tables& tables;
    Exact& exact;
    Estimates& estimates;
};

// Without a time limit the answer depends on neither the machine nor the threads. Throws Stopped where there is nothing
// to tell yet, std::invalid_argument where no hand fits.
Worths find_worths(const View& view, const Solving& solving, const WorthRequest& request, const Effort& effort);

// What a legal move with a tile is worth that is none of those: with a declaration of some doubles only, say.
Worth find_worth(const View& view, const Move& move, const Solving& solving, const WorthRequest& request,
                 const Effort& effort);

// A move whose value needs no search; with an objective its chance too.
Worth certain_worth(const Move& move, double value, const Objective* objective = nullptr);

// Whether player 0 may close now.
bool may_close(const View& view);

}  // namespace bingo
