// The best moves of a position, in words.
#pragma once

#include <string>
#include <vector>

#include "core/objective.hpp"
#include "core/search.hpp"

namespace bingo {

// The value for player 0; fills `best` with the moves that reach it, in words and in the order of analysis: each tile
// once, with the largest best declaration.
int best_moves(Solver& solver, const Root& root, std::vector<std::string>& best);

// The same where the match is minded: the best moves have the highest utility, and stand in the order of the game
// points that they are worth by themselves; `value` are those of the first.
struct ForMatch {
    int value, utility;
};
ForMatch best_for_match(Solver& solver, const Root& root, const Objective& objective, std::vector<std::string>& best);

}  // namespace bingo
