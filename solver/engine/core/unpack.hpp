// A position as plain numbers, checked and made into what is searched.
#pragma once

#include <array>
#include <cstdint>

#include "core/game.hpp"
#include "core/tables.hpp"

namespace bingo {

// Fields as in solver/game/position.py; tiles and sets of tiles by tile index, -1 for no tile.
struct PackedPosition {
    std::int32_t trump, leader, stage, pending;
    std::int32_t led, won_with;
    std::array<std::int32_t, 2> hands, points, tricks, declared, carried;
    std::int32_t shown;
    std::int32_t closed_by, closed_points, closed_tricks;  // by: -1 if nobody closed
    std::int32_t turned, stock_size;
    std::int32_t stock[kBoneyardSize - 1];  // in drawing order
};

// These throw std::invalid_argument for what no position can hold.
Position unpack(const PackedPosition& position, const Tables& tables);
// The same where the hand of player 1 is hidden, who may hold any double that was not declared, and of the stock only
// the size is known: the position has neither.
Position unpack_with_hidden_hand(const PackedPosition& position, const Tables& tables);
// Ranges of all numbers but the stock.
void check_numbers(const PackedPosition& position, const Scoring& scoring);

}  // namespace bingo
