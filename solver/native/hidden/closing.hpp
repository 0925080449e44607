// Closing with the other hand hidden: values in every world, and what one strategy that never sees it takes.
// A world is one hand that the opponent (player 1) may hold. Player 0 does not know which.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/search.hpp"

namespace bingo {

// A decision: claim, wait (nothing set), or declare some doubles and lead or play a tile.
struct Turn {
    Mask declare = 0;
    int tile = -1;  // kernel number
    bool claim = false;

    // The order in which the opponent's decisions are gone through: claims, then by declaration and tile.
    std::uint64_t key() const {
        return std::uint64_t{!claim} << 40 | std::uint64_t{declare} << 6 | static_cast<std::uint64_t>(tile + 1);
    }
    static Turn of(std::uint64_t key) {
        return {static_cast<Mask>(key >> 6) & ((Mask{1} << kTiles) - 1), static_cast<int>(key & 63) - 1, !(key >> 40)};
    }
};

// A hand of the opponent; of its value nothing above `cap` matters any more.
struct World {
    Mask hand;
    int cap;
};

using Worlds = std::vector<World>;
using Values = std::vector<int>;  // one a world, seen from player 0

// How many of its options the strategy tries for real: all where at most `few` worlds remain, two where at most
// `some` do, else the one with the best total.
struct Effort {
    int few, some;
};

class Closer : public Solver {
  public:
    using Solver::Solver;

    // Exact value for player 0 of making `turn` in `root` (a closed position), if the opponent holds `hand`.
    int value(const Root& root, const Turn& turn, Mask hand);

    // What the strategy that begins with `turn` takes in each world against an opponent who sees everything.
    Values sure(const Root& root, const Turn& turn, const std::vector<Mask>& hands, Effort effort);

  private:
    struct After {
        Root root;
        int gain;
        bool over;
    };

    static constexpr int kMost = 16;  // game points that no deal brings

    Root in_world(const Root& root, Mask hand) const;
    After after(const Root& root, const Turn& turn) const;
    After settle(const Root& root, int stage) const;
    void turns(const Root& root, std::vector<Turn>& out) const;
    int mover(const Root& root) const;
    int least(const Root& root) const;
    int exact(const Root& root, int cap);
    int exact_after(const Root& root, const Turn& turn, int cap);
    Values solve(const Root& root, const Worlds& worlds);
    bool cashes(const Root& root, const Worlds& worlds) const;
    Values decide(const Root& root, const Worlds& worlds);
    Values suffer(const Root& root, const Worlds& worlds);
    Values follow(const Root& root, const Turn& turn, const Worlds& worlds);

    Effort effort_{};
};

}  // namespace bingo
