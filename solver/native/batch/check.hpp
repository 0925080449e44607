// From what is written to a position, where it is soon clear that it can occur.
#pragma once

#include "batch/parse.hpp"
#include "core/game.hpp"

namespace bingo {

// A position as written, with the doubles that were shown: all that an answer is made from.
struct CheckedPosition {
    Root root;
    int trump;
    Mask shown;  // by tile index
    int points[2], tricks[2], declared[2];
};

// False: it cannot occur, or hides tiles, or it would take long to tell. What this accepts, check() in
// solver/game/check.py accepts as the same position; there stands what is proved, in the same order.
// `either_end`: trumps may be either end of the turned tile.
bool check_position(const ParsedLine& line, const Tables& tables, bool either_end, CheckedPosition& out);

}  // namespace bingo
