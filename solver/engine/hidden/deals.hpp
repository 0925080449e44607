// Deals that fit what one player knows: all of them, or some drawn at random.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "core/rng.hpp"
#include "hidden/view.hpp"

namespace bingo {

// What is hidden: the opponent's hand, and the face-down tiles in drawing order.
struct PossibleDeal {
    TileSet hand;
    std::vector<Tile> stock;
};

// Deals made of the hands that the opponent may hold and of what may lie face down then. The turned tile is drawn last.
class PossibleDeals {
  public:
    // `watch` may end any of the calls below.
    PossibleDeals(const View& view, const std::vector<TileSet>& hands, Watch& watch)
        : view_(view), hands_(hands), watch_(watch) {}

    std::vector<PossibleDeal> all();
    // Each uniform in the hand and then in what lies face down.
    std::vector<PossibleDeal> draw(std::size_t size, Rng& rng);

  private:
    PossibleDeal draw_fitting(Rng& rng);
    std::vector<TileSet> stocks(TileSet unplaced);
    bool fits(TileSet gone);

    const View& view_;
    const std::vector<TileSet>& hands_;
    Watch& watch_;
    std::map<TileSet, bool> fits_cache_;  // whether the tricks that nobody wrote down can hold these tiles
};

}  // namespace bingo
