// A player who plays phase one by rules that can be counted at the table.
#pragma once

#include <vector>

#include "play/view.hpp"

namespace bingo {

// The rules, by bits, which can be left out one by one to see what each brings.
enum TextbookRule : unsigned {
    kCloses = 1,          // close when the count says so
    kLeadsOut = 2,        // after a close lead declared doubles, then winners
    kKeepsBingo = 4,      // keep the Bingo and the double of trumps
    kKeepsDoubles = 8,    // keep doubles
    kTakes = 16,          // take a trick for its own sake
    kOpensWithBingo = 32, // declare with the first lead if the Bingo is led
    kWaits = 64,          // else declare with the close only
    kLeadsNothing = 128,  // lead tiles that count nothing
    kLeadsHigh = 256,     // of them, one that few others beat
};

// The move of the textbook player among the legal ones of player 0 in phase one, where the rules in `without` are left
// out.
Move textbook(const View& view, int stage, const std::vector<Move>& moves, const Tables& tables, unsigned without);

}  // namespace bingo
