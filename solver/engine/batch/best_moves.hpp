// The moves of a position in words, all or the best.
#pragma once

#include <string>
#include <vector>

#include "core/objective.hpp"
#include "core/search.hpp"

namespace bingo {

// The value for player 0; fills `best` with the moves that reach it, in words and in the order of analysis: each tile
// once, with the largest best declaration.
int best_moves(Solver& solver, const Root& root, std::vector<std::string>& best);

// The values for player 0 of all moves, in words, the best first.
struct Rated {
    std::string move;
    int value;
};
std::vector<Rated> all_moves(Solver& solver, const Root& root);

// The same as best_moves where the match counts: the best moves have the highest utility, and stand in the order of
// the game points that they are worth by themselves; `value` are those of the first.
struct ForMatch {
    int value, utility;
};
ForMatch best_for_match(Solver& solver, const Root& root, const Objective& objective, std::vector<std::string>& best);

}  // namespace bingo
