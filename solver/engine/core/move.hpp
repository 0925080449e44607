// A move.
#pragma once

#include "core/tables.hpp"

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

}  // namespace bingo
