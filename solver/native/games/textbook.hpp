// A player who plays by rules that can be counted at the table, and looks nothing ahead.
#pragma once

#include <vector>

#include "play/view.hpp"

namespace bingo {

// The rules, by bits, which can be left out one by one to see what each brings.
enum TextbookRule : unsigned {
    kCloses = 1,             // close when the count says so
    kDeclaresFirst = 2,      // after a close or the last draw lead what is declared first,
    kLeadsWinners = 4,       // then sure winners, then what few unseen tiles beat,
    kKeepsTrumps = 8,        // and last the trumps that can be beaten
    kKeepsBingo = 16,        // keep the Bingo and the double of trumps
    kKeepsDoubles = 32,      // keep doubles
    kTakes = 64,             // take a trick for its own sake,
    kTakesLast = 128,        // the last one also where the loser draws the double of trumps
    kOpensWithBingo = 256,   // declare with the first lead if the Bingo is led
    kWaits = 512,            // else declare with the close only
    kLeadsPlain = 1024,      // lead neither trumps nor doubles
    kLeadsNothing = 2048,    // of plain tiles lead those that count nothing
};

// The move of the textbook player among the legal ones of player 0, where the rules in `without` are left out.
Move textbook(const View& view, int stage, const std::vector<Move>& moves, const Tables& tables, unsigned without);

}  // namespace bingo
