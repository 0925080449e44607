// The moves of a position and what they lead to, turn by turn, for all but the search, which makes its own as it goes.
// Mirrors solver/game/moves.py.
#pragma once

#include <vector>

#include "core/game.hpp"
#include "core/move.hpp"

namespace bingo {

// What a move leads to. Gains are those of player 0, as Game counts them; tiles are kernel numbers.
struct After {
    Root root{};
    int gain = 0;
    bool over = false;
    int trick = -1;           // who took the trick that the move completed
    int drawn[2] = {-1, -1};  // what both drew then
};

// Adds all moves of the player to move. With `largest` only the largest declaration is made before a lead, and its
// doubles are not led without it. The game has entered the deal, here and below.
void add_moves(const Game& game, const Root& root, bool largest, std::vector<Move>& moves);

// Makes a move: up to where there is something to decide again, if only for one who holds other tiles.
After made(const Game& game, const Root& root, const Move& move);

// Between two tricks: the first stage from this one on in which there is something to decide.
void next_stage(const Game& game, Root& root, int stage);

// After a trick and what was shown with it: both draw, or the deal ends, and the next stage begins.
void settle(const Game& game, After& after);

}  // namespace bingo
