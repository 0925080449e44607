// A board as the page draws it: cli/page/data.py has the keys.
#pragma once

#include <string>
#include <string_view>

#include "play/replay.hpp"

namespace bingo {

// A position; of tiles in a hand that is hidden, those that were shown.
std::string board_of(const Position& position, int turned, std::string_view rules, const Scoring& scoring);

// What player 0 sees at a moment of a game; card points only where they are `counted`.
std::string board_seen(const Moment& moment, const Record& record, std::string_view rules, const Scoring& scoring,
                       bool counted);

}  // namespace bingo
