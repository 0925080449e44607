// Players without search: `greedy` takes what is worth taking, keeps what is strong, ducks the rest; `textbook` plays
// by rules that can be counted at the table, and looks nothing ahead.
#pragma once

#include <vector>

#include "play/view.hpp"

namespace bingo {

// The rules of `textbook`, by bits, which can be left out one by one to see what each brings.
enum TextbookRule : unsigned {
    kCloses = 1,            // close when the count says so
    kDeclaresFirst = 2,     // after a close or the last draw lead what is declared first,
    kLeadsWinners = 4,      // then what few unseen tiles beat, of those what many must follow,
    kKeepsTrumps = 8,       // and last the trumps that can be beaten
    kKeepsStrong = 16,      // keep the Bingo and the double of trumps; where plain doubles can be beaten, those too
    kTakes = 32,            // take a trick for its own sake,
    kTakesLast = 64,        // the last one also where the loser draws the double of trumps
    kOpensWithBingo = 128,  // declare with the first lead if the Bingo and two doubles more are held
    kWaits = 256,           // else declare where that saves from losing double, or with the close
    kLeadsNothing = 512,    // while tiles are drawn lead those that count nothing

    // Left out where deals are worth card points.
    kForGamePoints = kKeepsStrong | kTakes | kTakesLast | kOpensWithBingo,
};

// Their move among the legal ones of player 0, who decides as `stage` says; the rules in `without` are left out. With
// an objective `textbook` closes with more in hand where a close that fails loses the match, and declares no points to
// save a part of what is lost where any loss is the last.
Move greedy(const View& view, int stage, const std::vector<Move>& moves, const Tables& tables);
Move textbook(const View& view, int stage, const std::vector<Move>& moves, const Tables& tables, unsigned without,
              const Objective* objective);

}  // namespace bingo
