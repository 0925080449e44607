// What a request says beyond a position: what play has told of it, and what is to be maximized.
#pragma once

#include <string_view>

#include "core/objectives.hpp"
#include "web/view.hpp"

namespace bingo {

// {"tricks": [[leader, led, reply, declared, shown, closed], ...], "barred": tiles}: all tricks in order, the reply -1
// while it is to be made, and unseen tiles that the opponent cannot hold. Players are 0 (you) and 1, tiles indices,
// sets of tiles masks of these, closed 0 or 1. Nothing: nothing is known. Throws std::invalid_argument.
void read_known(std::string_view written, View& view);

// {"table": [[utilities], ...]}, as Objective in solver/game/objective.py has it. Throws std::invalid_argument.
Objectives::Table read_objective(std::string_view written);

}  // namespace bingo
