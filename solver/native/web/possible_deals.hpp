// Deals that fit what one player knows: all of them, or some drawn at random. Mirrors solver/hidden/deals.py.
#pragma once

#include <cstddef>
#include <vector>

#include "web/random.hpp"
#include "web/view.hpp"

namespace bingo {

// What is hidden: the opponent's hand by tile index, and the face-down tiles as indices in drawing order.
struct PossibleDeal {
    Mask hand = 0;
    std::vector<int> stock;
};

// Of these hands; the turned tile is drawn last.
std::vector<PossibleDeal> every_deal(const View& view, const std::vector<Mask>& hands);
std::vector<PossibleDeal> draw_deals(const View& view, const std::vector<Mask>& hands, std::size_t size,
                                     NumpyRandom& rng);

}  // namespace bingo
