// From what is written to a position.
#pragma once

#include "core/game.hpp"
#include "positions/parse.hpp"

namespace bingo {

// A position with what a search need not know: card points of tricks and declarations apart, tricks counted.
struct Position {
    Root root;
    int points[2], tricks[2], declared[2];
    Mask shown;  // declared doubles that are still in a hand or led, or in a hand that is hidden
    int closed_points, closed_tricks;  // what the closer's opponent had at the close

    int mover() const { return root.mover(); }
    int to_move() const { return root.to_move(); }
    // The same where game points are all that counts.
    Position in_points() const {
        Position p = *this;
        p.root.deal.objective = nullptr;
        p.root.node.scored[0] = p.root.node.scored[1] = 0;
        return p;
    }
};

// Whether a position can occur, then as `out`. What this accepts, check() in solver/game/check.py accepts as the same
// position; there stands what is proved. Player 1 holds what lies on the table alone where their hand is hidden, and
// any double that was not declared may then be out; of a stock that is not written only the size is known.
// `either_end`: trumps may be either end of the turned tile.
bool check(const ParsedLine& line, const Tables& tables, bool either_end, Position& out);

}  // namespace bingo
