// Levels of play, from one that hardly looks ahead to one that sees every tile. Chance in a decision comes from its
// seed alone.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "closing/worth.hpp"

namespace bingo {

// The weakest first, as in solver/analysis/settings.py. `greedy` and `textbook` count, `club` errs on purpose,
// `strongest` analyzes, `cheat` sees all tiles.
enum class Level : std::int32_t { kGreedy, kTextbook, kClub, kStrongest, kCheat };

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

// What the player to move, who is player 0, does at this level: a turn, or to wait. `stage`: what is decided. With
// fewer `request.worlds` than are usual (0) it looks at fewer deals: it replies sooner, and plays worse. `all_tiles`:
// the position with all tiles, for `cheat` to see; without that it plays as `strongest`. `rules_left_out`: rules that
// `textbook` leaves out.
Move choose(Level level, const View& view, int stage, const std::optional<Position>& all_tiles, EngineContext& engine,
            const Request& request, const Budget& budget, unsigned rules_left_out);

// --- players without search (textbook.cpp) -----------------------------------------------------------

// `greedy` takes what is worth taking, keeps what is strong, ducks the rest; `textbook` plays by rules that can be
// counted at the table, and looks nothing ahead. Their move among the legal ones of player 0, who decides as `stage`
// says. With an objective `textbook` closes with more in hand where a close that fails loses the match, and declares no
// points to save a part of what is lost where any loss is the last.
Move greedy(const View& view, int stage, const std::vector<Move>& moves, const Tables& tables);
Move textbook(const View& view, int stage, const std::vector<Move>& moves, const Tables& tables,
              unsigned rules_left_out, const Objective* objective);

// How many doubles the largest declaration among some moves is of.
int largest_declaration(const std::vector<Move>& moves);

}  // namespace bingo
