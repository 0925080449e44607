// What a search maximizes where game points are not all that counts (solver/game/scoring.py).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/tables.hpp"

namespace bingo {

// The utility for player 0 of every pair of game points that a deal can bring, 0 to kScale. A player with as many as
// they need ends the deal at once. More points of one's own never hurt.
struct Objective {
    static constexpr int kScale = 10000;
    static constexpr int kMostNeeded = 31;  // fits the keys, see table.hpp

    std::uint32_t id;  // tells objectives of one solver apart; 0 is that of none
    std::array<int, 2> needed;
    std::array<std::array<std::int16_t, kMostNeeded + 1>, kMostNeeded + 1> table;  // [player 0][player 1]

    bool over(int player, int points) const { return points >= needed[static_cast<std::size_t>(player)]; }

    // Where both have what they need, `first` was first.
    int utility(int points0, int points1, int first = 0) const {
        const bool over0 = over(0, points0), over1 = over(1, points1);
        if (over0 || over1) return over0 && (!over1 || first != 1) ? kScale : 0;
        return table[static_cast<std::size_t>(points0)][static_cast<std::size_t>(points1)];
    }

    // Of a deal in which one player scores, player 0 where it is above 0; the same as the chance to win the match.
    int of(int points) const { return utility(std::max(points, 0), std::max(-points, 0)); }
    double chance(int points) const { return static_cast<double>(of(points)) / kScale; }
};

// Those that a search has been asked for. Equal tables are the same objective here.
class Objectives {
  public:
    using Table = std::vector<std::vector<int>>;  // as Objective in solver/game/scoring.py has it

    explicit Objectives(const Tables& tables) : counts_(tables.scoring.mode != kPoints) {}
    Objectives(const Objectives&) = delete;  // what it gives refers to it

    // The objective of a table; stays where it is. Throws std::invalid_argument where the table can be none's.
    const Objective* operator()(const Table& table);

  private:
    bool counts_;  // game points
    std::map<Table, std::unique_ptr<Objective>> known_;
};

}  // namespace bingo
