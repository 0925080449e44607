// Positions as answers show them, move by move: what is legal, and what a move does at once.
// Mirrors solver/game/moves.py, whose order of moves it keeps.
#pragma once

#include <vector>

#include "core/game.hpp"
#include "core/move.hpp"
#include "core/tiles.hpp"

namespace bingo {

// A position with what a search need not know: card points of tricks and declarations apart, tricks counted.
struct Position {
    Root root;
    int points[2], tricks[2], declared[2];
    Mask shown;  // declared doubles that are still in a hand or led, or in a hand that is hidden
    int closed_points, closed_tricks;  // what the closer's opponent had at the close

    int mover() const { return root.mover(); }
    int to_move() const { return root.to_move(); }
};

constexpr Move kClaiming{0, -1, false, true}, kWaiting{};

// What a move did at once. Gains are player 0's, in game points; tiles are kernel numbers.
struct Step {
    int player = 0;
    Move move;
    Position after{};
    int gain = 0;
    bool over = false;
    int trick = -1;             // who took the trick that the move completed
    int drawn[2] = {-1, -1};  // what both drew then
};

class Playing {
  public:
    explicit Playing(const Tables& tables) : game_(tables) {}

    // Every legal move of the player to move. A close is legal where closing is.
    std::vector<Move> legal(const Position& position) const;
    Step make(const Position& position, const Move& move) const;
    // The position once nobody has claimed before the lead.
    static Position at_lead(const Position& position);
    bool may_claim(const Position& position, int player) const { return game_.may_claim(position.root.node, player); }
    const Game& game() const { return game_; }

  private:
    Game game_;
};

}  // namespace bingo
