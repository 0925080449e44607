// What a request says beyond a position: what play has told of it, and what is to be maximized.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/objectives.hpp"
#include "estimates/estimates.hpp"
#include "play/view.hpp"

namespace bingo {

// {"tricks": [[leader, led, reply, declared, shown, closed], ...], "barred": tiles}: all tricks in order, the reply -1
// while it is to be made, and unseen tiles that the opponent cannot hold. Players are 0 (you) and 1, tiles indices,
// sets of tiles masks of these, closed 0 or 1. Nothing: nothing is known. Throws std::invalid_argument.
void read_known(std::string_view written, View& view);

// How to estimate, of members that are not for every question:
//   "method": "rollout", "ismcts" or "pimc"; "seconds"; "apart", "even", "thorough", "stay_open": true or false;
//   "enumerated": a number; "only": moves; "options": {"open": moves, "certain": [[move, value], ...], "cap": a number}
// See EstimateRequest; `even` is without inference, `thorough` without pruning. Moves are those of `legal`, in words.
// Throws std::invalid_argument.
struct EstimateMembers {
    EstimateRequest request;
    std::vector<Move> only;
    double seconds;  // infinite: no limit
};
EstimateMembers read_estimate(const std::vector<std::pair<std::string_view, std::string_view>>& members,
                              const std::vector<Move>& legal, bool reply, const Trump& trump);

// "temperature" and "blunder", how the opponent is thought to choose; none: as usual. Throws std::invalid_argument.
std::optional<Choosing> read_choosing(const std::vector<std::pair<std::string_view, std::string_view>>& members);

// {"table": [[utilities], ...]}, as Objective in solver/game/objective.py has it. Throws std::invalid_argument.
Objectives::Table read_objective(std::string_view written);

}  // namespace bingo
