// What players without search count: points, winners and doubles of their hand. All sets are in kernel numbers.
#pragma once

#include <algorithm>
#include <vector>

#include "play/view.hpp"

namespace bingo {

// The first of those that are worth most.
template <class Worth>
Move most(const std::vector<Move>& moves, Worth worth) {
    return *std::max_element(moves.begin(), moves.end(),
                             [&](const Move& a, const Move& b) { return worth(a) < worth(b); });
}

class Hand {
  public:
    Hand(const View& view, const Tables& tables)
        : node_(view.position.root.node),
          t_(view.trump()),
          game_(tables),
          led_(view.position.root.led),
          open_(view.open()),
          hidden_(view.hidden),
          unheld_(tile_numbers(view.unseen & ~view.barred, t_)),
          mine_(view.position.root.held(0)),
          shown_(view.position.shown) {}

    bool may_claim() const { return node_.counted[0] >= target(); }

  protected:
    int target() const { return game_.scoring().target; }
    int worth(int tile) const { return t_.points[at(tile)]; }
    bool wins(int reply) const { return has(t_.beats[!open_][at(led_)], reply); }
    bool is_bingo(int tile) const { return t_.tile[at(tile)] == 0; }
    Mask declarable() const { return mine_ & t_.doubles & ~(game_.scoring().redeclare ? 0 : shown_); }
    // Trumps that this one beats.
    int lower_trumps(int trump) const { return count(t_.trumps & ~bit(trump) & ~t_.beats[1][at(trump)]); }

    // The most that declaring some of these doubles brings.
    int declaration(Mask doubles) const {
        int found = 0;
        for (Mask part = doubles; part; part = (part - 1) & doubles)
            if (game_.is_declaration(count(part))) found = std::max(found, declared(part));
        return found;
    }

    const Node& node_;
    const Trump& t_;
    Game game_;
    const int led_;
    const bool open_;
    const int hidden_;
    const Mask unheld_, mine_, shown_;

  private:
    int declared(Mask doubles) const {
        const Scoring& s = game_.scoring();
        return s.worth[count(doubles)] + (has(tile_indices(doubles, t_), 0) ? s.bingo_bonus : 0);
    }
};

}  // namespace bingo
