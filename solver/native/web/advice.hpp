// What you may ask for at the table: a hint, what a move would be worth, what the last one lost. Moves are judged by
// what you could know, by estimates; why one is a mistake is left to a review. Mirrors cli/advice.py.
#pragma once

#include <string>
#include <vector>

#include "web/deal_table.hpp"

namespace bingo {

std::vector<std::string> hint(const DealTable& table);
// What a move that is allowed would be worth, beside the best one.
std::vector<std::string> supposed(const DealTable& table, const Said& said);
// What your last move lost.
std::vector<std::string> why(const DealTable& table);
// The same if it was a mistake, as far as estimates can tell.
std::vector<std::string> coached(const DealTable& table);

}  // namespace bingo
