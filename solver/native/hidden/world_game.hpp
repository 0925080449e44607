// The game after a close in each of the worlds that player 0 holds possible: moves, what they lead to, exact values.
// A world is one hand that the opponent (player 1) may hold. Player 0 does not know which. What all worlds have in
// common is a Root whose player 1 holds nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/move.hpp"
#include "core/search.hpp"

namespace bingo {

// A hand of the opponent; of its value nothing above `cap` matters any more. It counts `weight` times.
struct World {
    Mask hand;
    int cap;
    double weight;
};

using Worlds = std::vector<World>;
using Values = std::vector<int>;  // one a world, seen from player 0

// The moves of the opponent in some worlds, told by their numbers. Worlds where the same is done look alike.
class Doings {
  public:
    struct Group {
        Move move;
        std::vector<std::uint32_t> worlds;  // in which it can be made, in ascending order

        auto begin() const { return worlds.begin(); }
        auto end() const { return worlds.end(); }
    };

    void add(std::size_t world, const std::vector<Move>& moves);

    // Claims first, then by declaration and tile.
    std::vector<Group> in_order();
    // Moves that few worlds allow first.
    std::vector<Group> rarest_first();

  private:
    std::vector<std::pair<std::uint64_t, std::uint32_t>> done_;  // order of a move, world
};

class WorldGame {
  public:
    // Tables of bounds as in Solver.
    WorldGame(const Tables& tables, int bits, int open_bits) : solver_(tables, bits, open_bits) {}

    // As in Solver.
    std::uint64_t nodes() const { return solver_.nodes(); }
    void set_watch(Watch* watch) { solver_.set_watch(watch); }

  protected:
    // What a move leads to, and what player 0 gains by it.
    struct After {
        Root root;
        int gain;
        bool over;
    };

    const Game& game() const { return solver_.game(); }
    const Scoring& scoring() const { return game().scoring(); }
    const Trump& trump() const { return game().trump(); }

    // The position if the opponent holds `hand`.
    Root in_world(const Root& root, Mask hand) const;
    static int mover(const Root& root);
    After after(const Root& root, const Move& move) const;
    // All moves of the player to move; where the largest declaration is never worse, only that one for player 0.
    void moves(const Root& root, std::vector<Move>& out) const;
    // No play of player 0 can gain less than this.
    int lower_bound(const Root& root) const;
    // A cap that no value reaches.
    int uncapped() const;
    // min(cap, exact value for player 0), of a position and of making a move in it; anything below `floor` is as good
    // as another.
    int exact(const Root& root, int cap, int floor = -kInfinity);
    int exact_after(const Root& root, const Move& move, int cap, int floor = -kInfinity);
    // Whether player 0, on lead, reaches the target with tiles that no tile of `any` (all worlds' hands) beats and a
    // declaration; `value` is what that brings.
    bool cashes(const Root& root, Mask any, int& value) const;

    Solver solver_;

  private:
    // In game points, and in utility.
    static constexpr int kAboveAnyValue = 16, kAboveAnyUtility = 2 * Objective::kScale + 1;

    After settle(const Root& root, int stage) const;
};

}  // namespace bingo
