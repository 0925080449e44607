// Turns as somebody says them, why one is not possible, and what happened in words. Mirrors cli/turns.py,
// solver/game/refusal.py and cli/render/telling.py.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "web/replay.hpp"

namespace bingo {

// A move, and by which word its tile was named.
struct Said {
    Move move;
    bool led = false, played = false;

    std::string text(const Trump& trump) const { return move_text(move, played, trump); }
};

// The tile of two ends: 6-4, 46, 6|4; -1: it is none.
int tile_of(std::string_view word);

// A turn as it is written or typed: a tile alone is led or, where the player is `replying`, played; commas may be left
// out. None: it is no move.
std::optional<Said> parse_turn(std::string_view words, bool replying, const Trump& trump);

// Which rule stands against a move that is not legal; empty where the list of legal moves says it all.
std::string objection(const Position& position, const Said& said, const Playing& playing);

// "1 trick", "2 tricks".
std::string counted(int number, const std::string& thing);

// A turn of player 0 or 1, and what came of it: who took the trick, and the tile that you drew; empty: nothing.
std::string told(const Moment& before, const Moment& after);
// What both have, if somebody asks.
std::string card_points(const Position& position);
// How the deal ended, and how the match stands.
std::vector<std::string> outcome(const Moment& end, const Record& record, const Scoring& scoring);

}  // namespace bingo
