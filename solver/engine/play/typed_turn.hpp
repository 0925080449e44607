// Turns as somebody writes or types them, and which rule stands against one that is not legal.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "play/replay.hpp"

namespace bingo {

// A move, and whether its tile was named as played.
struct TypedTurn {
    Move move;
    bool played = false;

    std::string text(const Trump& trump) const { return move_text(move, played, trump); }
};

// The tile of two ends: 6-4, 46, 6|4; -1: it is none.
int tile_of(std::string_view word);

// A turn as it is written or typed: a tile alone is led or, where the player is `replying`, played; commas may be left
// out. None: it is no move.
std::optional<TypedTurn> parse_turn(std::string_view words, bool replying, const Trump& trump);

// The rule that stands against a move: its code, with the tiles (by tile index) or the number that it is about.
struct Objection {
    std::string_view code;  // empty: the list of legal moves says it all
    Mask tiles = 0;
    int number = 0;
};

// Against a move that is not legal; solver/game/refusal.py has the codes in words.
Objection objection(const Position& position, const TypedTurn& turn, const Playing& playing);

}  // namespace bingo
