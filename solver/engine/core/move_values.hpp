// The moves of a position with their values, all or the best.
#pragma once

#include <cstdint>
#include <vector>

#include "core/objective.hpp"
#include "core/search.hpp"

namespace bingo {

// A move in one number, from the lowest bit on: the tile by index (kNoTile: none), whether it closes, claims, is a
// reply, and the declared doubles, the blank first.
using MoveCode = std::int16_t;
constexpr int kNoTile = 31;

struct CodedMove {
    MoveCode move;
    std::int16_t value;    // for player 0, in game points
    std::int16_t utility;  // for player 0, where there is an objective
};

// The value of a position for player 0, and its moves in the order of analysis.
struct SolvedPosition {
    int value = 0, utility = 0;  // utility: where there is an objective
    std::vector<CodedMove> moves;
};

enum Detail : int { kValue, kBest, kEvery };

// The value for player 0; with kBest the moves that reach it, with kEvery all: each tile once, with the largest best
// declaration. With an objective the best moves have the highest utility, those of equal utility are in the order of
// the game points that they are worth by themselves, and the value is that of the first.
SolvedPosition solve_position(Solver& solver, const Root& root, Detail detail, const Objective* objective);

}  // namespace bingo
