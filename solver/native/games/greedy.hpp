// A player without search: takes what is worth taking, keeps what is strong, ducks the rest.
#pragma once

#include <vector>

#include "play/view.hpp"

namespace bingo {

// The move of the greedy player among the legal ones of player 0, who decides as `stage` says.
Move greedy(const View& view, int stage, const std::vector<Move>& moves, const Tables& tables);

}  // namespace bingo
