// What moves in an endgame are worth against each hand that the opponent may hold: with sight of it, by one strategy
// that never sees it, and by the best such strategy.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/tiles.hpp"
#include "core/workers.hpp"
#include "estimates/effort.hpp"
#include "hidden/best_defence.hpp"

namespace bingo {

// What all worlds have in common, and the hands in ascending order, by tile index, each with how much it counts.
// Weights are multiples of 2^-16, so that sums of them are exact in whatever order.
struct Endgame {
    Root root{};
    std::vector<TileSet> hands;
    std::vector<double> weights;

    // Some of the hands.
    Endgame of(const std::vector<TileSet>& some) const;
    double total() const;
    double mean(const Values& values) const;
};

// In which of the hands a value wins: 1 there, else 0.
Values won(const Values& values);

using Columns = std::vector<Values>;  // a column of values by hand for each move

// The solvers of one rule set, one a thread. Moves are of a tile led or played each, or nothing where the opponent is
// to move. No answer depends on the number of threads.
class LeadSolver {
  public:
    // Tables of bounds as in Solver.
    LeadSolver(const Tables& tables, int bits, int open_bits) : tables_(tables), bits_(bits), open_bits_(open_bits) {}

    std::uint64_t nodes() const { return solvers_.nodes(); }

    const Scoring& scoring() const { return tables_.scoring; }

    // Double-dummy values. Throws Stopped, as the next.
    Columns values(const Endgame& e, const std::vector<Move>& moves, const Effort& effort);

    // What the strategies take that begin with these moves and are made for these hands.
    Columns guaranteed(const Endgame& e, const std::vector<Move>& moves, SearchWidth width, const Effort& effort);

    // By how much every strategy falls short of double-dummy at least, as BestDefence::loss says; NaN where that is not
    // known after so many steps, or in time. Wins are those in game points, whatever the objective.
    std::vector<double> losses(const Endgame& e, const std::vector<Move>& moves, int own_moves, Aim aim,
                               std::uint64_t steps, const Effort& effort);

    // What the strategies that lose least take, if that is less than `below`, as BestDefence::best says; nothing where
    // that is not known, and no values where there is none.
    std::vector<std::optional<Values>> best(const Endgame& e, const std::vector<Move>& moves,
                                            const std::vector<double>& below, std::uint64_t steps,
                                            const Effort& effort);

  private:
    // Whether all was done in time.
    template <class Work>
    bool share(std::size_t size, const Effort& effort, Work work);

    const Tables& tables_;
    int bits_, open_bits_;
    Solvers<BestDefence> solvers_;
};

}  // namespace bingo
