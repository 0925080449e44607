// What player 0 can do while tiles are hidden, and what of it needs no estimate.
#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "play/playing.hpp"

namespace bingo {

struct Options {
    std::vector<Move> open;                        // those to be estimated; waiting where the opponent is to move
    std::vector<std::pair<Move, double>> certain;  // claims, and declarations that end the deal, with their value
    std::vector<std::pair<Move, double>> solved;   // others, with their value in what counts: points, or chances
    double cap = std::numeric_limits<double>::infinity();  // open ones bring no more, as the opponent may claim first
};

// The sensible moves in any world that fits what is known: they do not depend on what is hidden. Each tile that may be
// led comes without a declaration and with the largest one that it allows. `stay_open`: closes are left out.
Options sensible_options(const Position& sample, const Playing& playing, bool stay_open);

}  // namespace bingo
