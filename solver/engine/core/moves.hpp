// Moves, which are legal and what they lead to, turn by turn: for all but the search, which makes its own as it goes.
// Mirrors solver/game/legal.py.
#pragma once

#include <vector>

#include "core/game.hpp"

namespace bingo {

// What a player does in one turn: closes, declares, then leads a tile, plays one or claims; in this order, each if set.
// Nothing set is to wait with a claim, or to show no doubles. Without a tile a declaration ends the deal, or is claimed
// on; where doubles are shown after a trick it stands alone.
struct Move {
    Mask declare = 0;
    int tile = -1;  // kernel number, -1: none
    bool close = false;
    bool claim = false;

    bool operator==(const Move&) const = default;
};

constexpr Move kClaimMove{0, -1, false, true}, kWaitMove{};

// The position after a move; what player 0 gained by it, as Game counts that.
struct MoveResult {
    Position position{};
    int gain = 0;
    bool is_over = false;
};

// All moves of the player to move. With `largest_only` only the largest declaration is made before a lead once nothing
// is drawn any more, and its doubles are not led without it. The game's deal is set, here and below.
std::vector<Move> generate_moves(const Game& game, const Position& root, bool largest_only);

// Makes a move and goes on to the next decision. Where the winner of a trick may show doubles, that is one even if they
// hold none: the other player cannot know.
MoveResult do_move(const Game& game, const Position& root, const Move& move);

// Between two tricks: the first stage from this one on in which there is something to decide.
void next_stage(const Game& game, Position& root, int first_stage);

// --- for answers, which show every decision ----------------------------------------------------------

// Every legal move of the player to move, in the order of answers.
std::vector<Move> legal_moves(const Tables& tables, const Position& root);
// Throws std::invalid_argument if one of the moves is not legal.
void check_legal(const std::vector<Move>& moves, const std::vector<Move>& legal);
// As do_move, but past a trick after which no doubles can be shown.
MoveResult play(const Tables& tables, const Position& root, const Move& move);
// The position once nobody has claimed before the lead.
Position at_lead(Position root);

}  // namespace bingo
