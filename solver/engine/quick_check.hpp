// Whether a position in which everything is known can occur: a quick yes, or a closer look.
#pragma once

#include "core/unpack.hpp"

namespace bingo {

// What is written of such a position (solver/game/setup.py), as positions/lines.py packs it. Tiles and sets of tiles by
// index, which lie in one place each; -1 for what is not written.
struct PackedSetup {
    std::int32_t trump, lead, led, turned;
    std::int32_t closed_by, closed_points, closed_tricks;
    std::int32_t first_leader;  // who led the first trick of the deal
    std::array<std::int32_t, 2> hands, won, points, tricks, declared, pending, shown, carried;
    std::int32_t stock_size;
    std::int32_t stock[kBoneyardSize - 1];  // in drawing order
};

// True: it can occur, as `position`, and check() in solver/game/check.py would accept it as the same position; that
// file says what is proved. False: that takes a closer look. `either_end`: trumps may be either end of the turned tile.
bool quick_check(const PackedSetup& setup, const Tables& tables, bool either_end, PackedPosition& position);

}  // namespace bingo
