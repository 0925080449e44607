// What you may ask for at the table: a hint, what a move would be worth, what the last one lost. Moves are judged by
// what you could know, by estimates; why one is a mistake is for reviews to say. Answers as in events.hpp.
#pragma once

#include <optional>
#include <string>

#include "games/deal_table.hpp"

namespace bingo {

std::string hint(const DealTable& table);
// What a move that is allowed would be worth, beside the best one.
std::string supposed(const DealTable& table, const TypedTurn& turn);
// What your last move lost.
std::string why(const DealTable& table);
// The same if it was a mistake.
std::optional<std::string> coached(const DealTable& table);

}  // namespace bingo
