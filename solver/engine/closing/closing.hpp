// Closing now: every lead against every hand that the opponent may hold.
#pragma once

#include <string_view>

#include "closing/leads.hpp"
#include "play/exact.hpp"
#include "play/view.hpp"

namespace bingo {

struct Close {
    Leads found;  // moves are without the close; a declaration alone is claimed with
    // A hand that beats the first lead even if you saw it, and best play against it.
    struct Refutation {
        TileSet hand;
        int value;
        Position against;  // closed
        Step first;
        std::vector<Step> line;  // after it
    };
    std::optional<Refutation> refutation;
};

// `hands`, at least one, with their weights; of the request the cap is found here, and moves where it has none: every
// lead. Throws Stopped.
Close solve_close(const View& view, const Tables& tables, const std::vector<TileSet>& hands,
                  const std::vector<double>& weights, LeadRequest request, Exact& exact, const Effort& effort);

}  // namespace bingo
