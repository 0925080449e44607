// Tiles by index, as positions are written, and by kernel number.
#pragma once

#include <vector>

#include "core/tables.hpp"

namespace bingo {

// The set of one tile by index; the empty one for no tile, -1.
inline Mask tile_set(int index) { return index < 0 ? 0 : bit(index); }

// A set of tiles by index, of one by kernel number; and back.
inline Mask tile_indices(Mask numbers, const Trump& trump) {
    Mask indices = 0;
    for (; numbers; numbers &= numbers - 1) indices |= bit(trump.tile[at(lowest(numbers))]);
    return indices;
}
inline Mask tile_numbers(Mask indices, const Trump& trump) {
    Mask numbers = 0;
    for (; indices; indices &= indices - 1) numbers |= bit(trump.number[at(lowest(indices))]);
    return numbers;
}

// The tiles of a set, the lowest first.
inline std::vector<int> tiles_of(Mask tiles) {
    std::vector<int> found;
    for (; tiles; tiles &= tiles - 1) found.push_back(lowest(tiles));
    return found;
}

// The ends of a tile: the higher number, the lower one.
struct Ends {
    int high = 0, low;

    explicit Ends(int index) : low(index) {
        while (low > high) low -= ++high;
    }
};

// The higher end of a tile, where a blank counts as 7; whether it shows an end.
inline int higher_end(int index) {
    const Ends ends(index);
    return ends.low ? ends.high : 0;
}
inline bool shows(int index, int end) {
    const Ends ends(index);
    return ends.high == end || ends.low == end;
}

}  // namespace bingo
