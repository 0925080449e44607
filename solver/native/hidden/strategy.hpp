// Closing with the other hand hidden: values in every world, and what one strategy that never sees it takes.
// A world is one hand that the opponent (player 1) may hold. Player 0 does not know which.
#pragma once

#include <cstddef>
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

// How many of its own moves the strategy tries out: all where at most `all_up_to` worlds are left, two where at most
// `two_up_to` are, else only the one that promises most.
struct SearchWidth {
    int all_up_to, two_up_to;

    int at(std::size_t worlds) const {
        if (worlds <= static_cast<std::size_t>(all_up_to)) return kEveryMove;
        return worlds <= static_cast<std::size_t>(two_up_to) ? 2 : 1;
    }
    static constexpr int kEveryMove = 1000;  // more than there are in any position
};

class Strategist {
  public:
    // Tables of bounds as in Solver.
    Strategist(const Tables& tables, int bits, int open_bits) : solver_(tables, bits, open_bits) {}

    // Exact value for player 0 of making `move` in `root` (a closed position), if the opponent holds `hand`.
    int double_dummy(const Root& root, const Move& move, Mask hand);

    // What the strategy that begins with `move` takes in each world against an opponent who sees everything. It is made
    // to take much in total; `weights` are one a hand, above 0, and so short as numbers that sums of them are exact.
    Values guaranteed(const Root& root, const Move& move, const std::vector<Mask>& hands,
                      const std::vector<double>& weights, SearchWidth width);

    // As in Solver.
    std::uint64_t nodes() const { return solver_.nodes(); }
    void set_watch(Watch* watch) { solver_.set_watch(watch); }

  private:
    struct After {
        Root root;
        int gain;
        bool over;
    };

    static constexpr int kAboveAnyValue = 16;  // in game points

    const Game& game() const { return solver_.game(); }
    const Scoring& scoring() const { return game().scoring(); }
    const Trump& trump() const { return game().trump(); }
    Root in_world(const Root& root, Mask hand) const;
    After after(const Root& root, const Move& move) const;
    After settle(const Root& root, int stage) const;
    void moves(const Root& root, std::vector<Move>& out) const;
    static int mover(const Root& root);
    int lower_bound(const Root& root) const;
    int uncapped() const;
    int exact(const Root& root, int cap);
    int exact_after(const Root& root, const Move& move, int cap);
    Values solve(const Root& root, const Worlds& worlds);
    bool cashes(const Root& root, const Worlds& worlds) const;
    Values own_node(const Root& root, const Worlds& worlds);
    Values opponent_node(const Root& root, const Worlds& worlds);
    Values follow(const Root& root, const Move& move, const Worlds& worlds);

    Solver solver_;
    SearchWidth width_{};
};

}  // namespace bingo
