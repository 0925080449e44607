// Exact values of positions and moves, and a line of best play, with the tables of one rule set.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/moves.hpp"
#include "core/search.hpp"

namespace bingo {

// log2 of the entries of tables of bounds, as in Solver: small ones for endgames, which are solved most often.
struct TableBits {
    int endgames = 12, deals = 16, open = 18;
};

class Exact {
  public:
    explicit Exact(const Tables& tables, TableBits bits = {}) : tables_(tables), bits_(bits) {}

    void set_watch(Watch* watch);  // as Solver

    // Whole deals visit many endgames: they are kept apart, in larger tables.
    Solver& solver(const Root& root);
    int value(const Root& root) { return solver(root).value(root); }
    // Of a legal move; with an objective the utility, as Solver::value has it.
    int value_of(const Root& root, const Move& move);

    struct Step {
        int player;
        bool reply;  // to a tile on the table
        Move move;
    };
    // Best play to the end of the deal.
    std::vector<Step> line(Root root);

  private:
    const Tables& tables_;
    const TableBits bits_;
    Watch* watch_ = nullptr;
    std::unique_ptr<Solver> endgames_, deals_;
};

}  // namespace bingo
