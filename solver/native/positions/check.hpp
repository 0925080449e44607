// From what is written to a position, where it is soon clear that it can occur.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "positions/parse.hpp"

namespace bingo {

// A position as written, with the doubles that were shown: all that an answer is made from.
struct CheckedPosition {
    Root root;
    int trump;
    Mask shown;  // by tile index
    int points[2], tricks[2], declared[2];
    bool hides;  // whether a hand or the face-down tiles are not written
};

// False: it cannot occur, or hides tiles, or it would take long to tell. What this accepts, check() in
// solver/game/check.py accepts as the same position; there stands what is proved, in the same order.
// `either_end`: trumps may be either end of the turned tile.
bool check_position(const ParsedLine& line, const Tables& tables, bool either_end, CheckedPosition& out);

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

// The same of a position that may hide the opponent's hand and the face-down tiles: player 1 then holds what lies on
// the table alone, any double that was not declared may be out, and the stock is of the right size only.
// What is returned are all proofs that fail, as far as one does not rest on another. None: it can occur.
std::vector<Fault> check_view(const ParsedLine& line, const Tables& tables, bool either_end, CheckedPosition& out);

}  // namespace bingo
