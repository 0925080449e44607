// Both hands as the other side may suppose them: every pair that fits what *both* have seen of a deal.
#pragma once

#include <vector>

#include "core/chance.hpp"
#include "core/watch.hpp"
#include "hidden/sequence_form.hpp"
#include "play/view.hpp"

namespace bingo {

class BothHands {
  public:
    // Once nothing is drawn any more. `hands`: those that the opponent may hold, at least one.
    BothHands(const View& view, const std::vector<Mask>& hands);

    // About how many pairs there are; exactly where no reply has told anything.
    double count() const;
    // All, each with the weight 1, in ascending order by tile index of your hands, then of the opponent's. What is
    // known is one of them, with every hand that you suppose.
    std::vector<HiddenDeal> every(Watch& watch) const;

    // Pairs drawn with so many tiles in the larger hand, as they may be some tricks later.
    struct Fewer {
        Root root;  // with such hands
        std::vector<HiddenDeal> deals;
        double all;  // pairs that there are by then
    };
    Fewer fewer(int tiles, std::size_t size, Chance& rng) const;

    // So many tiles are in the larger hand now.
    int tiles() const { return std::max(mine_.hidden, view_.hidden); }
    // The position, whose hands do not matter.
    Root root() const;

  private:
    const View& view_;
    const std::vector<Mask>& hands_;
    View mine_;            // of your hand, as the opponent sees it
    Mask barred_;          // tiles that the opponent cannot hold, for who does not know your hand
};

}  // namespace bingo
