// The best moves of a position, in words.
#pragma once

#include <string>
#include <vector>

#include "core/search.hpp"

namespace bingo {

// The value for player 0; fills `best` with the moves that reach it, in words and in the order of analysis: each tile
// once, with the largest best declaration.
int best_moves(Solver& solver, const Root& root, std::vector<std::string>& best);

}  // namespace bingo
