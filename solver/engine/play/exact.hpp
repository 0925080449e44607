// Exact values of moves, and a line of best play, with the tables of one rule set.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/search.hpp"
#include "play/playing.hpp"

namespace bingo {

class Exact {
  public:
    // Tables of bounds as in Solver: small ones for endgames, which are solved most often.
    explicit Exact(const Tables& tables) : playing_(tables), tables_(tables) {}

    const Playing& playing() const { return playing_; }
    std::uint64_t nodes() const;
    void set_watch(Watch* watch);  // as Solver

    int value(const Root& root) { return solver(root).value(root); }
    int value(const Position& position) { return value(position.root); }
    // Of a legal move; with an objective the utility, as Solver::value has it.
    int value_of(const Position& position, const Move& move);

    // Best play to the end of the deal.
    std::vector<Step> line(Position position);

  private:
    static constexpr int kBits = 12, kDealBits = 16, kOpenBits = 18;

    Solver& solver(const Root& root);

    Playing playing_;
    const Tables& tables_;
    Watch* watch_ = nullptr;
    std::unique_ptr<Solver> endgames_, deals_;
};

}  // namespace bingo
