// Moves in an endgame whose other hand is hidden, over every hand that the opponent may hold, or a sample of them.
//
// Two means bracket each move. Below, what is guaranteed: what one strategy that never sees the hand takes from an
// opponent who sees everything. Above, its double-dummy value: what it is worth if you saw the
// hand from then on. The best such strategy (best defence) lies between; hidden/best_defence.hpp narrows that from
// above, and where the two limits meet it is known.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "closing/limits.hpp"
#include "closing/samples.hpp"
#include "core/objective.hpp"

namespace bingo {

enum class Kind { kEstimate, kLimits, kExact, kCertain };

// What a move is worth: on average in points, in shares of hands won, or in chances to win the match.
struct Bracket {
    Interval guaranteed, double_dummy;
    std::optional<Span> best;  // best defence lies between; none where hands were left out

    double low() const { return best ? best->least : guaranteed.low; }
    // The most that play which never sees the hand can be sure of, as far as that is known.
    double high() const { return best ? best->most : double_dummy.high; }
    bool exact() const { return best && best->exact(); }
    Interval interval() const { return {guaranteed.value, low(), high()}; }
};

// Values are for player 0, one a hand tried.
struct Lead {
    Move move;
    Bracket points, wins;
    std::optional<Bracket> chance;  // where that counts
    Values seen, sure;
    // Of a sample, standard errors in what counts: of what is guaranteed, and of what that falls short of the most.
    double error = 0, gap = 0;

    const Bracket& what_counts() const { return chance ? *chance : points; }
    Kind kind() const {
        if (!points.best) return Kind::kEstimate;
        return points.exact() && what_counts().exact() ? Kind::kExact : Kind::kLimits;
    }
};

struct Leads {
    std::size_t hands = 0;  // that the opponent may hold
    Endgame tried;
    std::vector<Lead> leads;  // the highest guaranteed value first, then the highest double-dummy one

    bool every() const { return tried.hands.size() == hands; }
};

// What is asked.
struct LeadRequest {
    std::vector<Move> moves;          // a tile led or played each, or nothing where the opponent is to move
    int cap = kInfinity;              // nothing brings more, as the opponent may claim first
    const Objective* objective = nullptr;  // the match, where that counts: moves go by it
    std::uint64_t seed = 0;           // of the sample
    std::size_t most_hands = 0;       // of the sample, whatever it costs; 0: as many as can be afforded
    Allowance allowance = kUsualAllowance;
    bool narrow = true;  // whether limits are narrowed by search: where not, the upper one is the double-dummy mean
};

// Of moves with the same tile the one with the best declaration is solved. Without a time limit no answer depends on
// the machine, nor ever on the number of threads. Throws Stopped.
Leads solve_leads(const Tables& tables, const Endgame& endgame, const LeadRequest& request, const Effort& effort);

// A move that brings the same against every hand.
Lead certain_lead(const Move& move, int value, const Leads& among, const Objective* objective);

// The order of moves: as Leads has them.
bool better(const Lead& a, const Lead& b);

}  // namespace bingo
