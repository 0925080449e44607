// A board as the page draws it: cli/page/data.py has the keys.
#pragma once

#include <string>
#include <string_view>

#include "play/replay.hpp"

namespace bingo {

// What is written of a position, whether everything is known or not.
std::string board_of(const CheckedPosition& checked, const ParsedLine& line, std::string_view rules,
                     const Scoring& scoring);

// A position later in the deal that began with `line`.
std::string board_of(const Position& position, const ParsedLine& line, std::string_view rules, const Scoring& scoring);

// What player 0 sees at a moment of a game; card points only where they are `counted`.
std::string board_seen(const Moment& moment, const Record& record, std::string_view rules, const Scoring& scoring,
                       bool counted);

}  // namespace bingo
