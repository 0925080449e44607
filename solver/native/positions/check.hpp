// From what is written to a position, or to every reason why it cannot occur.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

// What is only not complete yet has a code, those of solver/errors.py; `wanted`: how many, if they are counted.
struct Few {
    std::string_view code;
    int wanted = -1;
};

// A proof that a position fails, in the words of a position file.
struct Fault {
    std::string_view field, expected;
    std::string found;
    Few few;
};

// All proofs that fail, as far as one does not rest on another; none: it can occur, as `out`. What this accepts,
// check() in solver/game/check.py accepts as the same position; there stands what is proved, in the same order. Player
// 1 holds what lies on the table alone where their hand is hidden, and any double that was not declared may then be
// out; of a stock that is not written only the size is known. `either_end`: trumps may be either end of the turned
// tile.
std::vector<Fault> check(const ParsedLine& line, const Tables& tables, bool either_end, Position& out);

}  // namespace bingo
