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

// Values of positions for player 0, in game points, and how many of the `moves` belong to each, which lie one after
// another in the order of analysis. Utilities are for player 0, where there is an objective.
struct SolvedPositions {
    std::vector<std::int16_t> values, utilities, move_counts;
    std::vector<MoveCode> moves;
    std::vector<std::int16_t> move_values, move_utilities;
};

enum Detail : int { kValueOnly, kBestMoves, kAllMoves };

// Adds a position: its value; with kBestMoves those that reach it, with kAllMoves all moves: each tile once, with the
// largest best declaration. With an objective the best moves have the highest utility, those of equal utility are in
// the order of the game points that they are worth by themselves, and the value is that of the first.
void solve_position(Solver& solver, const Position& root, Detail detail, const Objective* objective,
                    SolvedPositions& solved);

// --- move by move ------------------------------------------------------------------------------------

// Two solvers, made when first needed, with a table each for what they are asked: values of positions and moves one at
// a time. Used by one thread at a time.
class ExactSolver {
  public:
    // log2 of the entries of tables of bounds, as in Solver: small ones for endgames, which are solved most often.
    explicit ExactSolver(const Tables& tables, int endgame_bits = 12, int deal_bits = 16, int open_bits = 18)
        : tables_(tables), endgame_bits_(endgame_bits), deal_bits_(deal_bits), open_bits_(open_bits) {}

    void set_watch(Watch* watch);  // as Solver

    // Whole deals visit many endgames: they are kept apart, in larger tables.
    Solver& solver(const Position& root);
    int value(const Position& root) { return solver(root).value(root); }
    // Of a legal move; with an objective the utility, as Solver::value has it.
    int value_of(const Position& root, const Move& move);

  private:
    const Tables& tables_;
    const int endgame_bits_, deal_bits_, open_bits_;
    Watch* watch_ = nullptr;
    std::unique_ptr<Solver> endgame_solver_, deal_solver_;
};

}  // namespace bingo
