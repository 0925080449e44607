// Exact values of positions and of their moves, all or the best.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/moves.hpp"
#include "core/search.hpp"

namespace bingo {

// A move in one number, as answers of `bingo batch` are packed (read by solver/engine/kernel.py). Bits, low ones left:
//
//   [ tile by index 5, kNoTile: none | closes 1 | claims 1 | is a reply 1 | declared doubles 7, 0-0 first | 0 1 ]
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
SolvedPosition solve_position(Solver& solver, const Position& root, Detail detail, const Objective* objective);

// --- move by move ------------------------------------------------------------------------------------

// log2 of the entries of tables of bounds, as in Solver: small ones for endgames, which are solved most often.
struct TableBits {
    int endgames = 12, deals = 16, open = 18;
};

// Two solvers, made when first needed, with a table each for what they are asked: values of positions and moves one at
// a time. Used by one thread at a time.
class Exact {
  public:
    explicit Exact(const Tables& tables, TableBits bits = {}) : tables_(tables), bits_(bits) {}

    void set_watch(Watch* watch);  // as Solver

    // Whole deals visit many endgames: they are kept apart, in larger tables.
    Solver& solver(const Position& root);
    int value(const Position& root) { return solver(root).value(root); }
    // Of a legal move; with an objective the utility, as Solver::value has it.
    int value_of(const Position& root, const Move& move);

  private:
    const Tables& tables_;
    const TableBits bits_;
    Watch* watch_ = nullptr;
    std::unique_ptr<Solver> endgames_, deals_;
};

}  // namespace bingo
